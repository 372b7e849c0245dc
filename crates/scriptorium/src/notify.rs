//! Notifies systemd, or another service manager with its protocol, of the state of the service. Without
//! one nothing is sent, and a failure to send is only logged.

use std::time::Duration;

use sd_notify::NotifyState;

/// How often to notify the watchdog, where there is one: half of its timeout, so that one notification
/// may be late.
pub fn watchdog_interval() -> Option<Duration> {
    sd_notify::watchdog_enabled().map(|timeout| timeout / 2).filter(|it| !it.is_zero())
}

/// The service answers requests now.
pub fn ready(status: &str) {
    notify(&[NotifyState::Ready, NotifyState::Status(status)]);
}

/// The service stops.
pub fn stopping() {
    notify(&[NotifyState::Stopping, NotifyState::Status("Answering what is in flight")]);
}

/// The service works; for the watchdog.
pub fn alive() {
    notify(&[NotifyState::Watchdog]);
}

fn notify(state: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(state) {
        tracing::debug!(error = %domain::ErrorChain(&error), "the service manager was not reached");
    }
}
