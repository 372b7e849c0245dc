//! The interface as a page to read and to try things out on: a viewer of `/openapi.json` that is part
//! of the program and loads nothing from other addresses. NOTICE names its authors and licence.

use std::sync::LazyLock;

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::Response,
};
use domain::Error;

use crate::{
    answer::Reply,
    failure::{Failure, refusal},
    path::Ids,
};

/// What the page may do: run our scripts, draw with our styles and those the viewer sets, ask us.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// A file that is part of the program.
struct Asset {
    /// Its name below `/docs/`.
    name: &'static str,
    media: &'static str,
    bytes: &'static [u8],
    keeping: Keeping,
}

/// How long a browser may keep a file without asking.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keeping {
    /// Its version is part of its name, and it is stored in gzip only: a year.
    Named,
    /// It changes with the program: it is asked for each time, and mostly answered with a 304.
    Asked,
}

const ASSETS: [Asset; 4] = [
    Asset {
        name: "swagger-ui-5.35.0.js",
        media: "text/javascript; charset=utf-8",
        bytes: include_bytes!("../assets/swagger-ui-bundle.js.gz"),
        keeping: Keeping::Named,
    },
    Asset {
        name: "swagger-ui-5.35.0.css",
        media: "text/css; charset=utf-8",
        bytes: include_bytes!("../assets/swagger-ui.css.gz"),
        keeping: Keeping::Named,
    },
    Asset {
        name: "docs.js",
        media: "text/javascript; charset=utf-8",
        bytes: include_bytes!("../assets/docs.js"),
        keeping: Keeping::Asked,
    },
    Asset {
        name: "docs.css",
        media: "text/css; charset=utf-8",
        bytes: include_bytes!("../assets/docs.css"),
        keeping: Keeping::Asked,
    },
];

/// The page itself.
const PAGE: Asset = Asset {
    name: "",
    media: "text/html; charset=utf-8",
    bytes: include_bytes!("../assets/docs.html"),
    keeping: Keeping::Asked,
};

/// The page.
pub(crate) async fn page(headers: HeaderMap) -> Reply {
    static TAG: LazyLock<String> = LazyLock::new(|| tag(&PAGE));
    let mut response = answer(&PAGE, &TAG, &headers);
    set(&mut response, header::CONTENT_SECURITY_POLICY, POLICY);
    Ok(response)
}

/// A file of the page.
pub(crate) async fn file(ids: Ids, headers: HeaderMap) -> Reply {
    static TAGS: LazyLock<[String; ASSETS.len()]> = LazyLock::new(|| ASSETS.each_ref().map(tag));
    let name = ids.one();
    let index = ASSETS.iter().position(|asset| asset.name == name);
    let index = index.ok_or_else(|| Failure::from(Error::not_found("File", &name)))?;
    let asset = &ASSETS[index];
    if asset.keeping == Keeping::Named && !takes_gzip(&headers) {
        return Ok(refusal(
            StatusCode::NOT_ACCEPTABLE,
            "This file exists only compressed with gzip",
        ));
    }
    Ok(answer(asset, &TAGS[index], &headers))
}

/// A digest of what a file says.
fn tag(asset: &Asset) -> String {
    format!("\"{}\"", domain::digest::hex(asset.bytes))
}

fn answer(asset: &Asset, tag: &str, headers: &HeaderMap) -> Response {
    let is_known = |known: &HeaderValue| {
        let known = known.to_str().unwrap_or("");
        known == "*" || known.split(',').any(|it| it.trim().trim_start_matches("W/") == tag)
    };
    let mut response = Response::new(Body::empty());
    if headers.get_all(header::IF_NONE_MATCH).iter().any(is_known) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    } else {
        *response.body_mut() = Body::from(Bytes::from_static(asset.bytes));
        set(&mut response, header::CONTENT_TYPE, asset.media);
        if asset.keeping == Keeping::Named {
            set(&mut response, header::CONTENT_ENCODING, "gzip");
        }
    }
    let keeping = match asset.keeping {
        Keeping::Named => "public, max-age=31536000, immutable",
        Keeping::Asked => "no-cache",
    };
    set(&mut response, header::CACHE_CONTROL, keeping);
    set(&mut response, header::VARY, "accept-encoding");
    set(&mut response, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(&mut response, header::REFERRER_POLICY, "no-referrer");
    if let Ok(tag) = HeaderValue::from_str(tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// Whether gzip is among the codings a caller takes, and not refused by a weight of nothing.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let listed = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|it| it.to_str().ok());
    listed.flat_map(|list| list.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = weight.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f64>);
        let is_gzip = ["gzip", "x-gzip", "*"].iter().any(|it| name.trim().eq_ignore_ascii_case(it));
        is_gzip && weight.is_ok_and(|weight| weight > 0.0)
    })
}

fn set(response: &mut Response, name: HeaderName, value: &'static str) {
    response.headers_mut().insert(name, HeaderValue::from_static(value));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_taken_by_whoever_says_so() {
        for (said, wanted) in [
            ("gzip, deflate, br, zstd", true),
            ("br, GZIP;q=0.5", true),
            ("*", true),
            ("gzip;q=0", false),
            ("gzip; q=0.0", false),
            ("identity", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(said));
            assert_eq!(takes_gzip(&headers), wanted, "{said}");
        }
        assert!(!takes_gzip(&HeaderMap::new()));
    }
}
