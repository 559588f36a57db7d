//! An entry of the record.

use chrono::{DateTime, Utc};

use super::act::Act;
use super::stored::StateSaid;
use crate::ids::{AssignedRoleId, SessionId, UserId};

/// Who did something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Somebody with an account.
    Person {
        /// The person.
        user: UserId,
        /// The role in which they did it, where it takes one.
        role: Option<AssignedRoleId>,
        /// The session in which they did it.
        session: Option<SessionId>,
    },
    /// Somebody who is not signed in.
    Stranger,
    /// Nobody: the product by itself, or whoever runs it.
    Product,
}

impl By {
    /// Somebody with an account, outside any session.
    pub const fn person(user: UserId) -> Self {
        Self::Person {
            user,
            role: None,
            session: None,
        }
    }

    /// The same, in this role.
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

    /// The person; none where it was nobody with an account.
    pub const fn user(self) -> Option<UserId> {
        match self {
            Self::Person { user, .. } => Some(user),
            Self::Stranger | Self::Product => None,
        }
    }

    /// The kind of who did it, as entries name it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Person { .. } => "person",
            Self::Stranger => "stranger",
            Self::Product => "product",
        }
    }
}

/// What happened, when, and by whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// When, by the server's clock.
    pub at: DateTime<Utc>,
    /// Who did it.
    pub by: By,
    /// What was done.
    pub act: Act,
    /// The rows that it changed, as they are stored from then on; of most acts there are none.
    pub stored: Vec<StateSaid>,
}
