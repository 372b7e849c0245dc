//! The instructions of an agent that a project may change: its prompt, the tone, the genres, the
//! culture of its names, and what must not appear, each with the setting that it comes from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::projects::ProjectSettings;

/// A part of the instructions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instruction {
    /// What it is, in front of its text; the prompt itself has nothing in front.
    pub heading: &'static str,
    /// Its words.
    pub text: String,
    /// Where it comes from.
    pub reason: &'static str,
}

/// An instruction in a receipt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptInstruction {
    /// What it is.
    pub title: String,
    /// An estimate of its tokens.
    pub tokens: usize,
    /// Where it comes from.
    pub reason: String,
}

/// The title of the prompt in a receipt.
const PROMPT: &str = "Prompt";

impl Instruction {
    /// As the model is sent it.
    pub fn text(&self) -> String {
        if self.heading.is_empty() {
            return self.text.clone();
        }
        format!("{}: {}", self.heading, self.text)
    }

    /// Its line of a receipt; `count` estimates the tokens of a text.
    pub fn receipt(&self, count: impl Fn(&str) -> usize) -> ReceiptInstruction {
        let title = if self.heading.is_empty() { PROMPT } else { self.heading };
        ReceiptInstruction {
            title: title.to_owned(),
            tokens: count(&self.text()),
            reason: self.reason.to_owned(),
        }
    }
}

/// What a project tells an agent whose own prompt this is, in a fixed order; what is empty is left out.
pub fn instructions(prompt: &str, agent: &str, settings: &ProjectSettings) -> Vec<Instruction> {
    let own = settings.agent_system_prompts.0.iter().find(|(id, _)| id == agent);
    let (prompt, of_prompt) = match own {
        Some((_, own)) => (own.as_str(), "settings.agentSystemPrompts of the project"),
        None => (prompt, "the prompt of the agent"),
    };
    let genres: Vec<&str> = settings.genres.iter().map(|genre| genre.as_str()).collect();
    let lore = settings.lorekeeper.as_ref();
    let culture = lore.map(|it| it.cultural_context.clone()).unwrap_or_default();
    let prohibited = lore.map(|it| it.prohibited_elements.join("; ")).unwrap_or_default();
    let all = [
        ("", prompt.to_owned(), of_prompt),
        ("Tone", settings.ai_personality.clone(), "settings.aiPersonality of the project"),
        (
            "Genres, whose conventions the reader knows",
            genres.join(", "),
            "settings.genres of the project",
        ),
        (
            "Culture that names and customs come from",
            culture,
            "lorekeeperConfig.culturalContext of the project",
        ),
        ("What must not appear", prohibited, "lorekeeperConfig.prohibitedElements of the project"),
    ];
    let instruction = |(heading, text, reason): (&'static str, String, &'static str)| Instruction {
        heading,
        text: text.trim().to_owned(),
        reason,
    };
    all.into_iter().map(instruction).filter(|it| !it.text.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        model::OrderedMap,
        projects::settings::{Genre, LorekeeperProjectConfig},
    };

    fn texts(settings: &ProjectSettings) -> Vec<String> {
        instructions("You keep the lore.", "lorekeeper", settings)
            .iter()
            .map(Instruction::text)
            .collect()
    }

    #[test]
    fn a_project_without_wishes_leaves_the_agent_its_prompt() {
        assert_eq!(texts(&ProjectSettings::default()), ["You keep the lore."]);
    }

    #[test]
    fn every_wish_of_a_project_is_told_in_a_fixed_order() {
        let own = |agent: &str, prompt: &str| (agent.to_owned(), prompt.to_owned());
        let settings = ProjectSettings {
            ai_personality: " dry ".to_owned(),
            genres: vec![Genre::Mystery, Genre::Horror],
            agent_system_prompts: OrderedMap(vec![
                own("muse", "Not for you."),
                own("lorekeeper", "You keep the book of the ferrymen."),
            ]),
            lorekeeper: Some(LorekeeperProjectConfig {
                cultural_context: "the northern coast".to_owned(),
                prohibited_elements: vec!["guns".to_owned(), "clocks".to_owned()],
                ..LorekeeperProjectConfig::default()
            }),
            ..ProjectSettings::default()
        };

        assert_eq!(
            texts(&settings),
            [
                "You keep the book of the ferrymen.",
                "Tone: dry",
                "Genres, whose conventions the reader knows: mystery, horror",
                "Culture that names and customs come from: the northern coast",
                "What must not appear: guns; clocks",
            ]
        );
        let first = &instructions("", "lorekeeper", &settings)[0];
        let receipt = first.receipt(str::len);
        assert_eq!((receipt.title.as_str(), receipt.tokens), ("Prompt", 34));
        assert_eq!(receipt.reason, "settings.agentSystemPrompts of the project");
    }
}
