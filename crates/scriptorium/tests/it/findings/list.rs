//! The list of findings: its order, its pages, its filters, and the numbers beside it.

use domain::findings::Severity;
use serde_json::{Value, json};

use super::{findings, found, listed, record};
use crate::support::{Studio, Text as _};

/// The quotes of all pages, and the sizes of the pages.
fn pages(studio: &Studio, project: &str, query: &str) -> (Vec<usize>, String) {
    let (mut sizes, mut quotes, mut cursor) = (Vec::new(), String::new(), String::new());
    loop {
        let page = studio.get(&format!("{}?{query}{cursor}", findings(project))).ok();
        let items = page["findings"].as_array().unwrap();
        sizes.push(items.len());
        items.iter().for_each(|item| quotes += &item["quotation"]["quote"].text());
        match page["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return (sizes, quotes),
        }
    }
}

service_test! {
    fn the_weightiest_come_first_and_then_the_newest(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", "Left Munich.");
        record(studio, &project, Some((&document, 1)), None, &[
            found("r", Severity::Low, "e"),
            found("r", Severity::Critical, "a"),
            found("r", Severity::Info, "f"),
        ]);
        studio.clock.advance(1);
        record(studio, &project, None, None, &[
            found("r", Severity::Low, "d"),
            found("r", Severity::High, "b"),
            found("r", Severity::Medium, "c"),
        ]);

        for (limit, sizes) in [(1, vec![1; 6]), (4, vec![4, 2]), (6, vec![6]), (100, vec![6])] {
            assert_eq!(pages(studio, &project, &format!("limit={limit}")),
                (sizes, "abcdef".to_owned()));
        }
        assert_eq!(pages(studio, &project, "state=open&limit=2"), (vec![2; 3], "abcdef".to_owned()));
    }
}

service_test! {
    fn filters_narrow_the_list_and_its_total(studio) {
        let project = studio.project("Dracula");
        let [one, two] = ["I", "II"].map(|title| studio.document(&project, title, "Left Munich."));
        for document in [&one, &two] {
            record(studio, &project, Some((document, 1)), Some("s1"), &[
                found("r", Severity::Low, "a"),
                found("r", Severity::High, "b"),
            ]);
        }
        record(studio, &project, Some((&two, 1)), Some("s2"), &[found("r", Severity::Low, "a")]);
        record(studio, &studio.project("other"), None, Some("s1"), &[found("r", Severity::Low, "x")]);

        for (query, count) in [
            (String::new(), 4),
            ("severity=high".to_owned(), 2),
            ("severity=high&state=stale".to_owned(), 1),
            ("state=open".to_owned(), 3),
            ("check=prose".to_owned(), 4),
            ("check=names".to_owned(), 0),
            (format!("documentId={one}"), 2),
            (format!("documentId={two}&state=open"), 1),
            ("documentId=missing".to_owned(), 0),
            ("swarmId=s1".to_owned(), 4),
            ("swarmId=s2".to_owned(), 1),
        ] {
            assert_eq!(listed(studio, &project, &query).len(), count, "{query}");
            let page = studio.get(&format!("{}?{query}", findings(&project))).ok();
            assert_eq!((&page["total"], &page["nextCursor"]), (&json!(count), &Value::Null));
        }
        for query in ["severity=grave", "state=closed", "check=spelling", "limit=0", "limit=101",
            "cursor=x", "severity="]
        {
            let reply = studio.get(&format!("{}?{query}", findings(&project)));
            assert_eq!(reply.status, 422, "{query}");
        }
        insta::assert_snapshot!(studio.get(&format!("{}?check=spelling", findings(&project))), @r"
        422
        query.check: Input should be 'prose', 'names', 'naming_patterns', 'prohibited_elements', 'dialogue', 'facts', 'wording', 'narration', 'agent' or 'editor' (literal_error)
        ");
        assert_eq!(studio.get(&findings("missing")).detail(), "Project not found");
    }
}
