//! What checks find is kept and told in one transaction: whoever reads a text for somebody calls
//! this in the transaction that ends the reading, so that a reading that is lost leaves nothing.

use domain::{
    Result, Time,
    events::{Happened, Kind},
    findings::{Finding, FindingItem, Origin, Reading},
};
use store::{Tx, events, findings, projects::Seen};

/// Keeps what a check read in a document, or in the project, and tells of each finding that is new
/// or another one now; those findings. Ring the bell of the events after the commit.
///
/// # Errors
/// When the memory fails.
pub fn record(
    tx: &mut Tx<'_>,
    project: &Seen,
    origin: &Origin,
    reading: &Reading,
    now: Time,
) -> Result<Vec<Finding>> {
    let changed = findings::add(tx, project, origin, reading, now)?;
    changed
        .into_iter()
        .map(|(finding, current)| {
            let item = FindingItem::of(finding.clone(), current);
            let heard_by = (Some(project.id()), origin.account.as_str());
            events::add(tx, &Happened::to(Kind::Finding, heard_by, &item, now)?)?;
            Ok(finding)
        })
        .collect()
}
