//! By what an open proposal is recognised when the same is proposed again: edits by the words that they
//! replace and those they put there, a new promise by its title and the words that make it, another new
//! record by all of its fields. Where the words stand, why it was proposed and what it rests on do not count;
//! the document, the timeline or the language is compared besides. Proposals that change fields of a record
//! are not recognised.

use super::{CONTENT, Proposal, ProposedChange, TargetKind, requests::ProposalCreate};
use crate::{
    digest,
    fold::fold_name,
    json::{self, Json},
    promises::Status,
};

/// A field with what stands in it before and after.
struct Values<'a> {
    field: &'a str,
    before: Option<&'a Json>,
    after: &'a Json,
}

/// Of an edit of a document's text.
pub fn of_edit(before: &str, after: &str) -> String {
    of_edits(vec![(before, after)])
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

/// Of a proposal that is to be made; none where it would not be recognised.
pub fn of_wanted(wanted: &ProposalCreate) -> Option<String> {
    let changes = wanted.changes.iter();
    let values: Vec<Values<'_>> = changes
        .map(|it| Values { field: &it.field, before: it.before.0.as_ref(), after: &it.after })
        .collect();
    of_values((wanted.target.kind, wanted.target.id.is_none()), &values)
}

/// Of a proposal that was made; none where it is not recognised.
pub fn of(proposal: &Proposal, changes: &[ProposedChange]) -> Option<String> {
    of_values((proposal.target.kind, proposal.base_version.is_none()), &values_of(changes))
}

/// As [`of`], of changes as they are stored, for a new record or for one that was there.
pub fn of_stored(kind: TargetKind, is_new: bool, changes: &str) -> Option<String> {
    let changes: Vec<ProposedChange> = serde_json::from_str(changes).ok()?;
    of_values((kind, is_new), &values_of(&changes))
}

fn values_of(changes: &[ProposedChange]) -> Vec<Values<'_>> {
    let values = changes.iter();
    values
        .map(|it| Values { field: &it.field, before: Some(&it.before), after: &it.after })
        .collect()
}

fn of_values((kind, is_new): (TargetKind, bool), values: &[Values<'_>]) -> Option<String> {
    let text = |field: &str| match values.iter().find(|it| it.field == field) {
        Some(Values { after: Json::Text(text), .. }) => Some(text.as_str()),
        _ => None,
    };
    match kind {
        TargetKind::Document if !is_new => {
            // Exactly of these words: some of them, or more, are another proposal.
            let edits: Option<Vec<_>> = values.iter().map(Values::edit).collect();
            edits.filter(|edits| !edits.is_empty()).map(of_edits)
        }
        _ if !is_new => None,
        // One that is kept already is another than one that is open.
        TargetKind::Promise
            if text("status").is_none_or(|status| status == Status::Made.as_str()) =>
        {
            let [description, words] = ["description", "notes"].map(|it| text(it).unwrap_or(""));
            text("title").map(|title| of_promise(title, description, words))
        }
        _ => {
            let mut fields: Vec<String> = values
                .iter()
                .filter_map(|it| {
                    let after = json::text(it.after).ok()?;
                    Some(serde_json::json!([it.field, after]).to_string())
                })
                .collect();
            fields.sort_unstable();
            let mut parts = vec!["new", kind.as_str()];
            parts.extend(fields.iter().map(String::as_str));
            Some(of_parts(&parts))
        }
    }
}

impl<'a> Values<'a> {
    /// The words of a document before and after, where these change.
    fn edit(&self) -> Option<(&'a str, &'a str)> {
        match (self.before, self.after) {
            (Some(Json::Text(before)), Json::Text(after)) if self.field == CONTENT => {
                Some((before, after))
            }
            _ => None,
        }
    }
}

fn of_edits(mut edits: Vec<(&str, &str)>) -> String {
    edits.sort_unstable();
    let mut parts = vec!["edit"];
    parts.extend(edits.into_iter().flat_map(|(before, after)| [before, after]));
    of_parts(&parts)
}

fn of_parts(parts: &[&str]) -> String {
    // As JSON, so that no part runs into the next.
    digest::hex(serde_json::json!(parts).to_string().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::read_body;

    /// The identity of a proposal of this body.
    fn wanted(body: &str) -> Option<String> {
        let create: ProposalCreate = read_body(&Json::read(body.as_bytes()).unwrap()).unwrap();
        of_wanted(&create)
    }

    fn edits(edits: &str) -> Option<String> {
        wanted(&format!(
            r#"{{"target":{{"kind":"document","id":"d"}},"summary":"x","changes":[{edits}]}}"#
        ))
    }

    fn new(kind: &str, fields: &[(&str, &str)]) -> Option<String> {
        let changes: Vec<String> = fields
            .iter()
            .map(|(field, after)| format!(r#"{{"field":"{field}","after":"{after}"}}"#))
            .collect();
        let changes = changes.join(",");
        wanted(&format!(r#"{{"target":{{"kind":"{kind}"}},"summary":"x","changes":[{changes}]}}"#))
    }

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
        let made = [("title", "The ring"), ("notes", "She hid the ring."), ("status", "made")];
        assert_eq!(new("promise", &made), Some(first.clone()));
        let kept = [("title", "The ring"), ("notes", "She hid the ring."), ("status", "fulfilled")];
        assert_ne!(new("promise", &kept), Some(first), "that it is kept is news");
    }

    #[test]
    fn an_edit_is_known_by_its_words() {
        assert_eq!(of_edit("a", "b"), of_edit("a", "b"));
        assert_ne!(of_edit("a", "b"), of_edit("b", "a"));
        assert_ne!(of_edit("a b", ""), of_edit("a", "b"));
    }

    #[test]
    fn edits_together_are_known_by_all_of_their_words_wherever_these_stand() {
        let one = r#"{"field":"content","before":"a","after":"b","start":1,"end":2,"reason":"x"}"#;
        let moved = r#"{"field":"content","before":"a","after":"b","start":7,"end":8}"#;
        let other = r#"{"field":"content","before":"c","after":"b","start":1,"end":2}"#;
        let by_position = r#"{"field":"content","after":"b","start":1,"end":2}"#;
        let title = r#"{"field":"title","before":"a","after":"b"}"#;

        assert_eq!(edits(one), Some(of_edit("a", "b")));
        assert_eq!(edits(one), edits(moved));
        assert_ne!(edits(one), edits(other), "other words stand there");
        assert_eq!(edits(&format!("{one},{other}")), edits(&format!("{other},{moved}")));
        assert_ne!(edits(&format!("{one},{other}")), edits(one));
        assert_eq!(edits(by_position), None);
        assert_eq!(edits(&format!("{one},{title}")), None);
    }

    #[test]
    fn another_new_record_is_known_by_all_of_its_fields() {
        let event = new("timeline_event", &[("title", "The flood"), ("dateDisplay", "Year 3")]);

        assert!(event.is_some());
        let turned = [("dateDisplay", "Year 3"), ("title", "The flood")];
        assert_eq!(event, new("timeline_event", &turned));
        assert_ne!(event, new("timeline_event", &[("title", "The flood")]));
        assert_ne!(event, new("node", &turned));
    }
}
