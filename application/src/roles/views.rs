//! Read models of roles.

use aditus_domain::ids::{AssignedRoleId, AssignedRoleStatusId, OrganisationId, OrganisationRoleId, UserId};
use aditus_domain::roles::{Role, RoleStatus};
use chrono::{DateTime, Utc};

use crate::accounts::directory::PersonView;
use crate::paging::{Direction, Page, Paged};
use crate::ports::StoreError;
use crate::row_versions::RowVersion;

/// A line in the history of an assigned role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusLine {
    /// Its id.
    pub id: AssignedRoleStatusId,
    /// Status from then on.
    pub status: RoleStatus,
    /// Person who changed it, with their full name. None for the system itself.
    pub by: Option<(UserId, String)>,
    /// Reason, if given.
    pub reason: Option<String>,
    /// Time of the change.
    pub at: DateTime<Utc>,
}

/// A held or requested role, as administrators see it (3 §3, Assigned role status and Role
/// request).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssignedRow {
    /// Its id.
    pub id: AssignedRoleId,
    /// Holder of the role.
    pub person: PersonView,
    /// The organisation role.
    pub org_role: OrganisationRoleId,
    /// Name of the organisation.
    pub organisation: String,
    /// Kind of role.
    pub role: Role,
    /// True if the organisation offers it.
    pub offered: bool,
    /// Current status.
    pub status: RoleStatus,
    /// Lines of its history, latest first.
    pub history: Vec<StatusLine>,
}

/// Order of a list of assigned roles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub enum AssignedSort {
    /// Sorted by the folded name of the person.
    #[default]
    Name,
    Role,
    Status,
    Designation,
    /// Sorted by the time of the latest change.
    Changed,
}

/// A search in a list of assigned roles (3 §2.3: name, role, status and designation).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssignedSearch {
    /// Folded text to find in the person.
    pub text: String,
    /// Roles whose names contain the text.
    pub roles: Vec<Role>,
    /// Statuses whose names contain the text.
    pub statuses: Vec<RoleStatus>,
}

/// Filter, order and page of a list of assigned roles.
#[derive(Debug, Clone)]
pub struct AssignedQuery {
    /// Organisation of the roles.
    pub organisation: OrganisationId,
    /// Limits the roles to these statuses. Empty for any.
    pub statuses: Vec<RoleStatus>,
    /// Search that a row must match in any of its parts.
    pub search: Option<AssignedSearch>,
    /// Order. Ties are broken by id.
    pub sort: AssignedSort,
    /// Direction of the order.
    pub direction: Direction,
    /// Requested page.
    pub page: Page,
}

/// A line in the history of an organisation role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferLine {
    /// True if the role is active from then on.
    pub active: bool,
    /// Person who changed it, with their full name. None for the system itself.
    pub by: Option<(UserId, String)>,
    /// Reason. None for the first offer of a role.
    pub reason: Option<String>,
    /// Time of the change.
    pub at: DateTime<Utc>,
}

/// A role that an organisation offers (3 §3, Organisation role).
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct OfferedRow {
    pub org_role_id: OrganisationRoleId,
    pub org: OrganisationId,
    pub organisation: String,
    /// True if the organisation is active. An inactive organisation offers no role.
    pub organisation_active: bool,
    pub role: Role,
    pub active: bool,
    /// Row version for the next save.
    pub row_version: RowVersion,
    /// Lines of its history, latest first. Empty unless requested.
    pub history: Vec<OfferLine>,
}

/// Order of a list of offered roles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OfferedSort {
    /// Sorted by the organisation's folded name, then by rank.
    #[default]
    Organisation,
    /// Sorted by the name of the role.
    Role,
    /// Deactivated roles first.
    Status,
}

/// Filter, order and page of a list of offered roles.
#[derive(Debug, Clone)]
pub struct OfferedQuery {
    /// Organisations of the roles. None for all.
    pub organisations: Option<Vec<OrganisationId>>,
    /// Limits the roles to those that this person neither holds, suspended or not, nor has
    /// requested.
    pub available_to: Option<UserId>,
    /// Limits the roles to offered ones.
    pub active_only: bool,
    /// Includes the histories.
    pub with_histories: bool,
    /// Folded text to find in the organisation's name, with the roles that match it.
    pub search: Option<(String, Vec<Role>)>,
    /// Order. Ties are broken by organisation and rank.
    pub sort: OfferedSort,
    /// Direction of the order.
    pub direction: Direction,
    /// Requested page.
    pub page: Page,
}

/// A requested role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestedRole {
    /// Its id.
    pub id: AssignedRoleId,
    /// Organisation of the role.
    pub organisation: OrganisationId,
    /// Account of the person.
    pub user: UserId,
    /// First name and surname of the person.
    pub name: String,
    /// Kind of role.
    pub role: Role,
}

/// The data for the pending tasks of Super Users in the administration of organisations.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Administration {
    /// Active organisations by name.
    pub organisations: Vec<(OrganisationId, String)>,
    /// Users of the role Admin, with their organisations.
    pub admins: Vec<(OrganisationId, UserId)>,
    /// Requested roles at active organisations that are not decided.
    pub requested: Vec<RequestedRole>,
}

/// Read models of roles.
pub trait RoleViews {
    /// Returns a page of assigned roles.
    fn assigned(&mut self, query: &AssignedQuery) -> Result<Paged<AssignedRow>, StoreError>;
    /// Returns the Admins and the pending requests of organisations.
    fn administration(&mut self) -> Result<Administration, StoreError>;
    /// Returns a page of the roles that organisations offer.
    fn offered(&mut self, query: &OfferedQuery) -> Result<Paged<OfferedRow>, StoreError>;
    /// Does the same as [`super::Roles::usable_by`].
    fn usable_by(&mut self, role: Role, at: Option<OrganisationId>) -> Result<Vec<UserId>, StoreError>;
    /// Returns those of the organisations at which a person can use a role of this kind.
    fn with_holders(
        &mut self,
        role: Role,
        organisations: &[OrganisationId],
    ) -> Result<Vec<OrganisationId>, StoreError>;
    /// Returns the histories of assigned roles, the latest line of each first.
    fn histories(
        &mut self,
        assigned: &[AssignedRoleId],
    ) -> Result<Vec<(AssignedRoleId, StatusLine)>, StoreError>;
}
