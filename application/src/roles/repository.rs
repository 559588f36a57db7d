//! The store of assigned roles.

use aditus_domain::ids::{AssignedRoleId, AssignedRoleStatusId, OrganisationId, OrganisationRoleId, UserId};
use aditus_domain::roles::{AssignedRole, Role, RoleStatus, StatusChange};
use chrono::{DateTime, Utc};

use crate::ports::StoreError;

/// A requested or held role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeldRole {
    /// Its id.
    pub id: AssignedRoleId,
    /// Account of the person.
    pub user: UserId,
    /// Organisation role.
    pub org_role: OrganisationRoleId,
    /// Kind of role.
    pub role: Role,
    /// Status. Only an activated role is usable.
    pub status: RoleStatus,
}

/// An assigned role with the data needed to decide on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// The role.
    pub assigned: AssignedRole,
    /// Organisation of the role.
    pub organisation: OrganisationId,
    /// Latest line of its history.
    pub latest: AssignedRoleStatusId,
}

/// The store of assigned roles.
pub trait Roles {
    /// Assigns an organisation role to a person in the given status and writes the first line of
    /// its history. A second assignment of the same role to the same person MUST return
    /// [`StoreError::Duplicate`]. The commit signals [`crate::ports::Signal::RolesChanged`].
    fn assign(
        &mut self,
        user: UserId,
        org_role: OrganisationRoleId,
        status: RoleStatus,
        by: Option<UserId>,
        reason: Option<&str>,
        at: DateTime<Utc>,
    ) -> Result<AssignedRoleId, StoreError>;
    /// Returns all held and requested roles of a person, ordered by rank.
    fn of_user(&mut self, user: UserId) -> Result<Vec<HeldRole>, StoreError>;
    /// Returns the people who can use this organisation role: activated, in an active account,
    /// while it is offered. Ordered by id.
    fn holders(&mut self, org_role: OrganisationRoleId) -> Result<Vec<UserId>, StoreError>;
    /// Does the same for several organisation roles. Each person is returned once.
    fn holders_of_any(&mut self, org_roles: &[OrganisationRoleId]) -> Result<Vec<UserId>, StoreError>;
    /// Returns the people who can use a role of this kind, at this organisation or at any:
    /// activated, in an active account, while the organisation role is offered. Ordered by id,
    /// without duplicates.
    fn usable_by(&mut self, role: Role, at: Option<OrganisationId>) -> Result<Vec<UserId>, StoreError>;
    /// Returns the organisations at which this person can use a role of this kind.
    fn organisations_of(&mut self, user: UserId, role: Role) -> Result<Vec<OrganisationId>, StoreError>;
    /// Returns the assigned role with this id.
    fn by_id(&mut self, id: AssignedRoleId) -> Result<Option<Assignment>, StoreError>;
    /// Returns the assigned role whose history has this line, latest or not.
    fn by_status(&mut self, id: AssignedRoleStatusId) -> Result<Option<Assignment>, StoreError>;
    /// Returns this person's assignment to this organisation role.
    fn assignment(
        &mut self,
        user: UserId,
        org_role: OrganisationRoleId,
    ) -> Result<Option<Assignment>, StoreError>;
    /// Stores the new status and writes a line of history. If the role no longer has the former
    /// status of the change, this MUST return [`StoreError::Conflict`]. The commit signals
    /// [`crate::ports::Signal::RolesChanged`].
    fn change(&mut self, user: UserId, change: &StatusChange) -> Result<AssignedRoleStatusId, StoreError>;
    /// Makes the commit signal [`crate::ports::Signal::RolesChanged`] for a person whose usable
    /// roles changed with the state of the account.
    fn announce(&mut self, user: UserId) -> Result<(), StoreError>;
    /// Takes the exclusive lock on roles, across all nodes, until the transaction ends. Commits of
    /// earlier holders MUST be visible afterwards: for example, two last Admins must not disable
    /// each other concurrently.
    fn lock_exclusive(&mut self) -> Result<(), StoreError>;
}
