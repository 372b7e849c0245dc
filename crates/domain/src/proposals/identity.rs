//! By what an open proposal is recognised when the same is proposed again: an edit by the words that it
//! replaces and those it puts there, a new promise by its title and the words that make it. Where the words
//! stand, why it was proposed and what it rests on do not count. Other proposals are not recognised.

use super::{CONTENT, ProposedChange, Target, TargetKind};
use crate::{digest, fold::fold_name, json::Json};

/// Of an edit of a document's text; the document is compared besides.
pub fn of_edit(before: &str, after: &str) -> String {
    of_parts(&["edit", before, after])
}

/// Of a new promise: where words make it by these, else by what the reader expects.
pub fn of_promise(title: &str, description: &str, words: &str) -> String {
    let (title, words) = (fold_name(title), fold_name(words));
    if words.is_empty() {
        of_parts(&["promise", &title, "expects", &fold_name(description)])
    } else {
        of_parts(&["promise", &title, "words", &words])
    }
}

/// Of a proposal with this target and these changes; none where it is not recognised.
pub fn of(target: &Target, changes: &[ProposedChange]) -> Option<String> {
    match (target.kind, &target.id, changes) {
        (TargetKind::Document, Some(_), [one]) if one.field == CONTENT => {
            one.words().map(|(_, before, after)| of_edit(before, after))
        }
        (TargetKind::Promise, None, _) => {
            let value = |field: &str| {
                let found = changes.iter().find(|it| it.field == field);
                found.and_then(
                    |it| if let Json::Text(text) = &it.after { Some(&**text) } else { None },
                )
            };
            let title = value("title")?;
            let [description, words] = ["description", "notes"].map(|it| value(it).unwrap_or(""));
            Some(of_promise(title, description, words))
        }
        _ => None,
    }
}

/// As [`of`], of changes as they are stored.
pub fn of_stored(target: &Target, changes: &str) -> Option<String> {
    let changes: Vec<ProposedChange> = serde_json::from_str(changes).ok()?;
    of(target, &changes)
}

fn of_parts(parts: &[&str]) -> String {
    // As JSON, so that no part runs into the next.
    digest::hex(serde_json::json!(parts).to_string().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_promise_is_known_by_its_title_and_by_the_words_that_make_it() {
        let first = of_promise("The ring", "Who has it?", "She hid the ring.");

        for (title, description, words, is_same) in [
            ("the  RING", "Somebody has it.", "She hid\nthe ring.", true),
            ("The ring", "Who has it?", "He sold the ring.", false),
            ("The ring", "Who has it?", "", false),
            ("The rings", "Who has it?", "She hid the ring.", false),
        ] {
            let other = of_promise(title, description, words);
            assert_eq!(other == first, is_same, "{title} {description} {words}");
        }
        assert_eq!(of_promise("a", "B", ""), of_promise("A", "b", " "));
        assert_ne!(of_promise("a", "b", ""), of_promise("a", "c", ""));
    }

    #[test]
    fn an_edit_is_known_by_its_words() {
        assert_eq!(of_edit("a", "b"), of_edit("a", "b"));
        assert_ne!(of_edit("a", "b"), of_edit("b", "a"));
        assert_ne!(of_edit("a b", ""), of_edit("a", "b"));
    }
}
