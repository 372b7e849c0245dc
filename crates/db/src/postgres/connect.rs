//! How a connection to the server is made: its address, its encryption, its time limits.
//!
//! `sslmode` in the URL decides on encryption. `disable`: none. `require`: encrypted, and the
//! server's certificate must be good for its name by the roots of this system. `prefer`, the
//! default: like `require` if the server offers encryption, plain if it does not; but plain from
//! the start to this very machine, where servers often carry a certificate nobody signed.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use ::postgres::config::{Host, SslMode};
use ::postgres::{Config, NoTls, SimpleQueryMessage};
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::PostgresOptions;
use super::session::{Session, fault};
use crate::damage::Damage;
use crate::error::{Error, Fault, FaultKind};

pub(super) struct Server {
    config: Config,
    tls: Option<MakeRustlsConnect>,
    settings: String,
    pub(super) damage: Damage,
}

const CONNECTING: &str = "connecting to PostgreSQL";

/// A connection on which nothing moves for this long is probed,
const PROBE_AFTER: Duration = Duration::from_secs(30);
/// this often,
const PROBE_EVERY: Duration = Duration::from_secs(10);
/// and given up after this many probes without an answer.
const PROBES_MAX: u32 = 3;

/// A closure that keeps its transaction open for this long without a statement is cut off.
const IDLE_TRANSACTION_MS: u32 = 60_000;

impl Server {
    pub(super) fn new(url: &str, options: &PostgresOptions) -> Result<Server, Error> {
        // The parser's own words may hold pieces of the password.
        let mut config: Config = url.parse().map_err(|_| {
            Error::other(
                CONNECTING,
                "the address is not understood: \
                 write postgres://user:password@host:port/database?sslmode=require",
            )
        })?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(Duration::from_millis(options.connect_timeout_ms.into()));
        }
        config
            .keepalives_idle(config.get_keepalives_idle().min(PROBE_AFTER))
            .keepalives_interval(PROBE_EVERY)
            .keepalives_retries(PROBES_MAX)
            .tcp_user_timeout(PROBE_AFTER + PROBE_EVERY * PROBES_MAX)
            // Notices may quote what people wrote.
            .notice_callback(|_| {});
        let tls = match config.get_ssl_mode() {
            SslMode::Disable => None,
            SslMode::Prefer if is_this_machine(&config) => None,
            _ => Some(encryption()?),
        };
        if tls.is_none() {
            config.ssl_mode(SslMode::Disable);
        }
        let settings = format!(
            "SET statement_timeout = {};
             SET lock_timeout = {};
             SET idle_in_transaction_session_timeout = {IDLE_TRANSACTION_MS};
             SET standard_conforming_strings = on",
            options.statement_timeout_ms, options.lock_timeout_ms,
        );
        Ok(Server { config, tls, settings, damage: Damage::default() })
    }

    /// Makes a connection. To be called on a thread of our own.
    pub(super) fn connect(&self) -> Result<Session, Fault> {
        let connected = match &self.tls {
            Some(tls) => self.config.connect(tls.clone()),
            None => self.config.connect(NoTls),
        };
        let connecting = |error: ::postgres::Error| {
            let Fault { kind, text } = fault(&error, "");
            // Whatever stands between us and the server, it may be gone in a moment.
            let kind = if kind == FaultKind::Busy { kind } else { FaultKind::Unreachable };
            Fault { kind, text }
        };
        let mut client = connected.map_err(connecting)?;
        client.batch_execute(&self.settings).map_err(connecting)?;
        Ok(Session::new(client))
    }

    /// Connects once and refuses a database that cannot hold every text.
    pub(super) fn check_database(&self) -> Result<(), Error> {
        let mut session = self.connect().map_err(|fault| fault.into_error(CONNECTING))?;
        let answer = session.client().simple_query("SHOW server_encoding");
        let answer = answer.map_err(|error| fault(&error, "").into_error(CONNECTING))?;
        let encoding = answer.iter().find_map(|message| match message {
            SimpleQueryMessage::Row(row) => row.get(0),
            _ => None,
        });
        match encoding {
            Some("UTF8") => Ok(()),
            other => Err(Error::other(
                CONNECTING,
                format!("the database must be encoded in UTF8, not {}", other.unwrap_or("unknown")),
            )),
        }
    }

    /// As an error for a caller who came while no connection could be made.
    pub(super) fn unreachable(fault: Fault) -> Error {
        fault.into_error(CONNECTING)
    }
}

fn is_this_machine(config: &Config) -> bool {
    if !config.get_hostaddrs().is_empty() {
        return config.get_hostaddrs().iter().all(IpAddr::is_loopback);
    }
    config.get_hosts().iter().all(|host| match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    })
}

fn encryption() -> Result<MakeRustlsConnect, Error> {
    let found = rustls_native_certs::load_native_certs();
    for error in &found.errors {
        tracing::warn!(%error, "a root certificate of this system could not be read");
    }
    let mut roots = RootCertStore::empty();
    let (usable, _) = roots.add_parsable_certificates(found.certs);
    if usable == 0 {
        tracing::warn!(
            "this system has no root certificates: no PostgreSQL server will be trusted"
        );
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| Error::Other { doing: CONNECTING, source: Box::new(error) })?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_encrypted(url: &str) -> bool {
        let server = Server::new(url, &PostgresOptions::default()).expect("a sound address");
        server.tls.is_some()
    }

    #[test]
    fn the_address_decides_on_encryption() {
        assert!(is_encrypted("postgres://u@db.example/x"));
        assert!(is_encrypted("postgres://u@db.example/x?sslmode=require"));
        assert!(!is_encrypted("postgres://u@db.example/x?sslmode=disable"));
        assert!(is_encrypted("postgres://u@localhost/x?sslmode=require"));
    }

    #[test]
    fn nothing_is_encrypted_to_this_machine_unless_required() {
        assert!(!is_encrypted("postgres://u@localhost/x"));
        assert!(!is_encrypted("postgres://u@127.0.0.1/x"));
        assert!(!is_encrypted("postgres://u@[::1]/x"));
        assert!(!is_encrypted("postgres://u@%2Frun%2Fpostgresql/x"));
        assert!(is_encrypted("postgres://u@localhost,db.example/x"));
    }

    #[test]
    fn a_bad_address_is_refused_without_repeating_it() {
        let refused = Server::new("postgres://u:secret@host:port:5/x", &PostgresOptions::default());

        let error = refused.err().expect("no such address");
        assert!(!format!("{error:?}").contains("secret"), "{error:?}");
    }
}
