//! Castwright: the cast as the text shows it. Who appears in which chapter and is absent for how long,
//! how each of them speaks where the text says who does, and whose names could be confused. It
//! invents nobody: that takes a model.

mod person;
mod voices;

use std::collections::BTreeMap;

use domain::{Result, agents::understanding::Topic, lore::Category, messages::Answer};
use prose::{NameIndex, Text};
use serde_json::{Value, json};
use store::lore::{self, EntryNames};

use super::{
    answers::{AnswerText, counted, listed},
    book,
    reading::{Asked, Target, access},
    records,
    subject::{self, Subject, shortened},
};
use crate::{Studio, quotations::Attributions};
use voices::Said;

/// A character is a main one when it is named at least this share as often as the one named most.
const MAIN_SHARE: f64 = 0.25;

/// Characters that are looked for, the first by name.
const MEMBERS_MAX: usize = 1_000;

/// Names that are compared with each other, the first: each with each.
const COMPARED_MAX: usize = 300;

/// A character of the cast.
struct Member {
    entry_id: String,
    name: String,
    /// How often each document of the manuscript names them, in the order of reading.
    counts: Vec<usize>,
}

impl Member {
    fn total(&self) -> usize {
        self.counts.iter().sum()
    }

    /// The first and the last document that names them.
    fn ends(&self) -> Option<(usize, usize)> {
        let first = self.counts.iter().position(|count| *count > 0)?;
        let last = self.counts.iter().rposition(|count| *count > 0)?;
        Some((first, last))
    }

    /// The longest row of documents between the first and the last that do not name them.
    fn absence(&self) -> Option<std::ops::Range<usize>> {
        let (first, last) = self.ends()?;
        let mut best = first..first;
        let mut from = first;
        for at in first..=last {
            if self.counts[at] > 0 {
                from = at + 1;
            } else if at + 1 - from > best.len() {
                best = from..at + 1;
            }
        }
        (!best.is_empty()).then_some(best)
    }
}

/// The cast of a book.
struct Cast {
    project_id: Option<String>,
    is_whole: bool,
    titles: Vec<(String, String)>,
    /// By how often they are named.
    members: Vec<Member>,
    /// Documents in which no main character is named.
    without_main: Vec<usize>,
    said: Said,
    /// Members whose names are spelt almost alike.
    alike: Vec<(String, String)>,
    /// Members whose names begin with the same letter.
    initials: Vec<(char, Vec<String>)>,
}

/// The cast of what is asked about, or how somebody of it appears and speaks.
pub(super) async fn answer(studio: &Studio, asked: Asked) -> Result<Answer> {
    if asked.request.project_id.is_none() && asked.request.document_id.is_none() {
        return Ok(subject::no_project());
    }
    let request = asked.request.clone();
    let (project_id, mut entries) = studio
        .database
        .scan(move |tx| {
            let project = access(tx, &request)?;
            Ok((project.id().to_owned(), lore::entry_names(tx, &project)?))
        })
        .await?;
    let principal = &asked.request.principal;
    let speakers = Attributions::of_project(studio, principal, &project_id).await?;
    entries.retain(|entry| entry.category == Category::Character);
    let is_cut = entries.len() > MEMBERS_MAX;
    entries.truncate(MEMBERS_MAX);
    if !asked.names_nothing() {
        let described = records::described(studio, &asked).await?;
        return asked
            .look(studio, move |asked, subjects| {
                person::answer(asked, &subjects, (&entries, &speakers), &described)
            })
            .await;
    }
    let texts = match &asked.target {
        Target::Text(_) => None,
        _ => Some(asked.texts(studio).await?),
    };
    super::run_blocking(move || {
        let is_whole = texts.as_ref().is_none_or(|texts| texts.is_whole) && !is_cut;
        let subjects = texts.map_or_else(|| asked.text_subjects(), |texts| texts.subjects());
        let cast = Cast::of(&asked, &subjects, is_whole, (&entries, &speakers));
        let text = cast.answer_text(asked.topic, asked.documents().is_some());
        let answer = asked.answered(&text, cast.report(), &subjects)?;
        Ok(answer.empty_if(cast.members.is_empty()))
    })
    .await
}

impl Cast {
    fn of(
        asked: &Asked,
        subjects: &[Subject],
        is_whole: bool,
        (entries, speakers): (&[EntryNames], &Attributions),
    ) -> Self {
        let names =
            NameIndex::new(entries.iter().enumerate().flat_map(|(owner, entry)| {
                entry.names.iter().map(move |name| (owner, name.as_str()))
            }));
        let mut counts = vec![vec![0; subjects.len()]; entries.len()];
        let mut said = Said::default();
        for (at, subject) in subjects.iter().enumerate() {
            let text = Text::new(&subject.plain.text);
            for mentioned in prose::mentions(&text, &names).owners {
                counts[mentioned.owner][at] = mentioned.count;
            }
            let owner = |id: &str| entries.iter().position(|it| it.entry_id == id);
            let id = subject.document.as_ref().map(|(id, _)| id.as_str());
            said.add(subject, prose::voices(&text, &speakers.of_text(id, &text, owner)));
        }
        said.name(entries);
        let mut members: Vec<Member> = entries
            .iter()
            .zip(counts)
            .map(|(entry, counts)| Member {
                entry_id: entry.entry_id.clone(),
                name: shortened(entry.name()),
                counts,
            })
            .collect();
        members.sort_by_key(|member| std::cmp::Reverse(member.total()));
        let most = members.first().map_or(0, Member::total);
        let main: Vec<&Member> = members
            .iter()
            .filter(|it| it.total() > 0 && it.total() as f64 >= MAIN_SHARE * most as f64)
            .collect();
        let without_main = (0..subjects.len())
            .filter(|&at| !main.is_empty() && main.iter().all(|it| it.counts[at] == 0))
            .collect();
        Self {
            project_id: asked.request.project_id.clone(),
            is_whole,
            without_main,
            said,
            alike: alike(entries),
            initials: initials(entries),
            titles: subjects.iter().map(titled).collect(),
            members,
        }
    }

    fn answer_text(&self, topic: Topic, is_of_chapters: bool) -> String {
        let mut out = AnswerText::default();
        if self.members.is_empty() {
            out.line(
                "The lore has no entry of the category character: the castwright reads about those.",
            );
            return out.finish();
        }
        out.line(format!(
            "The lore has {}; read for them: {}.",
            counted(self.members.len(), "character", "characters"),
            counted(self.titles.len(), "document", "documents"),
        ));
        // Who speaks in a chapter is read beside who is in it.
        let is_of_voices = topic == Topic::Voices && !is_of_chapters;
        if !is_of_voices && topic != Topic::SimilarNames {
            self.write_presence(&mut out, is_of_chapters);
        }
        if !matches!(topic, Topic::Presence | Topic::SimilarNames) {
            self.said.write_to(&mut out);
        }
        if !matches!(topic, Topic::Presence | Topic::Voices) {
            self.write_similar(&mut out, topic);
        }
        if !self.is_whole {
            out.line(book::not_whole());
            out.line(format!("Of the characters, at most {MEMBERS_MAX} were looked for."));
        }
        out.finish()
    }

    fn write_presence(&self, out: &mut AnswerText, is_of_chapters: bool) {
        let (named, unnamed): (Vec<&Member>, Vec<&Member>) =
            self.members.iter().partition(|it| it.total() > 0);
        let title = |at: usize| format!("“{}”", self.titles[at].1);
        out.list("Named", &named, |it| {
            let mut line = format!("{}: {}", it.name, counted(it.total(), "place", "places"));
            let documents = it.counts.iter().filter(|count| **count > 0).count();
            line += &format!(" in {}", counted(documents, "document", "documents"));
            if let Some((first, last)) = it.ends().filter(|(first, last)| first < last) {
                line += &format!(", from {} to {}", title(first), title(last));
            }
            if let Some(absence) = it.absence() {
                let away = counted(absence.len(), "document", "documents");
                line += &format!(", away for {away} from {}", title(absence.start));
            }
            line
        });
        if is_of_chapters && !named.is_empty() {
            let others = counted(unnamed.len(), "other", "others");
            out.line(format!(
                "Not named there by a name or alias of the lore: {others} of the characters."
            ));
        } else {
            out.list("Named nowhere", &unnamed, |it| it.name.clone());
        }
        out.list("Documents that name no main character", &self.without_main, |at| title(*at));
    }

    fn write_similar(&self, out: &mut AnswerText, topic: Topic) {
        out.list("Spelt almost alike", &self.alike, |(one, other)| format!("{one} and {other}"));
        out.list("Names with one first letter", &self.initials, |(initial, names)| {
            format!("{initial}: {}", names.join(", "))
        });
        if topic == Topic::SimilarNames && self.alike.is_empty() {
            out.line("No two names of characters are spelt almost alike.");
        }
    }

    fn report(&self) -> Value {
        let at =
            |at: &usize| json!({ "documentId": self.titles[*at].0, "title": self.titles[*at].1 });
        json!({
            "kind": "cast",
            "projectId": self.project_id,
            "isWhole": self.is_whole,
            "documents": self.titles.len(),
            "members": listed(&self.members, |it| json!({
                "entryId": it.entry_id,
                "name": it.name,
                "places": it.total(),
                "documents": it.counts.iter().filter(|count| **count > 0).count(),
                "first": it.ends().map(|(first, _)| at(&first)),
                "last": it.ends().map(|(_, last)| at(&last)),
                "longestAbsence": it.absence().map(|away| json!({
                    "documents": away.len(), "from": at(&away.start),
                })),
            })),
            "mainShare": MAIN_SHARE,
            "withoutMain": listed(&self.without_main, at),
            "speech": self.said.report(),
            "alike": listed(&self.alike, |(one, other)| json!([one, other])),
            "initials": listed(&self.initials, |(initial, names)| json!({
                "letter": initial, "names": names,
            })),
        })
    }
}

fn titled(subject: &Subject) -> (String, String) {
    let (id, title) = subject.document.clone().unwrap_or_default();
    (id, shortened(&title))
}

/// The pairs of names, aliases left out, that a reader may take for one another, as the check of names
/// finds them.
fn alike(entries: &[EntryNames]) -> Vec<(String, String)> {
    let names: Vec<&str> = entries.iter().take(COMPARED_MAX).map(EntryNames::name).collect();
    let found = prose::similar_known_names(&names).into_iter();
    let mut pairs: Vec<(usize, usize)> = found.map(|it| (it.one, it.other)).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs.into_iter().map(|(one, other)| (shortened(names[one]), shortened(names[other]))).collect()
}

/// Names by the letter their first word begins with, forms of address aside, where two or more share
/// it.
fn initials(entries: &[EntryNames]) -> Vec<(char, Vec<String>)> {
    let mut by_letter: BTreeMap<char, Vec<String>> = BTreeMap::new();
    for entry in entries {
        let first =
            prose::words_without_address(entry.name()).into_iter().next().unwrap_or_default();
        if let Some(initial) = first.chars().find(|letter| letter.is_alphabetic()) {
            let initial = initial.to_uppercase().next().unwrap_or(initial);
            by_letter.entry(initial).or_default().push(shortened(entry.name()));
        }
    }
    by_letter.into_iter().filter(|(_, names)| names.len() > 1).collect()
}
