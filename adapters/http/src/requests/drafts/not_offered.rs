//! The call for what a draft names that was deactivated since (RD1): whoever goes on with it is told before the submission refuses it.

use actix_web::{HttpResponse, get, web};
use aditus_application::requests::drafts::not_offered;
use aditus_domain::ids::DraftId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::answer::Envelope;
use crate::api::Api;
use crate::problem::Problem;
use crate::routes::Routes;
use crate::signed_in::Reader;

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes.service(draft_not_offered);
}

/// The choices of a draft that are no longer offered.
#[derive(Debug, Serialize, ToSchema)]
struct NotOfferedBody {
    faults: Vec<NotOfferedFieldBody>,
    /// The variables by their ids, those that were deleted included; all of them where their data source is no longer offered.
    variables: Vec<i64>,
}

/// A choice that is no longer offered.
#[derive(Debug, Serialize, ToSchema)]
struct NotOfferedFieldBody {
    #[schema(example = "ethics_committee")]
    field: String,
    /// The id of the choice; null of several variables, and of a text that stands for facilities.
    id: Option<i64>,
    /// Its name; null of several variables.
    name: Option<String>,
    /// A message that says what happened and what to do.
    message: String,
}

impl From<not_offered::Answer> for NotOfferedBody {
    fn from(answer: not_offered::Answer) -> Self {
        let told = answer.choices.into_iter().map(|choice| NotOfferedFieldBody {
            field: choice.field,
            id: choice.id,
            name: choice.name,
            message: choice.message,
        });
        Self {
            faults: told.collect(),
            variables: answer.variables.into_iter().map(|id| id.0).collect(),
        }
    }
}

/// Lists choices of a draft of the caller that are no longer offered: a purpose, an ethics committee, an equipment type, facilities, a data
/// source or variables. The draft keeps them, and a submission with them is refused until they are offered again.
#[utoipa::path(tag = "drafts", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 200, body = Envelope<NotOfferedBody>),
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
    let answer = api
        .read(reader, move |ports, caller| {
            not_offered::execute(ports, caller, query)
        })
        .await?;
    Ok(Envelope::read(NotOfferedBody::from(answer)))
}
