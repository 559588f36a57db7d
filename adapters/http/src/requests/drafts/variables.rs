//! The variables of a draft (decisions D1), to display the selection when the owner continues it.

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

/// The variables of a draft.
#[derive(Debug, Serialize, ToSchema)]
struct DraftVariablesBody {
    /// The version of the draft.
    version: i64,
    variables: Vec<PickedVariableBody>,
}

/// A selected variable.
#[derive(Debug, Serialize, ToSchema)]
struct PickedVariableBody {
    var_id: i64,
    var_name: String,
    tbl_id: i64,
    tbl_name: String,
    data_type: String,
    /// The meaning as plain text.
    meaning: String,
    /// True for personally identifiable information, which is de-identified before delivery.
    is_identifiable: bool,
    /// False if the variable was withdrawn since it was selected.
    is_offered: bool,
}

/// Lists all variables of a draft of the caller, in the order of selection.
///
/// Deleted variables are omitted.
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
