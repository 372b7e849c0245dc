//! What must not appear in a project, what is later than its setting, and promises.

use crate::draft::Draft;
use crate::kind::DefectKind;
use crate::wording::{Fill, filled};

/// What a project prohibits, a sentence that has it, and one that only seems to.
const PROHIBITED: &[(&str, &str, &str)] = &[
    (
        "gunpowder",
        "There was a cask of gunpowder under the stairs.",
        "There was powder on the table, such as one puts on a wig.",
    ),
    (
        "to shoot",
        "He had shot at the gulls from the window.",
        "The first green shoots had come up beside the wall.",
    ),
    (
        "wolf",
        "Two wolves had been seen on the hill.",
        "Somebody had wolfed down the rest of the pie.",
    ),
    (
        "to gamble",
        "They gambled in the back room until it was light.",
        "The lambs gambolled in the field behind the house.",
    ),
    (
        "crystal ball",
        "On the shelf stood two crystal balls, covered with a cloth.",
        "At the end of the ball somebody broke a crystal glass.",
    ),
    (
        "to bear arms",
        "Three of them bore arms, and made no secret of it.",
        "The bear had hurt one of his arms, he said, long ago.",
    ),
    ("opium", "A smell of opium hung about the passage.", "The poppies stood red beside the road."),
    (
        "to fence",
        "They fenced with foils in the yard until it was dark.",
        "The fence was down on the north side.",
    ),
    (
        "to bark",
        "A dog had barked twice in the night.",
        "The bark of the birch came off in strips.",
    ),
];

/// Things with the year before which nobody had them, and a sentence; for many years of a setting.
const LATER: &[(i64, &str)] = &[
    (1965, "He put the receipt in a plastic shopping bag and forgot it."),
    (1947, "The song came thinly from a transistor radio in the next room."),
    (1926, "The coat had a zip fastener that always stuck."),
    (1939, "She wore nylon stockings, which were the talk of the street."),
    (1939, "A helicopter went over, low, towards the coast."),
    (1950, "He had paid the bill with a credit card."),
    (1945, "The doctor prescribed a course of penicillin."),
    (1938, "A photocopy of the letter lay beside the lamp."),
    (1903, "An aeroplane passed over the roofs and was gone."),
    (1991, "There was nothing about it on the website."),
    (1975, "He looked at the digital watch on his wrist."),
    (1969, "The laser printer in the office had run out of paper."),
];

/// Things that seem later than they are, with the year since which there are any.
const EARLIER: &[(i64, &str)] = &[
    (1640, "He worked as a computer, adding up tables of the tides for an almanac."),
    (
        1590,
        "The thermometer was not invented by anybody in this town, but a perspective glass was.",
    ),
    (1780, "A hot-air balloon had come down in that field once."),
    (1800, "She had read of the electric battery of Signor Volta."),
    (1800, "There was a network of ditches behind the house, and a steam engine to drain them."),
    (1845, "The news had come by electric telegraph."),
    (1840, "A daguerreotype of the old man hung over the desk."),
];

/// Years that lie between a setting and what is later than it, at least, so that nobody can doubt it.
const YEARS_APART: i64 = 30;

/// Who promises what; `{S}` speaks.
const PROMISES: &[&str] = &[
    "“I promise you, I shall find out who took it,” said {S}, “if it takes me ten years.”",
    "{N} swore to come back for the box before the first snow.",
    "“One day I will show you what is behind that wall,” said {S}. “You have my word.”",
    "{N} vowed then and there to have the name cleared.",
];

const NO_PROMISES: &[&str] = &[
    "“I promise nothing,” said {S}.",
    "The sky promised rain.",
    "{N} had always kept {his} promises, and there was none left to keep.",
    "It was a promising year for apples.",
];

fn plant_sentence(
    draft: &mut Draft<'_>,
    kind: DefectKind,
    is_decoy: bool,
    sentence: String,
    against: &str,
) -> Option<()> {
    let site = draft.anywhere()?;
    draft.mark(kind, is_decoy, &sentence, against);
    draft.append(site, sentence);
    Some(())
}

pub(super) fn prohibited(draft: &mut Draft<'_>, is_decoy: bool) -> Option<()> {
    // What the novel has anyway is not prohibited in it: the last words of an element are looked for.
    let stands = |element: &str| {
        let stem = element.trim_start_matches("to ");
        let stems: &[&str] = match stem {
            "shoot" => &["shoot", "shot"],
            "bear arms" => &["bear arms", "bore arms", "bearing arms", "arms"],
            "wolf" => &["wolf", "wolves"],
            "gamble" => &["gambl"],
            _ => &[stem],
        };
        draft
            .novel
            .chapters
            .iter()
            .any(|it| stems.iter().any(|stem| it.text.to_lowercase().contains(stem)))
    };
    let mut free: Vec<_> = PROHIBITED.iter().filter(|it| !stands(it.0)).collect();
    free.retain(|it| !draft.prohibited.iter().any(|known| known == it.0));
    let (element, defect, decoy) = **draft.chance.one(&free)?;
    draft.prohibited.push(element.to_owned());
    let sentence = if is_decoy { decoy } else { defect };
    let against = format!("“{element}” is prohibited");
    plant_sentence(draft, DefectKind::Prohibited, is_decoy, sentence.to_owned(), &against)
}

pub(super) fn anachronism(draft: &mut Draft<'_>, is_decoy: bool) -> Option<()> {
    let year = draft.novel.facts.year?;
    let fits = |it: &&(i64, &str)| if is_decoy { it.0 < year } else { it.0 > year + YEARS_APART };
    let from = if is_decoy { EARLIER } else { LATER };
    let some: Vec<_> = from.iter().filter(fits).collect();
    let (since, sentence) = **draft.chance.one(&some)?;
    let against = format!("set in {year}; there is such a thing since {since}");
    plant_sentence(draft, DefectKind::Anachronism, is_decoy, sentence.to_owned(), &against)
}

pub(super) fn promise(draft: &mut Draft<'_>, is_decoy: bool) -> Option<()> {
    let person = draft.newcomer()?;
    let from = if is_decoy { NO_PROMISES } else { PROMISES };
    let fill = Fill { person: &person, other: None, value: "", rival: "" };
    let sentence = filled(draft.chance.one(from)?, &fill);
    plant_sentence(draft, DefectKind::Promise, is_decoy, sentence, "nothing: it is to be offered")
}
