//! Who is seen with something by a point of the book: where persons are while it is named, and which events
//! of the timelines and relations of the lore have both. It never says that somebody knows something:
//! whoever asks is shown the places, what is seen of the person there, and who is not seen with it.

mod events;
mod subject;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::{
    Result,
    documents::book::PlacedDocument,
    fold::fold_name,
    lore::{Category, Entry, KnowledgeFilter},
    story::{Evidence, NEAR_PARAGRAPHS_MAX},
    tools::{
        answers::{
            DataNotice, Named,
            story::{Acquaintance, KnowledgePage, PersonKnowledge, PlacedQuotation, Sighting},
        },
        excerpt::{in_marks, short},
        requests::story::WhoKnowsWhen,
    },
};
use prose::{NameIndex, NameKind};
use store::{Tx, projects::ProjectAccess};

use super::{
    document_of, named,
    point::Point,
    quotation, record,
    seen::{FIRST_PERSON_PERCENT, ReadText, SubjectSentence},
    whole,
};
use crate::{
    skills::{
        book,
        project_records::{Records, names_of},
        subject::Subject,
    },
    tools::naming,
};
use events::Timelines;
use subject::Known;

/// Persons that one answer looks for, at most.
const PERSONS_MAX: usize = 200;

/// Places of one person that are shown among those of many, and alone.
const SIGHTINGS_MAX: usize = 4;
const SIGHTINGS_ALONE_MAX: usize = 5;

/// Events and relations of one person that are shown.
const EVENTS_MAX: usize = 3;
const RELATIONS_MAX: usize = 3;

/// The longest limit, in characters.
const LIMIT_CHARS_MAX: usize = 400;

/// Documents that a limit names.
const DOCUMENTS_NAMED_MAX: usize = 3;

/// Names of a text without lore that are looked for as persons, the most frequent.
const NAMES_MAX: usize = 300;

/// What an answer rests on.
fn basis() -> String {
    format!(
        "This rests on words that stand together, not on what anybody understands. `says`: a speech that \
         the text gives the person names the subject. `speaks_nearby`: the text gives them a speech within \
         {NEAR_PARAGRAPHS_MAX} paragraphs of it in the same scene. `named_beside` and `named_nearby`: the \
         narration only names them in that paragraph or scene, so they may be spoken of and not there. \
         Persons that only a pronoun stands for are not seen. Nothing here shows that somebody knows \
         something, and nobody who is not seen with it is shown not to know it."
    )
}

/// What is read of a project.
pub(crate) struct Read {
    records: Records,
    filter: Option<KnowledgeFilter>,
}

/// Reads a project.
pub(crate) fn read(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Read> {
    Ok(Read { records: Records::read(tx, project)?, filter: naming::filter(tx, project)? })
}

/// Somebody who is looked for.
struct Person<'r> {
    /// Their number in the index of names.
    owner: usize,
    name: &'r str,
    entry: Option<&'r Entry>,
}

/// What is found of the persons in the texts.
#[derive(Default)]
struct Found {
    /// The places of each person, in the order of reading.
    sightings: HashMap<usize, Vec<Sighting>>,
    /// Who is named at all.
    named: BTreeSet<usize>,
    /// How many sentences have the subject, and the first of them.
    total: usize,
    first: Option<PlacedQuotation>,
    /// Documents with such a sentence that are told in the first person.
    first_person: Vec<String>,
}

impl Read {
    /// Who is seen with the subject, all persons of it.
    ///
    /// # Errors
    /// Not found or rejected where the arguments name nothing, or several things.
    pub(crate) fn answer(&self, project: Named, arguments: &WhoKnowsWhen) -> Result<KnowledgePage> {
        let records = &self.records;
        let point = match &arguments.by {
            Some(by) => Point::find(records, by)?,
            None => Point::end(records),
        };
        let allowed: Vec<usize> = (0..records.entries.len())
            .filter(|at| naming::includes(self.filter.as_ref(), records.entries[*at].category))
            .collect();
        let known = Known::find(records, &allowed, &arguments.subject)?;
        let texts = self.texts(&point);
        let mut names: Vec<String> = Vec::new();
        let (persons, mut limits) =
            self.persons(&allowed, &known, arguments.person.as_deref(), &texts, &mut names)?;
        // Entries that are not looked at take no name from somebody who is.
        let added: BTreeSet<String> = names.iter().map(|name| fold_name(name)).collect();
        let of_entries = records.entries.iter().enumerate();
        let of_entries = of_entries.flat_map(|(at, it)| names_of(it).map(move |name| (at, name)));
        let of_entries = of_entries.filter(|(at, name)| {
            added.is_empty() || allowed.contains(at) || !added.contains(&fold_name(name))
        });
        let of_texts = (records.entries.len()..).zip(names.iter().map(String::as_str));
        let index = NameIndex::new(of_entries.chain(of_texts));
        let found = look(&texts, &index, &known);
        limits.splice(0..0, self.limits(&known, &found));
        let limits = limits.iter().map(|limit| short(limit, LIMIT_CHARS_MAX)).collect();
        let timelines = Timelines::new(records, &point);
        let most = if arguments.person.is_some() { SIGHTINGS_ALONE_MAX } else { SIGHTINGS_MAX };
        let mut all: Vec<PersonKnowledge> = persons
            .iter()
            .map(|person| self.person(person, &names, &known, &found, (&timelines, most)))
            .collect();
        all.sort_by_key(|it| it.acquaintance);
        let count = |wanted| whole(all.iter().filter(|it| it.acquaintance == wanted).count());
        Ok(KnowledgePage {
            notice: DataNotice,
            project,
            by: last_of(records, &point),
            basis: basis(),
            limits,
            seen: count(Acquaintance::Together),
            named_with: count(Acquaintance::NamedWith),
            not_seen: count(Acquaintance::Apart),
            not_named_yet: count(Acquaintance::NotNamedYet),
            subject: known.view(whole(found.total), found.first),
            persons: all,
            next_cursor: None,
        })
    }

    /// The texts up to a point, in the order of reading.
    fn texts(&self, point: &Point<'_>) -> Vec<Subject> {
        let manuscript = &self.records.book.manuscript;
        let before: BTreeSet<&str> =
            manuscript[..point.positions.end].iter().map(|it| it.document.id.as_str()).collect();
        let is_before = |it: &PlacedDocument| before.contains(it.document.id.as_str());
        let texts = self.records.subjects_with(&[]).into_iter();
        texts.filter(|(placed, _)| is_before(placed)).map(|(_, subject)| subject).collect()
    }

    /// Who is looked for, and what cannot be known about that. Names that no entry of the lore has are
    /// added to `names`.
    fn persons(
        &self,
        allowed: &[usize],
        known: &Known<'_>,
        wanted: Option<&str>,
        texts: &[Subject],
        names: &mut Vec<String>,
    ) -> Result<(Vec<Person<'_>>, Vec<String>)> {
        let entries = &self.records.entries;
        let person =
            |at: usize| Person { owner: at, name: &entries[at].name, entry: Some(&entries[at]) };
        let added = |at: usize| Person { owner: entries.len() + at, name: "", entry: None };
        if let Some(wanted) = wanted {
            if let Some(at) = subject::entry(entries, allowed, wanted)? {
                return Ok((vec![person(at)], Vec::new()));
            }
            names.push(wanted.trim().to_owned());
            let limit = format!(
                "The lore has no entry {}: only the name as it stands was looked for.",
                in_marks(&named(wanted))
            );
            return Ok((vec![added(0)], vec![limit]));
        }
        let is_person =
            |at: &usize| entries[*at].category == Category::Character && known.entry() != Some(*at);
        let persons: Vec<Person<'_>> =
            allowed.iter().copied().filter(is_person).take(PERSONS_MAX).map(person).collect();
        if !persons.is_empty() {
            return Ok((persons, Vec::new()));
        }
        *names = speakers(texts);
        let limit = "The lore has no characters to look for: those are looked for to whom the text gives a \
                     speech by name, and several names of one person are several persons here."
            .to_owned();
        Ok(((0..names.len()).map(added).collect(), vec![limit]))
    }

    /// What the answer cannot know here.
    fn limits(&self, known: &Known<'_>, found: &Found) -> Vec<String> {
        let mut limits = Vec::new();
        limits.extend(known.limit(found.total));
        if !found.first_person.is_empty() {
            let titles = found.first_person.iter().take(DOCUMENTS_NAMED_MAX);
            let titles: Vec<String> = titles.map(|it| in_marks(it)).collect();
            let more = match found.first_person.len().saturating_sub(DOCUMENTS_NAMED_MAX) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            limits.push(format!(
                "Outside of speech, “I”, “we” and their other forms are at least {FIRST_PERSON_PERCENT} % of \
                 the words of {}{more}. Whoever tells a text in the first person is there without being named, and may \
                 stand among those who are not seen.",
                titles.join(", ")
            ));
        }
        limits.extend(self.filter.as_ref().map(KnowledgeFilter::sentence));
        if !self.records.is_whole {
            limits.push(book::not_whole());
        }
        limits
    }

    fn person(
        &self,
        person: &Person<'_>,
        names: &[String],
        known: &Known<'_>,
        found: &Found,
        (timelines, most): (&Timelines<'_>, usize),
    ) -> PersonKnowledge {
        let sightings = found.sightings.get(&person.owner).map_or(&[][..], Vec::as_slice);
        let events = match person.entry {
            Some(entry) => timelines.with(known, entry),
            None => Vec::new(),
        };
        let has_event = events.iter().any(|it| it.has_happened == Some(true));
        let is_there = sightings.iter().any(|it| it.is_present == Some(true));
        let acquaintance = match person.owner {
            _ if is_there || has_event => Acquaintance::Together,
            _ if !sightings.is_empty() => Acquaintance::NamedWith,
            owner if found.named.contains(&owner) => Acquaintance::Apart,
            _ => Acquaintance::NotNamedYet,
        };
        let added = person.owner.checked_sub(self.records.entries.len());
        let name = added.and_then(|at| names.get(at)).map_or(person.name, String::as_str);
        PersonKnowledge {
            id: person.entry.map(|entry| entry.id.clone()),
            name: named(name),
            acquaintance,
            total: whole(sightings.len()),
            sightings: chosen(sightings, most),
            events: events.into_iter().take(EVENTS_MAX).collect(),
            relations: self.relations(person, known),
        }
    }

    /// The relations between somebody and an entry, as sentences.
    fn relations(&self, person: &Person<'_>, known: &Known<'_>) -> Vec<String> {
        let subject = known.entry().map(|at| &self.records.entries[at]);
        let (Some(subject), Some(person)) = (subject, person.entry) else { return Vec::new() };
        let relations = self.records.relations_of(subject).into_iter();
        let with = relations.filter(|it| it.from.id == person.id || it.to.id == person.id);
        with.take(RELATIONS_MAX).map(|it| named(&it.line())).collect()
    }
}

/// The last document that is looked at.
fn last_of(records: &Records, point: &Point<'_>) -> Option<Named> {
    let looked = &records.book.manuscript[..point.positions.end];
    match point.placed {
        Some(placed) => Some(record(&placed.document.id, placed.title())),
        None => looked.last().map(|it| record(&it.document.id, it.title())),
    }
}

/// Looks through texts for the subject, and for who is there.
fn look(texts: &[Subject], index: &NameIndex, known: &Known<'_>) -> Found {
    let mut found = Found::default();
    for subject in texts {
        let read = ReadText::new(&subject.plain.text, index);
        found.named.extend(read.owners());
        let sightings = read.sightings(&known.sought);
        if sightings.is_empty() {
            continue;
        }
        let document = document_of(subject);
        if read.is_first_person() {
            found.first_person.push(document.title.clone());
        }
        for position in &sightings {
            found.add(subject, &document, position, read.visible(position, &known.sought));
        }
    }
    found
}

impl Found {
    fn add(
        &mut self,
        subject: &Subject,
        document: &Named,
        position: &SubjectSentence,
        visible: BTreeMap<usize, Evidence>,
    ) {
        self.total += 1;
        let quotation = quotation(subject, position.sentence);
        if self.first.is_none() {
            self.first =
                Some(PlacedQuotation { document: document.clone(), quotation: quotation.clone() });
        }
        for (owner, evidence) in visible {
            self.sightings.entry(owner).or_default().push(Sighting {
                document: document.clone(),
                quotation: quotation.clone(),
                evidence,
                is_present: evidence.is_present(),
            });
        }
    }
}

/// The first place of all and the first of each kind of evidence, then those that follow, in their order.
fn chosen(sightings: &[Sighting], most: usize) -> Vec<Sighting> {
    let mut taken: BTreeSet<usize> = Evidence::ALL
        .iter()
        .filter_map(|kind| sightings.iter().position(|it| it.evidence == *kind))
        .collect();
    for at in 0..sightings.len() {
        if taken.len() < most {
            taken.insert(at);
        }
    }
    taken.into_iter().map(|at| sightings[at].clone()).collect()
}

/// The names to which these texts give a speech.
fn speakers(texts: &[Subject]) -> Vec<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for subject in texts {
        let names = prose::names(&prose::Text::new(&subject.plain.text));
        for name in names.into_iter().filter(|it| it.kind == NameKind::Name) {
            *counts.entry(name.name).or_default() += name.count;
        }
    }
    let mut names: Vec<(String, usize)> = counts.into_iter().collect();
    names.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    names.truncate(NAMES_MAX);
    let index = NameIndex::new(names.iter().enumerate().map(|(at, (name, _))| (at, name.as_str())));
    let mut speak: BTreeSet<usize> = BTreeSet::new();
    for subject in texts {
        speak.extend(ReadText::new(&subject.plain.text, &index).speakers());
    }
    speak.into_iter().take(PERSONS_MAX).map(|at| names[at].0.clone()).collect()
}
