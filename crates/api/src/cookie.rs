//! The cookie in which a browser keeps the secret of its session.

use axum::http::{HeaderMap, HeaderValue, header};
use domain::{Error, Result};

/// The name of the cookie.
pub(crate) const NAME: &str = "scriptorium_session";

/// The secret of the session that came with a request.
pub(crate) fn session(headers: &HeaderMap) -> Option<&str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(name, value)| (name == NAME).then_some(value))
}

/// The header that gives a browser the cookie for so many seconds; 0 takes it away. No script can read it,
/// and no page of another site sends it; under HTTPS it is never sent without.
pub(crate) fn set_session(secret: &str, lasts_s: i64, is_https: bool) -> Result<HeaderValue> {
    let secure = if is_https { "; Secure" } else { "" };
    let cookie =
        format!("{NAME}={secret}; Max-Age={lasts_s}; Path=/; HttpOnly; SameSite=Strict{secure}");
    HeaderValue::try_from(cookie).map_err(|error| Error::internal("writing a cookie", error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_secret_is_found_among_other_cookies() {
        for (lines, wanted) in [
            (&[][..], None),
            (&["scriptorium_session=a"], Some("a")),
            (&["theme=dark; scriptorium_session=a;x=y"], Some("a")),
            (&["theme=dark", "scriptorium_session=a"], Some("a")),
            (&["my_scriptorium_session=a", "scriptorium_session", "Scriptorium_Session=b"], None),
            (&["scriptorium_session="], Some("")),
        ] {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(header::COOKIE, HeaderValue::from_static(line));
            }

            assert_eq!(session(&headers), wanted, "{lines:?}");
        }
    }
}
