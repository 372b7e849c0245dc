//! How the hub keeps to its protocol, for whoever asks.

use domain::{
    Principal, Result,
    messages::{
        MessageType,
        item::{ProtocolSummary, ProtocolsResponse},
        protocol::{self, Compliance},
    },
};
use store::{Tx, messages};

use crate::Studio;

/// The summary, as far as this principal may know.
///
/// # Errors
/// Unavailable before start-up is done; else when the memory fails.
pub async fn summary(studio: &Studio, principal: Principal) -> Result<ProtocolsResponse> {
    studio.check_ready()?;
    let (now, asker) = (studio.clock.now(), principal.clone());
    let (counted, kept, any) = studio
        .database
        .scan(move |tx| {
            let counted = messages::summary(tx, &asker, now)?;
            Ok((counted, messages::violations(tx, &asker)?, messages::has_violations(tx)?))
        })
        .await?;
    // A second look at the latest messages, for what no single one of them shows.
    let mut seen = protocol::violations(&counted.latest);
    seen.retain(|it| !kept.contains(it));
    let (violations, any) = if seen.is_empty() {
        (kept, any)
    } else {
        let keep = move |tx: &mut Tx<'_>| {
            messages::keep_violations(tx, &seen, now)?;
            Ok((messages::violations(tx, &principal)?, true))
        };
        studio.database.write(keep).await?
    };
    // Whose messages break a rule is theirs to know; that the hub is not in order, everybody's.
    let broken = violations.len().max(usize::from(any));
    let compliance = Compliance::of(broken, counted.needs_a_hand);
    Ok(ProtocolsResponse {
        status: "success",
        validation_data: ProtocolSummary {
            message_types: MessageType::WORDS,
            registered_agents: counted.agents,
            compliance_status: compliance.as_str(),
            failed_communications: counted.failed,
            completed_handoffs: counted.handoffs,
            pending_consultations: counted.pending,
            violations,
        },
        timestamp: now,
    })
}
