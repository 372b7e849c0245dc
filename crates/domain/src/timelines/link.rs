//! Links of an event: to records of the project, lore entries and plotlines. `store` checks whether
//! a record exists.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Error, Result, lengths::LINE_CHARS_MAX, time::Time};

crate::string_enum! {
    /// What an event can be linked to.
    pub enum EntityType {
        Character = "character",
        Location = "location",
        Item = "item",
        Organisation = "organisation",
        Document = "document",
        Scene = "scene",
        Plotline = "plotline",
        Promise = "promise",
    }
}

/// The most links of an event, lore links among them.
pub const LINKS_MAX: usize = 200;

/// What a link leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkKind {
    /// A record of this type.
    Entity(EntityType),
    /// A lore entry, whatever its category.
    Lore,
}

impl LinkKind {
    /// Every word that [`LinkKind::parse`] takes.
    pub const WORDS: &'static [&'static str] = &{
        let mut words = [Self::LORE; EntityType::WORDS.len() + 1];
        let (of_types, _) = words.split_at_mut(EntityType::WORDS.len());
        of_types.copy_from_slice(EntityType::WORDS);
        words
    };

    /// The word for a lore link, where the others have the word of their type.
    const LORE: &'static str = "lore";

    /// The word it is kept under.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Entity(kind) => kind.as_str(),
            Self::Lore => Self::LORE,
        }
    }

    /// The kind of this word, if there is one.
    pub fn parse(word: &str) -> Option<Self> {
        if word == Self::LORE {
            Some(Self::Lore)
        } else {
            EntityType::parse(word).map(Self::Entity)
        }
    }
}

/// A link from an event to a record.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// Its identifier.
    pub id: String,
    /// What it leads to.
    pub kind: LinkKind,
    /// The record's id.
    pub entity_id: String,
    /// What relates the record to the event.
    pub label: String,
    /// When it was made.
    pub created_at: Time,
}

/// What an event is tied to.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ties {
    /// Its links, oldest first.
    pub links: Vec<Link>,
    /// The plotlines it is on, in the order in which they were named.
    pub plotline_ids: Vec<String>,
}

crate::model! {
    /// A new link from an event.
    pub struct LinkCreate as "EventLinkCreateRequest" {
        /// What the event is linked to.
        entity_type: EntityType,
        /// The id of the record.
        entity_id: String,
        /// What relates the record to the event.
        label: Option<String> where { max_length: LINE_CHARS_MAX },
    }
}

crate::model! {
    /// A new link from an event to a lore entry.
    pub struct LoreLinkCreate as "EventLoreLinkCreateRequest" {
        /// The id of the lore entry.
        lore_entry_id: String,
    }
}

/// A link from an event to a record.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "EventLink")]
pub struct LinkItem {
    /// Its identifier, which is used to remove it.
    pub id: String,
    /// What the event is linked to.
    pub entity_type: EntityType,
    /// The id of the record.
    pub entity_id: String,
    /// What relates the record to the event.
    pub label: String,
}

/// A link from an event to a lore entry.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "EventLoreLink")]
pub struct LoreLinkItem {
    /// Its identifier, which is used to remove it.
    pub id: String,
    /// The id of the lore entry.
    pub lore_entry_id: String,
}

impl Ties {
    /// Whether one more link may be made.
    ///
    /// # Errors
    /// A conflict when the event has such a link already, or [`LINKS_MAX`] of them.
    pub fn may_have(&self, link: &Link) -> Result<()> {
        let is_same = |other: &Link| (other.kind, &other.entity_id) == (link.kind, &link.entity_id);
        if self.links.iter().any(is_same) {
            return Err(Error::Conflict("The event is linked to this already".to_owned()));
        }
        if self.links.len() >= LINKS_MAX {
            return Err(Error::Conflict(format!("An event has at most {LINKS_MAX} links")));
        }
        Ok(())
    }

    /// The links and the lore links, as the wire shows them.
    pub(super) fn views(&self) -> (Vec<LinkItem>, Vec<LoreLinkItem>) {
        let (mut links, mut lore_links) = (Vec::new(), Vec::new());
        for link in &self.links {
            match link.kind {
                LinkKind::Entity(kind) => links.push(link.view(kind)),
                LinkKind::Lore => lore_links.push(link.lore_view()),
            }
        }
        (links, lore_links)
    }
}

impl Link {
    /// What the wire shows of a link to a record of this type.
    pub fn view(&self, kind: EntityType) -> LinkItem {
        LinkItem {
            id: self.id.clone(),
            entity_type: kind,
            entity_id: self.entity_id.clone(),
            label: self.label.clone(),
        }
    }

    /// What the wire shows of a link to a lore entry.
    pub fn lore_view(&self) -> LoreLinkItem {
        LoreLinkItem { id: self.id.clone(), lore_entry_id: self.entity_id.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(kind: LinkKind, entity_id: &str) -> Link {
        Link {
            id: "l".to_owned(),
            kind,
            entity_id: entity_id.to_owned(),
            label: String::new(),
            created_at: Time::from_millis(0),
        }
    }

    #[test]
    fn an_event_is_linked_to_a_record_once_in_each_way() {
        let character = LinkKind::Entity(EntityType::Character);
        let ties = Ties { links: vec![link(character, "a")], plotline_ids: Vec::new() };

        assert!(ties.may_have(&link(character, "a")).is_err());
        assert!(ties.may_have(&link(character, "b")).is_ok());
        assert!(ties.may_have(&link(LinkKind::Lore, "a")).is_ok());
    }

    #[test]
    fn links_of_an_event_have_an_end() {
        let links = (0..LINKS_MAX).map(|number| link(LinkKind::Lore, &number.to_string()));
        let ties = Ties { links: links.collect(), plotline_ids: Vec::new() };

        assert!(ties.may_have(&link(LinkKind::Lore, "one more")).is_err());
    }

    #[test]
    fn every_kind_is_kept_under_a_word_of_its_own() {
        let words: Vec<&str> = EntityType::WORDS.iter().copied().chain(["lore"]).collect();
        assert_eq!(words, LinkKind::WORDS);
        for word in words {
            assert_eq!(LinkKind::parse(word).map(LinkKind::as_str), Some(word));
        }
        assert_eq!(LinkKind::parse("other"), None);
    }
}
