//! What to do next, by rule: what is broken before what is missing, what is missing before what could
//! be better. No rule knows what a story needs.

use domain::{
    documents::{Status, book::Book},
    findings::{Finding, FoundBy, Severity},
    nodes::Node,
    promises::ledger::Ledger,
};

use crate::{
    findings,
    skills::{answers::counted, subject::shortened},
};

/// What the rules look at.
pub(super) struct Facts<'s> {
    pub(super) book: &'s Book,
    /// Findings that are to be dealt with, the weightiest first, each with the title of its document.
    pub(super) pending: &'s [(Finding, Option<String>)],
    pub(super) ledger: &'s Ledger,
    pub(super) nodes: &'s [Node],
    /// Documents of the manuscript with words.
    pub(super) texts: usize,
    /// Those of them that checks of the prose, or checks against the lore, have not read as they are
    /// now.
    pub(super) unread: usize,
    /// Entries of the lore.
    pub(super) entries: usize,
    /// Those of them without a text.
    pub(super) bare: usize,
}

/// Something to do.
pub(super) struct Step {
    pub(super) rule: &'static str,
    pub(super) says: String,
    /// Who can help.
    pub(super) agent: &'static str,
    pub(super) reason: String,
}

/// The steps that the rules find, in their order.
pub(super) fn of(facts: &Facts<'_>) -> Vec<Step> {
    let rules = [begin, mend, check, plan, draft, advance, locate, fill];
    rules.into_iter().filter_map(|rule| rule(facts)).collect()
}

fn step(rule: &'static str, agent: &'static str, says: String, reason: String) -> Option<Step> {
    Some(Step { rule, says, agent, reason })
}

fn begin(facts: &Facts<'_>) -> Option<Step> {
    if !facts.book.manuscript.is_empty() {
        return None;
    }
    let says = "Import or write a first document".to_owned();
    step("no_document", "architect", says, "the manuscript has no document".to_owned())
}

fn mend(facts: &Facts<'_>) -> Option<Step> {
    let is_grave = |(it, _): &&(Finding, Option<String>)| {
        matches!(it.severity, Severity::Critical | Severity::High)
    };
    let grave = facts.pending.iter().filter(is_grave).count();
    let first = facts.pending.first().filter(|_| grave > 0)?;
    let agent = match first.0.check {
        FoundBy::Prose | FoundBy::Dialogue => "proseguard",
        FoundBy::Agent | FoundBy::Editor => "critic",
        _ => "lorekeeper",
    };
    step(
        "grave_findings",
        agent,
        format!("Deal with {}", counted(grave, "grave finding", "grave findings")),
        format!("the first says: {}", shortened(&findings::sentence(first))),
    )
}

fn check(facts: &Facts<'_>) -> Option<Step> {
    let (unread, texts) = (facts.unread, facts.texts);
    if unread == 0 {
        return None;
    }
    step(
        "unread",
        "director",
        "Open a swarm of the type consistency_sweep".to_owned(),
        format!(
            "checks of the prose, or against the lore, have not read {unread} of {} as they are now",
            counted(texts, "document", "documents")
        ),
    )
}

fn plan(facts: &Facts<'_>) -> Option<Step> {
    if facts.book.manuscript.is_empty() || !facts.nodes.is_empty() {
        return None;
    }
    let says = "Write down an outline".to_owned();
    let reason = "the project has documents and no node of an outline".to_owned();
    step("no_outline", "architect", says, reason)
}

fn draft(facts: &Facts<'_>) -> Option<Step> {
    let empty: Vec<_> = facts.book.manuscript.iter().filter(|it| it.words == 0).collect();
    let first = empty.first()?;
    step(
        "empty_documents",
        "scribe",
        format!("Draft “{}”", shortened(first.title())),
        format!("{} without a word", counted(empty.len(), "document is", "documents are")),
    )
}

fn advance(facts: &Facts<'_>) -> Option<Step> {
    let is_full = |status: Status, words: i64, target: Option<i64>| {
        status == Status::Draft && target.is_some_and(|target| target > 0 && words >= target)
    };
    let full: Vec<_> = facts
        .book
        .manuscript
        .iter()
        .filter(|it| is_full(it.document.status, it.words, it.document.word_target))
        .collect();
    let first = full.first()?;
    step(
        "target_reached",
        "proseguard",
        format!("Revise “{}”", shortened(first.title())),
        format!(
            "{} still a draft and as long as aimed at",
            counted(full.len(), "document is", "documents are")
        ),
    )
}

fn locate(facts: &Facts<'_>) -> Option<Step> {
    let first = facts.ledger.unplaced.first()?;
    step(
        "promises_without_place",
        "plotter",
        format!("Say where “{}” is promised", shortened(&first.title)),
        format!(
            "{} at no node of the outline",
            counted(facts.ledger.unplaced.len(), "open promise stands", "open promises stand")
        ),
    )
}

fn fill(facts: &Facts<'_>) -> Option<Step> {
    if facts.bare == 0 {
        return None;
    }
    step(
        "bare_entries",
        "worldsmith",
        "Write down what is known of the bare entries of the lore".to_owned(),
        format!(
            "of {}, {} a name and no text",
            counted(facts.entries, "entry", "entries"),
            counted(facts.bare, "has", "have")
        ),
    )
}
