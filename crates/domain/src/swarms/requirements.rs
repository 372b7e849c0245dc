//! What a swarm cannot begin without: a language model, a project, a text. A request for one that lacks
//! it is refused and says what is missing.

use super::{
    Aim, SwarmType,
    plan::{PlanInput, PlannedSubtask},
};
use crate::{Error, Result, agents::understanding};

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

/// That there is a project and a text for a swarm of this type.
///
/// # Errors
/// Rejected with what is missing and what would help.
pub fn check(swarm_type: SwarmType, ground: &PlanInput) -> Result<()> {
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

/// That some agent of a plan can write each text that such a swarm is for. An agent of a user's own may
/// do it by itself; `no_model` says why a built-in one has no language model, if it has none.
///
/// # Errors
/// Rejected with the agent that has none and what would help.
pub fn check_models(
    swarm_type: SwarmType,
    nodes: &[PlannedSubtask],
    no_model: impl Fn(&str) -> Option<String>,
) -> Result<()> {
    let composes = |node: &&PlannedSubtask| {
        node.need.is_some() && node.task.aim().is_some_and(Aim::is_composed)
    };
    let lacks = |node: &PlannedSubtask| {
        if understanding::skills(&node.agent).is_empty() { None } else { no_model(&node.agent) }
    };
    let has_another = |node: &PlannedSubtask| {
        nodes.iter().any(|other| other.need == node.need && lacks(other).is_none())
    };
    let unmet = nodes.iter().filter(composes).find(|node| !has_another(node));
    let Some(reason) = unmet.and_then(lacks) else { return Ok(()) };
    let helps = swarm_type.without_model();
    Err(Error::Rejected(format!(
        "A {swarm_type} needs a language model, and {reason}; without one, {helps}"
    )))
}

/// That the agents of a plan can do all that such a swarm is for, which is what they would do if `all`
/// took part.
///
/// # Errors
/// Rejected with an agent that is left out.
pub fn check_agents(
    swarm_type: SwarmType,
    nodes: &[PlannedSubtask],
    all: &[PlannedSubtask],
) -> Result<()> {
    let is_met = |need: &Option<String>| nodes.iter().any(|node| node.need == *need);
    let Some(missing) = all.iter().find(|node| node.need.is_some() && !is_met(&node.need)) else {
        return Ok(());
    };
    let (agent, title) = (&missing.agent, &missing.title);
    Err(Error::Rejected(format!(
        "A swarm of type {swarm_type} needs {agent} for “{title}”, and it is not among the agents that \
         may take part"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        json::Json,
        model::read_body,
        swarms::{
            SwarmCreate,
            plan::{OwnAgent, plan},
        },
    };

    /// Why a swarm is refused, in whose project these agents have a model.
    fn refusal(swarm_type: &str, ground: &PlanInput, models: &[&str]) -> Option<String> {
        let create = format!(r#"{{"swarmType":"{swarm_type}","taskDescription":"x"}}"#);
        let create: SwarmCreate = read_body(&Json::read(create.as_bytes()).unwrap()).unwrap();
        let no_model = |agent: &str| {
            (!models.contains(&agent)).then(|| format!("none is configured for {agent}"))
        };
        let swarm_type = create.swarm_type;
        let checked = check(swarm_type, ground)
            .and_then(|()| check_models(swarm_type, &plan(&create, ground), no_model));
        match checked {
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
    fn an_agent_of_ones_own_drafts_by_itself() {
        let own = OwnAgent { id: "ghost".to_owned(), capabilities: vec!["drafting".to_owned()] };
        let ground = PlanInput { has_project: true, own: vec![own], ..PlanInput::default() };

        assert_eq!(refusal("draft", &ground, &[]), None);
        assert!(refusal("debate", &ground, &[]).is_some());
    }

    #[test]
    fn a_swarm_needs_the_agents_of_what_it_is_for() {
        let ground = PlanInput { has_project: true, has_text: true, ..PlanInput::default() };
        for (swarm_type, agents, missing) in [
            ("draft", r#"["architect","critic"]"#, Some("scribe for “The draft”")),
            ("debate", r#"["architect"]"#, Some("critic for “Turn 1, against”")),
            ("outline", r#"["muse","plotter"]"#, Some("architect for “The structure”")),
            ("worldbuilding", r#"["worldsmith","archivist"]"#, None),
            ("worldbuilding", r#"["worldsmith"]"#, Some("archivist for “What to take down”")),
        ] {
            let whole = format!(r#"{{"swarmType":"{swarm_type}","taskDescription":"x"}}"#);
            let some = whole.replace('}', &format!(r#","agents":{agents}}}"#));
            let [some, all] = [some, whole].map(|body| {
                let create: SwarmCreate = read_body(&Json::read(body.as_bytes()).unwrap()).unwrap();
                plan(&create, &ground)
            });

            let checked = check_agents(SwarmType::parse(swarm_type).unwrap(), &some, &all);

            let expected = missing.map(|missing| {
                format!(
                    "A swarm of type {swarm_type} needs {missing}, and it is not among the agents that \
                     may take part"
                )
            });
            assert_eq!(checked.err().map(|error| error.to_string()), expected, "{swarm_type}");
        }
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
