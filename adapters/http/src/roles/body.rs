//! Bodies of the role calls (1 §3, §7.2; 3 §3).

use aditus_application::roles::assignable::AssignableRole;
use aditus_application::roles::assigned::DecidableRole;
use aditus_application::roles::of_person::RoleWithHistory;
use aditus_application::roles::views::{OfferLine, OfferedRow, StatusLine};
use aditus_domain::ids::UserId;
use aditus_domain::roles::{Role, RoleStatus};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::{PersonBody, RoleStatusBody};

/// A role.
#[derive(Serialize, ToSchema)]
pub(crate) struct RoleBody {
    pub role_id: i64,
    #[schema(example = "Data Officer")]
    pub role: String,
}

/// A role that an organisation offers.
#[derive(Serialize, ToSchema)]
pub(crate) struct OrganisationRoleBody {
    pub org_role_id: i64,
    /// The id of the organisation.
    pub org: i64,
    /// The id of the role.
    pub role: i64,
    /// The name of the organisation.
    pub organisation: String,
    pub role_name: String,
    pub role_description: String,
    /// True if the role is activated.
    pub status: bool,
    /// True if the organisation is active. An inactive organisation offers no roles, regardless of
    /// their status.
    pub organisation_active: bool,
    /// The reason of the status; only for Super Users.
    pub reason: Option<String>,
    /// The history of the status, newest first; only for Super Users.
    pub history: Vec<OfferLineBody>,
    /// The version of the record, to be sent with a change.
    pub row_version: i64,
    /// The reason why the caller cannot assign the role to the person in `assign_to`; null if the
    /// caller can.
    pub refusal: Option<String>,
}

/// An entry in the history of an organisation role.
#[derive(Serialize, ToSchema)]
pub(crate) struct OfferLineBody {
    /// The new status: true if the role was activated.
    pub status: bool,
    pub reason: Option<String>,
    pub changed_on: DateTime<Utc>,
    pub changed_by: Option<ChangedByBody>,
}

/// An entry in the history of an assigned role.
#[derive(Serialize, ToSchema)]
pub(crate) struct StatusLineBody {
    pub assigned_role_status_id: i64,
    pub role_status_id: i64,
    #[schema(example = "Activated")]
    pub status: String,
    pub reason: Option<String>,
    pub changed_on: DateTime<Utc>,
    pub changed_by: Option<ChangedByBody>,
}

/// The author of a change of status.
#[derive(Serialize, ToSchema)]
pub(crate) struct ChangedByBody {
    pub user_id: i64,
    pub name: String,
}

/// A role of a person, with its history.
#[derive(Serialize, ToSchema)]
pub(crate) struct HeldRoleBody {
    pub assigned_role_id: i64,
    pub role: String,
    pub role_id: i64,
    pub org_role_id: i64,
    pub organisation: String,
    pub rank: i32,
    /// True if the organisation offers the role now. Otherwise the role cannot be used.
    pub offered: bool,
    /// The complete history, newest first.
    pub latest_role_status: Vec<StatusLineBody>,
}

/// The organisation role of an assigned role.
#[derive(Serialize, ToSchema)]
pub(crate) struct NamedOrganisationRoleBody {
    pub org_role_id: i64,
    pub organisation: String,
    pub role: RoleBody,
    /// True if the organisation offers the role now. Otherwise the role cannot be used.
    pub offered: bool,
}

/// A role assignment with its user.
#[derive(Serialize, ToSchema)]
pub(crate) struct AssignedToBody {
    pub assigned_role_id: i64,
    pub user: PersonBody,
    pub org_role: NamedOrganisationRoleBody,
}

/// An assigned or requested role with its status (3 §3).
#[derive(Serialize, ToSchema)]
pub(crate) struct AssignedRoleStatusBody {
    /// The id of the latest entry of its history, to be sent with a change of status.
    pub assigned_role_status_id: i64,
    pub assigned_role: AssignedToBody,
    pub role_status: RoleStatusBody,
    /// The complete history, newest first.
    pub history: Vec<StatusLineBody>,
    /// The statuses that the caller may set.
    pub possible_statuses: Vec<RoleStatusBody>,
    /// The reason why the caller cannot change the status; null if the caller can.
    pub refusal: Option<String>,
}

/// A requested role (3 §3).
#[derive(Serialize, ToSchema)]
pub(crate) struct RoleRequestBody {
    pub assigned_role_id: i64,
    /// The id of the latest entry of its history, to be sent with the decision.
    pub assigned_role_status_id: i64,
    pub user: PersonBody,
    pub org_role: NamedOrganisationRoleBody,
    pub role_status: RoleStatusBody,
    /// The time of the current status, which is the time of the request.
    pub created_on: Option<DateTime<Utc>>,
    /// The complete history, newest first.
    pub history: Vec<StatusLineBody>,
    /// The statuses that the caller may set.
    pub possible_statuses: Vec<RoleStatusBody>,
    /// The reason why the caller cannot change the status; null if the caller can.
    pub refusal: Option<String>,
}

impl From<Role> for RoleBody {
    fn from(role: Role) -> Self {
        Self {
            role_id: role.id(),
            role: role.name().to_owned(),
        }
    }
}

impl From<RoleStatus> for RoleStatusBody {
    fn from(status: RoleStatus) -> Self {
        Self {
            role_status_id: status.id(),
            status: status.name().to_owned(),
        }
    }
}

impl From<OfferedRow> for OrganisationRoleBody {
    fn from(row: OfferedRow) -> Self {
        Self {
            org_role_id: row.org_role_id.0,
            org: row.org.0,
            role: row.role.id(),
            organisation: row.organisation,
            role_name: row.role.name().to_owned(),
            role_description: row.role.description().to_owned(),
            status: row.active,
            organisation_active: row.organisation_active,
            reason: row.history.first().and_then(|latest| latest.reason.clone()),
            history: row.history.into_iter().map(OfferLineBody::from).collect(),
            row_version: row.row_version.0,
            refusal: None,
        }
    }
}

impl From<AssignableRole> for OrganisationRoleBody {
    fn from(assignable: AssignableRole) -> Self {
        Self {
            refusal: assignable.refusal,
            ..Self::from(assignable.row)
        }
    }
}

impl From<(UserId, String)> for ChangedByBody {
    fn from((user, name): (UserId, String)) -> Self {
        Self {
            user_id: user.0,
            name,
        }
    }
}

impl From<OfferLine> for OfferLineBody {
    fn from(line: OfferLine) -> Self {
        Self {
            status: line.active,
            reason: line.reason,
            changed_on: line.at,
            changed_by: line.by.map(ChangedByBody::from),
        }
    }
}

impl From<StatusLine> for StatusLineBody {
    fn from(line: StatusLine) -> Self {
        Self {
            assigned_role_status_id: line.id.0,
            role_status_id: line.status.id(),
            status: line.status.name().to_owned(),
            reason: line.reason,
            changed_on: line.at,
            changed_by: line.by.map(ChangedByBody::from),
        }
    }
}

fn lines(history: Vec<StatusLine>) -> Vec<StatusLineBody> {
    history.into_iter().map(StatusLineBody::from).collect()
}

impl From<RoleWithHistory> for HeldRoleBody {
    fn from(held: RoleWithHistory) -> Self {
        Self {
            assigned_role_id: held.role.assigned_role_id.0,
            role: held.role.role.name().to_owned(),
            role_id: held.role.role.id(),
            org_role_id: held.role.org_role_id.0,
            organisation: held.role.organisation,
            rank: held.role.role.rank(),
            offered: held.role.org_role_active,
            latest_role_status: lines(held.history),
        }
    }
}

impl From<DecidableRole> for AssignedRoleStatusBody {
    fn from(decidable: DecidableRole) -> Self {
        let DecidableRole {
            row,
            statuses,
            refusal,
        } = decidable;
        Self {
            possible_statuses: statuses.into_iter().map(RoleStatusBody::from).collect(),
            refusal,
            assigned_role_status_id: row.history.first().map_or(0, |line| line.id.0),
            assigned_role: AssignedToBody {
                assigned_role_id: row.id.0,
                user: row.person.into(),
                org_role: NamedOrganisationRoleBody {
                    org_role_id: row.org_role.0,
                    organisation: row.organisation,
                    role: row.role.into(),
                    offered: row.offered,
                },
            },
            role_status: row.status.into(),
            history: lines(row.history),
        }
    }
}

impl From<DecidableRole> for RoleRequestBody {
    fn from(decidable: DecidableRole) -> Self {
        let created_on = decidable.row.history.first().map(|line| line.at);
        let AssignedRoleStatusBody {
            assigned_role_status_id,
            assigned_role,
            role_status,
            history,
            possible_statuses,
            refusal,
        } = decidable.into();
        Self {
            assigned_role_id: assigned_role.assigned_role_id,
            assigned_role_status_id,
            user: assigned_role.user,
            org_role: assigned_role.org_role,
            role_status,
            created_on,
            history,
            possible_statuses,
            refusal,
        }
    }
}
