//! The check of names against the lore: slips of the pen, capitals that are missing, names that are
//! frequent and have no entry; and, in the lore itself, names that a reader may confuse.

use std::collections::{HashMap, HashSet};

use domain::{
    findings::{FOUND_MAX, Observation, Severity},
    lore::Category,
};
use prose::{Addressee, Mentions, Miscased, Name, NameKind, Span};
use serde_json::json;

use super::near_misses::{self, word_of};
use super::{Canon, CheckedText, found, times, weightiest};
use crate::names::BookSlips;

/// How often a name without an entry stands in a text, at least; with strict naming, twice.
const FREQUENT_MIN: usize = 5;
const FREQUENT_STRICT_MIN: usize = 2;

/// The most names without an entry of one text that are findings of their own, with strict naming.
const UNKNOWN_STRICT_MAX: usize = 10;

/// From so many occurrences of a name on, one may have lost its capital.
const CASED_MIN: usize = 5;

/// Small letters in one place of so many are a slip; more often they are another word.
const SMALL_IN: usize = 10;

/// Letters of a single word whose capital is missed, at least.
const CASED_LETTERS_MIN: usize = 4;

/// Words of English that are names too: without their capital they are most often no slip.
const ALSO_WORDS: &str = "\
    amber angel april archer art ash august autumn baker bill carter chance chase christian \
    cliff cooper crystal daisy dale dawn dean drew earnest faith fisher frank ginger grace grant \
    guy harry hazel heather holly hope hunter iris jack jasper jersey john june lance mark mason \
    miles olive patience pearl pierce prudence robin rose ruby sandy stone summer violet will \
    wolf wood";

/// Words that stand before a noun or a verb rather than a name.
const BEFORE_OTHER_WORDS: &str = "\
    a an the this that these those my your his her its our their no some any every i you he she \
    it we they who";

/// Names that no lore needs an entry for.
const EVERYBODYS: &str = "\
    almighty bible christ devil easter god gods heaven heavens hell jesus lord mama papa \
    providence satan";

/// All that a text alone says; [`alone`] or [`in_book`] makes of it what is found.
pub(super) fn run(read: &CheckedText<'_>, canon: &Canon) -> Vec<Observation> {
    if canon.entries.is_empty() {
        return Vec::new();
    }
    let names = prose::names(read.text);
    let known = Known::new(canon);
    let mentions = prose::mentions(read.text, &canon.names);
    let slips = prose::misspelt(&names, &known.names);
    let slips = slips.iter();
    let mut found: Vec<Observation> =
        slips.filter_map(|slip| near_misses::of_text(read, canon, &known, &names, slip)).collect();
    found.extend(wrong_case(read, canon, &mentions));
    let least = if canon.is_strict { FREQUENT_STRICT_MIN } else { FREQUENT_MIN };
    let unknown = unknown(&names, &mentions.spans, least).into_iter();
    found.extend(unknown.map(|(_, name)| without_entry(read, canon, &known, name)));
    ranked(found, canon)
}

fn ranked(found: Vec<Observation>, canon: &Canon) -> Vec<Observation> {
    weightiest(found, |rule| match rule {
        "unknown_name" | "missing_alias" if canon.is_strict => UNKNOWN_STRICT_MAX,
        _ => FOUND_MAX,
    })
}

/// What is found in a text that is looked at alone: a misspelt name is no name without an entry.
pub(super) fn alone(mut found: Vec<Observation>, canon: &Canon) -> Vec<Observation> {
    let slips: HashSet<String> = found
        .iter()
        .filter(|it| it.rule == "near_miss")
        .filter_map(|it| it.identity.clone())
        .collect();
    found.retain(|it| !is_slip(it, |word| slips.contains(word)));
    ranked(found, canon)
}

/// What is found in a text of the manuscript, whose misspelt names are known from the whole book; with the
/// findings about those that first stand in this text.
pub(super) fn in_book(
    found: &[Observation],
    (book, slips): (&BookSlips, Vec<Observation>),
    canon: &Canon,
) -> Vec<Observation> {
    let others = found.iter().filter(|it| it.rule != "near_miss");
    let others = others.filter(|it| !is_slip(it, |word| book.has(word)));
    ranked(slips.into_iter().chain(others.cloned()).collect(), canon)
}

/// Whether a finding is about a name without an entry of which a word is misspelt.
fn is_slip(found: &Observation, is_misspelt: impl Fn(&str) -> bool) -> bool {
    let is_unknown = matches!(found.rule.as_str(), "unknown_name" | "missing_alias");
    let name = found.identity.as_deref().filter(|_| is_unknown).unwrap_or_default();
    prose::words_without_address(name).iter().any(|word| is_misspelt(&word.to_lowercase()))
}

/// All names of the lore in one list, each with its entry.
pub(super) struct Known<'c> {
    pub(super) names: Vec<&'c str>,
    owners: Vec<usize>,
}

impl<'c> Known<'c> {
    pub(super) fn new(canon: &'c Canon) -> Self {
        let mut known = Self { names: Vec::new(), owners: Vec::new() };
        for (at, entry) in canon.entries.iter().enumerate() {
            for name in &entry.names {
                known.names.push(name);
                known.owners.push(at);
            }
        }
        known
    }
}

impl<'c> Known<'c> {
    /// The entries that have this word, in lower case, in a name or an alias.
    pub(super) fn entries_named<'e>(&self, canon: &'e Canon, word: &str) -> Vec<&'e str> {
        let names = self.names.iter().zip(&self.owners);
        let named = names.filter(|(name, _)| word_of(name, word).is_some());
        let mut owners: Vec<usize> = named.map(|(_, &owner)| owner).collect();
        owners.dedup();
        owners.into_iter().map(|owner| canon.entries[owner].name()).collect()
    }

    /// Of each entry that may be meant, the first name that holds all these words: one that is
    /// addressed as a man is not "Mrs. Harker", and where one is addressed as a woman, it is she.
    fn names_with(&self, canon: &Canon, name: &str, own: &[String]) -> Vec<&'c str> {
        let wanted = prose::addressee(name);
        let mut found: Vec<(usize, &str, Option<Addressee>)> = Vec::new();
        for (known, &owner) in self.names.iter().zip(&self.owners) {
            let words: Vec<String> = prose::words_without_address(known)
                .iter()
                .map(|word| word.to_lowercase())
                .collect();
            let is_new = found.last().is_none_or(|(before, ..)| *before != owner);
            if is_new && own.iter().all(|word| words.contains(word)) {
                let mut names = canon.entries[owner].names.iter();
                found.push((owner, known, names.find_map(|name| prose::addressee(name))));
            }
        }
        if wanted.is_some() {
            let is_said = found.iter().any(|(_, _, whom)| *whom == wanted);
            found.retain(|(_, _, whom)| *whom == wanted || whom.is_none() && !is_said);
        }
        found.into_iter().map(|(_, known, _)| known).collect()
    }
}

/// Places that lack the capitals of a name. A name of one word may be a word of English as well: it
/// is taken for a slip only where nearly all its places have the capital, and nothing in front says
/// that it is a noun or a verb.
fn wrong_case(read: &CheckedText<'_>, canon: &Canon, mentions: &Mentions) -> Vec<Observation> {
    let is_proper = |category: Category| {
        matches!(category, Category::Character | Category::Location | Category::Organisation)
    };
    let named: Vec<(usize, &str)> = canon
        .entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| is_proper(entry.category))
        .flat_map(|(at, entry)| entry.names.iter().map(move |name| (at, name.as_str())))
        .collect();
    let cased: HashMap<usize, usize> =
        mentions.owners.iter().map(|it| (it.owner, it.count)).collect();
    let mut alike: HashMap<String, Vec<Miscased>> = HashMap::new();
    for mention in prose::miscased(read.text, &named) {
        let written = mention.passage.span.of(read.text.source());
        alike.entry(written.to_lowercase()).or_default().push(mention);
    }
    let finding = |(lower, mentions_of): (String, Vec<Miscased>)| {
        let is_phrase = lower.contains(char::is_whitespace);
        let is_slip = |mention: &&Miscased| {
            if is_phrase {
                return mention.has_capitals;
            }
            let cased = cased.get(&mention.owner).copied().unwrap_or(0);
            is_lost_capital(read, mention.passage.span, cased, mentions_of.len())
        };
        let slips: Vec<&Miscased> = mentions_of.iter().filter(is_slip).collect();
        let first = slips.first()?;
        let span = first.passage.span;
        let written = span.of(read.text.source());
        let name = canon.entries[first.owner].name();
        let message = format!(
            "“{written}” stands {} without the capitals of “{name}” in the lore.",
            times(slips.len())
        );
        Some(Observation {
            identity: Some(written.to_owned()),
            detail: Some(json!({
                "entry": name, "count": slips.len(), "passage": read.around(span),
            })),
            ..read.found("wrong_case", Severity::Low, span, message)
        })
    };
    let mut found: Vec<Observation> = alike.into_iter().filter_map(finding).collect();
    found.sort_by_key(|found| found.quoted.as_ref().map(|quoted| quoted.start));
    found
}

/// Whether a word in small letters, one of so many, has lost the capital of a name that stands in so
/// many places as it should.
fn is_lost_capital(read: &CheckedText<'_>, span: Span, cased: usize, small: usize) -> bool {
    let written = span.of(read.text.source());
    let bare = written.split(['’', '\'']).next().unwrap_or(written);
    if bare.chars().any(char::is_uppercase)
        || bare.chars().count() < CASED_LETTERS_MIN
        || is_among(bare, ALSO_WORDS)
    {
        return false;
    }
    if cased < CASED_MIN || small * SMALL_IN > cased {
        return false;
    }
    let behind = read.text.words().partition_point(|word| word.span.end <= span.start);
    let before = behind.checked_sub(1).map_or("", |word| read.text.lower(word));
    !is_among(before, BEFORE_OTHER_WORDS)
}

/// Whether a word is one of a list.
fn is_among(word: &str, list: &str) -> bool {
    list.split(' ').any(|it| it == word)
}

/// Names that stand at least `least` times and that no entry bears whose places these are, by their
/// places in the list: no dates, and nothing that no lore needs an entry for.
pub(crate) fn unknown<'n>(
    names: &'n [Name],
    borne: &[Span],
    least: usize,
) -> Vec<(usize, &'n Name)> {
    names
        .iter()
        .enumerate()
        .filter(|(_, name)| name.kind == NameKind::Name && name.count >= least)
        .filter(|(_, name)| !is_among(&name.name.to_lowercase(), EVERYBODYS))
        .filter(|(_, name)| !name.spans.iter().any(|span| is_borne(span, borne)))
        .collect()
}

/// Whether a span lies in one of these, which are in their order and bear names of the lore.
pub(super) fn is_borne(span: &Span, borne: &[Span]) -> bool {
    let behind = borne.partition_point(|mention| mention.end <= span.start);
    borne.get(behind).is_some_and(|mention| mention.start < span.end)
}

fn without_entry(
    read: &CheckedText<'_>,
    canon: &Canon,
    known: &Known<'_>,
    name: &Name,
) -> Observation {
    // Strict naming is a rule of the author's own; else it is an offer.
    let severity = if canon.is_strict { Severity::Medium } else { Severity::Info };
    let own: Vec<String> =
        prose::words_without_address(&name.name).iter().map(|word| word.to_lowercase()).collect();
    let longer = known.names_with(canon, &name.name, &own);
    let (rule, message) = match longer.as_slice() {
        [_, ..] => (
            "missing_alias",
            format!(
                "“{}” stands here {} and is part of {}: as an alias{} it would be counted.",
                name.name,
                times(name.count),
                longer.iter().map(|it| format!("“{it}”")).collect::<Vec<_>>().join(" and "),
                if longer.len() > 1 { " of one of them" } else { "" }
            ),
        ),
        [] => (
            "unknown_name",
            format!("“{}” stands here {} and has no entry.", name.name, times(name.count)),
        ),
    };
    Observation {
        identity: Some(name.name.clone()),
        detail: Some(json!({
            "name": name.name,
            "count": name.count,
            "entry": if let [one] = longer.as_slice() { Some(one) } else { None },
            "entries": longer,
            "passage": read.around(name.first),
        })),
        ..read.found(rule, severity, name.first, message)
    }
}

/// Entries whose names a reader, or whoever counts mentions, may confuse.
pub(super) fn run_project(canon: &Canon) -> Vec<Observation> {
    let known = Known::new(canon);
    let mut pairs: HashSet<(usize, usize)> = HashSet::new();
    let mut found = Vec::new();
    let mut owners: HashMap<String, usize> = HashMap::new();
    for (name, &owner) in known.names.iter().zip(&known.owners) {
        let first = *owners.entry(domain::fold::fold_name(name)).or_insert(owner);
        if first != owner && pairs.insert((first, owner)) {
            let [one, other] = [first, owner].map(|at| canon.entries[at].name());
            let message = format!(
                "“{name}” names both “{one}” and “{other}”: its places count for both of them."
            );
            found.push(pair("shared_name", [one, other], message));
        }
    }
    for alike in prose::similar_known_names(&known.names) {
        let (one, other) = (known.owners[alike.one], known.owners[alike.other]);
        let of_one_kind = canon.entries[one].category == canon.entries[other].category;
        let key = (one.min(other), one.max(other));
        if one == other || !of_one_kind || !pairs.insert(key) {
            continue;
        }
        let [one, other] = [key.0, key.1].map(|at| canon.entries[at].name());
        let message =
            format!("A reader may take “{one}” for “{other}”: they are spelt almost alike.");
        found.push(pair("alike_names", [one, other], message));
    }
    weightiest(found, |_| FOUND_MAX)
}

fn pair(rule: &str, [one, other]: [&str; 2], message: String) -> Observation {
    Observation {
        identity: Some(format!("{one} / {other}")),
        detail: Some(json!({ "entries": [one, other] })),
        ..found(rule, Severity::Low, message)
    }
}
