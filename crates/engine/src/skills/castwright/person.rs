//! How somebody appears and speaks: the chapters that name them, their lines, and the words that are
//! theirs more than those of others. Of a promise or a place: who of the cast is named with it.

use std::{cmp::Reverse, collections::HashMap};

use domain::{Result, messages::Answer};
use prose::{NameIndex, Quotation, Speaker, Text, Voice};
use serde_json::{Value, json};
use store::lore::EntryNames;

use crate::{
    quotations::Attributions,
    skills::{
        answers::{AnswerText, counted, percent},
        help,
        reading::Asked,
        records::Described,
        sightings::{self, Sightings, located},
        subject::{Subject, quoted, shortened},
    },
};

/// Lines that are quoted of somebody.
const LINES_MAX: usize = 5;

/// Words that are named as somebody's own.
const WORDS_MAX: usize = 8;

/// How often somebody says a word, at least, for it to be theirs.
const OWN_MIN: usize = 3;

/// How much more often than everybody else, at least.
const OWN_RATIO: f64 = 3.0;

/// Letters of a word that is looked at.
const LETTERS_MIN: usize = 4;

/// Characters that are named with a promise or a place.
const COMPANY_MAX: usize = 10;

/// What somebody says.
#[derive(Default)]
struct Lines {
    voice: Voice,
    /// The quotations, each with the text it is in.
    quotations: Vec<(usize, Quotation)>,
    by_document: Vec<usize>,
    words: HashMap<String, usize>,
}

/// What is known of the people that a request names.
pub(super) fn answer(
    asked: &Asked,
    subjects: &[Subject],
    (cast, speakers): (&[EntryNames], &Attributions),
    described: &[Described],
) -> Result<Answer> {
    let texts: Vec<Text<'_>> = subjects.iter().map(|it| Text::new(&it.plain.text)).collect();
    let found = sightings::find(&texts, &asked.sought(), &asked.names.records);
    let mut out = AnswerText::default();
    let mut reports = Vec::new();
    for (at, it) in found.iter().enumerate() {
        let is_of_cast = cast.iter().any(|one| it.sought.id.as_deref() == Some(&one.entry_id));
        let mut report = it.report(subjects);
        if it.sought.has_title() {
            described.get(at).into_iter().flat_map(|it| &it.lines).for_each(|line| out.line(line));
        } else if it.sought.id.is_none() {
            out.line(format!("The lore has no entry “{}”.", it.sought.name()));
        }
        it.write_to(&mut out, subjects, &asked.scope_name());
        if is_of_cast || it.sought.id.is_none() && it.total() > 0 {
            let (lines, of_others) = lines(it, (subjects, &texts), speakers);
            lines.write_to(&mut out, &it.sought.name(), &of_others, subjects);
            report["speech"] = lines.report(&of_others, subjects);
        }
        let company = company(it, &texts, cast);
        out.list("Named in the same sentences", &company, |(name, count)| {
            format!("{}: {}", shortened(name), counted(*count, "sentence", "sentences"))
        });
        report["company"] = company
            .iter()
            .map(|(name, count)| json!({ "name": name, "sentences": count }))
            .collect();
        reports.push(report);
    }
    help::write_missed(&mut out, asked, &found);
    let report = json!({
        "kind": "person",
        "projectId": asked.request.project_id,
        "records": described.iter().map(|it| &it.report).collect::<Vec<_>>(),
        "persons": reports,
    });
    asked.answered(&out.finish(), report, subjects)
}

/// The lines of somebody, and the words that all others say in quotation marks.
fn lines(
    found: &Sightings,
    (subjects, texts): (&[Subject], &[Text<'_>]),
    speakers: &Attributions,
) -> (Lines, HashMap<String, usize>) {
    let owner = |id: &str| (found.sought.id.as_deref() == Some(id)).then_some(0);
    let is_theirs = |speaker: &Option<Speaker>| match speaker {
        Some(Speaker::Member(_)) => true,
        // Who has no entry is known by a name alone.
        Some(Speaker::Other(name)) => {
            found.sought.id.is_none() && found.sought.names.contains(name)
        }
        _ => false,
    };
    let mut lines = Lines { by_document: vec![0; texts.len()], ..Lines::default() };
    let mut all: HashMap<String, usize> = HashMap::new();
    for (at, text) in texts.iter().enumerate() {
        for quotation in prose::quotations(text) {
            count_words(text, &quotation, &mut all);
        }
        let id = subjects[at].document.as_ref().map(|(id, _)| id.as_str());
        let mut spoken = speakers.of_text(id, text, owner);
        for quotation in &mut spoken {
            quotation.speaker = is_theirs(&quotation.speaker).then_some(Speaker::Member(0));
        }
        for (_, speech) in prose::member_speeches(text, &spoken) {
            lines.voice.add(text, &speech);
            for quotation in speech {
                lines.by_document[at] += quotation.words.len();
                count_words(text, &quotation, &mut lines.words);
                lines.quotations.push((at, quotation));
            }
        }
    }
    for (word, count) in &lines.words {
        if let Some(rest) = all.get_mut(word) {
            *rest = rest.saturating_sub(*count);
        }
    }
    (lines, all)
}

fn count_words(text: &Text<'_>, quotation: &Quotation, into: &mut HashMap<String, usize>) {
    for word in quotation.words.clone() {
        let lower = text.lower(word);
        if lower.chars().count() >= LETTERS_MIN {
            *into.entry(lower.to_owned()).or_default() += 1;
        }
    }
}

impl Lines {
    /// The words somebody says more than all others, the most frequent first.
    fn own_words(&self, of_others: &HashMap<String, usize>) -> Vec<(String, usize)> {
        let total: usize = self.words.values().sum();
        let others: usize = of_others.values().sum();
        let is_own = |(word, count): &(&String, &usize)| {
            let rest = of_others.get(*word).copied().unwrap_or(0) as f64 + 0.5;
            let (here, there) = (**count as f64 / total.max(1) as f64, rest / others.max(1) as f64);
            **count >= OWN_MIN && here >= OWN_RATIO * there
        };
        let own = self.words.iter().filter(is_own);
        let mut own: Vec<(String, usize)> =
            own.map(|(word, count)| (word.clone(), *count)).collect();
        own.sort_by(|one, other| (Reverse(one.1), &one.0).cmp(&(Reverse(other.1), &other.0)));
        own.truncate(WORDS_MAX);
        own
    }

    /// The longest lines.
    fn longest(&self) -> Vec<&(usize, Quotation)> {
        let mut longest: Vec<_> = self.quotations.iter().collect();
        longest.sort_by_key(|(_, quotation)| Reverse(quotation.words.len()));
        longest.truncate(LINES_MAX);
        longest
    }

    fn write_to(
        &self,
        out: &mut AnswerText,
        name: &str,
        of_others: &HashMap<String, usize>,
        subjects: &[Subject],
    ) {
        let voice = &self.voice;
        if voice.speeches == 0 {
            out.line(format!("No quotation is known to be spoken by {name}."));
            return;
        }
        let mean = |value: Option<f64>| value.map_or("–".to_owned(), |it| format!("{it:.1}"));
        let share = |value: Option<f64>| value.map_or("–".to_owned(), percent);
        out.line(format!(
            "{name} says {} in {}, as far as the text shows who speaks. Words of a speech {}, of a sentence \
             {}; questions {}, exclamations {}, contracted words {}.",
            counted(voice.words, "word", "words"),
            counted(voice.speeches, "speech", "speeches"),
            mean(voice.speech_mean()),
            mean(voice.sentence_mean()),
            share(voice.question_share()),
            share(voice.exclamation_share()),
            share(voice.contraction_share()),
        ));
        if subjects.len() > 1 {
            let each = self.by_document.iter().zip(subjects).filter(|(words, _)| **words > 0);
            let each = each.map(|(words, subject)| format!("{} {words}", subject.name()));
            out.line(format!("Words by document: {}.", each.collect::<Vec<_>>().join(", ")));
        }
        let own = self.own_words(of_others);
        if !own.is_empty() {
            let own = own.iter().map(|(word, count)| format!("{word} ({count})"));
            out.line(format!(
                "Said more than by all others: {}.",
                own.collect::<Vec<_>>().join(", ")
            ));
        }
        out.list("The longest lines", &self.longest(), |(at, quotation)| {
            let subject = &subjects[*at];
            format!("{}: {}", subject.name(), quoted(&subject.quote(quotation.span).quote))
        });
    }

    fn report(&self, of_others: &HashMap<String, usize>, subjects: &[Subject]) -> Value {
        json!({
            "speeches": self.voice.speeches,
            "words": self.voice.words,
            "sentences": self.voice.sentences,
            "speechMean": self.voice.speech_mean(),
            "sentenceMean": self.voice.sentence_mean(),
            "questionShare": self.voice.question_share(),
            "exclamationShare": self.voice.exclamation_share(),
            "contractionShare": self.voice.contraction_share(),
            "ownWords": self.own_words(of_others).iter().map(|(word, count)| json!({
                "word": word, "count": count,
            })).collect::<Vec<_>>(),
            "longest": self.longest().iter().map(|(at, it)| located(&subjects[*at], it.span)).collect::<Vec<_>>(),
        })
    }
}

/// The characters that stand in the same sentences, the most frequent first.
fn company(found: &Sightings, texts: &[Text<'_>], cast: &[EntryNames]) -> Vec<(String, usize)> {
    let others: Vec<&EntryNames> =
        cast.iter().filter(|it| found.sought.id.as_deref() != Some(&it.entry_id)).collect();
    let index = NameIndex::new(
        others
            .iter()
            .enumerate()
            .flat_map(|(owner, it)| it.names.iter().map(move |name| (owner, name.as_str()))),
    );
    let mut counts = vec![0; others.len()];
    for (document, span) in found.sentences() {
        let sentence = span.of(texts[document].source());
        for mentioned in prose::mentions(&Text::new(sentence), &index).owners {
            counts[mentioned.owner] += 1;
        }
    }
    let mut company: Vec<(String, usize)> = others
        .iter()
        .zip(counts)
        .filter(|(_, count)| *count > 0)
        .map(|(it, count)| (it.name().to_owned(), count))
        .collect();
    company.sort_by_key(|(_, count)| Reverse(*count));
    company.truncate(COMPANY_MAX);
    company
}
