//! The interface as a page to read and to try things out on: a viewer of `/openapi.json` that is part
//! of the program and loads nothing from other addresses. NOTICE names its authors and licence.

use axum::http::{HeaderMap, header};
use domain::Error;

use crate::{
    answer::Reply,
    asset::{self, Asset, Content, Keeping},
    failure::Failure,
    path::Ids,
};

/// What the page may do: run our scripts, draw with our styles and those the viewer sets, ask us.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// The files of the page, by their names below `/docs/`.
static ASSETS: [(&str, Asset); 4] = [
    (
        "swagger-ui-5.35.0.js",
        Asset::new(
            "text/javascript; charset=utf-8",
            Content::Gzip(include_bytes!("../assets/swagger-ui-bundle.js.gz")),
            Keeping::Named,
        ),
    ),
    (
        "swagger-ui-5.35.0.css",
        Asset::new(
            "text/css; charset=utf-8",
            Content::Gzip(include_bytes!("../assets/swagger-ui.css.gz")),
            Keeping::Named,
        ),
    ),
    (
        "docs.js",
        Asset::new(
            "text/javascript; charset=utf-8",
            Content::Plain(include_bytes!("../assets/docs.js")),
            Keeping::Asked,
        ),
    ),
    (
        "docs.css",
        Asset::new(
            "text/css; charset=utf-8",
            Content::Plain(include_bytes!("../assets/docs.css")),
            Keeping::Asked,
        ),
    ),
];

/// The page itself.
static PAGE: Asset = Asset::new(
    "text/html; charset=utf-8",
    Content::Plain(include_bytes!("../assets/docs.html")),
    Keeping::Asked,
);

/// The page.
pub(crate) async fn page(headers: HeaderMap) -> Reply {
    let mut response = PAGE.answer(&headers);
    asset::set(&mut response, header::CONTENT_SECURITY_POLICY, POLICY);
    Ok(response)
}

/// A file of the page.
pub(crate) async fn file(ids: Ids, headers: HeaderMap) -> Reply {
    let name = ids.one();
    let found = ASSETS.iter().find(|(known, _)| *known == name);
    let (_, asset) = found.ok_or_else(|| Failure::from(Error::not_found("File", &name)))?;
    Ok(asset.answer(&headers))
}
