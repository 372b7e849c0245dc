//! Words that are younger than they look: things with the year of their invention, and words with the year of
//! their first use, from the table in `words/dated.txt`, where each has its source. A text is searched for
//! them; whether one is too young for a book is for the year of its setting to say: [`anachronisms`].

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::facts::on_one_line;
use crate::lists::FUNCTION_WORDS;
use crate::span::Span;
use crate::tokens::{HYPHENS, Text};

/// Years that a word may be younger than the setting: where its year is that of a first known use, and where it is
/// that of an invention or a discovery, which patents and reports tell exactly.
const MARGIN_OF_USE_YEARS: i64 = 5;
const MARGIN_OF_INVENTION_YEARS: i64 = 1;

/// Dated words of a text that are kept at most, and positions of each; the first ones.
const WORDS_MAX: usize = 500;
const POSITIONS_MAX: usize = 5;

/// First words of an entry of two, between which and the second any one word may stand: "a plastic shopping bag".
const MATERIALS: [&str; 9] = [
    "plastic",
    "electric",
    "electronic",
    "nylon",
    "digital",
    "nuclear",
    "polythene",
    "concrete",
    "wireless",
];

/// Different words that are too young, in 10,000 words of the book, from which on the year is doubted and not the
/// words; and how many are never doubted.
const DOUBTED_PER_10_000: f64 = 5.0;
const DOUBTED_COUNT_MIN: usize = 6;

/// A word of the table.
struct DatedWord {
    words: Vec<&'static str>,
    text: &'static str,
    year: i64,
    /// How many years it may be younger than the setting.
    margin: i64,
    source: &'static str,
}

/// The table, by the first word of each.
static TABLE: LazyLock<HashMap<&'static str, Vec<DatedWord>>> = LazyLock::new(|| {
    let mut table: HashMap<&'static str, Vec<DatedWord>> = HashMap::new();
    for line in include_str!("words/dated.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('|');
        let (Some(text), Some(year), Some(kind), Some(source)) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        let Ok(year) = year.parse() else { continue };
        let margin =
            if kind == "invented" { MARGIN_OF_INVENTION_YEARS } else { MARGIN_OF_USE_YEARS };
        let words: Vec<&str> = text.split(' ').collect();
        let Some(first) = words.first().copied() else { continue };
        table.entry(first).or_default().push(DatedWord { words, text, year, margin, source });
    }
    // The longest first: a “telephone box” is no “telephone”.
    for alike in table.values_mut() {
        alike.sort_by_key(|it| std::cmp::Reverse(it.words.len()));
    }
    table
});

/// A dated word of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DatedUse {
    /// As the table has it.
    pub word: String,
    /// As it is written where it first stands.
    pub written: String,
    /// Its year.
    pub year: i64,
    /// Where it stands; the first ones.
    pub spans: Vec<Span>,
    /// How often it stands.
    pub count: usize,
}

/// A word that is younger than the setting of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Anachronism {
    /// As the table has it.
    pub word: String,
    /// As it is written where it first stands.
    pub written: String,
    /// The year of its invention or first use.
    pub year: i64,
    /// Where that year is from.
    pub source: &'static str,
    /// How often it stands in the book.
    pub count: usize,
    /// Where it stands, each with the text by its place in the list.
    pub positions: Vec<(usize, Span)>,
}

/// The dated words of a text in English.
pub(crate) fn dated_uses(text: &Text<'_>) -> Vec<DatedUse> {
    let mut found: Vec<DatedUse> = Vec::new();
    let mut known: HashMap<&'static str, usize> = HashMap::new();
    let mut at = 0;
    while at < text.words().len() {
        let Some((dated, end)) = dated_at(text, at) else {
            at += 1;
            continue;
        };
        let words = at..end;
        let number = *known.entry(dated.text).or_insert(found.len());
        if number == found.len() && number < WORDS_MAX {
            let written = on_one_line(text.words_span(&words).of(text.source()));
            let (word, year) = (dated.text.to_owned(), dated.year);
            found.push(DatedUse { word, written, year, spans: Vec::new(), count: 0 });
        }
        if let Some(it) = found.get_mut(number) {
            it.count += 1;
            if it.spans.len() < POSITIONS_MAX {
                it.spans.push(text.words_span(&words));
            }
        }
        at = words.end;
    }
    found
}

/// The word of the table that begins at a word, the last one in the singular or plural, and the word behind it.
fn dated_at(text: &Text<'_>, at: usize) -> Option<(&'static DatedWord, usize)> {
    let own = |at: usize| text.form(text.words()[at].stem);
    let first = own(at);
    let alike = [Some(first), singular(first)].into_iter().flatten();
    let found = alike.filter_map(|first| TABLE.get(first)).flatten().find_map(|dated| {
        let last = dated.words.len() - 1;
        let stands = |nth: usize, word: usize| {
            if word >= text.words().len() || (nth > 0 && !is_joined(text.gap_before(word))) {
                return false;
            }
            let (written, wanted) = (text.lower(word), dated.words[nth]);
            written == wanted
                || nth == last && (own(word) == wanted || singular(own(word)) == Some(wanted))
        };
        if (0..=last).all(|nth| stands(nth, at + nth)) {
            return Some((dated, at + last + 1));
        }
        let is_parted = last == 1
            && MATERIALS.contains(&dated.words[0])
            && stands(0, at)
            && at + 1 < text.words().len()
            && text.gap_before(at + 1) == " "
            && !FUNCTION_WORDS.contains(text.lower(at + 1))
            && stands(1, at + 2);
        is_parted.then_some((dated, at + 3))
    });
    found.or_else(|| joined_at(text, at).map(|dated| (dated, at + 2)))
}

fn is_joined(gap: &str) -> bool {
    matches!(gap, " " | "\u{a0}" | "\n") || is_hyphen(gap)
}

fn is_hyphen(gap: &str) -> bool {
    gap.strip_prefix(HYPHENS).is_some_and(str::is_empty)
}

/// Words of the table that are older with a hyphen: a sail, a light at sea.
const OLDER_APART: [&str; 2] = ["skyscraper", "flashlight"];

/// The one word of the table that is written with a hyphen here: "week-end".
fn joined_at(text: &Text<'_>, at: usize) -> Option<&'static DatedWord> {
    let next = text.words().get(at + 1).filter(|_| is_hyphen(text.gap_before(at + 1)))?;
    let joined = format!("{}{}", text.lower(at), text.form(next.stem));
    let alike = [Some(joined.as_str()), singular(&joined)].into_iter().flatten();
    let mut found = alike.filter_map(|it| TABLE.get(it)).flatten();
    found.find(|dated| dated.words.len() == 1 && !OLDER_APART.contains(&dated.text))
}

/// The singular of a regular plural, as far as it is a part of it.
fn singular(word: &str) -> Option<&str> {
    let stem = word.strip_suffix('s')?;
    let hisses = ["sse", "xe", "che", "she", "oe"].iter().any(|ending| stem.ends_with(ending));
    Some(if hisses { &stem[..stem.len() - 1] } else { stem })
}

/// The words of a book that are younger than its setting, the youngest first: its texts as they were read, the
/// last year of its setting, and its length in words. None where so many words are too young that the year
/// cannot be that of the setting.
pub fn anachronisms(texts: &[&[DatedUse]], year: i64, words: usize) -> Vec<Anachronism> {
    let mut young: BTreeMap<&str, Anachronism> = BTreeMap::new();
    for (document, uses) in texts.iter().enumerate() {
        for it in uses.iter().filter(|it| it.year > year) {
            let Some(dated) = dated_word(&it.word) else { continue };
            if it.year <= year.saturating_add(dated.margin) {
                continue;
            }
            let entry = young.entry(&it.word).or_insert_with(|| Anachronism {
                word: it.word.clone(),
                written: it.written.clone(),
                year: it.year,
                source: dated.source,
                count: 0,
                positions: Vec::new(),
            });
            entry.count += it.count;
            entry.positions.extend(it.spans.iter().map(|span| (document, *span)));
        }
    }
    let bound = (words as f64 * DOUBTED_PER_10_000 / 10_000.0).max(DOUBTED_COUNT_MIN as f64);
    if young.len() as f64 > bound {
        return Vec::new();
    }
    let mut found: Vec<Anachronism> = young.into_values().collect();
    found.sort_by(|one, other| (other.year, &one.word).cmp(&(one.year, &other.word)));
    found
}

/// The word of the table that is written so.
fn dated_word(text: &str) -> Option<&'static DatedWord> {
    let first = text.split(' ').next()?;
    TABLE.get(first)?.iter().find(|it| it.text == text)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn young(source: &str, year: i64) -> Vec<String> {
        let uses = dated_uses(&Text::new(source));
        anachronisms(&[&uses], year, 1_000).into_iter().map(|it| it.word).collect()
    }

    #[test]
    fn words_younger_than_the_setting_are_found() {
        for (source, year, wanted) in [
            ("He lifted the telephone and waited.", 1820, vec!["telephone"]),
            ("He lifted the telephone and waited.", 1893, vec![]),
            ("An X-ray of the chest showed nothing.", 1893, vec!["x ray"]),
            ("An X-ray of the chest showed nothing.", 1894, vec![]),
            ("Two telephone boxes stood there.", 1820, vec!["telephone box"]),
            ("She turned off the light-bulbs.", 1850, vec!["light bulb"]),
            ("They went to Bath for the week-ends.", 1700, vec!["weekend"]),
            ("The torches were lit.", 1500, vec![]),
            ("The photographers’ plates lay there.", 1800, vec!["photographer"]),
            ("“It is okay,” he said.", 1700, vec!["okay"]),
            ("The robot’s eyes glowed on television.", 1880, vec!["robot", "television"]),
            ("He carried it in a plastic shopping bag.", 1900, vec!["plastic shopping bag"]),
            ("There were two plastic garden chairs.", 1880, vec!["plastic chair"]),
            ("The plastic arts, and the plastic clay of a cup.", 1800, vec![]),
            (
                "An aeroplane went over, and then a helicopter.",
                1893,
                vec!["helicopter", "aeroplane"],
            ),
            ("A train of thought and a computer of sums.", 1700, vec![]),
        ] {
            assert_eq!(young(source, year), wanted, "{source}");
        }
    }

    #[test]
    fn a_book_full_of_younger_words_has_another_setting() {
        let source = "He checked his email on the laptop, then the smartphone, the website, the blog, the \
                      podcast and the internet.";
        assert!(young(source, 1820).is_empty());
    }

    #[test]
    fn every_line_of_the_table_is_a_word_with_year_kind_and_source() {
        let lines = include_str!("words/dated.txt").lines().filter(|line| line.contains('|'));
        let kinds: Vec<Option<&str>> = lines.map(|line| line.split('|').nth(2)).collect();
        assert!(kinds.iter().all(|kind| matches!(kind, Some("invented" | "used"))));
        let all: Vec<&DatedWord> = TABLE.values().flatten().collect();
        assert_eq!(all.len(), kinds.len());
        assert!(all.len() >= 2_000, "{}", all.len());
        let texts: BTreeSet<&str> = all.iter().map(|it| it.text).collect();
        assert_eq!(texts.len(), all.len(), "a word stands twice");
        for it in all {
            assert!((1400..2030).contains(&it.year) && it.source.len() > 2, "{}", it.text);
            assert!(
                it.text
                    .chars()
                    .all(|c| c == ' ' || c == '\'' || c.is_lowercase() || c.is_ascii_digit())
            );
        }
    }

    #[test]
    fn no_word_of_the_table_is_the_plural_of_another() {
        let texts: BTreeSet<&str> = TABLE.values().flatten().map(|it| it.text).collect();
        // Stockings, and a trade.
        for text in texts.iter().filter(|it| !matches!(**it, "nylons" | "electronics")) {
            assert!(singular(text).is_none_or(|one| !texts.contains(one)), "{text}");
        }
    }
}
