//! The ledger of a project's facts: read from the extracts of its texts, from its lore and its timelines,
//! each time anew; what its author rejected is left out of what is compared. Which facts exclude each other
//! is for `domain::facts` to say.

mod attributes;
mod lore;
mod open;
mod persons;
mod relatives;
mod texts;
mod titles;
mod ways;

use std::collections::{BTreeSet, HashMap, HashSet};

use domain::{
    Error, Principal, Result,
    documents::Document,
    events::EventKind,
    facts::{
        self, Attribute, Fact, FactPassage, FactQuery, FactSource, FactUpdate, Ledger, PartialDate,
        REJECTIONS_MAX, RejectionSpace, view::FactItem,
    },
    lore::{ENTRIES_MAX, Entry, LoreQuery},
    page::{Cursor, Page},
};
use prose::{
    CalendarDate, FactExtract, HabitExtract, Lasting, OtherTitle, Span, WordingExtract, is_noble,
    is_trade,
};
use store::{
    Tx,
    facts::{self as stored, DatedEvent},
    lore as stored_lore,
    project_counters::Counters,
    projects::{self, ProjectAccess},
};

use crate::{
    Change, Studio, blocking,
    extracts::{self, DocumentExtract},
    names::{self, NamedBook},
};
use persons::Persons;
use relatives::ReadFacts;
pub(crate) use texts::of_texts;
pub(crate) use titles::PersonsTitle;

/// How certain a fact is whose subject is a name, and one whose subject is a pronoun, in hundredths.
const BY_NAME: u8 = 95;
const BY_PRONOUN: u8 = 85;

/// A document with what the ledger reads of it.
pub(crate) struct ReadDocument {
    pub(crate) document: Document,
    pub(crate) facts: FactExtract,
    /// What its words show by themselves, which is no part of the ledger.
    pub(crate) wording: WordingExtract,
    /// How it is told, likewise.
    pub(crate) habits: HabitExtract,
    /// The names that stand in it, where a journey is of which it names the beginning alone.
    pub(crate) names: Vec<String>,
}

impl ReadDocument {
    fn of(read: DocumentExtract) -> Self {
        let facts = read.extract.facts;
        let is_open = facts.journeys.iter().any(|it| it.names[1].is_empty());
        let rows = read.extract.names.rows.into_iter();
        Self {
            document: read.document,
            names: rows.filter(|_| is_open).map(|it| it.text).collect(),
            facts,
            wording: read.extract.wording,
            habits: read.extract.habits,
        }
    }
}

/// A journey of the lore: the names of both places as they are called, and its duration in minutes.
pub(crate) struct LoreJourney {
    pub(crate) names: [String; 2],
    pub(crate) minutes: i64,
    /// The entry that states it, and its words.
    pub(crate) entry: String,
    pub(crate) quote: String,
}

/// How long something lasted, with whose it is: the persons whom its sentence names.
pub(crate) struct PersonsLasting {
    /// The document, by its place in the book.
    pub(crate) position: usize,
    pub(crate) persons: Vec<usize>,
    pub(crate) lasting: Lasting,
}

/// The ledger of a project, with the texts that it was read from.
pub(crate) struct ProjectLedger {
    pub(crate) ledger: Ledger,
    /// In the order of the book.
    pub(crate) documents: Vec<ReadDocument>,
    pub(crate) journeys: Vec<LoreJourney>,
    /// Days of the lore with their weekdays and without a year.
    pub(crate) lore_dates: Vec<LoreDate>,
    /// How long things lasted, in the order of the book.
    pub(crate) lastings: Vec<PersonsLasting>,
    /// Ranks that stand for somebody.
    pub(crate) titles: Vec<PersonsTitle>,
    /// Names that begin with a rank, with how often they stand in the text.
    pub(crate) titled_names: Vec<(String, usize)>,
    /// Names with another title than the book has otherwise.
    pub(crate) other_titles: Vec<OtherTitle>,
    /// The words of names and of the lore, in small letters.
    pub(crate) own_words: HashSet<String>,
    /// Why facts were rejected, by their ids.
    rejections: HashMap<String, String>,
    /// The rejected facts.
    rejected: Vec<Fact>,
    persons: Persons,
}

/// A day of a lore entry with its weekday and without a year.
pub(crate) struct LoreDate {
    /// The name of the entry.
    pub(crate) entry: String,
    pub(crate) date: CalendarDate,
}

/// What a ledger is read from, beside the texts.
struct Records {
    entries: Vec<Entry>,
    texts: HashMap<String, String>,
    events: Vec<DatedEvent>,
    rejections: HashMap<String, String>,
}

fn records(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Records> {
    let query =
        LoreQuery { category: None, q: None, prefix: None, limit: ENTRIES_MAX, cursor: None };
    let entries = stored_lore::list(tx, project, &query)?.items.into_iter();
    Ok(Records {
        entries: entries.map(|(entry, _)| entry).collect(),
        texts: stored::lore_texts(tx, project)?,
        events: stored::events(tx, project)?,
        rejections: stored::rejections(tx, project)?,
    })
}

/// Reads the ledger of a project.
///
/// # Errors
/// Not found when the principal cannot see the project.
pub(crate) async fn of_project(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
) -> Result<ProjectLedger> {
    let documents = extracts::of_project(studio, principal, project_id).await?;
    of_extracts(studio, principal, project_id, documents).await
}

/// Reads the ledger of a project from the extracts of its texts.
///
/// # Errors
/// Not found when the principal cannot see the project.
pub(crate) async fn of_extracts(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
    documents: Vec<DocumentExtract>,
) -> Result<ProjectLedger> {
    let book = names::of_extracts(studio, principal, project_id, documents).await?;
    let (known, id) = (principal.clone(), project_id.to_owned());
    let read = studio
        .database
        .scan(move |tx| {
            let project = projects::check(tx, &known, &id)?;
            records(tx, &project)
        })
        .await?;
    blocking::run("reading facts", move || ProjectLedger::of(book, read)).await
}

impl ProjectLedger {
    fn of(book: NamedBook, records: Records) -> Self {
        let persons = Persons::of(&book, &records.entries);
        let own_words = own_words(&book, &records);
        let of_lore = book.entries.iter().flat_map(|it| &it.names).map(String::as_str);
        let of_lore: Vec<&str> = of_lore.collect();
        let titled_names = titled_names(&book);
        let other_titles = prose::other_titles(&book.roster.entities, &of_lore);
        let documents: Vec<ReadDocument> =
            book.documents.into_iter().map(ReadDocument::of).collect();
        let mut all = ReadFacts::default();
        for (position, read) in documents.iter().enumerate() {
            of_text(&persons, position, read, &mut all);
            all.extend(open::facts(&persons, position, read));
        }
        lore::facts(&persons, (&records.entries, &records.texts), &mut all);
        all.extend(lore::of_events(&persons, &records.events));
        let journeys = ways::journeys(&records.entries, &records.texts);
        let lore_dates = lore::dates(&records.entries, &records.texts);
        let lastings = lastings(&persons, &documents);
        let titles = titles::titles(&persons, &documents);
        let (rejected, facts) = all
            .into_facts(persons.count())
            .into_iter()
            .partition(|fact| records.rejections.contains_key(&fact.id()));
        let elapsed = documents.iter().enumerate().flat_map(|(position, read)| {
            let of = move |it: &prose::Elapsed| (position, number(it.span.start), it.years);
            // What a book begins with came before it: "Thirteen years had passed since her death".
            let is_narrated = move |it: &&prose::Elapsed| position > 0 || !it.is_since;
            read.facts.elapsed.iter().filter(is_narrated).map(of)
        });
        let ledger =
            Ledger { elapsed: elapsed.collect(), years: lore::years(&records.events), facts };
        let rejections = records.rejections;
        Self {
            ledger,
            documents,
            journeys,
            lore_dates,
            lastings,
            titles,
            titled_names,
            other_titles,
            own_words,
            rejections,
            rejected,
            persons,
        }
    }

    /// Whether two names mean one place.
    pub(crate) fn is_same_name(&self, one: &str, other: &str) -> bool {
        self.persons.is_same(one, other)
    }

    /// Every fact once, in the order of the book, with where a page may begin behind it: of several in the
    /// same words, the first.
    pub(crate) fn listed(&self) -> Vec<(FactItem, Cursor<i64>)> {
        let all = self.ledger.facts.iter().chain(&self.rejected).filter(|fact| fact.is_listed());
        let mut all: Vec<(Cursor<i64>, &Fact)> =
            all.map(|fact| (Cursor { key: fact.list_position(), id: fact.id() }, fact)).collect();
        all.sort_by(|(one, _), (other, _)| (one.key, &one.id).cmp(&(other.key, &other.id)));
        let mut met = BTreeSet::new();
        all.retain(|(cursor, _)| met.insert(cursor.id.clone()));
        all.into_iter()
            .map(|(cursor, fact)| {
                let reason = self.rejections.get(&cursor.id).map(String::as_str);
                (FactItem::of(fact, reason), cursor)
            })
            .collect()
    }
}

/// The names of the text and of the lore that begin with a rank, with how often they stand in the text.
fn titled_names(book: &NamedBook) -> Vec<(String, usize)> {
    let is_titled = |name: &str| {
        let first = name.split(' ').next().unwrap_or_default();
        let first = first.trim_end_matches('.').to_lowercase();
        is_trade(&first) || is_noble(&first)
    };
    let of_text = book.roster.entities.iter().flat_map(|it| &it.names);
    let of_text = of_text.map(|it| (it.text.clone(), it.count));
    let of_lore = book.entries.iter().flat_map(|it| &it.names).map(|it| (it.clone(), 0));
    of_text.chain(of_lore).filter(|(name, _)| is_titled(name)).collect()
}

/// How long things lasted.
fn lastings(known: &Persons, documents: &[ReadDocument]) -> Vec<PersonsLasting> {
    let of_document = |(position, read): (usize, &ReadDocument)| {
        let with_persons = |lasting: &Lasting| {
            let persons = known.of_names(position, &lasting.names);
            PersonsLasting { position, persons, lasting: lasting.clone() }
        };
        read.facts.lastings.iter().map(with_persons).collect::<Vec<_>>()
    };
    documents.iter().enumerate().flat_map(of_document).collect()
}

/// The words of names in the text and in the lore, and of the texts of the lore.
fn own_words(book: &NamedBook, records: &Records) -> HashSet<String> {
    let of_roster = book.roster.entities.iter().flat_map(|it| &it.names).map(|it| it.text.as_str());
    let of_lore = book.entries.iter().flat_map(|it| &it.names).map(String::as_str);
    let texts = records.texts.values().map(String::as_str);
    let words = of_roster.chain(of_lore).chain(texts).flat_map(|text| {
        text.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_empty())
    });
    words.map(str::to_lowercase).collect()
}

fn number(at: usize) -> i64 {
    i64::try_from(at).unwrap_or(i64::MAX)
}

/// Where a document states something, by its place in the book.
fn passage(document: &Document, position: usize, (quote, span): (&str, Span)) -> FactPassage {
    FactPassage {
        id: document.id.clone(),
        title: document.title.clone(),
        position,
        quote: quote.to_owned(),
        start: number(span.start),
        end: number(span.end),
    }
}

/// Reads the facts of a document about persons, and those about their relatives.
fn of_text(persons: &Persons, position: usize, read: &ReadDocument, found: &mut ReadFacts) {
    let document = &read.document;
    let fact = |it: &prose::Fact| -> Option<Fact> {
        let subject = persons.person(position, it.name, &it.name_text)?;
        if it.pronoun.is_some_and(|pronoun| !persons.may_be(subject, pronoun)) {
            return None;
        }
        let other = match (it.attribute, it.other) {
            (prose::Attribute::Location, Some(span)) => {
                Some(persons.location(position, span, &it.other_text)?)
            }
            (_, Some(span)) => Some(persons.person(position, span, &it.other_text)?),
            (prose::Attribute::Kinship, None) => return None,
            _ => None,
        };
        if other == Some(subject) {
            return None;
        }
        Some(Fact {
            subject,
            name: persons.name(subject).to_owned(),
            name_text: it.name_text.clone(),
            entry_id: persons.entry_id(subject).map(str::to_owned),
            attribute: attribute(it.attribute),
            value: it.value.clone(),
            other: other.map(|other| (other, persons.name(other).to_owned())),
            date: it.date.as_ref().map(partial),
            date_text: it.date.as_ref().map(|date| date.text.clone()),
            time_of_day: Some(it.time_of_day.clone()).filter(|word| !word.is_empty()),
            source: FactSource::Text,
            passage: passage(document, position, (&it.quote, it.span)),
            is_spoken: it.is_spoken,
            is_past: it.is_past,
            certainty: if it.pronoun.is_some() { BY_PRONOUN } else { BY_NAME },
            others: Vec::new(),
        })
    };
    for it in &read.facts.facts {
        let Some(fact) = fact(it) else { continue };
        found.push(it.relative.as_deref(), fact);
    }
}

const fn attribute(of: prose::Attribute) -> Attribute {
    match of {
        prose::Attribute::Eyes => Attribute::Eyes,
        prose::Attribute::Hair => Attribute::Hair,
        prose::Attribute::Age => Attribute::Age,
        prose::Attribute::Kinship => Attribute::Kinship,
        prose::Attribute::Relative => Attribute::Relative,
        prose::Attribute::Rank => Attribute::Rank,
        prose::Attribute::Profession => Attribute::Profession,
        prose::Attribute::Possession => Attribute::Possession,
        prose::Attribute::Loss => Attribute::Loss,
        prose::Attribute::Gain => Attribute::Gain,
        prose::Attribute::Birth => Attribute::Birth,
        prose::Attribute::Engagement => Attribute::Engagement,
        prose::Attribute::Wedding => Attribute::Wedding,
        prose::Attribute::Death => Attribute::Death,
        prose::Attribute::Location => Attribute::Location,
        prose::Attribute::Start => Attribute::Start,
        prose::Attribute::End => Attribute::End,
        prose::Attribute::Act => Attribute::Act,
    }
}

const fn partial(date: &CalendarDate) -> PartialDate {
    PartialDate { year: date.year, month: date.month, day: date.day }
}

/// Every fact of a project once; a digest of each is not for the threads that answer.
async fn items(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
) -> Result<Vec<(FactItem, Cursor<i64>)>> {
    let read = of_project(studio, principal, project_id).await?;
    blocking::run("listing facts", move || read.listed()).await
}

/// A page of the facts of a project, in the order of the book.
///
/// # Errors
/// Not found when the principal cannot see the project.
pub async fn list(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
    query: FactQuery,
) -> Result<Page<FactItem>> {
    let mut items = items(studio, principal, project_id).await?;
    items.retain(|(item, _)| query.is_wanted(item));
    let total = number(items.len());
    if let Some(Cursor { key, id }) = &query.cursor {
        items.retain(|(_, it)| (it.key, &it.id) > (*key, id));
    }
    let page = Page::cut(items, query.limit, Some(total), |(_, cursor)| cursor.clone());
    Ok(page.map(|(item, _)| item))
}

/// A fact as it is read now, and the rejections of facts that are stated no more, by their ids.
#[derive(Debug, Clone)]
pub struct ReadFact {
    item: FactItem,
    gone: Vec<String>,
}

/// The fact with this id, as it is read now.
///
/// # Errors
/// Not found when there is none.
pub async fn find(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
    id: &str,
) -> Result<ReadFact> {
    let read = of_project(studio, principal, project_id).await?;
    let (all, gone) = blocking::run("listing facts", move || {
        let rejected: BTreeSet<String> = read.rejected.iter().map(Fact::id).collect();
        let gone = read.rejections.keys().filter(|id| !rejected.contains(*id)).cloned().collect();
        (read.listed(), gone)
    })
    .await?;
    let item = all.into_iter().map(|(item, _)| item).find(|item| item.id == id);
    Ok(ReadFact { item: item.ok_or_else(|| Error::not_found("Fact", id))?, gone })
}

/// Rejects a fact with a reason, or takes the rejection back; the fact as it is then. When the project has
/// as many rejections as it may have, those of facts that are stated no more are deleted.
///
/// # Errors
/// Invalid when a rejection has no reason; a conflict when the project has too many; not found when the
/// principal cannot see the project.
pub fn update(
    change: &mut Change<'_, '_>,
    project_id: &str,
    fact: &ReadFact,
    update: &FactUpdate,
) -> Result<FactItem> {
    let reason = update.checked_reason()?;
    let project = projects::check(change.tx, change.principal, project_id)?;
    let id = &fact.item.id;
    if let Some(reason) = &reason {
        let known = stored::rejections(change.tx, &project)?;
        let gone = fact.gone.iter().filter(|id| known.contains_key(*id)).count();
        match facts::rejection_space(known.len(), gone, known.contains_key(id)) {
            RejectionSpace::Free => {}
            RejectionSpace::Cleared => {
                for id in &fact.gone {
                    stored::accept(change.tx, &project, id)?;
                }
            }
            RejectionSpace::None => {
                return Err(Error::Conflict(format!(
                    "a project has at most {REJECTIONS_MAX} rejected facts"
                )));
            }
        }
        stored::reject(change.tx, &project, id, reason, change.now)?;
    } else {
        stored::accept(change.tx, &project, id)?;
    }
    let item = FactItem { is_rejected: reason.is_some(), reason, ..fact.item.clone() };
    change.count(&project, Counters::default())?;
    change.publish_to((Some(&project), &change.principal.user), EventKind::Fact, &item)?;
    Ok(item)
}
