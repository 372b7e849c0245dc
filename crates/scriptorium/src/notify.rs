//! Tells systemd, or another service manager with its protocol, how the service is doing. Where there is
//! none nothing is sent, and one that has gone is no reason to serve nobody either.

use std::time::Duration;

use sd_notify::NotifyState;

/// How often to say that all is well, where a watchdog waits for it: half of the time after which it
/// takes the service for dead, so that one word may be late.
pub fn watchdog_interval() -> Option<Duration> {
    sd_notify::watchdog_enabled().map(|timeout| timeout / 2).filter(|it| !it.is_zero())
}

/// The service answers requests now.
pub fn ready(status: &str) {
    notify(&[NotifyState::Ready, NotifyState::Status(status)]);
}

/// The service is asked to end, and does.
pub fn stopping() {
    notify(&[NotifyState::Stopping, NotifyState::Status("Answering what is in flight")]);
}

/// All is well.
pub fn alive() {
    notify(&[NotifyState::Watchdog]);
}

fn notify(state: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(state) {
        tracing::debug!(error = %domain::ErrorChain(&error), "the service manager was not reached");
    }
}
