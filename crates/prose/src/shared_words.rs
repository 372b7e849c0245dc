//! Sentences that have words of another text, such as the title of a promise. Forms of one word are chapter
//! by how they begin; what means the same in other words is not found.

use crate::lists::FUNCTION_WORDS;
use crate::span::Span;
use crate::tokens::Text;

/// Letters that two forms of a word share at their beginning, at least.
const FORM_LETTERS_MIN: usize = 4;

/// Letters that one of them may have behind that, at most.
const ENDING_LETTERS_MAX: usize = 3;

/// Words of a text that others are compared with, the first.
pub const SHARED_WORDS_MAX: usize = 64;

/// A sentence that has some of the words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedSentence {
    /// The sentence.
    pub span: Span,
    /// Which of the words it has, by their positions, in order.
    pub words: Vec<usize>,
}

/// The words of a text that tell what it is about, each once, in lower case: no function word, and
/// none of a letter alone.
pub fn content_words(text: &str) -> Vec<String> {
    let text = Text::new(text);
    let mut words: Vec<String> = Vec::new();
    for at in 0..text.words().len() {
        let word = without_possessive(text.lower(at));
        let is_content = word.chars().count() > 1 && !FUNCTION_WORDS.contains(word);
        if is_content && words.len() < SHARED_WORDS_MAX && !words.iter().any(|it| it == word) {
            words.push(word.to_owned());
        }
    }
    words
}

/// The sentences of a text that have at least one of these words, in order.
pub fn sentences_with(text: &Text<'_>, words: &[String]) -> Vec<SharedSentence> {
    let found = |sentence: &crate::Sentence| -> Vec<usize> {
        let has = |wanted: &String| {
            sentence.words.clone().any(|at| is_form(without_possessive(text.lower(at)), wanted))
        };
        (0..words.len()).filter(|&at| has(&words[at])).collect()
    };
    text.prose()
        .map(|sentence| SharedSentence { span: sentence.span, words: found(sentence) })
        .filter(|it| !it.words.is_empty())
        .collect()
}

fn without_possessive(word: &str) -> &str {
    word.strip_suffix("'s").unwrap_or(word)
}

/// Whether two words in lower case are forms of one, by their beginnings: "clamp" and "clamped".
fn is_form(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let shared = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let rest = |word: &str| word.chars().count() - shared;
    let is_plural = |long: &str, short: &str| long.strip_suffix('s').is_some_and(|it| it == short);
    is_plural(one, other)
        || is_plural(other, one)
        || shared >= FORM_LETTERS_MIN
            && rest(one).max(rest(other)) <= ENDING_LETTERS_MAX
            && rest(one).min(rest(other)) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_one_word_begin_alike() {
        for (one, other, wanted) in [
            ("clamp", "clamped", true),
            ("bowl", "bowls", true),
            ("eels", "eel", true),
            ("promise", "promising", true),
            ("promised", "promises", true),
            ("lent", "lend", false),
            ("year", "yearn", true),
            ("stone", "store", false),
            ("cup", "cupboard", false),
            ("ask", "ask", true),
        ] {
            assert_eq!(is_form(one, other), wanted, "{one} {other}");
        }
    }

    #[test]
    fn function_words_tell_nothing() {
        assert_eq!(content_words("What is under the clamp? Harro’s clamp."), ["clamp", "harro"]);
        assert!(content_words("It is what it is").is_empty());
    }

    #[test]
    fn a_sentence_tells_which_words_it_has() {
        let source = "The clamp came off. Nobody said it. Bad iron clamps, she said.";
        let text = Text::new(source);
        let words = content_words("iron over the clamp");

        let found: Vec<(&str, Vec<usize>)> = sentences_with(&text, &words)
            .into_iter()
            .map(|it| (it.span.of(source), it.words))
            .collect();

        assert_eq!(
            found,
            [("The clamp came off.", vec![1]), ("Bad iron clamps, she said.", vec![0, 1])]
        );
    }
}
