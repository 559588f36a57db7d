//! What is missing for a first request.

use actix_web::{HttpResponse, get, web};
use aditus_application::reference::first_request::{execute, page_of};
use aditus_domain::reference::Missing;
use serde::Serialize;
use utoipa::ToSchema;

use crate::answer::Envelope;
use crate::api::Api;
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::Reader;

/// What is missing for a first request; nothing once one can be submitted and decided.
#[derive(Serialize, ToSchema)]
pub(crate) struct FirstRequestBody {
    /// In the order in which it is best added.
    pub missing: Vec<MissingBody>,
}

/// Something that is missing.
#[derive(Serialize, ToSchema)]
pub(crate) struct MissingBody {
    /// Of what kind it is: `ethics_committee`, `equipment_type`, `data_source`, `approval_procedure`, `organisation_role` or `assigned_role`.
    #[schema(example = "ethics_committee")]
    pub kind: &'static str,
    /// What is missing, for a person to read.
    pub message: String,
    /// The page on which it is added.
    #[schema(example = "/superuser/reference-data?tab=committees")]
    pub page: String,
}

impl From<Missing> for MissingBody {
    fn from(missing: Missing) -> Self {
        Self {
            kind: missing.kind(),
            message: missing.to_string(),
            page: page_of(&missing),
        }
    }
}

/// What is missing before a first request can be submitted and decided. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), responses(
    (status = 200, body = Envelope<FirstRequestBody>),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
))]
#[get("/reference_data/first_request")]
pub(super) async fn first_request(api: web::Data<Api>, reader: Reader) -> Result<HttpResponse, Problem> {
    let missing = api.read(reader, execute).await?;
    Ok(Envelope::read(FirstRequestBody {
        missing: missing.into_iter().map(MissingBody::from).collect(),
    }))
}
