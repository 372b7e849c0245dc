//! One planter for each kind of defect, and whether a kind fits a novel at all. Each plants the defect or
//! its decoy and says that it did; where the text has no position for it, nothing changes.

pub(crate) mod dates;
mod facts;
mod grammar;
mod names;
mod spelling;
mod things;
mod voice;

use crate::draft::Draft;
use crate::kind::DefectKind;
use crate::novel::Novel;

/// Whether a novel can have such a defect.
pub(crate) fn fits(kind: DefectKind, novel: &Novel) -> bool {
    use DefectKind as Is;
    let facts = &novel.facts;
    match kind {
        Is::ImpossibleDate
        | Is::Weekday
        | Is::Order
        | Is::AgeAgainstBirth
        | Is::Duration
        | Is::TwoPositions
        | Is::Season
        | Is::Anachronism => facts.year.is_some(),
        Is::Journey => facts.year.is_some() && facts.locations.len() >= 2,
        Is::PointOfView => facts.narration.has_one_view,
        Is::SpellingVariant => facts.is_british.is_some(),
        _ => true,
    }
}

/// Plants a defect or its decoy; none when there is no position for it.
pub(crate) fn plant(draft: &mut Draft<'_>, kind: DefectKind, is_decoy: bool) -> Option<()> {
    use DefectKind as Is;
    match kind {
        Is::NameOften => names::often(draft, is_decoy),
        Is::NameSlip => names::slip(draft, is_decoy),
        Is::NameUnlisted => names::unlisted(draft, is_decoy),
        Is::ImpossibleDate | Is::Weekday | Is::Season => dates::single(draft, kind, is_decoy),
        Is::Order | Is::AgeAgainstBirth | Is::Duration | Is::TwoPositions => {
            dates::pair(draft, kind, is_decoy)
        }
        Is::Journey => dates::journey(draft, is_decoy),
        Is::PassageTwice => voice::passage_twice(draft, is_decoy),
        Is::DoubledWord => voice::doubled_word(draft, is_decoy),
        Is::QuotationMark => voice::quotation_mark(draft, is_decoy),
        Is::Tense => voice::tense(draft, is_decoy),
        Is::GrammaticalPerson => voice::grammatical_person(draft, is_decoy),
        Is::PointOfView => voice::point_of_view(draft, is_decoy),
        Is::Prohibited => things::prohibited(draft, is_decoy),
        Is::Anachronism => things::anachronism(draft, is_decoy),
        Is::Promise => things::promise(draft, is_decoy),
        Is::Grammar => grammar::slip(draft, is_decoy),
        Is::Spelling => spelling::misspelt(draft, is_decoy),
        Is::SpellingVariant => spelling::variant(draft, is_decoy),
        Is::Eyes
        | Is::Hair
        | Is::Age
        | Is::Kinship
        | Is::Rank
        | Is::Profession
        | Is::Possession
        | Is::Death => facts::contradiction(draft, kind, is_decoy),
    }
}
