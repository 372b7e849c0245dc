//! The lore that agents and searches of a project look at: the categories that its `knowledgeFilter`
//! names. Reading and changing entries is not restricted by it.

use super::Category;
use crate::projects::ProjectSettings;

/// Words of a filter that a sentence names.
const NAMED_MAX: usize = 20;

/// Which categories are looked at, in a project that names any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnowledgeFilter {
    categories: Vec<Category>,
    /// Words that name no category.
    unknown: Vec<String>,
}

impl KnowledgeFilter {
    /// The filter of a project; none where it has none, and all lore is looked at.
    pub fn of(settings: &ProjectSettings) -> Option<Self> {
        let words = &settings.knowledge_filter;
        if words.is_empty() {
            return None;
        }
        let (mut categories, mut unknown) = (Vec::new(), Vec::new());
        for word in words {
            match category(word) {
                Some(category) if !categories.contains(&category) => categories.push(category),
                Some(_) => {}
                None => unknown.push(word.trim().to_owned()),
            }
        }
        Some(Self { categories, unknown })
    }

    /// Whether lore of a category is looked at.
    pub fn includes(&self, category: Category) -> bool {
        self.categories.contains(&category)
    }

    /// That lore of other categories is left out, for people.
    pub fn sentence(&self) -> String {
        let only = match self.categories.as_slice() {
            [] => "no category, so no lore is looked at".to_owned(),
            some => {
                let words: Vec<&str> = some.iter().map(|category| category.as_str()).collect();
                format!("{}, so other lore is left out", words.join(", "))
            }
        };
        if self.unknown.is_empty() {
            return format!("The knowledgeFilter of the project names {only}.");
        }
        let unknown: Vec<String> =
            self.unknown.iter().take(NAMED_MAX).map(|word| format!("“{word}”")).collect();
        let verb = if self.unknown.len() == 1 { "is" } else { "are" };
        format!(
            "The knowledgeFilter of the project names {only}; {} {verb} the name of no category.",
            unknown.join(", ")
        )
    }
}

/// The category that a word names: in singular or plural, in any case, with underscores, hyphens or
/// spaces.
fn category(word: &str) -> Option<Category> {
    let words: Vec<String> = word
        .split(|letter: char| letter.is_whitespace() || matches!(letter, '_' | '-'))
        .filter(|part| !part.is_empty())
        .map(str::to_lowercase)
        .collect();
    let word = words.join("_").replace("organization", "organisation");
    let is_meant = |category: &Category| {
        let name = category.as_str();
        let plural = match name.strip_suffix('y') {
            Some(stem) => format!("{stem}ies"),
            None => format!("{name}s"),
        };
        word == name || word == plural
    };
    Category::ALL.into_iter().find(is_meant)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filter(words: &[&str]) -> Option<KnowledgeFilter> {
        let knowledge_filter = words.iter().map(|word| (*word).to_owned()).collect();
        KnowledgeFilter::of(&ProjectSettings { knowledge_filter, ..ProjectSettings::default() })
    }

    #[test]
    fn a_category_is_named_in_singular_or_plural_and_in_any_spelling() {
        for (word, wanted) in [
            ("character", Some(Category::Character)),
            ("Characters", Some(Category::Character)),
            (" magic_system ", Some(Category::MagicSystem)),
            ("Magic Systems", Some(Category::MagicSystem)),
            ("magic-systems", Some(Category::MagicSystem)),
            ("histories", Some(Category::History)),
            ("HISTORY", Some(Category::History)),
            ("species", Some(Category::Species)),
            ("organizations", Some(Category::Organisation)),
            ("others", Some(Category::Other)),
            ("charcters", None),
            ("historys", None),
            ("magic", None),
            ("", None),
        ] {
            assert_eq!(category(word), wanted, "{word:?}");
        }
    }

    #[test]
    fn a_word_that_is_no_category_matches_nothing() {
        assert_eq!(filter(&[]), None);
        let only = filter(&["opera"]).unwrap();
        assert!(Category::ALL.into_iter().all(|category| !only.includes(category)));
        assert_eq!(
            only.sentence(),
            "The knowledgeFilter of the project names no category, so no lore is looked at; \
             “opera” is the name of no category."
        );
    }

    #[test]
    fn the_sentence_names_what_is_looked_at() {
        let filter = filter(&["characters", "Location", "character", "opera"]).unwrap();

        assert!(filter.includes(Category::Location) && !filter.includes(Category::Law));
        assert_eq!(
            filter.sentence(),
            "The knowledgeFilter of the project names character, location, so other lore is left out; \
             “opera” is the name of no category."
        );
    }
}
