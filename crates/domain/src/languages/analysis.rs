//! Words of a constructed language in a text: as entries of its lexicon, or as an entry with suffixes of
//! the lexicon behind it. What changes inside a word, and prefixes, are not followed.

use std::collections::HashMap;

use super::words::Word;
use crate::fold::fold_name;

/// Suffixes behind one root, at most.
const SUFFIXES_MAX: usize = 6;

/// Letters of an entry that is known by itself among words of another language, at least.
const ALONE_LETTERS_MIN: usize = 5;

/// Letters and suffixes of a word that is known among words of another language, at least.
const BUILT_LETTERS_MIN: usize = 7;
const BUILT_SUFFIXES_MIN: usize = 2;

/// A lexicon by its folded forms.
#[derive(Debug)]
pub struct Lexicon<'w> {
    words: &'w [Word],
    roots: HashMap<String, usize>,
    /// Without their marks.
    suffixes: HashMap<String, usize>,
}

/// What a word is made of: entries of the lexicon by their positions, the root first.
pub type Analysis = Vec<usize>;

impl<'w> Lexicon<'w> {
    /// The lexicon of these words.
    pub fn of(words: &'w [Word]) -> Self {
        let (mut roots, mut suffixes) = (HashMap::new(), HashMap::new());
        for (at, word) in words.iter().enumerate() {
            let form = fold_name(&word.form);
            match form.strip_prefix('-') {
                Some(suffix) if !suffix.is_empty() => {
                    suffixes.entry(suffix.to_owned()).or_insert(at)
                }
                _ => roots.entry(form).or_insert(at),
            };
        }
        Self { words, roots, suffixes }
    }

    /// Its words.
    pub fn words(&self) -> &'w [Word] {
        self.words
    }

    /// What a word of the language is made of: an entry, or the longest root with suffixes behind it;
    /// a suffix by itself is one too.
    pub fn analyse(&self, word: &str) -> Option<Analysis> {
        let word = fold_name(word);
        if let Some(&at) = self.roots.get(&word) {
            return Some(vec![at]);
        }
        let ends: Vec<usize> = word.char_indices().map(|(at, _)| at).skip(1).collect();
        let built = ends.iter().rev().find_map(|&end| {
            let root = *self.roots.get(&word[..end])?;
            let mut found = vec![root];
            self.suffixes_of(&word[end..], &mut found).then_some(found)
        });
        built.or_else(|| self.suffixes.get(&word).map(|&at| vec![at]))
    }

    /// As [`Lexicon::analyse`], of a word among those of another language, where short ones may be
    /// words of that.
    pub fn analyse_strictly(&self, word: &str) -> Option<Analysis> {
        let letters = word.chars().count();
        let found = self.analyse(word)?;
        let is_sure = match found.len() {
            1 => letters >= ALONE_LETTERS_MIN,
            more => letters >= BUILT_LETTERS_MIN && more > BUILT_SUFFIXES_MIN,
        };
        is_sure.then_some(found)
    }

    /// Whether all of an ending is suffixes, the longest first; they are added to `found`.
    fn suffixes_of(&self, ending: &str, found: &mut Analysis) -> bool {
        if ending.is_empty() {
            return true;
        }
        if found.len() > SUFFIXES_MAX {
            return false;
        }
        let ends = ending.char_indices().map(|(at, letter)| at + letter.len_utf8());
        for end in ends.collect::<Vec<_>>().into_iter().rev() {
            let Some(&at) = self.suffixes.get(&ending[..end]) else { continue };
            found.push(at);
            if self.suffixes_of(&ending[end..], found) {
                return true;
            }
            found.pop();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Time;

    fn words(forms: &[&str]) -> Vec<Word> {
        let word = |form: &&str| Word {
            id: (*form).to_owned(),
            project_id: String::new(),
            language_id: String::new(),
            form: (*form).to_owned(),
            part_of_speech: String::new(),
            meaning: String::new(),
            ipa: String::new(),
            etymology: String::new(),
            notes: String::new(),
            tags: Vec::new(),
            created_at: Time::from_millis(0),
            modified_at: Time::from_millis(0),
            version: 1,
        };
        forms.iter().map(word).collect()
    }

    #[test]
    fn a_word_is_an_entry_or_the_longest_root_with_suffixes() {
        let words =
            words(&["lar", "larte", "lara", "tasu", "u", "halun", "-te", "-ra", "-ma", "-li"]);
        let lexicon = Lexicon::of(&words);
        for (word, wanted, alone) in [
            ("Larterama", Some(&["larte", "-ra", "-ma"][..]), true),
            ("LARA", Some(&["lara"]), false),
            ("larama", Some(&["lara", "-ma"]), false),
            ("tasuli", Some(&["tasu", "-li"]), false),
            ("halun", Some(&["halun"]), true),
            ("u", Some(&["u"]), false),
            ("ma", Some(&["-ma"]), false),
            ("larx", None, false),
            ("", None, false),
        ] {
            let forms = |found: Option<Analysis>| -> Option<Vec<&str>> {
                found.map(|it| it.iter().map(|&at| words[at].form.as_str()).collect())
            };

            assert_eq!(forms(lexicon.analyse(word)), wanted.map(<[_]>::to_vec), "{word}");
            assert_eq!(lexicon.analyse_strictly(word).is_some(), alone, "{word}");
        }
    }

    #[test]
    fn suffixes_that_go_on_for_ever_are_given_up() {
        let words = words(&["a", "-b", "-bb"]);
        let lexicon = Lexicon::of(&words);

        assert!(lexicon.analyse(&format!("a{}", "b".repeat(64))).is_none());
    }
}
