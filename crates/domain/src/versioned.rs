//! Versions of records: a view together with the version it shows, and the condition under which a
//! caller wants a record changed (`If-Match`, RFC 9110, section 13.1.1).

use crate::{Error, Result};

/// What the wire shows of a record, and the version of the record.
#[derive(Debug, Clone, PartialEq)]
pub struct Versioned<V> {
    /// What the wire shows.
    pub view: V,
    /// How often the record was changed; its entity tag.
    pub version: i64,
}

impl<V> Versioned<V> {
    /// The entity tag of this version.
    pub fn etag(&self) -> String {
        etag(self.version)
    }
}

/// The entity tag of a version.
pub fn etag(version: i64) -> String {
    format!("\"{version}\"")
}

/// The versions of a record that a caller is content to change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IfMatch {
    /// Entity tags as they came; without a condition, none.
    tags: Option<Vec<String>>,
}

impl IfMatch {
    /// The condition in the lines of a header, each a list of entity tags; none without a line.
    pub fn parse<'l>(lines: impl Iterator<Item = &'l str>) -> Self {
        let mut lines = lines.peekable();
        let is_there = lines.peek().is_some();
        let tags = lines.flat_map(|line| line.split(',')).map(|tag| tag.trim().to_owned());
        Self { tags: is_there.then(|| tags.collect()) }
    }

    /// That the record, whose noun begins a sentence, may be changed in this version.
    pub fn check(&self, what: &'static str, version: i64) -> Result<()> {
        let Some(tags) = &self.tags else { return Ok(()) };
        let current = etag(version);
        if tags.iter().any(|tag| *tag == "*" || *tag == current) {
            Ok(())
        } else {
            Err(Error::Stale { what })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_changed_when_one_of_the_tags_is_its_own() {
        for (lines, is_met) in [
            (vec![], true),
            (vec!["\"3\""], true),
            (vec!["*"], true),
            (vec!["\"1\", \"3\""], true),
            (vec!["\"1\"", "\"3\""], true),
            (vec!["\"2\""], false),
            (vec![""], false),
            (vec!["W/\"3\""], false),
        ] {
            let condition = IfMatch::parse(lines.iter().copied());

            assert_eq!(condition.check("The project", 3).is_ok(), is_met, "{lines:?}");
        }
    }
}
