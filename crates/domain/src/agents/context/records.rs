//! Records of a project as parts of a context: those near to the request are parts of their own, the
//! others are lines of one list, which is cut behind the last line that fits.

use super::{ContextPart, SourceKind};

/// The most records of one kind that are parts of their own; others that are near begin the list.
pub const NEAR_MAX: usize = 20;

/// How near a record is to a request, the nearest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Nearness {
    /// The request names it.
    Named,
    /// It concerns a document that is asked about, or a record that the request names.
    Concerned,
    /// It belongs to the project.
    Other,
}

/// A record that may be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Its identifier.
    pub id: String,
    /// What a person calls it.
    pub title: String,
    /// What a list says of it.
    pub line: String,
    /// What is said of it beside that where it is a part of its own; may be empty.
    pub more: String,
    /// How near it is.
    pub nearness: Nearness,
}

/// Records of one kind, in the order of their list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordList {
    /// What they are.
    pub kind: SourceKind,
    /// The record that has them all, if one does.
    pub id: Option<String>,
    /// What a person calls the list.
    pub title: String,
    /// In which order the list is, as a phrase.
    pub order: String,
    /// Whether the order says something, so that the list has the near ones as well.
    pub is_sequence: bool,
    /// The records.
    pub records: Vec<Record>,
    /// Further records that were not read.
    pub unread: usize,
}

impl Nearness {
    /// Why a record as near as this is sent.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Named => "the request names it",
            Self::Concerned => "it concerns what the request is about",
            Self::Other => "it belongs to the project",
        }
    }
}

impl RecordList {
    /// The parts: near records, the nearest first, then the list.
    pub fn parts(mut self) -> Vec<ContextPart> {
        let Self { kind, .. } = self;
        let mut near: Vec<Record> =
            self.records.iter().filter(|it| it.nearness < Nearness::Other).cloned().collect();
        near.sort_by_key(|it| it.nearness);
        near.truncate(NEAR_MAX);
        if !self.is_sequence {
            let is_alone = |record: &Record| near.iter().any(|it| it.id == record.id);
            self.records.retain(|record| !is_alone(record));
            self.records.sort_by_key(|record| record.nearness);
        }
        let is_all = near.is_empty() || self.is_sequence;
        let list = self.list(is_all);
        let alone = |record: Record| {
            let text = [record.line.as_str(), record.more.trim()].join("\n");
            ContextPart {
                id: Some(record.id),
                ..ContextPart::new(kind, &record.title, text.trim_end(), record.nearness.reason())
            }
        };
        near.into_iter().map(alone).chain(list).collect()
    }

    /// The list; none where there is nothing to say.
    fn list(self, is_all: bool) -> Option<ContextPart> {
        if self.records.is_empty() && self.unread == 0 {
            return None;
        }
        let others = if is_all { "" } else { "the others, " };
        let mut reason = format!("{others}{}", self.order);
        if self.unread > 0 {
            reason += &format!("; {} more were not read", self.unread);
        }
        let lines: Vec<String> = self.records.iter().map(|it| one_line(&it.line)).collect();
        Some(ContextPart {
            id: self.id,
            records: self.records.into_iter().map(|it| it.id).collect(),
            unread: self.unread,
            ..ContextPart::new(self.kind, &self.title, &lines.join("\n"), &reason)
        })
    }
}

impl ContextPart {
    /// A text of no record in particular.
    pub fn new(kind: SourceKind, title: &str, text: &str, reason: &str) -> Self {
        Self {
            kind,
            id: None,
            title: title.to_owned(),
            span: None,
            text: text.to_owned(),
            records: Vec::new(),
            unread: 0,
            reason: reason.to_owned(),
        }
    }

    /// A line of the receipt for texts of which nothing is sent: how many they are, 0 where that is not
    /// known, and why.
    pub fn left_out(kind: SourceKind, title: &str, many: usize, reason: &str) -> Self {
        Self { unread: many, ..Self::new(kind, title, "", reason) }
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(id: &str, nearness: Nearness) -> Record {
        Record {
            id: id.to_owned(),
            title: id.to_uppercase(),
            line: format!("{id}\n(major)"),
            more: format!("About {id}."),
            nearness,
        }
    }

    fn list(records: Vec<Record>, is_sequence: bool, unread: usize) -> Vec<ContextPart> {
        RecordList {
            kind: SourceKind::Promise,
            id: None,
            title: "Promises".to_owned(),
            order: "in the order in which they were made".to_owned(),
            is_sequence,
            records,
            unread,
        }
        .parts()
    }

    fn described(parts: &[ContextPart]) -> Vec<(&str, &str, &str)> {
        parts.iter().map(|it| (it.title.as_str(), it.text.as_str(), it.reason.as_str())).collect()
    }

    #[test]
    fn what_the_request_names_comes_first_and_alone() {
        use Nearness::{Concerned, Named, Other};
        let records = vec![
            record("a", Other),
            record("b", Concerned),
            record("c", Named),
            record("d", Other),
        ];

        let parts = list(records.clone(), false, 0);
        let sequence = list(records, true, 3);

        let near = [
            ("C", "c\n(major)\nAbout c.", "the request names it"),
            ("B", "b\n(major)\nAbout b.", "it concerns what the request is about"),
        ];
        let rest = "the others, in the order in which they were made";
        assert_eq!(described(&parts[..2]), near);
        assert_eq!(described(&parts[2..]), [("Promises", "a (major)\nd (major)", rest)]);
        assert_eq!(parts[2].records, ["a", "d"]);
        assert_eq!(described(&sequence[..2]), near);
        assert_eq!(sequence[2].records, ["a", "b", "c", "d"]);
        assert_eq!(
            sequence[2].reason,
            "in the order in which they were made; 3 more were not read"
        );
    }

    #[test]
    fn more_near_records_than_are_parts_of_their_own_begin_the_list() {
        let mut records = vec![record("other", Nearness::Other)];
        let named = (0..NEAR_MAX + 2).map(|at| record(&format!("r{at:02}"), Nearness::Named));
        records.extend(named);

        let parts = list(records, false, 0);

        assert_eq!(parts.len(), NEAR_MAX + 1);
        assert_eq!(parts[NEAR_MAX].records, ["r20", "r21", "other"]);
    }

    #[test]
    fn nothing_is_no_part() {
        assert_eq!(list(Vec::new(), false, 0), []);
        assert_eq!(list(Vec::new(), false, 2)[0].unread, 2);
    }
}
