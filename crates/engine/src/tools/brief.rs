//! `scene_brief`: all that a scene needs, within a bound of tokens.

use domain::{
    Result,
    tools::{
        DATA_NOTICE,
        answers::story::{BriefSource, SceneBrief},
        excerpt::{in_marks, quoted},
        requests::story::SceneBriefArguments,
    },
};

use super::{ToolAnswer, ToolCall, ToolDefinition, naming, paging, reading, tool};
use crate::skills::story::brief;

const NAME: &str = "scene_brief";

pub(super) fn of_scene() -> ToolDefinition {
    let about = reading(
        NAME,
        "Brief for a scene",
        "Gathers all that a scene needs before it is written or changed: where it stands, who and what is \
         named in it or planned for it with the lore in short, when it happens by the timelines, how the \
         text before it ends, which promises to the reader are open there, and what checks found. Call it \
         first when you are asked to write, continue or revise a scene or chapter. Sources come in the order \
         facts, document, lore, outline, timeline, promise, finding; each says why it was chosen, and those \
         that do not fit into `tokensMax` are listed as left out.",
    );
    tool::<SceneBriefArguments, SceneBrief, _>(about, run)
}

async fn run(call: ToolCall, arguments: SceneBriefArguments) -> Result<ToolAnswer> {
    let (principal, wanted) = (call.principal.clone(), arguments.clone());
    let database = &call.studio.database;
    let mut brief = database
        .scan(move |tx| {
            let (access, named) = naming::project(tx, &principal, wanted.project.as_deref())?;
            brief::read(tx, &access, named, &wanted)
        })
        .await?;
    let sources = std::mem::take(&mut brief.sources);
    let head = head(&brief, &sources);
    let sources: Vec<(BriefSource, String)> =
        sources.into_iter().map(|it| (it.clone(), lines(&it))).collect();
    let visible = paging::page(arguments.cursor.as_ref(), (&brief, &head), &sources)?;
    let items: Vec<&str> =
        sources[visible.items.clone()].iter().map(|(_, text)| text.as_str()).collect();
    let more = paging::more(NAME, visible.next_cursor.as_deref());
    let text = format!("{head}\n{}{more}", items.join("\n"));
    let sources = sources.into_iter().map(|(source, _)| source);
    brief.sources = sources.skip(visible.items.start).take(visible.items.len()).collect();
    brief.next_cursor = visible.next_cursor;
    ToolAnswer::about(&brief.project, &brief, text)
}

/// What stands before the sources.
fn head(brief: &SceneBrief, sources: &[BriefSource]) -> String {
    let scene = match (&brief.node, &brief.document) {
        (Some(node), Some(document)) => format!(
            "{} of the outline, told in {}",
            naming::in_words(node),
            naming::in_words(document)
        ),
        (Some(one), None) | (None, Some(one)) => naming::in_words(one),
        (None, None) => String::new(),
    };
    let included = sources.iter().filter(|it| it.included).count();
    format!(
        "Brief for {scene} in project {}: {included} of {} sources, about {} of at most {} tokens.\n\
         {DATA_NOTICE}",
        naming::in_words(&brief.project),
        sources.len(),
        brief.tokens,
        brief.tokens_max
    )
}

/// A source as lines of the text.
fn lines(source: &BriefSource) -> String {
    let BriefSource { kind, title, reason, .. } = source;
    let title = in_marks(title);
    let id = source.id.as_ref().map_or(String::new(), |id| format!(" ({id})"));
    let position = match (source.start, source.end, source.line) {
        (Some(start), Some(end), Some(line)) => {
            format!(", characters {start} to {end}, line {line}")
        }
        _ => String::new(),
    };
    match &source.text {
        Some(text) => format!("- {kind} {title}{id}{position}: {reason}\n{}", quoted(text)),
        None => format!("- not here: {kind} {title}{id}: {reason}"),
    }
}
