//! The variables of a dataset of a submitted request.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, patch, post, web};
use aditus_application::dictionary::views::VariableSort;
use aditus_application::paging::Page;
use aditus_application::requests::edits::datasets::{
    add_variables, list_variables, patch_variable, remove_variables,
};
use aditus_application::requests::views::DatasetVariableView;
use aditus_domain::ids::{DatasetId, DatasetVariableId, VariableId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use super::body::{EditedBody, EditBasisQuery, edited, basis};
use super::named_ids::{self, NamedIds};
use crate::answer::{Envelope, Listing, deleted};
use crate::api::Api;
use crate::body::{Body, NoFields, Query};
use crate::dictionary::{SinceRequestBody, VariableBody};
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::{Reader, SignedIn};
use crate::sort::{Sort, sorted_by};

/// Default page size of variables (2 §9).
const VARIABLES_PAGE: u32 = 10;

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct DatasetVariablesQuery {
    pub rdataset_id: i64,
    /// Words that table name, variable name, data type, meaning, derived or synonyms contain, in
    /// any order.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// Defaults to the order of the dictionary.
    #[param(schema_with = Sort::<VariableSort>::schema)]
    pub sort: Option<Sort<VariableSort>>,
    /// If true, returns only variables whose definition has changed since the request, or that are
    /// no longer offered.
    pub moved_on: Option<bool>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

/// A variable of a dataset.
#[derive(Serialize, ToSchema)]
pub(super) struct DatasetVariableBody {
    pub dataset_variable_id: i64,
    pub rdataset: i64,
    /// True if only its distinct values are requested.
    pub is_distinct: bool,
    /// Changes of the dictionary since the request; null if there are none.
    pub since_request: Option<SinceRequestBody>,
    pub var: VariableBody,
}

/// Variables to add to a dataset. Either all of them are added or none.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(deny_unknown_fields)]
pub(super) struct DatasetVariablesAddBody {
    pub rdataset: i64,
    /// The `var_id` of a variable, or a list of at most 5,000 of them.
    #[schema(schema_with = named_ids::schema)]
    pub var: NamedIds,
    /// True if only their distinct values are requested; defaults to false.
    pub is_distinct: Option<bool>,
    /// The id of the comment that demands the edit, while the request is pending.
    pub comment_id: Option<i64>,
    /// The version of the request on which the edit is based. An edit of an older version is
    /// rejected.
    pub version: Option<u32>,
    /// If true, the edit also resolves the comment.
    pub resolve: Option<bool>,
}

/// The changes of a variable of a dataset.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(deny_unknown_fields)]
pub(super) struct DatasetVariablePatchBody {
    /// The dataset of the variable, if present. It cannot be changed.
    pub rdataset: Option<i64>,
    /// The `var_id` of this variable, if present. It cannot be changed.
    pub var: Option<i64>,
    /// True if only its distinct values are requested.
    pub is_distinct: bool,
    /// The id of the comment that demands the edit, while the request is pending.
    pub comment_id: Option<i64>,
    /// The version of the request on which the edit is based. An edit of an older version is
    /// rejected.
    pub version: Option<u32>,
    /// If true, the edit also resolves the comment.
    pub resolve: Option<bool>,
}

/// Variables to remove from a dataset. Either all of them are removed or none.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(deny_unknown_fields)]
pub(super) struct DatasetVariablesRemoveBody {
    pub rdataset: i64,
    /// The `dataset_variable_id` of each variable.
    #[schema(schema_with = named_ids::schema)]
    pub dataset_variables: NamedIds,
    /// The id of the comment that demands the edit, while the request is pending.
    pub comment_id: Option<i64>,
    /// The version of the request on which the edit is based. An edit of an older version is
    /// rejected.
    pub version: Option<u32>,
    /// If true, the edit also resolves the comment.
    pub resolve: Option<bool>,
}

/// The result of adding variables.
#[derive(Serialize, ToSchema)]
pub(super) struct DatasetVariablesAddedBody {
    /// The ids of the variables in the dataset, in the order of the call.
    pub dataset_variables: Vec<i64>,
    /// The new version of the request.
    pub version: u32,
}

impl From<DatasetVariableView> for DatasetVariableBody {
    fn from(view: DatasetVariableView) -> Self {
        Self {
            dataset_variable_id: view.dataset_variable_id.0,
            rdataset: view.rdataset.0,
            is_distinct: view.is_distinct,
            since_request: SinceRequestBody::from_since(&view.since),
            var: view.var.into(),
        }
    }
}

/// Lists the variables of a dataset.
#[utoipa::path(tag = "requests", security(("token" = [])), params(DatasetVariablesQuery), responses(
    (status = 200, body = Listing<DatasetVariableBody>),
    (status = 404, body = ProblemBody, description = "there is no such dataset, or its request is not the caller's to see"),
))]
#[get("/data_requests/dataset_variables")]
pub(super) async fn variables_of_dataset(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<DatasetVariablesQuery>,
) -> Result<HttpResponse, Problem> {
    let query = query.0;
    let query = sorted_by(query.sort).map(|(sort, direction)| list_variables::Query {
        dataset: DatasetId(query.rdataset_id),
        search: query.search,
        sort,
        direction,
        moved_on_only: query.moved_on.unwrap_or_default(),
        page: Page::new(query.page.unwrap_or(1), query.page_size.unwrap_or(VARIABLES_PAGE)),
    });
    let page = api
        .read_with(reader, query, |ports, caller, query| {
            list_variables::execute(ports, caller, &query)
        })
        .await?;
    Ok(Listing::page(page, DatasetVariableBody::from))
}

/// Adds variables to a dataset.
#[utoipa::path(tag = "requests", security(("token" = [])), request_body = DatasetVariablesAddBody, responses(
    (status = 201, body = Envelope<DatasetVariablesAddedBody>),
    (status = 400, body = ProblemBody, description = "a variable is not of the source, not offered, or named twice; or they are too many"),
    (status = 403, body = ProblemBody, description = "no reviewer asked the caller to edit this section"),
    (status = 404, body = ProblemBody),
    (status = 409, body = ProblemBody, description = "the request has changed since, the dataset has one of them already, or the request is full"),
))]
#[post("/data_requests/dataset_variables")]
pub(super) async fn add_dataset_variables(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<DatasetVariablesAddBody>,
) -> Result<HttpResponse, Problem> {
    let body = body.0;
    let command = add_variables::Command {
        dataset: DatasetId(body.rdataset),
        variables: body.var.0.into_iter().map(VariableId).collect(),
        is_distinct: body.is_distinct.unwrap_or(false),
        basis: basis(body.comment_id, body.version, body.resolve),
    };
    let (ids, edited) = api
        .run(move |ports| add_variables::execute(ports, &caller, &command))
        .await?;
    let added = DatasetVariablesAddedBody {
        dataset_variables: ids.into_iter().map(|id| id.0).collect(),
        version: edited.version.0,
    };
    Ok(Envelope::with(StatusCode::CREATED, edited.message, added))
}

/// Changes a variable of a dataset.
#[utoipa::path(tag = "requests", security(("token" = [])), params(("id" = i64, Path)), request_body = DatasetVariablePatchBody, responses(
    (status = 200, body = Envelope<EditedBody>),
    (status = 403, body = ProblemBody, description = "no reviewer asked the caller to edit this section"),
    (status = 409, body = ProblemBody, description = "the request has changed since"),
))]
#[patch("/data_requests/patch/dataset_variable/{id}")]
pub(super) async fn edit_dataset_variable(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    body: Body<DatasetVariablePatchBody>,
) -> Result<HttpResponse, Problem> {
    let body = body.0;
    let command = patch_variable::Command {
        id: DatasetVariableId(id.into_inner()),
        dataset: body.rdataset.map(DatasetId),
        variable: body.var.map(VariableId),
        is_distinct: body.is_distinct,
        basis: basis(body.comment_id, body.version, body.resolve),
    };
    let answer = api
        .run(move |ports| patch_variable::execute(ports, &caller, command))
        .await?;
    Ok(edited(answer))
}

/// Removes a variable from its dataset.
///
/// Older versions of the request keep it.
#[utoipa::path(tag = "requests", security(("token" = [])), params(("id" = i64, Path), EditBasisQuery), responses(
    (status = 204),
    (status = 400, body = ProblemBody, description = "the body has a field; this call takes none"),
    (status = 403, body = ProblemBody, description = "no reviewer asked the caller to edit this section"),
    (status = 409, body = ProblemBody, description = "the request has changed since, or it is the last variable and no form says what is wanted"),
))]
#[delete("/data_requests/dataset_variables/{id}")]
pub(super) async fn remove_dataset_variable(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    query: Query<EditBasisQuery>,
    _body: NoFields,
) -> Result<HttpResponse, Problem> {
    let command = remove_variables::One {
        id: DatasetVariableId(id.into_inner()),
        basis: query.0.into(),
    };
    api.run(move |ports| remove_variables::one(ports, &caller, command))
        .await?;
    Ok(deleted())
}

/// Removes many variables from a dataset at once.
///
/// Older versions of the request keep them.
#[utoipa::path(tag = "requests", security(("token" = [])), request_body = DatasetVariablesRemoveBody, responses(
    (status = 200, body = Envelope<EditedBody>),
    (status = 400, body = ProblemBody, description = "none are named, or too many"),
    (status = 403, body = ProblemBody, description = "no reviewer asked the caller to edit this section"),
    (status = 404, body = ProblemBody, description = "there is no such dataset, or one of the variables is not in it"),
    (status = 409, body = ProblemBody, description = "the request has changed since, or no variables are left and no form says what is wanted"),
))]
#[post("/data_requests/dataset_variables/remove")]
pub(super) async fn remove_dataset_variables(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<DatasetVariablesRemoveBody>,
) -> Result<HttpResponse, Problem> {
    let body = body.0;
    let ids = body.dataset_variables.0;
    let command = remove_variables::Many {
        dataset: DatasetId(body.rdataset),
        variables: ids.into_iter().map(DatasetVariableId).collect(),
        basis: basis(body.comment_id, body.version, body.resolve),
    };
    let answer = api
        .run(move |ports| remove_variables::many(ports, &caller, command))
        .await?;
    Ok(edited(answer))
}
