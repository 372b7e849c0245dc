//! Files for a browser that are part of the program: how they are sent, and for how long they may be kept.
//! What the files are is in `page` and `docs`.

use std::{io::Write as _, sync::OnceLock};

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::Response,
};
use flate2::{Compression, write::GzEncoder};

use crate::failure::refusal;

/// A file that is part of the program.
pub(crate) struct Asset {
    media: &'static str,
    content: Content,
    keeping: Keeping,
    sent: OnceLock<Sent>,
}

/// How a file is stored in the program.
#[derive(Clone, Copy)]
pub(crate) enum Content {
    /// As it is. It is compressed when it is first asked for, and kept in memory.
    Plain(&'static [u8]),
    /// Compressed with gzip, and in no other form.
    Gzip(&'static [u8]),
}

/// How long a browser may keep a file without asking.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keeping {
    /// Its name changes with it: a year.
    Named,
    /// It changes with the program: it is asked for each time, and mostly answered with a 304.
    Asked,
}

/// A file as it is sent.
struct Sent {
    gzip: Form,
    plain: Option<Form>,
}

/// A file in one coding, with the tag of its bytes.
struct Form {
    bytes: Bytes,
    tag: String,
}

impl Asset {
    /// A file of this media type.
    pub(crate) const fn new(media: &'static str, content: Content, keeping: Keeping) -> Self {
        Self { media, content, keeping, sent: OnceLock::new() }
    }

    /// The file, or that the caller has it; a 406 where it is stored only in a coding that the caller does
    /// not take.
    pub(crate) fn answer(&self, headers: &HeaderMap) -> Response {
        let sent = self.sent.get_or_init(|| Sent::of(self.content));
        let is_gzip = takes_gzip(headers);
        let form = if is_gzip { Some(&sent.gzip) } else { sent.plain.as_ref() };
        let Some(form) = form else {
            let reason = "This file exists only compressed with gzip";
            return refusal(StatusCode::NOT_ACCEPTABLE, reason);
        };
        let mut response = Response::new(Body::empty());
        if is_known(headers, &form.tag) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        } else {
            *response.body_mut() = Body::from(form.bytes.clone());
            set(&mut response, header::CONTENT_TYPE, self.media);
            if is_gzip {
                set(&mut response, header::CONTENT_ENCODING, "gzip");
            }
        }
        let keeping = match self.keeping {
            Keeping::Named => "public, max-age=31536000, immutable",
            Keeping::Asked => "no-cache",
        };
        set(&mut response, header::CACHE_CONTROL, keeping);
        set(&mut response, header::VARY, "accept-encoding");
        set(&mut response, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
        set(&mut response, header::REFERRER_POLICY, "no-referrer");
        if let Ok(tag) = HeaderValue::from_str(&form.tag) {
            response.headers_mut().insert(header::ETAG, tag);
        }
        response
    }
}

impl Sent {
    fn of(content: Content) -> Self {
        match content {
            Content::Gzip(bytes) => Self { gzip: Form::of(Bytes::from_static(bytes)), plain: None },
            Content::Plain(bytes) => Self {
                gzip: Form::of(compressed(bytes)),
                plain: Some(Form::of(Bytes::from_static(bytes))),
            },
        }
    }
}

impl Form {
    fn of(bytes: Bytes) -> Self {
        let tag = format!("\"{}\"", domain::digest::hex(&bytes));
        Self { bytes, tag }
    }
}

/// Sets a header of a response.
pub(crate) fn set(response: &mut Response, name: HeaderName, value: &'static str) {
    response.headers_mut().insert(name, HeaderValue::from_static(value));
}

fn compressed(bytes: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder
        .write_all(bytes)
        .and_then(|()| encoder.finish())
        .expect("writing into memory does not fail")
        .into()
}

/// Whether the caller says that it has the file with this tag.
fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|known| known.to_str().ok()).any(
        |known| {
            known == "*" || known.split(',').any(|it| it.trim().trim_start_matches("W/") == tag)
        },
    )
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
