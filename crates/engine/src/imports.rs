//! Imports of documents: commands, and the worker that reads staged folders into documents. The
//! documents are written in bounded batches that nobody sees, and appear together in one small
//! transaction; a worker that dies leaves an import that the next one begins again.

mod archives;
mod books;
mod plan;
mod remarks;
mod update;

use std::{collections::HashSet, panic::AssertUnwindSafe, time::Duration};

use domain::{
    Error, OrNone as _, Principal, Result, Time,
    documents::{Document, DocumentItem, Status},
    events::EventKind,
    ids,
    imports::{Import, ImportCreate, ImportItem, Mode, Skipped, State, remarks::Remarks},
};
use futures_util::FutureExt as _;
use store::{
    Tx, documents,
    idempotency::{self, Answer, Keyed},
    imports::{self, Claim, LockedImport, StagedFile},
    projects,
};

pub(crate) use self::books::READINGS_MAX;
use self::plan::Planned;
pub use self::plan::{preview, preview_of_new};
use crate::{
    Change, Studio,
    batches::batches,
    documents::words,
    notifications,
    wakers::{Stop, Wake},
};

/// Files that are written in one transaction.
const BATCH_FILES_MAX: usize = 100;

/// How long a caller may take to stage an import, in milliseconds.
const STAGING_MS_MAX: i64 = 15 * 60_000;

/// Stuck imports that are given up in one round.
const STUCK_MAX: i64 = 20;

/// How long the worker waits when nobody notifies it.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// Stages a folder for a project and leaves it to the worker. Of equal requests with one key only the
/// first does; the others get the import it began.
///
/// # Errors
/// Too large with too many files; rejected for a book that cannot be read; not found when the principal cannot see
/// the project; a conflict when the key came with another folder, or the project's settings want no books.
pub async fn begin(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
    wanted: ImportCreate,
    keyed: Option<Keyed>,
    render: fn(&ImportItem) -> Result<Answer>,
) -> Result<Answer> {
    let ImportCreate { files, mode, cut } = wanted;
    plan::check_count(files.len())?;
    let has_book = books::has_book(&files);
    if has_book && let Some(earlier) = answered(studio, principal, project_id, &keyed).await? {
        return Ok(earlier);
    }
    // Reading a book takes a moment; the other tasks of the runtime go on meanwhile.
    let reading = match has_book {
        true => Some(books::reading(studio).await?),
        false => None,
    };
    let texts = tokio::task::block_in_place(|| books::texts(files, cut))?;
    drop(reading);
    let books::Texts { files, left_out, files_left_out, .. } = texts;
    plan::check_count(files.len())?;
    let now = studio.clock.now();
    let mut import = Import {
        id: ids::new(now),
        project_id: project_id.to_owned(),
        account: principal.user.clone(),
        state: State::Staging,
        mode,
        total: i64::try_from(files.len() + files_left_out).unwrap_or(i64::MAX),
        done: 0,
        skipped: left_out,
        error: None,
        created_at: now,
        modified_at: now,
    };
    let (created, sought) = (import.clone(), keyed.clone());
    let create = move |change: &mut Change<'_, '_>| {
        // Before the project, which may be gone since.
        if let Some(keyed) = &sought
            && let Some(earlier) = idempotency::find(change.tx, keyed, change.now)?
        {
            return Ok(Some(earlier));
        }
        if has_book {
            check_takes_books(change.tx, change.principal, &created.project_id)?;
        }
        let project = projects::check(change.tx, change.principal, &created.project_id)?;
        imports::create(change.tx, &project, &created)?;
        Ok(None)
    };
    if let Some(earlier) = studio.change(principal, create).await? {
        return Ok(earlier);
    }
    stage(studio, principal, &import, files).await?;
    import.state = State::Pending;
    let answer = render(&ImportItem::from(import.clone()))?;
    let submit = move |change: &mut Change<'_, '_>| {
        submit(change, &import, keyed.as_ref(), &answer).map(|it| it.unwrap_or(answer.clone()))
    };
    studio.change(principal, submit).await
}

/// The answer to an equal request, if there is one; that the principal may import books, before one is read.
async fn answered(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
    keyed: &Option<Keyed>,
) -> Result<Option<Answer>> {
    let (known, of, keyed, now) =
        (principal.clone(), project_id.to_owned(), keyed.clone(), studio.clock.now());
    studio
        .database
        .read(move |tx| {
            // Before the project, which may be gone since.
            if let Some(keyed) = &keyed
                && let Some(earlier) = idempotency::find(tx, keyed, now)?
            {
                return Ok(Some(earlier));
            }
            check_takes_books(tx, &known, &of).map(|()| None)
        })
        .await
}

/// That the principal may import books into a project.
fn check_takes_books(tx: &mut Tx<'_>, principal: &Principal, project_id: &str) -> Result<()> {
    let project = projects::check(tx, principal, project_id)?;
    projects::detail(tx, &project)?.settings.integrations.check_foreign_format()
}

/// An import and how far it is.
pub fn get(
    tx: &mut Tx<'_>,
    principal: &Principal,
    (project_id, id): (&str, &str),
) -> Result<ImportItem> {
    let project = projects::check(tx, principal, project_id)?;
    imports::get(tx, &project, id).map(ImportItem::from)
}

/// Writes the files of an import, in transactions of bounded size.
async fn stage(
    studio: &Studio,
    principal: &Principal,
    import: &Import,
    files: Vec<StagedFile>,
) -> Result<()> {
    let mut first = 0;
    for batch in batches(files, BATCH_FILES_MAX, |file| file.content.len()) {
        let (id, project_id) = (import.id.clone(), import.project_id.clone());
        let next = first + i64::try_from(batch.len()).unwrap_or(i64::MAX);
        let stage = move |change: &mut Change<'_, '_>| {
            let project = projects::check(change.tx, change.principal, &project_id)?;
            for (number, file) in (first..).zip(&batch) {
                imports::stage(change.tx, &project, &id, (number, file))?;
            }
            Ok(())
        };
        studio.change(principal, stage).await?;
        first = next;
    }
    Ok(())
}

/// Hands a staged import over to the worker. The key is taken only now, with the answer: a caller that
/// went away before this may ask again. The answer to an equal request that was faster, if there was
/// one; then this import is deleted.
fn submit(
    change: &mut Change<'_, '_>,
    staged: &Import,
    keyed: Option<&Keyed>,
    answer: &Answer,
) -> Result<Option<Answer>> {
    if let Some(keyed) = keyed {
        if let Some(earlier) = idempotency::take(change.tx, keyed, change.now)? {
            // The staged import of a project that is gone is given up later.
            if let Some(project) = projects::find(change.tx, change.principal, &staged.project_id)?
            {
                imports::delete(change.tx, &project, &staged.id)?;
            }
            return Ok(Some(earlier));
        }
        idempotency::keep(change.tx, keyed, answer)?;
    }
    let project = projects::check(change.tx, change.principal, &staged.project_id)?;
    if !imports::submit(change.tx, &project, staged)? {
        return Err(Error::Unavailable(
            "Sending the files took too long, and the import was given up: send them again"
                .to_owned(),
        ));
    }
    change.wake(Wake::Imports);
    Ok(None)
}

/// Releases the imports that this server was reading when it was last stopped.
pub(crate) async fn recover(studio: &Studio) -> Result<()> {
    let node = studio.node.clone();
    studio.database.write(move |tx| imports::release(tx, &node)).await
}

/// Reads imports until the service stops.
pub(crate) async fn run(studio: Studio, mut stop: Stop) {
    while stop.wait(&studio.wakers.imports, POLL_INTERVAL).await {
        loop {
            match next(&studio, &stop).await {
                Ok(true) if !stop.is_stopping() => {}
                Ok(_) => break,
                Err(error) => {
                    tracing::error!(
                        error = %domain::ErrorChain(&error),
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
    // Read first: a write each second that has nothing to do would hold up those that have.
    if !studio.database.read(move |tx| imports::is_waiting(tx, now)).await? {
        return Ok(false);
    }
    let until = now.plus(studio.settings.lease_ms);
    let claimed = studio.database.write(move |tx| imports::claim(tx, &node, now, until)).await?;
    let Some((mut import, claim)) = claimed else { return Ok(false) };
    let job = Job { studio, principal: Principal::of_account(&import.account), claim };
    let reading = AssertUnwindSafe(read(&job, stop, &mut import)).catch_unwind().await;
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
                error = %domain::ErrorChain(&error),
                import.id = import.id,
                "an import failed"
            );
            let reason = match error {
                Error::OutcomeUnknown { .. } | Error::Internal { .. } => {
                    "The import failed; the log says why".to_owned()
                }
                refused => refused.to_string(),
            };
            give_up(&job, import, reason).await?;
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
    /// The service stops; after its next start it is begun again.
    Left,
}

/// An import that this worker has claimed.
struct Job<'s> {
    studio: &'s Studio,
    /// The user on whose behalf the import works.
    principal: Principal,
    claim: Claim,
}

impl Job<'_> {
    /// Runs a step of the import in a transaction that locks it and prolongs the claim; false, and
    /// nothing was done, when another worker has claimed it.
    async fn change(
        &self,
        step: impl Fn(&mut Change<'_, '_>, &LockedImport<'_>) -> Result<()> + Send + 'static,
    ) -> Result<bool> {
        let (claim, lease_ms) = (self.claim.clone(), self.studio.settings.lease_ms);
        let run = move |change: &mut Change<'_, '_>| {
            let until = change.now.plus(lease_ms);
            match imports::get_for_update(change.tx, &claim, until)? {
                Some(locked) => step(change, &locked).map(|()| true),
                None => Ok(false),
            }
        };
        self.studio.change(&self.principal, run).await
    }
}

/// Notes that an import failed, unless another worker has it by now.
async fn give_up(job: &Job<'_>, import: Import, reason: String) -> Result<()> {
    let import = failed(import, reason, job.studio.clock.now());
    let step = move |change: &mut Change<'_, '_>, locked: &LockedImport<'_>| {
        imports::give_up(change.tx, locked, &import)?;
        notify(change, &import)
    };
    job.change(step).await.map(drop)
}

/// Notifies the principal how their import ended; not when the project was deleted meanwhile, or they
/// cannot see it any more.
fn notify(change: &mut Change<'_, '_>, import: &Import) -> Result<()> {
    let found = projects::get(change.tx, change.principal, &import.project_id).or_none()?;
    let Some((access, project, _)) = found else { return Ok(()) };
    let Some(note) = import.notification(&project.name) else { return Ok(()) };
    notifications::notify_about(change, &access, &import.account, note).map(drop)
}

fn failed(import: Import, reason: String, now: Time) -> Import {
    Import { state: State::Failed, error: Some(reason), modified_at: now, ..import }
}

/// Deletes the staged files of imports that have ended, in transactions of bounded size.
pub(crate) async fn delete_files(studio: &Studio) -> Result<()> {
    let limit = i64::try_from(BATCH_FILES_MAX).unwrap_or(i64::MAX);
    while studio.database.write(move |tx| imports::delete_files(tx, limit)).await? > 0 {}
    Ok(())
}

/// Gives up imports whose caller went away before everything was staged.
pub(crate) async fn give_up_stuck(studio: &Studio) -> Result<()> {
    let now = studio.clock.now();
    let before = now.plus(-STAGING_MS_MAX);
    for import in studio.database.read(move |tx| imports::stuck(tx, before, STUCK_MAX)).await? {
        let reason = "The caller went away before all files had arrived".to_owned();
        let import = failed(import, reason, now);
        studio.database.write(move |tx| imports::give_up_stuck(tx, &import)).await?;
    }
    Ok(())
}

/// Reads one import from its staged files to documents that everybody sees. Every step of it counts
/// only while the claim is valid.
async fn read(job: &Job<'_>, stop: &Stop, import: &mut Import) -> Result<Reading> {
    if !job.change(|change, locked| imports::delete_staged_documents(change.tx, locked)).await? {
        return Ok(Reading::Lost);
    }
    let (studio, claim) = (job.studio, job.claim.clone());
    let files = studio.database.scan(move |tx| imports::files(tx, &claim)).await?;
    // Reading a long book takes seconds; the other tasks of the runtime go on meanwhile.
    let staged = files.len();
    let (planned, skipped) = tokio::task::block_in_place(|| plan::plan(files));
    // Those that were left out of archives were never staged.
    let taken = i64::try_from(staged - skipped.len()).unwrap_or(i64::MAX);
    let skipped_files = (import.total - taken).max(0);
    // What was left out of books is there since the files were staged, and all of it where the import begins again.
    let noted: HashSet<Skipped> = import.skipped.iter().cloned().collect();
    import.skipped.extend(skipped.into_iter().filter(|it| !noted.contains(it)));
    if import.mode == Mode::Update {
        return update::run(job, import, planned).await;
    }
    let now = studio.clock.now();
    let (created, remarks) = tokio::task::block_in_place(|| documents_of(import, planned, now));
    import.done = skipped_files;
    for batch in
        batches(created, BATCH_FILES_MAX, |(_, content)| content.as_deref().map_or(0, str::len))
    {
        if stop.is_stopping() {
            return Ok(Reading::Left);
        }
        import.done += i64::try_from(batch.iter().filter(|(_, text)| text.is_some()).count())
            .unwrap_or(i64::MAX);
        import.modified_at = studio.clock.now();
        let import = import.clone();
        let write = move |change: &mut Change<'_, '_>, locked: &LockedImport<'_>| {
            // A project that was put into the trash meanwhile takes no documents.
            let project = projects::check(change.tx, change.principal, &import.project_id)?;
            for (document, content) in &batch {
                let content = content.as_deref().unwrap_or("");
                documents::create(change.tx, &project, document, content, Some(locked))?;
            }
            imports::save(change.tx, locked, &import)
        };
        if !job.change(write).await? {
            return Ok(Reading::Lost);
        }
    }
    publish_documents(job, import, remarks).await
}

/// A document and its text; a part has none.
type NewDocument = (Document, Option<String>);

/// What editors say about a document, with its id and the bytes of its text.
type Said = (String, usize, Remarks);

/// The documents of a plan as new ones, and what editors say about them.
fn documents_of(
    import: &Import,
    planned: Vec<Planned>,
    now: Time,
) -> (Vec<NewDocument>, Vec<Said>) {
    let mut said = Vec::new();
    let mut ids_so_far: Vec<String> = Vec::with_capacity(planned.len());
    let document = |planned: Planned| {
        let document = Document {
            id: ids::new(now),
            project_id: import.project_id.clone(),
            parent_id: planned.parent.map(|at| ids_so_far[at].clone()),
            kind: planned.kind,
            title: planned.title,
            status: Status::Draft,
            position: planned.position,
            word_target: None,
            words: planned.content.as_deref().map_or(0, words),
            created_at: now,
            modified_at: now,
            version: 1,
            locked_by: None,
        };
        ids_so_far.push(document.id.clone());
        if let Some(remarks) = planned.remarks {
            let bytes = planned.content.as_ref().map_or(0, String::len);
            said.push((document.id.clone(), bytes, remarks));
        }
        (document, planned.content)
    };
    let created = planned.into_iter().map(document).collect();
    (created, said)
}

/// Lets the documents of an import appear, all at once, with what editors say about them.
async fn publish_documents(job: &Job<'_>, import: &mut Import, said: Vec<Said>) -> Result<Reading> {
    import.state = State::Completed;
    import.done = import.total;
    import.modified_at = job.studio.clock.now();
    let import = import.clone();
    let finish = move |change: &mut Change<'_, '_>, locked: &LockedImport<'_>| {
        let project = projects::lock(change.tx, change.principal, &import.project_id)?;
        let first = documents::TREE.next_position(change.tx, &project, None)?;
        let (counters, appeared) = imports::publish_documents(change.tx, locked, &project, first)?;
        change.count(&project, counters)?;
        for document in appeared {
            let view = DocumentItem::of(document, None);
            change.publish_to((Some(&project), &import.account), EventKind::Document, &view)?;
        }
        let mut import = import.clone();
        for (id, bytes, remarks) in &said {
            let left_out = remarks::record(change, &project, (id.as_str(), *bytes), remarks)?;
            import.skipped.extend(left_out);
        }
        imports::save(change.tx, locked, &import)?;
        notify(change, &import)
    };
    let is_ours = job.change(finish).await?;
    delete_files(job.studio).await?;
    Ok(if is_ours { Reading::Done } else { Reading::Lost })
}
