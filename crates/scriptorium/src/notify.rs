//! Tells whoever started the service how it is doing, in systemd's own words: datagrams to the socket
//! that `NOTIFY_SOCKET` names. Where nobody asked, nothing is said; where nobody listens any more, that
//! is no reason to serve nobody either.

use std::{
    env,
    ffi::{OsStr, OsString},
    io,
    os::unix::{
        ffi::OsStrExt as _,
        net::{SocketAddr, UnixDatagram},
    },
    time::Duration,
};

/// Whom to tell.
#[derive(Debug)]
pub struct Notifier {
    to: Option<(UnixDatagram, SocketAddr)>,
    watchdog: Option<Duration>,
}

impl Notifier {
    /// Whom the environment names.
    pub fn of_environment() -> Self {
        let to = env::var_os("NOTIFY_SOCKET").filter(|name| !name.is_empty());
        let watched =
            env::var("WATCHDOG_PID").map_or(true, |pid| pid == std::process::id().to_string());
        let watchdog = env::var("WATCHDOG_USEC").ok().filter(|_| watched);
        Self::new(to, watchdog.as_deref())
    }

    fn new(to: Option<OsString>, watchdog: Option<&str>) -> Self {
        let to = to.and_then(|name| match connect(&name) {
            Ok(to) => Some(to),
            Err(error) => {
                let error = &error as &dyn std::error::Error;
                tracing::warn!(error, "nobody can be told how the service is doing");
                None
            }
        });
        let watchdog = watchdog.and_then(beat).filter(|_| to.is_some());
        Self { to, watchdog }
    }

    /// How often to say that all is well; never when nobody watches.
    pub fn watchdog(&self) -> Option<Duration> {
        self.watchdog
    }

    /// The service answers requests now.
    pub fn ready(&self, status: &str) {
        self.tell(&format!("READY=1\nSTATUS={status}"));
    }

    /// The service is asked to end, and does.
    pub fn stopping(&self) {
        self.tell("STOPPING=1\nSTATUS=Answering what is in flight");
    }

    /// All is well.
    pub fn alive(&self) {
        self.tell("WATCHDOG=1");
    }

    fn tell(&self, words: &str) {
        let Some((socket, to)) = &self.to else { return };
        if let Err(error) = socket.send_to_addr(words.as_bytes(), to) {
            let error = &error as &dyn std::error::Error;
            tracing::debug!(error, "nobody hears how the service is doing");
        }
    }
}

/// Half of the time after which a watchdog takes the service for dead, so that one word may be late.
fn beat(usec: &str) -> Option<Duration> {
    let usec = usec.parse::<u64>().ok().filter(|usec| *usec > 1)?;
    Some(Duration::from_micros(usec / 2))
}

fn connect(name: &OsStr) -> io::Result<(UnixDatagram, SocketAddr)> {
    let socket = UnixDatagram::unbound()?;
    // A listener that does not read must not hold the service up.
    socket.set_nonblocking(true)?;
    Ok((socket, address(name)?))
}

/// The address of a name: one that begins with `@` is in no folder.
fn address(name: &OsStr) -> io::Result<SocketAddr> {
    #[cfg(target_os = "linux")]
    if let Some(name) = name.as_bytes().strip_prefix(b"@") {
        use std::os::linux::net::SocketAddrExt as _;
        return SocketAddr::from_abstract_name(name);
    }
    if !name.as_bytes().starts_with(b"/") {
        return Err(io::Error::other("NOTIFY_SOCKET names neither a path nor an abstract socket"));
    }
    SocketAddr::from_pathname(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_watchdogs_patience_is_a_beat() {
        assert_eq!(beat("30000000"), Some(Duration::from_secs(15)));
        for unusable in ["", "0", "1", "-5", "soon"] {
            assert_eq!(beat(unusable), None, "{unusable}");
        }
    }

    #[test]
    fn nobody_is_told_where_nobody_asked() {
        for name in [None, Some("nowhere".into()), Some("/a/folder/that/is/not/there".into())] {
            let notifier = Notifier::new(name, None);

            notifier.ready("x");
            assert_eq!(notifier.watchdog(), None);
        }
    }
}
