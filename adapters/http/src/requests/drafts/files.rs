//! Calls about the files of drafts (decisions D2).

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, post, web};
use aditus_application::requests::drafts::{add_file, read_file, remove_file};
use aditus_domain::ids::{DraftFileId, DraftId};
use aditus_domain::requests::DocumentKind;
use utoipa::ToSchema;

use super::body::DraftFileBody;
use crate::answer::{Envelope, deleted};
use crate::api::Api;
use crate::body::{FormBody, SentFile};
use crate::files::RetrievedBody;
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::signed_in::SignedIn;

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(add_draft_file)
        .service(draft_file)
        .service(remove_draft_file);
}

/// The upload form of a file.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the form is read part by part; this describes it")]
struct UploadForm {
    /// The payload field that will use the file.
    field: String,
    #[schema(format = Binary)]
    file: String,
}

fn kind_of(field: &str) -> Option<DocumentKind> {
    DocumentKind::ALL.into_iter().find(|kind| kind.field() == field)
}

/// Uploads a file for a draft of the caller.
///
/// It is inspected immediately, and the next save of the draft refers to it.
#[utoipa::path(tag = "drafts", security(("token" = [])), params(("id" = i64, Path)),
    request_body(content = UploadForm, content_type = "multipart/form-data"), responses(
    (status = 201, body = Envelope<DraftFileBody>),
    (status = 413, body = ProblemBody, description = "the file is too large, or all files of the draft together"),
    (status = 415, body = ProblemBody, description = "the file is of the wrong kind"),
))]
#[post("/data_requests/drafts/{id}/files")]
async fn add_draft_file(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    form: FormBody,
) -> Result<HttpResponse, Problem> {
    let draft = DraftId(id.into_inner());
    let asking = caller.0.clone();
    api.run_without_idempotency(move |ports| add_file::may_add(ports, &asking, draft))
        .await?;
    let SentFile {
        name,
        bytes,
        field,
        reservation,
    } = form.read().await?;
    let kind =
        kind_of(&field).ok_or_else(|| Problem::field("field", "There is no document with this name."))?;
    let command = add_file::Command {
        draft,
        kind,
        name,
        bytes,
    };
    let file = api
        .run_inspecting(&caller.clone(), true, move |ports| {
            let _reservation = reservation;
            add_file::execute(ports, &caller, command)
        })
        .await?;
    Ok(Envelope::with(
        StatusCode::CREATED,
        "Uploaded",
        DraftFileBody::from(file),
    ))
}

/// Returns a file of a draft of the caller in base64.
#[utoipa::path(tag = "drafts", security(("token" = [])), params(("id" = i64, Path), ("file_id" = i64, Path)), responses(
    (status = 200, body = RetrievedBody),
))]
#[get("/data_requests/drafts/{id}/files/{file_id}")]
async fn draft_file(
    api: web::Data<Api>,
    caller: SignedIn,
    path: web::Path<(i64, i64)>,
) -> Result<HttpResponse, Problem> {
    let (draft, file) = path.into_inner();
    let query = read_file::Query {
        draft: DraftId(draft),
        file: DraftFileId(file),
    };
    let file = api
        .run(move |ports| read_file::execute(ports, &caller, query))
        .await?;
    RetrievedBody::stream(api, file.key, file.file_type, file.size)
}

/// Deletes a file that the draft no longer uses.
#[utoipa::path(tag = "drafts", security(("token" = [])), params(("id" = i64, Path), ("file_id" = i64, Path)), responses(
    (status = 204),
    (status = 409, body = ProblemBody, description = "the draft names it"),
))]
#[delete("/data_requests/drafts/{id}/files/{file_id}")]
async fn remove_draft_file(
    api: web::Data<Api>,
    caller: SignedIn,
    path: web::Path<(i64, i64)>,
) -> Result<HttpResponse, Problem> {
    let (draft, file) = path.into_inner();
    let command = remove_file::Command {
        draft: DraftId(draft),
        file: DraftFileId(file),
    };
    api.run(move |ports| remove_file::execute(ports, &caller, command))
        .await?;
    Ok(deleted())
}
