//! Whom the pronouns of a text mean, for those who measure how well that is read.

use crate::extract::NameExtract;
use crate::facts::FactBasis;
use crate::span::Span;
use crate::tokens::Text;

/// A pronoun of the narration, and the name before or behind it that it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MeantPronoun {
    /// The pronoun.
    pub span: Span,
    /// The name, without a possessive ’s.
    pub name: Span,
}

/// Whom "he", "she", "his" and "her" of the narration mean, as the readers of facts take it; those that may mean
/// several are left out. `names` are those of the same text.
pub fn meant_pronouns(text: &Text<'_>, names: &NameExtract) -> Vec<MeantPronoun> {
    let subjects = FactBasis::of(text, names).subjects;
    let pronouns = subjects.into_iter().filter(|it| it.pronoun.is_some());
    pronouns.map(|it| MeantPronoun { span: text.words_span(&it.words), name: it.name }).collect()
}
