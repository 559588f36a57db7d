//! Restrictions on Super Users who administer the people of an organisation.

use thiserror::Error;

use super::views::OrganisationRow;
use crate::access::{AccessError, Caller};

/// An organisation with the restriction that applies to a Super User.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedOrganisation {
    /// The organisation.
    pub row: OrganisationRow,
    /// Reason why a Super User cannot appoint an Admin there. None if they can.
    pub refusal: Option<AppointmentRefused>,
}

/// Reasons why a Super User cannot appoint an Admin of an organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum AppointmentRefused {
    /// The organisation is inactive.
    #[error("An inactive organisation offers no role.")]
    Inactive,
    /// The organisation has an Admin of its own.
    #[error(transparent)]
    HasAdmin(AccessError),
}

impl ListedOrganisation {
    pub(super) fn new(row: OrganisationRow, has_admin: bool, caller: &Caller) -> Self {
        let refusal = if !row.details.active {
            Some(AppointmentRefused::Inactive)
        } else if has_admin && !caller.administers(row.org_id) {
            Some(AppointmentRefused::HasAdmin(AccessError::HasAdmin))
        } else {
            None
        };
        Self { row, refusal }
    }
}
