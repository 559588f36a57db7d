//! The setup that is missing before the first request.

use actix_web::{HttpResponse, get, web};
use aditus_application::reference::first_request::{execute, page_of};
use aditus_domain::reference::Missing;
use serde::Serialize;
use utoipa::ToSchema;

use crate::answer::Envelope;
use crate::api::Api;
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::Reader;

/// The setup that is missing before a first request can be submitted and decided; empty if it is
/// complete.
#[derive(Serialize, ToSchema)]
pub(crate) struct FirstRequestBody {
    /// The missing parts, in the recommended order.
    pub missing: Vec<MissingBody>,
}

/// A missing part of the setup.
#[derive(Serialize, ToSchema)]
pub(crate) struct MissingBody {
    /// One of `ethics_committee`, `equipment_type`, `data_source`, `approval_procedure`,
    /// `organisation_role` and `assigned_role`.
    #[schema(example = "ethics_committee")]
    pub kind: &'static str,
    /// A description for the user.
    pub message: String,
    /// The page on which it can be added.
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

/// Returns the setup that is missing before a first request can be submitted and decided.
///
/// For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), responses(
    (status = 200, body = Envelope<FirstRequestBody>),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
))]
#[get("/reference_data/first_request")]
pub(super) async fn first_request(api: web::Data<Api>, reader: Reader) -> Result<HttpResponse, Problem> {
    let missing = api.read(reader, execute).await?;
    Ok(Envelope::read(FirstRequestBody {
        missing: missing.into_iter().map(MissingBody::from).collect(),
    }))
}
