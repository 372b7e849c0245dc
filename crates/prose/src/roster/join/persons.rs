//! What is known of a person while names are joined, and to whom a further name can belong.

use super::super::Pronouns;
use super::super::cases::{is_given, is_mark};
use super::super::parts::Parts;
use crate::lists::{is_cut_of, is_same_given};

/// A person, with the parts of all their names so far.
pub(super) struct Person {
    /// By their place in the list of entities.
    pub(super) entity: usize,
    /// Own words of the full names: two or more.
    full: Vec<Vec<String>>,
    /// Words that stand alone, without or behind a form of address.
    single: Vec<String>,
    titles: Vec<String>,
    pronouns: Option<Pronouns>,
    given: Option<Pronouns>,
    /// Whether that is by the given name of a full name.
    is_given_of_full: bool,
    /// How often they are named.
    count: usize,
}

/// A name that is to be somebody's.
pub(super) struct Candidate<'n> {
    pub(super) parts: &'n Parts,
    pub(super) pronouns: Option<Pronouns>,
    /// Whether it mostly has an article.
    pub(super) is_definite: bool,
    pub(super) count: usize,
    /// How often its last word stands alone.
    pub(super) alone: usize,
    /// Whether the book speaks of a family of that name too: "the Harkers".
    pub(super) is_of_family: bool,
}

/// A name of its own is not the rare form of another that is named less often than one time in so many.
const RARE_IN: usize = 5;

/// A family name alone is not that of a person who is named in full less often than one time in so many.
const FULL_IN: usize = 8;

impl Person {
    pub(super) fn new(entity: usize) -> Person {
        Person {
            entity,
            full: Vec::new(),
            single: Vec::new(),
            titles: Vec::new(),
            pronouns: None,
            given: None,
            is_given_of_full: false,
            count: 0,
        }
    }

    pub(super) fn add(&mut self, parts: &Parts, pronouns: Option<Pronouns>, count: usize) {
        self.count += count;
        match parts.own.as_slice() {
            [] => {}
            [word] => self.single.push(word.clone()),
            several => self.full.push(several.to_vec()),
        }
        self.titles.extend(parts.titles.iter().cloned());
        self.pronouns = self.pronouns.or(parts.addressed()).or(pronouns);
        // "Theodore" of a full name says more than "Laurie".
        let is_full = parts.own.len() > 1;
        match parts.given() {
            Some(given) if is_full && !self.is_given_of_full => {
                self.given = Some(given);
                self.is_given_of_full = true;
            }
            given => self.given = self.given.or(given),
        }
    }

    /// Whether nothing about a name speaks against its being theirs.
    fn is_of(&self, name: &Candidate<'_>) -> bool {
        let parts = name.parts;
        let own = self.pronouns.or(self.given);
        let other = parts.addressed().or(name.pronouns);
        let other = other.or_else(|| parts.given().filter(|_| parts.titles.is_empty()));
        !matches!((own, other), (Some(one), Some(another)) if one != another)
    }

    /// Whether a full name may be another form of one of its own.
    fn has_full(&self, own: &[String]) -> bool {
        self.full.iter().any(|full| is_same_full(full, own))
    }

    fn has_given(&self, word: &str) -> bool {
        self.full.iter().any(|full| full[0] == word)
    }

    fn has_family(&self, word: &str) -> bool {
        self.full.iter().any(|full| full.last().is_some_and(|last| last == word))
    }

    /// Whether a given name is another form of theirs: one is cut of the other, or much rarer.
    fn has_short(&self, word: &str, count: usize) -> bool {
        let own = self.full.iter().map(|full| &full[0]);
        let mut own = own.chain(self.single.iter().filter(|_| self.full.is_empty()));
        let (few, many) = (count.min(self.count), count.max(self.count));
        own.any(|one| {
            is_same_given(one, word)
                && (is_cut_of(word, one) || is_cut_of(one, word) || few * RARE_IN <= many)
        })
    }

    /// Whether forms of address go with all of theirs: some are a part of the others ("Rev. Mr. Villars"), or
    /// say nothing about who it is ("Citoyen Bibot" may be a sergeant).
    fn goes_with(&self, titles: &[String]) -> bool {
        let is_anyone = |all: &[String]| all.iter().all(|it| is_of_anyone(it));
        let is_rank_of = |one: &String| self.titles.iter().any(|own| is_same_rank(own, one));
        !self.titles.is_empty()
            && (titles.iter().all(is_rank_of)
                || self.titles.iter().all(|own| titles.contains(own))
                || is_anyone(titles)
                || is_anyone(&self.titles))
    }

    /// Whether a form of address can be theirs too.
    fn may_be(&self, titles: &[String]) -> bool {
        let is_mrs = |title: &String| matches!(title.as_str(), "mrs" | "missus" | "madame" | "mme");
        let is_miss = |title: &String| is_miss(title);
        let has = |is: &dyn Fn(&String) -> bool| self.titles.iter().any(is);
        if titles.iter().any(is_mrs) {
            return has(&is_mrs) && !has(&is_miss);
        }
        if titles.iter().any(is_miss) && has(&is_mrs) {
            return false;
        }
        let rank = |title: &&String| is_rank(title);
        let (own, other) = (self.titles.iter().find(rank), titles.iter().find(rank));
        match (own, other) {
            (Some(one), Some(another)) => is_same_rank(one, another),
            // "Mr. Lennox" may be the brother of Captain Lennox, and Squire Gordon the father of George.
            (None, Some(_)) => false,
            (Some(_), None) => titles.is_empty() || !titles.iter().any(|title| is_plain(title)),
            _ => true,
        }
    }
}

/// Whom a name belongs to, by their place in the list; none when that is nobody yet, or not sure.
pub(super) fn owner(name: &Candidate<'_>, persons: &[Person]) -> Option<usize> {
    let parts = name.parts;
    match parts.own.as_slice() {
        [] => {
            let [title] = parts.titles.as_slice() else { return None };
            let has_title =
                |it: &Person| name.is_definite && is_rank(title) && it.titles.contains(title);
            // "the Count" is Count Dracula, whatever he calls himself once.
            sure(&leading(persons, has_title))
        }
        [word] if parts.titles.is_empty() => bare(name, word, persons),
        [word] => titled(name, word, persons),
        several => sure(&only(persons, |it| {
            it.is_of(name) && it.has_full(several) && it.may_be_called(&parts.titles)
        })),
    }
}

/// Those of whom something is true, by their places; of many, two.
fn only(persons: &[Person], is_it: impl Fn(&Person) -> bool) -> Vec<usize> {
    (0..persons.len()).filter(|&at| is_it(&persons[at])).take(2).collect()
}

/// As [`only`], without those whom the book names many times less often than the first.
fn leading(persons: &[Person], is_it: impl Fn(&Person) -> bool) -> Vec<usize> {
    let mut found: Vec<usize> = (0..persons.len()).filter(|&at| is_it(&persons[at])).collect();
    found.sort_by_key(|&at| std::cmp::Reverse(persons[at].count));
    if let [one, other, ..] = found.as_slice()
        && persons[*one].count >= RARE_IN * persons[*other].count
    {
        found.truncate(1);
    }
    found.truncate(2);
    found
}

fn sure(found: &[usize]) -> Option<usize> {
    if let [one] = found { Some(*one) } else { None }
}

/// Whose a name behind a form of address is: "Mr. Harker", "Miss Jemima".
fn titled(name: &Candidate<'_>, word: &String, persons: &[Person]) -> Option<usize> {
    let titles = &name.parts.titles;
    let same = only(persons, |it| {
        it.is_of(name) && it.full.is_empty() && it.single.contains(word) && it.goes_with(titles)
    });
    if !same.is_empty() {
        return sure(&same);
    }
    // "Uncle March" is of a family that has others of its name: those who call him so.
    let is_kin = titles.iter().any(|title| is_of_kin(title));
    let by_family =
        only(persons, |it| !is_kin && it.is_of(name) && it.has_family(word) && it.may_be(titles));
    let takes_given = titles.iter().all(|title| takes_given(title));
    // "Mr. Jonathan" is said of Jonathan Harker where nobody else is called so.
    let may_take_given = by_family.is_empty()
        && is_given(word)
        && titles.iter().all(|title| is_of_one(title))
        && name.count <= name.alone;
    let by_given = only(persons, |it| {
        (takes_given || may_take_given)
            && it.is_of(name)
            && it.has_given(word)
            && it.may_be_called(titles)
    });
    match (by_given.as_slice(), by_family.as_slice()) {
        ([one], []) => Some(*one),
        ([], []) => sure(&only(persons, |it| {
            takes_given
                && is_given(word)
                && it.is_of(name)
                && it.has_short(word, name.count)
                && it.may_be(titles)
        })),
        ([], family) => sure(family),
        _ => None,
    }
}

/// Whose a name that stands alone is: a given name, or a family name.
fn bare(name: &Candidate<'_>, word: &String, persons: &[Person]) -> Option<usize> {
    let by_given = leading(persons, |it| it.is_of(name) && it.has_given(word));
    let by_family = only(persons, |it| it.is_of(name) && it.has_family(word));
    let by_title = only(persons, |it| {
        it.is_of(name)
            && it.full.is_empty()
            && it.single.contains(word)
            && (!it.titles.iter().any(|title| is_miss(title)) || is_given(word))
    });
    match (by_given.as_slice(), by_family.as_slice(), by_title.as_slice()) {
        ([one], [], []) => Some(*one),
        ([given], [], [title]) => {
            Some(*given).filter(|_| persons[*given].count >= RARE_IN * persons[*title].count)
        }
        ([], [one], []) => {
            Some(*one).filter(|&at| !name.is_of_family && name.count <= FULL_IN * persons[at].count)
        }
        ([], [], [one]) => Some(*one),
        // "Van Helsing" is the doctor of that name, and not the Abraham whom the book names twice.
        ([], [family], [title]) => Some(*title)
            .filter(|&at| persons[at].count >= RARE_IN * persons[*family].count)
            .filter(|&at| persons[at].pronouns != Some(Pronouns::She)),
        ([], [], [_, ..]) | ([], [_, _, ..], []) => the_man(persons, word),
        ([], [], []) => sure(&only(persons, |it| it.is_of(name) && it.has_short(word, name.count))),
        _ => None,
    }
}

/// Of several persons of a family, its name alone is that of the one man.
fn the_man(persons: &[Person], word: &String) -> Option<usize> {
    let is_man = |it: &Person| {
        let bears = it.has_family(word) || it.full.is_empty() && it.single.contains(word);
        bears && it.pronouns == Some(Pronouns::He)
    };
    let others = persons.iter().filter(|it| it.has_family(word) || it.single.contains(word));
    let is_clear = others.filter(|it| !is_man(it)).all(|it| it.pronouns == Some(Pronouns::She));
    sure(&only(persons, is_man)).filter(|_| is_clear)
}

impl Person {
    /// As [`Person::may_be`], where the name itself says already who is meant: "Mrs. Almira Todd" is Almira
    /// Todd.
    fn may_be_called(&self, titles: &[String]) -> bool {
        let rank = |title: &&String| is_rank(title);
        let (own, other) = (self.titles.iter().find(rank), titles.iter().find(rank));
        !matches!((own, other), (Some(one), Some(another)) if !is_same_rank(one, another))
    }
}

/// Whether two full names may be of one person: the same family name, and given names of which one is the
/// other, a short form or the initial of it.
fn is_same_full(one: &[String], other: &[String]) -> bool {
    let (Some((last, givens)), Some((another, others))) = (one.split_last(), other.split_last())
    else {
        return false;
    };
    if last != another {
        // "Mina Murray Harker" is Mina Murray too.
        let (long, short) = if one.len() > other.len() { (one, other) } else { (other, one) };
        return long.len() > short.len() && short.len() > 1 && long.starts_with(short);
    }
    let (Some(first), Some(second)) = (givens.first(), others.first()) else { return false };
    let is_same = |one: &String, other: &String| {
        is_same_given(one, other)
            || is_mark(one) && other.starts_with(one.as_str())
            || is_mark(other) && one.starts_with(other.as_str())
    };
    is_same(first, second)
        && givens[1..].iter().zip(&others[1..]).all(|(one, other)| is_same(one, other))
}

/// Forms of address that stand before a given name as well.
fn takes_given(title: &str) -> bool {
    matches!(
        title,
        "miss"
            | "sir"
            | "lady"
            | "dame"
            | "madame"
            | "mme"
            | "mademoiselle"
            | "mlle"
            | "monsieur"
            | "mistress"
            | "widow"
            | "aunt"
            | "auntie"
            | "aunty"
            | "uncle"
            | "cousin"
            | "master"
            | "sister"
            | "brother"
            | "father"
            | "mother"
            | "king"
            | "queen"
            | "prince"
            | "princess"
            | "nurse"
            | "granny"
            | "grandma"
            | "grandpa"
            | "don"
            | "doña"
            | "donna"
            | "friar"
    )
}

/// Forms of address among relatives.
fn is_of_kin(title: &str) -> bool {
    matches!(title, "aunt" | "auntie" | "aunty" | "uncle" | "cousin")
}

/// Forms of address that anybody may have, of any rank.
fn is_of_anyone(title: &str) -> bool {
    matches!(title, "citoyen" | "citoyenne" | "citizen" | "comrade")
}

/// Whether two ranks may be one person's: a professor is a doctor too.
fn is_same_rank(one: &str, other: &str) -> bool {
    one == other || is_scholar(one) && is_scholar(other)
}

fn is_scholar(title: &str) -> bool {
    matches!(title, "dr" | "doctor" | "prof" | "professor")
}

/// Whether a form of address is that of one living person, whatever their rank: neither of a saint nor of several, and
/// not "General", since General Grant is no Grant Mitchell.
fn is_of_one(title: &str) -> bool {
    let is_other =
        matches!(title, "st" | "ste" | "saint" | "san" | "santa" | "messrs" | "misses" | "sirs");
    !is_other && (!is_rank(title) || is_scholar(title))
}

fn is_miss(title: &str) -> bool {
    matches!(title, "miss" | "mademoiselle" | "mlle")
}

fn is_plain(title: &str) -> bool {
    matches!(title, "mr" | "mister" | "master")
}

/// Ranks and professions: two different ones are those of two persons.
fn is_rank(title: &str) -> bool {
    matches!(
        title,
        "dr" | "doctor"
            | "prof"
            | "professor"
            | "captain"
            | "capt"
            | "colonel"
            | "col"
            | "major"
            | "general"
            | "lieutenant"
            | "sergeant"
            | "corporal"
            | "admiral"
            | "commander"
            | "rev"
            | "reverend"
            | "lord"
            | "sir"
            | "lady"
            | "count"
            | "countess"
            | "baron"
            | "baroness"
            | "duke"
            | "duchess"
            | "earl"
            | "viscount"
            | "marquis"
            | "marquess"
            | "king"
            | "queen"
            | "prince"
            | "princess"
            | "emperor"
            | "empress"
            | "judge"
            | "inspector"
            | "detective"
            | "bishop"
            | "cardinal"
            | "pope"
            | "archbishop"
            | "squire"
            | "senator"
            | "governor"
            | "president"
    )
}
