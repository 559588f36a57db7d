//! Entries of the audit log.

use chrono::{DateTime, Utc};

use super::act::Act;
use super::stored::RowDigests;
use crate::ids::{AssignedRoleId, SessionId, UserId};

/// The actor of an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    /// A user with an account.
    Person {
        /// The user.
        user: UserId,
        /// The role that the user acted in, if the act requires one.
        role: Option<AssignedRoleId>,
        /// The session of the user.
        session: Option<SessionId>,
    },
    /// An anonymous caller.
    Anonymous,
    /// The system itself, or its operator on the command line.
    System,
}

impl Actor {
    /// Returns a user as actor, without role and session.
    pub const fn person(user: UserId) -> Self {
        Self::Person {
            user,
            role: None,
            session: None,
        }
    }

    /// Sets the role of a user. Other actors stay unchanged.
    #[must_use]
    pub const fn in_role(self, held: AssignedRoleId) -> Self {
        match self {
            Self::Person { user, session, .. } => Self::Person {
                user,
                role: Some(held),
                session,
            },
            other => other,
        }
    }

    /// Returns the user, or `None` for other actors.
    pub const fn user(self) -> Option<UserId> {
        match self {
            Self::Person { user, .. } => Some(user),
            Self::Anonymous | Self::System => None,
        }
    }

    /// The name of the kind of actor in audit entries.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Person { .. } => "person",
            Self::Anonymous => "stranger",
            Self::System => "product",
        }
    }
}

/// An entry of the audit log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The time of the act on the server's clock.
    pub at: DateTime<Utc>,
    /// The actor.
    pub by: Actor,
    /// The act.
    pub act: Act,
    /// The digests of the rows that the act changed, in their new state. Empty for most acts.
    pub stored: Vec<RowDigests>,
}
