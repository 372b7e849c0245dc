//! Slips of grammar: what stands in a text is exchanged for what is written in haste instead.

use crate::draft::Draft;
use crate::kind::DefectKind;

/// Sentences with words and forms that look wrong elsewhere.
const RIGHT: &[&str] = &[
    "The evenings were colder then, and then the lamp was lit.",
    "It had been a useful hour for an honest woman of a European house.",
    "What he could of the work he did; the rest was for the others.",
    "Their own there was, in that country, another word for it.",
    "He passed the mill, as in the past, and drove her past the gate.",
    "She was to be there by noon, and it was not too late to go to them.",
    "They loosed the ropes so as not to lose the day.",
    "Its door was open, and who did it went by and saw it done.",
    "There was a quite old and quiet man, who sat quiet a few minutes.",
    "The stranger then drew a letter, once more then the lamp went out.",
    "There was no one to talk to except the cat, and something threw it down.",
    "Never had they seen the sea, and everyone they spoke to gave them bread.",
    "He wondered whether the weather would hold.",
];

/// What a text has, and what is written instead.
const SLIPS: &[(&str, &str)] = &[
    (" than the ", " then the "),
    (" than a ", " then a "),
    (" of its ", " of it’s "),
    (" in its ", " in it’s "),
    (" there was ", " their was "),
    (" there were ", " their were "),
    (" in their ", " in there "),
    (" could have ", " could of "),
    (" would have ", " would of "),
    (" must have ", " must of "),
    (" had gone ", " had went "),
    (" had seen ", " had saw "),
    (" had taken ", " had took "),
    (" did not know ", " did not knew "),
    (" did not go ", " did not went "),
    (" could see ", " could saw "),
    (" to go ", " to went "),
    (" they were ", " they was "),
    (" we were ", " we was "),
    (" too late", " to late"),
    (" too much ", " to much "),
    (" whether he ", " weather he "),
    (" passed the ", " past the "),
    (" through the ", " threw the "),
    (" an old ", " a old "),
    (" a little ", " an little "),
    (" a great ", " an great "),
    (", and ", ",and "),
    (", but ", " , but "),
    (" two days ", " two day "),
    (" used to be ", " use to be "),
    (" lose ", " loose "),
    (" his breath ", " his breathe "),
    (" where he ", " were he "),
    (" hear the ", " here the "),
    (" know what ", " now what "),
    (" I had ", " i had "),
];

pub(super) fn slip(draft: &mut Draft<'_>, is_decoy: bool) -> Option<()> {
    if is_decoy {
        let sentence = *draft.chance.one(RIGHT)?;
        let site = draft.anywhere()?;
        draft.mark(DefectKind::Grammar, true, sentence, "nothing: grammar asks for it");
        draft.append(site, sentence.to_owned());
        return Some(());
    }
    // Not every book has every phrase.
    let first = draft.chance.below(SLIPS.len());
    let rotated = SLIPS.iter().cycle().skip(first).take(SLIPS.len());
    for (right, wrong) in rotated {
        // How persons speak is their own affair.
        let Some(site) =
            draft.spot(0.0..1.0, |text| text.contains(right) && !text.contains(['“', '"', '‘']))
        else {
            continue;
        };
        let blanks = right.len() - right.trim_start().len();
        let at = draft.sites[site].bytes.start + draft.text(site).find(right)? + blanks;
        draft.mark(DefectKind::Grammar, false, &format!("“{}”", wrong.trim()), "itself");
        draft.replace(site, at..at + right.trim().len(), wrong.trim().to_owned());
        return Some(());
    }
    None
}
