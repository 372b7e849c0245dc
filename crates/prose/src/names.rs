//! The names of a text, found by their capitals: for a keeper of lore, who wants to know who and what
//! occurs, how often, and where first. It does not know who is a person and who a place.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use crate::capitals::{Lexicon, is_capital, is_inside};
use crate::lists::{
    ADDRESSES_OF_MEN, ADDRESSES_OF_WOMEN, BEFORE_NAMES, CALENDAR, DEMONYMS, HONORIFICS,
    NAME_PARTICLES, NEVER_NAMES, PLACE_NOUNS,
};
use crate::sentences::{is_initials, is_roman};
use crate::span::{Span, keep_smallest};
use crate::tokens::{FormId, Text};

/// Names that are listed at most: the most frequent.
pub const NAMES_MAX: usize = 5_000;

/// Words of a name at most; a longer row of capitals is cut.
pub const NAME_WORDS_MAX: usize = 6;

/// Spans and variants that a name lists at most; its counts are complete.
pub const NAME_SPANS_MAX: usize = 20;

/// A name as it occurs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// As it is first written, without a possessive ’s; white space is one space.
    pub name: String,
    /// What kind of capital it is.
    pub kind: NameKind,
    /// How often it stands by itself. Each place of the text belongs to one name only, the longest:
    /// "Van Helsing" counts for "Van Helsing" and not for "Helsing".
    pub count: usize,
    /// How often it stands inside a longer name: "Lucy" in "Lucy Westenra".
    pub within: usize,
    /// Where it first stands by itself.
    pub first: Span,
    /// The first [`NAME_SPANS_MAX`] places where it stands by itself.
    pub spans: Vec<Span>,
    /// The longer names it stands inside of, the most frequent first, at most [`NAME_SPANS_MAX`].
    pub variants: Vec<Variant>,
    /// Its words in lower case.
    pub(crate) words: Vec<String>,
}

/// A longer name around a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// As it is first written.
    pub name: String,
    /// How often it stands by itself.
    pub count: usize,
}

/// Why something has a capital.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NameKind {
    /// Someone or something.
    Name,
    /// A form of address or rank that stands alone: "the Count", "Professor".
    Title,
    /// A month, a day of the week, a feast.
    Calendar,
    /// A people, a language, what belongs to them: "English", "Szekelys".
    Demonym,
}

/// Lists the names of a text, the most frequent first, among equals the first to occur.
///
/// A word is a name when it stands with a capital inside a sentence and (almost) never in small
/// letters; then it counts at the start of a sentence too. Capitals side by side are one name
/// ("Jonathan Harker", "Black Sea", "Coutts & Co", "Un-Dead"), with forms of address ("Mrs. Westenra"), initials ("Quincey P.
/// Morris"), small words between them ("Ludwig van Beethoven") and places that belong to someone
/// ("Robin Hood’s Bay"); in such a row inside a sentence, words count that are common otherwise. A
/// possessive ’s is taken off. The pronoun I, exclamations and Roman numbers alone are no names.
pub fn names(text: &Text<'_>) -> Vec<Name> {
    let reader = Reader { text, lexicon: Lexicon::new(text) };
    let mut found: Vec<Name> = Vec::new();
    let mut index: HashMap<Vec<FormId>, usize> = HashMap::new();
    for sentence in text.sentences() {
        let mut word = sentence.words.start;
        while word < sentence.words.end {
            let Some(name) = reader.name_at(word, sentence.words.end) else {
                word += 1;
                continue;
            };
            word = name.end;
            let stems: Vec<FormId> =
                text.words()[name.clone()].iter().map(|word| word.stem).collect();
            let span = reader.span(&name);
            match index.get(&stems) {
                Some(&at) => found[at].add(span),
                None => {
                    let words: Vec<String> =
                        stems.iter().map(|&stem| text.form(stem).to_owned()).collect();
                    index.insert(stems, found.len());
                    found.push(Name::new(span.of(text.source()), words, span));
                }
            }
        }
    }
    relate(&mut found);
    let mut ranked: Vec<(usize, usize)> =
        found.iter().enumerate().map(|(at, name)| (usize::MAX - name.count, at)).collect();
    keep_smallest(&mut ranked, NAMES_MAX);
    let mut found: Vec<Option<Name>> = found.into_iter().map(Some).collect();
    ranked.into_iter().filter_map(|(_, at)| found[at].take()).collect()
}

/// The words of a name without forms of address, as they are written: "Seward" of "Dr. Seward". A
/// name that is nothing but those keeps them.
pub fn own_words(name: &str) -> Vec<&str> {
    own_spans(name).into_iter().map(|span| span.of(name)).collect()
}

fn own_spans(name: &str) -> Vec<Span> {
    let text = Text::new(name);
    let all = 0..text.words().len();
    let own = |word: &usize| !HONORIFICS.contains(text.lower(*word));
    let written = |word: usize| text.words()[word].span;
    if all.clone().any(|word| own(&word)) {
        all.filter(own).map(written).collect()
    } else {
        all.map(written).collect()
    }
}

/// As [`own_words`], with a word that hyphens hold together as one: "Moss-Hallam" of "Mr.
/// Moss-Hallam".
pub fn own_compounds(name: &str) -> Vec<&str> {
    let mut compounds: Vec<Span> = Vec::new();
    for span in own_spans(name) {
        match compounds.last_mut() {
            Some(before) if matches!(&name[before.end..span.start], "-" | "‐" | "‑") => {
                before.end = span.end;
            }
            _ => compounds.push(span),
        }
    }
    compounds.into_iter().map(|span| span.of(name)).collect()
}

/// Whom the forms of address in a name are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Addressed {
    /// A man: "Mr.", "Lord".
    Man,
    /// A woman: "Mrs.", "Lady".
    Woman,
}

/// Whom a name addresses, where its forms of address tell: a doctor may be either.
pub fn addressed(name: &str) -> Option<Addressed> {
    let text = Text::new(name);
    (0..text.words().len()).find_map(|word| match text.lower(word) {
        word if ADDRESSES_OF_MEN.contains(word) => Some(Addressed::Man),
        word if ADDRESSES_OF_WOMEN.contains(word) => Some(Addressed::Woman),
        _ => None,
    })
}

impl Name {
    fn new(written: &str, words: Vec<String>, span: Span) -> Name {
        let is_all = |list: &std::collections::HashSet<&'static str>| {
            words.iter().all(|word| list.contains(word.as_str()))
        };
        let kind = if is_all(&CALENDAR) {
            NameKind::Calendar
        } else if is_all(&DEMONYMS) {
            NameKind::Demonym
        } else if is_all(&HONORIFICS) {
            NameKind::Title
        } else {
            NameKind::Name
        };
        let shown: Vec<&str> = written.split_whitespace().collect();
        Name {
            name: shown.join(" "),
            kind,
            count: 1,
            within: 0,
            first: span,
            spans: vec![span],
            variants: Vec::new(),
            words,
        }
    }

    fn add(&mut self, span: Span) {
        self.count += 1;
        if self.spans.len() < NAME_SPANS_MAX {
            self.spans.push(span);
        }
    }
}

/// Tells each name which longer ones hold it. A name has few words, and so few parts.
fn relate(names: &mut [Name]) {
    let index: HashMap<&[String], usize> =
        names.iter().enumerate().map(|(at, name)| (name.words.as_slice(), at)).collect();
    let mut held: Vec<(usize, usize)> = Vec::new();
    for (longer, name) in names.iter().enumerate() {
        let words = &name.words;
        for start in 0..words.len() {
            for end in start + 1..=words.len() {
                if end - start < words.len()
                    && let Some(&shorter) = index.get(&words[start..end])
                {
                    held.push((shorter, longer));
                }
            }
        }
    }
    // A name that stands twice in a longer one is held by it once.
    held.sort_unstable();
    held.dedup();
    for (shorter, longer) in held {
        let variant = Variant { name: names[longer].name.clone(), count: names[longer].count };
        names[shorter].within += variant.count;
        names[shorter].variants.push(variant);
    }
    for name in names {
        name.variants.sort_by_key(|variant| Reverse(variant.count));
        name.variants.truncate(NAME_SPANS_MAX);
    }
}

struct Reader<'r, 't> {
    text: &'r Text<'t>,
    lexicon: Lexicon,
}

impl Reader<'_, '_> {
    /// The words of the name that begins here, if one does.
    fn name_at(&self, start: usize, sentence_end: usize) -> Option<Range<usize>> {
        if !self.may_belong(start) {
            return None;
        }
        let limit = sentence_end.min(start + NAME_WORDS_MAX);
        let mut end = start + 1;
        while let Some(next) = self.next(start, end, limit) {
            end = next + 1;
        }
        // Initials and numbers hang on a name; they neither end it nor make one.
        while end > start
            && self.is_initial(end - 1)
            && !self.text.gap_after(end - 1).starts_with('.')
        {
            end -= 1;
        }
        let is_name = match end - start {
            0 => false,
            1 => self.is_name_alone(start),
            _ => {
                let words = start..end;
                let has_weight = words.clone().any(|word| !self.is_light(word));
                let is_deliberate = is_inside(self.text, start);
                has_weight && (is_deliberate || words.clone().any(|word| self.is_name_alone(word)))
            }
        };
        is_name.then_some(start..end)
    }

    /// The next word of the name whose words so far are these; a small word is stepped over.
    fn next(&self, start: usize, end: usize, limit: usize) -> Option<usize> {
        if end >= limit || CALENDAR.contains(self.stem(end - 1)) {
            return None;
        }
        let is_possessive = self.text.words()[end - 1].form != self.text.words()[end - 1].stem;
        if is_possessive {
            let is_place = is_capital(self.text, end) && PLACE_NOUNS.contains(self.stem(end));
            return (is_place && self.is_beside(end)).then_some(end);
        }
        // A form of address begins a name of its own: "Fenchurch Street Lord Godalming".
        let is_new = HONORIFICS.contains(self.stem(end)) && !self.is_light_row(start..end);
        if self.is_beside(end)
            && self.may_belong(end)
            && !is_new
            && !CALENDAR.contains(self.stem(end))
        {
            return Some(end);
        }
        let is_particle = !is_capital(self.text, end) && NAME_PARTICLES.contains(self.stem(end));
        let after = end + 1;
        (is_particle
            && after < limit
            && self.is_beside(end)
            && self.is_beside(after)
            && self.may_belong(after)
            && !self.is_light(end - 1))
        .then_some(after)
    }

    /// Whether only a space parts a word from the one before, or the point of an abbreviation.
    fn is_beside(&self, word: usize) -> bool {
        match self.text.gap_before(word) {
            " " | "\u{a0}" | "\u{202f}" | "-" | " & " => true,
            ". " | ".\u{a0}" | "." => {
                BEFORE_NAMES.contains(self.text.lower(word - 1)) || self.is_initial(word - 1)
            }
            _ => false,
        }
    }

    /// Whether a word can be part of a name: a capital that no sentence asked for, a form of
    /// address, or a word that is a name elsewhere.
    fn may_belong(&self, word: usize) -> bool {
        if self.is_date(word) {
            return true;
        }
        if !is_capital(self.text, word)
            || self.lexicon.is_function(self.text.words()[word].stem)
            || NEVER_NAMES.contains(self.stem(word)) && !self.is_initial(word)
        {
            return false;
        }
        is_inside(self.text, word) || HONORIFICS.contains(self.stem(word)) || self.is_name(word)
    }

    /// Whether a word is a name without any other beside it.
    fn is_name_alone(&self, word: usize) -> bool {
        (self.is_name(word) || self.is_date(word)) && !self.is_initial(word)
    }

    /// Whether a word is a month or a day, though it may be a common word in small letters.
    fn is_date(&self, word: usize) -> bool {
        CALENDAR.contains(self.stem(word))
            && is_capital(self.text, word)
            && is_inside(self.text, word)
    }

    fn is_name(&self, word: usize) -> bool {
        self.lexicon.is_name(self.text.words()[word].stem)
    }

    /// Whether a word makes no name together with its like: forms of address, initials.
    fn is_light(&self, word: usize) -> bool {
        self.is_initial(word) || HONORIFICS.contains(self.stem(word)) && !self.is_name_alone(word)
    }

    fn is_light_row(&self, mut words: Range<usize>) -> bool {
        words.all(|word| HONORIFICS.contains(self.stem(word)) || self.is_initial(word))
    }

    fn is_initial(&self, word: usize) -> bool {
        let written = self.text.words()[word].span.of(self.text.source());
        is_initials(written) || is_roman(written)
    }

    fn stem(&self, word: usize) -> &str {
        self.text.form(self.text.words()[word].stem)
    }

    /// The span of a name, without a possessive ’s at its end and with the point of a last initial.
    fn span(&self, name: &Range<usize>) -> Span {
        let mut span = self.text.words_span(name);
        let last = self.text.words()[name.end - 1];
        if last.form != last.stem {
            let written = last.span.of(self.text.source());
            let bare = written.trim_end_matches(['s', 'S']).trim_end_matches(['\'', '’', 'ʼ']);
            span.end = last.span.start + bare.len();
        } else if is_initials(last.span.of(self.text.source()))
            && self.text.gap_after(name.end - 1).starts_with('.')
        {
            span.end += 1;
        }
        span
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_address_are_no_words_of_a_name() {
        assert_eq!(own_words("Dr. John Seward"), ["John", "Seward"]);
        assert_eq!(own_words("Count"), ["Count"]);
        assert_eq!(own_words("D’Artagnan-Vane"), ["D’Artagnan", "Vane"]);
        assert_eq!(own_words(" "), Vec::<&str>::new());
        assert_eq!(own_compounds("Mr. Lucan Moss-Hallam"), ["Lucan", "Moss-Hallam"]);
        assert_eq!(own_compounds("Stoke-on-Trent - Old"), ["Stoke-on-Trent", "Old"]);
    }

    fn listed(source: &str) -> Vec<(String, usize, usize)> {
        let text = Text::new(source);
        names(&text).into_iter().map(|name| (name.name, name.count, name.within)).collect()
    }

    fn check(source: &str, expected: &[(&str, usize, usize)]) {
        let found = listed(source);
        let found: Vec<(&str, usize, usize)> =
            found.iter().map(|(name, count, within)| (name.as_str(), *count, *within)).collect();
        assert_eq!(found, expected, "{source:?}");
    }

    #[test]
    fn names_of_several_words_are_joined_and_counted_once() {
        check(
            "There Van Helsing met Jonathan Harker. Van Helsing’s hat fell. Then Jonathan laughed, \
             and Jonathan Harker too.",
            &[("Van Helsing", 2, 0), ("Jonathan Harker", 2, 0), ("Jonathan", 1, 2)],
        );
    }

    #[test]
    fn forms_of_address_initials_and_small_words_belong_to_a_name() {
        check(
            "We saw Mrs. Westenra and old Dr. John Seward.",
            &[("Mrs. Westenra", 1, 0), ("Dr. John Seward", 1, 0)],
        );
        check(
            "Here Quincey P. Morris met Ludwig van Beethoven.",
            &[("Quincey P. Morris", 1, 0), ("Ludwig van Beethoven", 1, 0)],
        );
        check(
            "He met Count Dracula. The Count bowed.",
            &[("Count Dracula", 1, 0), ("Count", 1, 1)],
        );
        check(
            "Tea was had at Robin Hood’s Bay with Lucy’s Mother.",
            &[("Robin Hood’s Bay", 1, 0), ("Lucy", 1, 0), ("Mother", 1, 0)],
        );
    }

    #[test]
    fn marks_and_titles_join_and_part_names() {
        check(
            "We saw Coutts & Co. and at Fenchurch Street Lord Godalming and the Un-Dead.",
            &[
                ("Coutts & Co", 1, 0),
                ("Fenchurch Street", 1, 0),
                ("Lord Godalming", 1, 0),
                ("Un-Dead", 1, 0),
            ],
        );
    }

    #[test]
    fn common_words_join_a_row_of_capitals_but_make_no_name_alone() {
        check(
            "A black cat crossed the Black Sea. The sea was calm. Black it was.",
            &[("Black Sea", 1, 0)],
        );
        check(
            "Then Lucy saw the Master. A master he was. My Lucy! Poor Lucy! Oh, Lucy.",
            &[("Lucy", 4, 0)],
        );
    }

    #[test]
    fn kinds_are_told_apart() {
        let text =
            Text::new("On Monday the English Professor met a Szekely and left with Mina in May.");

        let kinds: Vec<(String, NameKind)> =
            names(&text).into_iter().map(|name| (name.name, name.kind)).collect();

        assert_eq!(
            kinds,
            [
                ("Monday".to_owned(), NameKind::Calendar),
                ("English".to_owned(), NameKind::Demonym),
                ("Professor".to_owned(), NameKind::Title),
                ("Szekely".to_owned(), NameKind::Demonym),
                ("Mina".to_owned(), NameKind::Name),
                ("May".to_owned(), NameKind::Calendar),
            ]
        );
    }

    #[test]
    fn forms_of_address_tell_whom_they_are_for() {
        for (name, wanted) in [
            ("Mrs. Harker", Some(Addressed::Woman)),
            ("Lord Godalming", Some(Addressed::Man)),
            ("Dr. Seward", None),
            ("Mina Harker", None),
        ] {
            assert_eq!(addressed(name), wanted, "{name}");
        }
    }

    #[test]
    fn capitals_for_other_reasons_are_no_names() {
        check("Then he came. “My dear, Then what? Oh, I know!” I said. It was I—No.", &[]);
        check("III\n\nThe Last Day of Summer\n\nIt was hot. He said: “Never.”", &[]);
        check("", &[]);
        check("STOP IT NOW", &[]);
    }

    #[test]
    fn variants_tell_where_a_name_stands_inside_longer_ones() {
        let text = Text::new(
            "So Lucy came. And Miss Lucy sang. And Lucy Westenra sat with Miss Lucy, as Lucy does.",
        );

        let lucy = names(&text).into_iter().find(|name| name.name == "Lucy").unwrap();

        assert_eq!((lucy.count, lucy.within), (2, 3));
        let variants: Vec<(&str, usize)> =
            lucy.variants.iter().map(|variant| (variant.name.as_str(), variant.count)).collect();
        assert_eq!(variants, [("Miss Lucy", 2), ("Lucy Westenra", 1)]);
        assert_eq!(lucy.first.of(text.source()), "Lucy");
        assert_eq!(lucy.spans.len(), 2);
    }
}
