//! The status of an assigned role.

use thiserror::Error;

/// The status of an assigned role (1 §3, decisions, "Names and constants").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RoleStatus {
    /// Applied for.
    Pending,
    /// Granted: the only status in which a role is in effect.
    Activated,
    /// Denied; the person may apply again.
    Rejected,
    /// Suspended; can be reactivated.
    Deactivated,
    /// Withdrawn; the person may apply again.
    Revoked,
}

/// No role status has this name or id.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("There is no such role status.")]
pub struct UnknownRoleStatus;

impl RoleStatus {
    /// All statuses, by id.
    pub const ALL: [Self; 5] = [
        Self::Pending,
        Self::Activated,
        Self::Rejected,
        Self::Deactivated,
        Self::Revoked,
    ];

    /// The id of the API, 1 to 5.
    pub const fn id(self) -> i64 {
        match self {
            Self::Pending => 1,
            Self::Activated => 2,
            Self::Rejected => 3,
            Self::Deactivated => 4,
            Self::Revoked => 5,
        }
    }

    /// The name on screens and in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "Pending",
            Self::Activated => "Activated",
            Self::Rejected => "Rejected",
            Self::Deactivated => "Deactivated",
            Self::Revoked => "Revoked",
        }
    }

    /// Returns the status with this id.
    pub fn from_id(id: i64) -> Result<Self, UnknownRoleStatus> {
        Self::ALL
            .into_iter()
            .find(|status| status.id() == id)
            .ok_or(UnknownRoleStatus)
    }

    /// Returns the status with this name.
    pub fn parse(name: &str) -> Result<Self, UnknownRoleStatus> {
        Self::ALL
            .into_iter()
            .find(|status| status.name() == name)
            .ok_or(UnknownRoleStatus)
    }

    /// Returns true if a role may change from this status to `to` (1 §4, 3 §4). An application is
    /// granted or denied. A granted role can be suspended, reactivated or revoked. After a denial
    /// or revocation, the person may apply again.
    pub const fn may_become(self, to: Self) -> bool {
        matches!(
            (self, to),
            (Self::Pending, Self::Activated | Self::Rejected)
                | (Self::Activated, Self::Deactivated | Self::Revoked)
                | (Self::Deactivated, Self::Activated | Self::Revoked)
                | (Self::Rejected | Self::Revoked, Self::Pending)
        )
    }
}

impl std::fmt::Display for RoleStatus {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_one_to_five_and_round_trip() {
        for (index, status) in RoleStatus::ALL.into_iter().enumerate() {
            assert_eq!(usize::try_from(status.id()).unwrap(), index + 1);
            assert_eq!(RoleStatus::from_id(status.id()), Ok(status));
            assert_eq!(RoleStatus::parse(status.name()), Ok(status));
        }
        assert!(RoleStatus::from_id(6).is_err());
    }
}
