//! In which language a text is written, guessed by its function words, so that rules for English leave the
//! texts of other languages alone. It knows a few languages of Europe, and of all others nothing.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::tokens::Text;

/// Words of a text, at least, for its language to be guessed.
pub const LANGUAGE_WORDS_MIN: usize = 60;

/// The share of its function words that a language has at least among the words of a text.
const SHARE_MIN: f64 = 0.15;

/// How many times more frequent they are than those of English, at least, or those of English than those of any
/// other.
const RATIO_MIN: f64 = 1.5;

/// A language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    /// English.
    English,
    /// French.
    French,
    /// German.
    German,
    /// Spanish.
    Spanish,
    /// Italian.
    Italian,
    /// Dutch.
    Dutch,
    /// Portuguese.
    Portuguese,
    /// Swedish, Danish or Norwegian.
    Scandinavian,
}

impl Language {
    /// What it is called in English.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::French => "French",
            Self::German => "German",
            Self::Spanish => "Spanish",
            Self::Italian => "Italian",
            Self::Dutch => "Dutch",
            Self::Portuguese => "Portuguese",
            Self::Scandinavian => "Swedish, Danish or Norwegian",
        }
    }
}

/// The frequent function words of each language.
static FUNCTION_WORDS: LazyLock<[(Language, HashSet<&'static str>); 8]> = LazyLock::new(|| {
    let of = |language, words: &'static str| (language, words.split_whitespace().collect());
    [
        of(
            Language::English,
            "the and of to a in that it was he his you with she for as had her not at but be on is they him by \
             this have from all were so i my we would there which are said",
        ),
        of(
            Language::French,
            "le la les de des du et un une il elle que qui dans en est pas ne je vous nous sur pour avec se ce \
             cette son sa ses au aux mais par plus était avait dit lui leur où comme",
        ),
        of(
            Language::German,
            "der die das und zu den dem des ein eine einen er sie es ich nicht ist war mit auf von sich auch \
             wie aber im als an hatte so noch nur dass daß ihm ihr ihn sein bei aus nach",
        ),
        of(
            Language::Spanish,
            "el la los las de que y en un una no se con por para su lo le es era había como más pero al del \
             sus ya muy sin me mi si yo él ella cuando todo",
        ),
        of(
            Language::Italian,
            "il la lo gli le di che e un una non si con per in era come più ma al del della nel alla da sua suo \
             ha aveva mi ti io lui lei anche quando questo sono",
        ),
        of(
            Language::Dutch,
            "de het een en van dat in hij zij ze te was niet op met zijn haar voor maar als aan er om ook bij \
             uit naar had ik je wat zou dan nog over door geen die",
        ),
        of(
            Language::Portuguese,
            "o a os as de que e em um uma não se com por para seu sua do da dos das no na era mais como mas ao \
             ele ela foi tinha muito quando eu lhe já também",
        ),
        of(
            Language::Scandinavian,
            "och att det som en på är av för med den till inte har om ett han hon var sig jag men så og at er \
             til af ikke de et i der havde hans var hun jeg han sagde",
        ),
    ]
});

/// The language of a text; none where it is too short, or in none of those that are known.
pub fn language(text: &Text<'_>) -> Option<Language> {
    let all = text.words().len();
    if all < LANGUAGE_WORDS_MIN {
        return None;
    }
    let mut counts = [0usize; 8];
    for word in 0..all {
        let lower = text.lower(word);
        for (count, (_, words)) in counts.iter_mut().zip(FUNCTION_WORDS.iter()) {
            *count += usize::from(words.contains(lower));
        }
    }
    let best = (0..counts.len()).max_by_key(|at| counts[*at])?;
    // Languages that are alike share words; English has to be told from all of them.
    let second = match best {
        0 => counts[1..].iter().copied().max()?,
        _ => counts[0],
    };
    let share = counts[best] as f64 / all as f64;
    let is_clear = counts[best] as f64 >= RATIO_MIN * second as f64;
    (share >= SHARE_MIN && is_clear).then_some(FUNCTION_WORDS[best].0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_told_by_its_function_words() {
        for (sentence, wanted) in [
            (
                "It was the best of times, and there was not a thing in the house that he had not seen. ",
                Some(Language::English),
            ),
            (
                "Er hatte die ganze Nacht nicht geschlafen, und als der Morgen kam, war das Haus leer. ",
                Some(Language::German),
            ),
            (
                "Il était une fois dans la ville un homme qui ne savait pas que le roi avait une fille. ",
                Some(Language::French),
            ),
            (
                "En un lugar de la Mancha, de cuyo nombre no quiero acordarme, no ha mucho tiempo que vivía. ",
                Some(Language::Spanish),
            ),
            (
                "Nel mezzo del cammin di nostra vita mi ritrovai per una selva oscura, che la via era smarrita. ",
                Some(Language::Italian),
            ),
            (
                "Det var en mörk natt, och han visste inte att hon var på väg till honom med ett brev. ",
                Some(Language::Scandinavian),
            ),
            ("Lorem ipsum dolor sit amet consectetur adipiscing elit sed eiusmod tempor. ", None),
        ] {
            assert_eq!(language(&Text::new(&sentence.repeat(8))), wanted, "{sentence}");
            assert_eq!(language(&Text::new(sentence)), None, "one sentence is too short");
        }
    }
}
