//! The other positions that a finding names, as titles with lines. A position is any object of its detail
//! with a document and a start.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::client::printable;

/// The lines of one document, by its title in the order in which titles come.
#[derive(Default)]
struct Positions {
    titles: Vec<String>,
    lines: BTreeMap<String, BTreeSet<u64>>,
}

/// Where else a finding stands, besides the line before it: titles with lines. Positions whose words are
/// gone, or that the service does not list, are counted.
pub(super) fn others(finding: &Value) -> String {
    let mut positions = Positions::default();
    gather(&finding["detail"], &mut positions);
    let own = (printable(&finding["documentTitle"]), finding["line"].as_u64());
    if let (title, Some(line)) = &own
        && let Some(lines) = positions.lines.get_mut(title)
    {
        lines.remove(line);
    }
    let of_title = |title: &String| {
        let lines: Vec<String> = positions.lines.get(title)?.iter().map(u64::to_string).collect();
        (!lines.is_empty()).then(|| format!("“{title}” {}", lines.join(", ")))
    };
    let mut parts: Vec<String> = positions.titles.iter().filter_map(of_title).collect();
    let listed = finding["detail"]["places"].as_array().map_or(0, Vec::len) as u64;
    let count = finding["detail"]["count"].as_u64().unwrap_or_default();
    if listed > 0 && count > listed {
        parts.push(format!("and {} more", count - listed));
    }
    parts.join("; ")
}

fn gather(value: &Value, positions: &mut Positions) {
    match value {
        Value::Object(members) => {
            if let Some((title, line)) = position(members) {
                if !positions.titles.contains(&title) {
                    positions.titles.push(title.clone());
                }
                positions.lines.entry(title).or_default().insert(line);
            }
            members.values().for_each(|inside| gather(inside, positions));
        }
        Value::Array(items) => items.iter().for_each(|inside| gather(inside, positions)),
        _ => {}
    }
}

fn position(members: &Map<String, Value>) -> Option<(String, u64)> {
    members.get("documentId")?;
    Some((printable(members.get("documentTitle")?), members.get("line")?.as_u64()?))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn all_other_lines_are_named_by_title() {
        let at = |title: &str, line: Value| json!({ "documentId": title, "documentTitle": title, "start": 1, "line": line });
        for (finding, wanted) in [
            (json!({ "detail": null }), ""),
            (
                json!({ "documentTitle": "A", "line": 3, "detail": { "first": at("A", 3.into()) } }),
                "",
            ),
            (
                json!({ "documentTitle": "A", "line": 3, "detail": {
                    "first": at("B", 9.into()), "second": at("A", 7.into()) } }),
                "“B” 9; “A” 7",
            ),
            (
                json!({ "line": null, "detail": { "count": 5, "places": [
                    at("B", 12.into()), at("A", 40.into()), at("B", 5.into()), at("C", Value::Null),
                ] } }),
                "“B” 5, 12; “A” 40; and 1 more",
            ),
        ] {
            assert_eq!(others(&finding), wanted, "{finding}");
        }
    }
}
