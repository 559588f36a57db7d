//! The devices of a submitted request.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, get, patch, post, web};
use aditus_application::requests::edits::{devices, lists};
use aditus_domain::ids::{DeviceId, RequestId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::body::{EditedBody, RowsQuery, EditBasisQuery, edited, basis};
use super::named_request;
use crate::answer::{Envelope, Listing, deleted};
use crate::api::Api;
use crate::body::{Body, NoFields, Query};
use crate::problem::{Problem, ProblemBody};
use crate::requests::detail::DeviceBody;
use crate::requests::device_body::device_body;
use crate::requests::local_id::{self, LocalId};
use crate::short_list::fields;
use crate::signed_in::{Reader, SignedIn};

fields!(DeviceField: "device_id", "equipment_name", "usage_from", "usage_to");

device_body! {
    /// A device to add to a submitted request.
    #[derive(Deserialize, ToSchema, Validate)]
    #[serde(deny_unknown_fields)]
    pub(super) struct DeviceAddBody {
        #[schema(required)]
        pub request: Option<i64>,
        /// The id in a draft: accepted, but not stored.
        #[expect(
            dead_code,
            reason = "accepted as specified; stored devices have ids of their own"
        )]
        #[schema(schema_with = local_id::schema)]
        pub device_id: Option<LocalId>,
        /// The id of the comment that demands the edit, while the request is pending.
        pub comment_id: Option<i64>,
        /// The version of the request on which the edit is based. An edit of an older version is
        /// rejected.
        pub version: Option<u32>,
        /// If true, the edit also resolves the comment.
        pub resolve: Option<bool>,
    }
}

device_body! {
    /// A device of a submitted request, with all its fields.
    #[derive(Deserialize, ToSchema, Validate)]
    #[serde(deny_unknown_fields)]
    pub(super) struct DevicePatchBody {
        /// The request of the device, if present. It cannot be changed.
        pub request: Option<i64>,
        /// Ignored: the path identifies the device.
        #[expect(dead_code, reason = "accepted as specified; the address names the device")]
        #[schema(schema_with = local_id::schema)]
        pub device_id: Option<LocalId>,
        /// The id of the comment that demands the edit, while the request is pending.
        pub comment_id: Option<i64>,
        /// The version of the request on which the edit is based. An edit of an older version is
        /// rejected.
        pub version: Option<u32>,
        /// If true, the edit also resolves the comment.
        pub resolve: Option<bool>,
    }
}

/// The result of adding a device.
#[derive(Serialize, ToSchema)]
pub(super) struct DeviceAddedBody {
    pub device_id: i64,
    /// The new version of the request.
    pub version: u32,
}

/// Lists the devices of a request, in the order of addition.
#[utoipa::path(tag = "requests", security(("token" = [])), params(RowsQuery<DeviceField>), responses(
    (status = 200, body = Listing<DeviceBody>),
    (status = 404, body = ProblemBody, description = "there is no such request, or it is not the caller's to see"),
))]
#[get("/data_requests/data_handling_devices")]
pub(super) async fn devices_of_request(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<RowsQuery<DeviceField>>,
) -> Result<HttpResponse, Problem> {
    let (request, rows) = query.0.read();
    let devices = api
        .read(reader, move |ports, caller| {
            lists::devices(ports, caller, request)
        })
        .await?;
    rows.answer(devices.into_iter().map(DeviceBody::from))
}

/// Adds a device to a submitted request.
#[utoipa::path(tag = "requests", security(("token" = [])), request_body = DeviceAddBody, responses(
    (status = 201, body = Envelope<DeviceAddedBody>),
    (status = 400, body = ProblemBody, description = "a rule of the form is broken; `errors` names the fields"),
    (status = 403, body = ProblemBody, description = "no reviewer asked the caller to edit this section"),
    (status = 404, body = ProblemBody),
    (status = 409, body = ProblemBody, description = "the request has changed since, or the list is full"),
))]
#[post("/data_requests/data-handling-device")]
pub(super) async fn add_device(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<DeviceAddBody>,
) -> Result<HttpResponse, Problem> {
    let body = body.0;
    let basis = basis(body.comment_id, body.version, body.resolve);
    let request = body.request;
    let device = body.into_raw();
    let command = devices::Add {
        request: named_request(request, || device.check(None))?,
        basis,
        device,
    };
    let (id, edited) = api
        .run(move |ports| devices::add(ports, &caller, &command))
        .await?;
    let added = DeviceAddedBody {
        device_id: id.0,
        version: edited.version.0,
    };
    Ok(Envelope::with(StatusCode::CREATED, edited.message, added))
}

/// Edits a device of a submitted request.
#[utoipa::path(tag = "requests", security(("token" = [])), params(("id" = i64, Path)), request_body = DevicePatchBody, responses(
    (status = 200, body = Envelope<EditedBody>),
    (status = 400, body = ProblemBody, description = "a rule of the form is broken; `errors` names the fields"),
    (status = 403, body = ProblemBody, description = "no reviewer asked the caller to edit this section"),
    (status = 409, body = ProblemBody, description = "the request has changed since"),
))]
#[patch("/data_requests/patch/data_handling_devices/{id}")]
pub(super) async fn patch_device(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    body: Body<DevicePatchBody>,
) -> Result<HttpResponse, Problem> {
    let body = body.0;
    let command = devices::Change {
        device_id: DeviceId(id.into_inner()),
        request: body.request.map(RequestId),
        basis: basis(body.comment_id, body.version, body.resolve),
        device: body.into_raw(),
    };
    let answer = api
        .run(move |ports| devices::change(ports, &caller, &command))
        .await?;
    Ok(edited(answer))
}

/// Deletes a device of a submitted request.
///
/// Older versions of the request keep it.
#[utoipa::path(tag = "requests", security(("token" = [])), params(("id" = i64, Path), EditBasisQuery), responses(
    (status = 204),
    (status = 400, body = ProblemBody, description = "the body has a field; this call takes none"),
    (status = 403, body = ProblemBody, description = "no reviewer asked the caller to edit this section"),
    (status = 409, body = ProblemBody, description = "the request has changed since, or it is the last device"),
))]
#[patch("/data_requests/soft_delete/data_handling_devices/{id}")]
pub(super) async fn delete_device(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    query: Query<EditBasisQuery>,
    _body: NoFields,
) -> Result<HttpResponse, Problem> {
    let command = devices::Delete {
        device_id: DeviceId(id.into_inner()),
        basis: query.0.into(),
    };
    api.run(move |ports| devices::delete(ports, &caller, command))
        .await?;
    Ok(deleted())
}
