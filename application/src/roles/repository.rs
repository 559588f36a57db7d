//! The store of assigned roles.

use aditus_domain::ids::{AssignedRoleId, OrganisationRoleId, UserId};
use aditus_domain::roles::{Role, RoleStatus};
use chrono::{DateTime, Utc};

use crate::ports::StoreError;

/// A role that a person asked for or holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeldRole {
    /// Its id.
    pub id: AssignedRoleId,
    /// Who holds it.
    pub user: UserId,
    /// The organisation's role.
    pub org_role: OrganisationRoleId,
    /// Which role that is.
    pub role: Role,
    /// Only an activated role is usable.
    pub status: RoleStatus,
}

/// The store of assigned roles.
pub trait Roles {
    /// Assigns an organisation role to a person in the given status and writes the first line of its history.
    /// A second assignment of the same role to the same person MUST be [`StoreError::Duplicate`].
    fn assign(
        &mut self,
        user: UserId,
        org_role: OrganisationRoleId,
        status: RoleStatus,
        by: Option<UserId>,
        reason: Option<&str>,
        at: DateTime<Utc>,
    ) -> Result<AssignedRoleId, StoreError>;
    /// Everything a person holds or asked for, by rank.
    fn of_user(&mut self, user: UserId) -> Result<Vec<HeldRole>, StoreError>;
    /// The people who hold this role at any organisation that offers it, activated, in an active account.
    fn holders_anywhere(&mut self, role: Role) -> Result<Vec<UserId>, StoreError>;
    /// The people who hold this organisation role, activated, in an active account.
    fn holders(&mut self, org_role: OrganisationRoleId) -> Result<Vec<UserId>, StoreError>;
}
