//! What is kept of the speech in a text.

use domain::lore::Category;
use prose::{Extract, Text};
use store::lore::EntryNames;

use super::*;
use crate::{extracts::DocumentExtract, names::NamedBook};

const TEXT: &str = "Mina came in.\n\n“Where is he?” she asked.\n\n“Gone,” said the old man.\n\n\
                    “Gone?” said Mina. “And nobody told me.”\n\n“Nobody knew.”\n\n“Come,” I said to her.\n\n\
                    The door was open. Rain came in for a long time, and all of them looked at it.\n\n“Yes!”";

/// The digest of what is kept of it in this form.
const KEPT: (i64, &str) = (1, "70bb7ee6c11a06aa1f676e93a05e6efdfacd4ba9c7918d36cf7cee7b37a3715c");

#[test]
fn what_is_kept_has_another_form_when_it_changes() {
    let document = Document {
        id: "d".to_owned(),
        project_id: "p".to_owned(),
        parent_id: None,
        kind: domain::documents::DocumentKind::Chapter,
        title: "I".to_owned(),
        status: domain::documents::Status::Draft,
        position: 0,
        word_target: None,
        words: 50,
        created_at: domain::Time::from_millis(0),
        modified_at: domain::Time::from_millis(0),
        version: 1,
        locked_by: None,
    };
    let entry = EntryNames {
        entry_id: "e".to_owned(),
        category: Category::Character,
        names: vec!["Mina Harker".to_owned(), "Mina".to_owned()],
    };
    let extract = Extract::of(&Text::new(TEXT));
    let read = DocumentExtract { document: document.clone(), extract };
    let known = Known::new(&NamedBook::new(vec![read], vec![entry]), Vec::new());

    let text = UnreadText { document, content: TEXT.to_owned(), digest: String::new() };
    let (_, _, parts) = known.read(text);

    assert!(parts.len() >= 4, "{parts:#?}");
    let kept = digest::hex(serde_json::to_string(&parts).unwrap().as_bytes());
    assert_eq!(
        (SPEECH_FORM, kept.as_str()),
        KEPT,
        "what is read as speech has changed: raise SPEECH_FORM, and write the form and the digest here"
    );
}
