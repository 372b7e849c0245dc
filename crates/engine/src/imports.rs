//! Reads staged folders into documents. The documents are written in bounded batches that nobody
//! sees, and appear together in one small transaction; a worker that dies leaves an import that the
//! next one begins again.

use std::{panic::AssertUnwindSafe, time::Duration};

use domain::{
    Error, OrNone as _, Principal, Result, Time,
    documents::{Document, DocumentItem, Kind, Status},
    events::{Kind as EventKind, NewEvent},
    ids,
    imports::{Import, ImportFile, Skipped, State},
};
use futures_util::FutureExt as _;
use manuscript::folder;
use store::{
    Tx, documents, events,
    idempotency::{self, Answer, Keyed},
    imports::{self, Claim, Held},
    projects, summaries,
};

use crate::{
    Change, Studio,
    batches::batches,
    documents::words,
    notifications,
    wakers::{Stop, Wake},
};

/// Files that are kept in one transaction.
const BATCH_FILES_MAX: usize = 100;

/// How long a caller may take to stage an import, in milliseconds.
const STAGING_MS_MAX: i64 = 15 * 60_000;

/// Stuck imports that are given up at once.
const STUCK_MAX: i64 = 20;

/// How long the loop waits when no bell rings.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// Stages a folder for a project and leaves it to the loop. Of equal requests with one key only the
/// first does; the others get the import it began.
///
/// # Errors
/// Not found when the project is not the principal's to see; a conflict when the key came with
/// another folder.
pub async fn begin(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
    files: Vec<ImportFile>,
    keyed: Option<Keyed>,
    render: fn(&Import) -> Result<Answer>,
) -> Result<Answer> {
    let now = studio.clock.now();
    let mut import = Import {
        id: ids::new(now),
        project_id: project_id.to_owned(),
        account: principal.user.clone(),
        state: State::Staging,
        total: i64::try_from(files.len()).unwrap_or(i64::MAX),
        done: 0,
        skipped: Vec::new(),
        error: None,
        created_at: now,
        modified_at: now,
    };
    let (opened, asker, sought) = (import.clone(), principal.clone(), keyed.clone());
    let earlier = studio
        .database
        .write(move |tx| {
            let project = projects::check(tx, &asker, &opened.project_id)?;
            let earlier = match &sought {
                Some(keyed) => idempotency::find(tx, keyed, now)?,
                None => None,
            };
            if earlier.is_none() {
                imports::create(tx, &project, &opened)?;
            }
            Ok(earlier)
        })
        .await?;
    if let Some(earlier) = earlier {
        return Ok(earlier);
    }
    stage(studio, principal, &import, files).await?;
    import.state = State::Pending;
    let answer = render(&import)?;
    let hand_over = move |change: &mut Change<'_, '_>| {
        hand_over(change, &import, keyed.as_ref(), &answer).map(|it| it.unwrap_or(answer.clone()))
    };
    studio.change(principal, hand_over).await
}

/// Keeps the files of an import, in transactions of bounded size.
async fn stage(
    studio: &Studio,
    principal: &Principal,
    import: &Import,
    files: Vec<ImportFile>,
) -> Result<()> {
    let mut place = 0;
    for batch in batches(files, BATCH_FILES_MAX, |file| file.content.len()) {
        let (asker, first) = (principal.clone(), place);
        let (id, project_id) = (import.id.clone(), import.project_id.clone());
        place += i64::try_from(batch.len()).unwrap_or(i64::MAX);
        studio
            .database
            .write(move |tx| {
                let project = projects::check(tx, &asker, &project_id)?;
                for (place, file) in (first..).zip(&batch) {
                    imports::stage(tx, &project, &id, (place, &file.path, &file.content))?;
                }
                Ok(())
            })
            .await?;
    }
    Ok(())
}

/// Hands a staged import over to the worker. The key is taken only now, with the answer: a caller that
/// went away before this may ask again. The answer to an equal request that was faster, if there was
/// one; then this import is deleted.
fn hand_over(
    change: &mut Change<'_, '_>,
    staged: &Import,
    keyed: Option<&Keyed>,
    answer: &Answer,
) -> Result<Option<Answer>> {
    let project = projects::check(change.tx, change.principal, &staged.project_id)?;
    if let Some(keyed) = keyed {
        if let Some(earlier) = idempotency::take(change.tx, keyed, change.now)? {
            imports::forget(change.tx, &project, &staged.id)?;
            return Ok(Some(earlier));
        }
        idempotency::keep(change.tx, keyed, answer)?;
    }
    if !imports::hand_over(change.tx, &project, staged)? {
        return Err(Error::Unavailable("Taking the files in took too long".to_owned()));
    }
    change.wake(Wake::Imports);
    Ok(None)
}

/// Gives back the imports an earlier life of this process was reading.
pub(crate) async fn recover(studio: &Studio) -> Result<()> {
    let node = studio.node.clone();
    studio.database.write(move |tx| imports::release(tx, &node)).await
}

/// Reads imports until the service stops.
pub(crate) async fn run(studio: Studio, mut stop: Stop) {
    while stop.or_woken(&studio.wakers.imports, LOOK_EVERY).await {
        loop {
            match next(&studio, &stop).await {
                Ok(true) if !stop.is_stopping() => {}
                Ok(_) => break,
                Err(error) => {
                    tracing::error!(
                        error = %domain::Chain(&error),
                        "reading an import failed"
                    );
                    break;
                }
            }
        }
    }
}

/// Reads the next import, if one waits.
async fn next(studio: &Studio, stop: &Stop) -> Result<bool> {
    let (now, node) = (studio.clock.now(), studio.node.clone());
    // Looked at first: a write each second that has nothing to do would hold up those that have.
    if !studio.database.read(move |tx| imports::is_waiting(tx, now)).await? {
        return Ok(false);
    }
    let until = now.plus(studio.settings.lease_ms);
    let claimed = studio.database.write(move |tx| imports::claim(tx, &node, now, until)).await?;
    let Some((mut import, claim)) = claimed else { return Ok(false) };
    let reading = AssertUnwindSafe(read(studio, stop, &claim, &mut import)).catch_unwind().await;
    let read = reading.unwrap_or_else(|_| Err(Error::internal("reading an import", "it panicked")));
    match read {
        Ok(Reading::Done) => Ok(true),
        Ok(Reading::Left) => Ok(false),
        Ok(Reading::Lost) => {
            tracing::warn!(import.id = import.id, "another worker took an import over");
            Ok(true)
        }
        Err(error @ Error::Unavailable(_)) => Err(error),
        Err(error) => {
            tracing::error!(
                error = %domain::Chain(&error),
                import.id = import.id,
                "an import failed"
            );
            let reason = match error {
                Error::Unknown { .. } | Error::Internal { .. } => {
                    "The import failed; the log says why".to_owned()
                }
                refused => refused.to_string(),
            };
            give_up(studio, &claim, import, reason).await?;
            Ok(true)
        }
    }
}

/// How the reading of an import ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// Its documents have appeared.
    Done,
    /// The lease ran out, and another worker reads it now.
    Lost,
    /// The service stops; its next life begins it again.
    Left,
}

/// Notes that nothing will come of an import, unless another worker has it by now.
async fn give_up(studio: &Studio, claim: &Claim, import: Import, reason: String) -> Result<()> {
    let import = failed(import, reason, studio.clock.now());
    let step = move |tx: &mut Tx<'_>, held: &Held<'_>| {
        imports::give_up(tx, held, &import)?;
        notify(tx, &import)
    };
    while_held(studio, claim, step).await?;
    studio.wakers.events.notify();
    Ok(())
}

/// Tells whoever asked for an import how it ended; nobody when the project is gone meanwhile, or not
/// theirs to see any more.
fn notify(tx: &mut Tx<'_>, import: &Import) -> Result<()> {
    let asker = Principal::of_account(&import.account);
    let found = projects::get(tx, &asker, &import.project_id).or_none()?;
    let Some((project, shown, _)) = found else { return Ok(()) };
    let Some(note) = import.note(&shown.name) else { return Ok(()) };
    let principal = Principal::of_account(&import.account);
    let mut change = Change::new(tx, &principal, import.modified_at);
    notifications::notify_about(&mut change, &project, &import.account, note).map(drop)
}

fn failed(import: Import, reason: String, now: Time) -> Import {
    Import { state: State::Failed, error: Some(reason), modified_at: now, ..import }
}

/// Forgets the staged files of imports that have ended, in transactions of bounded size.
pub(crate) async fn forget_files(studio: &Studio) -> Result<()> {
    let at_once = i64::try_from(BATCH_FILES_MAX).unwrap_or(i64::MAX);
    while studio.database.write(move |tx| imports::forget_files(tx, at_once)).await? > 0 {}
    Ok(())
}

/// Gives up imports whose caller went away before everything was staged.
pub(crate) async fn give_up_stuck(studio: &Studio) -> Result<()> {
    let now = studio.clock.now();
    let before = now.plus(-STAGING_MS_MAX);
    for import in studio.database.write(move |tx| imports::stuck(tx, before, STUCK_MAX)).await? {
        let reason = "The caller went away before all files were there".to_owned();
        let import = failed(import, reason, now);
        studio.database.write(move |tx| imports::give_up_stuck(tx, &import)).await?;
    }
    Ok(())
}

/// Reads one import from its staged files to documents that everybody sees. Every step of it counts
/// only while the claim is valid.
async fn read(studio: &Studio, stop: &Stop, claim: &Claim, import: &mut Import) -> Result<Reading> {
    let anew = |tx: &mut Tx<'_>, held: &Held<'_>| imports::unread(tx, held);
    if !while_held(studio, claim, anew).await? {
        return Ok(Reading::Lost);
    }
    let reader = claim.clone();
    let files = studio.database.scan(move |tx| imports::files(tx, &reader)).await?;
    // Reading a long book takes seconds; the runtime's other tasks go on meanwhile.
    let planned = tokio::task::block_in_place(|| plan(import, files, studio));
    import.done = i64::try_from(import.skipped.len()).unwrap_or(i64::MAX);
    for batch in
        batches(planned, BATCH_FILES_MAX, |(_, content)| content.as_deref().map_or(0, str::len))
    {
        if stop.is_stopping() {
            return Ok(Reading::Left);
        }
        import.done += i64::try_from(batch.iter().filter(|(_, text)| text.is_some()).count())
            .unwrap_or(i64::MAX);
        import.modified_at = studio.clock.now();
        let import = import.clone();
        let asker = Principal::of_account(&import.account);
        let keep = move |tx: &mut Tx<'_>, held: &Held<'_>| {
            // A project that went into the bin meanwhile takes no documents.
            let project = projects::check(tx, &asker, &import.project_id)?;
            for (document, content) in &batch {
                let content = content.as_deref().unwrap_or("");
                documents::create(tx, &project, document, content, Some(held))?;
            }
            imports::save(tx, held, &import)
        };
        if !while_held(studio, claim, keep).await? {
            return Ok(Reading::Lost);
        }
    }
    appear(studio, claim, import).await
}

/// Does a step of an import in a transaction that holds it; false, and nothing was done, when
/// another worker has claimed it.
async fn while_held(
    studio: &Studio,
    claim: &Claim,
    step: impl Fn(&mut Tx<'_>, &Held<'_>) -> Result<()> + Send + 'static,
) -> Result<bool> {
    let until = studio.clock.now().plus(studio.settings.lease_ms);
    let claim = claim.clone();
    studio
        .database
        .write(move |tx| match imports::get_for_update(tx, &claim, until)? {
            Some(held) => step(tx, &held).map(|()| true),
            None => Ok(false),
        })
        .await
}

/// A document and its text; a part has none.
type Planned = (Document, Option<String>);

/// The documents the files become; what is left out is noted in the import.
fn plan(import: &mut Import, files: Vec<(String, String)>, studio: &Studio) -> Vec<Planned> {
    let now = studio.clock.now();
    let plan = folder::plan(&files);
    let skipped =
        |left: folder::Skipped| Skipped { reason: reason(left.reason).to_owned(), path: left.path };
    import.skipped = plan.skipped.into_iter().map(skipped).collect();
    let mut texts: Vec<Option<String>> = files.into_iter().map(|(_, text)| Some(text)).collect();
    let mut ids_so_far: Vec<String> = Vec::with_capacity(plan.planned.len());
    plan.planned
        .into_iter()
        .map(|planned| {
            let content = planned.file.and_then(|file| texts[file].take());
            let document = Document {
                id: ids::new(now),
                project_id: import.project_id.clone(),
                parent_id: planned.parent.map(|place| ids_so_far[place].clone()),
                kind: match planned.kind {
                    folder::Kind::Part => Kind::Part,
                    folder::Kind::Chapter => Kind::Chapter,
                    folder::Kind::Note => Kind::Note,
                    folder::Kind::Reference => Kind::Reference,
                },
                title: planned.title,
                status: Status::Draft,
                position: i64::try_from(planned.position).unwrap_or(i64::MAX),
                word_target: None,
                words: content.as_deref().map_or(0, words),
                created_at: now,
                modified_at: now,
                version: 1,
            };
            ids_so_far.push(document.id.clone());
            (document, content)
        })
        .collect()
}

/// Why a file was left out, in words.
fn reason(reason: folder::Reason) -> &'static str {
    match reason {
        folder::Reason::Hidden => "it is hidden",
        folder::Reason::Extension => "its ending is none of .md, .markdown and .txt",
        folder::Reason::Path => "its path leads out of the folder, or names no file",
        folder::Reason::Repeated => "an earlier file has the same path",
        folder::Reason::Depth => "it lies too deep",
    }
}

/// Lets the documents of an import appear, all at once.
async fn appear(studio: &Studio, claim: &Claim, import: &mut Import) -> Result<Reading> {
    let now = studio.clock.now();
    import.state = State::Completed;
    import.done = import.total;
    import.modified_at = now;
    let finished = import.clone();
    let asker = Principal::of_account(&import.account);
    let finish = move |tx: &mut Tx<'_>, held: &Held<'_>| {
        let project = projects::lock(tx, &asker, &finished.project_id)?;
        let first = documents::next_position(tx, &project, None)?;
        let (change, appeared) = imports::appear(tx, held, &project, first)?;
        summaries::count_change(tx, &project, &finished.account, change, now)?;
        imports::save(tx, held, &finished)?;
        for document in appeared {
            let item = DocumentItem::of(document, None);
            let heard_by = (Some(finished.project_id.as_str()), finished.account.as_str());
            events::add(tx, &NewEvent::to(EventKind::Document, heard_by, &item, now)?)?;
        }
        notify(tx, &finished)
    };
    let ours = while_held(studio, claim, finish).await?;
    studio.wakers.events.notify();
    studio.wakers.mentions.notify();
    forget_files(studio).await?;
    Ok(if ours { Reading::Done } else { Reading::Lost })
}
