//! How much is asked of a server: so many calls in flight, so many requests a minute. Clients of one
//! server share a quota. It counts what this process sends, nothing else.

use std::{num::NonZeroU32, sync::Arc, time::Duration};

use governor::{
    RateLimiter,
    clock::{Clock, DefaultClock},
    middleware::NoOpMiddleware,
    state::{InMemoryState, NotKeyed},
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::Instant,
};

/// The part of the requests of a minute that may be sent at once; the others are spread over it.
const BURST_PART: u32 = 10;

const MINUTE: Duration = Duration::from_secs(60);

/// The bounds of one server. Clones share them.
#[derive(Clone)]
pub struct Quota {
    permits: Arc<Semaphore>,
    rate: Option<Arc<Rate<DefaultClock>>>,
}

impl Quota {
    /// So many calls in flight, and so many requests in any minute.
    pub fn new(parallel_max: usize, requests_per_minute: Option<NonZeroU32>) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(parallel_max.clamp(1, Semaphore::MAX_PERMITS))),
            rate: requests_per_minute
                .map(|count| Arc::new(Rate::new(count, DefaultClock::default()))),
        }
    }

    /// How many more calls could be in flight now.
    pub fn available(&self) -> usize {
        self.permits.available_permits()
    }

    /// Whether these are the same bounds, and not others that are as high.
    pub fn is_of_same_server(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.permits, &other.permits)
    }

    /// Waits until a call may be in flight, at most until `deadline`.
    pub(crate) async fn permit(&self, deadline: Instant) -> Option<OwnedSemaphorePermit> {
        let permit = Arc::clone(&self.permits).acquire_owned();
        tokio::time::timeout_at(deadline, permit).await.ok()?.ok()
    }

    /// Waits until a request may be sent; false when that is not before `deadline`.
    pub(crate) async fn take_request(&self, deadline: Instant) -> bool {
        let Some(rate) = &self.rate else { return true };
        while let Err(wait) = rate.take() {
            if Instant::now() + wait >= deadline {
                return false;
            }
            tokio::time::sleep(wait).await;
        }
        true
    }
}

/// So many requests in any minute.
struct Rate<C: Clock> {
    limiter: RateLimiter<NotKeyed, InMemoryState, C, NoOpMiddleware<C::Instant>>,
}

impl<C: Clock> Rate<C> {
    fn new(per_minute: NonZeroU32, clock: C) -> Self {
        let burst = (per_minute.get() / BURST_PART).max(1);
        // After a burst, what is left of the minute's requests comes in this distance.
        // Rounded up, as nanoseconds that are lost would let one more into the minute.
        let period = MINUTE / (per_minute.get() - burst + 1) + Duration::from_nanos(1);
        let quota = governor::Quota::with_period(period)
            .expect("the period is at least a nanosecond")
            .allow_burst(NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN));
        Self { limiter: RateLimiter::direct_with_clock(quota, clock) }
    }

    /// Counts a request, or says for how long there can be none.
    fn take(&self) -> Result<(), Duration> {
        self.limiter.check().map_err(|early| early.wait_time_from(self.limiter.clock().now()))
    }
}

#[cfg(test)]
mod tests {
    use governor::clock::FakeRelativeClock;

    use super::*;

    #[test]
    fn no_minute_has_more_requests_than_allowed() {
        for per_minute in [1_u32, 2, 7, 10, 60, 600] {
            let clock = FakeRelativeClock::default();
            let rate = Rate::new(NonZeroU32::new(per_minute).unwrap(), clock.clone());
            let (mut now, mut sent) = (Duration::ZERO, Vec::new());
            while now < 4 * MINUTE {
                match rate.take() {
                    Ok(()) => sent.push(now),
                    Err(wait) => {
                        now += wait;
                        clock.advance(wait);
                    }
                }
            }

            for start in &sent {
                let within = |at: &&Duration| **at >= *start && **at < *start + MINUTE;
                let count = sent.iter().filter(within).count();
                assert!(count <= per_minute as usize, "{count} of {per_minute} from {start:?}");
            }
            // Nothing much of it is lost.
            assert!(sent.len() >= (per_minute as usize) * 3, "{} of {per_minute}", sent.len());
        }
    }
}
