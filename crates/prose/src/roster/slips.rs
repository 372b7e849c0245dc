//! Names of a whole book that are misspelt, once or a hundred times: a word that is spelt almost like a name
//! that the lore knows or that the book has far more often, and that nothing shows to be a name of its own.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::KnownEntity;
use super::cases::{Cases, is_given, is_listed, lower_words};
use crate::extract::{Cue, NameExtract};
use crate::lists::{CALENDAR, DEMONYMS, GEOGRAPHIC_NOUNS, HONORIFICS, LOCATIONS};
use crate::similar::{is_compared, spelling_distance};
use crate::span::Span;

/// Times that a word stands with a capital inside sentences, from which on it is a name of the book's own.
const NAME_COUNT_MIN: usize = 3;

/// A word that stands oftener is a slip only where the places show that the other name is meant.
const SLIP_COUNT_MAX: usize = 3;

/// How often a name that the lore does not know stands, at least, for another word to be a slip for it, and how
/// many times oftener than that.
const UNLISTED_COUNT_MIN: usize = 5;
const UNLISTED_TIMES: usize = 5;

/// Of this share of its places, the words beside a slip are those that stand beside the name.
const BESIDE_SHARE_MIN: f64 = 0.5;

/// Pronouns behind a word, at least, for it to be somebody else's name.
const PRONOUNS_MIN: usize = 2;

/// How often a document may have the name that is meant beside a slip that it has many times, at most.
const MEANT_THERE_MAX: usize = 2;

/// Words of a book that are compared at most, the most frequent ones.
const WORDS_MAX: usize = 5_000;

/// Slips that are listed at most.
const SLIPS_MAX: usize = 200;

/// A word of names that is most likely misspelt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameSlip {
    /// The word, in lower case.
    pub word: String,
    /// The word that is meant, in lower case.
    pub meant: String,
    /// The known entity that bears it, by its place in the list; none where only the book shows it.
    pub known: Option<usize>,
    /// How often the word that is meant stands in the book.
    pub meant_count: usize,
    /// Letters inserted, left out, changed, or swapped with their neighbour: 1 or 2.
    pub distance: usize,
    /// Where the slip stands, in order: the document, by its place in the list, and the word.
    pub positions: Vec<(usize, Span)>,
}

/// A word of rows of capitals.
#[derive(Default)]
struct WordUse {
    positions: Vec<(usize, Span)>,
    /// The words beside it in its rows, and on how many of its places.
    beside: HashMap<String, usize>,
    /// Documents that have it.
    documents: BTreeSet<usize>,
    somewhere: usize,
    quoted: usize,
    /// Places where a hyphen joins it to another word.
    joined: usize,
    /// Places where it is what somebody is called.
    called: usize,
    he: usize,
    she: usize,
}

impl WordUse {
    /// The forms of address beside it.
    fn titles(&self) -> BTreeSet<&str> {
        let all = self.beside.keys().map(String::as_str);
        all.filter(|word| HONORIFICS.contains(*word)).collect()
    }
}

/// Finds the misspelt names of a book: the most frequent slips first.
pub fn name_slips(documents: &[&NameExtract], known: &[KnownEntity]) -> Vec<NameSlip> {
    let cases = Cases::new(documents, known);
    let uses = uses(documents);
    let owners = owners(known);
    let mut meant: Vec<(&str, Option<usize>)> =
        owners.iter().map(|(word, owner)| (word.as_str(), Some(*owner))).collect();
    let is_frequent = |(word, it): &(&String, &WordUse)| {
        it.positions.len() >= UNLISTED_COUNT_MIN
            && !owners.contains_key(*word)
            && cases.is_name(word)
    };
    meant.extend(uses.iter().filter(is_frequent).map(|(word, _)| (word.as_str(), None)));
    meant.truncate(WORDS_MAX);
    let mut found: Vec<NameSlip> = Vec::new();
    for (word, it) in &uses {
        if owners.contains_key(word)
            || cases.case(word).small > 0
            || !may_be_slip(word, &owners, &cases)
        {
            continue;
        }
        let near = meant.iter().filter_map(|&(other, owner)| {
            let distance = near(word, other)?;
            let slip = Slip { word, it, other, meant: uses.get(other), owner, distance };
            let is_slip = slip.is_likely(&cases, known, &uses)
                && (owner.is_some() || !slip.has_rival(&uses, distance));
            is_slip.then_some((distance, owner.is_none(), other, owner))
        });
        if let Some((distance, _, other, known)) = near.min() {
            found.push(NameSlip {
                word: word.clone(),
                meant: other.to_owned(),
                known,
                meant_count: uses.get(other).map_or(0, |it| it.positions.len()),
                distance,
                positions: it.positions.clone(),
            });
        }
    }
    found.sort_by(|one, other| {
        (usize::MAX - one.positions.len(), &one.word)
            .cmp(&(usize::MAX - other.positions.len(), &other.word))
    });
    found.truncate(SLIPS_MAX);
    found
}

/// The distance of two words of which one may be a slip for the other: few slips change the first letter.
fn near(word: &str, other: &str) -> Option<usize> {
    if word.chars().next() != other.chars().next() || is_derived(word, other) {
        return None;
    }
    spelling_distance(word, other)
}

/// Whether a word is made of a name: "Genevan" of "Geneva", "Bhaery" of "Bhaer", "Hale'd" of "Hale".
fn is_derived(word: &str, name: &str) -> bool {
    word.strip_prefix(name).is_some_and(|ending| match ending {
        "n" => name.ends_with(['a', 'e', 'i', 'o']),
        "y" | "ie" | "an" => true,
        _ => ending.starts_with('\''),
    })
}

/// Whether a word could be misspelt at all: no form of address, no people, no plural of a name.
fn may_be_slip(word: &str, owners: &BTreeMap<String, usize>, cases: &Cases) -> bool {
    let bases = ["s", "es", "'"].iter().filter_map(|ending| word.strip_suffix(ending));
    // "in Javan seas"
    let of_locations = ["n", "an", "ian", "ese"].iter().filter_map(|it| word.strip_suffix(it));
    let is_name = |base: &str| {
        let case = cases.case(base);
        owners.contains_key(base) || case.inside >= NAME_COUNT_MIN && !case.is_mostly_small()
    };
    is_compared(word)
        && !CALENDAR.contains(word)
        && !DEMONYMS.contains(word)
        && !GEOGRAPHIC_NOUNS.contains(word)
        && !bases.into_iter().any(is_name)
        && !of_locations.into_iter().any(|it| LOCATIONS.contains(it))
}

/// Words of known names, each with the first entity that bears it.
fn owners(known: &[KnownEntity]) -> BTreeMap<String, usize> {
    let mut owners = BTreeMap::new();
    for (at, it) in known.iter().enumerate() {
        for word in it.names.iter().flat_map(|name| lower_words(name)) {
            if is_compared(&word) {
                owners.entry(word).or_insert(at);
            }
        }
    }
    owners
}

fn uses(documents: &[&NameExtract]) -> BTreeMap<String, WordUse> {
    let mut uses: BTreeMap<String, WordUse> = BTreeMap::new();
    for (number, document) in documents.iter().enumerate() {
        let rows: Vec<Vec<String>> = document.rows.iter().map(super::cut::lower).collect();
        for position in
            document.positions.iter().filter(|position| !position.cues.has(Cue::Heading))
        {
            let row = &rows[position.row];
            for (at, word) in row.iter().enumerate() {
                if !is_compared(word) {
                    continue;
                }
                let it = uses.entry(word.clone()).or_default();
                it.positions.push((number, position.words[at]));
                it.documents.insert(number);
                for beside in row.iter().enumerate().filter(|(other, _)| *other != at) {
                    *it.beside.entry(beside.1.clone()).or_default() += 1;
                }
                let has = |cue| usize::from(position.cues.has(cue));
                it.somewhere += has(Cue::In) | has(Cue::At) | has(Cue::LocationNoun);
                it.quoted += has(Cue::Quoted);
                it.joined += has(Cue::Joined);
                it.called += has(Cue::Called);
                it.he += has(Cue::He);
                it.she += has(Cue::She);
            }
        }
    }
    uses
}

/// A word beside the one that may be meant.
struct Slip<'s> {
    word: &'s str,
    it: &'s WordUse,
    other: &'s str,
    meant: Option<&'s WordUse>,
    owner: Option<usize>,
    distance: usize,
}

impl Slip<'_> {
    fn is_likely(
        &self,
        cases: &Cases,
        known: &[KnownEntity],
        uses: &BTreeMap<String, WordUse>,
    ) -> bool {
        let count = self.it.positions.len();
        let meant_count = self.meant.map_or(0, |it| it.positions.len());
        let is_beside = self.is_beside(known);
        // "Mrs. Kirk" is nobody's given name, as "Miss Anna" is.
        let is_surname = self.has_its_title_there()
            && self.it.titles().iter().all(|it| matches!(*it, "mr" | "mrs" | "dr"));
        let is_own = (is_listed(self.word) || is_given(self.word)) && !is_surname;
        // What somebody calls another may be their own mistake: "still called him Tinley".
        let (is_joined, is_called) = (self.it.joined == count, self.it.called == count);
        if self.is_other() || is_joined || is_called || is_own && !is_beside {
            return false;
        }
        if self.owner.is_none() {
            // What somebody says may be dialect, or a joke. "Bernard Germain" is not a slip for "German".
            return count <= SLIP_COUNT_MAX
                && meant_count >= UNLISTED_TIMES * count
                && self.it.quoted < count
                && self
                    .it
                    .titles()
                    .is_subset(&self.meant.map(WordUse::titles).unwrap_or_default())
                && !DEMONYMS.contains(self.other)
                && !cases.case(self.other).is_mostly_small();
        }
        is_beside
            || !self.has_title_of_its_own()
                && (count <= SLIP_COUNT_MAX
                    || self.is_missing_there()
                    || self.has_its_title_there()
                    || meant_count == 0 && self.is_named_by_others(known, uses))
    }

    /// Whether another word of the book is as near as the one that may be meant: nobody can say which is.
    fn has_rival(&self, uses: &BTreeMap<String, WordUse>, distance: usize) -> bool {
        let others = uses.keys().filter(|it| *it != self.word && *it != self.other);
        others.into_iter().any(|it| near(self.word, it).is_some_and(|its| its <= distance))
    }

    /// Whether the text shows somebody or something else: a place beside a person, another pronoun.
    fn is_other(&self) -> bool {
        let Some(meant) = self.meant else { return false };
        let share = |it: &WordUse, of: usize| of as f64 / it.positions.len().max(1) as f64;
        let is_location =
            share(self.it, self.it.somewhere) > 0.5 && share(meant, meant.somewhere) < 0.1;
        let (he, she) = (self.it.he, self.it.she);
        let is_of_other = he >= PRONOUNS_MIN
            && she == 0
            && meant.she >= PRONOUNS_MIN.max(2 * meant.he + 1)
            || she >= PRONOUNS_MIN && he == 0 && meant.he >= PRONOUNS_MIN.max(2 * meant.she + 1);
        is_location || is_of_other
    }

    /// Whether the words beside it are those beside the name that is meant, or those of the lore.
    fn is_beside(&self, known: &[KnownEntity]) -> bool {
        let mut others: HashSet<String> = HashSet::new();
        if let Some(meant) = self.meant {
            others.extend(meant.beside.keys().cloned());
        }
        if let Some(owner) = self.owner {
            others.extend(known[owner].names.iter().flat_map(|name| lower_words(name)));
        }
        let is_own = |word: &&String| {
            others.contains(*word)
                && !HONORIFICS.contains(word.as_str())
                && word.as_str() != self.word
        };
        let beside: usize = self
            .it
            .beside
            .keys()
            .filter(is_own)
            .map(|word| self.it.beside[word])
            .max()
            .unwrap_or(0);
        beside as f64 >= BESIDE_SHARE_MIN * self.it.positions.len() as f64 && beside > 0
    }

    /// Whether it has a form of address that the name never has, while that has others. "Mrs. Haytor" is one letter from
    /// the family of Charles Hayter.
    fn has_title_of_its_own(&self) -> bool {
        let Some(meant) = self.meant else { return false };
        let (own, others) = (self.it.titles(), meant.titles());
        let of_family = |it: &&str| matches!(*it, "mr" | "mrs" | "miss" | "master");
        let is_of_family = self.distance == 1
            && self.it.positions.len() == 1
            && self.it.documents.is_subset(&meant.documents)
            && own.iter().all(of_family)
            && others.iter().any(of_family)
            && (others.len() > 1 || meant.beside.keys().any(|it| is_given(it)));
        !own.is_empty() && !others.is_empty() && own.is_disjoint(&others) && !is_of_family
    }

    /// Whether one document alone has it, with forms of address that the name has too, which differs by one letter: "Mrs.
    /// Hummell" throughout the chapter of a book about a Mrs. Hummel.
    fn has_its_title_there(&self) -> bool {
        let Some(meant) = self.meant else { return false };
        let own = self.it.titles();
        // Whom a chapter calls by both names often are two: "Mr. Burton bowed to Mr. Barton".
        let of_document = |it: &&(usize, Span)| self.it.documents.contains(&it.0);
        // "Kirk" for "Kirke" is a slip of the hand where it alternates with it, too.
        let is_ending = self.word.starts_with(self.other) || self.other.starts_with(self.word);
        let there_max = if is_ending { self.it.positions.len() / 2 } else { MEANT_THERE_MAX };
        self.distance == 1
            && self.it.documents.len() == 1
            && meant.positions.iter().filter(of_document).count() <= there_max
            && meant.documents.len() > 1
            && !own.is_empty()
            && own.is_subset(&meant.titles())
    }

    /// Whether the name is missing just where this word stands, and stands elsewhere.
    fn is_missing_there(&self) -> bool {
        let Some(meant) = self.meant else { return false };
        self.it.documents.is_disjoint(&meant.documents)
            && (self.it.documents.len() == 1
                || meant.documents.len() >= 2 * self.it.documents.len())
    }

    /// Whether the other names of the entry stand in the same documents, or none of them anywhere.
    fn is_named_by_others(&self, known: &[KnownEntity], uses: &BTreeMap<String, WordUse>) -> bool {
        let Some(owner) = self.owner else { return false };
        let words = known[owner].names.iter().flat_map(|name| lower_words(name));
        let others: Vec<&WordUse> = words.filter_map(|word| uses.get(&word)).collect();
        others.is_empty()
            || others.iter().any(|other| !other.documents.is_disjoint(&self.it.documents))
    }
}
