//! What stands around a row of capitals, as far as it says who or what bears the name: a verb of speech,
//! a preposition of place, a pronoun behind it. Each cue is a fact about the words; what follows from it is
//! for the whole book to say.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::capitals::is_inside;
use crate::dialogue::quotations;
use crate::lists::{GEOGRAPHIC_NOUNS, ROLES, SPEECH_VERBS};
use crate::tokens::{SentenceKind, Text};

/// Words behind a name in which its pronoun is looked for.
const PRONOUN_WORDS_MAX: usize = 25;

/// One thing that can stand around a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Cue {
    /// A capital would stand there anyway.
    Opening = 1,
    /// It stands in a heading.
    Heading = 1 << 1,
    /// It stands in direct speech.
    Quoted = 1 << 2,
    /// It is spoken to: "Come, Mina!"
    Vocative = 1 << 3,
    /// A verb of speech stands beside it.
    Speech = 1 << 4,
    /// A verb in the past stands behind it.
    Act = 1 << 5,
    /// It has a possessive ’s.
    Possessive = 1 << 6,
    /// A part of the body, a feeling or a relative belongs to it: "Mina’s hand".
    Own = 1 << 7,
    /// "who", "whom" or "whose" stands behind it.
    Who = 1 << 8,
    /// A role stands before it in small letters: "her brother Ham", "the coachman Josef".
    Role = 1 << 9,
    /// An adjective for persons stands before it: "poor Lucy".
    Adjective = 1 << 10,
    /// "in", "into", "near", "throughout" stands before it.
    In = 1 << 11,
    /// "at" stands before it.
    At = 1 << 12,
    /// "to", "from" or "for" stands before it.
    To = 1 << 13,
    /// A noun for places stands before it with "of", or behind it: "the town of Whitby".
    LocationNoun = 1 << 14,
    /// "the" stands before it.
    The = 1 << 15,
    /// "a" or "an", "every", "some", "no", "another" stands before it.
    Article = 1 << 16,
    /// "my", "your", "his", "her", "our", "their" stands before it.
    Mine = 1 << 17,
    /// The next personal pronoun is "he".
    He = 1 << 18,
    /// The next personal pronoun is "she".
    She = 1 << 19,
    /// The next personal pronoun is "it".
    It = 1 << 20,
    /// A comma stands before it, or "and", "or".
    Listed = 1 << 21,
    /// "of" stands before it.
    Of = 1 << 22,
    /// "with", "by", "beside", "told", "asked" or the like stands before it.
    With = 1 << 23,
    /// The next personal pronoun is "they".
    They = 1 << 24,
    /// A hyphen joins it to another word: "that Ahaz-dial".
    Joined = 1 << 25,
    /// It is what somebody is called, rightly or not: "still called him Tinley".
    Called = 1 << 26,
}

/// Several cues.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cues(u32);

impl Cues {
    /// Whether it is among them.
    pub fn has(self, cue: Cue) -> bool {
        self.0 & cue as u32 != 0
    }

    /// The cues of a name that begins behind the first word of its row: what stands before the row does not
    /// stand before the name, and no sentence asks for its capital.
    pub(crate) fn behind_a_word(self) -> Cues {
        const BEFORE: u32 = Cue::Opening as u32
            | Cue::Role as u32
            | Cue::Adjective as u32
            | Cue::In as u32
            | Cue::At as u32
            | Cue::To as u32
            | Cue::The as u32
            | Cue::Article as u32
            | Cue::Mine as u32
            | Cue::Of as u32
            | Cue::With as u32
            | Cue::Called as u32;
        Cues(self.0 & !BEFORE)
    }

    /// The cues of a name that ends before the last word of its row: what stands behind the row does not stand
    /// behind the name.
    pub(crate) fn before_a_word(self) -> Cues {
        const BEHIND: u32 = Cue::Vocative as u32
            | Cue::Speech as u32
            | Cue::Act as u32
            | Cue::Possessive as u32
            | Cue::Own as u32
            | Cue::Who as u32
            | Cue::He as u32
            | Cue::She as u32
            | Cue::It as u32;
        Cues(self.0 & !BEHIND)
    }

    fn add(&mut self, cue: Cue, is_there: bool) {
        if is_there {
            self.0 |= cue as u32;
        }
    }
}

type Words = LazyLock<HashSet<&'static str>>;

fn words(text: &'static str) -> HashSet<&'static str> {
    text.split(' ').collect()
}

/// What a person has and a place has not.
static OWN: Words = LazyLock::new(|| {
    words(
        "face eyes eye hand hands voice head heart arm arms hair lips mouth mind thoughts mother father \
         brother sister son daughter wife husband aunt uncle cousin child children friend friends cheeks \
         cheek brow shoulder shoulders back fingers feet tears smile look glance soul spirits temper manner \
         opinion feelings anger love eyebrows bosom breast knee knees lap breath knowledge expression",
    )
});

/// Adjectives that narrators give persons by name.
pub(crate) static ADJECTIVES: Words = LazyLock::new(|| {
    words(
        "poor dear dearest little old young good sweet pretty gentle lovely honest worthy brave unhappy \
         wretched beautiful handsome kind gallant amiable unfortunate fair noble wicked faithful naughty \
         late",
    )
});

/// Verbs in the past that do not end in -ed and that persons do.
static ACTS: Words = LazyLock::new(|| {
    words(
        "went came saw stood sat took knew felt thought told gave found left ran rose began made got \
         held kept laid led lay let met put read rode sent shook shut slept spoke stole swore threw tore \
         understood woke wore wrote fell flew grew heard bent bit blew bowed brought bought caught chose \
         crept drank drew drove ate fought forgot forgave hid hung hurt lent lost meant paid rang sang \
         sank shot sprang stuck struck swept swung taught wept won smiled",
    )
});

static IN: Words = LazyLock::new(|| words("in into near throughout inside outside"));
static TO: Words = LazyLock::new(|| words("to from for towards toward"));
static ARTICLES: Words = LazyLock::new(|| words("a an every some no another any each this that"));
static MINE: Words = LazyLock::new(|| words("my your his her our their thy mine"));
static WITH: Words = LazyLock::new(|| {
    words("with by beside behind told asked upon on against about between and than made let saw")
});

static CALLING: Words =
    LazyLock::new(|| words("call calls called calling name names named nickname nicknamed dubbed"));
static CALLED: Words = LazyLock::new(|| words("him her it them me you us himself herself"));

/// Everything about a text that cues are read from.
pub(super) struct Surroundings<'r, 't> {
    text: &'r Text<'t>,
    rows: &'r [Range<usize>],
    /// For each word the number of the quotation that it stands in, from 1; 0 for none.
    quoted: Vec<usize>,
}

impl<'r, 't> Surroundings<'r, 't> {
    pub(super) fn new(text: &'r Text<'t>, rows: &'r [Range<usize>]) -> Self {
        let mut quoted = vec![0; text.words().len()];
        for (number, quotation) in quotations(text).iter().enumerate() {
            quoted[quotation.words.clone()].fill(number + 1);
        }
        Self { text, rows, quoted }
    }

    /// The cues of a row, by its place in the list.
    pub(super) fn of(&self, at: usize) -> Cues {
        let row = &self.rows[at];
        let mut cues = Cues::default();
        let sentence = self.text.sentence_of(row.start);
        cues.add(Cue::Heading, sentence.kind == SentenceKind::Heading);
        cues.add(Cue::Opening, !is_inside(self.text, row.start));
        cues.add(Cue::Quoted, self.quoted[row.start] > 0);
        self.before(row, sentence.words.start, &mut cues);
        self.behind(row, sentence.words.end, &mut cues);
        self.vocative(row, &mut cues);
        self.pronoun(at, &mut cues);
        cues
    }

    fn before(&self, row: &Range<usize>, start: usize, cues: &mut Cues) {
        let gap = self.text.gap_before(row.start);
        if row.start <= start {
            return;
        }
        let before = self.text.lower(row.start - 1);
        let beyond = if row.start >= start + 2 { self.text.lower(row.start - 2) } else { "" };
        cues.add(Cue::Listed, gap.trim() == "," || before == "and" || before == "or");
        cues.add(Cue::Joined, is_hyphen(gap));
        // A verb of speech stands before it across a mark too: “Yes,” said Ham.
        if gap.trim().is_empty() {
            cues.add(Cue::Speech, SPEECH_VERBS.contains(before) && !is_verb_of_others(before));
            cues.add(Cue::Role, ROLES.contains(before));
            cues.add(Cue::Adjective, ADJECTIVES.contains(before));
            cues.add(Cue::In, IN.contains(before));
            cues.add(Cue::At, before == "at");
            cues.add(Cue::To, TO.contains(before));
            cues.add(Cue::Of, before == "of");
            cues.add(Cue::The, before == "the" || ADJECTIVES.contains(before) && beyond == "the");
            cues.add(Cue::Article, ARTICLES.contains(before));
            cues.add(Cue::Mine, MINE.contains(before));
            cues.add(Cue::With, WITH.contains(before));
            cues.add(Cue::LocationNoun, before == "of" && is_location_noun(beyond));
            let is_calling = CALLING.contains(beyond) && CALLED.contains(before);
            cues.add(Cue::Called, is_calling || CALLING.contains(before));
        }
    }

    fn behind(&self, row: &Range<usize>, end: usize, cues: &mut Cues) {
        let last = self.text.words()[row.end - 1];
        let has_possessive = last.form != last.stem;
        cues.add(Cue::Possessive, has_possessive);
        if row.end >= end {
            return;
        }
        let gap = self.text.gap_after(row.end - 1).trim();
        cues.add(Cue::Joined, is_hyphen(gap));
        let next = self.text.lower(row.end);
        let is_who = matches!(next, "who" | "whom" | "whose");
        cues.add(Cue::Who, is_who && matches!(gap, "" | ","));
        if !gap.is_empty() {
            return;
        }
        if has_possessive {
            let further = if row.end + 1 < end { self.text.lower(row.end + 1) } else { "" };
            cues.add(Cue::Own, OWN.contains(next) || OWN.contains(further));
            return;
        }
        let is_past = next.len() > 4 && next.ends_with("ed") || ACTS.contains(next);
        cues.add(Cue::Speech, SPEECH_VERBS.contains(next));
        cues.add(Cue::Act, is_past);
        cues.add(Cue::LocationNoun, is_location_noun(next));
    }

    fn vocative(&self, row: &Range<usize>, cues: &mut Cues) {
        if self.quoted[row.start] == 0 {
            return;
        }
        let is_first = row.start == 0 || self.quoted[row.start - 1] != self.quoted[row.start];
        let gap = self.text.gap_before(row.start);
        let dear = row.start > 0
            && matches!(
                self.text.lower(row.start - 1),
                "dear" | "dearest" | "o" | "oh" | "my" | "old"
            );
        let opens = is_first || dear || gap.contains([',', '.', '!', '?', '—', ';']);
        let behind = self.text.gap_after(row.end - 1);
        let closes = behind.starts_with([',', '!', '?', '.', ';', '—', '”', '’', '"']);
        cues.add(Cue::Vocative, opens && closes);
    }

    /// The first personal pronoun behind a row, before any other row, in the same speech or in none, in its
    /// sentence or the next.
    fn pronoun(&self, at: usize, cues: &mut Cues) {
        let row = &self.rows[at];
        let sentence = self.text.words()[row.end - 1].sentence;
        let paragraph = self.text.sentences()[sentence].paragraph;
        let next_row = self.rows.get(at + 1).map_or(usize::MAX, |next| next.start);
        let end = (row.end + PRONOUN_WORDS_MAX).min(next_row).min(self.text.words().len());
        for word in row.end..end {
            let position = self.text.words()[word].sentence;
            if position > sentence + 1 || self.text.sentences()[position].paragraph != paragraph {
                return;
            }
            if self.quoted[word] != self.quoted[row.start] {
                continue;
            }
            let cue = match self.text.lower(word) {
                "he" | "him" | "his" | "himself" => Cue::He,
                "she" | "her" | "hers" | "herself" => Cue::She,
                "it" | "its" | "itself" => Cue::It,
                "they" | "them" | "their" | "themselves" => Cue::They,
                _ => continue,
            };
            cues.add(cue, true);
            return;
        }
    }
}

fn is_hyphen(gap: &str) -> bool {
    matches!(gap, "-" | "‐" | "‑")
}

/// Verbs of speech behind which stands as often who is spoken to.
fn is_verb_of_others(verb: &str) -> bool {
    matches!(
        verb,
        "asked"
            | "asking"
            | "assured"
            | "informed"
            | "reminded"
            | "called"
            | "begged"
            | "warned"
            | "implored"
            | "urged"
            | "told"
            | "reassured"
            | "taunted"
            | "teased"
            | "mocked"
            | "scolded"
    )
}

fn is_location_noun(word: &str) -> bool {
    GEOGRAPHIC_NOUNS.contains(word)
        || matches!(
            word,
            "city"
                | "town"
                | "village"
                | "county"
                | "kingdom"
                | "province"
                | "parish"
                | "district"
                | "country"
                | "port"
                | "coast"
                | "region"
                | "streets"
                | "neighbourhood"
                | "suburb"
                | "estate"
                | "lands"
                | "university"
                | "borough"
                | "state"
                | "colony"
        )
}
