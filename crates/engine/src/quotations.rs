//! The direct speech of documents, with who speaks: read in the text with the persons of the whole
//! manuscript each time somebody asks, and then as users have corrected it.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use domain::{
    Error, Principal, Result, digest,
    documents::Document,
    events::EventKind,
    fold::fold_name,
    ids,
    lore::Category,
    page::Page,
    patch::Patch,
    quotations::{
        CONTEXT_CHARS, CORRECTIONS_MAX, Correction, QuotationItem, QuotationQuery, QuotationUpdate,
        QuotedText, SpeakerKind, SpeakerReason, corrected, quotation_ids,
    },
};
use prose::{
    AttributedQuotation, Cast, CastMember, EntityKind, Gender, NameIndex, NamedEntity, Reason,
    Speaker, Text,
};
use store::{
    documents,
    project_counters::Counters,
    projects::{self, ProjectAccess},
    quotations,
};

use crate::{Change, Studio, blocking, names::NamedBook, skills::subject::Subject};

const WHAT: &str = "Quotation";

/// Who says "I", where the lore does not know them.
const NARRATOR: &str = "narrator";

/// The quotations of a document as they were read.
#[derive(Debug, Clone)]
pub struct ReadQuotations {
    document_id: String,
    items: Vec<QuotationItem>,
    quoted_texts: Vec<QuotedText>,
    corrections: Vec<Correction>,
    /// For each correction its quotation.
    found: Vec<Option<usize>>,
    persons: Persons,
}

/// The persons of a manuscript who may speak.
#[derive(Debug, Clone, Default)]
pub(crate) struct Persons {
    all: Vec<Person>,
}

/// Somebody with a name.
#[derive(Debug, Clone)]
struct Person {
    names: Vec<String>,
    gender: Option<Gender>,
    entry_id: Option<String>,
}

/// Who speaks in the documents of a project, as its texts and its users say.
#[derive(Debug, Clone, Default)]
pub(crate) struct Attributions {
    persons: Persons,
    corrections: HashMap<String, Vec<Correction>>,
}

impl Attributions {
    /// Of a project.
    ///
    /// # Errors
    /// Not found when the principal cannot see the project.
    pub(crate) async fn of_project(
        studio: &Studio,
        principal: &Principal,
        project_id: &str,
    ) -> Result<Self> {
        let (known, id) = (principal.clone(), project_id.to_owned());
        let all = studio
            .database
            .scan(move |tx| {
                let project = projects::check(tx, &known, &id)?;
                quotations::project_corrections(tx, &project)
            })
            .await?;
        let book = crate::names::of_project(studio, principal, project_id).await?;
        let mut corrections: HashMap<String, Vec<Correction>> = HashMap::new();
        for it in all {
            corrections.entry(it.document_id.clone()).or_default().push(it);
        }
        Ok(Self { persons: Persons::of(&book), corrections })
    }

    /// The direct speech of a text, which is a document's or nobody's, with who speaks: a member is an
    /// entry of the lore, by the number that `owner` gives it, and whoever has none is an other.
    pub(crate) fn of_text(
        &self,
        document_id: Option<&str>,
        text: &Text<'_>,
        owner: impl Fn(&str) -> Option<usize>,
    ) -> Vec<AttributedQuotation> {
        let mut read = self.persons.speakers(text);
        let quoted_texts: Vec<QuotedText> = read
            .iter()
            .map(|it| quoted(text.source(), it.span.into(), number(it.span.start)))
            .collect();
        let numbered = |person: &Person| {
            let name = person.names.first().cloned().unwrap_or_default();
            let known = person.entry_id.as_deref().and_then(&owner);
            known.map_or(Speaker::Other(name), Speaker::Member)
        };
        for it in &mut read {
            if let Some(Speaker::Member(at)) = it.speaker {
                it.speaker = Some(numbered(&self.persons.all[at]));
            }
        }
        let corrections = document_id.and_then(|id| self.corrections.get(id));
        let corrections = corrections.map_or(&[][..], Vec::as_slice);
        for (correction, found) in corrections.iter().zip(corrected(corrections, &quoted_texts)) {
            if let Some(at) = found {
                let person = self.persons.named(&correction.speaker);
                let other = || Speaker::Other(correction.speaker.clone());
                read[at].speaker = Some(person.map_or_else(other, numbered));
                read[at].certainty = 1.0;
            }
        }
        read
    }
}

/// A page of the quotations of a document, in its order.
///
/// # Errors
/// Not found when the principal cannot see the project, or it has no such document.
pub async fn list(
    studio: &Studio,
    principal: &Principal,
    (project_id, document_id): (&str, &str),
    query: &QuotationQuery,
) -> Result<Page<QuotationItem>> {
    let read = read(studio, principal, (project_id, document_id)).await?;
    let items = read.corrected();
    let total = i64::try_from(items.len()).ok();
    let limit = usize::try_from(query.limit).unwrap_or(usize::MAX);
    let behind = query.cursor.as_ref().map(|cursor| cursor.key);
    let is_wanted = |item: &QuotationItem| behind.is_none_or(|start| item.start > start);
    let items = items.into_iter().filter(is_wanted).take(limit.saturating_add(1)).collect();
    Ok(Page::cut(items, query.limit, total, QuotationItem::cursor))
}

/// Reads the quotations of a document.
///
/// # Errors
/// Not found when the principal cannot see the project, or it has no such document.
pub async fn read(
    studio: &Studio,
    principal: &Principal,
    (project_id, document_id): (&str, &str),
) -> Result<ReadQuotations> {
    let (known, project, id) = (principal.clone(), project_id.to_owned(), document_id.to_owned());
    let (document, content, corrections) = studio
        .database
        .scan(move |tx| {
            let project = projects::check(tx, &known, &project)?;
            let document = documents::get(tx, &project, &id)?;
            let content = documents::content(tx, &project, &id)?;
            Ok((document, content, quotations::corrections(tx, &project, &id)?))
        })
        .await?;
    let book = crate::names::of_project(studio, principal, project_id).await?;
    blocking::run("reading quotations", move || {
        let persons = Persons::of(&book);
        ReadQuotations::new(&document, content, persons, corrections)
    })
    .await
}

/// Corrects who speaks a quotation, or withdraws a correction.
///
/// # Errors
/// Not found when no quotation of the document has this id; a conflict when the document has too many
/// corrections.
pub fn update(
    change: &mut Change<'_, '_>,
    (project_id, id): (&str, &str),
    read: &ReadQuotations,
    update: &QuotationUpdate,
) -> Result<QuotationItem> {
    let project = projects::check(change.tx, change.principal, project_id)?;
    // The document may have gone since its text was read.
    documents::get_for_update(change.tx, &project, &read.document_id)?;
    let at = read.items.iter().position(|it| it.id == id);
    let at = at.ok_or_else(|| Error::not_found(WHAT, id))?;
    let earlier = read.found.iter().position(|found| *found == Some(at));
    let earlier = earlier.map(|nth| &read.corrections[nth]);
    let mut item = read.items[at].clone();
    match (&update.speaker, earlier) {
        (Patch::Keep | Patch::Clear, None) => return Ok(item),
        (Patch::Keep, Some(earlier)) => {
            read.persons.correct(&mut item, &earlier.speaker);
            return Ok(item);
        }
        (Patch::Clear, Some(earlier)) => {
            quotations::delete(change.tx, &project, &earlier.id)?;
        }
        (Patch::Set(speaker), _) if speaker.trim().is_empty() => {
            return Err(Error::Rejected("The speaker is blank".to_owned()));
        }
        (Patch::Set(speaker), earlier) => {
            if earlier.is_none()
                && read.corrections.len() >= CORRECTIONS_MAX
                && !clear_gone(change, &project, read)?
            {
                return Err(Error::Conflict(format!(
                    "a document has at most {CORRECTIONS_MAX} corrections of speakers"
                )));
            }
            let correction = Correction {
                id: earlier.map_or_else(|| ids::new(change.now), |it| it.id.clone()),
                document_id: read.document_id.clone(),
                quoted: read.quoted_texts[at].clone(),
                speaker: speaker.trim().to_owned(),
                modified_at: change.now,
            };
            quotations::save(change.tx, &project, &correction)?;
            read.persons.correct(&mut item, &correction.speaker);
        }
    }
    change.count(&project, Counters::default())?;
    change.publish_to((Some(&project), &change.principal.user), EventKind::Quotation, &item)?;
    Ok(item)
}

/// Deletes the corrections of quotations that the document has no more; whether there were any.
fn clear_gone(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    read: &ReadQuotations,
) -> Result<bool> {
    let gone = read.corrections.iter().zip(&read.found).filter(|(_, found)| found.is_none());
    let gone: Vec<&str> = gone.map(|(correction, _)| correction.id.as_str()).collect();
    for id in &gone {
        quotations::delete(change.tx, project, id)?;
    }
    Ok(!gone.is_empty())
}

/// The quotations of a text with who speaks, as they are corrected.
pub(crate) fn corrected_quotations(
    document: &Document,
    content: String,
    persons: Persons,
    corrections: Vec<Correction>,
) -> Vec<QuotationItem> {
    ReadQuotations::new(document, content, persons, corrections).corrected()
}

impl ReadQuotations {
    fn new(
        document: &Document,
        content: String,
        persons: Persons,
        corrections: Vec<Correction>,
    ) -> Self {
        let subject = Subject::new(None, content);
        let plain = &subject.plain.text;
        let text = Text::new(plain);
        let quotations = persons.speakers(&text);
        let ids = quotation_ids(quotations.iter().map(|it| it.span.of(plain)));
        let mut read = Self {
            document_id: document.id.clone(),
            items: Vec::with_capacity(quotations.len()),
            quoted_texts: Vec::with_capacity(quotations.len()),
            corrections,
            found: Vec::new(),
            persons,
        };
        for (quotation, id) in quotations.iter().zip(ids) {
            let characters = subject.characters(quotation.span);
            let item = read.persons.item(document, id, quotation, (plain, &characters));
            read.quoted_texts.push(quoted(plain, quotation.span.into(), item.start));
            read.items.push(item);
        }
        read.found = corrected(&read.corrections, &read.quoted_texts);
        read
    }

    /// The quotations in their order, as they are corrected.
    fn corrected(mut self) -> Vec<QuotationItem> {
        for (correction, found) in self.corrections.iter().zip(&self.found) {
            if let Some(at) = *found {
                self.persons.correct(&mut self.items[at], &correction.speaker);
            }
        }
        self.items
    }
}

impl Person {
    fn member(&self) -> CastMember<'_> {
        CastMember { names: self.names.iter().map(String::as_str).collect(), gender: self.gender }
    }
}

impl Persons {
    /// The persons of a manuscript.
    pub(crate) fn of(book: &NamedBook) -> Self {
        let is_person = |it: &&NamedEntity| it.kind == EntityKind::Person;
        let person = |it: &NamedEntity| Person {
            names: it.names.iter().map(|name| name.text.clone()).collect(),
            gender: CastMember::of(it).gender,
            entry_id: it.known.map(|at| book.entries[at].entry_id.clone()),
        };
        let mut all: Vec<Person> =
            book.roster.entities.iter().filter(is_person).map(person).collect();
        // Whom no text names may be whom a user names.
        let known: HashSet<usize> = book.roster.entities.iter().filter_map(|it| it.known).collect();
        let unnamed = book
            .entries
            .iter()
            .enumerate()
            .filter(|(at, entry)| entry.category == Category::Character && !known.contains(at));
        all.extend(unnamed.map(|(_, entry)| Person {
            names: entry.names.clone(),
            gender: None,
            entry_id: Some(entry.entry_id.clone()),
        }));
        Self { all }
    }

    /// A digest of all that is known of them.
    pub(crate) fn basis(&self) -> String {
        let known = |it: &Person| format!("{:?} {:?} {:?}\n", it.names, it.gender, it.entry_id);
        digest::hex(self.all.iter().map(known).collect::<String>().as_bytes())
    }

    /// The most complete name of who bears this one.
    pub(crate) fn full_name(&self, speaker: &str) -> Option<&str> {
        self.named(speaker)?.names.first().map(String::as_str)
    }

    /// Who bears a name.
    fn named(&self, speaker: &str) -> Option<&Person> {
        let wanted = speaker.to_lowercase();
        self.all.iter().find(|it| it.names.iter().any(|name| name.to_lowercase() == wanted))
    }

    /// The names, as they are compared, of all who are not of this entry: each whole, and its parts that may stand
    /// for it alone.
    pub(crate) fn names_of_others(&self, entry_id: &str) -> HashSet<String> {
        let others = self.all.iter().filter(|it| it.entry_id.as_deref() != Some(entry_id));
        let names = others.flat_map(|it| &it.names);
        names
            .flat_map(|name| prose::name_parts(name).into_iter().chain([name.clone()]))
            .map(|name| fold_name(&name))
            .collect()
    }

    /// The direct speech of a text with who speaks.
    fn speakers(&self, text: &Text<'_>) -> Vec<AttributedQuotation> {
        // Only the lore says for sure who somebody is.
        let known = self.all.iter().enumerate().filter(|(_, it)| it.entry_id.is_some());
        let names = known.flat_map(|(at, it)| it.names.iter().map(move |name| (at, name.as_str())));
        let narrator = prose::narrator(text, &NameIndex::new(names));
        prose::speakers(
            text,
            &Cast { members: self.all.iter().map(Person::member).collect(), narrator },
        )
    }

    /// A quotation as the text shows it.
    fn item(
        &self,
        document: &Document,
        id: String,
        quotation: &AttributedQuotation,
        (plain, characters): (&str, &Range<usize>),
    ) -> QuotationItem {
        let (speaker, kind, entry_id) = match &quotation.speaker {
            None => (None, None, None),
            Some(Speaker::Narrator) => {
                (Some(NARRATOR.to_owned()), Some(SpeakerKind::Narrator), None)
            }
            Some(Speaker::Other(label)) => (Some(label.clone()), Some(kind_of(label)), None),
            Some(Speaker::Member(at)) => {
                let person = &self.all[*at];
                let name = person.names.first().cloned();
                (name, Some(SpeakerKind::Person), person.entry_id.clone())
            }
        };
        QuotationItem {
            id,
            document_id: document.id.clone(),
            document_version: document.version,
            start: number(characters.start),
            end: number(characters.end),
            text: quotation.span.of(plain).to_owned(),
            speaker,
            speaker_kind: kind,
            entry_id,
            reason: quotation.reason.map(reason),
            certainty: (quotation.certainty * 100.0).round() / 100.0,
            is_corrected: false,
            corrected_from: None,
        }
    }

    /// A quotation as somebody has corrected it.
    fn correct(&self, item: &mut QuotationItem, speaker: &str) {
        let person = self.named(speaker);
        item.corrected_from = item.speaker.replace(speaker.to_owned());
        item.is_corrected = true;
        item.reason = Some(SpeakerReason::Corrected);
        item.certainty = 1.0;
        item.entry_id = person.and_then(|it| it.entry_id.clone());
        item.speaker_kind = Some(match person {
            Some(_) => SpeakerKind::Person,
            None if speaker == NARRATOR => SpeakerKind::Narrator,
            None => kind_of(speaker),
        });
    }
}

/// A name has a capital at its beginning and no article.
fn kind_of(label: &str) -> SpeakerKind {
    let first = label.split_whitespace().next().unwrap_or_default();
    let is_article = ["a", "an", "the", "his", "her", "my", "their", "our"]
        .contains(&first.to_lowercase().as_str());
    if first.starts_with(char::is_uppercase) && !is_article {
        SpeakerKind::Person
    } else {
        SpeakerKind::Described
    }
}

fn reason(reason: Reason) -> SpeakerReason {
    match reason {
        Reason::Named => SpeakerReason::Named,
        Reason::Described => SpeakerReason::Described,
        Reason::FirstPerson => SpeakerReason::FirstPerson,
        Reason::Pronoun => SpeakerReason::Pronoun,
        Reason::Paragraph => SpeakerReason::Paragraph,
        Reason::Action => SpeakerReason::Action,
        Reason::Addressed => SpeakerReason::Addressed,
        Reason::Alternation => SpeakerReason::Alternation,
        Reason::OtherOfTwo => SpeakerReason::OtherOfTwo,
    }
}

/// Where a quotation stands in a plain text.
fn quoted(plain: &str, span: Range<usize>, start: i64) -> QuotedText {
    let before: Vec<char> = plain[..span.start].chars().rev().take(CONTEXT_CHARS).collect();
    QuotedText {
        words: plain[span.clone()].to_owned(),
        before: before.into_iter().rev().collect(),
        after: plain[span.end..].chars().take(CONTEXT_CHARS).collect(),
        start,
    }
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
