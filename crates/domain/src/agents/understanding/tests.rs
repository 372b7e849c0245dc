//! Requests in the words of writers, and what they mean.

use super::*;

fn document(title: &str, kind: DocumentKind, depth: usize) -> NamedDocument {
    NamedDocument { id: title.to_lowercase(), title: title.to_owned(), kind, depth }
}

fn record(kind: RecordKind, names: &[&str]) -> NamedRecord {
    NamedRecord {
        id: names[0].to_lowercase(),
        kind,
        names: names.iter().map(|it| (*it).to_owned()).collect(),
    }
}

/// A book in two parts of three chapters, with scenes in one, and a note.
fn documents() -> Vec<NamedDocument> {
    use DocumentKind::{Chapter, Note, Part, Scene};
    vec![
        document("Part One: Ebb", Part, 0),
        document("The Red Room", Chapter, 1),
        document("Third Gate", Chapter, 1),
        document("Forty-Four", Chapter, 1),
        document("Part Two: Flood", Part, 0),
        document("Storm", Chapter, 1),
        document("Inside", Scene, 2),
        document("Outside", Scene, 2),
        document("The Tall Tide", Chapter, 1),
        document("Chapter 6: Mara’s Way", Chapter, 1),
        document("On the endings", Note, 0),
    ]
}

fn records() -> Vec<NamedRecord> {
    use Category::{Character, Event, Location, Organisation};
    vec![
        record(RecordKind::Entry(Character), &["Mara", "Mara Voss"]),
        record(RecordKind::Entry(Location), &["Third Gate"]),
        record(RecordKind::Entry(Organisation), &["Watch"]),
        record(RecordKind::Entry(Event), &["tall tides", "tall tide"]),
        record(RecordKind::Promise, &["Why Harro keeps an empty cup"]),
        record(RecordKind::Promise, &["The key behind the fire bucket"]),
        record(RecordKind::Event, &["Mara takes Third Gate"]),
        record(RecordKind::Node, &["The Red Room"]),
        record(RecordKind::Language, &["Halun"]),
        record(RecordKind::Entry(Character), &["Will"]),
    ]
}

/// What a request to an agent means: the titles of its scope, the names of its records.
fn meant(agent: &str, request: &str, beside: Option<usize>) -> (Vec<String>, Vec<String>) {
    let (documents, records) = (documents(), records());
    let names = Names { documents: &documents, records: &records };
    let understood = understand(agent, request, &names, beside);
    let scope = match understood.scope {
        Scope::Unsaid => Vec::new(),
        Scope::Book => vec!["book".to_owned()],
        Scope::Documents(all) => all.into_iter().map(|at| documents[at].title.clone()).collect(),
    };
    (scope, understood.records.into_iter().map(|at| records[at].name().to_owned()).collect())
}

#[test]
fn parts_of_the_book_are_found_by_title_number_and_position() {
    for (request, wanted) in [
        ("Where does the book sag?", &["book"][..]),
        ("Where does it sag?", &[]),
        ("How does “The Red Room” open?", &["The Red Room"]),
        ("How does the red room open?", &["The Red Room"]),
        ("What of chapter 2?", &["Third Gate"]),
        ("What of chapter two?", &["Third Gate"]),
        ("What of Chapter II?", &["Third Gate"]),
        ("What of the second chapter?", &["Third Gate"]),
        ("What of chapters 2 to 3 and 5?", &["Third Gate", "Forty-Four", "The Tall Tide"]),
        ("What of chapters 2-3?", &["Third Gate", "Forty-Four"]),
        ("Compare chapters one and three", &["The Red Room", "Forty-Four"]),
        ("What of scene 2?", &["Outside"]),
        ("What of part one?", &["Part One: Ebb", "The Red Room", "Third Gate", "Forty-Four"]),
        ("The first chapter of part two?", &["Storm", "Inside", "Outside"]),
        ("And the first two chapters?", &["The Red Room", "Third Gate"]),
        ("Is the ending rushed?", &["Chapter 6: Mara’s Way"]),
        ("How is the opening?", &["The Red Room"]),
        ("The opening chapter, please.", &["The Red Room"]),
        ("Is the last chapter too long?", &["Chapter 6: Mara’s Way"]),
        ("Does Mara’s Way work?", &["Chapter 6: Mara’s Way"]),
        ("How is the tall tide described?", &["The Tall Tide"]),
        ("Is “Forty-Four” slow?", &["Forty-Four"]),
        ("Is Storm slow?", &["Storm", "Inside", "Outside"]),
        ("Is the storm too loud?", &[]),
        ("Does On the endings say so?", &["On the endings"]),
        ("Which words are repeated in every chapter?", &["book"]),
    ] {
        assert_eq!(meant("critic", request, None).0, wanted, "{request}");
    }
}

#[test]
fn the_document_beside_the_words_is_meant_when_they_name_none() {
    for (request, wanted) in [
        ("How does it read?", &["Third Gate"][..]),
        ("How is this chapter?", &["Third Gate"]),
        ("How is the ending?", &["Third Gate"]),
        ("How is the ending of the book?", &["Chapter 6: Mara’s Way"]),
        ("How is the whole book?", &["book"]),
        ("And the next chapter?", &["Forty-Four"]),
        ("And the previous chapter?", &["The Red Room"]),
        ("And chapter 1?", &["The Red Room"]),
    ] {
        assert_eq!(meant("critic", request, Some(2)).0, wanted, "{request}");
    }
}

#[test]
fn this_chapter_is_the_only_one_there_is() {
    let documents = documents();
    let names = Names { documents: &documents[..1], records: &[] };
    let of = |request| understand("critic", request, &names, None);
    assert_eq!(of("How is this chapter?").scope, Scope::Documents(vec![0]));
    assert_eq!(of("How does it read?").scope, Scope::Unsaid);
}

#[test]
fn what_is_not_there_is_missing() {
    let documents = documents();
    let names = Names { documents: &documents, records: &[] };
    for (request, wanted) in [
        ("How is chapter 12?", Missing::Numbered(DocumentKind::Chapter, 12)),
        ("How are chapters 3 to 9?", Missing::Numbered(DocumentKind::Chapter, 7)),
        ("How is this scene?", Missing::ThisOne(DocumentKind::Scene)),
        ("How is the chapter “The Blue Room”?", Missing::Titled("The Blue Room".to_owned())),
    ] {
        assert_eq!(understand("critic", request, &names, None).missing, [wanted], "{request}");
    }
    for (agent, request) in [
        ("plotter", "Which promise is the oldest?"),
        ("plotter", "Is there a major promise?"),
        ("chronicler", "What is the latest event?"),
    ] {
        assert_eq!(understand(agent, request, &names, None).missing, [], "{request}");
    }
    let promise = understand("lorekeeper", "Is the promise of the ladder kept?", &names, None);
    assert_eq!(promise.missing, [Missing::Promise(vec!["ladder".to_owned()])]);
    let unread = understand("critic", "Does the ladder slow chapter 2 down?", &names, None).unread;
    assert_eq!(unread, ["ladder"]);
    let all = records();
    let names = Names { documents: &documents, records: &all };
    let read = understand("lorekeeper", "Is the promise of the empty cup kept?", &names, None);
    assert_eq!((read.records, read.unread), (vec![4], Vec::new()));
    let beside = understand("critic", "And the next chapter?", &names, Some(9));
    assert_eq!(beside.missing, [Missing::Beside(DocumentKind::Chapter)]);
}

#[test]
fn numbers_in_titles_win_over_positions() {
    let of = |titles: &[&str], request: &str| {
        let documents: Vec<NamedDocument> =
            titles.iter().map(|title| document(title, DocumentKind::Chapter, 0)).collect();
        let names = Names { documents: &documents, records: &[] };
        understand("critic", request, &names, None).scope
    };
    assert_eq!(of(&["Prologue", "I", "II", "III"], "How is chapter 2?"), Scope::Documents(vec![2]));
    assert_eq!(
        of(&["Prologue", "I", "II"], "How is the second chapter?"),
        Scope::Documents(vec![1])
    );
    for request in
        ["How is chapter one?", "How is chapter One?", "How is “One”?", "Read One", "One?"]
    {
        assert_eq!(
            of(&["Prologue", "One", "Two"], request),
            Scope::Documents(vec![1]),
            "{request}"
        );
        assert_eq!(
            of(&["Ebb", "One"], &request.replace(" one", " “one”")),
            Scope::Documents(vec![1])
        );
    }
    assert_eq!(
        of(&["Prologue", "One: Ebb", "Twenty-One — Flood"], "And chapter 21?"),
        Scope::Documents(vec![2])
    );
    assert_eq!(of(&["One Evening", "Two Gates"], "And chapter 2?"), Scope::Documents(vec![1]));
    assert_eq!(of(&["Prologue", "One"], "And chapter one?"), Scope::Documents(vec![1]));
    assert_eq!(of(&["1984", "Home"], "And chapter 2?"), Scope::Documents(vec![1]));
    assert_eq!(of(&["Ebb", "One"], "Which one is slow?"), Scope::Unsaid);
    assert_eq!(of(&["I", "II", "III"], "How is chapter I?"), Scope::Documents(vec![0]));
    assert_eq!(of(&["I", "II", "III"], "How is the book? I like it."), Scope::Book);
}

#[test]
fn records_are_found_by_their_names() {
    for (request, wanted) in [
        ("Who is Mara?", &["Mara"][..]),
        ("who is mara?", &["Mara"]),
        ("Is Mara Voss’s house far from the Watch?", &["Mara", "Watch"]),
        ("Do they watch the house?", &[]),
        ("do they watch the house?", &[]),
        ("Will it rain?", &[]),
        ("Who is Will?", &["Will"]),
        ("What do the tall tides do?", &["tall tides"]),
        ("What about Third Gate?", &["Third Gate"]),
        ("Is the promise about the empty cup paid?", &["Why Harro keeps an empty cup"]),
        ("What became of the key behind the bucket?", &["The key behind the fire bucket"]),
        ("Is the promise about the cup kept?", &["Why Harro keeps an empty cup"]),
        ("Does Halun have a plural?", &["Halun"]),
        ("Who is in the chapter Third Gate?", &[]),
        ("When does Mara go to Third Gate?", &["Mara", "Third Gate"]),
        ("When does she take Third Gate?", &["Third Gate"]),
        ("How is The Red Room?", &[]),
    ] {
        assert_eq!(meant("lorekeeper", request, None).1, wanted, "{request}");
    }
}

#[test]
fn a_name_of_a_document_and_a_record_is_the_one_that_the_agent_works_on() {
    let both = |agent, request| meant(agent, request, None);
    let (none, gate) = (Vec::<String>::new(), vec!["Third Gate".to_owned()]);
    assert_eq!(both("critic", "How is Third Gate?"), (gate.clone(), none.clone()));
    assert_eq!(both("lorekeeper", "What is Third Gate?"), (none.clone(), gate.clone()));
    assert_eq!(
        both("lorekeeper", "Who is in the chapter Third Gate?"),
        (gate.clone(), none.clone())
    );
    assert_eq!(both("lorekeeper", "Who is in “Third Gate”?"), (gate, none));
    let (documents, records) = (documents(), records());
    let names = Names { documents: &documents, records: &records };
    assert_eq!(
        understand("lorekeeper", "What is Third Gate?", &names, None).also,
        [Also::Document(2)]
    );
}

#[test]
fn names_that_nothing_has_are_said() {
    let (documents, records) = (documents(), records());
    let names = Names { documents: &documents, records: &records };
    for (request, wanted) in [
        ("Who is Zork?", &["Zork"][..]),
        ("Who is Anna Karenina, and who is Mara?", &["Anna Karenina"]),
        ("Where is “a blue door” named?", &["a blue door"]),
        ("Who is Mara? Where is she?", &[]),
        ("Is the Count in Chapter III?", &["Count"]),
        ("How is Chapter III of the Book?", &[]),
    ] {
        assert_eq!(understand("lorekeeper", request, &names, None).unknown, wanted, "{request}");
    }
}

#[test]
fn general_words_name_nothing() {
    for (request, wanted) in [
        ("How does this read?", false),
        ("What do you see?", false),
        ("How is this chapter?", false),
        ("Which words are repeated?", false),
        ("How is chapter 3?", true),
        ("Who is Mara?", true),
        ("who is mara?", true),
        ("And the last chapter?", true),
    ] {
        assert_eq!(may_name_something("proseguard", request), wanted, "{request}");
    }
    for (message, wanted) in
        [("Mara?", true), ("Mara.", true), ("the red room", true), ("He came. He saw.", false)]
    {
        assert_eq!(is_phrase(message), wanted, "{message}");
    }
}
