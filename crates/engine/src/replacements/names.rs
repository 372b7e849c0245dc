//! Another name for who has a lore entry: in the entry, and wherever the manuscript names it. What the texts
//! show of whose name stands where decides; where they do not show it, the match is uncertain, and only
//! changed when somebody chooses it.

mod matches;

use std::collections::{BTreeMap, HashMap, HashSet};

use domain::{
    Error, Principal, Result,
    fold::fold_name,
    lore::Entry,
    quotations::Correction,
    replacements::{
        Choice, FORMS_ALL_MAX, Found, FoundText, MATCHES_MAX, SPEAKERS_MAX,
        requests::{Rename, RenameQuery, RenamedForm, RenamedSpeaker},
        too_many_matches, too_many_speakers,
        view::{FormPreview, Namesake, RenamePreview, Replacement},
    },
};
use store::{
    lore::{self, EntryNames},
    projects, quotations,
};

use super::{ReadReplacement, counted, replace_texts, replacement, texts, undo};
use crate::{Studio, blocking, change::Change, names::NamedBook, quotations::Persons};

/// The new names of an entry that was read, and what they change.
#[derive(Debug, Clone)]
pub struct ReadRename {
    version: i64,
    name: String,
    aliases: Vec<String>,
    speakers: Vec<RenamedSpeaker>,
    texts: ReadReplacement,
}

/// What is looked for when an entry gets another name.
struct Names {
    entry: Entry,
    /// The new name.
    name: String,
    /// The new aliases.
    aliases: Vec<String>,
    forms: Vec<FormPreview>,
    namesakes: Vec<Namesake>,
    /// The corrected speakers that are renamed.
    speakers: Vec<RenamedSpeaker>,
}

/// What another name of a lore entry would change; a page of it.
///
/// # Errors
/// Not found when the principal cannot see the project, or it has no such entry; rejected when there are more
/// matches than [`MATCHES_MAX`], or nothing would be called otherwise.
pub async fn preview(
    studio: &Studio,
    principal: &Principal,
    (project_id, entry_id): (&str, &str),
    query: RenameQuery,
) -> Result<RenamePreview> {
    let of = (project_id, entry_id);
    let (names, found) = find(studio, principal, of, (&query.name, &query.forms)).await?;
    let (limit, cursor) = (query.limit, query.cursor);
    blocking::run("showing what was found", move || RenamePreview {
        name: names.name,
        aliases: names.aliases,
        forms: names.forms,
        namesakes: names.namesakes,
        speakers: i64::try_from(corrections_of(&names.speakers)).unwrap_or(i64::MAX),
        found: found.preview(limit, cursor.as_ref()),
    })
    .await
}

/// Reads what another name of a lore entry changes.
///
/// # Errors
/// As [`preview`]; stale when something else is found than the request says.
pub async fn read(
    studio: &Studio,
    principal: &Principal,
    (project_id, entry_id): (&str, &str),
    rename: Rename,
) -> Result<ReadRename> {
    let of = (project_id, entry_id);
    let (names, found) = find(studio, principal, of, (&rename.name, &rename.forms)).await?;
    let reading = move || {
        let choice = Choice { only: None, without: &rename.without, also: &rename.also };
        let texts = found.replace(&rename.digest, choice, "").map(counted)?;
        Ok(ReadRename {
            version: names.entry.version,
            speakers: names.speakers,
            name: names.name,
            aliases: names.aliases,
            texts,
        })
    };
    blocking::run("renaming in texts", reading).await?
}

/// Gives a lore entry its new name, in the entry and in the texts that were read, in all of them or in none.
///
/// # Errors
/// Stale when the entry or one of the texts was changed since; a conflict when somebody else has locked a
/// document.
pub fn rename(
    change: &mut Change<'_, '_>,
    (project_id, entry_id): (&str, &str),
    read: &ReadRename,
) -> Result<Replacement> {
    let project = projects::check(change.tx, change.principal, project_id)?;
    let documents = replace_texts(change, &project, &read.texts)?;
    let entry = lore::get_for_update(change.tx, &project, entry_id)?;
    if entry.version != read.version {
        return Err(Error::Stale { what: "The entry" });
    }
    let names = (read.name.as_str(), read.aliases.as_slice());
    let entry = undo::rename_entry(change, &project, entry_id, names, &read.speakers)?;
    Ok(replacement(documents, Some(entry)))
}

/// Finds where the manuscript names an entry, and what stands there with its new name.
async fn find(
    studio: &Studio,
    principal: &Principal,
    (project_id, entry_id): (&str, &str),
    (name, forms): (&str, &[RenamedForm]),
) -> Result<(Names, Found)> {
    let (known, of, id) = (principal.clone(), project_id.to_owned(), entry_id.to_owned());
    let (entry, corrections) = studio
        .database
        .scan(move |tx| {
            let project = projects::check(tx, &known, &of)?;
            let entry = lore::get(tx, &project, &id)?.0;
            Ok((entry, quotations::project_corrections(tx, &project)?))
        })
        .await?;
    let book = crate::names::of_project(studio, principal, project_id).await?;
    let texts = texts(studio, principal, project_id, None).await?;
    let (name, forms) = (name.to_owned(), forms.to_vec());
    let finding = move || {
        let mut names = Names::new(entry, name, &forms, &book)?;
        names.speakers = speakers(&names, corrections, &book);
        if corrections_of(&names.speakers) > SPEAKERS_MAX {
            return Err(too_many_speakers());
        }
        let key = format!(
            "rename {} {} {:?} {:?} {:?}",
            names.entry.id, names.entry.version, names.name, names.forms, names.speakers
        );
        let mut found = Found { sought: key, texts: Vec::new() };
        let finder = matches::NameFinder::new(&names.entry, &names.forms, &book);
        let mut total = 0;
        for (document, content) in texts {
            let (content, matches) = finder.find(&document, content)?;
            total += matches.len();
            if total > MATCHES_MAX {
                return Err(too_many_matches());
            }
            if !matches.is_empty() {
                found.texts.push(FoundText { document, content, matches });
            }
        }
        Ok((names, found))
    };
    blocking::run("looking for names", finding).await?
}

impl Names {
    fn new(entry: Entry, name: String, wanted: &[RenamedForm], book: &NamedBook) -> Result<Self> {
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        if name.is_empty() {
            return Err(Error::Rejected("The new name is blank".to_owned()));
        }
        let becomes = |form: &str| {
            let said = wanted.iter().find(|it| fold_name(&it.form) == fold_name(form));
            match said {
                Some(it) => Some(it.to.clone()).filter(|to| to != form),
                None if fold_name(form) == fold_name(&entry.name) => {
                    Some(name.clone()).filter(|name| name != form)
                }
                None => prose::renamed(form, &entry.name, &name),
            }
        };
        let mut forms: Vec<FormPreview> = Vec::new();
        for form in all_forms(&entry, wanted, book) {
            let is_known = forms.iter().any(|it| fold_name(&it.form) == fold_name(&form));
            if !is_known && forms.len() < FORMS_ALL_MAX {
                forms.push(FormPreview { to: becomes(&form), form });
            }
        }
        if forms.iter().all(|it| it.to.is_none()) {
            return Err(Error::Rejected(format!("“{}” is called so already", entry.name)));
        }
        // Several parts of the old name may become one, or the new name itself.
        let mut borne = HashSet::from([fold_name(&name)]);
        let aliases = entry.aliases.iter();
        let aliases = aliases.map(|alias| becomes(alias).unwrap_or_else(|| alias.clone()));
        let aliases = aliases.filter(|alias| borne.insert(fold_name(alias))).collect();
        let new: Vec<&str> = forms.iter().filter_map(|it| it.to.as_deref()).collect();
        let namesakes = namesakes(&book.entries, &entry.id, &new);
        Ok(Self { entry, name, aliases, forms, namesakes, speakers: Vec::new() })
    }
}

/// The corrected speakers who are this entry and nobody else, with what they become.
fn speakers(names: &Names, corrections: Vec<Correction>, book: &NamedBook) -> Vec<RenamedSpeaker> {
    let others = Persons::of(book).names_of_others(&names.entry.id);
    let becomes: HashMap<String, &str> = names
        .forms
        .iter()
        .filter_map(|it| Some((fold_name(&it.form), it.to.as_deref()?)))
        .filter(|(form, _)| !others.contains(form))
        .collect();
    let mut renamed: BTreeMap<String, RenamedSpeaker> = BTreeMap::new();
    for it in corrections {
        let Some(to) = becomes.get(&fold_name(&it.speaker)) else { continue };
        if *to != it.speaker {
            let of_speaker = renamed.entry(it.speaker.clone()).or_insert_with(|| RenamedSpeaker {
                form: it.speaker,
                to: (*to).to_owned(),
                corrections: Vec::new(),
            });
            of_speaker.corrections.push(it.id);
        }
    }
    renamed.into_values().collect()
}

/// How many corrections these are.
fn corrections_of(speakers: &[RenamedSpeaker]) -> usize {
    speakers.iter().map(|it| it.corrections.len()).sum()
}

/// The forms of an entry's name: its names, those of the texts, those of the request, and the parts of its name.
fn all_forms(entry: &Entry, wanted: &[RenamedForm], book: &NamedBook) -> Vec<String> {
    let known = book.entries.iter().position(|it| it.entry_id == entry.id);
    let entities = book.roster.entities.iter().filter(|it| known.is_some() && it.known == known);
    let mut forms = vec![entry.name.clone()];
    forms.extend(entry.aliases.iter().cloned());
    forms.extend(entities.flat_map(|it| &it.names).map(|name| name.text.clone()));
    forms.extend(wanted.iter().map(|it| it.form.clone()));
    forms.extend(prose::name_parts(&entry.name));
    forms
}

/// Other entries that bear one of these names.
fn namesakes(entries: &[EntryNames], id: &str, names: &[&str]) -> Vec<Namesake> {
    let new: Vec<String> = names.iter().map(|name| fold_name(name)).collect();
    let others = entries.iter().filter(|it| it.entry_id != id);
    let shared = |it: &EntryNames| {
        let shared = it.names.iter().find(|name| new.contains(&fold_name(name)))?;
        Some(Namesake {
            entry_id: it.entry_id.clone(),
            name: it.name().to_owned(),
            shared: shared.clone(),
        })
    };
    others.filter_map(shared).take(FORMS_ALL_MAX).collect()
}
