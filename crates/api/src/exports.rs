//! The exports' room at the door: a project leaves as a folder of files, and a folder comes in as a
//! project.

use std::time::Duration;

use axum::{
    body::{Body, Bytes},
    extract::State,
    http::{HeaderValue, header},
    response::Response,
};
use domain::{
    Error, Result,
    exports::{ExportQuery, File, ProjectImport},
};
use tokio::{
    runtime::Handle,
    sync::{OwnedSemaphorePermit, mpsc},
};

pub(crate) use domain::exports::{Arrived, Export};

use crate::{
    App,
    answer::{self, Reply},
    auth::CurrentUser,
    body::LargeBody,
    caller::Caller,
    path::Ids,
    query::Query,
};

/// Pieces of an export that wait to be sent: a caller who is slow holds up the reading, not the
/// memory.
const PIECES_MAX: usize = 2;

/// How long a caller may take for a piece: meanwhile it holds up others that read for long.
const PIECE_TIMEOUT: Duration = Duration::from_secs(30);

/// Projects that leave or come in at once; more wait.
pub(crate) const AT_ONCE_MAX: usize = 2;

/// A piece of an export on its way to the caller.
enum Piece {
    Files(Vec<File>),
    /// There are no more files: an export that only stops is not whole.
    End,
}

/// A project as the files of a folder.
pub(crate) async fn export(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    Query(query): Query<ExportQuery>,
) -> Reply {
    let (sender, mut pieces) = mpsc::channel::<Result<Piece>>(PIECES_MAX);
    let place = place(&app).await?;
    let (reader, project_id, runtime) = (sender.clone(), ids.one(), Handle::current());
    let sink = move |files| {
        let gone = |_| Error::Unavailable("The caller takes an export too slowly".to_owned());
        let sent = reader.send_timeout(Ok(Piece::Files(files)), PIECE_TIMEOUT);
        runtime.block_on(sent).map_err(gone)
    };
    tokio::spawn(async move {
        let _place = place;
        let end = engine::exports::export(&app.studio, principal, project_id, query, sink).await;
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

/// Imports the folder of an export as a project.
pub(crate) async fn import(
    caller: Caller,
    LargeBody(ProjectImport { files }): LargeBody<ProjectImport>,
) -> Reply {
    let _place = place(caller.app()).await?;
    let (studio, keyed) = (&caller.app().studio, caller.keyed());
    let arrived = engine::exports::import(studio, &caller.principal, files, keyed).await?;
    Ok(answer::respond(arrived))
}

/// A place among the projects that leave or come in at once.
///
/// # Errors
/// Unavailable when none becomes free in the time a body may take.
async fn place(app: &App) -> Result<OwnedSemaphorePermit> {
    let places = std::sync::Arc::clone(app.export_places());
    tokio::time::timeout(app.limits.body_timeout, places.acquire_owned())
        .await
        .ok()
        .and_then(std::result::Result::ok)
        .ok_or_else(|| Error::Unavailable("Too many projects are leaving or coming in".to_owned()))
}
