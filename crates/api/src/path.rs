//! Parameters of a path: opaque strings, taken by name.

use axum::{
    extract::{FromRequestParts, RawPathParams},
    http::request::Parts,
};
use domain::Error;

use crate::{App, failure::Failure};

/// The parameters of the route's path, in the order in which it names them.
pub(crate) struct Ids(Vec<String>);

impl FromRequestParts<App> for Ids {
    type Rejection = Failure;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &App,
    ) -> std::result::Result<Self, Failure> {
        // `origin::with_text_path` has replaced what is not UTF-8, and U+0000, so this is an unknown id.
        let params = RawPathParams::from_request_parts(parts, app)
            .await
            .map_err(|flaw| Error::internal("reading a path", flaw))?;
        Ok(Self(params.iter().map(|(_, value)| value.to_owned()).collect()))
    }
}

impl Ids {
    /// The one parameter of the path.
    pub(crate) fn one(self) -> String {
        self.0.into_iter().next().unwrap_or_default()
    }

    /// The two parameters of the path.
    pub(crate) fn two(self) -> (String, String) {
        let mut ids = self.0.into_iter();
        (ids.next().unwrap_or_default(), ids.next().unwrap_or_default())
    }

    /// The three parameters of the path.
    pub(crate) fn three(self) -> (String, String, String) {
        let mut ids = self.0.into_iter();
        let mut next = || ids.next().unwrap_or_default();
        (next(), next(), next())
    }
}
