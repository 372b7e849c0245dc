//! Things of which the narration says that they are no more, whoever had them ("flung out the glass, which was shattered
//! into a thousand pieces"), and things that are there. Whether both are one thing is for the whole book to say.

mod ended;

use std::ops::Range;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::belongings::is_animal;
use super::subjects::{Subject, starting_at};
use super::words::{BELONGINGS, GETTING};
use super::{FactBasis, on_one_line};
use crate::lists::{FUNCTION_WORDS, WordList, is_past_verb, list};
use crate::span::Span;
use crate::style::is_adverb;
use crate::tokens::Text;

/// Words between "his" and the thing: "his old silver-mounted".
const MODIFIERS_MAX: usize = 4;

/// Words before a thing in which it is said that it is only remembered, at most; behind it half as many.
const REMEMBERED_WITHIN_WORDS: usize = 8;

/// Words between a thing and "it", or its kind, which tell what is meant, at most.
const ANTECEDENT_WITHIN_WORDS: usize = 400;

/// Mentions that are read of one text, at most.
const MENTIONS_MAX: usize = 20_000;

/// Words of the narration between a thing and "it", at most.
const NARRATED_WITHIN_WORDS: usize = 30;

/// Things that break, beside those that somebody has about them.
static FRAGILE: WordList = LazyLock::new(|| {
    list(
        "glass bottle flask phial vial bust statue statuette jar pitcher bowl plate cradle chair desk
         trunk cabinet picture painting banner flag mask wig crib sledge sled raft barge pinnace
         whaleboat tiller rudder plank ladder bench toy puppet thermometer scales prism slate",
    )
});

/// Containers that are anybody's where it is said what is in them: "a glass of wine".
const CONTAINERS: [&str; 10] =
    ["glass", "bottle", "flask", "jar", "pitcher", "bowl", "plate", "cup", "bag", "box"];

/// Words around a thing that is only spoken of: it is no more, or is not there.
static REMEMBERED: WordList = LazyLock::new(|| {
    list(
        "had been broken lost pieces fragments remembered remember memory thought missed mourned instead wished
         if like dreamed dream once never no not would could loss gone",
    )
});

/// What is said of many of a kind: materials, colours and uses among them.
static OF_ANY: WordList = LazyLock::new(|| {
    list(
        "silver gold golden brass copper iron steel wooden leather silk wine tea coffee red black white blue green brown
         grey gray yellow cotton straw felt linen woollen own little big good fine beloved last old poor great small large precious dear very same whole heavy
         pretty discharged empty beautiful unlucky foolish luckless only",
    )
});

/// Whether a thing is there, or is no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThingState {
    /// It is there: "drew the brass key".
    There,
    /// There is another: "a new key", "bought the key back".
    New,
    /// It is no more: "flung the key into the sea".
    Ended,
}

/// A thing of which the narration speaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThingMention {
    /// What it is, in small letters: "glass".
    pub noun: String,
    /// The words before it that tell it from others of its kind, in small letters: "shaving".
    pub kinds: Vec<String>,
    /// Whose it is said to be: the last word of the name in small letters ("hale", "mother"), or a pronoun that may mean
    /// several ("my", "his"); none behind an article.
    pub owner: Option<String>,
    /// Whether it is there.
    pub state: ThingState,
    /// Its words and what is said of it, on one line.
    pub quote: String,
    /// Where these stand.
    pub span: Span,
}

/// Where a thing is named.
struct Named {
    words: Range<usize>,
    kinds: Vec<String>,
    owner: Option<String>,
    is_new: bool,
}

/// The things of which a narration speaks.
pub(crate) fn things(basis: &FactBasis<'_>) -> Vec<ThingMention> {
    let text = basis.text;
    let reader = ThingReader { text, spoken: &basis.spoken, subjects: &basis.subjects };
    let mut found: Vec<ThingMention> = Vec::new();
    // Also those of which somebody speaks: "seizing the shaving glass, he said".
    let mut named: Vec<Named> = Vec::new();
    for sentence in text.prose() {
        for at in sentence.words.clone() {
            if text.lower(at) == "it" {
                let meant = named.last().filter(|last| reader.is_meant_by(last, at));
                let ended = meant.filter(|it| !basis.spoken[at] && reader.ends_it(it, at));
                found.extend(ended.map(|it| reader.mention(it, ThingState::Ended, at - 1..at + 1)));
                continue;
            }
            let Some(mut it) = reader.named(at) else { continue };
            reader.complete(&mut it, &named);
            if !basis.spoken[at] {
                found.extend(
                    reader.state(&it).map(|(state, words)| reader.mention(&it, state, words)),
                );
            }
            named.push(it);
        }
        if found.len() > MENTIONS_MAX {
            break;
        }
    }
    found
}

struct ThingReader<'r, 't> {
    text: &'r Text<'t>,
    spoken: &'r [bool],
    subjects: &'r [Subject],
}

impl ThingReader<'_, '_> {
    /// The thing whose noun is this word.
    fn named(&self, at: usize) -> Option<Named> {
        let text = self.text;
        let noun = text.lower(at);
        // "the account-book" is one of its kind, "the book" is any.
        let is_compound = noun == "book" && at > 0 && text.gap_before(at) == "-";
        let is_thing = BELONGINGS.contains(noun) || FRAGILE.contains(noun) || is_compound;
        // A dog comes out of the water again, and a house is spoken of when it is gone.
        if !is_thing || is_animal(noun) || matches!(noun, "house" | "cottage" | "farm") {
            return None;
        }
        let sentence = &text.sentence_of(at).words;
        let next = if at + 1 < sentence.end { text.lower(at + 1) } else { "" };
        let is_beside = at + 1 < sentence.end && matches!(text.gap_before(at + 1), " " | "-");
        // "the glass door", "his watch chain", "a glass of wine".
        let is_head = !is_beside
            || text.gap_before(at + 1) == " "
                && (FUNCTION_WORDS.contains(next)
                    || is_past_verb(next)
                    || is_adverb(next)
                    || next.ends_with("ed"));
        if !is_head || next == "of" && CONTAINERS.contains(&noun) {
            return None;
        }
        let from = at.saturating_sub(MODIFIERS_MAX).max(sentence.start);
        let mut kinds = Vec::new();
        for first in (from..at).rev() {
            let word = text.lower(first);
            let gap = text.gap_after(first);
            if !matches!(gap, " " | "-" | ", ") {
                return None;
            }
            let is_possessive = word.ends_with("'s") || word.ends_with("s'");
            let whose = matches!(word, "my" | "his" | "her" | "our" | "their") || is_possessive;
            if whose || matches!(word, "the" | "this" | "that" | "thou" | "a" | "an" | "another") {
                return (gap != ", ").then(|| Named {
                    words: first..at + 1,
                    is_new: matches!(word, "a" | "an" | "another")
                        || kinds.iter().any(|it| {
                            matches!(it, &"new" | &"second" | &"other" | &"next" | &"spare")
                        }),
                    kinds: kinds
                        .iter()
                        .filter(|it| !OF_ANY.contains(**it))
                        .map(|it| (*it).to_owned())
                        .collect(),
                    owner: whose.then(|| self.owner(first)),
                });
            }
            if FUNCTION_WORDS.contains(word) && !OF_ANY.contains(word) && word != "other" {
                return None;
            }
            kinds.push(word);
        }
        None
    }

    fn noun(&self, it: &Named) -> &str {
        self.text.lower(it.words.end - 1)
    }

    /// Whose a possessive says that something is: the last word of the name that it is, or that a pronoun means, else the
    /// pronoun.
    fn owner(&self, at: usize) -> String {
        let text = self.text;
        let word = text.lower(at);
        if matches!(word, "his" | "her") {
            let known = starting_at(self.subjects, at).filter(|it| !it.is_likely);
            let meant = known.map(|it| it.name.of(text.source()));
            let name = meant.and_then(|name| name.split_whitespace().next_back());
            return name.map_or_else(|| word.to_owned(), str::to_lowercase);
        }
        text.form(text.words()[at].stem).to_owned()
    }

    /// Whether "it" means the thing that was named last: few words of the narration stand between, and it was no part of
    /// where something was: "took the letter from the desk, and cast it".
    fn is_meant_by(&self, last: &Named, it: usize) -> bool {
        let between = last.words.end..it;
        let led = self.text.lower_before(last.words.start);
        between.len() < ANTECEDENT_WITHIN_WORDS
            && between.filter(|&at| !self.spoken[at]).count() < NARRATED_WITHIN_WORDS
            && !matches!(led, "from" | "in" | "on" | "to" | "into" | "of" | "with" | "by")
            && !(last.words.end..it).any(|at| self.leads_to_other(at))
    }

    /// Whether a word leads to another thing of which the narration speaks: "a bit of paper", "his note".
    fn leads_to_other(&self, at: usize) -> bool {
        let is_other = matches!(self.text.lower_after(at), "other" | "only");
        let leads = matches!(
            self.text.lower(at),
            "a" | "an"
                | "the"
                | "his"
                | "her"
                | "my"
                | "their"
                | "some"
                | "this"
                | "that"
                | "another"
        );
        !self.spoken[at] && leads && !is_other
    }

    /// Adds what the last mention of a thing tells of it, where this one tells nothing: "my shaving glass … the glass".
    fn complete(&self, it: &mut Named, named: &[Named]) {
        let (start, own) = (it.words.start, self.noun(it));
        if !it.kinds.is_empty() || it.owner.is_some() || it.is_new {
            return;
        }
        let near = |last: &&Named| start.saturating_sub(last.words.end) < ANTECEDENT_WITHIN_WORDS;
        for last in named.iter().rev().take_while(near).filter(|last| self.noun(last) == own) {
            if it.kinds.is_empty() {
                it.kinds.clone_from(&last.kinds);
            }
            if it.owner.is_none() {
                it.owner.clone_from(&last.owner);
            }
        }
    }

    /// What the narration says of a thing, with the words that say it.
    fn state(&self, it: &Named) -> Option<(ThingState, Range<usize>)> {
        let text = self.text;
        let sentence = &text.sentence_of(it.words.start).words;
        if it.is_new {
            return Some((ThingState::New, it.words.clone()));
        }
        if let Some(words) = self.ending(it) {
            let is_meant = !self.is_supposed(it.words.start, words.end);
            return is_meant.then_some((ThingState::Ended, words));
        }
        let near = it.words.start.saturating_sub(REMEMBERED_WITHIN_WORDS).max(sentence.start)
            ..(it.words.end + REMEMBERED_WITHIN_WORDS / 2).min(sentence.end);
        let is_got = (near.start..it.words.start).any(|at| GETTING.contains(text.lower(at)));
        if is_got {
            return Some((ThingState::New, it.words.clone()));
        }
        let is_remembered = self.says(&REMEMBERED, near);
        (!is_remembered).then(|| (ThingState::There, it.words.clone()))
    }

    /// Whether the narration says one of some words, or a "not", among these.
    fn says(&self, of: &WordList, mut among: Range<usize>) -> bool {
        among.any(|at| {
            let word = self.text.lower(at);
            !self.spoken[at] && (of.contains(word) || word.ends_with("n't"))
        })
    }

    fn mention(&self, it: &Named, state: ThingState, words: Range<usize>) -> ThingMention {
        let text = self.text;
        let span = text.words_span(&words);
        ThingMention {
            noun: self.noun(it).to_owned(),
            kinds: it.kinds.clone(),
            owner: it.owner.clone(),
            state,
            quote: on_one_line(span.of(text.source())),
            span,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::extract::Extract;
    use crate::tokens::Text;

    fn read(source: &str) -> String {
        let things = Extract::of(&Text::new(source)).facts.things;
        let line = |it: &super::ThingMention| {
            let owner = it.owner.as_deref().unwrap_or("-");
            format!("{} {} {owner} {:?}", it.noun, it.kinds.join("+"), it.state)
        };
        things.iter().map(line).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn a_thing_is_there_or_is_no_more() {
        for (source, wanted) in [
            ("He flung out the glass, which was shattered on the stones.", "glass  - Ended"),
            ("I hurled the pistol after him, and the water closed over it.", "pistol  - Ended"),
            (
                "Lucy’s silver salts-bottle had rolled away, and was at the bottom of the harbour.",
                "bottle salts lucy Ended",
            ),
            ("Hale lost his watch in the river.", "watch  hale Ended"),
            ("The statue toppled and shattered on the tiles.", "statue  - Ended"),
            ("His sword snapped in two.", "sword  his Ended"),
            ("They burned the old banjo for firewood.", "banjo  - Ended"),
            (
                "The rosewood desk, at which she wrote, she gave to Betty for her own.",
                "desk rosewood - Ended",
            ),
            ("He took up the lamp, and smashed it to atoms.", "lamp  - There; lamp  - Ended"),
            (
                "She unpinned her garnet brooch, the only one she had, and gave it to Betty to keep.",
                "brooch garnet her There; brooch garnet her Ended",
            ),
            // It is there, or it is another.
            ("The oil lamp burned low on the table.", "lamp oil - There"),
            ("The trunk was carried down to the harbour.", "trunk  - There"),
            ("His bonnet was crushed on one side.", "bonnet  his There"),
            ("He tethered his mare, took his gun, and left Tom to keep watch.", "gun  his There"),
            ("They dropped the anchor into the bay.", "anchor  - There"),
            ("In the dream the clock was smashed.", ""),
            ("Hale threw off his coat and plunged into the river.", "coat  hale There"),
            ("The lantern went out, and Tom gazed into the fire.", "lantern  - There"),
            ("The harp was carried into the fire-lit hall.", "harp  - There"),
            ("The ship lay in the harbour.", "ship  - There"),
            ("The lamp was never broken.", ""),
            ("If the lamp was smashed, he wept.", ""),
            ("He bought the lamp.", "lamp  - New"),
            ("A new lamp stood there.", "lamp new - New"),
            // What ends is another thing.
            ("It slipped from her shawl into the water.", "shawl  her There"),
            ("The lamp was lit, and he burned the letters.", "lamp  - There"),
            (
                "She drew off her ring, found his note, and cast it into the fire.",
                "ring  her There",
            ),
            // What is in it, or what it is a part of.
            ("He drank the glass of wine at the glass door.", ""),
            // Somebody says so.
            ("“The lamp was smashed,” said Hale.", ""),
        ] {
            assert_eq!(read(source), wanted, "{source}");
        }
        let before = "I hung my shaving glass by the window.\n\n";
        assert_eq!(
            read(&format!("{before}He flung out the glass, which was shattered.")),
            "glass shaving my There; glass shaving my Ended"
        );
    }
}
