//! Where a text names what it is asked for: many names at once, in one pass, as whole words and in
//! the forms English gives them. It knows nothing of who or what bears a name.
//!
//! The names are a tree of words, so that the work at each word of a text grows with the length of
//! the names that begin there and not with their number. A search for bytes would have to be checked
//! against the boundaries of words at each hit, and begun again where a longer name fails.

mod cases;
mod forms;
mod letters;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use crate::span::{Passage, Span};
use crate::tokens::{FormId, Text, is_invisible};
pub use cases::{Miscased, miscased};
use forms::bases;
use letters::{first_capital, folded_letters, is_capital, starts_with_combining_mark};

/// Words of a name that is looked for, at most; longer ones are never found.
pub const MENTION_WORDS_MAX: usize = 20;

/// Names to look for, each with the number of its owner.
///
/// Of the words of a name all but the last must stand as they are; the last one may be in the
/// plural or have a possessive ’s. Upper case is asked for where the name has it: the first capital
/// of each of its words must be a capital in the text too, and all other letters may be of either
/// case, so that "Order of the Rose" is found in "ORDER OF THE ROSE" and not in "an order of the
/// rose", and "wand" is found in "Wand". A letter is one however Unicode writes it. White space of any
/// kind is as good as a space, unless it parts paragraphs; marks between and around the words must
/// stand as in the name.
#[derive(Debug, Default)]
pub struct NameIndex {
    words: HashMap<String, usize>,
    gaps: HashMap<String, usize>,
    /// From a node, over a gap and a word, to the next node.
    steps: HashMap<(usize, usize, usize), usize>,
    /// The names that end at each node, by their numbers; the first node is before all words.
    nodes: Vec<Vec<usize>>,
    endings: Vec<Ending>,
}

/// A name, with all who bear it.
#[derive(Debug)]
struct Ending {
    form: Form,
    /// Each once.
    owners: Vec<usize>,
}

/// What of a name the node of its last word does not tell.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Form {
    /// Marks before the first word and behind the last.
    lead: String,
    tail: String,
    /// Where a capital must stand: which word, and which of its letters as they are compared.
    capitals: Vec<(usize, usize)>,
}

/// What is known while names are gathered, so that thousands that differ in little or in nothing
/// need not be compared with each other.
#[derive(Default)]
struct Gathered {
    endings: HashMap<(usize, Form), usize>,
    bearers: HashSet<(usize, usize)>,
}

/// Somebody whom a text names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mentioned {
    /// Whom, by the number given with the name.
    pub owner: usize,
    /// At how many places.
    pub count: usize,
    /// The name as it stands at the first of them, and the sentence or sentences around it.
    pub first: Passage,
}

/// What a text names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mentions {
    /// Whom, in the order in which it first names them.
    pub owners: Vec<Mentioned>,
    /// Every place that names anybody, in the order of the text; no two overlap.
    pub spans: Vec<Span>,
}

/// The gap before the first word of a name.
const BEGINNING: usize = 0;

impl NameIndex {
    /// Gathers names. One without a letter or digit, or of more than [`MENTION_WORDS_MAX`] words, is
    /// never found. Several owners may bear one name; whatever names it then names all of them.
    pub fn new<'n>(names: impl IntoIterator<Item = (usize, &'n str)>) -> NameIndex {
        let mut all = NameIndex { nodes: vec![Vec::new()], ..NameIndex::default() };
        let mut gathered = Gathered::default();
        for (owner, name) in names {
            all.add(owner, name, &mut gathered);
        }
        all
    }

    fn add(&mut self, owner: usize, name: &str, gathered: &mut Gathered) {
        let spaced: Vec<&str> = name.split_whitespace().collect();
        let source = spaced.join(" ");
        let text = Text::new(&source);
        let count = text.words().len();
        if count == 0 || count > MENTION_WORDS_MAX {
            return;
        }
        let mut node = 0;
        let mut capitals = Vec::new();
        for word in 0..count {
            let gap = if word == 0 {
                BEGINNING
            } else {
                let gap = folded(text.gap_before(word)).into_owned();
                let new = self.gaps.len() + 1;
                *self.gaps.entry(gap).or_insert(new)
            };
            let new = self.words.len();
            let form = folded_letters(text.lower(word)).into_owned();
            let form = *self.words.entry(form).or_insert(new);
            let new = self.nodes.len();
            let next = *self.steps.entry((node, gap, form)).or_insert(new);
            if next == new {
                self.nodes.push(Vec::new());
            }
            node = next;
            let written = text.words()[word].span.of(&source);
            capitals.extend(first_capital(written).map(|letter| (word, letter)));
        }
        let lead = folded(text.gap_before(0)).into_owned();
        let tail = folded(text.gap_after(count - 1)).into_owned();
        let form = Form { lead, tail, capitals };
        let new = self.endings.len();
        let ending = *gathered.endings.entry((node, form.clone())).or_insert(new);
        if ending == new {
            self.endings.push(Ending { form, owners: Vec::new() });
            self.nodes[node].push(ending);
        }
        if gathered.bearers.insert((ending, owner)) {
            self.endings[ending].owners.push(owner);
        }
    }
}

/// Finds every place of a text that bears one of these names. From left to right, the longest name
/// that begins at a word wins it and all it covers, so that places never overlap: in "Van Helsing
/// Manor" the names "Van Helsing" and "Manor" are found, and "Helsing Manor" is not. Among equally
/// long ones a name as it stands wins over one in another form; owners of one name share its places.
///
/// What it holds grows with the owners and with the places, and not with both at once: ten thousand
/// may bear one name that stands in every line.
pub fn mentions(text: &Text<'_>, names: &NameIndex) -> Mentions {
    let (mut counter, mut spans) = (MentionCounter::default(), Vec::new());
    each_match(text, names, |endings, passage| {
        counter.add(names, endings, passage);
        spans.push(passage.span);
    });
    Mentions { owners: counter.of_owners(names), spans }
}

/// Every place of a text that bears one of these names, in its order, with the number of whom it
/// names; a name of several stands once for each of them.
pub fn named_passages(text: &Text<'_>, names: &NameIndex) -> Vec<(usize, Passage)> {
    let mut found = Vec::new();
    each_match(text, names, |endings, passage| {
        let mut owners: Vec<usize> =
            endings.iter().flat_map(|ending| &names.endings[*ending].owners).copied().collect();
        owners.sort_unstable();
        owners.dedup();
        found.extend(owners.into_iter().map(|owner| (owner, passage)));
    });
    found
}

/// A place that names one bearer alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mention {
    /// Whom, by the number given with the name.
    pub(crate) owner: usize,
    /// The words of the name.
    pub(crate) words: std::ops::Range<usize>,
}

/// Every place of a text that names one bearer alone, in the order of the text.
pub(crate) fn unambiguous_mentions(text: &Text<'_>, names: &NameIndex) -> Vec<Mention> {
    let mut found = Vec::new();
    let mut next = 0;
    each_match(text, names, |endings, passage| {
        let mut owners: Vec<usize> =
            endings.iter().flat_map(|ending| &names.endings[*ending].owners).copied().collect();
        owners.sort_unstable();
        owners.dedup();
        let words = text.words();
        while next < words.len() && words[next].span.end <= passage.span.start {
            next += 1;
        }
        let within = words[next..].iter().take_while(|it| it.span.start < passage.span.end);
        let words = next..next + within.count();
        if let ([owner], false) = (owners.as_slice(), words.is_empty()) {
            found.push(Mention { owner: *owner, words });
        }
    });
    found
}

/// The places counted so far.
#[derive(Default)]
struct MentionCounter {
    /// Those of one name alone, by its number: its owners are looked at once, in the end.
    alone: HashMap<usize, Counted>,
    /// Those where several names stand at once, such as "Count" and "count", by owner.
    shared: HashMap<usize, Counted>,
}

#[derive(Clone, Copy)]
struct Counted {
    count: usize,
    first: Passage,
    /// The first byte of the latest place.
    latest: usize,
}

impl Counted {
    fn new(passage: Passage) -> Self {
        Self { count: 1, first: passage, latest: passage.span.start }
    }

    /// One more place, unless it was counted already: no two places begin alike.
    fn add(&mut self, passage: Passage) {
        if self.latest != passage.span.start {
            self.count += 1;
            self.latest = passage.span.start;
        }
    }
}

impl MentionCounter {
    fn add(&mut self, names: &NameIndex, endings: &[usize], passage: Passage) {
        let count = |all: &mut HashMap<usize, Counted>, whose: usize| {
            all.entry(whose)
                .and_modify(|counted| counted.add(passage))
                .or_insert_with(|| Counted::new(passage));
        };
        match endings {
            [only] => count(&mut self.alone, *only),
            several => {
                for owner in several.iter().flat_map(|ending| &names.endings[*ending].owners) {
                    count(&mut self.shared, *owner);
                }
            }
        }
    }

    fn of_owners(self, names: &NameIndex) -> Vec<Mentioned> {
        let mut all = self.shared;
        for (ending, counted) in self.alone {
            for owner in &names.endings[ending].owners {
                all.entry(*owner)
                    .and_modify(|so_far| {
                        so_far.count += counted.count;
                        if counted.first.span.start < so_far.first.span.start {
                            so_far.first = counted.first;
                        }
                    })
                    .or_insert(counted);
            }
        }
        let of_owner = |(owner, Counted { count, first, .. })| Mentioned { owner, count, first };
        let mut mentioned: Vec<Mentioned> = all.into_iter().map(of_owner).collect();
        mentioned.sort_unstable_by_key(|it| (it.first.span.start, it.owner));
        mentioned
    }
}

/// Shows every place of a text that bears a name, in the order of the text, with the numbers of the
/// names that it bears.
fn each_match(text: &Text<'_>, names: &NameIndex, mut show: impl FnMut(&[usize], Passage)) {
    let mut reader = NameMatcher { text, names, forms: vec![None; text.forms_len()], free: 0 };
    let mut word = 0;
    while word < text.words().len() {
        match reader.longest(word) {
            Some(longest) => {
                let passage = reader.passage(word..longest.next, longest.span);
                show(&longest.endings, passage);
                reader.free = longest.span.end;
                word = longest.next;
            }
            None => word += 1,
        }
    }
}

/// The words of names that a form may stand for: itself, and what it is a plural or possessive of.
#[derive(Debug, Clone, Default)]
struct Meanings {
    exact: Option<usize>,
    derived: Vec<usize>,
}

/// The longest names at a word so far, all of one span.
#[derive(Debug)]
struct Longest {
    span: Span,
    endings: Vec<usize>,
    /// The first word behind it.
    next: usize,
}

struct NameMatcher<'r, 't> {
    text: &'r Text<'t>,
    names: &'r NameIndex,
    /// What each form of the text may stand for, once it was met.
    forms: Vec<Option<Meanings>>,
    /// The byte from which no name was found yet.
    free: usize,
}

impl NameMatcher<'_, '_> {
    fn longest(&mut self, first: usize) -> Option<Longest> {
        let (mut node, mut best) = (0, None);
        for word in first..self.text.words().len() {
            let gap = if word == first {
                BEGINNING
            } else {
                let between = self.text.gap_before(word);
                if separates_paragraphs(between) {
                    break;
                }
                match self.names.gaps.get(folded(between).as_ref()) {
                    Some(&gap) => gap,
                    None => break,
                }
            };
            let form = self.text.words()[word].form;
            self.learn(form);
            let Some(meanings) = &self.forms[form] else { break };
            let step = |meaning: usize| self.names.steps.get(&(node, gap, meaning)).copied();
            let exact = meanings.exact.and_then(step);
            for (at, is_exact) in exact
                .map(|at| (at, true))
                .into_iter()
                .chain(meanings.derived.iter().filter_map(|&it| Some((step(it)?, false))))
            {
                self.end(at, is_exact, (first, word), &mut best);
            }
            match exact {
                Some(next) => node = next,
                None => break,
            }
        }
        best
    }

    /// Notes the names that end at a node, if they are longer than the best so far.
    fn end(
        &self,
        node: usize,
        is_exact: bool,
        (first, last): (usize, usize),
        best: &mut Option<Longest>,
    ) {
        let mut here: Option<Longest> = None;
        for &ending in &self.names.nodes[node] {
            let form = &self.names.endings[ending].form;
            let Some(span) = self.span(form, is_exact, first, last) else { continue };
            match &mut here {
                Some(longest) if length(longest.span) > length(span) => {}
                Some(longest) if longest.span == span => longest.endings.push(ending),
                _ => here = Some(Longest { span, endings: vec![ending], next: last + 1 }),
            }
        }
        if let Some(here) = here
            && best.as_ref().is_none_or(|best| length(here.span) > length(best.span))
        {
            *best = Some(here);
        }
    }

    /// Where a name stands whose words are these; none when its marks or capitals are not there.
    fn span(&self, form: &Form, is_exact: bool, first: usize, last: usize) -> Option<Span> {
        let (source, words) = (self.text.source(), self.text.words());
        let has_capital = |&(word, letter): &(usize, usize)| {
            is_capital(words[first + word].span.of(source), letter)
        };
        // Marks behind a name end it: there is no plural of "Dr." or "Yahoo!".
        if !is_exact && !form.tail.is_empty() || !form.capitals.iter().all(has_capital) {
            return None;
        }
        let (start, end) = (words[first].span.start, words[last].span.end);
        let before = source.get(self.free..start)?;
        let lead = matched_bytes(before.chars().rev(), form.lead.chars().rev())?;
        let tail = matched_bytes(source[end..].chars(), form.tail.chars())?;
        let span = Span::new(start - lead, end + tail);
        (!starts_with_combining_mark(&source[span.start..])
            && !starts_with_combining_mark(&source[span.end..]))
        .then_some(span)
    }

    fn learn(&mut self, form: FormId) {
        if self.forms[form].is_none() {
            let word = folded_letters(self.text.form(form));
            let known = |word: &str| self.names.words.get(word).copied();
            let derived = bases(&word).iter().filter_map(|base| known(base)).collect();
            self.forms[form] = Some(Meanings { exact: known(&word), derived });
        }
    }

    /// A name with the sentence it begins in, and all others it reaches into.
    fn passage(&self, words: std::ops::Range<usize>, span: Span) -> Passage {
        let (first, last) =
            (self.text.sentence_of(words.start).span, self.text.sentence_of(words.end - 1).span);
        let around = Span::new(first.start.min(span.start), last.end.max(span.end));
        Passage { span, sentence_span: around }
    }
}

fn length(span: Span) -> usize {
    span.end - span.start
}

/// The bytes of `text` that read as `wanted`, from where both begin; none when they do not.
fn matched_bytes(
    text: impl Iterator<Item = char>,
    mut wanted: impl Iterator<Item = char>,
) -> Option<usize> {
    let mut bytes = 0;
    let Some(mut next) = wanted.next() else { return Some(0) };
    for letter in text {
        bytes += letter.len_utf8();
        let Some(mark) = mark(letter) else { continue };
        if mark != next {
            return None;
        }
        match wanted.next() {
            Some(another) => next = another,
            None => return Some(bytes),
        }
    }
    None
}

/// A mark as names and texts are compared: one kind of apostrophe, of hyphen and of space. None for
/// what hangs on words and no reader sees.
fn mark(letter: char) -> Option<char> {
    match letter {
        '\u{2019}' | '\u{2bc}' => Some('\''),
        '\u{2010}' | '\u{2011}' => Some('-'),
        '_' => None,
        hidden if is_invisible(hidden) => None,
        space if space.is_whitespace() => Some(' '),
        other => Some(other),
    }
}

/// What stands between two words, as names and texts are compared: its marks, and one space for any
/// number of them.
fn folded(gap: &str) -> Cow<'_, str> {
    if matches!(gap, " " | "-" | "") {
        return Cow::Borrowed(gap);
    }
    let mut folded = String::with_capacity(gap.len());
    for mark in gap.chars().filter_map(mark) {
        if mark != ' ' || !folded.ends_with(' ') {
            folded.push(mark);
        }
    }
    Cow::Owned(folded)
}

fn separates_paragraphs(gap: &str) -> bool {
    gap.bytes().filter(|byte| *byte == b'\n').count() > 1
}

#[cfg(test)]
mod tests;
