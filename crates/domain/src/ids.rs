//! Makes ids: UUIDs of version 7 in lower case. Nobody parses an id: in a path it is an opaque
//! string.

use std::sync::Mutex;

use uuid::{ContextV7, Timestamp, Uuid};

use crate::time::Time;

/// Keeps ids of one process rising even within one millisecond.
static CONTEXT: Mutex<Option<ContextV7>> = Mutex::new(None);

/// A new id; later ones of the same process sort after earlier ones of the same or an earlier time.
pub fn new(now: Time) -> String {
    let millis = now.millis().max(0).unsigned_abs();
    let nanos = u32::try_from(millis % 1_000).unwrap_or(0) * 1_000_000;
    let mut context = CONTEXT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let moment =
        Timestamp::from_unix(&*context.get_or_insert_with(ContextV7::new), millis / 1_000, nanos);

    Uuid::new_v7(moment).to_string()
}

/// An id that sorts before every id made at this time or later, and after all earlier ones.
pub fn lower_bound(time: Time) -> String {
    let millis = time.millis().clamp(0, 0xffff_ffff_ffff);
    format!("{:08x}-{:04x}", millis >> 16, millis & 0xffff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lower_bound_lies_between_the_ids_of_two_times() {
        // Later than the ids of any other test, since ids of one process never go back.
        let (now, next) =
            (Time::from_millis(200_000_000_000_000), Time::from_millis(200_000_000_000_001));

        let (earlier, later) = (new(now), new(next));

        assert!(
            lower_bound(now) < earlier && earlier < lower_bound(next) && lower_bound(next) < later
        );
        assert!(lower_bound(Time::from_millis(-5)) < earlier);
    }

    #[test]
    fn ids_of_one_millisecond_rise() {
        let now = Time::from_millis(1_795_181_000_000);

        let ids: Vec<_> = (0..1_000).map(|_| new(now)).collect();

        assert!(ids.is_sorted());
        assert!(ids.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(ids.iter().all(|id| id.len() == 36 && &id[14..15] == "7"));
    }
}
