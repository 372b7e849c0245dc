//! Statements about a person that cannot both be true: two in the text, or one in the lore and one in the
//! text. Decoys state the same twice, speak of another person, quote somebody, or tell of a change.

use crate::draft::Draft;
use crate::kind::DefectKind;
use crate::novel::{Novel, Person};
use crate::wording::{Fill, filled};

/// How a fact is stated and contradicted.
struct FactWording {
    kind: DefectKind,
    /// The key of the lore, if the lore has it.
    attribute: &'static str,
    values: &'static [&'static str],
    first: &'static [&'static str],
    /// Later statements, with `{w}` for the other value.
    later: &'static [&'static str],
    /// Statements that are all right together.
    decoys: &'static [[&'static str; 2]],
}

const WORDINGS: &[FactWording] = &[
    FactWording {
        kind: DefectKind::Eyes,
        attribute: "eyes",
        values: &["grey", "blue", "brown", "green", "black"],
        first: &[
            "{N} had {v} eyes and a habit of lowering them.",
            "What one noticed first about {N} was a pair of very {v} eyes.",
            "{N} was looking on; {his} eyes were {v}, and they missed nothing.",
        ],
        later: &[
            "{N} lifted {his} {w} eyes and said nothing.",
            "{N} came in last. {His} eyes, which were {w}, went round the room.",
            "There was no reading the {w} eyes of {N}.",
        ],
        decoys: &[
            [
                "{N} had {v} eyes and a habit of lowering them.",
                "{N} lifted {his} {v} eyes and said nothing.",
            ],
            [
                "{N} had {v} eyes and a habit of lowering them.",
                "“{N}? Somebody told me {he} had {w} eyes,” said the carrier, who had never met {him}.",
            ],
            [
                "{N} had {v} eyes and a habit of lowering them.",
                "{N} stood beside {O}, whose eyes were {w}.",
            ],
        ],
    },
    FactWording {
        kind: DefectKind::Hair,
        attribute: "hair",
        values: &["black", "red", "fair", "white", "chestnut"],
        first: &[
            "{N} had {v} hair, cut short.",
            "{N} took off {his} hat, and the {v} hair fell over {his} forehead.",
            "One could tell {N} from far off by {his} {v} hair.",
        ],
        later: &[
            "{N} bent over the table, and the light fell on {his} {w} hair.",
            "The wind had made havoc of {N}'s {w} hair.",
            "{N} ran a hand through {his} hair, which was {w}.",
        ],
        decoys: &[
            ["{N} had {v} hair, cut short.", "The wind had made havoc of {N}'s {v} hair."],
            [
                "{N}'s hair had been {v} until that year of fever.",
                "{N} bent over the table; {his} hair had been {w} since the fever.",
            ],
            [
                "{N} had {v} hair, cut short.",
                "{N} was talking to {O}, a {w}-haired person in boots.",
            ],
        ],
    },
    FactWording {
        kind: DefectKind::Age,
        attribute: "age",
        values: &["twenty-two", "thirty-one", "forty-six", "fifty-eight", "seventy"],
        first: &[
            "{N} was {v} years old at the time.",
            "{N}, who was {v}, had never been abroad.",
            "At {v} {N} still walked the ten miles to market.",
        ],
        later: &[
            "{N} was a {man} of {w}, neither more nor less.",
            "It was the same week, and {N}, at the age of {w}, climbed the tower.",
            "Being only {w} years old, {N} was not consulted, then or on the days that followed.",
        ],
        decoys: &[
            ["{N} was {v} years old at the time.", "{N}, at {v}, was not to be hurried."],
            [
                "{N} was twenty-two years old at the time.",
                "Many years afterwards, when {N} was fifty-eight, the story was still told.",
            ],
            ["{N} was {v} years old at the time.", "{N} carried {w} pounds of flour up the hill."],
        ],
    },
    FactWording {
        kind: DefectKind::Kinship,
        attribute: "",
        values: &["cousin", "{sibling}", "{uncle}", "{child}"],
        first: &[
            "{N} was {O}'s {v}.",
            "{N} had come as the {v} of {O}, and was given a chair.",
            "{O} had sent {O_his} {v}, {N}.",
        ],
        later: &[
            "As {O}'s {w}, {N} was entitled to a share.",
            "{N} was the {w} of {O}, after all.",
            "{N}, {O}'s own {w}, sat at the head of the table.",
        ],
        decoys: &[
            ["{N} was {O}'s {v}.", "{N}, the {v} of {O}, had the window seat."],
            ["{N} was {O}'s {v}.", "{N} was the {w} of the miller, too, as half the valley was."],
            ["{N} was {O}'s {v}.", "Strangers took {N} for {O}'s {w}, and were always corrected."],
        ],
    },
    FactWording {
        kind: DefectKind::Rank,
        attribute: "",
        values: &["captain", "lieutenant", "colonel", "sergeant"],
        first: &[
            "{N} held the rank of {v}.",
            "{N} was a {v} in the county regiment.",
            "By commission {N} was a {v}, and by temper a schoolteacher.",
        ],
        later: &[
            "{N} had never been more or less than a {w}.",
            "That day {N}, who served as {w}, inspected the company.",
            "Everybody saluted {N}, the {w}, as they had done all that year.",
        ],
        decoys: &[
            ["{N} held the rank of {v}.", "{N}, the {v}, returned the salute."],
            [
                "{N} held the rank of {v}.",
                "In the following year {N} was made {w}, which surprised nobody.",
            ],
            ["{N} held the rank of {v}.", "{N} had quarrelled with a {w} over a horse."],
        ],
    },
    FactWording {
        kind: DefectKind::Profession,
        attribute: "",
        values: &["saddler", "chandler", "printer", "notary"],
        first: &[
            "{N} was a {v} by trade.",
            "{N} kept shop as a {v} near the bridge.",
            "All {his} life {N} had been a {v}.",
        ],
        later: &[
            "{N} had been a {w} all {his} life and wished for nothing else.",
            "{N}, a {w} like {his} father before {him}, knew only that one trade.",
            "{N} had never worked as anything but a {w}.",
        ],
        decoys: &[
            ["{N} was a {v} by trade.", "{N}, being a {v}, knew the price of such things."],
            ["{N} was a {v} by trade.", "{N} had gone to see the {w} about a debt."],
            [
                "{N} was a {v} by trade.",
                "{N} gave up the shop that winter and learned to be a {w}.",
            ],
        ],
    },
    FactWording {
        kind: DefectKind::Possession,
        attribute: "",
        values: &["silver watch", "brass key", "garnet ring", "map of the coast"],
        first: &[
            "{N} gave the {v} to {O} for good, and never had it again.",
            "{N} had thrown the {v} into the river, and the river had kept it.",
        ],
        later: &[
            "{N} drew the {v} from {his} pocket and laid it on the table.",
            "{N} still had the {v} about {him}, and looked at it from time to time.",
        ],
        decoys: &[
            ["{N} gave the {v} to {O} for good.", "{O} drew the {v} out and laid it on the table."],
            ["{N} lent the {v} to {O} for a night.", "{N} had the {v} again and was glad of it."],
            ["{N} gave the {v} to {O} for good.", "{N} drew the {w} from {his} pocket instead."],
        ],
    },
    FactWording {
        kind: DefectKind::Death,
        attribute: "",
        values: &["fever", "a fall", "drowning"],
        first: &[
            "{N} had died of {v} the winter before and lay in the churchyard.",
            "They had buried {N} in the spring; it was {v} that killed {him}.",
            "{N} was dead of {v} these six months.",
        ],
        later: &[
            "{N} came in at that moment, shook the rain from {his} coat, and asked for tea.",
            "{N} sat down and wrote a long letter that same evening.",
            "{N} laughed aloud and shut the door behind {him}.",
        ],
        decoys: &[
            [
                "{N} had died of {v} the winter before.",
                "In a dream that night {N} came in, shook the rain from {his} coat, and asked for tea.",
            ],
            [
                "{N} had died of {v} the winter before.",
                "They remembered how {N} used to come in and ask for tea.",
            ],
            [
                "{N} had nearly died of {v} the winter before.",
                "{N} came in at that moment and asked for tea.",
            ],
        ],
    },
];

/// A kinship as the sex asks for it.
fn fitted(value: &str, person: &Person) -> String {
    let word = |she: &str, he: &str| if person.female { she.to_owned() } else { he.to_owned() };
    match value {
        "{sibling}" => word("sister", "brother"),
        "{uncle}" => word("aunt", "uncle"),
        "{child}" => word("daughter", "son"),
        other => other.to_owned(),
    }
}

/// As the novel spells it.
fn spelt(novel: &Novel, sentence: String) -> String {
    if novel.facts.is_british == Some(false) { sentence.replace("grey", "gray") } else { sentence }
}

pub(super) fn contradiction(draft: &mut Draft<'_>, kind: DefectKind, is_decoy: bool) -> Option<()> {
    let wording = WORDINGS.iter().find(|it| it.kind == kind)?;
    if !is_decoy && draft.chance.coin() && against_lore(draft, wording).is_some() {
        return Some(());
    }
    let person = draft.newcomer()?;
    let mut values: Vec<String> = wording.values.iter().map(|it| fitted(it, &person)).collect();
    draft.chance.shuffle(&mut values);
    let [first, later] = if is_decoy {
        *draft.chance.one(wording.decoys)?
    } else {
        [*draft.chance.one(wording.first)?, *draft.chance.one(wording.later)?]
    };
    let other =
        if first.contains("{O}") || later.contains("{O}") { draft.newcomer() } else { None };
    let fill =
        Fill { person: &person, other: other.as_ref(), value: &values[0], rival: &values[1] };
    let (one, two) = (draft.spot(0.0..0.5, |_| true)?, draft.spot(0.5..1.0, |_| true)?);
    let novel = draft.novel;
    let (first, later) = (spelt(novel, filled(first, &fill)), spelt(novel, filled(later, &fill)));
    draft.mark(kind, is_decoy, &later, &first);
    draft.append(one, first);
    draft.append(two, later);
    Some(())
}

/// Whether a value contradicts what the lore states: "fair" does not contradict "yellow".
fn contradicts(stated: &str, value: &str) -> bool {
    const ALIKE: &[&[&str]] = &[
        &["grey", "gray"],
        &["fair", "yellow", "gold", "blond"],
        &["chestnut", "brown", "auburn"],
        &["red", "rust", "auburn"],
        &["white", "grey", "gray"],
    ];
    let has =
        |group: &&&[&str]| group.contains(&value) && group.iter().any(|it| stated.contains(it));
    !stated.contains(value) && !ALIKE.iter().any(|group| has(&group))
}

/// Contradicts what the lore states about a person of the novel.
fn against_lore(draft: &mut Draft<'_>, wording: &FactWording) -> Option<()> {
    let novel = draft.novel;
    let known: Vec<(&Person, String)> = novel
        .facts
        .persons
        .iter()
        .filter_map(|it| {
            let value = it.attributes.get(wording.attribute)?;
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            Some((it, value))
        })
        .collect();
    let (person, stated) = draft.chance.one(&known)?;
    let rivals: Vec<&str> =
        wording.values.iter().copied().filter(|value| contradicts(stated, value)).collect();
    let rival = *draft.chance.one(&rivals)?;
    let fill = Fill { person, other: None, value: stated, rival };
    let later = spelt(novel, filled(draft.chance.one(wording.later)?, &fill));
    let site = draft.anywhere()?;
    let against = format!("the lore: {} of {} is {stated}", wording.attribute, person.name);
    draft.mark(wording.kind, false, &later, &against);
    draft.append(site, later);
    Some(())
}
