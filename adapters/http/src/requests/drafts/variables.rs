//! The call for the variables of a draft (decisions D1): whoever goes on with one is shown what was picked.

use actix_web::{HttpResponse, get, web};
use aditus_application::dictionary::views::PickedVariableView;
use aditus_application::requests::drafts::variables;
use aditus_domain::ids::DraftId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::answer::Envelope;
use crate::api::Api;
use crate::problem::Problem;
use crate::routes::Routes;
use crate::signed_in::Reader;

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes.service(draft_variables);
}

/// What a draft asks for.
#[derive(Debug, Serialize, ToSchema)]
struct DraftVariablesBody {
    /// The version of the draft whose variables these are.
    version: i64,
    variables: Vec<PickedVariableBody>,
}

/// A variable that was picked.
#[derive(Debug, Serialize, ToSchema)]
struct PickedVariableBody {
    var_id: i64,
    var_name: String,
    tbl_id: i64,
    tbl_name: String,
    data_type: String,
    /// What it says, as plain text.
    meaning: String,
    /// Personal identifiable information; it is de-identified before delivery.
    is_identifiable: bool,
    /// False for one that was withdrawn since it was picked.
    is_offered: bool,
}

/// The variables that a draft of the caller asks for, all at once, in the order in which they were picked. Those that were deleted are
/// left out.
#[utoipa::path(tag = "drafts", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 200, body = Envelope<DraftVariablesBody>),
))]
#[get("/data_requests/drafts/{id}/variables")]
async fn draft_variables(
    api: web::Data<Api>,
    reader: Reader,
    id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let query = variables::Query {
        draft: DraftId(id.into_inner()),
    };
    let found = api
        .read(reader, move |ports, caller| {
            variables::execute(ports, caller, query)
        })
        .await?;
    Ok(Envelope::read(DraftVariablesBody::from(found)))
}

impl From<variables::Answer> for DraftVariablesBody {
    fn from(answer: variables::Answer) -> Self {
        Self {
            version: answer.version,
            variables: answer
                .variables
                .into_iter()
                .map(PickedVariableBody::from)
                .collect(),
        }
    }
}

impl From<PickedVariableView> for PickedVariableBody {
    fn from(view: PickedVariableView) -> Self {
        Self {
            var_id: view.var_id.0,
            var_name: view.var_name,
            tbl_id: view.tbl_id.0,
            tbl_name: view.tbl_name,
            data_type: view.data_type,
            meaning: view.meaning,
            is_identifiable: view.is_identifiable,
            is_offered: view.is_offered,
        }
    }
}
