//! All that a scene needs: where it stands, who and what is in it or planned for it, when it happens, how
//! what stands before it ends, which promises are open there, and what checks found. The sources, in the
//! order of [`domain::story::brief`], each with the reason for which it was chosen or left out.

mod facts;
mod records;

use std::collections::{HashMap, HashSet};

use domain::{
    Result,
    agents::context::SourceKind,
    digest,
    lore::KnowledgeFilter,
    story::brief::{BriefPart, Chosen, choose},
    tools::{
        answers::{
            DataNotice, Named,
            story::{BriefSource, SceneBrief},
        },
        requests::story::SceneBriefArguments,
    },
};
use prose::Text;
use store::{
    Tx, documents,
    projects::{self, ProjectAccess},
};

use super::{named, point::Point, record, whole};
use crate::skills::{book, project_records::Records, subject::Subject};

/// Characters of the end of what stands before a scene, at most.
const BEFORE_CHARS_MAX: usize = 700;

/// A scene with what is read for it.
struct Scene<'r> {
    records: &'r Records,
    point: Point<'r>,
    /// The positions of the documents of the manuscript.
    positions: HashMap<&'r str, usize>,
    /// The ids of its documents.
    ids: HashSet<&'r str>,
    /// Its texts.
    texts: Vec<Subject>,
    /// What of the manuscript stands before it and has a text.
    before: Option<Subject>,
    filter: Option<KnowledgeFilter>,
}

/// Gathers a brief, all sources of it.
///
/// # Errors
/// Not found or rejected where the arguments name no scene, or several.
pub(crate) fn read(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    name: Named,
    arguments: &SceneBriefArguments,
) -> Result<SceneBrief> {
    let settings = projects::detail(tx, project)?.settings;
    let records = Records::read(tx, project)?;
    let point = Point::find(&records, &arguments.scene)?;
    let scene = Scene::read(tx, project, (&records, point), KnowledgeFilter::of(&settings))?;
    let mut parts = vec![scene.facts()];
    parts.extend(scene.before());
    parts.extend(scene.lore(tx, project)?);
    parts.extend(scene.outline());
    parts.extend(scene.events());
    parts.extend(scene.promises());
    parts.extend(scene.findings(tx, project)?);
    let tokens_max = usize::try_from(arguments.tokens_max).unwrap_or(0);
    let count = |text: &str| usize::try_from(llm::tokens_estimate(text)).unwrap_or(usize::MAX);
    Ok(scene.view(name, arguments.tokens_max, choose(parts, tokens_max, count)))
}

impl<'r> Scene<'r> {
    fn read(
        tx: &mut Tx<'_>,
        project: &ProjectAccess,
        (records, point): (&'r Records, Point<'r>),
        filter: Option<KnowledgeFilter>,
    ) -> Result<Self> {
        let manuscript = &records.book.manuscript;
        let mut text_of = |at: usize| -> Result<Option<Subject>> {
            let document = &manuscript[at].document;
            if document.words == 0 {
                return Ok(None);
            }
            let text = documents::content(tx, project, &document.id)?;
            Ok(Some(Subject::new(Some((document.id.clone(), document.title.clone())), text)))
        };
        let mut texts = Vec::new();
        for at in point.positions.clone() {
            texts.extend(text_of(at)?);
        }
        let behind = (0..point.positions.start).rev().find(|at| manuscript[*at].document.words > 0);
        let before = behind.map(&mut text_of).transpose()?.flatten();
        let ids = manuscript.iter().map(|it| it.document.id.as_str());
        Ok(Self {
            positions: ids.clone().enumerate().map(|(at, id)| (id, at)).collect(),
            ids: ids.skip(point.positions.start).take(point.positions.len()).collect(),
            records,
            point,
            texts,
            before,
            filter,
        })
    }

    /// Words that it has already.
    fn words(&self) -> i64 {
        let inside = &self.records.book.manuscript[self.point.positions.clone()];
        inside.iter().map(|it| it.document.words).sum()
    }

    /// What it is called.
    fn title(&self) -> String {
        let node = self.point.node.map(|it| it.title.as_str());
        named(node.or(self.point.placed.map(|it| it.title())).unwrap_or_default())
    }

    /// How what stands before it ends.
    fn before(&self) -> Option<BriefPart> {
        let subject = self.before.as_ref()?;
        let text = Text::new(&subject.plain.text);
        let last = text.sentences().last()?;
        let length = |start: usize| subject.plain.text[start..last.span.end].chars().count();
        let fitting = text.sentences().iter().rev();
        let fitting = fitting.take_while(|it| length(it.span.start) <= BEFORE_CHARS_MAX).last();
        let span = match fitting {
            Some(first) => prose::Span { start: first.span.start, end: last.span.end },
            None => subject.end_of(last.span),
        };
        let position = super::quotation(subject, span);
        let document = super::document_of(subject);
        Some(BriefPart {
            kind: SourceKind::Document,
            title: format!("The end of “{}”", document.title),
            id: Some(document.id),
            position: Some((position.start, position.end, position.line.unwrap_or(1))),
            text: Some(span.of(&subject.plain.text).to_owned()),
            reason: "the last sentences before the scene".to_owned(),
        })
    }

    fn view(&self, project: Named, tokens_max: i64, chosen: Vec<Chosen>) -> SceneBrief {
        let placed = self.point.placed;
        let sources: Vec<BriefSource> = chosen.into_iter().map(source).collect();
        let mut written = String::new();
        for source in &sources {
            written += source.id.as_deref().unwrap_or_default();
            written += source.text.as_deref().unwrap_or_default();
            written.push('\n');
        }
        SceneBrief {
            notice: DataNotice,
            project,
            document: placed.map(|it| record(&it.document.id, it.title())),
            kind: placed.map(|it| it.document.kind),
            node: self.point.node.map(|it| record(&it.id, &it.title)),
            words: self.words(),
            tokens_max,
            tokens: sources.iter().map(|it| it.tokens).sum(),
            digest: digest::hex(written.as_bytes()),
            sources,
            next_cursor: None,
        }
    }
}

fn source(chosen: Chosen) -> BriefSource {
    let Chosen { part, tokens, is_included } = chosen;
    BriefSource {
        kind: part.kind,
        id: part.id,
        title: named(&part.title),
        start: part.position.map(|(start, ..)| start),
        end: part.position.map(|(_, end, _)| end),
        line: part.position.map(|(.., line)| line),
        tokens: whole(tokens),
        included: is_included,
        reason: part.reason,
        text: part.text,
    }
}

/// A source that is a record.
fn part(kind: SourceKind, (id, title): (&str, &str), text: String, reason: String) -> BriefPart {
    BriefPart {
        kind,
        id: Some(id.to_owned()),
        title: title.to_owned(),
        position: None,
        text: Some(text),
        reason,
    }
}

/// The line of the facts where not all of the project was read.
fn not_whole(records: &Records) -> Option<String> {
    (!records.is_whole).then(book::not_whole)
}
