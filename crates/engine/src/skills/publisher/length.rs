//! How long a manuscript is beside what its type and genre usually have; the figures and their sources
//! are in `domain::projects::usual_length`.

use domain::projects::{
    Genre,
    usual_length::{self, UsualLength},
};
use serde_json::{Value, json};

use crate::skills::answers::{AnswerText, counted, grouped};

/// The length of a manuscript, and what it is held against.
pub(super) struct Length {
    words: i64,
    /// What it is called by its length.
    kind: UsualLength,
    /// What its owner calls it is usually as long as.
    usual: Vec<UsualLength>,
}

impl Length {
    pub(super) fn of(words: i64, kind: &str, genres: &[Genre]) -> Self {
        Self {
            words,
            kind: usual_length::type_of(words),
            usual: usual_length::usual_lengths(kind, genres),
        }
    }

    pub(super) fn answer_text(&self) -> String {
        let mut out = AnswerText::default();
        if self.words > 0 {
            out.line(format!(
                "The manuscript has {}: by length a {} ({}; {}).",
                counted(self.words, "word", "words"),
                self.kind.of,
                range(&self.kind),
                self.kind.source
            ));
        }
        for usual in &self.usual {
            let verdict = match usual.to {
                _ if self.words < usual.from => {
                    format!("it has {} fewer", grouped(usual.from - self.words))
                }
                Some(to) if self.words > to => format!("it has {} more", grouped(self.words - to)),
                _ => "it is within that".to_owned(),
            };
            out.line(format!(
                "A {} usually has {} ({}): {verdict}.",
                usual.of,
                range(usual),
                usual.source
            ));
        }
        out.line(
            "A blurb, a synopsis and a query letter take a language model, and none is configured.",
        );
        out.finish()
    }

    pub(super) fn report(&self) -> Value {
        let usual = |it: &UsualLength| {
            json!({
                "of": it.of,
                "from": it.from,
                "to": it.to,
                "source": it.source,
                "isWithin": it.has(self.words),
            })
        };
        json!({
            "words": self.words,
            "byLength": self.kind.of,
            "usual": self.usual.iter().map(usual).collect::<Vec<_>>(),
        })
    }
}

fn range(length: &UsualLength) -> String {
    match length.to {
        Some(to) => format!("{} to {} words", grouped(length.from), grouped(to)),
        None => format!("{} words and more", grouped(length.from)),
    }
}
