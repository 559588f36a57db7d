//! The store of assigned roles.

use aditus_domain::ids::{AssignedRoleId, AssignedRoleStatusId, OrganisationId, OrganisationRoleId, UserId};
use aditus_domain::roles::{AssignedRole, Role, RoleStatus, StatusChange};
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

/// An assigned role with what it takes to decide on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// The role.
    pub assigned: AssignedRole,
    /// The organisation whose role it is.
    pub organisation: OrganisationId,
    /// The latest line of its history.
    pub latest: AssignedRoleStatusId,
}

/// The store of assigned roles.
pub trait Roles {
    /// Assigns an organisation role to a person in the given status and writes the first line of its history.
    /// A second assignment of the same role to the same person MUST be [`StoreError::Duplicate`]. The commit signals
    /// [`crate::ports::Signal::RolesChanged`].
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
    /// The people who may use this organisation role: activated, in an active account, while it is offered. By id.
    fn holders(&mut self, org_role: OrganisationRoleId) -> Result<Vec<UserId>, StoreError>;
    /// The same of any of these organisation roles, each person once.
    fn holders_of_any(&mut self, org_roles: &[OrganisationRoleId]) -> Result<Vec<UserId>, StoreError>;
    /// The people who may use a role of this kind, at this organisation or at any: activated, of an organisation role that
    /// is offered, in an active account. By id, nobody twice.
    fn usable_by(&mut self, role: Role, at: Option<OrganisationId>) -> Result<Vec<UserId>, StoreError>;
    /// The organisations at which this person may use a role of this kind.
    fn organisations_of(&mut self, user: UserId, role: Role) -> Result<Vec<OrganisationId>, StoreError>;
    /// The assigned role with this id.
    fn by_id(&mut self, id: AssignedRoleId) -> Result<Option<Assignment>, StoreError>;
    /// The assigned role whose history has this line, latest or not.
    fn by_status(&mut self, id: AssignedRoleStatusId) -> Result<Option<Assignment>, StoreError>;
    /// This person's assignment to this organisation role.
    fn at(&mut self, user: UserId, org_role: OrganisationRoleId) -> Result<Option<Assignment>, StoreError>;
    /// Stores the new status and writes a line of history. A role that no longer has the status the change begins with MUST
    /// be [`StoreError::Conflict`]. The commit signals [`crate::ports::Signal::RolesChanged`].
    fn change(&mut self, user: UserId, change: &StatusChange) -> Result<AssignedRoleStatusId, StoreError>;
    /// Has the commit signal [`crate::ports::Signal::RolesChanged`] for a person whose roles came or went with the state of
    /// the account.
    fn announce(&mut self, user: UserId) -> Result<(), StoreError>;
    /// Waits until no other transaction that has called this is open, on whichever node. What is read afterwards MUST hold
    /// what those have committed: of the last two Admins, no two may disable each other at once.
    fn take_turns(&mut self) -> Result<(), StoreError>;
}
