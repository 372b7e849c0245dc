//! Routing: the director asks the agents that a request takes, and answers with their answers. What is
//! about the state of the project or the staff it answers itself, and what it does not understand with
//! what it can do.

use domain::{
    Result,
    agents::topics::{self, Subject},
    lore::Category,
    messages::{
        Answer,
        delegation::{Asked, combined, report_of},
    },
};
use serde_json::json;
use store::lore::ListedEntry;

use crate::{
    Studio,
    agents::capabilities::Staff,
    messages::choice::{self, Choice, Wanted},
    skills::{self, Outcome, book, request::AgentRequest, subject::read_project},
};

/// Requests that the director understands, as its help shows them; `{name}` is a character of the lore.
const EXAMPLES: [&str; 6] = [
    "Check chapter 1 for names and prose.",
    "Which promises are open?",
    "Where does the book sag?",
    "Who is {name}?",
    "Ask the plotter and the chronicler about the ending.",
    "What should I do next?",
];

/// Asks others, answers with what they said, or answers itself.
pub(in crate::skills) async fn outcome(
    studio: &Studio,
    request: &AgentRequest,
    asked: Option<&[Asked]>,
) -> Result<Outcome> {
    let staff = Staff::read(studio).await?;
    let candidates = choice::candidates(studio, &staff, request).await?;
    let ids: Vec<&str> = candidates.iter().map(|it| it.id).collect();
    let earlier: Vec<&str> = request.earlier().collect();
    let wanted = match topics::subject_after(&request.text, &earlier, &ids) {
        Subject::State => return skills::answer(studio, request).await.map(Outcome::Answer),
        Subject::Unknown => {
            // A project that is not there for its sender is said first.
            let character = read_project(studio, request, |tx, project| {
                let is_character = |(it, _): &ListedEntry| it.category == Category::Character;
                let entry = book::lore(tx, project)?.into_iter().find(is_character);
                Ok(entry.map(|(it, _)| it.name))
            });
            return help(character.await?.flatten().as_deref()).map(Outcome::Answer);
        }
        Subject::Work { agents, topics } => {
            let capabilities = topics.iter().map(|topic| topic.capability.to_owned());
            Wanted::words(agents.into_iter().chain(capabilities))
        }
    };
    let choice = Choice::of(&wanted, &candidates, studio, &request.agent);
    match asked {
        None if !choice.agents.is_empty() => Ok(Outcome::Ask(choice.questions(request))),
        _ => {
            let asked = asked.unwrap_or_default();
            answer(asked, &choice.missing(asked, &candidates)).map(Outcome::Answer)
        }
    }
}

/// What those who were asked have answered.
fn answer(asked: &[Asked], missing: &[String]) -> Result<Answer> {
    let names: Vec<&str> = asked.iter().map(|it| it.agent.as_str()).collect();
    let heading = match names.as_slice() {
        [] => String::new(),
        names => format!("I asked {}.\n\n", names.join(", ")),
    };
    let report = json!({ "kind": "routed", "asked": report_of(asked), "missing": missing });
    Answer::with_report(heading + &combined(asked, missing), &report)
}

/// What the director can do, where no rule knows what is wanted.
fn help(character: Option<&str>) -> Result<Answer> {
    let mut text = "I do not understand what this asks for. I ask the agents that a request takes and \
                    answer with their answers, and I say how the project stands and what to do next. \
                    These I understand:\n"
        .to_owned();
    let example = |example: &&str| match character {
        Some(name) => Some(example.replace("{name}", name)),
        None => (!example.contains("{name}")).then(|| (*example).to_owned()),
    };
    let examples: Vec<String> = EXAMPLES.iter().filter_map(example).collect();
    for example in &examples {
        text.push_str(&format!("  {example}\n"));
    }
    Answer::with_report(text, &json!({ "kind": "help", "examples": examples }))
        .map(|it| it.empty_if(true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_of_the_help_is_understood() {
        for example in EXAMPLES {
            let subject = topics::subject(example, &["plotter", "chronicler"]);

            assert_ne!(subject, Subject::Unknown, "{example}");
        }
    }
}
