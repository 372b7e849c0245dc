//! Commands on grammar rules of a language, and their views.

use domain::{
    Principal, Result,
    events::EventKind,
    ids,
    languages::rules::{Rule, RuleCreate, RuleQuery, RuleUpdate},
    page::Page,
    versioned::{IfMatch, Versioned},
};
use store::{
    Tx,
    languages::{self, rules},
    project_counters::Counters,
};

use crate::change::Change;

/// Creates a rule of a language.
pub fn create(
    change: &mut Change<'_, '_>,
    language_id: &str,
    create: &RuleCreate,
) -> Result<Versioned<Rule>> {
    let (project, language) = languages::get_for_update(change.tx, change.principal, language_id)?;
    let position = match create.sort_order {
        Some(position) => position,
        None => rules::next_position(change.tx, &project, &language.id)?,
    };
    let of = (project.id(), language.id.as_str());
    let rule = Rule::create(ids::new(change.now), of, create, position, change.now);
    rules::create(change.tx, &project, &rule)?;
    change.publish(&project, EventKind::GrammarRule, view(rule), Counters::default())
}

/// A page of a language's rules in their order.
pub fn list(
    tx: &mut Tx<'_>,
    principal: &Principal,
    language_id: &str,
    query: &RuleQuery,
) -> Result<Page<Rule>> {
    let (project, language) = languages::find(tx, principal, language_id)?;
    rules::list(tx, &project, &language.id, query, language.grammar_rules)
}

/// A rule.
pub fn get(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<Versioned<Rule>> {
    rules::find(tx, principal, id).map(|(_, rule)| view(rule))
}

/// Changes what the update names.
pub fn update(
    change: &mut Change<'_, '_>,
    id: &str,
    expected: &IfMatch,
    update: &RuleUpdate,
) -> Result<Versioned<Rule>> {
    let (project, mut rule) = rules::get_for_update(change.tx, change.principal, id)?;
    expected.check("The grammar rule", rule.version)?;
    rule.update(update, change.now);
    rules::save(change.tx, &project, &rule)?;
    change.publish(&project, EventKind::GrammarRule, view(rule), Counters::default())
}

/// Deletes a rule.
pub fn delete(change: &mut Change<'_, '_>, id: &str) -> Result<()> {
    let (project, rule) = rules::get_for_update(change.tx, change.principal, id)?;
    rules::delete(change.tx, &project, &rule)?;
    change.publish_deleted(&project, EventKind::GrammarRule, &view(rule).view, Counters::default())
}

fn view(rule: Rule) -> Versioned<Rule> {
    let version = rule.version;
    Versioned { view: rule, version }
}
