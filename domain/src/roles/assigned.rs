//! Assigned roles.

use chrono::{DateTime, Utc};
use thiserror::Error;

use super::{Role, RoleStatus};
use crate::ids::{AssignedRoleId, OrganisationRoleId, UserId};

/// A role that one person holds or applies for (1 §3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssignedRole {
    /// The id.
    pub id: AssignedRoleId,
    /// The holder.
    pub user: UserId,
    /// The organisation role.
    pub org_role: OrganisationRoleId,
    /// The role.
    pub role: Role,
    /// The current status.
    pub status: RoleStatus,
}

/// A change of an assigned role's status, as stored in its history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusChange {
    /// The assigned role.
    pub assigned_role: AssignedRoleId,
    /// The status before the change.
    pub from: RoleStatus,
    /// The status after the change.
    pub to: RoleStatus,
    /// The user who changed the status.
    pub by: UserId,
    /// The reason, if one was given.
    pub reason: Option<String>,
    /// The time of the change.
    pub at: DateTime<Utc>,
}

/// The reason a status change is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RoleChangeError {
    /// Users cannot grant, deny or withdraw a role of their own.
    #[error("You can't decide on your own role.")]
    OwnRole,
    /// Only the holder can apply for a role again.
    #[error("Only the user can request this role again.")]
    NotTheHolder,
    /// The transition is not allowed.
    #[error("A role that is {from} cannot become {to}.")]
    NotAllowed {
        /// The current status.
        from: RoleStatus,
        /// The requested status.
        to: RoleStatus,
    },
}

impl AssignedRole {
    /// Returns true if the role is in effect (1 §1).
    pub fn is_usable(&self) -> bool {
        self.status == RoleStatus::Activated
    }

    /// Changes the status on behalf of `by`. A refused change leaves the role unchanged.
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
    fn users_cannot_grant_their_own_role() {
        let mut role = held(1, Role::Admin, RoleStatus::Pending);
        let error = role
            .change(RoleStatus::Activated, HOLDER, None, noon())
            .unwrap_err();
        assert_eq!(error.to_string(), "You can't decide on your own role.");
        assert_eq!(role.status, RoleStatus::Pending);
    }

    #[test]
    fn only_the_holder_can_apply_again() {
        let mut role = held(1, Role::Admin, RoleStatus::Rejected);
        assert_eq!(
            role.change(RoleStatus::Pending, ADMIN, None, noon()),
            Err(RoleChangeError::NotTheHolder)
        );
        assert!(role.change(RoleStatus::Pending, HOLDER, None, noon()).is_ok());
    }

    #[test]
    fn change_contains_role_user_reason_and_time() {
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
}
