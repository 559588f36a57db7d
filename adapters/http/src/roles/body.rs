//! Bodies of the calls about roles (1 §3, §7.2; 3 §3).

use aditus_application::roles::assignable::Assignable;
use aditus_application::roles::assigned::Decidable;
use aditus_application::roles::of_person::HeldView;
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
    /// The organisation's id.
    pub org: i64,
    /// The role's id.
    pub role: i64,
    /// The organisation's name.
    pub organisation: String,
    pub role_name: String,
    pub role_description: String,
    /// Whether it is activated.
    pub status: bool,
    /// Whether the organisation is active; one that is not offers no role, whatever their statuses.
    pub organisation_active: bool,
    /// Why the status is as it is; for Super Users.
    pub reason: Option<String>,
    /// How it came there, the latest first; for Super Users.
    pub history: Vec<OfferLineBody>,
    /// The version of this state, which a change names.
    pub row_version: i64,
    /// Where `assign_to` names a person: why the caller cannot assign it to that one, in words.
    pub refusal: Option<String>,
}

/// A line in the history of an organisation role: who, when, why.
#[derive(Serialize, ToSchema)]
pub(crate) struct OfferLineBody {
    /// Whether it is activated since then.
    pub status: bool,
    pub reason: Option<String>,
    pub changed_on: DateTime<Utc>,
    pub changed_by: Option<ChangedByBody>,
}

/// A line in the history of an assigned role: who, when, why.
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

/// Who changed a status.
#[derive(Serialize, ToSchema)]
pub(crate) struct ChangedByBody {
    pub user_id: i64,
    pub name: String,
}

/// A role of a person, with how it came to where it stands.
#[derive(Serialize, ToSchema)]
pub(crate) struct HeldRoleBody {
    pub assigned_role_id: i64,
    pub role: String,
    pub role_id: i64,
    pub org_role_id: i64,
    pub organisation: String,
    pub rank: i32,
    /// Whether the organisation offers it at present; one that is not offered is of no use.
    pub offered: bool,
    /// Its whole history, the latest first.
    pub latest_role_status: Vec<StatusLineBody>,
}

/// An organisation role as assigned roles name it.
#[derive(Serialize, ToSchema)]
pub(crate) struct NamedOrganisationRoleBody {
    pub org_role_id: i64,
    pub organisation: String,
    pub role: RoleBody,
    /// Whether the organisation offers it at present; one that is not offered is of no use.
    pub offered: bool,
}

/// Whose role it is, and which.
#[derive(Serialize, ToSchema)]
pub(crate) struct AssignedToBody {
    pub assigned_role_id: i64,
    pub user: PersonBody,
    pub org_role: NamedOrganisationRoleBody,
}

/// A role that somebody holds or asks for, with where it stands (3 §3).
#[derive(Serialize, ToSchema)]
pub(crate) struct AssignedRoleStatusBody {
    /// The latest line of its history, which a change of the status names.
    pub assigned_role_status_id: i64,
    pub assigned_role: AssignedToBody,
    pub role_status: RoleStatusBody,
    /// Its whole history, the latest first.
    pub history: Vec<StatusLineBody>,
    /// The statuses that the caller may give it.
    pub possible_statuses: Vec<RoleStatusBody>,
    /// Why the caller can do nothing about it, in words; nothing where something can be done.
    pub refusal: Option<String>,
}

/// A role that was asked for (3 §3).
#[derive(Serialize, ToSchema)]
pub(crate) struct RoleRequestBody {
    pub assigned_role_id: i64,
    /// The latest line of its history, which a decision names.
    pub assigned_role_status_id: i64,
    pub user: PersonBody,
    pub org_role: NamedOrganisationRoleBody,
    pub role_status: RoleStatusBody,
    /// When it came to this status: when it was asked for.
    pub created_on: Option<DateTime<Utc>>,
    /// Its whole history, the latest first.
    pub history: Vec<StatusLineBody>,
    /// The statuses that the caller may give it.
    pub possible_statuses: Vec<RoleStatusBody>,
    /// Why the caller can do nothing about it, in words; nothing where something can be done.
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

impl From<Assignable> for OrganisationRoleBody {
    fn from(assignable: Assignable) -> Self {
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

impl From<HeldView> for HeldRoleBody {
    fn from(held: HeldView) -> Self {
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

impl From<Decidable> for AssignedRoleStatusBody {
    fn from(decidable: Decidable) -> Self {
        let Decidable {
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

impl From<Decidable> for RoleRequestBody {
    fn from(decidable: Decidable) -> Self {
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
