//! Shared parts of the calls that edit a request.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use aditus_application::requests::edits::{Edited, EditBasis};
use aditus_domain::ids::{CommentId, RequestId};
use aditus_domain::requests::VersionNumber;
use serde::{Deserialize, Serialize};
use utoipa::openapi::Required;
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use crate::answer::Envelope;
use crate::short_list::{Field, ShortQuery};
use crate::sort::{Sort, id_parameter, parameters};

/// The result of an edit.
#[derive(Serialize, ToSchema)]
pub(super) struct EditedBody {
    /// The new version of the request.
    pub version: u32,
}

/// The basis of an edit without a body.
#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct EditBasisQuery {
    /// The id of the comment that demands the edit, while the request is pending.
    pub comment_id: Option<i64>,
    /// The version of the request on which the edit is based.
    pub version: Option<u32>,
    /// If true, the edit also resolves the comment.
    pub resolve: Option<bool>,
}

impl From<EditBasisQuery> for EditBasis {
    fn from(query: EditBasisQuery) -> Self {
        basis(query.comment_id, query.version, query.resolve)
    }
}

#[derive(Deserialize, Validate)]
#[serde(deny_unknown_fields, bound = "")]
pub(super) struct RowsQuery<C: Field> {
    pub request_id: i64,
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// Defaults to the order of addition.
    pub sort: Option<Sort<C>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

impl<C: Field> IntoParams for RowsQuery<C> {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let request = id_parameter("request_id", "The request.", Required::True);
        [vec![request], parameters::<C>()].concat()
    }
}

impl<C: Field> RowsQuery<C> {
    pub(super) fn read(self) -> (RequestId, ShortQuery<C>) {
        let rows = ShortQuery {
            search: self.search,
            sort: self.sort,
            page: self.page,
            page_size: self.page_size,
        };
        (RequestId(self.request_id), rows)
    }
}

pub(super) fn basis(comment_id: Option<i64>, version: Option<u32>, resolve: Option<bool>) -> EditBasis {
    EditBasis {
        comment: comment_id.map(CommentId),
        began_from: version.map(VersionNumber),
        resolve: resolve.unwrap_or(false),
    }
}

pub(super) fn edited(edited: Edited) -> HttpResponse {
    let body = EditedBody {
        version: edited.version.0,
    };
    Envelope::with(StatusCode::OK, edited.message, body)
}
