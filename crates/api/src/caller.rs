//! Who makes a request, together with all that is needed to answer it: handlers extract, call one
//! command or view, and answer.

use std::sync::{Arc, OnceLock};

use axum::{
    extract::FromRequestParts,
    http::{Method, request::Parts},
};
use domain::{Error, Principal, Result, digest, versioned};
use engine::{Change, Studio, idempotency};
use store::{ReadLength, Tx, idempotency::Keyed};

use crate::{
    App,
    answer::{Answer, Reply},
    auth::CurrentUser,
    failure::Failure,
};

/// The longest key, in bytes.
pub(crate) const KEY_BYTES_MAX: usize = 255;

/// The caller of a route.
pub(crate) struct Caller {
    app: App,
    /// On whose behalf the request is made.
    pub(crate) principal: Principal,
    key: Option<Key>,
}

/// What makes a POST one that may be repeated.
struct Key {
    key: String,
    /// The method and path it goes to.
    path: String,
    body: BodyDigest,
}

/// The digest of the body of a keyed request, which is known once the body was read.
#[derive(Clone, Default)]
pub(crate) struct BodyDigest(Arc<OnceLock<String>>);

impl BodyDigest {
    /// Notes the body that came with the request.
    pub(crate) fn note(&self, body: &[u8]) {
        // A request has one body.
        let _ = self.0.set(digest::hex(body));
    }

    fn hex(&self) -> String {
        self.0.get().cloned().unwrap_or_else(|| digest::hex(&[]))
    }
}

impl FromRequestParts<App> for Caller {
    type Rejection = Failure;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &App,
    ) -> std::result::Result<Self, Failure> {
        let CurrentUser(principal) = CurrentUser::from_request_parts(parts, app).await?;
        Ok(Self::of(principal, parts, app)?)
    }
}

/// The key a request came with, if it has one.
///
/// # Errors
/// Rejected when it is empty, too long, or not visible ASCII, and when there are two.
fn key(parts: &Parts) -> Result<Option<Key>> {
    let mut keys = parts.headers.get_all("idempotency-key").iter();
    let Some(key) = keys.next() else { return Ok(None) };
    if keys.next().is_some() {
        let reason = "A request has one Idempotency-Key at the most";
        return Err(Error::Rejected(reason.to_owned()));
    }
    let key = key
        .to_str()
        .ok()
        .filter(|key| !key.is_empty() && key.len() <= KEY_BYTES_MAX)
        .filter(|key| key.bytes().all(|byte| byte.is_ascii_graphic()))
        .ok_or_else(|| {
            Error::Rejected(format!(
                "An Idempotency-Key is 1 to {KEY_BYTES_MAX} visible ASCII characters"
            ))
        })?;
    Ok(Some(Key {
        key: key.to_owned(),
        path: format!("{} {}", parts.method, parts.uri.path()),
        body: BodyDigest::default(),
    }))
}

/// Makes an answer of the outcome of a command or a view. The outcome leaves the transaction first, so
/// that no other waits for the text to be written; but for a keyed request it is stored inside.
pub(crate) trait Render<T>: Fn(&T) -> Result<Answer> + Copy + Send + 'static {}

impl<T, R: Fn(&T) -> Result<Answer> + Copy + Send + 'static> Render<T> for R {}

/// What is left to do for an answer. With it commands and views have one type each, and what runs them is
/// compiled once.
type Rendering = Box<dyn FnOnce() -> Result<Answer> + Send>;
type Command = Box<dyn Fn(&mut Change<'_, '_>) -> Result<Rendering> + Send>;
type View = Box<dyn Fn(&mut Tx<'_>) -> Result<Rendering> + Send>;

impl Caller {
    fn of(principal: Principal, parts: &mut Parts, app: &App) -> Result<Self> {
        let key = if parts.method == Method::POST { key(parts)? } else { None };
        if let Some(key) = &key {
            parts.extensions.insert(key.body.clone());
        }
        Ok(Self { app: app.clone(), principal, key })
    }

    /// What is running.
    pub(crate) fn app(&self) -> &App {
        &self.app
    }

    /// All that is running, for commands that need its settings or its state.
    pub(crate) fn studio(&self) -> Studio {
        self.app.studio.clone()
    }

    /// The time of the request.
    pub(crate) fn now(&self) -> domain::Time {
        self.app.studio.clock.now()
    }

    /// The request's key, with what it stands for; to be asked once the body was read.
    pub(crate) fn keyed(&self) -> Option<Keyed> {
        self.key.as_ref().map(|key| Keyed {
            account: self.principal.user.clone(),
            path: key.path.clone(),
            key: key.key.clone(),
            body_hash: key.body.hex(),
        })
    }

    /// Runs a command in a transaction and answers with what `render` makes of its outcome. A keyed
    /// request that came before is answered as it was then, and does nothing.
    pub(crate) fn change<T: Send + 'static>(
        self,
        render: impl Render<T>,
        command: impl Fn(&mut Change<'_, '_>) -> Result<T> + Send + 'static,
    ) -> impl Future<Output = Reply> + Send {
        self.answer_change(Box::new(move |change| {
            let outcome = command(change)?;
            Ok(Box::new(move || render(&outcome)))
        }))
    }

    /// As [`Caller::change`], for a command on what takes long to read. A repeat of a keyed request is
    /// answered without reading: what was read then may be gone.
    pub(crate) async fn change_after<R: Send + 'static, T: Send + 'static>(
        self,
        reading: impl Future<Output = Result<R>> + Send,
        render: impl Render<T>,
        command: impl Fn(&mut Change<'_, '_>, &R) -> Result<T> + Send + 'static,
    ) -> Reply {
        if let Some(earlier) = self.earlier_answer().await? {
            return Ok(crate::answer::respond(earlier));
        }
        match reading.await {
            Ok(read) => self.change(render, move |change| command(change, &read)).await,
            // An equal request may have been answered meanwhile, and what it read deleted.
            Err(error) => match self.earlier_answer().await? {
                Some(earlier) => Ok(crate::answer::respond(earlier)),
                None => Err(error.into()),
            },
        }
    }

    /// The answer that an equal request with this key got.
    async fn earlier_answer(&self) -> Result<Option<Answer>> {
        let Some(keyed) = self.keyed() else { return Ok(None) };
        let now = self.now();
        self.app.studio.database.read(move |tx| store::idempotency::find(tx, &keyed, now)).await
    }

    async fn answer_change(self, command: Command) -> Reply {
        let studio = &self.app.studio;
        let answer = match self.keyed() {
            None => studio.change(&self.principal, command).await?()?,
            Some(keyed) => {
                let answer = move |change: &mut Change<'_, '_>| {
                    idempotency::run(change, &keyed, |change| command(change)?())
                };
                studio.change(&self.principal, answer).await?
            }
        };
        Ok(crate::answer::respond(answer))
    }

    /// Answers with what `render` makes of a short read of one consistent state.
    pub(crate) fn read<T: Send + 'static>(
        self,
        render: impl Render<T>,
        view: impl Fn(&mut Tx<'_>, &Principal) -> Result<T> + Send + 'static,
    ) -> impl Future<Output = Reply> + Send {
        self.read_or_scan(ReadLength::Short, render, view)
    }

    /// As [`Caller::read`], for a read that takes long: it runs off the threads that answer.
    pub(crate) fn scan<T: Send + 'static>(
        self,
        render: impl Render<T>,
        view: impl Fn(&mut Tx<'_>, &Principal) -> Result<T> + Send + 'static,
    ) -> impl Future<Output = Reply> + Send {
        self.read_or_scan(ReadLength::Long, render, view)
    }

    /// [`Caller::scan`] where the read is long, else [`Caller::read`].
    pub(crate) fn read_or_scan<T: Send + 'static>(
        self,
        length: ReadLength,
        render: impl Render<T>,
        view: impl Fn(&mut Tx<'_>, &Principal) -> Result<T> + Send + 'static,
    ) -> impl Future<Output = Reply> + Send {
        let Self { app, principal, .. } = self;
        let view: View = Box::new(move |tx| {
            let read = view(tx, &principal)?;
            Ok(Box::new(move || render(&read)))
        });
        answer_read(app, length, view)
    }
}

async fn answer_read(app: App, length: ReadLength, view: View) -> Reply {
    let render = app.studio.database.read_or_scan(length, view).await?;
    Ok(crate::answer::respond(render()?))
}

/// The versions of a record that the caller is content to change.
pub(crate) struct IfMatch(pub(crate) versioned::IfMatch);

impl FromRequestParts<App> for IfMatch {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> std::result::Result<Self, Failure> {
        // A list may come in several lines.
        let lines = parts.headers.get_all("if-match").iter();
        let lines = lines.map(|line| line.to_str().unwrap_or(""));
        Ok(Self(versioned::IfMatch::parse(lines)))
    }
}
