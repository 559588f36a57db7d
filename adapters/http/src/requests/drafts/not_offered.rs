//! The call for what a draft names that was deactivated since (RD1): whoever goes on with it is told before the submission refuses it.

use actix_web::{HttpResponse, get, web};
use aditus_application::requests::drafts::not_offered;
use aditus_domain::ids::DraftId;
use aditus_domain::requests::Faults;
use serde::Serialize;
use utoipa::ToSchema;

use crate::answer::Envelope;
use crate::api::Api;
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::signed_in::Reader;

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes.service(draft_not_offered);
}

/// What a draft names that is not offered any more.
#[derive(Debug, Serialize, ToSchema)]
struct NotOfferedBody {
    faults: Vec<NotOfferedFieldBody>,
}

/// A field that names something that is not offered any more.
#[derive(Debug, Serialize, ToSchema)]
struct NotOfferedFieldBody {
    #[schema(example = "ethics_committee")]
    field: String,
    /// What to do, for a person to read.
    message: String,
}

impl From<Faults> for NotOfferedBody {
    fn from(faults: Faults) -> Self {
        let told = faults.list().iter().map(|fault| NotOfferedFieldBody {
            field: fault.field.clone(),
            message: fault.message.to_string(),
        });
        Self {
            faults: told.collect(),
        }
    }
}

/// What a draft of the caller names that is not offered any more: a purpose, an ethics committee, an equipment type or a facility.
#[utoipa::path(tag = "drafts", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 200, body = Envelope<NotOfferedBody>),
    (status = 401, body = ProblemBody),
    (status = 404, body = ProblemBody),
))]
#[get("/data_requests/drafts/{id}/not_offered")]
async fn draft_not_offered(
    api: web::Data<Api>,
    reader: Reader,
    id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let query = not_offered::Query {
        draft: DraftId(id.into_inner()),
    };
    let faults = api
        .read(reader, move |ports, caller| {
            not_offered::execute(ports, caller, query)
        })
        .await?;
    Ok(Envelope::read(NotOfferedBody::from(faults)))
}
