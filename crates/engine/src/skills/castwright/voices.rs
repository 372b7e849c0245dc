//! How the cast speaks, over all texts of a book: sums of what was counted in each, with the longest
//! words of everybody to look at.

use std::collections::BTreeMap;

use prose::{Voice, Voices};
use serde_json::{Value, json};
use store::lore::EntryNames;

use crate::skills::{
    answers::{AnswerText, counted, listed, percent},
    subject::{Quote, Subject, shortened},
};

/// Words from which on a voice is described: of less, shares say nothing.
const WORDS_MIN: usize = 50;

/// A speaker.
#[derive(Default)]
struct Speaker {
    name: String,
    entry_id: String,
    voice: Voice,
    /// The longest quotation, the document it stands in, and its words.
    longest: Option<(usize, String, Quote)>,
}

/// What a cast says.
#[derive(Default)]
pub(super) struct Said {
    quotations: usize,
    attributed: usize,
    by_owner: BTreeMap<usize, Speaker>,
    /// Those that are known, by how much they say.
    speakers: Vec<Speaker>,
}

impl Said {
    /// Adds what is said in one text.
    pub(super) fn add(&mut self, subject: &Subject, voices: Voices) {
        self.quotations += voices.quotations;
        self.attributed += voices.attributed;
        for (owner, voice) in voices.voices {
            let speaker = self.by_owner.entry(owner).or_default();
            if let Some((words, span)) = voice.longest
                && speaker.longest.as_ref().is_none_or(|(longest, ..)| *longest < words)
            {
                let id = subject.document.as_ref().map(|(id, _)| id.clone()).unwrap_or_default();
                speaker.longest = Some((words, id, subject.quote(span)));
            }
            let sum = &mut speaker.voice;
            sum.speeches += voice.speeches;
            sum.words += voice.words;
            sum.sentences += voice.sentences;
            sum.questions += voice.questions;
            sum.exclamations += voice.exclamations;
            sum.contractions += voice.contractions;
        }
    }

    /// Gives everybody their names, when all texts were added.
    pub(super) fn name(&mut self, entries: &[EntryNames]) {
        let by_owner = std::mem::take(&mut self.by_owner);
        self.speakers = by_owner
            .into_iter()
            .map(|(owner, speaker)| Speaker {
                name: shortened(entries[owner].name()),
                entry_id: entries[owner].entry_id.clone(),
                ..speaker
            })
            .collect();
        self.speakers.sort_by_key(|it| std::cmp::Reverse(it.voice.words));
    }

    /// For people.
    pub(super) fn write_to(&self, out: &mut AnswerText) {
        if self.quotations == 0 {
            out.line("Nobody speaks in quotation marks or behind dashes.");
            return;
        }
        out.line(format!(
            "Of {}, {} spoken by a character of the lore, as the text or a user says; the other speakers \
             are unknown, or have no entry.",
            counted(self.quotations, "quotation", "quotations"),
            counted(self.attributed, "is", "are")
        ));
        out.list("How they speak", &self.speakers, |it| {
            let Speaker { name, voice, .. } = it;
            let speeches = counted(voice.speeches, "speech", "speeches");
            let words = counted(voice.words, "word", "words");
            if voice.words < WORDS_MIN {
                return format!("{name}: {words} in {speeches}, too few to describe");
            }
            let mean = |value: Option<f64>| value.map_or(String::new(), |it| format!("{it:.1}"));
            let share = |value: Option<f64>| value.map(percent).unwrap_or_default();
            let longest = it.longest.as_ref();
            let longest = longest.map_or("", |(_, _, quote)| quote.quote.as_str());
            format!(
                "{name}: {words} in {speeches}; words of a speech {}, of a sentence {}; questions {}, \
                 exclamations {}, contracted words {}. The longest: {longest}",
                mean(voice.speech_mean()),
                mean(voice.sentence_mean()),
                share(voice.question_share()),
                share(voice.exclamation_share()),
                share(voice.contraction_share()),
            )
        });
    }

    /// For programs.
    pub(super) fn report(&self) -> Value {
        json!({
            "quotations": self.quotations,
            "attributed": self.attributed,
            "speakers": listed(&self.speakers, |it| json!({
                "entryId": it.entry_id,
                "name": it.name,
                "speeches": it.voice.speeches,
                "words": it.voice.words,
                "sentences": it.voice.sentences,
                "speechMean": it.voice.speech_mean(),
                "sentenceMean": it.voice.sentence_mean(),
                "questionShare": it.voice.question_share(),
                "exclamationShare": it.voice.exclamation_share(),
                "contractionShare": it.voice.contraction_share(),
                "longest": it.longest.as_ref().map(|(words, id, passage)| json!({
                    "words": words, "documentId": id, "passage": passage,
                })),
            })),
        })
    }
}
