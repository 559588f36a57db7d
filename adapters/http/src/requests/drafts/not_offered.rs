//! Lists the choices of a draft that were deactivated since (decisions RD1), so that the owner
//! learns about them before the submission is rejected.

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
    /// The ids of the variables, including deleted ones; all variables if their data source is no
    /// longer offered.
    variables: Vec<i64>,
}

/// A choice that is no longer offered.
#[derive(Debug, Serialize, ToSchema)]
struct NotOfferedFieldBody {
    #[schema(example = "ethics_committee")]
    field: String,
    /// The id of the choice; null for several variables, and for a text that represents facilities.
    id: Option<i64>,
    /// The name of the choice; null for several variables.
    name: Option<String>,
    /// A message that explains the problem and its solution.
    message: String,
}

impl From<not_offered::Answer> for NotOfferedBody {
    fn from(answer: not_offered::Answer) -> Self {
        let fields = answer.choices.into_iter().map(|choice| NotOfferedFieldBody {
            field: choice.field,
            id: choice.id,
            name: choice.name,
            message: choice.message,
        });
        Self {
            faults: fields.collect(),
            variables: answer.variables.into_iter().map(|id| id.0).collect(),
        }
    }
}

/// Lists the choices of a draft of the caller that are no longer offered: a purpose, an ethics
/// committee, an equipment type, facilities, a data source or variables.
///
/// The draft keeps them, but a submission with them is rejected until they are offered again.
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
