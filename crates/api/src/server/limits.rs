//! Bounds on what comes in, and the connections that are open: how many in all, and how many from
//! each peer, so that one peer cannot hold all of them.

use std::{
    collections::HashMap,
    io,
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Bounds on what comes in.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Connections that are open at once; more wait to be accepted.
    pub connections_max: usize,
    /// Connections that one peer may have open at once; more are closed.
    pub connections_per_peer_max: usize,
    /// Peers without that bound: proxies, which connect for many.
    pub trusted_proxies: Vec<IpAddr>,
    /// Requests per second that a token gains, where tokens are asked for; at least 1.
    pub rate_per_second: u32,
    /// Requests that a token may make at once; at least 1.
    pub rate_burst: u32,
    /// The largest body, in bytes.
    pub body_bytes_max: usize,
    /// The largest body of a document or an import, in bytes.
    pub large_body_bytes_max: usize,
    /// How long the head of a request may take.
    pub head_timeout: Duration,
    /// How long a small body may take; a larger one may neither be silent for so long nor come in
    /// byte by byte.
    pub body_timeout: Duration,
    /// How long a connection may be idle, or stuck in a response nobody reads.
    pub idle_timeout: Duration,
    /// How long requests in flight have to end when the service stops.
    pub stop_timeout: Duration,
}

/// How long a connection waits for its peer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Timeouts {
    pub(super) head: Duration,
    pub(super) idle: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections_max: 4_096,
            connections_per_peer_max: 2_048,
            trusted_proxies: Vec::new(),
            rate_per_second: 50,
            rate_burst: 200,
            body_bytes_max: 2 * 1024 * 1024,
            large_body_bytes_max: 64 * 1024 * 1024,
            head_timeout: Duration::from_secs(5),
            body_timeout: Duration::from_secs(30),
            idle_timeout: Duration::from_secs(75),
            stop_timeout: Duration::from_secs(4),
        }
    }
}

impl Limits {
    pub(super) fn timeouts(&self) -> Timeouts {
        Timeouts { head: self.head_timeout, idle: self.idle_timeout }
    }
}

/// The connections that are open.
#[derive(Debug, Clone)]
pub(crate) struct Connections {
    permits: Arc<Semaphore>,
    open: Arc<Mutex<Open>>,
    per_peer_max: usize,
    trusted: Arc<[IpAddr]>,
}

#[derive(Debug, Default)]
struct Open {
    all: usize,
    by_peer: HashMap<IpAddr, usize>,
}

impl Connections {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(limits.connections_max)),
            open: Arc::default(),
            per_peer_max: limits.connections_per_peer_max,
            trusted: limits.trusted_proxies.iter().map(IpAddr::to_canonical).collect(),
        }
    }

    /// How many are open. A permit that waits for the next connection is not among them.
    pub(crate) fn count(&self) -> usize {
        lock(&self.open).all
    }

    /// A permit for the next connection, when there is one.
    pub(super) async fn free(&self) -> io::Result<OwnedSemaphorePermit> {
        Arc::clone(&self.permits).acquire_owned().await.map_err(io::Error::other)
    }

    /// Whether a peer may open another connection.
    pub(super) fn may_open(&self, peer: IpAddr) -> bool {
        self.trusted.contains(&peer.to_canonical())
            || lock(&self.open).by_peer.get(&counted_as(peer)).copied().unwrap_or(0)
                < self.per_peer_max
    }

    /// Counts a connection until the permit is dropped.
    pub(super) fn open(&self, free: OwnedSemaphorePermit, peer: IpAddr) -> Permit {
        let peer = counted_as(peer);
        let mut open = lock(&self.open);
        open.all += 1;
        *open.by_peer.entry(peer).or_default() += 1;
        Permit { _free: free, open: Arc::clone(&self.open), peer }
    }
}

/// The permit of a connection that is open.
#[derive(Debug)]
pub(super) struct Permit {
    _free: OwnedSemaphorePermit,
    open: Arc<Mutex<Open>>,
    peer: IpAddr,
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut open = lock(&self.open);
        open.all -= 1;
        if let Some(count) = open.by_peer.get_mut(&self.peer) {
            *count -= 1;
            if *count == 0 {
                open.by_peer.remove(&self.peer);
            }
        }
    }
}

fn lock(open: &Mutex<Open>) -> MutexGuard<'_, Open> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The address under which a peer's connections are counted. Whoever has one address of IPv6 usually
/// has the 64 bits behind its network as well.
fn counted_as(peer: IpAddr) -> IpAddr {
    match peer.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(connections: &Connections, peer: &str) -> Option<Permit> {
        let peer = peer.parse().unwrap();
        let free = Arc::clone(&connections.permits).try_acquire_owned().ok()?;
        connections.may_open(peer).then(|| connections.open(free, peer))
    }

    #[test]
    fn a_peer_has_its_share_of_the_connections() {
        let limits = Limits {
            connections_max: 6,
            connections_per_peer_max: 2,
            trusted_proxies: vec!["192.0.2.9".parse().unwrap()],
            ..Limits::default()
        };
        let connections = Connections::new(&limits);

        let first = opened(&connections, "192.0.2.1").unwrap();
        let _second = opened(&connections, "::ffff:192.0.2.1").unwrap();
        assert!(opened(&connections, "192.0.2.1").is_none(), "its share is taken");
        let _another = opened(&connections, "192.0.2.2").unwrap();
        drop(first);
        let _again = opened(&connections, "192.0.2.1").unwrap();
        let proxied: Vec<_> =
            std::iter::from_fn(|| opened(&connections, "::ffff:192.0.2.9")).collect();

        assert_eq!((proxied.len(), connections.count()), (3, 6), "a proxy has what is left");
        drop(proxied);
        assert_eq!(connections.count(), 3);
    }

    #[test]
    fn the_addresses_of_one_network_of_ipv6_are_one_peer() {
        for (peer, counted) in [
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("2001:db8:1:2::", "2001:db8:1:2::"),
            ("2001:db8:1:3::1", "2001:db8:1:3::"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("192.0.2.1", "192.0.2.1"),
        ] {
            let peer: IpAddr = peer.parse().unwrap();
            assert_eq!(counted_as(peer).to_string(), counted);
        }
    }
}
