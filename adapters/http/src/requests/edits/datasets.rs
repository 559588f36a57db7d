//! The datasets of a submitted request.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, get, patch, post, web};
use aditus_application::requests::edits::datasets::{create, patch as patch_dataset};
use aditus_application::requests::edits::lists;
use aditus_application::requests::views::DatasetRow;
use aditus_domain::ids::{DatasetId, RequestId};
use aditus_domain::requests::RawDataset;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::body::{EditedBody, RowsQuery, edited, basis};
use super::named_request;
use crate::answer::{Envelope, Listing};
use crate::api::Api;
use crate::body::{Body, Query};
use crate::problem::{Problem, ProblemBody};
use crate::requests::detail::DatasetSourceBody;
use crate::short_list::fields;
use crate::signed_in::{Reader, SignedIn};

fields!(DatasetField: "rdataset_id", "dataset_description", "variables_count");

/// A dataset of a request, without its variables.
#[derive(Serialize, ToSchema)]
pub(super) struct RequestedDatasetBody {
    pub rdataset_id: i64,
    pub request: i64,
    pub dataset_description: String,
    pub data_source: DatasetSourceBody,
    /// The date on which the data was released.
    pub release_date: Option<NaiveDate>,
    /// The number of its variables.
    pub variables_count: u64,
}

/// A dataset to add to a submitted request. Variables are added afterwards.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(deny_unknown_fields)]
pub(super) struct DatasetAddBody {
    #[schema(required)]
    pub request: Option<i64>,
    /// A description of the requested data.
    pub dataset_description: Option<String>,
    /// The id of the data source.
    pub data_source: Option<i64>,
    /// Must be empty or missing, because the release sets it.
    pub release_date: Option<String>,
    /// The id of the comment that demands the edit, while the request is pending.
    pub comment_id: Option<i64>,
    /// The version of the request on which the edit is based. An edit of an older version is
    /// rejected.
    pub version: Option<u32>,
    /// If true, the edit also resolves the comment.
    pub resolve: Option<bool>,
}

/// The changes of a dataset. Missing fields keep their values.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(deny_unknown_fields)]
pub(super) struct DatasetPatchBody {
    /// The request of the dataset, if present. It cannot be changed.
    pub request: Option<i64>,
    /// A description of the requested data.
    pub dataset_description: Option<String>,
    /// The id of the data source. Changing it removes the variables of the previous source.
    pub data_source: Option<i64>,
    /// Must be empty or missing, because the release sets it.
    pub release_date: Option<String>,
    /// The id of the comment that demands the edit, while the request is pending.
    pub comment_id: Option<i64>,
    /// The version of the request on which the edit is based. An edit of an older version is
    /// rejected.
    pub version: Option<u32>,
    /// If true, the edit also resolves the comment.
    pub resolve: Option<bool>,
}

/// The result of adding a dataset.
#[derive(Serialize, ToSchema)]
pub(super) struct DatasetAddedBody {
    pub rdataset_id: i64,
    /// The new version of the request.
    pub version: u32,
}

impl From<DatasetRow> for RequestedDatasetBody {
    fn from(row: DatasetRow) -> Self {
        Self {
            rdataset_id: row.rdataset_id.0,
            request: row.request.0,
            dataset_description: row.dataset_description,
            data_source: DatasetSourceBody {
                data_source_id: row.data_source_id.0,
                source: row.source,
                description: row.source_description,
            },
            release_date: row.release_date,
            variables_count: row.variables_count,
        }
    }
}

/// Lists the datasets of a request, in the order of addition.
#[utoipa::path(tag = "requests", security(("token" = [])), params(RowsQuery<DatasetField>), responses(
    (status = 200, body = Listing<RequestedDatasetBody>),
    (status = 404, body = ProblemBody, description = "there is no such request, or it is not the caller's to see"),
))]
#[get("/data_requests/requested_datasets")]
pub(super) async fn datasets_of_request(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<RowsQuery<DatasetField>>,
) -> Result<HttpResponse, Problem> {
    let (request, rows) = query.0.read();
    let datasets = api
        .read(reader, move |ports, caller| {
            lists::datasets(ports, caller, request)
        })
        .await?;
    rows.answer(datasets.into_iter().map(RequestedDatasetBody::from))
}

/// Adds a dataset to a submitted request.
#[utoipa::path(tag = "requests", security(("token" = [])), request_body = DatasetAddBody, responses(
    (status = 201, body = Envelope<DatasetAddedBody>),
    (status = 400, body = ProblemBody, description = "a rule of the form is broken; `errors` names the fields"),
    (status = 403, body = ProblemBody, description = "no reviewer asked the caller to edit this section"),
    (status = 404, body = ProblemBody),
    (status = 409, body = ProblemBody, description = "the request has changed since, the source is in the custody of another organisation, or the list is full"),
))]
#[post("/data_requests/create_requested_datasets")]
pub(super) async fn add_dataset(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<DatasetAddBody>,
) -> Result<HttpResponse, Problem> {
    let body = body.0;
    let dataset = RawDataset {
        dataset_description: body.dataset_description,
        data_source: body.data_source,
        release_date: body.release_date,
    };
    let command = create::Command {
        request: named_request(body.request, || dataset.check())?,
        basis: basis(body.comment_id, body.version, body.resolve),
        dataset,
    };
    let (id, edited) = api
        .run(move |ports| create::execute(ports, &caller, &command))
        .await?;
    let added = DatasetAddedBody {
        rdataset_id: id.0,
        version: edited.version.0,
    };
    Ok(Envelope::with(StatusCode::CREATED, edited.message, added))
}

/// Edits a dataset of a submitted request.
#[utoipa::path(tag = "requests", security(("token" = [])), params(("id" = i64, Path)), request_body = DatasetPatchBody, responses(
    (status = 200, body = Envelope<EditedBody>),
    (status = 400, body = ProblemBody, description = "a rule of the form is broken; `errors` names the fields"),
    (status = 403, body = ProblemBody, description = "no reviewer asked the caller to edit this section"),
    (status = 409, body = ProblemBody, description = "the request has changed since, or the source is in the custody of another organisation"),
))]
#[patch("/data_requests/patch/requested_dataset/{id}")]
pub(super) async fn edit_dataset(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    body: Body<DatasetPatchBody>,
) -> Result<HttpResponse, Problem> {
    let body = body.0;
    let command = patch_dataset::Command {
        dataset: DatasetId(id.into_inner()),
        request: body.request.map(RequestId),
        basis: basis(body.comment_id, body.version, body.resolve),
        typed: RawDataset {
            dataset_description: body.dataset_description,
            data_source: body.data_source,
            release_date: body.release_date,
        },
    };
    let answer = api
        .run(move |ports| patch_dataset::execute(ports, &caller, &command))
        .await?;
    Ok(edited(answer))
}
