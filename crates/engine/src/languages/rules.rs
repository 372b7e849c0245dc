//! Commands on grammar rules of a language, and their views.

use domain::{
    Principal, Result,
    events::EventKind,
    ids,
    languages::{
        grammar::{ANSWER_STEPS_MAX, Grammar, results},
        patterns::StepBudget,
        rules::{Rule, RuleCreate, RuleQuery, RuleUpdate, RuleView},
    },
    page::Page,
    versioned::{IfMatch, Versioned},
};
use store::{
    Tx,
    languages::{self, rules, words},
    project_counters::Counters,
    projects::ProjectAccess,
};

use crate::change::Change;

/// Steps that a change may take to find the forms of the lexicon that it changes.
const CHANGE_STEPS_MAX: u32 = 500_000;

/// Creates a rule of a language.
pub fn create(
    change: &mut Change<'_, '_>,
    language_id: &str,
    create: &RuleCreate,
) -> Result<Versioned<RuleView>> {
    let (project, language) = languages::get_for_update(change.tx, change.principal, language_id)?;
    let position = match create.sort_order {
        Some(position) => position,
        None => rules::next_position(change.tx, &project, &language.id)?,
    };
    let of = (project.id(), language.id.as_str());
    let rule = Rule::create(ids::new(change.now), of, create, position, change.now);
    let has_pattern = !rule.pattern.trim().is_empty();
    let before =
        has_pattern.then(|| grammar(change.tx, &project, &rule.language_id)).transpose()?;
    rules::create(change.tx, &project, &rule)?;
    publish(change, &project, rule, before)
}

/// A page of a language's rules in their order.
pub fn list(
    tx: &mut Tx<'_>,
    principal: &Principal,
    language_id: &str,
    query: &RuleQuery,
) -> Result<Page<RuleView>> {
    let (project, language) = languages::find(tx, principal, language_id)?;
    let page = rules::list(tx, &project, &language.id, query, language.grammar_rules)?;
    let grammar = grammar(tx, &project, &language.id)?;
    let mut budget = StepBudget::new(ANSWER_STEPS_MAX);
    let Page { items, next_cursor, total } = page;
    let items = items.into_iter().map(|rule| view(&grammar, rule, &mut budget).view).collect();
    Ok(Page { items, next_cursor, total })
}

/// A rule.
pub fn get(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<Versioned<RuleView>> {
    let (project, rule) = rules::find(tx, principal, id)?;
    read_view(tx, &project, rule)
}

/// Changes what the update names.
pub fn update(
    change: &mut Change<'_, '_>,
    id: &str,
    expected: &IfMatch,
    update: &RuleUpdate,
) -> Result<Versioned<RuleView>> {
    let (project, mut rule) = rules::get_for_update(change.tx, change.principal, id)?;
    expected.check("The grammar rule", rule.version)?;
    let old = rule.clone();
    rule.update(update, change.now);
    let makes_others = rule.makes_other_forms(&old);
    let before =
        makes_others.then(|| grammar(change.tx, &project, &rule.language_id)).transpose()?;
    rules::save(change.tx, &project, &rule)?;
    publish(change, &project, rule, before)
}

/// Deletes a rule.
pub fn delete(change: &mut Change<'_, '_>, id: &str) -> Result<()> {
    let (project, rule) = rules::get_for_update(change.tx, change.principal, id)?;
    let view = read_view(change.tx, &project, rule.clone())?;
    rules::delete(change.tx, &project, &rule)?;
    change.publish_deleted(&project, EventKind::GrammarRule, &view.view, Counters::default())
}

/// The rules of a language, ready to run.
pub(crate) fn grammar(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    language_id: &str,
) -> Result<Grammar> {
    rules::sources(tx, project, language_id).map(Grammar::new)
}

/// A rule whose examples were run with the rules of its language as they are.
pub(crate) fn read_view(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    rule: Rule,
) -> Result<Versioned<RuleView>> {
    let grammar = grammar(tx, project, &rule.language_id)?;
    Ok(view(&grammar, rule, &mut StepBudget::new(ANSWER_STEPS_MAX)))
}

fn view(grammar: &Grammar, rule: Rule, budget: &mut StepBudget) -> Versioned<RuleView> {
    let version = rule.version;
    let results = results(grammar, &rule.id, &rule.examples, budget);
    Versioned { view: rule.view(results), version }
}

/// Publishes a rule that was made or changed. The answer also has the forms of the lexicon that are other
/// than by the rules `before`, which is none where no form can have changed.
fn publish(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    rule: Rule,
    before: Option<Grammar>,
) -> Result<Versioned<RuleView>> {
    let language_id = rule.language_id.clone();
    let grammar = grammar(change.tx, project, &language_id)?;
    let rule = view(&grammar, rule, &mut StepBudget::new(ANSWER_STEPS_MAX));
    let mut made = change.publish(project, EventKind::GrammarRule, rule, Counters::default())?;
    if let Some(before) = before {
        let lexicon = words::all(change.tx, project, &language_id)?;
        let mut budget = StepBudget::new(CHANGE_STEPS_MAX);
        let changed = grammar.changed(&before, &made.view.id, &lexicon, &mut budget);
        made.view.changed_forms = Some(changed).filter(|it| it.total > 0 || !it.complete);
    }
    Ok(made)
}
