//! The roles that an organisation offers (3 §3, §4, Organisation role).

use chrono::{DateTime, Utc};
use thiserror::Error;

use crate::ids::{OrganisationRoleId, UserId};

/// A change of a role that an organisation offers, as stored in its history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferChange {
    /// The organisation role.
    pub org_role: OrganisationRoleId,
    /// True if the role is offered after the change.
    pub active: bool,
    /// The user who made the change, or `None` for the system itself.
    pub by: Option<UserId>,
    /// The reason; `None` for a role that is offered for the first time.
    pub reason: Option<String>,
    /// The time of the change.
    pub at: DateTime<Utc>,
}

/// The reason a change of an organisation role is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum OfferChangeError {
    /// The role is already offered.
    #[error("This organisation role is already activated.")]
    Activated,
    /// The role is already not offered.
    #[error("This organisation role is already deactivated.")]
    Deactivated,
}

impl OfferChange {
    /// Creates the first entry of a newly offered role.
    pub fn first(org_role: OrganisationRoleId, by: Option<UserId>, at: DateTime<Utc>) -> Self {
        Self {
            org_role,
            active: true,
            by,
            reason: None,
            at,
        }
    }

    /// Activates or deactivates a role with a reason (3 §5). Refuses a change to the current
    /// status.
    pub fn to(
        active: bool,
        (org_role, is_active): (OrganisationRoleId, bool),
        by: Option<UserId>,
        reason: String,
        at: DateTime<Utc>,
    ) -> Result<Self, OfferChangeError> {
        match (is_active, active) {
            (true, true) => Err(OfferChangeError::Activated),
            (false, false) => Err(OfferChangeError::Deactivated),
            (true, false) | (false, true) => Ok(Self {
                org_role,
                active,
                by,
                reason: Some(reason),
                at,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn change_to_the_current_status_is_refused() {
        let at = DateTime::from_timestamp(1_790_000_000, 0).unwrap();
        let change = |from, to| {
            let role = OrganisationRoleId(3);
            OfferChange::to(to, (role, from), Some(UserId(7)), "No contract".to_owned(), at)
        };
        let deactivated = change(true, false).unwrap();
        assert_eq!(
            (deactivated.active, deactivated.reason.as_deref()),
            (false, Some("No contract"))
        );
        assert!(change(false, true).unwrap().active);
        assert_eq!(change(true, true), Err(OfferChangeError::Activated));
        assert_eq!(change(false, false), Err(OfferChangeError::Deactivated));
    }
}
