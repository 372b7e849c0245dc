//! The studio in a browser: the page at `/` and its files, as `web/dist` has them. The page is built from
//! `web`; it uses the interface like any other client.

use std::{collections::HashMap, sync::LazyLock};

use axum::{
    http::{HeaderMap, header},
    response::Response,
};
use domain::Error;
use include_dir::{Dir, File, include_dir};

use crate::{
    answer::Reply,
    asset::{self, Asset, Content, Keeping},
    failure::Failure,
    path::Ids,
};

/// What the page may do: run our scripts, draw with our styles, ask us.
const POLICY: &str = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// The files as they were built.
static BUILT: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../web/dist");

/// The folder of the files whose names change with them.
const NAMED: &str = "assets";

/// The page itself.
const PAGE: &str = "index.html";

/// Every file by its path.
static ASSETS: LazyLock<HashMap<String, Asset>> = LazyLock::new(|| {
    let named = BUILT.get_dir(NAMED).into_iter().flat_map(Dir::files);
    BUILT.files().chain(named).filter_map(asset).collect()
});

/// The page.
pub(crate) async fn page(headers: HeaderMap) -> Reply {
    let mut response = file_at(PAGE, &headers)?;
    asset::set(&mut response, header::CONTENT_SECURITY_POLICY, POLICY);
    Ok(response)
}

/// A script, a style sheet or a picture of the page.
pub(crate) async fn file(ids: Ids, headers: HeaderMap) -> Reply {
    file_at(&format!("{NAMED}/{}", ids.one()), &headers)
}

fn file_at(path: &str, headers: &HeaderMap) -> Result<Response, Failure> {
    let asset = ASSETS.get(path).ok_or_else(|| Failure::from(Error::not_found("File", path)))?;
    Ok(asset.answer(headers))
}

fn asset(file: &'static File<'static>) -> Option<(String, Asset)> {
    let path = file.path().to_str()?;
    let keeping = if path == PAGE { Keeping::Asked } else { Keeping::Named };
    let asset = Asset::new(media(path)?, Content::Plain(file.contents()), keeping);
    Some((path.to_owned(), asset))
}

/// The media type of a file by the ending of its name; none for a file that no browser asks for.
fn media(path: &str) -> Option<&'static str> {
    let (_, ending) = path.rsplit_once('.')?;
    match ending {
        "html" => Some("text/html; charset=utf-8"),
        "js" => Some("text/javascript; charset=utf-8"),
        "css" => Some("text/css; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_file_can_be_sent() {
        let named = BUILT.get_dir(NAMED).expect("the folder of the built files");
        let built = BUILT.files().count() + named.files().count();

        assert_eq!(ASSETS.len(), built);
        assert!(ASSETS.contains_key(PAGE));
        assert_eq!(BUILT.dirs().count() + named.dirs().count(), 1, "folders in folders");
    }
}
