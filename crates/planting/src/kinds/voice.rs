//! How the text is told: passages and words that stand twice, quotations without an end, tense, person and
//! point of view.

use crate::draft::Draft;
use crate::kind::DefectKind;
use crate::novel::Person;
use crate::sites::{occurrences, words};
use crate::wording::{Fill, filled};

/// Words of a passage that stands twice.
const PASSAGE_WORDS: std::ops::RangeInclusive<usize> = 40..=130;

/// Verbs that change in a paragraph in another tense, at least.
const VERBS_MIN: usize = 4;

/// Pronouns that change in a paragraph in another person, at least.
const PRONOUNS_MIN: usize = 3;

/// Verbs: past, third person, other persons.
const VERBS: &[[&str; 3]] = &[
    ["was", "is", "am"],
    ["were", "are", "are"],
    ["had", "has", "have"],
    ["did", "does", "do"],
    ["went", "goes", "go"],
    ["came", "comes", "come"],
    ["saw", "sees", "see"],
    ["took", "takes", "take"],
    ["knew", "knows", "know"],
    ["thought", "thinks", "think"],
    ["could", "can", "can"],
    ["would", "will", "will"],
    ["stood", "stands", "stand"],
    ["sat", "sits", "sit"],
    ["found", "finds", "find"],
    ["felt", "feels", "feel"],
    ["made", "makes", "make"],
    ["gave", "gives", "give"],
    ["kept", "keeps", "keep"],
    ["heard", "hears", "hear"],
    ["began", "begins", "begin"],
    ["looked", "looks", "look"],
    ["seemed", "seems", "seem"],
    ["turned", "turns", "turn"],
    ["walked", "walks", "walk"],
    ["opened", "opens", "open"],
    ["stopped", "stops", "stop"],
    ["wanted", "wants", "want"],
    ["lay", "lies", "lie"],
    ["ran", "runs", "run"],
    ["became", "becomes", "become"],
    ["appeared", "appears", "appear"],
    ["said", "says", "say"],
    ["asked", "asks", "ask"],
];

/// Who takes the other form of a verb.
const PLURAL_SUBJECTS: &[&str] = &["we", "they", "you"];

const HABITS: &[&str] = &[
    "A marsh is never quite dry. It holds water even in August, and whoever crosses it learns to look before he steps and to trust no green that is too bright.",
    "Bread is made of four things and of waiting. Whoever hurries it eats a stone, and whoever forgets it eats a sponge, and both have only themselves to thank.",
];

const KNOWN_BY_OTHERS: &[&str] = &[
    "{N} thought, without showing it, that the whole business was a mistake, and resolved to say nothing of it to anybody.",
    "Behind that quiet face {N} was remembering another house, and a fear {he} had never told to a soul.",
    "{N} wondered privately whether it was too late to go home, and felt {his} heart sink.",
];

const GUESSED: &[&str] = &[
    "{N} looked as if {he} thought the whole business a mistake.",
    "{N} told us, years afterwards, that {he} had wished to go home.",
    "Perhaps {N} was remembering another house; one could not tell.",
];

fn is_of_length(text: &str) -> bool {
    PASSAGE_WORDS.contains(&text.split_whitespace().count())
}

pub(super) fn passage_twice(draft: &mut Draft<'_>, is_decoy: bool) -> Option<()> {
    if is_decoy {
        let song = "*Over the bar and under the moon, my love has a boat and will come home soon,*";
        let (one, two) = (draft.spot(0.0..0.5, |_| true)?, draft.spot(0.5..1.0, |_| true)?);
        draft.mark(DefectKind::PassageTwice, true, song, "nothing: a refrain");
        draft.insert_behind(one, format!("{song} they sang at the ferry."));
        draft.insert_behind(two, format!("{song} they sang again, as they always did."));
        return Some(());
    }
    let source = draft.spot(0.0..1.0, is_of_length)?;
    let target = draft.anywhere()?;
    let mut copy = draft.text(source).to_owned();
    let bytes = draft.sites[source].bytes.clone();
    draft.mark(DefectKind::PassageTwice, false, &copy, "the same paragraph elsewhere");
    draft.replace(source, bytes, copy.clone());
    if draft.chance.coin() {
        // Nearly the same: one small word is another.
        copy = copy.replacen(" and ", ", and ", 1).replacen(" very ", " quite ", 1);
    }
    draft.insert_behind(target, copy);
    Some(())
}

pub(super) fn doubled_word(draft: &mut Draft<'_>, is_decoy: bool) -> Option<()> {
    if is_decoy {
        const RIGHT: &[&str] = &[
            "Everybody had had enough of it by then.",
            "It was known that that door was never locked.",
            "There was, there, nothing to be done.",
        ];
        let sentence = *draft.chance.one(RIGHT)?;
        let site = draft.anywhere()?;
        draft.mark(DefectKind::DoubledWord, true, sentence, "nothing: grammar asks for it");
        draft.append(site, sentence.to_owned());
        return Some(());
    }
    let word = *draft.chance.one(&["the", "of", "and", "to", "a", "in", "with"])?;
    let site = draft.spot(0.0..1.0, |text| !occurrences(text, word).is_empty())?;
    let all = occurrences(draft.text(site), word);
    let at = draft.sites[site].bytes.start + *draft.chance.one(&all)?;
    let twice = format!("{word} {word}");
    draft.mark(DefectKind::DoubledWord, false, &format!("“{twice}”"), "itself");
    draft.replace(site, at..at + word.len(), twice);
    Some(())
}

pub(super) fn quotation_mark(draft: &mut Draft<'_>, is_decoy: bool) -> Option<()> {
    if is_decoy {
        let person = draft.stranger()?;
        let site = draft.anywhere()?;
        let speech = format!(
            "“I have only this to say,” said {}. “It was raining, and nobody had brought a lamp.\n\n\
             “When the lamp came we saw that the boat was gone.”",
            person.name
        );
        draft.mark(DefectKind::QuotationMark, true, &speech, "nothing: a speech of two paragraphs");
        draft.insert_behind(site, speech);
        return Some(());
    }
    let text = |at: usize| {
        let site = &draft.sites[at];
        &draft.novel.chapters[site.chapter].text[site.bytes.clone()]
    };
    let is_single = |at: &usize| {
        let own = text(*at);
        let next = if at + 1 < draft.sites.len() { text(at + 1) } else { "" };
        !draft.sites[*at].is_taken
            && own.matches('“').count() == 1
            && own.matches('”').count() == 1
            && own.starts_with('“')
            && !own.contains('\n')
            && !next.starts_with(['“', '‘', '"'])
    };
    let some: Vec<usize> = (0..draft.sites.len()).filter(is_single).collect();
    let site = *draft.chance.one(&some)?;
    let bytes = draft.sites[site].bytes.clone();
    let open = draft.text(site).replacen('”', "", 1);
    draft.mark(DefectKind::QuotationMark, false, &open, "the mark that closes it is gone");
    draft.replace(site, bytes, open);
    Some(())
}

/// The paragraph in the present; none when too few of its verbs are known.
fn in_the_present(text: &str) -> Option<String> {
    let (mut changed, mut from, mut count) = (String::new(), 0, 0);
    let mut before = String::new();
    for word in words(text) {
        let lower = text[word.clone()].to_lowercase();
        if let Some([_, third, base]) = VERBS.iter().find(|verb| verb[0] == lower) {
            let form = match before.as_str() {
                "i" => base,
                "to" | "have" | "had" => return None,
                other if PLURAL_SUBJECTS.contains(&other) => {
                    if lower == "was" {
                        third
                    } else {
                        base
                    }
                }
                _ => third,
            };
            changed.push_str(&text[from..word.start]);
            changed.push_str(form);
            from = word.end;
            count += 1;
        }
        before = lower;
    }
    changed.push_str(&text[from..]);
    (count >= VERBS_MIN).then_some(changed)
}

pub(super) fn tense(draft: &mut Draft<'_>, is_decoy: bool) -> Option<()> {
    if is_decoy {
        let habit = *draft.chance.one(HABITS)?;
        let site = draft.anywhere()?;
        draft.mark(DefectKind::Tense, true, habit, "nothing: it is always so");
        draft.insert_behind(site, habit.to_owned());
        return Some(());
    }
    let site = draft.spot(0.0..1.0, |text| in_the_present(text).is_some())?;
    let changed = in_the_present(draft.text(site))?;
    let bytes = draft.sites[site].bytes.clone();
    draft.mark(DefectKind::Tense, false, &changed, "the book is told in the past");
    draft.replace(site, bytes, changed);
    Some(())
}

/// The paragraph in another person: "I" for "he", or "he" or "she" for "I".
fn in_another_person(text: &str, pairs: &[(&str, &str)], unwanted: &[&str]) -> Option<String> {
    let (mut changed, mut from, mut count) = (String::new(), 0, 0);
    for word in words(text) {
        let written = &text[word.clone()];
        let lower = written.to_lowercase();
        if unwanted.contains(&lower.as_str()) {
            return None;
        }
        let Some((_, with)) = pairs.iter().find(|(pronoun, _)| *pronoun == lower) else { continue };
        let begins = text[..word.start].trim_end().ends_with(['.', '!', '?']) || word.start == 0;
        changed.push_str(&text[from..word.start]);
        if begins && *with != "I" {
            changed.extend(with.chars().take(1).flat_map(char::to_uppercase));
            changed.push_str(&with[1..]);
        } else {
            changed.push_str(with);
        }
        from = word.end;
        count += 1;
    }
    changed.push_str(&text[from..]);
    (count >= PRONOUNS_MIN).then_some(changed)
}

pub(super) fn grammatical_person(draft: &mut Draft<'_>, is_decoy: bool) -> Option<()> {
    const OF_HIM: &[(&str, &str)] =
        &[("he", "I"), ("his", "my"), ("him", "me"), ("himself", "myself")];
    const OF_ME: &[(&str, &str)] =
        &[("i", "he"), ("my", "his"), ("me", "him"), ("myself", "himself")];
    let is_first = draft.novel.facts.narration.is_first_person;
    if is_decoy {
        let person = draft.stranger()?;
        let site = draft.anywhere()?;
        let letter = format!(
            "The letter was from {}. “I came at noon,” it said, “and I found nobody. I have left my \
             card, and I shall come again when my cold is better.”",
            person.name
        );
        draft.mark(DefectKind::GrammaticalPerson, true, &letter, "nothing: a letter");
        draft.insert_behind(site, letter);
        return Some(());
    }
    let (pairs, unwanted): (&[(&str, &str)], &[&str]) = if is_first {
        (OF_ME, &["am", "have", "do", "he", "him", "i’m", "i’ve", "i’ll", "i’d", "we", "us", "our"])
    } else {
        (OF_HIM, &["she", "her", "i", "they", "is", "has", "he’d", "he’s"])
    };
    let site = draft.spot(0.0..1.0, |text| in_another_person(text, pairs, unwanted).is_some())?;
    let changed = in_another_person(draft.text(site), pairs, unwanted)?;
    let bytes = draft.sites[site].bytes.clone();
    let against =
        if is_first { "the book is told by an “I”" } else { "the book is told of others" };
    draft.mark(DefectKind::GrammaticalPerson, false, &changed, against);
    draft.replace(site, bytes, changed);
    Some(())
}

pub(super) fn point_of_view(draft: &mut Draft<'_>, is_decoy: bool) -> Option<()> {
    let novel = draft.novel;
    let viewpoint = novel.facts.narration.viewpoint.as_deref();
    let mut others: Vec<&Person> =
        novel.facts.persons.iter().filter(|it| Some(it.name.as_str()) != viewpoint).collect();
    draft.chance.shuffle(&mut others);
    let mut sites = others.into_iter().filter_map(|person| {
        let stands = |text: &str| !occurrences(text, person.short()).is_empty();
        Some((person, draft.spot(0.0..1.0, stands)?))
    });
    let (person, site) = sites.next()?;
    let name = person.short().to_owned();
    let from = if is_decoy { GUESSED } else { KNOWN_BY_OTHERS };
    let named = Person { name: name.clone(), ..person.clone() };
    let fill = Fill { person: &named, other: None, value: "", rival: "" };
    let sentence = filled(draft.chance.one(from)?, &fill);
    draft.mark(DefectKind::PointOfView, is_decoy, &sentence, "whose view the scene keeps to");
    draft.append(site, sentence);
    Some(())
}
