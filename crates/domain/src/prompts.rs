//! Prompts: texts that a writer chooses in an assistant, which tell its model what to do with the tools of
//! this service, in which order, and what never to do. Here are the prompts, their arguments and their
//! words. What they show of a project is read in `engine`; no protocol.

mod words;

use std::collections::BTreeMap;

use crate::{
    Error, Result,
    field_error::{FIELD_ERRORS_MAX, FieldError, FieldPath, PathSegment},
    json::Json,
    tools::answers::Named,
};

pub use words::words;

/// The longest value of an argument, in characters.
pub const VALUE_CHARS_MAX: usize = 4_000;

/// The fewest and the most words that a text may be asked for.
const WORDS: std::ops::RangeInclusive<i64> = 50..=5_000;

crate::string_enum! {
    /// A prompt.
    pub enum Prompt {
        ContinuityPass = "continuity_pass",
        SceneFromBrief = "scene_from_brief",
        Blurb = "blurb",
        Synopsis = "synopsis",
        Query = "query_letter",
    }
}

/// What an argument is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// A project, by its name or id.
    Project,
    /// A document, by its title or id.
    Document,
    /// A number of words.
    Words,
    /// What the writer has to say.
    Text,
}

/// An argument of a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Argument {
    /// What it is called.
    pub name: &'static str,
    /// What it is for.
    pub description: &'static str,
    /// Whether there is no prompt without it.
    pub is_required: bool,
    /// What it is.
    pub meaning: Meaning,
}

const fn argument(name: &'static str, description: &'static str, meaning: Meaning) -> Argument {
    Argument { name, description, is_required: false, meaning }
}

const PROJECT: Argument = argument(
    "project",
    "The project, by its name or id; without it the one that is open, or the only one",
    Meaning::Project,
);

const LENGTH: Argument = argument("words", "How many words it may have", Meaning::Words);

impl Prompt {
    /// What people call it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::ContinuityPass => "Continuity pass",
            Self::SceneFromBrief => "Scene from a brief",
            Self::Blurb => "Blurb",
            Self::Synopsis => "Synopsis",
            Self::Query => "Query letter",
        }
    }

    /// What it is for, for the writer who chooses it.
    pub const fn description(self) -> &'static str {
        match self {
            Self::ContinuityPass => {
                "Looks for contradictions of a chapter, or of the whole book, with itself, the lore and the \
                 timeline"
            }
            Self::SceneFromBrief => {
                "Drafts a scene from all that the project knows of it, and checks the draft"
            }
            Self::Blurb => "Writes the text for the back of the book",
            Self::Synopsis => "Writes a synopsis of the whole plot, with its end",
            Self::Query => "Writes a letter that offers the book to an agent or a publisher",
        }
    }

    /// Its arguments, in the order in which they are asked for.
    pub const fn arguments(self) -> &'static [Argument] {
        match self {
            Self::ContinuityPass => {
                const {
                    &[
                        PROJECT,
                        argument(
                            "document",
                            "The chapter or scene, by its title or id; without it the whole manuscript",
                            Meaning::Document,
                        ),
                    ]
                }
            }
            Self::SceneFromBrief => {
                const {
                    &[
                        PROJECT,
                        Argument {
                            is_required: true,
                            ..argument(
                                "scene",
                                "The scene: a document or a node of the outline by its title or id, or a chapter by \
                         its number, such as “chapter 12”",
                                Meaning::Document,
                            )
                        },
                        argument(
                            "wishes",
                            "What should happen in it, and how it should sound",
                            Meaning::Text,
                        ),
                    ]
                }
            }
            Self::Blurb => {
                const {
                    &[
                        PROJECT,
                        LENGTH,
                        argument("wishes", "For whom it is, and its tone", Meaning::Text),
                    ]
                }
            }
            Self::Synopsis => const { &[PROJECT, LENGTH] },
            Self::Query => {
                const {
                    &[
                        PROJECT,
                        argument(
                            "recipient",
                            "To whom it goes, and what they look for",
                            Meaning::Text,
                        ),
                        argument("author", "What the letter may say of you", Meaning::Text),
                    ]
                }
            }
        }
    }

    /// The words that it may have when nobody names a number.
    pub const fn words_default(self) -> i64 {
        match self {
            Self::Blurb => 150,
            Self::Query => 350,
            _ => 500,
        }
    }

    /// Checks the values that a writer gave.
    ///
    /// # Errors
    /// [`Error::Invalid`] with every mistake: an argument that there is not, one that is missing, a text
    /// that is too long, a number of words that is none.
    pub fn check(self, values: &BTreeMap<String, String>) -> Result<()> {
        let mut flaws = Vec::new();
        let mut note = |name: &str, reason: &str, value: Option<&str>| {
            let path = FieldPath(vec![
                PathSegment::Key("arguments".to_owned()),
                PathSegment::Key(name.to_owned()),
            ]);
            let value = value.map_or(Json::Null, |it| Json::Text(it.to_owned()));
            flaws.push(FieldError::refused(path, reason, value));
        };
        for argument in self.arguments() {
            let value = values.get(argument.name).map(String::as_str);
            match value {
                None if argument.is_required => note(argument.name, "it is needed", None),
                Some(value) if value.trim().is_empty() && argument.is_required => {
                    note(argument.name, "it is needed", Some(value));
                }
                Some(value) if value.chars().count() > VALUE_CHARS_MAX => {
                    note(
                        argument.name,
                        &format!("it has more than {VALUE_CHARS_MAX} characters"),
                        None,
                    );
                }
                Some(value) if argument.meaning == Meaning::Words && !value.trim().is_empty() => {
                    let number = value.trim().parse::<i64>().ok();
                    if !number.is_some_and(|number| WORDS.contains(&number)) {
                        let (least, most) = WORDS.into_inner();
                        let reason = format!("it is no number from {least} to {most}");
                        note(argument.name, &reason, Some(value));
                    }
                }
                _ => {}
            }
        }
        let is_known = |name: &str| self.arguments().iter().any(|it| it.name == name);
        for name in values.keys().filter(|name| !is_known(name)).take(FIELD_ERRORS_MAX) {
            note(name, "there is no such argument of this prompt", None);
        }
        if flaws.is_empty() { Ok(()) } else { Err(Error::Invalid(flaws)) }
    }
}

/// What a prompt is about, with what the writer gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filled {
    /// The project.
    pub project: Named,
    /// The document, where one was named and found.
    pub document: Option<Named>,
    /// The values of the arguments.
    pub values: BTreeMap<String, String>,
}

impl Filled {
    /// The value of an argument, where there is one that says something.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(|value| value.trim()).filter(|value| !value.is_empty())
    }
}

#[cfg(test)]
mod tests;
