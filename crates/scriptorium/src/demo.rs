//! `scriptorium demo`: a service with a novella in it, and all that was planned around it. The first
//! start takes the project in, opens it, keeps searches and has the staff read it; a later one
//! finds it as its user left it, and does nothing.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use domain::{
    Error, OrNone as _, Principal,
    agents::AgentPriority,
    exports::{ImportedProject, MANIFEST, Manifest},
    ids,
    imports::ImportFile,
    json::Json,
    languages::LanguageQuery,
    model::read_body,
    research::{SavedSearch, SavedSearchCreate},
    swarms::{SwarmCreate, SwarmType},
    timelines::TimelineQuery,
    versioned::Versioned,
};
use engine::{Change, Studio, research::saved};
use include_dir::{Dir, include_dir};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Tx, idempotency::Answer, projects, research, swarms};

use crate::{
    folder,
    settings::{Loaded, Origin},
};

/// The project as an export wrote it.
static PROJECT: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/demo/project");

/// Searches worth keeping, each as the interface takes it, but for the project.
const SEARCHES: &str = include_str!("../demo/searches.json");

/// Where the demo keeps its data, unless somebody chose a folder: beside a studio of one's own, not in
/// it.
pub(crate) const FOLDER: &str = "./scriptorium-demo";

/// Where a studio of one's own is when nobody chose a folder.
const USUAL_FOLDER: &str = "./scriptorium-data";

/// The file that says that everything was put in, with the ids of what to look at.
const INSTALLED: &str = "demo.json";

/// How long the texts may be indexed for the searches: a slow machine needs longer than a request waits.
const INDEXING_MAX: Duration = Duration::from_secs(60);

/// How long the staff may read.
const SWEEP_MAX: Duration = Duration::from_secs(120);

/// How often that is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Why there is no demo.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// The studio refuses something.
    #[error(transparent)]
    Studio(#[from] Error),
    /// The note of what was put in cannot be read or written.
    #[error("{doing} {} failed", path.display())]
    Note {
        /// What was being done.
        doing: &'static str,
        /// With which file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

/// Moves the data of a demo out of the usual folder. A settings file that names the usual one, as the
/// file that comes with the program does, chooses nothing.
pub fn move_out(loaded: &mut Loaded) {
    let is_chosen = match loaded.origin("data.dir") {
        Some(Origin::Flag { .. } | Origin::Environment { .. }) => true,
        Some(Origin::File { .. }) => loaded.settings.data.dir != Path::new(USUAL_FOLDER),
        Some(Origin::Default) | None => false,
    };
    if !is_chosen {
        loaded.settings.data.dir = FOLDER.into();
    }
}

/// What was put in, as the note says it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Installed {
    project_id: String,
    swarm_id: String,
}

/// Puts the demo into a studio that keeps its data in `data`, if it was never put in; the paths at
/// which there is something to see, each with what.
///
/// # Errors
/// When the studio or the folder refuses; what is there by then is taken up at the next start.
pub async fn install(
    studio: &Studio,
    data: &Path,
) -> Result<Vec<(&'static str, String)>, DemoError> {
    let path = data.join(INSTALLED);
    let failed = |doing| {
        let path = path.clone();
        move |source| DemoError::Note { doing, path, source }
    };
    let principal = Principal::local();
    let installed = match fs::read(&path) {
        Ok(note) => serde_json::from_slice(&note)
            .map_err(|flaw| failed("reading")(io::Error::other(flaw)))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let project_id = project(studio, &principal).await?;
            searches(studio, &principal, &project_id).await?;
            let swarm_id = sweep(studio, &principal, &project_id).await?;
            let installed = Installed { project_id, swarm_id };
            let note = serde_json::to_vec_pretty(&installed).map_err(io::Error::other);
            note.and_then(|note| folder::write_file(&path, &note)).map_err(failed("writing"))?;
            installed
        }
        Err(source) => return Err(failed("reading")(source)),
    };
    Ok(studio.database.read(move |tx| paths(tx, &principal, &installed)).await?)
}

/// What the agents do without a language model, and what to type to give them one; or, where one is
/// configured, how to see whether it works. `program` is how the program was called.
pub fn about_models(program: &str, has_model: bool) -> String {
    if has_model {
        return format!("A language model is configured. `{program} model check` says what works.");
    }
    format!(
        "No language model is configured. Without one the agents measure the text and compare it with\n\
         what is recorded; with one they also write ideas, scenes, edits and letters, and can debate.\n\
         To give them one that runs in Ollama, stop the demo and type:\n  \
         export SCRIPTORIUM_MODEL__PROVIDER=ollama\n  \
         export SCRIPTORIUM_MODEL__BASE_URL=http://127.0.0.1:11434\n  \
         export SCRIPTORIUM_MODEL__NAME=qwen3:8b\n  \
         {program} model check    # says what works\n  \
         {program} demo\n\
         The section [model] of scriptorium.toml has the same settings; docs/models.md has other servers."
    )
}

/// What to look at of what was put in: its user may have removed it.
fn paths(
    tx: &mut Tx<'_>,
    user: &Principal,
    Installed { project_id: id, swarm_id }: &Installed,
) -> domain::Result<Vec<(&'static str, String)>> {
    if projects::find(tx, user, id)?.is_none() {
        return Ok(Vec::new());
    }
    let (project_id, limit, cursor) = (Some(id.clone()), 1, None);
    let query = TimelineQuery { project_id: project_id.clone(), limit, cursor: None };
    let timeline = engine::timelines::list(tx, user, &query)?.items.into_iter().next();
    let query = LanguageQuery { project_id, limit, cursor };
    let language = engine::languages::list(tx, user, &query)?.items.into_iter().next();
    let swarm = swarms::get(tx, user, swarm_id).or_none()?;
    let project = format!("/api/projects/{id}");
    let mut paths = vec![
        ("project", project.clone()),
        ("chapters", format!("{project}/documents?kind=chapter")),
        ("lore", format!("{project}/lore")),
    ];
    if let Some(timeline) = timeline {
        paths.push(("timeline", format!("/api/creative/timelines/{}/events", timeline.id)));
    }
    paths.push(("promises", format!("/api/creative/plot/promises?projectId={id}")));
    if let Some(language) = language {
        let language = format!("/api/creative/conlang/languages/{}", language.id);
        paths.push(("grammar", format!("{language}/grammar-rules")));
        paths.push(("words", format!("{language}/lexicon")));
    }
    if let Some((swarm, _)) = swarm {
        paths.push(("sweep", format!("/api/agents/swarm/{}", swarm.id)));
    }
    paths.push(("findings", format!("{project}/findings")));
    paths.push(("readiness", format!("{project}/readiness")));
    paths.push(("searches", "/api/discovery/research/queries".to_owned()));
    Ok(paths)
}

/// The text of a file of the project.
fn text(path: &str) -> &'static str {
    PROJECT.get_file(path).and_then(include_dir::File::contents_utf8).unwrap_or_default()
}

/// Takes the project in and opens it; its id. One that was taken in before stays as it is.
async fn project(studio: &Studio, principal: &Principal) -> Result<String, DemoError> {
    let mut id = Manifest::read(text(MANIFEST))?.project;
    let (user, wanted) = (principal.clone(), id.clone());
    let there = studio.database.read(move |tx| projects::find(tx, &user, &wanted)).await?;
    if there.is_none() {
        // It gets another id where somebody has put it into the trash.
        let arrived = engine::exports::import(studio, principal, files(), None, id_of).await?;
        id = arrived.body;
    }
    let wanted = id.clone();
    let activate = move |change: &mut Change<'_, '_>| engine::projects::activate(change, &wanted);
    studio.change(principal, activate).await?;
    Ok(id)
}

/// The id of an imported project, in the place of an answer.
fn id_of(arrived: &Versioned<ImportedProject>) -> domain::Result<Answer> {
    Ok(Answer { status: 200, etag: None, body: arrived.view.project.id.clone() })
}

/// The files of the project, as an import takes them.
pub fn files() -> Vec<ImportFile> {
    files_in(&PROJECT)
}

/// The files of a folder and of those in it.
fn files_in(folder: &Dir<'static>) -> Vec<ImportFile> {
    let mut files: Vec<ImportFile> = folder
        .files()
        .filter_map(|file| {
            let path = file.path().to_str()?.to_owned();
            Some(ImportFile { path, content: file.contents_utf8()?.to_owned() })
        })
        .collect();
    files.extend(folder.dirs().flat_map(files_in));
    files
}

/// Saves the searches that are not saved yet, and runs each.
async fn searches(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
) -> Result<(), DemoError> {
    let bodies: Vec<Value> = serde_json::from_str(SEARCHES)
        .map_err(|flaw| Error::internal("reading the demo's searches", flaw))?;
    let user = principal.clone();
    let there = studio.database.read(move |tx| research::all_saved(tx, &user)).await?;
    for mut body in bodies {
        body["filters"]["projectId"] = json!(project_id);
        let read = Json::read(body.to_string().as_bytes())
            .map_err(|flaw| Error::internal("reading a search of the demo", format!("{flaw:?}")))?;
        let create: SavedSearchCreate = read_body(&read)?;
        if there.iter().any(|it| it.name == create.name) {
            continue;
        }
        let now = studio.clock.now();
        let search = SavedSearch::create(ids::new(now), &create, now)?.search()?;
        let made =
            engine::research::ask_within(studio, principal, &search, now, INDEXING_MAX).await?;
        let save = move |change: &mut Change<'_, '_>| {
            let saved = saved::create(change, &create)?;
            saved::record(change, &made, Some(&saved.id))
        };
        studio.change(principal, save).await?;
    }
    Ok(())
}

/// Has the staff read the project, and waits until they have; the swarm.
async fn sweep(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
) -> Result<String, DemoError> {
    let create = SwarmCreate {
        swarm_type: SwarmType::ConsistencySweep,
        task_description: "What is left to mend in the later chapters?".to_owned(),
        project_id: Some(project_id.to_owned()),
        priority: AgentPriority::Normal,
        agents: None,
        input: None,
        budget: None,
    };
    let with = studio.clone();
    let create = move |change: &mut Change<'_, '_>| engine::swarms::create(change, &with, &create);
    let id = studio.change(principal, create).await?.swarm_id;
    let ended = async {
        loop {
            let (principal, id) = (principal.clone(), id.clone());
            let read = move |tx: &mut Tx<'_>| swarms::get(tx, &principal, &id);
            let (swarm, _) = studio.database.read(read).await?;
            if swarm.status.is_final() {
                return Ok::<_, Error>(());
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    };
    match tokio::time::timeout(SWEEP_MAX, ended).await {
        Ok(ended) => ended?,
        Err(_) => tracing::warn!("the staff still reads the demo's novella"),
    }
    Ok(id)
}
