//! What the checks find in the texts of a project, read once and kept until a text changes, or for checks
//! that know the project, its lore or its rules. Whoever checks a document, or the whole book, gets it from
//! here, so that a sweep after a change reads no more than what has changed. What was kept and what is read
//! anew are the same.

use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::Arc,
};

use domain::{
    Principal, Result,
    documents::{Document, book::Book},
    findings::{Check, CheckFound, ProseMeasures},
};
use store::{
    extracts, projects,
    readings::{self, ReadingKey, StoredReading},
};
use tokio::sync::Mutex;

use crate::{
    Studio, blocking,
    checks::{self, Canon},
    names::BookSlips,
    skills::SHORT_TEXT_BYTES,
};

/// The form of what is kept. Any change of what a check finds in a text, or says of it, needs another number.
const READING_FORM: i64 = 9;

/// Documents that are read at the same time, at most, by all who read.
const LOCKS: usize = 64;

/// The checks that need nothing but a text.
const OF_TEXT: [Check; 2] = [Check::Prose, Check::Dialogue];

/// The checks that need the lore and the rules of the project too.
const OF_PROJECT: [Check; 3] = [Check::Names, Check::NamingPatterns, Check::ProhibitedElements];

/// What readings share in a process.
pub(crate) struct SharedReadings {
    /// Agents check the same document at the same time: the first reads it, the others wait for what it
    /// found. Several documents may share a lock.
    documents: [Mutex<()>; LOCKS],
    /// The misspelt names of the book that was read last, with what they were read from.
    pub(crate) slips: Mutex<Option<(String, Arc<BookSlips>)>>,
}

impl Default for SharedReadings {
    fn default() -> Self {
        Self { documents: std::array::from_fn(|_| Mutex::default()), slips: Mutex::default() }
    }
}

impl SharedReadings {
    fn lock(&self, id: &str) -> &Mutex<()> {
        let mut hasher = DefaultHasher::new();
        id.hash(&mut hasher);
        let at = hasher.finish() % LOCKS as u64;
        &self.documents[usize::try_from(at).unwrap_or(0)]
    }
}

/// A document with what the checks find in its text.
#[derive(Debug, Clone)]
pub(crate) struct DocumentReading {
    /// The document, in the version that was read.
    pub(crate) document: Document,
    /// What they found, each check once.
    pub(crate) found: Vec<CheckFound>,
}

impl DocumentReading {
    /// What a check found.
    pub(crate) fn of(&self, check: Check) -> Option<&CheckFound> {
        self.found.iter().find(|it| it.check == check)
    }

    /// What the check of the prose counted.
    pub(crate) fn measures(&self) -> Option<ProseMeasures> {
        self.of(Check::Prose)?.measures
    }
}

/// What these checks find in a document of a project; none when it is gone.
///
/// # Errors
/// Not found when the principal cannot see the project.
pub(crate) async fn of_document(
    studio: &Studio,
    principal: &Principal,
    (project_id, id): (&str, &str),
    (wanted, canon): (&[Check], &Arc<Canon>),
) -> Result<Option<DocumentReading>> {
    let needed = Needed::of(wanted);
    let stored = stored(studio, principal, (project_id, id), canon).await?;
    match stored.map(|it| needed.parse(it)) {
        None => Ok(None),
        Some(Ok(reading)) => Ok(Some(reading)),
        Some(Err(_)) => {
            let _reading = studio.readings.lock(id).lock().await;
            // Somebody else may have read it meanwhile.
            let again = self::stored(studio, principal, (project_id, id), canon).await?;
            match again.map(|it| needed.parse(it)) {
                None => Ok(None),
                Some(Ok(reading)) => Ok(Some(reading)),
                Some(Err(missing)) => {
                    read(studio, principal, (project_id, id), (missing, canon)).await
                }
            }
        }
    }
}

/// What these checks find in every text of a project's manuscript, in reading order.
///
/// # Errors
/// Not found when the principal cannot see the project.
pub(crate) async fn of_manuscript(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
    (wanted, canon): (&[Check], &Arc<Canon>),
) -> Result<Vec<DocumentReading>> {
    let (known, id, basis) = (principal.clone(), project_id.to_owned(), canon.basis().to_owned());
    let stored = studio
        .database
        .scan(move |tx| {
            let project = projects::check(tx, &known, &id)?;
            readings::list(tx, &project, ReadingKey { basis: &basis, form: READING_FORM })
        })
        .await?;
    let needed = Needed::of(wanted);
    let parse = move || {
        let with_text = stored.into_iter().filter(|it| it.document.words > 0);
        let parsed = with_text.map(|it| {
            let id = it.document.id.clone();
            needed.parse(it).map_err(|_| id)
        });
        parsed.collect::<Vec<_>>()
    };
    let parsed = blocking::run("reading what was found in texts", parse).await?;
    let mut all = Vec::with_capacity(parsed.len());
    for it in parsed {
        match it {
            Ok(reading) => all.push(reading),
            Err(id) => {
                let at = (project_id, id.as_str());
                all.extend(of_document(studio, principal, at, (wanted, canon)).await?);
            }
        }
    }
    Ok(in_reading_order(all))
}

fn in_reading_order(mut all: Vec<DocumentReading>) -> Vec<DocumentReading> {
    let mut documents: Vec<Document> = all.iter().map(|it| it.document.clone()).collect();
    documents.sort_by(|one, other| (one.position, &one.id).cmp(&(other.position, &other.id)));
    let book = Book::of(documents, true).manuscript;
    let order: std::collections::HashMap<&str, usize> =
        book.iter().enumerate().map(|(at, it)| (it.document.id.as_str(), at)).collect();
    all.retain(|it| order.contains_key(it.document.id.as_str()));
    all.sort_by_key(|it| order.get(it.document.id.as_str()).copied());
    all
}

async fn stored(
    studio: &Studio,
    principal: &Principal,
    (project_id, id): (&str, &str),
    canon: &Canon,
) -> Result<Option<StoredReading>> {
    let (known, at, id) = (principal.clone(), project_id.to_owned(), id.to_owned());
    let basis = canon.basis().to_owned();
    studio
        .database
        .scan(move |tx| {
            let project = projects::check(tx, &known, &at)?;
            readings::get(tx, &project, &id, ReadingKey { basis: &basis, form: READING_FORM })
        })
        .await
}

/// Which parts of a reading somebody needs, or lacks.
#[derive(Clone, Copy)]
struct Needed {
    of_text: bool,
    of_project: bool,
}

impl Needed {
    fn of(wanted: &[Check]) -> Self {
        let is_any = |of: &[Check]| wanted.iter().any(|check| of.contains(check));
        Self { of_text: is_any(&OF_TEXT), of_project: is_any(&OF_PROJECT) }
    }

    /// What was kept, where it is all there; else what there is none of.
    fn parse(self, stored: StoredReading) -> std::result::Result<DocumentReading, Self> {
        let of_text = stored.of_text.as_deref().and_then(parse);
        let of_project = stored.of_project.as_deref().and_then(parse);
        if self.of_text && of_text.is_none() || self.of_project && of_project.is_none() {
            // One reading makes all that is missing, for whoever comes next.
            return Err(Self { of_text: of_text.is_none(), of_project: of_project.is_none() });
        }
        let mut found = if self.of_text { of_text.unwrap_or_default() } else { Vec::new() };
        found.extend(of_project.filter(|_| self.of_project).unwrap_or_default());
        Ok(DocumentReading { document: stored.document, found })
    }
}

fn parse(text: &str) -> Option<Vec<CheckFound>> {
    serde_json::from_str(text).ok()
}

/// Reads a text, and keeps what is found.
async fn read(
    studio: &Studio,
    principal: &Principal,
    (project_id, id): (&str, &str),
    (missing, canon): (Needed, &Arc<Canon>),
) -> Result<Option<DocumentReading>> {
    let (known, at, ids) = (principal.clone(), project_id.to_owned(), vec![id.to_owned()]);
    let mut texts = studio
        .database
        .scan(move |tx| {
            let project = projects::check(tx, &known, &at)?;
            extracts::texts(tx, &project, &ids, usize::MAX)
        })
        .await?;
    let Some(text) = texts.pop() else { return Ok(None) };
    let (document, digest, known) = (text.document, text.digest, Arc::clone(canon));
    let is_short = text.content.len() <= SHORT_TEXT_BYTES;
    let reading = move || {
        let checks =
            |is_missing: bool, all: &[Check]| if is_missing { all.to_vec() } else { Vec::new() };
        let mut all = checks(missing.of_text, &OF_TEXT);
        all.extend(checks(missing.of_project, &OF_PROJECT));
        let found = checks::read(&all, text.content, &known);
        let kept = |part: &[Check]| {
            let found: Vec<&CheckFound> =
                found.iter().filter(|it| part.contains(&it.check)).collect();
            serde_json::to_string(&found).ok()
        };
        let of_text = missing.of_text.then(|| kept(&OF_TEXT)).flatten();
        let of_project = missing.of_project.then(|| kept(&OF_PROJECT)).flatten();
        (found, of_text, of_project)
    };
    let (found, of_text, of_project) =
        if is_short { reading() } else { blocking::run("checking a text", reading).await? };
    let (id, basis) = (document.id.clone(), canon.basis().to_owned());
    studio
        .database
        .write(move |tx| {
            let key = ReadingKey { basis: &basis, form: READING_FORM };
            readings::save(tx, (&id, &digest), key, [of_text.as_deref(), of_project.as_deref()])
        })
        .await?;
    Ok(Some(DocumentReading { document, found }))
}

#[cfg(test)]
mod tests {
    use domain::{digest, lore::Category, projects::settings::LorekeeperProjectConfig};
    use store::lore::EntryNames;

    use super::*;

    /// A text in which each of the checks finds something.
    const TEXT: &str = "“Come in, he said.\n\nMina sat in the the garden. We met Minna there, and a gun. He \
                        slowly rose, softly spoke, quickly left and quietly came back to them. It \
                        was colder then the sea.";

    /// The digest of what is kept of it in this form.
    const KEPT: (i64, &str) =
        (9, "ce3fb8c0ec267be61ce7fd28254b4fc1ac28119ad2bfeaa214683eba151fad4e");

    #[test]
    fn what_is_kept_has_another_form_when_it_changes() {
        let entry = EntryNames {
            entry_id: "e".to_owned(),
            category: Category::Character,
            names: vec!["Mina Harker".to_owned(), "Mina".to_owned()],
        };
        let rules = LorekeeperProjectConfig {
            prohibited_elements: vec!["gun".to_owned()],
            ..LorekeeperProjectConfig::default()
        };
        let canon = Canon::new(vec![entry], &rules);

        let all: Vec<Check> = OF_TEXT.into_iter().chain(OF_PROJECT).collect();
        let found = checks::read(&all, TEXT.to_owned(), &canon);

        assert!(found.iter().filter(|it| !it.found.is_empty()).count() >= 4, "{found:#?}");
        let kept = digest::hex(serde_json::to_string(&found).unwrap().as_bytes());
        assert_eq!(
            (READING_FORM, kept.as_str()),
            KEPT,
            "what checks find has changed: raise READING_FORM, and write the form and the digest here"
        );
    }
}
