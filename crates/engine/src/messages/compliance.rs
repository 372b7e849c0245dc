//! The summary of the hub's protocol: which rules messages have broken.

use domain::{
    Principal, Result,
    messages::{
        MessageType,
        protocol::{self, Compliance},
        view::{ProtocolSummary, ProtocolsResponse},
    },
};
use store::messages;

use crate::{Studio, change::Change};

/// The summary, with the violations that the principal may see.
///
/// # Errors
/// Unavailable before start-up is done.
pub async fn summary(studio: &Studio, principal: &Principal) -> Result<ProtocolsResponse> {
    studio.check_ready()?;
    let (now, reader) = (studio.clock.now(), principal.clone());
    let (counted, known, any) = studio
        .database
        .scan(move |tx| {
            let counted = messages::summary(tx, &reader, now)?;
            Ok((counted, messages::violations(tx, &reader)?, messages::has_violations(tx)?))
        })
        .await?;
    // Some rules show only when the latest messages are looked at together.
    let mut found = protocol::violations(&counted.latest);
    found.retain(|it| !known.contains(it));
    let (violations, any) = if found.is_empty() {
        (known, any)
    } else {
        let record = move |change: &mut Change<'_, '_>| {
            messages::insert_violations(change.tx, &found, change.now)?;
            messages::violations(change.tx, change.principal)
        };
        (studio.change(principal, record).await?, true)
    };
    // Whose messages break a rule is shown to that user only; that a rule is broken, to everybody.
    let broken = violations.len().max(usize::from(any));
    let compliance = Compliance::of(broken, counted.needs_attention);
    Ok(ProtocolsResponse {
        status: "success",
        validation_data: ProtocolSummary {
            message_types: MessageType::WORDS,
            registered_agents: counted.agents,
            compliance_status: compliance,
            failed_communications: counted.failed,
            completed_handoffs: counted.handoffs,
            pending_consultations: counted.pending,
            violations,
        },
        timestamp: now,
    })
}
