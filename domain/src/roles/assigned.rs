//! A role as one person holds or asks for it.

use chrono::{DateTime, Utc};
use thiserror::Error;

use super::{Role, RoleStatus};
use crate::ids::{AssignedRoleId, OrganisationRoleId, UserId};

/// A role as one person holds or asks for it (1 §3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssignedRole {
    /// Its id.
    pub id: AssignedRoleId,
    /// Whose it is.
    pub user: UserId,
    /// The organisation's role that it is.
    pub org_role: OrganisationRoleId,
    /// Which role that is.
    pub role: Role,
    /// Where it stands.
    pub status: RoleStatus,
}

/// One step in the life of an assigned role, as it is kept in its history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusChange {
    /// Which role changed.
    pub assigned_role: AssignedRoleId,
    /// The status before.
    pub from: RoleStatus,
    /// The status since.
    pub to: RoleStatus,
    /// Who changed it.
    pub by: UserId,
    /// Why, if they said so.
    pub reason: Option<String>,
    /// When.
    pub at: DateTime<Utc>,
}

/// Why the status of an assigned role cannot be changed so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RoleChangeError {
    /// Nobody grants, denies or takes away a role of their own.
    #[error("You cannot decide on a role of your own.")]
    OwnRole,
    /// Only the person concerned asks for a role again.
    #[error("Only the user can ask for this role again.")]
    NotTheHolder,
    /// There is no way from the one status to the other.
    #[error("A role that is {from} cannot become {to}.")]
    NotAllowed {
        /// The status it has.
        from: RoleStatus,
        /// The status that was wanted.
        to: RoleStatus,
    },
}

impl AssignedRole {
    /// Whether the role is of use (1 §1).
    pub fn is_usable(&self) -> bool {
        self.status == RoleStatus::Activated
    }

    /// Changes the status, by the hand of `by`. A change that is not allowed leaves everything as it is.
    pub fn change(
        &mut self,
        to: RoleStatus,
        by: UserId,
        reason: Option<String>,
        at: DateTime<Utc>,
    ) -> Result<StatusChange, RoleChangeError> {
        let from = self.status;
        if !from.may_become(to) {
            return Err(RoleChangeError::NotAllowed { from, to });
        }
        match (to == RoleStatus::Pending, by == self.user) {
            (true, false) => return Err(RoleChangeError::NotTheHolder),
            (false, true) => return Err(RoleChangeError::OwnRole),
            (true, true) | (false, false) => {}
        }
        self.status = to;
        Ok(StatusChange {
            assigned_role: self.id,
            from,
            to,
            by,
            reason,
            at,
        })
    }
}

/// The role that is selected at sign in: the activated one of the lowest rank (1 §4); of two of the same rank, the one
/// that was assigned first.
pub fn default_role(held: &[AssignedRole]) -> Option<&AssignedRole> {
    held.iter()
        .filter(|role| role.is_usable())
        .min_by_key(|held| (held.role.rank(), held.id))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOLDER: UserId = UserId(1);
    const ADMIN: UserId = UserId(2);

    fn held(id: i64, role: Role, status: RoleStatus) -> AssignedRole {
        AssignedRole {
            id: AssignedRoleId(id),
            user: HOLDER,
            org_role: OrganisationRoleId(id),
            role,
            status,
        }
    }

    fn noon() -> DateTime<Utc> {
        DateTime::from_timestamp(1_780_000_000, 0).unwrap()
    }

    #[test]
    fn exactly_these_changes_are_allowed() {
        use RoleStatus::{Activated, Deactivated, Pending, Rejected, Revoked};
        let allowed = [
            (Pending, Activated),
            (Pending, Rejected),
            (Activated, Deactivated),
            (Activated, Revoked),
            (Deactivated, Activated),
            (Deactivated, Revoked),
            (Rejected, Pending),
            (Revoked, Pending),
        ];
        for from in RoleStatus::ALL {
            for to in RoleStatus::ALL {
                let mut role = held(9, Role::DataOfficer, from);
                let by = if to == Pending { HOLDER } else { ADMIN };
                let result = role.change(to, by, None, noon());
                if allowed.contains(&(from, to)) {
                    assert_eq!(result.map(|change| (change.from, change.to)), Ok((from, to)));
                    assert_eq!(role.status, to);
                } else {
                    assert_eq!(result, Err(RoleChangeError::NotAllowed { from, to }));
                    assert_eq!(role.status, from);
                }
            }
        }
    }

    #[test]
    fn nobody_grants_themselves_a_role() {
        let mut role = held(1, Role::Admin, RoleStatus::Pending);
        let error = role
            .change(RoleStatus::Activated, HOLDER, None, noon())
            .unwrap_err();
        assert_eq!(error.to_string(), "You cannot decide on a role of your own.");
        assert_eq!(role.status, RoleStatus::Pending);
    }

    #[test]
    fn only_the_holder_asks_again() {
        let mut role = held(1, Role::Admin, RoleStatus::Rejected);
        assert_eq!(
            role.change(RoleStatus::Pending, ADMIN, None, noon()),
            Err(RoleChangeError::NotTheHolder)
        );
        assert!(role.change(RoleStatus::Pending, HOLDER, None, noon()).is_ok());
    }

    #[test]
    fn the_change_is_told_in_full() {
        let mut role = held(4, Role::DataAnalyst, RoleStatus::Pending);
        let change = role
            .change(RoleStatus::Rejected, ADMIN, Some("No contract".into()), noon())
            .unwrap();
        assert_eq!(
            (change.assigned_role, change.by, change.at),
            (AssignedRoleId(4), ADMIN, noon())
        );
        assert_eq!(change.reason.as_deref(), Some("No contract"));
        assert!(!role.is_usable());
    }

    #[test]
    fn the_lowest_rank_among_the_activated_is_selected() {
        let roles = [
            held(1, Role::SuperUser, RoleStatus::Pending),
            held(2, Role::DataRequester, RoleStatus::Activated),
            held(4, Role::DataOfficer, RoleStatus::Activated),
            held(3, Role::DataOfficer, RoleStatus::Activated),
        ];
        assert_eq!(default_role(&roles).map(|role| role.id), Some(AssignedRoleId(3)));
        assert_eq!(default_role(&roles[..1]), None);
    }
}
