//! What a swarm cannot begin without: a language model, a project, a text. A request for one that lacks
//! it is refused and says what is missing.

use super::{SwarmType, plan::PlanInput};
use crate::{Error, Result};

/// What a swarm works on, at least.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Requirement {
    /// Nothing: it says so where there is nothing to work on.
    Nothing,
    /// A project.
    Project,
    /// A project with a document that has a text.
    Text,
}

impl SwarmType {
    /// What such a swarm works on, at least.
    pub const fn requires(self) -> Requirement {
        match self {
            Self::ConsistencySweep | Self::Research | Self::Debate => Requirement::Nothing,
            Self::Outline | Self::Draft | Self::Worldbuilding | Self::Conlang => {
                Requirement::Project
            }
            Self::Revision | Self::ReaderPanel | Self::Publishing => Requirement::Text,
        }
    }

    /// The agents without whose language model such a swarm has no result.
    pub const fn needs_models_of(self) -> &'static [&'static str] {
        match self {
            Self::Draft => &["scribe"],
            Self::Debate => &["architect", "critic"],
            _ => &[],
        }
    }

    /// What helps instead where there is no model.
    const fn without_model(self) -> &'static str {
        match self {
            Self::Draft => {
                "a swarm of type outline lays out the structure there is, and one of type revision \
                 lists what to write anew"
            }
            _ => "a swarm of type reader_panel has several agents read the same texts",
        }
    }
}

/// That a swarm of this type can begin. `has_model` says whether a model is configured for an agent.
///
/// # Errors
/// Rejected with what is missing and what would help.
pub fn check(
    swarm_type: SwarmType,
    ground: &PlanInput,
    has_model: impl Fn(&str) -> bool,
) -> Result<()> {
    check_models(swarm_type, has_model)?;
    let missing = match swarm_type.requires() {
        Requirement::Nothing => return Ok(()),
        _ if !ground.has_project => "a project; name one in projectId, or open one",
        Requirement::Text if !ground.has_text && ground.is_selection => {
            "a document with a text, and none of those in input.documentIds has one"
        }
        Requirement::Text if !ground.has_text => {
            "a document with a text, and the project has none; write or import one"
        }
        Requirement::Project | Requirement::Text => return Ok(()),
    };
    Err(Error::Rejected(format!("A swarm of type {swarm_type} needs {missing}")))
}

/// That a swarm of this type has the models it needs.
///
/// # Errors
/// Rejected with the agent that has none and what would help.
pub fn check_models(swarm_type: SwarmType, has_model: impl Fn(&str) -> bool) -> Result<()> {
    let Some(agent) = swarm_type.needs_models_of().iter().find(|agent| !has_model(agent)) else {
        return Ok(());
    };
    let helps = swarm_type.without_model();
    Err(Error::Rejected(format!(
        "A {swarm_type} needs a language model, and none is configured for {agent}; without one, {helps}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(swarm_type: &str, ground: &PlanInput, models: &[&str]) -> Option<String> {
        let swarm_type = SwarmType::parse(swarm_type).unwrap();
        match check(swarm_type, ground, |agent| models.contains(&agent)) {
            Err(Error::Rejected(reason)) => Some(reason),
            Err(other) => panic!("{other}"),
            Ok(()) => None,
        }
    }

    #[test]
    fn a_draft_and_a_debate_need_the_models_of_those_who_write() {
        let ground = PlanInput { has_project: true, has_text: true, ..PlanInput::default() };
        for swarm_type in SwarmType::WORDS {
            let refused = refusal(swarm_type, &ground, &[]);
            let is_refused = matches!(*swarm_type, "draft" | "debate");
            assert_eq!(refused.is_some(), is_refused, "{swarm_type}: {refused:?}");
            let models = ["scribe", "architect", "critic"];
            assert_eq!(refusal(swarm_type, &ground, &models), None);
        }
        assert_eq!(
            refusal("debate", &ground, &["architect"]).unwrap(),
            "A debate needs a language model, and none is configured for critic; without one, a swarm \
             of type reader_panel has several agents read the same texts"
        );
    }

    #[test]
    fn what_is_missing_is_named() {
        let none = PlanInput::default();
        let empty = PlanInput { has_project: true, ..PlanInput::default() };
        let blank = PlanInput { is_selection: true, ..empty.clone() };
        let full = PlanInput { has_text: true, ..empty.clone() };
        let cases = [
            ("consistency_sweep", &none, None),
            ("research", &none, None),
            ("outline", &none, Some("a project; name one in projectId, or open one")),
            ("outline", &empty, None),
            ("worldbuilding", &none, Some("a project; name one in projectId, or open one")),
            ("conlang", &none, Some("a project; name one in projectId, or open one")),
            ("revision", &none, Some("a project; name one in projectId, or open one")),
            (
                "publishing",
                &empty,
                Some("a document with a text, and the project has none; write or import one"),
            ),
            (
                "reader_panel",
                &blank,
                Some("a document with a text, and none of those in input.documentIds has one"),
            ),
            ("reader_panel", &full, None),
        ];

        for (swarm_type, ground, missing) in cases {
            let expected =
                missing.map(|missing| format!("A swarm of type {swarm_type} needs {missing}"));
            assert_eq!(refusal(swarm_type, ground, &[]), expected, "{swarm_type}");
        }
    }
}
