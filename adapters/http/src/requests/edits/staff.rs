//! The staff of a submitted request.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, get, patch, post, web};
use aditus_application::requests::edits::{lists, staff};
use aditus_domain::ids::{RequestId, StaffId};
use aditus_domain::requests::DocumentKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::body::{EditedBody, RowsQuery, EditBasisQuery, edited, basis};
use super::documents::upload;
use super::named_request;
use crate::answer::{Envelope, Listing, deleted};
use crate::api::Api;
use crate::body::{FileBody, FileText, ParsedBody, NoFields, Query, WithFiles};
use crate::problem::{Problem, ProblemBody};
use crate::requests::detail::StaffBody;
use crate::requests::local_id::{self, LocalId};
use crate::requests::staff_body::staff_body;
use crate::requests::submission::FileInput;
use crate::short_list::fields;
use crate::signed_in::{Reader, SignedIn};

fields!(StaffField: "staff_shared_id", "first_name", "surname", "position_in_organisation");

staff_body! {
    identified by FileInput;

    /// A staff member to add to a submitted request.
    #[derive(Deserialize, ToSchema, Validate)]
    #[serde(deny_unknown_fields)]
    pub(super) struct StaffAddBody {
        #[schema(required)]
        pub request: Option<i64>,
        /// The id in a draft: accepted, but not stored.
        #[expect(
            dead_code,
            reason = "accepted as specified; stored staff have ids of their own"
        )]
        #[schema(schema_with = local_id::schema)]
        pub staff_shared_id: Option<LocalId>,
        /// Either Passport or National ID.
        pub identification_type: Option<String>,
        pub confidentiality_protocols: Option<bool>,
        /// The id of the comment that demands the edit, while the request is pending.
        pub comment_id: Option<i64>,
        /// The version of the request on which the edit is based. An edit of an older version is
        /// rejected.
        pub version: Option<u32>,
        /// If true, the edit also resolves the comment.
        pub resolve: Option<bool>,
    }
}

staff_body! {
    identified by FileInput;

    /// A staff member of a submitted request, with all fields. Without an identification, the
    /// existing one is kept.
    #[derive(Deserialize, ToSchema, Validate)]
    #[serde(deny_unknown_fields)]
    pub(super) struct StaffPatchBody {
        /// The request of the staff member, if present. It cannot be changed.
        pub request: Option<i64>,
        /// Ignored: the path identifies the staff member.
        #[expect(dead_code, reason = "accepted as specified; the address names the person")]
        #[schema(schema_with = local_id::schema)]
        pub staff_shared_id: Option<LocalId>,
        /// Either Passport or National ID.
        pub identification_type: Option<String>,
        /// Must not be false.
        pub confidentiality_protocols: Option<bool>,
        /// The id of the comment that demands the edit, while the request is pending.
        pub comment_id: Option<i64>,
        /// The version of the request on which the edit is based. An edit of an older version is
        /// rejected.
        pub version: Option<u32>,
        /// If true, the edit also resolves the comment.
        pub resolve: Option<bool>,
    }
}

/// The result of adding a staff member.
#[derive(Serialize, ToSchema)]
pub(super) struct StaffAddedBody {
    pub staff_shared_id: i64,
    /// The new version of the request.
    pub version: u32,
}

/// Lists the staff of a request, in the order of addition.
#[utoipa::path(tag = "requests", security(("token" = [])), params(RowsQuery<StaffField>), responses(
    (status = 200, body = Listing<StaffBody>),
    (status = 404, body = ProblemBody, description = "there is no such request, or it is not the caller's to see"),
))]
#[get("/data_requests/staff_shared")]
pub(super) async fn staff_of_request(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<RowsQuery<StaffField>>,
) -> Result<HttpResponse, Problem> {
    let (request, rows) = query.0.read();
    let staff = api
        .read(reader, move |ports, caller| lists::staff(ports, caller, request))
        .await?;
    rows.answer(staff.into_iter().map(StaffBody::from))
}

/// Adds a staff member to a submitted request.
#[utoipa::path(tag = "requests", security(("token" = [])), request_body = StaffAddBody, responses(
    (status = 201, body = Envelope<StaffAddedBody>),
    (status = 400, body = ProblemBody, description = "a rule of the form is broken; `errors` names the fields"),
    (status = 403, body = ProblemBody, description = "no reviewer asked the caller to edit this section"),
    (status = 404, body = ProblemBody),
    (status = 409, body = ProblemBody, description = "the request has changed since, or the list is full"),
    (status = 413, body = ProblemBody, description = "the file is too large"),
    (status = 415, body = ProblemBody, description = "the file is of the wrong kind"),
    (status = 503, body = ProblemBody, description = "there is no room for the body at present; the header Retry-After says how long to wait"),
))]
#[post("/data_requests/staff-shared")]
pub(super) async fn add_staff(
    api: web::Data<Api>,
    caller: SignedIn,
    body: FileBody<StaffAddBody>,
) -> Result<HttpResponse, Problem> {
    // The request is only known from the body. A caller without requests is rejected before the
    // body is read.
    let asks = caller.0.clone();
    api.run_without_idempotency(move |ports| staff::may_add(ports, &asks)).await?;
    let ParsedBody {
        value: command,
        reservation,
    } = body.read(StaffAddBody::into_command).await?;
    let has_file = command.identification.is_some();
    let (id, edited) = api
        .run_inspecting(&caller.clone(), has_file, move |ports| {
            let _reservation = reservation;
            staff::add(ports, &caller, command)
        })
        .await?;
    let added = StaffAddedBody {
        staff_shared_id: id.0,
        version: edited.version.0,
    };
    Ok(Envelope::with(StatusCode::CREATED, edited.message, added))
}

/// Changes a staff member of a submitted request.
#[utoipa::path(tag = "requests", security(("token" = [])), params(("id" = i64, Path)), request_body = StaffPatchBody, responses(
    (status = 200, body = Envelope<EditedBody>),
    (status = 400, body = ProblemBody, description = "a rule of the form is broken; `errors` names the fields"),
    (status = 403, body = ProblemBody, description = "no reviewer asked the caller to edit this section"),
    (status = 409, body = ProblemBody, description = "the request has changed since"),
    (status = 413, body = ProblemBody, description = "the file is too large"),
    (status = 415, body = ProblemBody, description = "the file is of the wrong kind"),
    (status = 503, body = ProblemBody, description = "there is no room for the body at present; the header Retry-After says how long to wait"),
))]
#[patch("/data_requests/patch/staff_shared/{id}")]
pub(super) async fn patch_staff(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    body: FileBody<StaffPatchBody>,
) -> Result<HttpResponse, Problem> {
    let id = StaffId(id.into_inner());
    let asks = caller.0.clone();
    api.run_without_idempotency(move |ports| staff::may_change(ports, &asks, id))
        .await?;
    let ParsedBody {
        value: command,
        reservation,
    } = body.read(move |body| body.into_command(id)).await?;
    let has_file = command.identification.is_some();
    let answer = api
        .run_inspecting(&caller.clone(), has_file, move |ports| {
            let _reservation = reservation;
            staff::change(ports, &caller, command)
        })
        .await?;
    Ok(edited(answer))
}

/// Deletes a staff member of a submitted request.
///
/// Older versions of the request keep them.
#[utoipa::path(tag = "requests", security(("token" = [])), params(("id" = i64, Path), EditBasisQuery), responses(
    (status = 204),
    (status = 400, body = ProblemBody, description = "the body has a field; this call takes none"),
    (status = 403, body = ProblemBody, description = "no reviewer asked the caller to edit this section"),
    (status = 409, body = ProblemBody, description = "the request has changed since, or it is the last member of staff"),
))]
#[patch("/data_requests/soft_delete/staff_shared/{id}")]
pub(super) async fn delete_staff(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    query: Query<EditBasisQuery>,
    _body: NoFields,
) -> Result<HttpResponse, Problem> {
    let command = staff::Delete {
        staff_id: StaffId(id.into_inner()),
        basis: query.0.into(),
    };
    api.run(move |ports| staff::delete(ports, &caller, command))
        .await?;
    Ok(deleted())
}

impl WithFiles for StaffAddBody {
    fn files(&mut self) -> Vec<&mut FileText> {
        let file = self.identification_file_path.iter_mut();
        file.map(|file| &mut file.data).collect()
    }
}

impl StaffAddBody {
    fn into_command(self) -> Result<staff::Add, Problem> {
        let basis = basis(self.comment_id, self.version, self.resolve);
        let request = self.request;
        let (member, file) = self.into_raw();
        let identification = file.map(|file| upload(DocumentKind::StaffIdentification, file));
        Ok(staff::Add {
            request: named_request(request, || member.check_answers())?,
            identification: identification.transpose()?,
            basis,
            member,
        })
    }
}

impl WithFiles for StaffPatchBody {
    fn files(&mut self) -> Vec<&mut FileText> {
        let file = self.identification_file_path.iter_mut();
        file.map(|file| &mut file.data).collect()
    }
}

impl StaffPatchBody {
    fn into_command(self, staff_id: StaffId) -> Result<staff::Change, Problem> {
        let basis = basis(self.comment_id, self.version, self.resolve);
        let request = self.request.map(RequestId);
        let (member, file) = self.into_raw();
        let identification = file.map(|file| upload(DocumentKind::StaffIdentification, file));
        Ok(staff::Change {
            staff_id,
            request,
            identification: identification.transpose()?,
            basis,
            member,
        })
    }
}
