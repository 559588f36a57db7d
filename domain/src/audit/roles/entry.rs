//! Stored roles of a person, and audit entries about them.

use std::fmt;

use chrono::{DateTime, Utc};

use crate::audit::Kind;
use crate::ids::{AssignedRoleId, AuditEntryId, OrganisationId, UserId};
use crate::roles::{Role, RoleStatus};

/// The immutable identity of an assigned role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoleIdentity {
    /// The id of the assigned role.
    pub id: AssignedRoleId,
    /// The role.
    pub role: Role,
    /// The organisation that offers the role.
    pub organisation: OrganisationId,
}

impl fmt::Display for RoleIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            id,
            role,
            organisation,
        } = self;
        write!(f, "role {id} ({role} of organisation {organisation})")
    }
}

/// An assigned role as stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredRole {
    /// The identity of the role.
    pub identity: RoleIdentity,
    /// The stored status.
    pub status: RoleStatus,
}

/// An act on an assigned role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoleAct {
    /// The person applied for the role.
    Applied,
    /// Another person assigned the role or changed its status.
    Decided(RoleStatus),
}

impl RoleAct {
    /// The kinds of audit entries with such an act.
    pub const KINDS: [Kind; 2] = [Kind::RoleAsked, Kind::RoleDecided];

    /// The status of the role after the act.
    pub const fn status(self) -> RoleStatus {
        match self {
            Self::Applied => RoleStatus::Pending,
            Self::Decided(status) => status,
        }
    }
}

/// The content of an audit entry about a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordedRole {
    /// The holder of the role.
    pub user: UserId,
    /// The identity of the role.
    pub identity: RoleIdentity,
    /// The act.
    pub act: RoleAct,
}

/// An audit entry about a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoleEntry {
    /// The id of the entry.
    pub id: AuditEntryId,
    /// The time of the act.
    pub at: DateTime<Utc>,
    /// The user who did it, if it was a user.
    pub by: Option<UserId>,
    /// The content of the entry.
    pub recorded: RecordedRole,
}
