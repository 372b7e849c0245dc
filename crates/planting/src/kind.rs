//! The kinds of defects, in the order in which they are planted: what changes names goes first, because
//! it changes many paragraphs.

macro_rules! kinds {
    ($($variant:ident = $name:literal: $what:literal,)*) => {
        /// What is wrong about a planted defect, or seems to be about a decoy.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum DefectKind {
            $(#[doc = $what] $variant,)*
        }

        impl DefectKind {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Its name in tables and files.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// What it is, in a few words.
            pub const fn description(self) -> &'static str {
                match self { $(Self::$variant => $what,)* }
            }
        }
    };
}

kinds! {
    NameOften = "name_often": "a name of the lore misspelt throughout a chapter",
    NameSlip = "name_slip": "a name of the lore misspelt at one position",
    NameUnlisted = "name_unlisted": "a name without lore misspelt at one position",
    Eyes = "eyes": "the colour of eyes contradicted",
    Hair = "hair": "the colour of hair contradicted",
    Age = "age": "an age contradicted",
    Kinship = "kinship": "a kinship contradicted",
    Rank = "rank": "a rank contradicted",
    Profession = "profession": "a profession contradicted",
    Possession = "possession": "something given away and still there",
    Death = "death": "somebody dead who acts",
    ImpossibleDate = "impossible_date": "a date that no calendar has",
    Weekday = "weekday": "a weekday that its date does not have",
    Order = "order": "death before birth, wedding before engagement",
    AgeAgainstBirth = "age_against_birth": "an age that a date of birth excludes",
    Duration = "duration": "a duration that its dates exclude",
    TwoPositions = "two_places": "one person in two places at a time",
    Journey = "journey": "a journey faster than lore allows",
    Season = "season": "weather of another season than the date",
    PassageTwice = "passage_twice": "a passage that stands twice",
    DoubledWord = "doubled_word": "a word that stands twice in a row",
    QuotationMark = "quotation_mark": "a quotation that nothing closes",
    Tense = "tense": "a paragraph in another tense than the book",
    GrammaticalPerson = "person": "a paragraph in another person than the book",
    PointOfView = "point_of_view": "what only somebody else can know",
    Prohibited = "prohibited": "what the project prohibits",
    Anachronism = "anachronism": "a thing later than the setting",
    Spelling = "spelling": "a misspelt word",
    SpellingVariant = "spelling_variant": "American spelling in a British book, or the reverse",
    Promise = "promise": "a promise made in the text, to be offered",
    Grammar = "grammar": "a word, a form, an article or a comma that is wrong there",
}

impl DefectKind {
    /// Whether a finding of any severity finds it; for all others it takes medium or higher.
    pub const fn is_found_at_any_severity(self) -> bool {
        matches!(self, Self::PassageTwice | Self::Promise)
    }
}
