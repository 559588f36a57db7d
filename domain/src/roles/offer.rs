//! A role as an organisation offers it (3 §3, §4, Organisation role).

use chrono::{DateTime, Utc};
use thiserror::Error;

use crate::ids::{OrganisationRoleId, UserId};

/// One step in the life of a role that an organisation offers, as it is kept in its history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferChange {
    /// Which role changed.
    pub org_role: OrganisationRoleId,
    /// Whether it is offered since.
    pub active: bool,
    /// Who changed it; nobody when the product itself did.
    pub by: Option<UserId>,
    /// Why; nothing for a role that is offered for the first time.
    pub reason: Option<String>,
    /// When.
    pub at: DateTime<Utc>,
}

/// Why the status of an organisation role cannot be changed so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum OfferChangeError {
    /// It is offered already.
    #[error("This organisation role is activated already.")]
    Activated,
    /// It is not offered already.
    #[error("This organisation role is deactivated already.")]
    Deactivated,
}

impl OfferChange {
    /// A role is offered for the first time.
    pub fn first(org_role: OrganisationRoleId, by: Option<UserId>, at: DateTime<Utc>) -> Self {
        Self {
            org_role,
            active: true,
            by,
            reason: None,
            at,
        }
    }

    /// Activates a role or deactivates it, which somebody gives a reason for (3 §5). What it is already, it cannot become.
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
    fn a_role_becomes_only_what_it_is_not() {
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
