//! What is stored of a role that a person holds or asks for, and what entries say of it.

use std::fmt;

use chrono::{DateTime, Utc};

use crate::audit::Kind;
use crate::ids::{AssignedRoleId, AuditEntryId, OrganisationId, UserId};
use crate::roles::{Role, RoleStatus};

/// Which role it is. That never changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoleNamed {
    /// The role as the person holds it.
    pub id: AssignedRoleId,
    /// Which one.
    pub role: Role,
    /// Of which organisation.
    pub organisation: OrganisationId,
}

impl fmt::Display for RoleNamed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            id,
            role,
            organisation,
        } = self;
        write!(f, "role {id} ({role} of organisation {organisation})")
    }
}

/// A role of a person as it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredRole {
    /// Which one.
    pub named: RoleNamed,
    /// Its status.
    pub status: RoleStatus,
}

/// What was done to a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoleAct {
    /// The person asked for it.
    Asked,
    /// It was assigned, or its status was changed, by somebody else.
    Decided(RoleStatus),
}

impl RoleAct {
    /// The kinds of entries that say such an act.
    pub const KINDS: [Kind; 2] = [Kind::RoleAsked, Kind::RoleDecided];

    /// The status of the role since.
    pub const fn status(self) -> RoleStatus {
        match self {
            Self::Asked => RoleStatus::Pending,
            Self::Decided(status) => status,
        }
    }
}

/// What an entry says of a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoleSaid {
    /// Whose it is.
    pub user: UserId,
    /// Which one.
    pub named: RoleNamed,
    /// What was done to it.
    pub act: RoleAct,
}

/// An entry about a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoleEntry {
    /// The entry.
    pub id: AuditEntryId,
    /// When.
    pub at: DateTime<Utc>,
    /// Who did it, where it was somebody with an account.
    pub by: Option<UserId>,
    /// What was done.
    pub said: RoleSaid,
}
