//! What a client has to know: the server, the model, the key, bounds and prices. Where these values are
//! written, and which of them are defaults, is the program's matter.

use std::{fmt, num::NonZeroU32, time::Duration};

use hyper::Uri;

use crate::{Quota, reply::Usage};

/// The interface that a server has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Provider {
    /// `openai`: `/chat/completions`, as OpenAI, Ollama, llama.cpp, vLLM and LM Studio have it.
    OpenAi,
    /// `anthropic`: `/v1/messages`.
    Anthropic,
    /// `ollama`: `/api/chat`, Ollama's own, which takes the length of the context.
    Ollama,
}

impl Provider {
    /// Every provider.
    pub const ALL: [Self; 3] = [Self::OpenAi, Self::Anthropic, Self::Ollama];

    /// Its word in the settings.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Ollama => "ollama",
        }
    }

    /// The provider of this word, if there is one.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provider| provider.as_str() == word)
    }
}

impl fmt::Display for Provider {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(self.as_str())
    }
}

/// A key that is sent to the server and shown nowhere else, neither by `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// What stands in place of a secret.
pub(crate) const HIDDEN: &str = "***";

impl Secret {
    /// The most bytes of a key.
    pub const BYTES_MAX: usize = 8 * 1024;

    /// A key: at least one character, all of them visible ASCII, as a header takes it. White space
    /// around it, such as the end of the line in a file, is left out.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let is_key = !text.is_empty()
            && text.len() <= Self::BYTES_MAX
            && text.bytes().all(|byte| byte.is_ascii_graphic());
        is_key.then(|| Self(text.to_owned()))
    }

    /// The key itself.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }

    /// A text of the server in which the key does not occur.
    pub(crate) fn redact(&self, text: &str) -> String {
        text.replace(&self.0, HIDDEN)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(HIDDEN)
    }
}

/// The address of a server, such as `http://127.0.0.1:11434` or `https://api.example.org/v1`: a scheme,
/// a host, a port, a path. It has no user, no password and no query, so it can be shown.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BaseUrl {
    is_encrypted: bool,
    host: String,
    port: u16,
    /// `host` or `host:port`, as it was written.
    authority: String,
    /// Without a slash at its end.
    path: String,
}

/// A text is no address of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BaseUrlError {
    /// It is not of the form.
    #[error("an address such as \"http://127.0.0.1:11434\" or \"https://api.example.org/v1\"")]
    Form,
    /// It has a user, a password, a query or a fragment.
    #[error("an address without user, password and query; a key has a setting of its own")]
    Extra,
}

impl BaseUrl {
    /// Reads an address.
    ///
    /// # Errors
    /// The text is not of the form, or has more than scheme, host, port and path. The error does not
    /// repeat it, because it may have a password in it.
    pub fn parse(text: &str) -> Result<Self, BaseUrlError> {
        let uri: Uri = text.parse().map_err(|_| BaseUrlError::Form)?;
        let is_encrypted = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err(BaseUrlError::Form),
        };
        let authority = uri.authority().ok_or(BaseUrlError::Form)?;
        if text.contains(['@', '?', '#']) {
            return Err(BaseUrlError::Extra);
        }
        let host = authority.host().trim_matches(['[', ']']);
        let has_bad_port = authority.port().is_none() && authority.as_str().ends_with(':');
        if host.is_empty() || has_bad_port {
            return Err(BaseUrlError::Form);
        }
        let default_port = if is_encrypted { 443 } else { 80 };
        Ok(Self {
            is_encrypted,
            host: host.to_owned(),
            port: authority.port_u16().unwrap_or(default_port),
            authority: authority.as_str().to_owned(),
            path: uri.path().trim_end_matches('/').to_owned(),
        })
    }

    /// Whether the connection is encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.is_encrypted
    }

    /// The name or the address of the host, an IPv6 address without brackets.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// What the header Host says.
    pub(crate) fn authority(&self) -> &str {
        &self.authority
    }

    /// The address without its path, which may have a secret in it, as that of a gateway.
    pub fn origin(&self) -> String {
        let scheme = if self.is_encrypted { "https" } else { "http" };
        format!("{scheme}://{}", self.authority)
    }

    /// The path of a request, below that of this address. An address may end with the first part of
    /// the path already, as in `…/v1` and `/v1/messages`.
    pub(crate) fn target(&self, path: &str) -> String {
        let first = path[1..].find('/').map_or(path, |end| &path[..=end]);
        match self.path.strip_suffix(first) {
            Some(before) => format!("{before}{path}"),
            None => format!("{}{path}", self.path),
        }
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}{}", self.origin(), self.path)
    }
}

impl fmt::Debug for BaseUrl {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "BaseUrl({self})")
    }
}

/// Prices in US dollars per million tokens. None is a price that nobody has said, and is not 0.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Prices {
    /// Of what is sent.
    pub input: Option<f64>,
    /// Of what the model writes, its reasoning included.
    pub output: Option<f64>,
}

impl Prices {
    /// What this usage costs in millionths of a US dollar; none when a price is not known.
    pub fn microdollars(&self, usage: &Usage) -> Option<f64> {
        // A dollar per million tokens is a millionth of a dollar per token.
        let cost = |price: Option<f64>, tokens: u64| price.map(|price| price * tokens as f64);
        Some(cost(self.input, usage.input_tokens)? + cost(self.output, usage.output_tokens)?)
    }
}

/// How long each part of a call may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// For how long a call waits until fewer others are in flight.
    pub queue: Duration,
    /// How long connecting may take, encryption included.
    pub connect: Duration,
    /// How long the first token may take from when the request is sent.
    pub first_token: Duration,
    /// How long the next token may take; what a server sends to keep the connection open is no token.
    pub idle: Duration,
    /// How long the whole call may take, with all its attempts and the time between them.
    pub run: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            queue: Duration::from_secs(600),
            connect: Duration::from_secs(10),
            first_token: Duration::from_secs(300),
            idle: Duration::from_secs(60),
            run: Duration::from_secs(900),
        }
    }
}

/// All a client has to know.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// The interface of the server.
    pub provider: Provider,
    /// The address of the server: the only host that is contacted.
    pub base_url: BaseUrl,
    /// The model's name, as the server calls it.
    pub name: String,
    /// The key, where the server wants one.
    pub api_key: Option<Secret>,
    /// How many tokens the model can work with, prompt and reply together. Only Ollama is told.
    pub context_tokens: u32,
    /// The most calls in flight.
    pub parallel_max: usize,
    /// The most requests in any minute; none is no such bound.
    pub requests_per_minute: Option<NonZeroU32>,
    /// What it costs.
    pub prices: Prices,
    /// How long it may take.
    pub timeouts: Timeouts,
}

impl Settings {
    /// Settings of a model with the usual bounds and without a key.
    pub fn new(provider: Provider, base_url: BaseUrl, name: &str) -> Self {
        Self {
            provider,
            base_url,
            name: name.to_owned(),
            api_key: None,
            context_tokens: 8_192,
            parallel_max: 4,
            requests_per_minute: None,
            prices: Prices::default(),
            timeouts: Timeouts::default(),
        }
    }

    /// The bounds on calls and requests; clients of one server share them.
    pub fn quota(&self) -> Quota {
        Quota::new(self.parallel_max, self.requests_per_minute)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_scheme_a_host_a_port_and_a_path() {
        let table = [
            ("http://127.0.0.1:11434", "127.0.0.1", 11434, "/api/chat"),
            ("http://localhost:11434/", "localhost", 11434, "/api/chat"),
            ("https://api.example.org/v1", "api.example.org", 443, "/v1/api/chat"),
            ("https://api.example.org/v1/", "api.example.org", 443, "/v1/api/chat"),
            ("http://[::1]:8080/a/b", "::1", 8080, "/a/b/api/chat"),
            ("http://ollama", "ollama", 80, "/api/chat"),
        ];

        for (text, host, port, target) in table {
            let url = BaseUrl::parse(text).unwrap();
            assert_eq!((url.host(), url.port()), (host, port), "{text}");
            assert_eq!(url.target("/api/chat"), target, "{text}");
            assert_eq!(url.to_string(), text.trim_end_matches('/'));
        }
    }

    #[test]
    fn a_path_that_the_address_ends_with_is_not_repeated() {
        let target = |base: &str| BaseUrl::parse(base).unwrap().target("/v1/messages");

        assert_eq!(target("https://api.example.org"), "/v1/messages");
        assert_eq!(target("https://api.example.org/v1/"), "/v1/messages");
        assert_eq!(target("https://example.org/proxy/v1"), "/proxy/v1/messages");
    }

    #[test]
    fn what_is_no_address_is_refused_without_repeating_it() {
        let form =
            ["", "127.0.0.1:80", "ftp://host", "http://", "http://host:", "/v1", "http://a b"];
        for text in form {
            assert_eq!(BaseUrl::parse(text), Err(BaseUrlError::Form), "{text}");
        }
        for text in ["http://user:secret@host", "http://host/v1?key=secret", "http://host/#secret"]
        {
            let error = BaseUrl::parse(text).unwrap_err();
            assert_eq!(error, BaseUrlError::Extra, "{text}");
            assert!(!format!("{error} {error:?}").contains("secret"));
        }
    }

    #[test]
    fn a_key_is_not_shown() {
        let key = Secret::parse(" sk-secret\n").unwrap();

        let mut settings = Settings::new(
            Provider::OpenAi,
            BaseUrl::parse("http://127.0.0.1:1").unwrap(),
            "a model",
        );
        settings.api_key = Some(key.clone());

        assert_eq!(key.expose(), "sk-secret");
        assert!(!format!("{settings:?}").contains("secret"));
        assert_eq!(key.redact("bad key sk-secret, sk-secret"), "bad key ***, ***");
        for text in ["", " \n", "two words", "sk-\u{e9}", "a\nb"] {
            assert_eq!(Secret::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_cost_is_known_when_both_prices_are() {
        let usage = Usage { input_tokens: 1_000, output_tokens: 100, ..Usage::default() };
        let cost = |input, output| Prices { input, output }.microdollars(&usage);

        assert_eq!(cost(Some(3.0), Some(15.0)), Some(4_500.0));
        assert_eq!(cost(Some(0.0), Some(0.0)), Some(0.0));
        assert_eq!(cost(Some(3.0), None), None);
    }
}
