//! Who sends a request. Functions of `store` that find a project take a [`Principal`] and return a
//! proof of access that all others require, so that nobody reads another user's data by accident.

crate::string_enum! {
    /// What a token allows its bearer, the narrowest first; a wider scope includes the narrower ones.
    pub enum Scope {
        /// Look at what the user may see.
        Read = "read",
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
}

/// The name of the machine's own user.
pub const LOCAL: &str = "local";

impl Principal {
    /// The machine's own user, on a loopback service without tokens.
    pub fn local() -> Self {
        Self { user: LOCAL.to_owned(), scope: Scope::Admin, owns_everything: true }
    }

    /// The service itself, in background work that serves several users.
    pub fn service() -> Self {
        Self::of_token(crate::messages::SYSTEM.to_owned(), Scope::Admin)
    }

    /// The user on whose behalf a duty works that outlives the request; it may read.
    pub fn of_account(account: &str) -> Self {
        if account == LOCAL {
            Self::local()
        } else {
            Self::of_token(account.to_owned(), Scope::Read)
        }
    }

    /// The user of a token.
    pub fn of_token(user: String, scope: Scope) -> Self {
        Self { user, scope, owns_everything: false }
    }
}
