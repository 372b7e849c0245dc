//! Names that are misspelt: once, throughout a chapter, or without an entry in the lore. Decoys are people
//! and things that are called almost alike and are others.

use crate::draft::Draft;
use crate::kind::DefectKind;
use crate::novel::Person;
use crate::sites::occurrences;
use crate::wording::{Fill, filled};

/// Letters of a name that is misspelt, at least.
const LETTERS_MIN: usize = 5;

/// How often a name stands in a novel that is misspelt in it, at least.
const COUNT_MIN: usize = 6;

/// How often a name stands in a chapter that is misspelt throughout, at least.
const COUNT_IN_CHAPTER_MIN: usize = 4;

/// Forms of address, which are in names and are no names.
const ADDRESSES: &[&str] = &[
    "Professor",
    "Count",
    "Mistress",
    "Master",
    "Madam",
    "Doctor",
    "Constable",
    "Secretary",
    "Engineer",
];

/// The words of names of the lore that stand often enough.
fn candidates(draft: &Draft<'_>) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for person in &draft.novel.facts.persons {
        let names = person.aliases.iter().chain([&person.name]);
        for word in names.flat_map(|name| name.split(' ')) {
            let is_name = word.starts_with(char::is_uppercase)
                && word.chars().all(char::is_alphabetic)
                && word.chars().count() >= LETTERS_MIN;
            if is_name && !words.iter().any(|it| it == word) {
                words.push(word.to_owned());
            }
        }
    }
    let chapters = &draft.novel.chapters;
    words.retain(|word| {
        let count: usize = chapters.iter().map(|it| occurrences(&it.text, word).len()).sum();
        count >= COUNT_MIN && !ADDRESSES.contains(&word.as_str())
    });
    words
}

/// A spelling of a name that the novel does not have anywhere.
fn misspelling(draft: &mut Draft<'_>, word: &str) -> Option<String> {
    let letters: Vec<char> = word.chars().collect();
    for _ in 0..40 {
        let mut changed = letters.clone();
        // Never the first letter: that is another name rather than a slip.
        let at = 1 + draft.chance.below(letters.len() - 1);
        match draft.chance.below(4) {
            0 if at + 1 < letters.len() => changed.swap(at, at + 1),
            1 => drop(changed.remove(at)),
            2 if !"aeiou".contains(letters[at]) => changed.insert(at, letters[at]),
            _ => {
                let vowels: Vec<char> = "aeiou".chars().filter(|it| *it != letters[at]).collect();
                if "aeiou".contains(letters[at]) {
                    changed[at] = *draft.chance.one(&vowels)?;
                }
            }
        }
        let changed: String = changed.into_iter().collect();
        let lower = changed.to_lowercase();
        let stands = |text: &str| {
            !occurrences(text, &changed).is_empty() || !occurrences(text, &lower).is_empty()
        };
        let is_plural =
            changed.strip_suffix('s') == Some(word) || word.strip_suffix('s') == Some(&changed);
        if changed != word && !is_plural && !draft.novel.chapters.iter().any(|it| stands(&it.text))
        {
            return Some(changed);
        }
    }
    None
}

/// The paragraph that has a byte of a chapter.
fn site_of(draft: &Draft<'_>, chapter: usize, at: usize) -> Option<usize> {
    draft.sites.iter().position(|it| it.chapter == chapter && it.bytes.contains(&at))
}

pub(super) fn often(draft: &mut Draft<'_>, is_decoy: bool) -> Option<()> {
    let names = candidates(draft);
    let word = draft.chance.one(&names)?.clone();
    if is_decoy {
        return namesake(draft, DefectKind::NameOften, &word, 4);
    }
    let chapters: Vec<usize> = (0..draft.novel.chapters.len())
        .filter(|&at| {
            occurrences(&draft.novel.chapters[at].text, &word).len() >= COUNT_IN_CHAPTER_MIN
        })
        .collect();
    let chapter = *draft.chance.one(&chapters)?;
    let wrong = misspelling(draft, &word)?;
    let positions = occurrences(&draft.novel.chapters[chapter].text, &word);
    let what = format!("“{wrong}” {} times in a chapter", positions.len());
    draft.mark(DefectKind::NameOften, false, &what, &format!("“{word}” in the lore"));
    for at in positions {
        let site = site_of(draft, chapter, at)?;
        draft.replace(site, at..at + word.len(), wrong.clone());
    }
    Some(())
}

pub(super) fn slip(draft: &mut Draft<'_>, is_decoy: bool) -> Option<()> {
    let mut names = candidates(draft);
    draft.chance.shuffle(&mut names);
    if is_decoy {
        return namesake(draft, DefectKind::NameSlip, names.first()?, 1);
    }
    let stands = |draft: &mut Draft<'_>, word: &str| {
        draft.spot(0.0..1.0, |text| !occurrences(text, word).is_empty())
    };
    let (word, site) =
        names.into_iter().find_map(|word| stands(draft, &word).map(|site| (word, site)))?;
    let wrong = misspelling(draft, &word)?;
    let at = draft.sites[site].bytes.start + *occurrences(draft.text(site), &word).first()?;
    draft.mark(
        DefectKind::NameSlip,
        false,
        &format!("“{wrong}”"),
        &format!("“{word}” in the lore"),
    );
    draft.replace(site, at..at + word.len(), wrong);
    Some(())
}

/// Somebody else with a name that differs in its first letter, or a street called after the name.
fn namesake(draft: &mut Draft<'_>, kind: DefectKind, word: &str, times: usize) -> Option<()> {
    const PERSON: &[&str] = &[
        "A certain Mrs. {v}, who sold eggs in the lower town and was no relation of anybody, stood by and listened.",
        "Old Mr. {v}, the sexton, had seen it too and shook his head.",
        "It was the sexton, Mr. {v}, who had said it first, and nobody had believed him.",
        "Mr. {v} the sexton went home to his dinner.",
    ];
    const THING: &[&str] = &[
        "The cart had come by way of {v}gate, which is the steepest street of all.",
        "Beyond {v}gate the road was bad.",
        "There had been a market in {v}gate in former times.",
        "One could see as far as the chimneys of {v}gate.",
    ];
    let stands = |name: &str| draft.novel.chapters.iter().any(|it| it.text.contains(name));
    let rest = word.get(1..)?;
    let other = ["T", "P", "B", "D", "G", "K", "W", "N"]
        .iter()
        .filter(|first| !word.starts_with(**first))
        .map(|first| format!("{first}{rest}"))
        .find(|other| !stands(other))?;
    let (name, sentences) =
        if draft.chance.coin() { (other, PERSON) } else { (word.to_owned(), THING) };
    let sites: Vec<usize> = (0..times).map_while(|_| draft.anywhere()).collect();
    if sites.is_empty() {
        return None;
    }
    draft.mark(kind, true, &format!("“{name}” is somebody or something else"), word);
    for (site, sentence) in sites.into_iter().zip(sentences.iter().cycle()) {
        draft.append(site, sentence.replace("{v}", &name));
    }
    Some(())
}

pub(super) fn unlisted(draft: &mut Draft<'_>, is_decoy: bool) -> Option<()> {
    const SENTENCES: &[&str] = &[
        "Somebody sent for {L} in the end.",
        "It was said that {L} knew more than was good for {him}.",
        "Nobody asked {L} about it, and {L} offered nothing.",
        "{L} had seen to the lamps.",
        "The rest was left to {L}, who had done it before.",
        "{L} was there before anybody else.",
    ];
    let is_long = |person: &Person| person.last_word().chars().count() > LETTERS_MIN;
    let person = std::iter::from_fn(|| draft.stranger()).find(is_long)?;
    let name = person.last_word().to_owned();
    let wrong = if is_decoy { format!("{name}s") } else { misspelling(draft, &name)? };
    let sites: Vec<usize> = (0..SENTENCES.len()).map_while(|_| draft.anywhere()).collect();
    if sites.len() < SENTENCES.len() {
        return None;
    }
    let what =
        if is_decoy { format!("“the {name}s”, a plural") } else { format!("“{wrong}”") };
    draft.mark(DefectKind::NameUnlisted, is_decoy, &what, &format!("“{name}”, often in the text"));
    let fill = Fill { person: &person, other: None, value: "", rival: "" };
    let last = if is_decoy {
        format!("Everybody in the parish knew the {name}s.")
    } else {
        filled(SENTENCES.last()?, &fill).replace(&name, &wrong)
    };
    for (site, sentence) in sites.iter().zip(&SENTENCES[..SENTENCES.len() - 1]) {
        draft.append_unmarked(*site, filled(sentence, &fill));
    }
    draft.append(*sites.last()?, last);
    Some(())
}
