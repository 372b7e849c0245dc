//! Completion: the names of projects, documents and lore entries that begin with what somebody types, or
//! have it, among those that the principal may see. A name that several records have is their id, because
//! it could not be used.

use std::collections::HashMap;

use domain::{Error, Principal, Result, fold::fold_name, tools::NAME_CHARS_MAX};
use store::{Tx, projects::ProjectAccess};

use crate::{Studio, skills::book, tools::naming};

/// Names that one answer has.
pub const COMPLETIONS_MAX: usize = 100;

/// Whose names are completed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completed {
    /// Projects.
    Projects,
    /// Documents of a project.
    Documents,
    /// Entries of a project's lore.
    Entries,
}

/// Names that complete what was typed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Completion {
    /// The best of them, [`COMPLETIONS_MAX`] at the most.
    pub values: Vec<String>,
    /// How many there are in all.
    pub total: usize,
}

/// A record with its names, the first of which it is called by.
struct Candidate {
    id: String,
    names: Vec<String>,
}

/// The names that complete a text. Documents and entries are those of the project that is named, or else of
/// the one that a tool would be about; there are none where that is not clear.
///
/// # Errors
/// When the database fails.
pub async fn complete(
    studio: &Studio,
    principal: &Principal,
    (completed, project): (Completed, Option<String>),
    typed: String,
) -> Result<Completion> {
    let principal = principal.clone();
    let candidates = studio.database.scan(move |tx| {
        let project = project.as_deref().filter(|it| !it.trim().is_empty());
        match completed {
            Completed::Projects => projects_of(tx, &principal),
            Completed::Documents => of_project(tx, (&principal, project), documents_of),
            Completed::Entries => of_project(tx, (&principal, project), entries_of),
        }
    });
    Ok(completion(&candidates.await?, &typed))
}

fn projects_of(tx: &mut Tx<'_>, principal: &Principal) -> Result<Vec<Candidate>> {
    let all = naming::visible(tx, principal)?.into_iter();
    Ok(all.map(|it| Candidate { id: it.id, names: vec![it.name] }).collect())
}

fn of_project(
    tx: &mut Tx<'_>,
    (principal, project): (&Principal, Option<&str>),
    read: fn(&mut Tx<'_>, &ProjectAccess) -> Result<Vec<Candidate>>,
) -> Result<Vec<Candidate>> {
    match naming::project(tx, principal, project) {
        Ok((access, _)) => read(tx, &access),
        Err(Error::NotFound { .. } | Error::Rejected(_)) => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

fn documents_of(tx: &mut Tx<'_>, access: &ProjectAccess) -> Result<Vec<Candidate>> {
    let (all, _) = book::documents(tx, access)?;
    Ok(all.into_iter().map(|it| Candidate { id: it.id, names: vec![it.title] }).collect())
}

/// Those that the project's `knowledgeFilter` does not leave out.
fn entries_of(tx: &mut Tx<'_>, access: &ProjectAccess) -> Result<Vec<Candidate>> {
    let all = naming::entries(tx, access)?;
    Ok(all.into_iter().map(|it| Candidate { id: it.entry_id, names: it.names }).collect())
}

/// Those that begin with what was typed, then those that have it, each in the order of the candidates.
fn completion(candidates: &[Candidate], typed: &str) -> Completion {
    let typed_folded = fold_name(typed);
    let mut called: HashMap<String, usize> = HashMap::new();
    for candidate in candidates {
        let mut names: Vec<String> = candidate.names.iter().map(|name| fold_name(name)).collect();
        names.sort();
        names.dedup();
        names.into_iter().for_each(|name| *called.entry(name).or_default() += 1);
    }
    let rank = |candidate: &Candidate| {
        let mut names = candidate.names.iter().map(|name| fold_name(name));
        if names.clone().any(|name| name.starts_with(&typed_folded)) {
            return Some(0);
        }
        let has = names.any(|name| name.contains(&typed_folded));
        (has || candidate.id.starts_with(typed)).then_some(1)
    };
    let mut found: Vec<(usize, &Candidate)> =
        candidates.iter().filter_map(|it| Some((rank(it)?, it))).collect();
    found.sort_by_key(|(rank, _)| *rank);
    let value = |candidate: &Candidate| {
        let name = candidate.names.first().map_or("", |name| name.trim());
        let is_unique = called.get(&fold_name(name)) == Some(&1);
        let is_short = name.chars().nth(NAME_CHARS_MAX).is_none();
        if is_unique && is_short { name.to_owned() } else { candidate.id.clone() }
    };
    let values = found.iter().take(COMPLETIONS_MAX).map(|(_, it)| value(it)).collect();
    Completion { values, total: found.len() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates(named: &[(&str, &[&str])]) -> Vec<Candidate> {
        let candidate = |(id, names): &(&str, &[&str])| Candidate {
            id: (*id).to_owned(),
            names: names.iter().map(|name| (*name).to_owned()).collect(),
        };
        named.iter().map(candidate).collect()
    }

    #[test]
    fn what_begins_with_the_text_comes_before_what_has_it() {
        let all = candidates(&[
            ("1", &["The Harbour"]),
            ("2", &["Harro", "the pilot"]),
            ("3", &["Élan"]),
        ]);

        for (typed, wanted) in [
            ("har", vec!["Harro", "The Harbour"]),
            ("", vec!["The Harbour", "Harro", "Élan"]),
            ("PILOT", vec!["Harro"]),
            ("3", vec!["Élan"]),
            ("none", vec![]),
        ] {
            assert_eq!(completion(&all, typed).values, wanted, "{typed}");
        }
    }

    #[test]
    fn a_name_that_cannot_be_used_is_an_id() {
        let long = "x".repeat(NAME_CHARS_MAX + 1);
        let all = candidates(&[
            ("1", &["Twin"]),
            ("2", &["twin "]),
            ("3", &["Mara", "Twin"]),
            ("4", &[&long]),
        ]);

        assert_eq!(completion(&all, "").values, ["1", "2", "Mara", "4"]);
    }

    #[test]
    fn many_are_counted_and_not_all_named() {
        let names: Vec<String> = (0..250).map(|number| format!("One {number}")).collect();
        let all: Vec<Candidate> = names
            .iter()
            .map(|name| Candidate { id: name.clone(), names: vec![name.clone()] })
            .collect();

        let found = completion(&all, "one");

        assert_eq!((found.values.len(), found.total), (COMPLETIONS_MAX, 250));
    }
}
