//! Grammar rules at the door.

use axum::{extract::State, http::HeaderMap};
use domain::{
    Result, Time,
    events::Kind,
    ids,
    languages::rules::{Rule, RuleCreate, RuleQuery, RuleUpdate},
};
use store::{
    Tx,
    languages::{self, rules},
    projects::ProjectAccess,
};

pub(crate) use domain::languages::rules::GrammarRuleResponse;

use super::about;
use crate::{
    App,
    answer::{self, Reply, listing, nothing, tagged},
    auth::CurrentUser,
    body::{Body, KeyedBody},
    once,
    path::Ids,
    projects::check_current,
    query::Query,
};

/// Makes a rule.
pub(crate) async fn create(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    KeyedBody { model, key }: KeyedBody<RuleCreate>,
) -> Reply {
    let (language_id, now) = (ids.one(), app.studio.clock.now());
    let asker = principal.clone();
    let write = move |tx: &mut Tx<'_>| {
        let (project, language) = languages::get_for_update(tx, &asker, &language_id)?;
        let place = match model.sort_order {
            Some(place) => place,
            None => rules::next_place(tx, &project, &language.id)?,
        };
        let of = (project.id(), language.id.as_str());
        let rule = Rule::create(ids::new(now), of, &model, place, now);
        rules::create(tx, &project, &rule)?;
        let version = rule.version;
        Ok((tell(tx, &project, rule, &asker.user, now)?, version))
    };
    let (text, version) =
        once::write_versioned(&app.studio.database, &principal, key, now, write).await?;
    app.studio.wakers.events.notify();
    Ok(tagged(text, version))
}

/// A language's rules in their order.
pub(crate) async fn list(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    Query(query): Query<RuleQuery>,
) -> Reply {
    let language_id = ids.one();
    let page = app
        .studio
        .database
        .read(move |tx| {
            let (project, language) = languages::find(tx, &principal, &language_id)?;
            rules::list(tx, &project, &language.id, &query, language.grammar_rules)
        })
        .await?;
    listing("grammarRules", page.map(GrammarRuleResponse::from))
}

/// A rule.
pub(crate) async fn read(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    let id = ids.one();
    let (_, rule) = app.studio.database.read(move |tx| rules::find(tx, &principal, &id)).await?;
    let version = rule.version;
    Ok(tagged(answer::text(&GrammarRuleResponse::from(rule))?, version))
}

/// Changes only what the body names.
pub(crate) async fn update(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    headers: HeaderMap,
    Body(model): Body<RuleUpdate>,
) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    let (text, version) = app
        .studio
        .database
        .write(move |tx| {
            let (project, mut rule) = rules::get_for_update(tx, &principal, &id)?;
            check_current("The grammar rule", &headers, rule.version)?;
            rule.update(&model, now);
            rules::save(tx, &project, &rule)?;
            let version = rule.version;
            Ok((tell(tx, &project, rule, &principal.user, now)?, version))
        })
        .await?;
    app.studio.wakers.events.notify();
    Ok(tagged(text, version))
}

/// Deletes a rule.
pub(crate) async fn delete(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    app.studio
        .database
        .write(move |tx| {
            let (project, rule) = rules::get_for_update(tx, &principal, &id)?;
            rules::delete(tx, &project, &rule)?;
            let about = about(Kind::GrammarRule, &project, &principal.user, now);
            about.count(tx, 0)?;
            about.gone(tx, &GrammarRuleResponse::from(rule))
        })
        .await?;
    app.studio.wakers.events.notify();
    Ok(nothing())
}

/// Counts a change and tells of the rule as it is now; its text for the answer.
fn tell(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    rule: Rule,
    account: &str,
    now: Time,
) -> Result<String> {
    let about = about(Kind::GrammarRule, project, account, now);
    about.count(tx, 0)?;
    about.changed(tx, &GrammarRuleResponse::from(rule))
}
