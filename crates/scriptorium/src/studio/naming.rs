//! Finds records by what a person calls them: a name or title where the interface has an id.

use serde_json::Value;

use super::{StudioError, records};
use crate::client::{Client, ClientError, encoded, printable, text};

/// The most names that an error lists.
const NAMES_MAX: usize = 20;

/// A record of this name is not there, or there is more than one.
#[derive(Debug, thiserror::Error)]
pub enum NamingError {
    /// None has the name.
    #[error("there is no {noun} “{wanted}”{}", listed("; there are ", .known))]
    Unknown {
        /// What was looked for.
        noun: &'static str,
        /// Its name.
        wanted: String,
        /// Those that there are.
        known: Vec<String>,
    },
    /// Several have it.
    #[error("“{wanted}” fits more than one {noun}{}; name one by its id", listed(": ", .candidates))]
    Ambiguous {
        /// What was looked for.
        noun: &'static str,
        /// Its name.
        wanted: String,
        /// Those that could be meant.
        candidates: Vec<String>,
    },
    /// No project was named, and none is open.
    #[error("no project is open: name one{}", listed(", such as ", .0))]
    NoneOpen(Vec<String>),
    /// There is no project at all.
    #[error(
        "there is no project yet; `scriptorium import FOLDER --name NAME` makes one of a folder of Markdown"
    )]
    NoProject,
}

/// Names in a row, behind `before`; nothing for none.
fn listed(before: &str, names: &[String]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let more = names.len().saturating_sub(NAMES_MAX);
    let names: Vec<&str> = names.iter().take(NAMES_MAX).map(String::as_str).collect();
    let rest = if more == 0 { String::new() } else { format!(" and {more} more") };
    format!("{before}{}{rest}", names.join(", "))
}

/// A record with the name that people see.
#[derive(Debug)]
pub(crate) struct Named {
    /// Its id.
    pub(crate) id: String,
    /// Its name or title.
    pub(crate) name: String,
}

/// The project of this name or id; without one the open one, or the only one there is.
pub(crate) fn project(client: &Client, wanted: Option<&str>) -> Result<Named, StudioError> {
    let Some(wanted) = wanted else { return open_project(client) };
    let projects = records(client, "/api/projects", "projects")?;
    Ok(find("project", wanted, &named(&projects, "name"))?)
}

fn open_project(client: &Client) -> Result<Named, StudioError> {
    match client.get("/api/projects/active") {
        Ok(project) => return Ok(one(&project, "name")),
        // A token of one project sees that one alone in the list.
        Err(ClientError::Refused { status: 403 | 404, .. }) => {}
        Err(error) => return Err(error.into()),
    }
    let mut projects = named(&records(client, "/api/projects", "projects")?, "name");
    match projects.len() {
        0 => Err(NamingError::NoProject.into()),
        1 => Ok(projects.remove(0)),
        _ => {
            let names = projects.into_iter().map(|it| format!("“{}”", it.name));
            Err(NamingError::NoneOpen(names.collect()).into())
        }
    }
}

/// The document of this title or id.
pub(super) fn document(
    client: &Client,
    project: &Named,
    wanted: &str,
) -> Result<Named, StudioError> {
    let path = format!("/api/projects/{}/documents", encoded(&project.id));
    let documents = records(client, &path, "documents")?;
    Ok(find("document", wanted, &named(&documents, "title"))?)
}

/// That there is no such agent, and which there are.
pub(super) fn unknown_agent(client: &Client, wanted: &str) -> Result<NamingError, ClientError> {
    let agents = records(client, "/api/agents", "agents")?;
    let known = agents.iter().map(|agent| printable(&agent["id"])).collect();
    Ok(NamingError::Unknown { noun: "agent", wanted: wanted.to_owned(), known })
}

fn named(records: &[Value], member: &str) -> Vec<Named> {
    records.iter().map(|record| one(record, member)).collect()
}

fn one(record: &Value, member: &str) -> Named {
    Named { id: text(&record["id"]), name: printable(&record[member]) }
}

/// The one that is meant: by its id, else by its whole name, else by a part of it that only one has.
/// Capitals do not matter.
fn find(noun: &'static str, wanted: &str, all: &[Named]) -> Result<Named, NamingError> {
    let folded = wanted.to_lowercase();
    let by_id = |it: &&Named| it.id == wanted;
    let by_name = |it: &&Named| it.name.to_lowercase() == folded;
    let by_part = |it: &&Named| it.name.to_lowercase().contains(&folded);
    let ways: [&dyn Fn(&&Named) -> bool; 3] = [&by_id, &by_name, &by_part];
    for way in ways {
        let found: Vec<&Named> = all.iter().filter(way).collect();
        match found.as_slice() {
            [] => {}
            [one] => return Ok(Named { id: one.id.clone(), name: one.name.clone() }),
            several => {
                let candidates =
                    several.iter().map(|it| format!("“{}” ({})", it.name, it.id)).collect();
                return Err(NamingError::Ambiguous { noun, wanted: wanted.to_owned(), candidates });
            }
        }
    }
    let known = all.iter().map(|it| format!("“{}”", it.name)).collect();
    Err(NamingError::Unknown { noun, wanted: wanted.to_owned(), known })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_found_by_id_name_or_part_of_its_name() {
        let all = [("1", "The Sea"), ("2", "The Sea Asks"), ("3", "Ebb"), ("4", "ebb")]
            .map(|(id, name)| Named { id: id.into(), name: name.into() });
        let found = |wanted: &str| find("project", wanted, &all).map(|it| it.id);

        for (wanted, id) in [("2", "2"), ("the sea", "1"), ("asks", "2")] {
            assert_eq!(found(wanted).unwrap(), id);
        }
        assert_eq!(
            found("EBB").unwrap_err().to_string(),
            "“EBB” fits more than one project: “Ebb” (3), “ebb” (4); name one by its id"
        );
        assert_eq!(
            found("Moon").unwrap_err().to_string(),
            "there is no project “Moon”; there are “The Sea”, “The Sea Asks”, “Ebb”, “ebb”"
        );
        assert_eq!(find("document", "x", &[]).unwrap_err().to_string(), "there is no document “x”");
    }
}
