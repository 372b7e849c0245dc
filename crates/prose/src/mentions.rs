//! Where a text names what it is asked for: many names at once, in one pass, as whole words and in
//! the forms English gives them. It knows nothing of who or what bears a name.
//!
//! The names are a tree of words, so that the work at each word of a text grows with the length of
//! the names that begin there and not with their number. A search for bytes would have to be checked
//! against the boundaries of words at each hit, and begun again where a longer name fails.

mod forms;

use std::borrow::Cow;
use std::collections::HashMap;

use crate::span::{Passage, Span};
use crate::tokens::{FormId, Text, is_invisible};
use forms::bases;

/// Words of a name that is looked for, at most; longer ones are never found.
pub const MENTION_WORDS_MAX: usize = 20;

/// Names to look for, each with the number of its owner.
///
/// Of the words of a name all but the last must stand as they are; the last one may be in the
/// plural or have a possessive ’s. Upper case is asked for where the name has it: the first capital
/// of each of its words must be a capital in the text too, and all other letters may be of either
/// case, so that "Order of the Rose" is found in "ORDER OF THE ROSE" and not in "an order of the
/// rose", and "wand" is found in "Wand". White space of any kind is as good as a space, unless it
/// parts paragraphs; marks between and around the words must stand as in the name.
#[derive(Debug, Default)]
pub struct Names {
    words: HashMap<String, usize>,
    gaps: HashMap<String, usize>,
    /// From a node, over a gap and a word, to the next node.
    steps: HashMap<(usize, usize, usize), usize>,
    /// The names that end at each node; the first node is before all words.
    nodes: Vec<Vec<Ending>>,
}

/// A name at the node of its last word.
#[derive(Debug)]
struct Ending {
    owner: usize,
    /// Marks before the first word and behind the last.
    lead: String,
    tail: String,
    /// Where a capital must stand: which word, and which of its letters.
    capitals: Vec<(usize, usize)>,
}

/// A place that names somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mention {
    /// Whom, by the number given with the name.
    pub owner: usize,
    /// The name as it stands there, and the sentence or sentences around it.
    pub passage: Passage,
}

/// The gap before the first word of a name.
const BEGINNING: usize = 0;

impl Names {
    /// Gathers names. One without a letter or digit, or of more than [`MENTION_WORDS_MAX`] words, is
    /// never found. Several owners may bear one name; whatever names it then names all of them.
    pub fn new<'n>(names: impl IntoIterator<Item = (usize, &'n str)>) -> Names {
        let mut all = Names { nodes: vec![Vec::new()], ..Names::default() };
        for (owner, name) in names {
            all.add(owner, name);
        }
        all
    }

    fn add(&mut self, owner: usize, name: &str) {
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
            let form = *self.words.entry(text.lower(word).to_owned()).or_insert(new);
            let new = self.nodes.len();
            let next = *self.steps.entry((node, gap, form)).or_insert(new);
            if next == new {
                self.nodes.push(Vec::new());
            }
            node = next;
            let written = text.words()[word].span.of(&source);
            let mut letters = written.chars().filter(|letter| !is_invisible(*letter));
            capitals.extend(letters.position(char::is_uppercase).map(|letter| (word, letter)));
        }
        let lead = folded(text.gap_before(0)).into_owned();
        let tail = folded(text.gap_after(count - 1)).into_owned();
        self.nodes[node].push(Ending { owner, lead, tail, capitals });
    }
}

/// Finds every place of a text that bears one of these names, in the order of the text. From left
/// to right, the longest name that begins at a word wins it and all it covers, so that places never
/// overlap: in "Van Helsing Manor" the names "Van Helsing" and "Manor" are found, and "Helsing Manor"
/// is not. Among equally long ones a name as it stands wins over one in another form; owners of one
/// name share its places.
pub fn mentions(text: &Text<'_>, names: &Names) -> Vec<Mention> {
    let mut reader = Reader { text, names, forms: vec![None; text.forms_len()], free: 0 };
    let mut found = Vec::new();
    let mut word = 0;
    while word < text.words().len() {
        match reader.longest(word) {
            Some(longest) => {
                let passage = reader.passage(word..longest.next, longest.span);
                found.extend(longest.owners.iter().map(|&owner| Mention { owner, passage }));
                reader.free = longest.span.end;
                word = longest.next;
            }
            None => word += 1,
        }
    }
    found
}

/// The words of names that a form may stand for: itself, and what it is a plural or possessive of.
#[derive(Debug, Clone, Default)]
struct Meanings {
    exact: Option<usize>,
    derived: Vec<usize>,
}

/// The longest name at a word so far.
#[derive(Debug)]
struct Longest {
    span: Span,
    owners: Vec<usize>,
    /// The first word behind it.
    next: usize,
}

struct Reader<'r, 't> {
    text: &'r Text<'t>,
    names: &'r Names,
    /// What each form of the text may stand for, once it was met.
    forms: Vec<Option<Meanings>>,
    /// The byte from which no name was found yet.
    free: usize,
}

impl Reader<'_, '_> {
    fn longest(&mut self, first: usize) -> Option<Longest> {
        let (mut node, mut best) = (0, None);
        for word in first..self.text.words().len() {
            let gap = if word == first {
                BEGINNING
            } else {
                let between = self.text.gap_before(word);
                if parts_paragraphs(between) {
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
        for ending in &self.names.nodes[node] {
            let Some(span) = self.span(ending, is_exact, first, last) else { continue };
            match &mut here {
                Some(longest) if length(longest.span) > length(span) => {}
                Some(longest) if longest.span == span => {
                    if !longest.owners.contains(&ending.owner) {
                        longest.owners.push(ending.owner);
                    }
                }
                _ => here = Some(Longest { span, owners: vec![ending.owner], next: last + 1 }),
            }
        }
        if let Some(here) = here
            && best.as_ref().is_none_or(|best| length(here.span) > length(best.span))
        {
            *best = Some(here);
        }
    }

    /// Where a name stands whose words are these; none when its marks or capitals are not there.
    fn span(&self, ending: &Ending, is_exact: bool, first: usize, last: usize) -> Option<Span> {
        let (source, words) = (self.text.source(), self.text.words());
        let has_capital = |&(word, letter): &(usize, usize)| {
            let written = words[first + word].span.of(source);
            let mut letters = written.chars().filter(|letter| !is_invisible(*letter));
            letters.nth(letter).is_some_and(char::is_uppercase)
        };
        // Marks behind a name end it: there is no plural of "Dr." or "Yahoo!".
        if !is_exact && !ending.tail.is_empty() || !ending.capitals.iter().all(has_capital) {
            return None;
        }
        let (start, end) = (words[first].span.start, words[last].span.end);
        let before = source.get(self.free..start)?;
        let lead = taken(before.chars().rev(), ending.lead.chars().rev())?;
        let tail = taken(source[end..].chars(), ending.tail.chars())?;
        Some(Span::new(start - lead, end + tail))
    }

    fn learn(&mut self, form: FormId) {
        if self.forms[form].is_none() {
            let word = self.text.form(form);
            let known = |word: &str| self.names.words.get(word).copied();
            let derived = bases(word).iter().filter_map(|base| known(base)).collect();
            self.forms[form] = Some(Meanings { exact: known(word), derived });
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
fn taken(
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

fn parts_paragraphs(gap: &str) -> bool {
    gap.bytes().filter(|byte| *byte == b'\n').count() > 1
}

#[cfg(test)]
mod tests;
