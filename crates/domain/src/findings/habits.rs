//! Habits of a book: what a check found in each of its documents, by rules that speak of taste or make an
//! offer, put together to one finding for each rule, with the strongest of its places. What is usual is what
//! the book itself does: a place that is like the rest of its book is no finding.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::{Value, json};

use super::{
    Check, Observation, PENDING_MAX, ProseMeasures, Source,
    rules::{self, Habit},
};
use crate::phrases::counted;

/// Places that a finding lists, at most: the strongest.
pub const POSITIONS_MAX: usize = 20;

/// How many times as long as the book's sentences are on average one is, at least, to be called long.
const LONGER_THAN: f64 = 3.0;

/// How many times as frequent as in the book something is, at least, for a paragraph to be dense.
const DENSER_THAN: f64 = 4.0;

/// What a check found in a document.
#[derive(Debug, Clone, Copy)]
pub struct FoundIn<'f> {
    /// The document, in the version that was read.
    pub source: &'f Source,
    /// What the document is called.
    pub title: &'f str,
    /// What was found.
    pub found: &'f [Observation],
}

/// A place of a habit.
struct Position<'f> {
    document: FoundIn<'f>,
    observation: &'f Observation,
    /// By how much it is one; of a name, how often it stands in all documents together.
    strength: f64,
    documents: BTreeSet<&'f str>,
}

/// One finding for each habit, from what a check found in the documents of a book, in their order.
/// `usual` is what was counted in all of them together.
pub fn habits(check: Check, documents: &[FoundIn<'_>], usual: &ProseMeasures) -> Vec<Observation> {
    let mut by_rule: BTreeMap<&str, (Habit, Vec<Position<'_>>)> = BTreeMap::new();
    let mut named: HashMap<(&str, &str), usize> = HashMap::new();
    for document in documents {
        for observation in document.found {
            let rule = observation.rule.as_str();
            let habit = rules::habit_of(check, rule, observation.severity);
            let Some(habit) = habit.filter(|_| stands_out(observation, usual)) else { continue };
            let (_, positions) = by_rule.entry(rule).or_insert((habit, Vec::new()));
            let strength = number(observation, habit.strength).unwrap_or(0.0);
            // A name without an entry is one place, in however many documents.
            if let Some(name) = name(observation) {
                let at = *named.entry((rule, name)).or_insert(positions.len());
                if let Some(known) = positions.get_mut(at) {
                    known.strength += strength;
                    known.documents.insert(&document.source.document_id);
                    continue;
                }
            }
            let documents = BTreeSet::from([document.source.document_id.as_str()]);
            positions.push(Position { document: *document, observation, strength, documents });
        }
    }
    let all = by_rule.into_iter();
    all.map(|(rule, (habit, positions))| finding(rule, habit, positions)).collect()
}

fn name(observation: &Observation) -> Option<&str> {
    observation.detail.as_ref()?.get("name")?.as_str()
}

fn number(observation: &Observation, key: &str) -> Option<f64> {
    observation.detail.as_ref()?.get(key)?.as_f64()
}

/// Whether a place is more than what is usual in its book.
fn stands_out(observation: &Observation, usual: &ProseMeasures) -> bool {
    let Some([adverbs, passives, filters, sentence]) = usual.rates() else { return true };
    let (key, least) = match observation.rule.as_str() {
        "long_sentence" => ("words", LONGER_THAN * sentence),
        "adverb_density" => ("perThousand", DENSER_THAN * adverbs),
        "passive_density" => ("perThousand", DENSER_THAN * passives),
        "filter_density" => ("perThousand", DENSER_THAN * filters),
        _ => return true,
    };
    number(observation, key).is_none_or(|it| it >= least)
}

fn finding(rule: &str, habit: Habit, mut positions: Vec<Position<'_>>) -> Observation {
    let count = positions.len();
    let documents: BTreeSet<&str> = positions.iter().flat_map(|it| it.documents.clone()).collect();
    // Equally strong ones stay in the order of the book.
    positions.sort_by(|one, other| other.strength.total_cmp(&one.strength));
    let first = &positions[0];
    let of_first = format!("“{}”: {}", first.document.title, first.observation.message);
    let message = match count {
        1 => format!("{} in {of_first}", habit.says),
        _ => format!(
            "{}: {} in {}. The strongest is in {of_first}",
            habit.says,
            counted(count, "place"),
            counted(documents.len(), "document"),
        ),
    };
    let listed: Vec<Value> = positions.iter().take(POSITIONS_MAX).map(listed).collect();
    Observation {
        rule: rule.to_owned(),
        severity: first.observation.severity,
        message,
        quoted: None,
        // A habit is the same whichever of its places is the strongest.
        identity: Some(String::new()),
        project_rule: None,
        detail: Some(json!({ "count": count, "documents": documents.len(), "places": listed })),
        limit: PENDING_MAX,
    }
}

fn listed(position: &Position<'_>) -> Value {
    let Position { document, observation, .. } = position;
    let mut item = json!({
        "documentId": document.source.document_id,
        "documentVersion": document.source.version,
        "documentTitle": document.title,
        "message": observation.message,
    });
    if let Some(quoted) = &observation.quoted {
        item["quote"] = quoted.quote.as_str().into();
        item["start"] = quoted.start.into();
        item["end"] = quoted.end.into();
    }
    let detail = observation.detail.as_ref();
    for key in ["name", "entry", "entries"] {
        if let Some(value) = detail.and_then(|detail| detail.get(key)) {
            item[key] = value.clone();
        }
    }
    if name(observation).is_some() {
        item["count"] = (position.strength as i64).into();
        item["documents"] = position.documents.len().into();
    }
    item
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{findings::Severity, lore::Quoted};

    fn observation(rule: &str, severity: Severity, detail: Value) -> Observation {
        Observation {
            rule: rule.to_owned(),
            severity,
            message: format!("{detail}."),
            quoted: Some(Quoted { quote: "words".to_owned(), start: 3, end: 8 }),
            identity: detail["name"].as_str().map(str::to_owned),
            project_rule: None,
            detail: Some(detail),
            limit: 3,
        }
    }

    /// What is said of a book with these observations in its two documents.
    fn said(check: Check, found: [&[Observation]; 2], usual: &ProseMeasures) -> Vec<Observation> {
        let source = |id: &str| Source { document_id: id.to_owned(), version: 4 };
        let sources = [source("d1"), source("d2")];
        let documents: Vec<FoundIn<'_>> = sources
            .iter()
            .zip(found)
            .zip(["One", "Two"])
            .map(|((source, found), title)| FoundIn { source, title, found })
            .collect();
        habits(check, &documents, usual)
    }

    #[test]
    fn a_habit_is_one_finding_with_the_strongest_places_first() {
        let long =
            |words: i64| observation("long_sentence", Severity::Low, json!({ "words": words }));
        let slip = observation("doubled_word", Severity::Medium, json!({}));

        let found = said(
            Check::Prose,
            [&[long(80), slip], &[long(120), long(90)]],
            &ProseMeasures::default(),
        );

        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].message,
            "Very long sentences: 3 places in 2 documents. The strongest is in “Two”: {\"words\":120}."
        );
        let detail = found[0].detail.as_ref().unwrap();
        assert_eq!((&detail["count"], &detail["documents"]), (&json!(3), &json!(2)));
        assert_eq!(
            detail["places"][0],
            json!({
                "documentId": "d2", "documentVersion": 4, "documentTitle": "Two",
                "message": "{\"words\":120}.", "quote": "words", "start": 3, "end": 8,
            })
        );
        assert_eq!((found[0].severity, &found[0].quoted), (Severity::Low, &None));
    }

    #[test]
    fn what_the_book_does_everywhere_is_no_finding() {
        let long =
            |words: i64| observation("long_sentence", Severity::Low, json!({ "words": words }));
        let of_mean = |mean: i64| ProseMeasures {
            words: 10_000,
            sentences: 100,
            sentence_words: 100 * mean,
            ..ProseMeasures::default()
        };

        for (mean, wanted) in [(18, 2), (25, 1), (31, 0)] {
            let found = said(Check::Prose, [&[long(70)], &[long(90)]], &of_mean(mean));
            let count = found
                .first()
                .map_or(0, |it| it.detail.as_ref().unwrap()["count"].as_i64().unwrap());
            assert_eq!(count, wanted, "{mean}");
        }
    }

    #[test]
    fn a_name_is_one_place_in_however_many_documents() {
        let unknown = |severity, name: &str, count: i64| {
            observation("unknown_name", severity, json!({ "name": name, "count": count }))
        };
        let offered = |name: &str, count: i64| unknown(Severity::Info, name, count);

        let found = said(
            Check::Names,
            [
                &[
                    offered("Swales", 9),
                    offered("Renfield", 5),
                    unknown(Severity::Medium, "Bilder", 2),
                ],
                &[offered("Renfield", 6)],
            ],
            &ProseMeasures::default(),
        );

        let positions = &found[0].detail.as_ref().unwrap()["places"];
        let listed: Vec<Value> = positions
            .as_array()
            .unwrap()
            .iter()
            .map(|it| json!([it["name"], it["count"], it["documents"]]))
            .collect();
        assert_eq!(listed, [json!(["Renfield", 11, 2]), json!(["Swales", 9, 1])]);
    }
}
