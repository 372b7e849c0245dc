//! Reports of how far a call is, for a client that asks for them.

use std::convert::Infallible;

use engine::tools::Progress;
use rmcp::{RoleServer, model::ProgressNotificationParam, service::RequestContext};
use tokio::sync::watch;

/// What sends the reports of a call for as long as it runs, and what takes them; none where the client does
/// not ask for any.
pub(crate) fn reported(
    context: &RequestContext<RoleServer>,
) -> (impl Future<Output = Infallible> + Send + 'static, Option<watch::Sender<Progress>>) {
    let (sender, mut reported) = watch::channel(Progress::default());
    let token = context.meta.get_progress_token();
    let sender = token.is_some().then_some(sender);
    let peer = context.peer.clone();
    let reporting = async move {
        if let Some(token) = token {
            while reported.changed().await.is_ok() {
                let Progress { done, total, message } = reported.borrow_and_update().clone();
                let report = ProgressNotificationParam::new(token.clone(), done);
                // Who takes no reports is answered all the same.
                let _ = peer.notify_progress(report.with_total(total).with_message(message)).await;
            }
        }
        std::future::pending().await
    };
    (reporting, sender)
}
