//! Who is registered: the cards in their order, found by name. Whether an agent is awake is not
//! known here.

use std::collections::HashMap;

use super::{Card, Flaw, Trust, policy::ANYONE};
use crate::messages::SYSTEM;

/// The registered agents in registry order.
#[derive(Debug, Clone, Default)]
pub struct Registry {
    cards: Vec<Card>,
    indexes: HashMap<String, usize>,
}

/// The file of a built-in agent cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CardError {
    /// The text is no card; the reason shows the line.
    #[error("reading the agent file {file} failed: {reason}")]
    Unreadable {
        /// The file's name.
        file: String,
        /// What the reader says, with the line and the field in it.
        reason: String,
    },
    /// The text is a card that cannot hold, alone or beside the others.
    #[error("checking the agent file {file} failed: {flaw}")]
    Flawed {
        /// The file's name.
        file: String,
        /// The field and what is wrong with it.
        flaw: Flaw,
    },
}

impl Registry {
    /// The registry of these cards, sorted by their order, then by id. Of several cards with one
    /// id the last one counts, so that a stored card can follow the built-in one it changes.
    pub fn new(cards: impl IntoIterator<Item = Card>) -> Self {
        let mut by_id: HashMap<String, Card> = HashMap::new();
        for card in cards {
            by_id.insert(card.id.clone(), card);
        }
        let mut cards: Vec<Card> = by_id.into_values().collect();
        cards.sort_by(|a, b| (a.order, &a.id).cmp(&(b.order, &b.id)));
        let indexes =
            cards.iter().enumerate().map(|(index, card)| (card.id.clone(), index)).collect();
        Self { cards, indexes }
    }

    /// Reads the built-in agents: one card in TOML per file, each file named by its agent's id
    /// (`muse` or `muse.toml`). Beside what [`Card::check`] wants, the order counts from 1 without
    /// a gap, and whoever a card names is one of these agents.
    ///
    /// # Errors
    ///
    /// The first file that is wrong, with the field and the reason.
    pub fn parse<'a>(files: impl Iterator<Item = (&'a str, &'a str)>) -> Result<Self, CardError> {
        let mut read: Vec<(&str, Card)> = Vec::new();
        for (file, text) in files {
            let card: Card = toml::from_str(text).map_err(|error| CardError::Unreadable {
                file: file.to_owned(),
                reason: error.to_string(),
            })?;
            card.check().map_err(|flaw| invalid_card(file, flaw))?;
            if file.strip_suffix(".toml").unwrap_or(file) != card.id {
                return Err(invalid_card(file, Flaw::new("id", "differs from the file's name")));
            }
            if read.iter().any(|(_, other)| other.id == card.id) {
                return Err(invalid_card(file, Flaw::new("id", "is another file's as well")));
            }
            read.push((file, card));
        }

        read.sort_by_key(|(_, card)| card.order);
        for (order, (file, card)) in (1..).zip(&read) {
            if card.order != order {
                let reason = format!("is {} where {order} comes next", card.order);
                return Err(invalid_card(file, Flaw::new("order", reason)));
            }
        }

        let files: Vec<_> = read.iter().map(|(file, _)| *file).collect();
        let registry = Self::new(read.into_iter().map(|(_, card)| card));
        for (file, card) in files.into_iter().zip(&registry.cards) {
            registry.check_names_on(card).map_err(|flaw| invalid_card(file, flaw))?;
        }
        Ok(registry)
    }

    /// Whether every agent a card names is registered.
    fn check_names_on(&self, card: &Card) -> Result<(), Flaw> {
        for (field, ids) in card.dependencies.fields() {
            if let Some(stranger) = ids.iter().find(|id| self.find(id).is_none()) {
                return Err(Flaw::new(field, format!("names `{stranger}`, which is no agent")));
            }
        }
        for rule in &card.authority.rules {
            if rule.sender != ANYONE && self.trust(&rule.sender) == Trust::Untrusted {
                let reason = format!("names `{}`, which is no agent", rule.sender);
                return Err(Flaw::new("authority.rules", reason));
            }
        }
        Ok(())
    }

    /// Every card, in registry order.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The agent of this id, whatever the case of its letters.
    pub fn find(&self, name: &str) -> Option<&Card> {
        let index = self.indexes.get(&name.to_ascii_lowercase())?;
        self.cards.get(*index)
    }

    /// Whether this sender belongs to the studio: a registered agent, or the studio itself.
    pub fn trust(&self, sender: &str) -> Trust {
        if sender.eq_ignore_ascii_case(SYSTEM) || self.find(sender).is_some() {
            Trust::Trusted
        } else {
            Trust::Untrusted
        }
    }
}

fn invalid_card(file: &str, flaw: Flaw) -> CardError {
    CardError::Flawed { file: file.to_owned(), flaw }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{card, card_toml};
    use super::*;

    fn parse(files: &[(&str, String)]) -> Result<Registry, CardError> {
        Registry::parse(files.iter().map(|(file, text)| (*file, text.as_str())))
    }

    fn ids<'a>(cards: impl Iterator<Item = &'a Card>) -> Vec<&'a str> {
        cards.map(|card| card.id.as_str()).collect()
    }

    #[test]
    fn files_become_a_registry_in_the_order_they_state() {
        let registry = parse(&[
            ("scribe.toml", card_toml("scribe", 2, &["muse"])),
            ("muse", card_toml("muse", 1, &[])),
        ])
        .unwrap();

        assert_eq!(ids(registry.cards().iter()), ["muse", "scribe"]);
        assert_eq!(registry.find("muse"), Some(&card("muse")));
    }

    #[test]
    fn a_name_is_found_whatever_its_case() {
        let registry = Registry::new([card("muse"), card("duke")]);

        for name in ["muse", "Muse", "MUSE"] {
            assert_eq!(registry.find(name).map(|card| card.id.as_str()), Some("muse"), "{name}");
        }
        for stranger in ["", "mus", "du\u{212a}e", "muse "] {
            assert_eq!(registry.find(stranger), None, "{stranger}");
        }
    }

    #[test]
    fn a_later_card_takes_the_place_of_an_earlier_one() {
        let renamed = Card { name: "My muse".into(), ..card("muse") };

        let registry = Registry::new([card("muse"), renamed]);

        assert_eq!(registry.cards().len(), 1);
        assert_eq!(registry.find("muse").map(|card| card.name.as_str()), Some("My muse"));
    }

    #[test]
    fn only_registered_agents_and_the_studio_are_trusted() {
        let registry = Registry::new([card("muse")]);

        assert_eq!(registry.trust("Muse"), Trust::Trusted);
        assert_eq!(registry.trust("system"), Trust::Trusted);
        assert_eq!(registry.trust("stranger"), Trust::Untrusted);
        assert_eq!(registry.trust("all"), Trust::Untrusted);
    }

    #[test]
    fn a_wrong_file_is_named_with_the_field_and_the_reason() {
        // What is changed in the text of an otherwise right file, into what, and what is said.
        let spoilings = [
            (r#"id = "muse""#, r#"id = "scribe""#, "id: differs from the file's name"),
            (r#"id = "muse""#, r#"id = "all""#, "id: `all` is reserved"),
            ("order = 1", "order = 2", "order: is 2 where 1 comes next"),
            ("order = 1", "order = -1", "order = -1"),
            (r#"type = "active""#, r#"type = "eager""#, "unknown variant `eager`"),
            (r#"type = "active""#, "", "missing field `type`"),
            (r#"type = "active""#, r#"kind = "active""#, "unknown field `kind`"),
            ("slots = 4", "slots = 4, gpus = 1", "unknown field `gpus`"),
            ("slots = 4", "slots = 0", "resources.slots: should be 1 to 64"),
            ("requires = []", r#"requires = ["ghost"]"#, "requires: names `ghost`"),
            ("worksWith = []", r#"worksWith = ["ghost"]"#, "worksWith: names `ghost`"),
            (r#"default = "permit""#, r#"default = "ask""#, "unknown variant `ask`"),
            (
                r#"default = "permit""#,
                r#"rules = [{ effect = "permit", sender = "ghost" }]"#,
                "authority.rules: names `ghost`",
            ),
            (
                r#"default = "permit""#,
                r#"rules = [{ effect = "permit", sender = "*", messageTypes = ["direct"] }]"#,
                "unknown field `messageTypes`",
            ),
        ];

        for (from, to, said) in spoilings {
            let right = card_toml("muse", 1, &[]);
            let wrong = right.replacen(from, to, 1);
            assert_ne!(wrong, right, "`{from}` stands in the file");

            let error = parse(&[("muse.toml", wrong)]).expect_err(said).to_string();

            assert!(error.contains("muse.toml"), "{error}");
            assert!(error.contains(said), "{error}");
        }
    }

    #[test]
    fn two_files_do_not_share_an_agent_or_a_place() {
        let twice =
            parse(&[("muse", card_toml("muse", 1, &[])), ("muse.toml", card_toml("muse", 2, &[]))]);
        let tied =
            parse(&[("muse", card_toml("muse", 1, &[])), ("scribe", card_toml("scribe", 1, &[]))]);

        assert!(twice.unwrap_err().to_string().contains("id: is another file's"));
        assert!(tied.unwrap_err().to_string().contains("order: is 1 where 2 comes next"));
    }
}
