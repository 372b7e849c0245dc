//! Who sends a request. Functions of `store` that find a project take a [`Principal`] and return a
//! proof of access that all others require, so that nobody reads another user's data by accident.

use crate::{Error, Result};

crate::string_enum! {
    /// What a token allows its bearer, the narrowest first; a wider scope includes the narrower ones.
    pub enum Scope {
        /// Look at what the user may see.
        Read = "read",
        /// Propose changes, which the user decides about.
        Propose = "propose",
        /// Change what the user may change.
        Write = "write",
        /// Change agents, policies and whatever concerns everybody.
        Admin = "admin",
    }
}

/// The user on whose behalf something is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Principal {
    /// The user's name; `local` on an open loopback service.
    pub user: String,
    /// How much the request may do.
    pub scope: Scope,
    /// The machine's own user on an open loopback service, who owns everything.
    pub owns_everything: bool,
    /// The only project that the request may see; none for all that the user may see.
    pub project: Option<String>,
    /// The token that came with the request; none for the machine's own user and for background work.
    pub token: Option<TokenName>,
}

/// What a token is called, without its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenName {
    /// Its identifier.
    pub id: String,
    /// What it is for.
    pub label: String,
}

/// By what a caller was recognised, so that it can be checked again later: a digest, never the secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Credential {
    /// The digest of an access token.
    Token(String),
    /// The digest of the secret of a session.
    Session(String),
}

/// The name of the machine's own user.
pub const LOCAL: &str = "local";

impl Principal {
    /// The machine's own user, on a loopback service without tokens.
    pub fn local() -> Self {
        let local = Self::of_token(LOCAL.to_owned(), Scope::Admin);
        Self { owns_everything: true, ..local }
    }

    /// The service itself, in background work that serves several users.
    pub fn service() -> Self {
        Self::of_token(crate::messages::SYSTEM.to_owned(), Scope::Admin)
    }

    /// The user on whose behalf a duty works that outlives the request; it may read. What a token of one
    /// project began is done [within](Principal::within) that project.
    pub fn of_account(account: &str) -> Self {
        if account == LOCAL {
            Self::local()
        } else {
            Self::of_token(account.to_owned(), Scope::Read)
        }
    }

    /// The same user, who may see only this project if there is one.
    #[must_use]
    pub fn within(self, project: Option<&str>) -> Self {
        Self { project: project.map(str::to_owned), ..self }
    }

    /// The user of a token.
    pub fn of_token(user: String, scope: Scope) -> Self {
        Self { user, scope, owns_everything: false, project: None, token: None }
    }

    /// Whether the request may see this project, as far as its token is concerned: what the user may see
    /// is another question.
    pub fn may_see_project(&self, id: &str) -> bool {
        self.project.as_deref().is_none_or(|only| only == id)
    }

    /// As [`Principal::may_see_project`], for what may belong to a project: what belongs to none is not for
    /// a token of one.
    pub fn may_see_of(&self, project: Option<&str>) -> bool {
        project.map_or(self.project.is_none(), |id| self.may_see_project(id))
    }

    /// That the scope of the request includes this one.
    ///
    /// # Errors
    /// Forbidden, with the scope that is needed.
    pub fn check_scope(&self, needed: Scope) -> Result<()> {
        if self.scope >= needed {
            return Ok(());
        }
        Err(Error::Forbidden(format!("This needs a token with the scope {}", needed.as_str())))
    }
}
