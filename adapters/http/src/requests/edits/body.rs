//! What calls that edit a request have in common.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use aditus_application::requests::edits::{Edited, Terms};
use aditus_domain::ids::CommentId;
use aditus_domain::requests::VersionNumber;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use crate::answer::Envelope;

/// An edit is stored.
#[derive(Serialize, ToSchema)]
pub(super) struct EditedBody {
    /// The version of the request since.
    pub version: u32,
}

/// What a call without a body says of its edit.
#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct TermsQuery {
    /// The comment that asked for it, while the request is pending.
    pub comment_id: Option<i64>,
    /// The version of the request that the edit began from.
    pub version: Option<u32>,
    /// Whether the comment is marked as resolved with it.
    pub resolve: Option<bool>,
}

/// The terms of an edit, as its body says them.
pub(super) fn terms(comment_id: Option<i64>, version: Option<u32>, resolve: Option<bool>) -> Terms {
    Terms {
        comment: comment_id.map(CommentId),
        began_from: version.map(VersionNumber),
        resolve: resolve.unwrap_or(false),
    }
}

/// 200 with the version of the request since.
pub(super) fn edited(edited: Edited) -> HttpResponse {
    let body = EditedBody {
        version: edited.version.0,
    };
    Envelope::with(StatusCode::OK, edited.message, body)
}
