//! Restrictions on Super Users who administer the people of an organisation.

use thiserror::Error;

use super::views::OrganisationRow;
use crate::access::{AccessError, Caller};

/// An organisation with the restriction that applies to a Super User.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Served {
    /// The organisation.
    pub row: OrganisationRow,
    /// Reason why a Super User cannot appoint an Admin there. None if they can.
    pub refusal: Option<NotServed>,
}

/// Reasons why a Super User cannot appoint an Admin of an organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NotServed {
    /// The organisation is inactive.
    #[error("An inactive organisation offers no role.")]
    Inactive,
    /// The organisation has an Admin of its own.
    #[error(transparent)]
    HasAdmin(AccessError),
}

impl Served {
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
