//! Muse: names that sound like those a project has already, put together letter by letter out of its
//! lore and its lexicons, each with two names it comes from. That is rule and no inspiration;
//! premises and what-ifs take a model, and the answer says so.

mod material;

use std::collections::{BTreeMap, HashSet};

use domain::{
    Result, agents::understanding::Topic, digest, fold::fold_name, lore::Category, messages::Answer,
};
use prose::{COINAGE_NAMES_MIN, CoinedName};
use serde_json::{Value, json};
use store::{
    Tx, languages,
    lore::{self, EntryNames},
    projects::ProjectAccess,
};

use super::{
    answers::{AnswerText, counted, listed},
    parts::{self, Part},
    project_records::Records,
    reading::Asked,
    request::Origin,
    subject::shortened,
};
use crate::Studio;

/// Names that are put together from one source.
const NAMES_EACH: usize = 10;

/// Languages whose lexicons are taken, the newest.
const LANGUAGES_MAX: i64 = 5;

/// A source of names or words, and the names that were made of it.
struct NameSource {
    /// What they are: a category of the lore, or the name of a language.
    of: String,
    /// How many there are.
    given: usize,
    coined: Vec<CoinedName>,
}

/// Material of the project or of what a request names; new names, where names are asked for.
pub(super) async fn answer(studio: &Studio, asked: Asked) -> Result<Answer> {
    // A task says what a swarm is for: muse has names for that, and the others the records.
    if asked.topic == Topic::Coinage || asked.request.origin == Origin::Task {
        return names(studio, &asked).await;
    }
    let of_part = parts::answer(
        studio,
        &asked,
        "material",
        |_, _, _| Ok(()),
        |records, (), part| match part {
            Part::Chapter(placed) => material::of_chapter(records, placed),
            Part::Entry(entry, _) => material::of_entry(records, entry),
            Part::Promise(promise) => material::of_promise(records, promise),
        },
    );
    if let Some(answer) = of_part.await? {
        return Ok(answer);
    }
    let records = parts::read_project(studio, &asked, Records::read).await?;
    super::run_blocking(move || {
        let (text, mut report) = material::of_book(&records);
        report["kind"] = "material".into();
        report["projectId"] = records.project_id.as_str().into();
        report["isWhole"] = records.is_whole.into();
        asked.scoped(&text, report)
    })
    .await
}

/// New names for the project.
async fn names(studio: &Studio, asked: &Asked) -> Result<Answer> {
    let (project_id, sources) = parts::read_project(studio, asked, |tx, project| {
        Ok((project.id().to_owned(), sources(tx, project)?))
    })
    .await?;
    // Another question gives other names; the same one gives the same.
    let seed = seed(&asked.request.text);
    let asked = asked.clone();
    super::run_blocking(move || {
        let name_sources = name_sources(sources, seed);
        if name_sources.iter().all(|source| source.coined.is_empty()) {
            let mut answer = Answer::without_model("muse");
            answer.text += &format!(
                "Names could be put together from {COINAGE_NAMES_MIN} entries of one category of \
                 the lore, or words of a lexicon; there are not so many, or they sound too little \
                 alike.\n"
            );
            return Ok(answer);
        }
        asked.scoped(&answer_text(&name_sources), report(&project_id, &name_sources))
    })
    .await
}

/// The names that can be made of each source, without those of other sources.
fn name_sources(sources: Vec<(String, Vec<String>)>, seed: u64) -> Vec<NameSource> {
    let words = |name: &String| name.split_whitespace().map(fold_name).collect::<Vec<_>>();
    let taken: HashSet<String> =
        sources.iter().flat_map(|(_, names)| names).flat_map(words).collect();
    let source = |(of, names): (String, Vec<String>)| {
        let mut coined = prose::coin_names(names.iter().map(String::as_str), seed, NAMES_EACH);
        coined.retain(|it| !taken.contains(&fold_name(&it.name)));
        NameSource { given: names.len(), coined, of }
    };
    sources.into_iter().map(source).collect()
}

/// The names of a project by category, word by word, and the words of its lexicons. Forms of
/// address and small words are none, and a person's name within that of a place belongs to the
/// persons: out of "Harker House", "Lucy's Tomb" and the like would come people.
fn sources(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Vec<(String, Vec<String>)>> {
    let mut by_category: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    let is_named_freely = |it: &EntryNames| {
        !matches!(it.category, Category::History | Category::Event | Category::Concept)
    };
    for entry in lore::entry_names(tx, project)?.into_iter().filter(is_named_freely) {
        let words = entry.names.iter().flat_map(|name| prose::words_without_address(name));
        let words = words.filter(|word| word.starts_with(char::is_uppercase)).map(str::to_owned);
        by_category.entry(entry.category.as_str()).or_default().extend(words);
    }
    let person = Category::Character.as_str();
    let persons: HashSet<String> =
        by_category.get(person).into_iter().flatten().map(|word| fold_name(word)).collect();
    let is_free = |category: &str, word: &String| {
        let of = word.trim_end_matches("'s").trim_end_matches("’s");
        category == person || !persons.contains(&fold_name(of))
    };
    let mut sources: Vec<(String, Vec<String>)> = by_category
        .into_iter()
        .map(|(category, mut words)| {
            words.retain(|word| is_free(category, word));
            words.sort_unstable();
            words.dedup();
            (category.to_owned(), words)
        })
        .collect();
    for language in languages::list(tx, project, (None, LANGUAGES_MAX))?.items {
        let words = languages::words::all(tx, project, &language.id)?;
        sources.push((language.name, words.into_iter().map(|word| word.form).collect()));
    }
    Ok(sources)
}

/// A number that the words of a message decide.
fn seed(content: &str) -> u64 {
    let digest = digest::hex(content.trim().as_bytes());
    u64::from_str_radix(digest.get(..16).unwrap_or("0"), 16).unwrap_or(0)
}

fn answer_text(name_sources: &[NameSource]) -> String {
    let mut out = AnswerText::default();
    for source in name_sources.iter().filter(|source| !source.coined.is_empty()) {
        let heading = format!(
            "Out of the letters of {} in “{}”, none of them taken",
            counted(source.given, "name", "names"),
            shortened(&source.of)
        );
        out.list(&heading, &source.coined, |it| {
            format!("{} (begins like {}, ends like {})", it.name, it.begins_like, it.ends_like)
        });
    }
    out.line(
        "The same question gives the same names, another one others. Premises and what-ifs take a \
         language model, and none is configured.",
    );
    out.finish()
}

fn report(project_id: &str, name_sources: &[NameSource]) -> Value {
    json!({
        "kind": "names_coined",
        "projectId": project_id,
        "sources": listed(name_sources, |source| json!({
            "of": shortened(&source.of),
            "given": source.given,
            "names": listed(&source.coined, |it| json!({
                "name": it.name,
                "beginsLike": it.begins_like,
                "endsLike": it.ends_like,
            })),
        })),
    })
}
