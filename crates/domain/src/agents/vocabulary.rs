//! The closed vocabularies of agents. Those of messages are in `messages`.

crate::string_enum! {
    /// When an agent works.
    pub enum AgentKind {
        /// After something happened, without being asked.
        Background = "background",
        /// When it is asked.
        Active = "active",
        /// Both.
        Hybrid = "hybrid",
    }
}

crate::string_enum! {
    /// The part of the studio's work an agent belongs to.
    pub enum Category {
        /// Who does what, and when a piece of work may pass.
        Direction = "direction",
        /// Inventing.
        Ideation = "ideation",
        /// Shape of the plot.
        Structure = "structure",
        /// What is true in the book and outside it.
        Knowledge = "knowledge",
        /// Invented languages.
        Language = "language",
        /// Writing scenes.
        Drafting = "drafting",
        /// Judging and measuring what is written.
        Editorial = "editorial",
        /// Getting the book out.
        Production = "production",
    }
}

crate::string_enum! {
    /// How much of the studio waits when this agent does.
    pub enum AgentPriority {
        Critical = "critical",
        High = "high",
        Normal = "normal",
        Low = "low",
    }
}

crate::string_enum! {
    /// How an agent is chosen among those that declare a capability.
    pub enum Strategy {
        /// The first available one in registry order.
        FirstMatch = "first_match",
        /// The least loaded available one.
        LeastLoaded = "least_loaded",
    }
}

crate::string_enum! {
    /// What a rule does with the messages it fits.
    pub enum Effect {
        Permit = "permit",
        Forbid = "forbid",
    }
}

crate::string_enum! {
    /// Whether a sender belongs to the studio.
    pub enum Trust {
        /// A registered agent, or the studio itself.
        Trusted = "trusted",
        /// Anybody else.
        Untrusted = "untrusted",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_read_as_it_is_written_and_no_other() {
        let written = serde_json::to_string(&Strategy::LeastLoaded).unwrap();

        assert_eq!(written, "\"least_loaded\"");
        assert_eq!(serde_json::from_str::<Strategy>(&written).unwrap(), Strategy::LeastLoaded);
        assert!(serde_json::from_str::<Strategy>("\"LEAST_LOADED\"").is_err());
    }
}
