//! What keeps a Super User from serving the people of an organisation.

use thiserror::Error;

use super::views::OrganisationRow;
use crate::access::{AccessError, Caller};

/// An organisation with what keeps a Super User from serving its people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Served {
    /// The organisation.
    pub row: OrganisationRow,
    /// Why no Super User appoints an Admin there.
    pub refusal: Option<NotServed>,
}

/// Why no Super User appoints an Admin of an organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NotServed {
    /// It is inactive.
    #[error("An inactive organisation offers no role.")]
    Inactive,
    /// Its Admin serves it.
    #[error(transparent)]
    HasAdmin(AccessError),
}

impl Served {
    /// What this Super User is told of an organisation that has an Admin or none.
    pub(super) fn of(row: OrganisationRow, has_admin: bool, caller: &Caller) -> Self {
        let refusal = if !row.details.active {
            Some(NotServed::Inactive)
        } else if has_admin && !caller.administers(row.org_id) {
            Some(NotServed::HasAdmin(AccessError::HasAdmin))
        } else {
            None
        };
        Self { row, refusal }
    }
}
