//! The words of one sentence, as a fact is read from them: those of the narration, or those that are
//! spoken, never both.

use std::ops::Range;

use super::phrases::is_determiner;
use super::words::{HEDGES, LEAVING, PAST_MARKS};
use crate::lists::is_past_verb;
use crate::tokens::Text;

/// Words before and behind a word that are read of its sentence, at most.
const WITHIN_WORDS: usize = 250;

/// Words between what had been so and "since", and "still was", at most.
const SINCE_WITHIN_WORDS: usize = 8;
const LASTS_WITHIN_WORDS: usize = 12;

/// Words of a date between "who" and its verb, at most.
const DATE_WORDS_MAX: usize = 6;

/// Digits of a year.
const YEAR_DIGITS: usize = 4;

/// What somebody does something "without", and has all the same.
const IDLE: [&str; 14] = [
    "word", "sound", "doubt", "thought", "smile", "glance", "look", "moment", "pause", "murmur",
    "sign", "tear", "penny", "friend",
];

/// Hedges that a clause keeps beyond a comma with "and".
const SUPPOSING: [&str; 12] = [
    "if",
    "unless",
    "whether",
    "suppose",
    "supposing",
    "perhaps",
    "imagined",
    "dreamed",
    "dreamt",
    "pretended",
    "wished",
    "might",
];

/// Spans of time behind which "ago" is of the same hour.
const JUST: [&str; 7] = ["moment", "moments", "minute", "minutes", "hour", "hours", "instant"];

/// A sentence around a word.
pub(super) struct Line<'r, 't> {
    pub(super) text: &'r Text<'t>,
    spoken: &'r [bool],
    /// The words of the sentence.
    pub(super) words: Range<usize>,
    /// Whether the words that are read are spoken.
    pub(super) is_spoken: bool,
}

impl<'r, 't> Line<'r, 't> {
    pub(super) fn of(text: &'r Text<'t>, spoken: &'r [bool], at: usize) -> Self {
        let sentence = &text.sentence_of(at).words;
        let words = sentence.start.max(at.saturating_sub(WITHIN_WORDS))
            ..sentence.end.min(at + WITHIN_WORDS);
        Self { text, spoken, words, is_spoken: spoken[at] }
    }

    /// Whether there is such a word in the sentence, spoken as the others are.
    pub(super) fn has(&self, at: usize) -> bool {
        self.words.contains(&at) && self.spoken[at] == self.is_spoken
    }

    /// The word in lower case; empty outside of the sentence.
    pub(super) fn word(&self, at: usize) -> &'r str {
        if self.has(at) { self.text.lower(at) } else { "" }
    }

    /// The word before, if nothing but space parts it from this one.
    pub(super) fn word_before(&self, at: usize) -> &'r str {
        match at.checked_sub(1) {
            Some(before) if self.has(at) && self.is_beside(at) => self.word(before),
            _ => "",
        }
    }

    /// Whether a word follows the one before it with nothing but space between them.
    pub(super) fn is_beside(&self, at: usize) -> bool {
        at > 0 && self.has(at) && self.has(at - 1) && self.text.gap_before(at).trim().is_empty()
    }

    /// Whether a hyphen holds a word to the one before it.
    pub(super) fn is_hyphened(&self, at: usize) -> bool {
        at > 0 && self.has(at) && matches!(self.text.gap_before(at), "-" | "‐" | "‑")
    }

    /// Whether a comma, and nothing else, stands before a word.
    pub(super) fn is_behind_comma(&self, at: usize) -> bool {
        at > 0 && self.has(at) && self.has(at - 1) && self.text.gap_before(at).trim() == ","
    }

    /// The word behind a comma and "who" at this one, or this one itself: "Hale, who owned the cottage".
    pub(super) fn behind_who(&self, at: usize) -> usize {
        // "Hale also, who in that year of 1795 was".
        let is_also = matches!(self.word(at), "also" | "too") && self.is_behind_comma(at + 1);
        let who = at + usize::from(is_also);
        if !self.is_behind_comma(who) || self.word(who) != "who" {
            return at;
        }
        let verb = (who + 2..who + 2 + DATE_WORDS_MAX)
            .take_while(|&it| self.is_beside(it))
            .find(|&it| matches!(self.word(it), "was" | "had" | "is"));
        let is_date = |verb: usize| {
            let year = self.word(verb - 1);
            self.word(who + 1) == "in" && (year == "year" || is_year(year))
        };
        // "who for all his gravity was".
        let is_yet = matches!(
            (self.word(who + 1), self.word(who + 2)),
            ("for" | "with", "all") | ("in", "spite" | "truth" | "fact") | ("despite", _)
        );
        verb.filter(|&it| is_yet || is_date(it)).unwrap_or(who + 1)
    }

    /// Whether a part of the sentence ends behind a word.
    pub(super) fn ends_part(&self, at: usize) -> bool {
        !self.has(at + 1) || {
            let gap = self.text.gap_after(at).trim_start();
            gap.starts_with([',', ';', ':', '!', '?', '.', '—', '–', ')', '”', '’', '"'])
        }
    }

    /// Whether a word begins with a capital.
    pub(super) fn is_capital(&self, at: usize) -> bool {
        self.has(at)
            && self.text.words()[at].span.of(self.text.source()).starts_with(char::is_uppercase)
    }

    /// Whether a verb in the past stands here.
    pub(super) fn is_past_verb(&self, at: usize) -> bool {
        is_past_verb(self.word(at))
    }

    pub(super) fn is_question(&self) -> bool {
        let sentence = self.text.sentence_of(self.words.start).span.of(self.text.source());
        sentence.trim_end_matches(['”', '’', '"', '\'', ')']).ends_with('?')
    }

    /// The first word from this one on that is no adverb; adverbs that take back what is said are not
    /// stepped over.
    pub(super) fn behind_adverbs(&self, mut at: usize) -> usize {
        let is_adverb = |word: &str| {
            LEAVING.contains(word) || crate::style::is_adverb(word) && !HEDGES.contains(word)
        };
        while self.has(at) && is_adverb(self.word(at)) {
            at += 1;
        }
        at
    }

    /// Where the clause of a word begins: behind the last semicolon, colon or dash.
    pub(super) fn clause_start(&self, first: usize) -> usize {
        (self.words.start + 1..=first)
            .rev()
            .find(|&at| {
                let gap = self.text.gap_before(at);
                gap.contains([';', ':', '—', '–']) || self.spoken[at] != self.spoken[at - 1]
            })
            .unwrap_or(self.words.start)
    }

    /// Whether the clause only supposes, imagines or denies what it says up to `end`.
    pub(super) fn is_hedged(&self, first: usize, end: usize) -> bool {
        let opening = self.clause_start(first);
        // "Like his father, Hale was a baker" supposes nothing.
        let is_fronted =
            self.word(opening) == "like" && (self.is_behind_comma(first) || first > opening + 1);
        // What another clause denies is no matter here: "A baker is never rich, and Hale was a baker".
        let start = (opening + 1..first)
            .rev()
            .find(|&at| self.is_behind_comma(at) && matches!(self.word(at), "and" | "but" | "for"))
            .filter(|&at| !(opening..at).any(|it| SUPPOSING.contains(&self.word(it))))
            .unwrap_or(opening);
        let is_hedge = |at: usize| {
            let word = self.word(at);
            // "It was not until 1877 that" denies nothing.
            if word == "not" && matches!(self.word(at + 1), "until" | "till" | "before") {
                return false;
            }
            let (next, third) = (self.word(at + 1), self.word(at + 2));
            // "no more than a lieutenant", "You could hear that Hale was a carpenter".
            if word == "no" && next == "more" && third == "than"
                || word == "could" && matches!(next, "see" | "hear" | "tell") && third == "that"
                // "You could see Hale's eyes".
                || word == "could" && next == "see" && self.is_genitive(at + 2)
                || word == "without" && next == "a" && IDLE.contains(&third)
            {
                return false;
            }
            if self.is_inserted(at, (first, end)) || self.is_denied_before(at, first) {
                return false;
            }
            HEDGES.contains(word) && !(is_fronted && at == start)
                || word.ends_with("n't")
                || word == "as" && matches!(self.word(at + 1), "if" | "though")
        };
        let is_asked = matches!(self.word(start), "had" | "were" | "did" | "does" | "was" | "is")
            && first > start;
        // "Now, had Hale died there, it would have been a loss."
        let is_inverted =
            first > start && self.word_before(first) == "had" && self.is_behind_comma(first - 1);
        is_asked || is_inverted || (start..end).any(is_hedge)
    }

    /// Whether a word only denies what a clause in front says, which a comma closes: "When Mary did not see him,
    /// Hale, being fifteen, worked".
    fn is_denied_before(&self, at: usize, first: usize) -> bool {
        const DENYING: [&str; 6] = ["not", "never", "no", "nobody", "nothing", "none"];
        const REPORTING: [&str; 14] = [
            "that", "true", "think", "thought", "believe", "believed", "say", "said", "know",
            "knew", "suppose", "supposed", "sure", "certain",
        ];
        const LEADING: [&str; 8] =
            ["when", "while", "since", "because", "although", "though", "after", "before"];
        if at >= first || !DENYING.contains(&self.word(at)) || !self.is_behind_comma(first) {
            return false;
        }
        let start = self.clause_start(first);
        (start..at).any(|it| LEADING.contains(&self.word(it)))
            && !(start..first).any(|it| REPORTING.contains(&self.word(it)))
    }

    /// Whether a word stands in a relative clause about who stands before it, and behind which the statement goes on:
    /// "Hale, who might have gone, was in Bath".
    fn is_inserted(&self, at: usize, (first, end): (usize, usize)) -> bool {
        let opening = (first + 1..=at).rev().find(|&it| self.is_behind_comma(it));
        let is_relative =
            opening.is_some_and(|it| matches!(self.word(it), "who" | "whom" | "whose" | "which"));
        is_relative && (at + 1..end).any(|it| self.is_behind_comma(it))
    }

    /// Whether the clause only imagines what it names up to `end`.
    pub(super) fn is_imagined(&self, first: usize, end: usize) -> bool {
        let is_supposed = |at: usize| match self.word(at) {
            // "talked as if she were there, and Anne, who".
            "if" if self.word_before(at) == "as" => (at + 1..=first)
                .all(|it| !self.is_behind_comma(it) || !matches!(self.word(it), "and" | "but")),
            "if" | "unless" => true,
            _ => false,
        };
        self.is_dreamt(first, end) || (self.clause_start(first)..end).any(is_supposed)
    }

    /// Whether what the clause names up to `end` is in a dream or a wish, or what somebody is like.
    pub(super) fn is_dreamt(&self, first: usize, end: usize) -> bool {
        const IMAGINING: [&str; 17] = [
            "imagined",
            "dreamed",
            "dreamt",
            "dream",
            "pretended",
            "wished",
            "like",
            "without",
            "fancied",
            "theatricals",
            "charade",
            "charades",
            "masquerade",
            "pageant",
            "tableau",
            "tableaux",
            "rehearsal",
        ];
        let start = self.clause_start(first);
        // "wept without a sound, and the tears made his green eyes greener".
        let is_near = |at: usize| match self.word(at) {
            // "hair like a raven's wing".
            "like" if matches!(self.word_before(at), "eyes" | "hair") => false,
            "like" | "without" => (at + 1..first).all(|it| !self.is_behind_comma(it)),
            _ => true,
        };
        (start..end).any(|at| IMAGINING.contains(&self.word(at)) && is_near(at))
    }

    /// Whether a name or a noun in the genitive begins here.
    fn is_genitive(&self, at: usize) -> bool {
        (at..at + 3)
            .take_while(|&it| it == at || self.is_beside(it))
            .any(|it| self.word(it).ends_with("'s"))
    }

    /// Whether a soldier has the lowest rank: "a private soldier".
    pub(super) fn is_private_soldier(&self, at: usize) -> bool {
        self.word(at) == "soldier" && matches!(self.word_before(at), "private" | "common")
    }

    /// Whether what a word means is somebody else's: "the Duke of Ware's second son".
    pub(super) fn is_of_others(&self, at: usize) -> bool {
        self.word(at + 1) == "of" && (at + 2..at + 5).any(|it| self.word(it).ends_with("'s"))
    }

    /// Whether the sentence speaks of a whole life, or of what has lasted for years: "all his life", "these forty years".
    pub(super) fn is_lifelong(&self) -> bool {
        self.words.clone().any(|at| {
            matches!(self.word(at), "all" | "whole")
                && (at + 1..at + 4).any(|it| matches!(self.word(it), "life" | "days"))
                // "these forty years".
                || self.word(at) == "these"
                    && (at + 2..at + 4).any(|it| self.word(it) == "years")
        })
    }

    /// Whether behind a role it is said for how long: "a sergeant only since Sunday", "rector so long that all slept".
    pub(super) fn is_of_so_long(&self, at: usize) -> bool {
        matches!(
            (self.word(at), self.word(at + 1), self.word(at + 2)),
            ("only", "since", _) | ("so", "long", "that")
        )
    }

    /// Whether what had been so still is: "had been a captain since the spring".
    pub(super) fn lasts(&self, from: usize) -> bool {
        (from..from + LASTS_WITHIN_WORDS).take_while(|&at| self.has(at)).any(|at| {
            self.word(at) == "since" && at < from + SINCE_WITHIN_WORDS
                || self.word(at) == "still" && matches!(self.word(at + 1), "was" | "is")
                || self.is_of_so_long(at) && at < from + SINCE_WITHIN_WORDS
                || matches!(self.word(at), "was" | "is")
                    && self.word(at + 1) == "one"
                    && self.word(at + 2) == "still"
                || matches!(self.word(at), "is" | "was" | "so") && self.word(at + 1) == "still"
        })
    }

    /// Whether the sentence says that it was so once.
    pub(super) fn is_past(&self, first: usize, end: usize) -> bool {
        let start = self.clause_start(first);
        (start..(end + 4).min(self.words.end)).any(|at| {
            let word = self.word(at);
            // "at once", "without once looking".
            let is_of_number = word == "once"
                && matches!(
                    self.word_before(at),
                    "at" | "without" | "for" | "not" | "than" | "all"
                );
            // "was twenty, and used to a crowded house".
            let is_habit =
                word == "used" && self.word(at + 1) == "to" && is_determiner(self.word(at + 2));
            PAST_MARKS.contains(word) && !is_of_number && !is_habit && !self.is_just_ago(at)
                || word == "earlier" && matches!(self.word_before(at), "years" | "year" | "long")
                || word == "longer" && self.word(at.wrapping_sub(1)) == "no"
                || word == "as"
                    && matches!(self.word(at + 1), "a")
                    && matches!(self.word(at + 2), "boy" | "girl" | "child" | "young" | "youth")
        })
    }

    /// "five minutes ago", "hobbled up a while ago", at "ago": it is of the same hour. "Hale was a soldier a while ago" is
    /// not.
    pub(super) fn is_just_ago(&self, at: usize) -> bool {
        let before = self.word_before(at);
        let is_while = before == "while"
            && at > 1
            && self.word_before(at - 1) == "a"
            && self.words.clone().any(|it| self.word(it) == "up");
        self.word(at) == "ago" && (is_while || JUST.contains(&before))
    }

    /// Whether "when" or the like stands right before a word.
    pub(super) fn is_led_by_when(&self, first: usize) -> bool {
        matches!(
            self.word_before(first),
            "when" | "until" | "till" | "since" | "before" | "while" | "once" | "whenever"
        )
    }
}

fn is_year(word: &str) -> bool {
    word.len() == YEAR_DIGITS && word.bytes().all(|it| it.is_ascii_digit())
}
