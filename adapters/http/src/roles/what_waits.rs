//! The tasks that wait for a Super User (3 §2.4; decisions C14).

use actix_web::{HttpResponse, get, web};
use aditus_application::roles::views::RequestedRole;
use aditus_application::roles::what_waits::{BlockedRole, UnservedOrganisation, WhatWaits, execute};
use aditus_domain::ids::RequestId;
use aditus_domain::requests::StaffReference;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::answer::Envelope;
use crate::api::Api;
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::Reader;

/// The tasks that wait for a Super User; all lists are empty if there are none.
#[derive(Serialize, ToSchema)]
pub(crate) struct WhatWaitsBody {
    /// The active organisations without an Admin, by name.
    pub organisations_without_admin: Vec<UnservedBody>,
    /// The organisations with role requests that Super Users decide on, by name.
    pub role_requests: Vec<RoleRequestsBody>,
    /// The organisation roles without a decision maker for waiting Data Requests, the longest
    /// waiting first.
    pub stages: Vec<AbandonedBody>,
    /// The published data sources without a custodian, by name. The provider organisation decides on
    /// their requests.
    pub sources_without_custodian: Vec<UnkeptSourceBody>,
    /// The default approval procedure, if it has errors; otherwise null.
    pub faulty_procedure: Option<FaultyProcedureBody>,
}

/// An organisation for which Super Users have a task.
#[derive(Serialize, ToSchema)]
pub(crate) struct UnservedBody {
    pub org_id: i64,
    pub name: String,
    /// The number of role requests that Super Users decide on.
    pub role_requests: usize,
}

/// An organisation with role requests that Super Users decide on.
#[derive(Serialize, ToSchema)]
pub(crate) struct RoleRequestsBody {
    pub org_id: i64,
    pub name: String,
    /// The role requests, oldest first.
    pub requests: Vec<RequestedRoleBody>,
}

/// A requested role.
#[derive(Serialize, ToSchema)]
pub(crate) struct RequestedRoleBody {
    pub assigned_role_id: i64,
    /// The first name and surname of the person.
    #[schema(example = "Naledi Okafor")]
    pub person: String,
    pub role: String,
}

/// A published data source without a custodian.
#[derive(Serialize, ToSchema)]
pub(crate) struct UnkeptSourceBody {
    pub data_source_id: i64,
    pub source: String,
}

/// An organisation role without a decision maker for waiting Data Requests.
#[derive(Serialize, ToSchema)]
pub(crate) struct AbandonedBody {
    pub org_role_id: i64,
    pub role: String,
    pub org_id: i64,
    pub organisation: String,
    /// True if the organisation has an Admin, who can assign the role.
    pub has_admin: bool,
    /// True if the role has holders, but they own these requests or have already decided on them.
    pub is_held: bool,
    pub requests: Vec<WaitingRequestBody>,
    /// The names of the data sources of these requests.
    pub sources: Vec<String>,
    /// The time since which the first of them has been waiting.
    pub since: Option<DateTime<Utc>>,
}

/// A waiting request.
#[derive(Serialize, ToSchema)]
pub(crate) struct WaitingRequestBody {
    pub request_id: i64,
    #[schema(example = "DAC0012")]
    pub reference: String,
}

/// An approval procedure with errors.
#[derive(Serialize, ToSchema)]
pub(crate) struct FaultyProcedureBody {
    pub approval_procedure_id: i64,
    pub faults: Vec<String>,
}

/// Returns the tasks that wait for a Super User: organisations without an Admin, role requests,
/// stages without decision makers, and data sources without a custodian.
#[utoipa::path(tag = "roles", security(("token" = [])), responses(
    (status = 200, body = Envelope<WhatWaitsBody>),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
))]
#[get("/users/what-waits")]
pub(crate) async fn what_waits(api: web::Data<Api>, reader: Reader) -> Result<HttpResponse, Problem> {
    let waits = api.read(reader, execute).await?;
    Ok(Envelope::read(WhatWaitsBody::from(waits)))
}

impl From<WhatWaits> for WhatWaitsBody {
    fn from(waits: WhatWaits) -> Self {
        Self {
            organisations_without_admin: waits.organisations.into_iter().map(UnservedBody::from).collect(),
            role_requests: waits
                .role_requests
                .into_iter()
                .map(RoleRequestsBody::from)
                .collect(),
            stages: waits.stages.into_iter().map(AbandonedBody::from).collect(),
            sources_without_custodian: waits
                .sources
                .into_iter()
                .map(|(id, source)| UnkeptSourceBody {
                    data_source_id: id.0,
                    source,
                })
                .collect(),
            faulty_procedure: waits.procedure.map(|(id, faults)| FaultyProcedureBody {
                approval_procedure_id: id.0,
                faults: faults.iter().map(ToString::to_string).collect(),
            }),
        }
    }
}

impl From<UnservedOrganisation> for UnservedBody {
    fn from(unserved: UnservedOrganisation) -> Self {
        Self {
            org_id: unserved.organisation.0,
            name: unserved.name,
            role_requests: unserved.requests.len(),
        }
    }
}

impl From<UnservedOrganisation> for RoleRequestsBody {
    fn from(unserved: UnservedOrganisation) -> Self {
        let request = |requested: RequestedRole| RequestedRoleBody {
            assigned_role_id: requested.id.0,
            person: requested.name,
            role: requested.role.name().to_owned(),
        };
        Self {
            org_id: unserved.organisation.0,
            name: unserved.name,
            requests: unserved.requests.into_iter().map(request).collect(),
        }
    }
}

impl From<BlockedRole> for AbandonedBody {
    fn from(abandoned: BlockedRole) -> Self {
        let request = |id: RequestId| WaitingRequestBody {
            request_id: id.0,
            reference: StaffReference(id).to_string(),
        };
        Self {
            org_role_id: abandoned.org_role.0,
            role: abandoned.role.name().to_owned(),
            org_id: abandoned.organisation.0,
            organisation: abandoned.name,
            has_admin: abandoned.has_admin,
            is_held: abandoned.is_held,
            requests: abandoned.requests.into_iter().map(request).collect(),
            sources: abandoned.sources,
            since: abandoned.since,
        }
    }
}
