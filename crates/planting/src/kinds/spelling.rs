//! Words that are misspelt, and words that are spelt as on the other side of the ocean. Decoys are dialect
//! in speech, rare words, and names.

use crate::draft::Draft;
use crate::kind::DefectKind;
use crate::novel::Person;
use crate::sites::occurrences;

/// Words with a common misspelling of each.
const MISSPELT: &[(&str, &str)] = &[
    ("received", "recieved"),
    ("believe", "beleive"),
    ("believed", "beleived"),
    ("until", "untill"),
    ("across", "accross"),
    ("which", "wich"),
    ("beginning", "begining"),
    ("their", "thier"),
    ("friend", "freind"),
    ("friends", "freinds"),
    ("necessary", "neccessary"),
    ("separate", "seperate"),
    ("business", "buisness"),
    ("occasion", "occassion"),
    ("strange", "stange"),
    ("because", "becuase"),
    ("through", "thorugh"),
    ("thought", "thoguht"),
    ("beautiful", "beatiful"),
    ("knowledge", "knowlege"),
    ("remember", "rember"),
    ("against", "aganist"),
    ("before", "befroe"),
    ("together", "togehter"),
    ("without", "witout"),
    ("himself", "himslef"),
    ("certain", "certian"),
    ("appeared", "apeared"),
    ("immediately", "immediatly"),
    ("altogether", "alltogether"),
];

/// British and American.
const VARIANTS: &[(&str, &str)] = &[
    ("colour", "color"),
    ("coloured", "colored"),
    ("honour", "honor"),
    ("favour", "favor"),
    ("neighbour", "neighbor"),
    ("neighbours", "neighbors"),
    ("harbour", "harbor"),
    ("labour", "labor"),
    ("humour", "humor"),
    ("parlour", "parlor"),
    ("endeavour", "endeavor"),
    ("behaviour", "behavior"),
    ("rumour", "rumor"),
    ("vapour", "vapor"),
    ("travelled", "traveled"),
    ("centre", "center"),
    ("theatre", "theater"),
    ("grey", "gray"),
    ("jewellery", "jewelry"),
    ("plough", "plow"),
    ("defence", "defense"),
    ("mould", "mold"),
];

const RIGHT: &[&str] = &[
    "“Oi dunno wot ’e be arter,” said the carter, “an’ Oi bain’t a-goin’ to arsk.”",
    "He called it a gallimaufry, and ate two plates of it.",
    "“Ye’ll no’ be comin’ wi’ us, then?” said the ferryman.",
    "The ledge was covered with samphire and thrift.",
    "It was a farrago of old bills and older excuses.",
];

pub(super) fn misspelt(draft: &mut Draft<'_>, is_decoy: bool) -> Option<()> {
    if is_decoy {
        let sentence = *draft.chance.one(RIGHT)?;
        let site = draft.anywhere()?;
        draft.mark(DefectKind::Spelling, true, sentence, "nothing: dialect or a rare word");
        draft.append(site, sentence.to_owned());
        return Some(());
    }
    put_wrong(draft, DefectKind::Spelling, MISSPELT.to_vec())
}

pub(super) fn variant(draft: &mut Draft<'_>, is_decoy: bool) -> Option<()> {
    if is_decoy {
        let person: Person = draft.stranger()?;
        let name = if draft.novel.facts.is_british? { "Harbor" } else { "Colour" };
        let sentence = format!("{} lodged at the sign of the {name} Inn.", person.name);
        let site = draft.anywhere()?;
        draft.mark(DefectKind::SpellingVariant, true, &sentence, "nothing: a name");
        draft.append(site, sentence);
        return Some(());
    }
    let is_british = draft.novel.facts.is_british?;
    let turned = |&(one, other): &(&'static str, &'static str)| {
        if is_british { (one, other) } else { (other, one) }
    };
    put_wrong(draft, DefectKind::SpellingVariant, VARIANTS.iter().map(turned).collect())
}

/// Replaces one of these words, where it stands in narration, by its partner.
fn put_wrong(
    draft: &mut Draft<'_>,
    kind: DefectKind,
    mut pairs: Vec<(&'static str, &'static str)>,
) -> Option<()> {
    // A word that the novel has in both spellings is no slip.
    pairs.retain(|(_, wrong)| {
        draft.novel.chapters.iter().all(|it| occurrences(&it.text, wrong).is_empty())
    });
    draft.chance.shuffle(&mut pairs);
    for (right, wrong) in pairs {
        let has = |text: &str| !occurrences(text, right).is_empty();
        let Some(site) = draft.spot(0.0..1.0, has) else { continue };
        let at = draft.sites[site].bytes.start + *occurrences(draft.text(site), right).first()?;
        draft.mark(kind, false, &format!("“{wrong}”"), &format!("“{right}”"));
        draft.replace(site, at..at + right.len(), wrong.to_owned());
        return Some(());
    }
    None
}
