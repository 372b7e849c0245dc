//! Long computations, away from the threads that answer requests.

use domain::{Error, Result};

/// What `work` returns, which runs on a thread for long work.
///
/// # Errors
/// Internal when it panics.
pub(crate) async fn run<T: Send + 'static>(
    doing: &'static str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(|broken| Error::internal(doing, broken))
}
