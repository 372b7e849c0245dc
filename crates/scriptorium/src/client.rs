//! The HTTP client of commands: it talks to the server that has locked the data folder or that was named
//! or, for a command that works without one, to one that is started for it.

use std::{
    io::{self, Read},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    path::{Path, PathBuf},
    time::Duration,
};

use serde_json::Value;
use ureq::{
    RequestBuilder,
    http::{HeaderValue, StatusCode, header::RETRY_AFTER},
    typestate::WithBody,
};

use crate::{
    folder::{self, FolderError},
    logging::Plain,
    serve::{self, StartError},
    settings::Settings,
};

/// How long one answer may take.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// How long the import or export of a whole project may take.
const PROJECT_TIMEOUT: Duration = Duration::from_secs(30 * 60);

/// How long to wait for another try where the server does not say for how long.
const RETRY_AFTER_DEFAULT: Duration = Duration::from_secs(1);

/// How long to wait at most before one other try, whatever the server says.
const RETRY_AFTER_MAX: Duration = Duration::from_secs(15);

/// How long one request waits in all for the quota of its token, before it is given up.
const QUOTA_TIMEOUT: Duration = Duration::from_secs(120);

/// The most bytes of an answer that is read whole.
const ANSWER_BYTES_MAX: u64 = 64 * 1024 * 1024;

/// Why a server could not be asked, or what it refused with.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The server cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The folder is locked by a process that has not written its address.
    #[error("{0}, and it has not said where it listens")]
    Unreachable(FolderError),
    /// No server runs where it was looked for.
    #[error(
        "no service runs on the data folder {}: start one with `scriptorium serve`, or name its \
         address with --listen",
        .0.display()
    )]
    Absent(PathBuf),
    /// Nothing listens there.
    #[error(
        "no service listens at {0}: start one with `scriptorium serve`, or name its address with \
         --listen"
    )]
    NotListening(SocketAddr),
    /// The server does not answer.
    #[error("asking the server at {address} failed")]
    Ask {
        /// Where it is.
        address: SocketAddr,
        /// Why not.
        source: Box<ureq::Error>,
    },
    /// Something else listens there.
    #[error("what listens at {0} does not answer as Scriptorium does")]
    Foreign(SocketAddr),
    /// The server refuses.
    #[error("{detail} (status {status})")]
    Refused {
        /// With which status.
        status: u16,
        /// And which words.
        detail: String,
    },
}

/// Does `job` with a server of the settings' data folder. The token is for one that holds the folder
/// already.
pub(crate) async fn with_server<T, E: From<ClientError>>(
    settings: &Settings,
    token: Option<String>,
    job: impl FnOnce(&Client) -> Result<T, E>,
) -> Result<T, E> {
    let mut settings = settings.clone();
    settings.server.listen = SocketAddr::from(([127, 0, 0, 1], 0));
    match serve::start(&settings, engine::Clock::system()).await {
        Ok(running) => {
            let client = Client::new(running.address, None);
            let outcome = tokio::task::block_in_place(|| job(&client));
            running.stop().await;
            outcome
        }
        Err(StartError::Folder(locked @ FolderError::Locked { .. })) => {
            let Some(address) = locked.address() else {
                return Err(ClientError::Unreachable(locked).into());
            };
            let client = Client::new(reachable(address), token);
            tokio::task::block_in_place(|| job(&client))
        }
        Err(error) => Err(ClientError::from(error).into()),
    }
}

/// Where the running service is reached: at its address where that is named, else where the server that has
/// locked a data folder listens. None where there is none.
pub(crate) fn running(named: Option<SocketAddr>, folder: &Path) -> Option<SocketAddr> {
    named.or_else(|| folder::announced(folder)).map(reachable)
}

/// Where a server of this machine is reached: one that listens everywhere, on the loopback.
fn reachable(address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => (Ipv4Addr::LOCALHOST, address.port()).into(),
        IpAddr::V6(ip) if ip.is_unspecified() => (Ipv6Addr::LOCALHOST, address.port()).into(),
        _ => address,
    }
}

/// What a server answers.
type Answer = ureq::http::Response<ureq::Body>;

/// Speaks to a server through its interface.
pub struct Client {
    address: SocketAddr,
    token: Option<String>,
    /// Whether it was looked for, and may not run.
    is_sought: bool,
    agent: ureq::Agent,
}

impl Client {
    fn new(address: SocketAddr, token: Option<String>) -> Self {
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(ANSWER_TIMEOUT))
            .http_status_as_error(false)
            .build();
        Self { address, token, is_sought: false, agent: config.into() }
    }

    /// One for the service at an address where that is named, else for the one that uses a data folder.
    ///
    /// # Errors
    /// When no server that runs has said in the folder where it listens.
    pub fn of_running(
        named: Option<SocketAddr>,
        folder: &Path,
        token: Option<String>,
    ) -> Result<Self, ClientError> {
        let address = running(named, folder).ok_or_else(|| ClientError::Absent(folder.into()))?;
        Ok(Self { is_sought: true, ..Self::new(address, token) })
    }

    /// Where the server is.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// What the server answers to a GET.
    pub(crate) fn get(&self, path: &str) -> Result<Value, ClientError> {
        self.answer(self.ask(|| self.known(self.agent.get(self.url(path))).call()))
    }

    /// What the server answers to a POST of JSON.
    pub(crate) fn post(&self, path: &str, body: String) -> Result<Value, ClientError> {
        self.answer(self.ask(|| self.posting(path).send(&body)))
    }

    /// As [`Client::post`], for a whole project.
    pub(crate) fn post_project(&self, path: &str, body: String) -> Result<Value, ClientError> {
        let request = || self.posting(path).config().timeout_global(Some(PROJECT_TIMEOUT)).build();
        self.answer(self.ask(|| request().send(&body)))
    }

    /// What the server answers to a DELETE.
    pub(crate) fn delete(&self, path: &str) -> Result<Value, ClientError> {
        self.answer(self.ask(|| self.known(self.agent.delete(self.url(path))).call()))
    }

    /// The answer to a GET of a whole project or a stream, to be read as it comes.
    pub(crate) fn read(&self, path: &str) -> Result<impl Read + use<>, ClientError> {
        let request = || self.known(self.agent.get(self.url(path)));
        let answer =
            self.ask(|| request().config().timeout_global(Some(PROJECT_TIMEOUT)).build().call());
        let answer = answer.map_err(|source| self.silent(source))?;
        if answer.status().is_success() {
            Ok(answer.into_body().into_reader())
        } else {
            Err(self.refusal(answer)?)
        }
    }

    /// Sends a request, and again after a while as long as the quota of the token is used up: such a request
    /// has changed nothing.
    fn ask(&self, send: impl Fn() -> Result<Answer, ureq::Error>) -> Result<Answer, ureq::Error> {
        let mut waited = Duration::ZERO;
        loop {
            let answer = send()?;
            let wait = retry_after(answer.headers().get(RETRY_AFTER));
            if answer.status() != StatusCode::TOO_MANY_REQUESTS || waited + wait > QUOTA_TIMEOUT {
                return Ok(answer);
            }
            std::thread::park_timeout(wait);
            waited += wait;
        }
    }

    fn posting(&self, path: &str) -> RequestBuilder<WithBody> {
        let request = self.agent.post(self.url(path)).header("content-type", "application/json");
        self.known(request)
    }

    /// A request that says who asks, where there is a token.
    fn known<B>(&self, request: RequestBuilder<B>) -> RequestBuilder<B> {
        match &self.token {
            Some(token) => request.header("authorization", format!("Bearer {token}")),
            None => request,
        }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    fn answer(&self, answer: Result<Answer, ureq::Error>) -> Result<Value, ClientError> {
        let answer = answer.map_err(|source| self.silent(source))?;
        if answer.status().is_success() { self.value(answer) } else { Err(self.refusal(answer)?) }
    }

    fn value(&self, mut answer: Answer) -> Result<Value, ClientError> {
        let body = answer.body_mut().with_config().limit(ANSWER_BYTES_MAX).read_to_string();
        let body = body.map_err(|source| self.silent(source))?;
        Ok(serde_json::from_str(&body).unwrap_or(Value::String(body)))
    }

    /// What the server says instead of doing it.
    fn refusal(&self, answer: Answer) -> Result<ClientError, ClientError> {
        let status = answer.status().as_u16();
        let value = self.value(answer)?;
        let detail = printable(value.get("detail").unwrap_or(&value));
        Ok(ClientError::Refused { status, detail })
    }

    fn silent(&self, source: ureq::Error) -> ClientError {
        match source {
            ureq::Error::Io(error)
                if self.is_sought && error.kind() == io::ErrorKind::ConnectionRefused =>
            {
                ClientError::NotListening(self.address)
            }
            source => ClientError::Ask { address: self.address, source: Box::new(source) },
        }
    }
}

/// How long the server asks to wait, in seconds; never for nothing, and never for longer than
/// [`RETRY_AFTER_MAX`].
fn retry_after(header: Option<&HeaderValue>) -> Duration {
    let seconds = header.and_then(|it| it.to_str().ok()?.trim().parse().ok());
    seconds
        .map_or(RETRY_AFTER_DEFAULT, Duration::from_secs)
        .clamp(RETRY_AFTER_DEFAULT, RETRY_AFTER_MAX)
}

/// A text as one part of a path: whatever could mean something there is encoded, dots included.
pub(crate) fn encoded(part: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    part.bytes().fold(String::new(), |mut path, byte| {
        if is_plain(byte) {
            path.push(char::from(byte));
        } else {
            path.push_str(&format!("%{byte:02X}"));
        }
        path
    })
}

/// A value as text for a terminal: whatever would be more than a letter there is escaped, but for the
/// ends of lines.
pub(crate) fn printable(value: &Value) -> String {
    let lines: Vec<String> = text(value).split('\n').map(|line| Plain(line).to_string()).collect();
    lines.join("\n")
}

/// A value as text: a string without its quotes, anything else as JSON.
pub(crate) fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_moves_the_cursor_of_a_terminal() {
        let text = Value::from("a\u{1b}[2Jb\rc\u{202e}d\ne");
        assert_eq!(printable(&text), "a\\u{1b}[2Jb\\rc\\u{202e}d\ne");
    }

    #[test]
    fn a_server_is_waited_for_as_it_says_within_bounds() {
        for (header, seconds) in [
            (None, 1),
            (Some("7"), 7),
            (Some(" 2 "), 2),
            (Some("0"), 1),
            (Some("86400"), 15),
            (Some("99999999999999999999"), 1),
            (Some("Wed, 21 Oct 2026 07:28:00 GMT"), 1),
        ] {
            let header = header.map(|it| HeaderValue::from_str(it).unwrap());
            assert_eq!(retry_after(header.as_ref()), Duration::from_secs(seconds), "{header:?}");
        }
    }

    #[test]
    fn a_name_is_one_part_of_a_path() {
        for (part, wanted) in [
            ("01a1ee5a-f1e0_7", "01a1ee5a-f1e0_7"),
            ("../x?y#z", "%2E%2E%2Fx%3Fy%23z"),
            ("a b%é", "a%20b%25%C3%A9"),
            ("", ""),
        ] {
            assert_eq!(encoded(part), wanted);
        }
    }
}
