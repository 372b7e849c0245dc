//! The arguments of `lookup_lore`.

use super::AnswerCursor;
use crate::lore::Category;

crate::model! {
    /// Which lore is read.
    pub struct LookupLore as "LookupLoreArguments" {
        /// The entry: its id, its name or an alias of it, or words that its name has. Without it all entries
        /// are listed by name.
        entry: Option<String> where { min_length: 1, max_length: 1_000 },
        /// Only entries of this category.
        category: Option<Category>,
        /// The id or the name of the project. Without it: the one that is open, or the only one.
        project: Option<String> where { max_length: 1_000 },
        /// The `nextCursor` of the answer before, to read on.
        cursor: Option<AnswerCursor>,
    }
}
