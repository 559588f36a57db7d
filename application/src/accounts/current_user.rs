//! A person with their roles: `GET users/detailuser/?user_id=` (1 §7.1).

use aditus_domain::ids::{AssignedRoleId, UserId};
use aditus_domain::roles::Role;
use thiserror::Error;

use super::views::UserDetail;
use crate::access::{AccessError, Caller};
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

/// The person to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Query {
    /// The person; the caller if it is `None`.
    pub user_id: Option<UserId>,
}

/// The person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The person with every role requested or held.
    pub user: UserDetail,
    /// The role selected in the caller's session; `None` for another person.
    pub selected: Option<AssignedRoleId>,
}

/// Errors of reading a person.
#[derive(Debug, Error)]
pub enum Error {
    /// Only a Super User may read other people.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// There is no such account.
    #[error("User not found.")]
    NotFound,
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Access, Store;
        NotFound => NotFound, reason: UserNotFound;
    }
}

/// Returns the caller or, for a Super User, any person.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Answer, Error> {
    let user_id = query.user_id.unwrap_or(caller.user);
    if !caller.holds(Role::SuperUser) {
        caller.require_self(user_id)?;
    }
    let user = ports
        .database
        .read()?
        .accounts()
        .user(user_id)?
        .ok_or(Error::NotFound)?;
    let selected = caller.selected.filter(|_| user_id == caller.user);
    Ok(Answer { user, selected })
}
