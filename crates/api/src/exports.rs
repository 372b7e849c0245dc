//! Handlers of exports: a project as the files of a folder, sent piece by piece, its manuscript as a book, and the
//! import of such a folder.

use std::time::Duration;

use axum::{
    body::{Body, Bytes},
    http::{HeaderValue, header},
    response::Response,
};
use domain::{
    Error, Principal, Result,
    exports::{ExportFormat, ExportQuery, File, ProjectImport},
};
use engine::exports;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use tokio::{
    runtime::Handle,
    sync::{OwnedSemaphorePermit, mpsc},
};

pub(crate) use domain::exports::{Export, ImportedProject};

use crate::{
    App,
    answer::{self, Reply},
    body::LargeBody,
    caller::Caller,
    path::Ids,
    query::Query,
};

/// Pieces of an export that wait to be sent: a slow caller delays the reading and does not fill the
/// memory.
const PIECES_MAX: usize = 2;

/// How long a caller may take for a piece: meanwhile others that read for long have to wait.
const PIECE_TIMEOUT: Duration = Duration::from_secs(30);

/// The most projects that are exported or imported at once; more wait.
pub(crate) const AT_ONCE_MAX: usize = 2;

/// A piece of an export on its way to the caller.
enum Piece {
    Files(Vec<File>),
    /// There are no more files: an export that only stops is incomplete.
    End,
}

/// The media types of books.
pub(crate) const BOOKS: &[&str] = &[DOCX, EPUB];

const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const EPUB: &str = "application/epub+zip";

pub(crate) async fn export(caller: Caller, ids: Ids, Query(query): Query<ExportQuery>) -> Reply {
    let (app, principal) = (caller.app().clone(), caller.principal);
    let (media, ending) = match query.format {
        ExportFormat::Files => return export_files(app, principal, ids.one(), query).await,
        ExportFormat::Docx => (DOCX, "docx"),
        ExportFormat::Epub => (EPUB, "epub"),
    };
    let _permit = permit(&app).await?;
    let book = exports::book(&app.studio, principal, ids.one(), query).await?;
    let mut response = Response::new(Body::from(book.bytes));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
    // The name in letters that every program reads, and as it is.
    let plain: String = book.name.chars().map(|it| if it.is_ascii() { it } else { '_' }).collect();
    let whole = utf8_percent_encode(&book.name, NON_ALPHANUMERIC);
    let disposition =
        format!("attachment; filename=\"{plain}.{ending}\"; filename*=UTF-8''{whole}.{ending}");
    if let Ok(value) = HeaderValue::from_str(&disposition) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    Ok(response)
}

async fn export_files(
    app: App,
    principal: Principal,
    project_id: String,
    query: ExportQuery,
) -> Reply {
    let (sender, mut pieces) = mpsc::channel::<Result<Piece>>(PIECES_MAX);
    let permit = permit(&app).await?;
    let (reader, runtime) = (sender.clone(), Handle::current());
    let sink = move |files| {
        let timed_out = |_| Error::Unavailable("The caller takes an export too slowly".to_owned());
        let sent = reader.send_timeout(Ok(Piece::Files(files)), PIECE_TIMEOUT);
        runtime.block_on(sent).map_err(timed_out)
    };
    tokio::spawn(async move {
        let _permit = permit;
        let end = exports::export(&app.studio, principal, project_id, query, sink).await;
        // A caller who went away needs no end.
        drop(sender.send(end.map(|()| Piece::End)).await);
    });
    let Some(Piece::Files(first)) = pieces.recv().await.transpose()? else {
        return Err(Error::internal("exporting a project", "it ended before it began").into());
    };
    let text = Text { pieces, waiting: Some(first), is_begun: false, is_over: false };
    let mut response = Response::new(Body::from_stream(futures_util::stream::try_unfold(
        text,
        |mut text| async move { Ok::<_, Error>(text.next().await?.map(|bytes| (bytes, text))) },
    )));
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    Ok(response)
}

/// An [`Export`] as JSON, piece by piece.
struct Text {
    pieces: mpsc::Receiver<Result<Piece>>,
    /// Files that came first, before the answer had a status.
    waiting: Option<Vec<File>>,
    is_begun: bool,
    is_over: bool,
}

impl Text {
    /// The next piece of text; an error breaks the answer off, so that nobody takes it for whole.
    async fn next(&mut self) -> Result<Option<Bytes>> {
        if self.is_over {
            return Ok(None);
        }
        let piece = match self.waiting.take() {
            Some(files) => Piece::Files(files),
            None => self
                .pieces
                .recv()
                .await
                .transpose()?
                .ok_or_else(|| Error::internal("exporting a project", "its reader stopped"))?,
        };
        let Piece::Files(files) = piece else {
            self.is_over = true;
            return Ok(Some(Bytes::from_static(b"]}")));
        };
        let mut text = String::new();
        for file in &files {
            text.push_str(if self.is_begun { "," } else { "{\"files\":[" });
            text.push_str(&answer::text(file)?);
            self.is_begun = true;
        }
        Ok(Some(text.into()))
    }
}

pub(crate) async fn import(
    caller: Caller,
    LargeBody(ProjectImport { files }): LargeBody<ProjectImport>,
) -> Reply {
    let _permit = permit(caller.app()).await?;
    let (studio, principal, keyed) = (&caller.app().studio, &caller.principal, caller.keyed());
    let arrived = exports::import(studio, principal, files, keyed, answer::record).await?;
    Ok(answer::respond(arrived))
}

/// The permit of one export or import.
///
/// # Errors
/// Unavailable when none becomes free in the time a body may take.
async fn permit(app: &App) -> Result<OwnedSemaphorePermit> {
    let permits = std::sync::Arc::clone(app.export_permits());
    tokio::time::timeout(app.limits.body_timeout, permits.acquire_owned())
        .await
        .ok()
        .and_then(std::result::Result::ok)
        .ok_or_else(|| {
            Error::Unavailable("Too many projects are being exported or imported".to_owned())
        })
}
