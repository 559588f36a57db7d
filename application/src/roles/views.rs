//! Read models of roles.

use aditus_domain::ids::{AssignedRoleId, AssignedRoleStatusId, OrganisationId, OrganisationRoleId, UserId};
use aditus_domain::roles::{Role, RoleStatus};
use chrono::{DateTime, Utc};

use crate::accounts::directory::PersonView;
use crate::paging::{Direction, Page, Paged};
use crate::ports::StoreError;
use crate::row_versions::RowVersion;

/// A line in the history of an assigned role: who, when, why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusLine {
    /// Its id.
    pub id: AssignedRoleStatusId,
    /// The status since then.
    pub status: RoleStatus,
    /// Who changed it, with the full name; nobody when the product itself did.
    pub by: Option<(UserId, String)>,
    /// Why, if they said so.
    pub reason: Option<String>,
    /// When.
    pub at: DateTime<Utc>,
}

/// A role that somebody holds or asked for, as administrators see it (3 §3, Assigned role status and Role request).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssignedRow {
    /// Its id.
    pub id: AssignedRoleId,
    /// Whose it is.
    pub person: PersonView,
    /// The organisation role.
    pub org_role: OrganisationRoleId,
    /// The organisation's name.
    pub organisation: String,
    /// Which role.
    pub role: Role,
    /// Whether the organisation offers it at present.
    pub offered: bool,
    /// Where it stands.
    pub status: RoleStatus,
    /// How it came there, latest first.
    pub history: Vec<StatusLine>,
}

/// What a list of assigned roles is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub enum AssignedSort {
    /// By the folded name of the person.
    #[default]
    Name,
    Role,
    Status,
    Designation,
    /// By the time of the latest change.
    Changed,
}

/// What is searched for in a list of assigned roles (3 §2.3: name, role, status and designation).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssignedSearch {
    /// Folded text that is looked for in the person.
    pub text: String,
    /// The roles whose names hold it.
    pub roles: Vec<Role>,
    /// The statuses whose names hold it.
    pub statuses: Vec<RoleStatus>,
}

/// Which assigned roles are wanted.
#[derive(Debug, Clone)]
pub struct AssignedQuery {
    /// Of which organisation's roles.
    pub organisation: OrganisationId,
    /// In which statuses; in any, when there is none.
    pub statuses: Vec<RoleStatus>,
    /// What a row must match in any of its parts.
    pub search: Option<AssignedSearch>,
    /// The order; rows that are alike in it come by id.
    pub sort: AssignedSort,
    /// Its direction.
    pub direction: Direction,
    /// Which page.
    pub page: Page,
}

/// A line in the history of an organisation role: who, when, why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferLine {
    /// Whether it is activated since then.
    pub active: bool,
    /// Who changed it, with the full name; nobody when the product itself did.
    pub by: Option<(UserId, String)>,
    /// Why; nothing for a role that is offered for the first time.
    pub reason: Option<String>,
    /// When.
    pub at: DateTime<Utc>,
}

/// A role that an organisation offers (3 §3, Organisation role).
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct OfferedRow {
    pub org_role_id: OrganisationRoleId,
    pub org: OrganisationId,
    pub organisation: String,
    /// An inactive organisation offers no role, whatever their statuses.
    pub organisation_active: bool,
    pub role: Role,
    pub active: bool,
    /// The version that a save names.
    pub row_version: RowVersion,
    /// How it came there, latest first, where that was asked for.
    pub history: Vec<OfferLine>,
}

/// What a list of offered roles is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OfferedSort {
    /// By the organisation's folded name, then by rank.
    #[default]
    Organisation,
    /// By the name of the role.
    Role,
    /// What is deactivated first.
    Status,
}

/// Which offered roles are wanted.
#[derive(Debug, Clone)]
pub struct OfferedQuery {
    /// Of which organisations; of all, when it is not said.
    pub organisations: Option<Vec<OrganisationId>>,
    /// Only what this person neither holds, suspended or not, nor waits for.
    pub available_to: Option<UserId>,
    /// Only what is offered at present.
    pub active_only: bool,
    /// With the histories.
    pub with_histories: bool,
    /// Folded text that is looked for in the organisation's name, and the roles that match besides.
    pub search: Option<(String, Vec<Role>)>,
    /// The order; rows that are alike in it come by organisation and rank.
    pub sort: OfferedSort,
    /// Its direction.
    pub direction: Direction,
    /// Which page.
    pub page: Page,
}

/// A role that somebody asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestedRole {
    /// Where.
    pub organisation: OrganisationId,
    /// Who asks.
    pub user: UserId,
    /// For which role.
    pub role: Role,
}

/// What it takes to say what waits for Super Users in the administration of organisations.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Administration {
    /// The active organisations, by name.
    pub organisations: Vec<(OrganisationId, String)>,
    /// Who may use the role of an Admin, and where.
    pub admins: Vec<(OrganisationId, UserId)>,
    /// The roles that are asked for and wait to be granted or denied, at active organisations.
    pub requested: Vec<RequestedRole>,
}

/// Read models of roles.
pub trait RoleViews {
    /// A page of assigned roles.
    fn assigned(&mut self, query: &AssignedQuery) -> Result<Paged<AssignedRow>, StoreError>;
    /// Who administers which organisation, and what waits there.
    fn administration(&mut self) -> Result<Administration, StoreError>;
    /// A page of the roles that organisations offer.
    fn offered(&mut self, query: &OfferedQuery) -> Result<Paged<OfferedRow>, StoreError>;
    /// As [`super::Roles::usable_by`].
    fn usable_by(&mut self, role: Role, at: Option<OrganisationId>) -> Result<Vec<UserId>, StoreError>;
    /// Those of these organisations at which somebody may use a role of this kind.
    fn with_holders(
        &mut self,
        role: Role,
        organisations: &[OrganisationId],
    ) -> Result<Vec<OrganisationId>, StoreError>;
    /// The histories of assigned roles, the latest line of each first.
    fn histories(
        &mut self,
        assigned: &[AssignedRoleId],
    ) -> Result<Vec<(AssignedRoleId, StatusLine)>, StoreError>;
}
