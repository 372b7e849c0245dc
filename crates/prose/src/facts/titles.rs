//! Ranks that stand for somebody: "the Countess’s carriage", "the Earl rode on", and those of a couple: "Major and Mrs.
//! Hale". Whose they are is for the whole book to say.

use std::collections::HashMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::phrases::is_determiner;
use super::subjects::Subject;
use super::words::{NOBILITY, RANKS};
use super::{FactBasis, Pronoun, on_one_line};
use crate::capitals::is_capital;
use crate::span::Span;

/// Words between "the" and a rank: "the old dowager Countess".
const MODIFIERS_MAX: usize = 2;

/// Mentions of a rank in one text that are kept, at most: whoever is spoken of more often is somebody known.
const MENTIONS_MAX: usize = 3;

/// Names around a mention, at most.
const NAMES_MAX: usize = 120;

/// What shows somebody who is not there, or is called after somebody.
const PICTURES: [&str; 7] = ["portrait", "picture", "bust", "statue", "arms", "head", "part"];

/// A rank that stands for somebody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TitleMention {
    /// The rank in small letters.
    pub title: String,
    /// The family name of a couple; none where the rank stands alone.
    pub family: Option<String>,
    /// The names around it, the nearest ones.
    pub names: Vec<(Span, String)>,
    /// The words of it, on one line.
    pub quote: String,
    /// Where it stands.
    pub span: Span,
}

/// The pronoun of whoever has a rank: he, but for a countess.
pub fn pronoun_of_rank(rank: &str) -> Pronoun {
    if rank.ends_with("ess") { Pronoun::She } else { Pronoun::He }
}

/// The ranks that stand for somebody in a text; of each the first few.
pub(crate) fn titles(basis: &FactBasis<'_>) -> Vec<TitleMention> {
    let text = basis.text;
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let mut found = Vec::new();
    for sentence in text.prose() {
        for at in sentence.words.clone() {
            let title = text.form(text.words()[at].stem);
            if !RANKS.contains(title) && !NOBILITY.contains(title) {
                continue;
            }
            let couple = basis.couple(at);
            let is_noble = NOBILITY.contains(title);
            let alone = || is_noble.then(|| basis.stands_alone(at, &sentence.words)).flatten();
            let Some((words, family)) = couple.or_else(alone) else { continue };
            let count = counts.entry(title).or_default();
            *count += 1;
            if *count <= MENTIONS_MAX {
                let span = text.words_span(&words);
                found.push(TitleMention {
                    title: title.to_owned(),
                    family,
                    names: basis.names_near(at),
                    quote: on_one_line(span.of(text.source())),
                    span,
                });
            }
        }
    }
    found
}

impl FactBasis<'_> {
    /// "Major and Mrs. Hale", with the family name.
    fn couple(&self, at: usize) -> Option<(Range<usize>, Option<String>)> {
        let text = self.text;
        // "the Colonel and Mrs. Hale" are no couple, and "General, and Mrs. Hale" none either.
        let is_couple = at + 3 < text.words().len()
            && text.lower_after(at) == "and"
            && (at + 1..at + 3).all(|it| text.gap_before(it) == " ")
            && text.lower(at + 2).trim_end_matches('.') == "mrs"
            && is_capital(text, at)
            && !is_determiner(text.lower_before(at));
        if !is_couple {
            return None;
        }
        let family = text.bare_span(at + 3).of(text.source());
        Some((at..at + 4, Some(family.to_owned())))
    }

    /// "the Countess", "the old dowager Countess", and not "the Earl of Kent", "the captain’s", "the rank of baronet".
    fn stands_alone(
        &self,
        at: usize,
        sentence: &Range<usize>,
    ) -> Option<(Range<usize>, Option<String>)> {
        let text = self.text;
        let from = at.saturating_sub(MODIFIERS_MAX + 1).max(sentence.start);
        let the = (from..at).rev().find(|&it| text.lower(it) == "the")?;
        // "his uncle, the Earl" is another; "in the Duke", "the portrait of the Duke", "played the Duchess" are none.
        let before = text.lower_before(the);
        let is_none = text.gap_before(the).contains(',')
            || matches!(before, "in" | "at" | "played" | "aboard" | "called" | "named")
            || before == "of" && the > 1 && PICTURES.contains(&text.lower(the - 2));
        let are_modifiers = (the + 1..at).all(|it| {
            matches!(
                text.lower(it),
                "old" | "young" | "dowager" | "gallant" | "good" | "noble" | "poor" | "widowed"
            )
        });
        let is_beside = (the + 1..=at).all(|it| text.gap_before(it) == " ");
        let next = text.lower_after(at);
        let is_named = text.gap_after(at) == " "
            && (next == "of" || at + 1 < text.words().len() && is_capital(text, at + 1));
        (are_modifiers && is_beside && !is_named && !is_none && !self.spoken[at])
            .then_some((the..at + 1, None))
    }

    /// The names around a word, as many before as behind it.
    fn names_near(&self, at: usize) -> Vec<(Span, String)> {
        let text = self.text;
        let (before, behind) =
            self.subjects.split_at(self.subjects.partition_point(|it| it.words.start < at));
        let is_name = |it: &&Subject| it.pronoun.is_none();
        let before = before.iter().rev().filter(is_name).take(NAMES_MAX / 2);
        let behind = behind.iter().filter(is_name).take(NAMES_MAX / 2);
        before.chain(behind).map(|it| (it.name, on_one_line(it.name.of(text.source())))).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::extract::Extract;
    use crate::tokens::Text;

    #[test]
    fn a_rank_stands_for_somebody() {
        for (source, wanted) in [
            ("The Countess’s carriage was there.", "countess"),
            ("The Earl rode on.", "earl"),
            ("He met his uncle, the Earl.", ""),
            ("They dined in the Duke.", ""),
            ("The Colonel and Mrs. Hale rode on.", ""),
            ("She saw the dowager Duchess before her.", "duchess"),
            ("She went home with Major and Mrs. Hale.", "major Hale"),
            // Somebody who is named, or nobody.
            ("The Earl of Kent came.", ""),
            ("The Duchess Anna came.", ""),
            ("He was an earl.", ""),
            ("“The Earl is here,” said Hale.", ""),
        ] {
            let titles = Extract::of(&Text::new(source)).facts.titles;
            let line = |it: &super::TitleMention| {
                let family = it.family.as_deref().map(|it| format!(" {it}")).unwrap_or_default();
                format!("{}{family}", it.title)
            };
            let read: Vec<String> = titles.iter().map(line).collect();
            assert_eq!(read.join("; "), wanted, "{source}");
        }
    }
}
