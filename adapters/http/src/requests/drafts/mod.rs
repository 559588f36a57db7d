//! Calls about drafts (2 §7, `POST data_requests/`; decisions D1 to D3).

mod body;
mod files;
mod not_offered;
mod variables;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, post, put, web};
use aditus_application::Reason;
use aditus_application::requests::drafts::{begin, delete, list, read, save, start_from};
use aditus_domain::ids::{DraftId, RequestId};

use crate::answer::{Envelope, Listing, deleted};
use crate::api::Api;
use crate::body::{Body, FileBody, ParsedBody, Query};
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::short_list::{ShortQuery, fields};
use crate::signed_in::{Reader, SignedIn};
use body::{
    BegunDraftBody, DraftBody, DraftConflictBody, DraftRowBody, SavedDraftBody, StartBody, StoredDraftBody,
};

fields!(DraftField: "title", "created_on", "changed_on");

type DraftsQuery = ShortQuery<DraftField>;

pub(crate) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(begin_draft)
        .service(list_drafts)
        .service(start_draft)
        .service(read_draft)
        .service(save_draft)
        .service(delete_draft)
        .schema::<DraftConflictBody>();
    files::configure(routes);
    not_offered::configure(routes);
    variables::configure(routes);
}

/// Creates a draft.
#[utoipa::path(tag = "drafts", security(("token" = [])), request_body = DraftBody, responses(
    (status = 201, body = Envelope<BegunDraftBody>),
    (status = 403, body = ProblemBody, description = "not a Data Requester, or not in this role"),
    (status = 409, body = ProblemBody, description = "there are as many drafts as there may be"),
    (status = 413, body = ProblemBody, description = "a file is too large"),
    (status = 415, body = ProblemBody, description = "a file is of the wrong kind"),
))]
#[post("/data_requests")]
async fn begin_draft(
    api: web::Data<Api>,
    caller: SignedIn,
    body: FileBody<DraftBody>,
) -> Result<HttpResponse, Problem> {
    begin::may_begin(&caller).map_err(|error| Problem::from_failure(&error))?;
    let ParsedBody {
        value: command,
        reservation,
    } = body
        .read(|body| {
            if body.version.is_some() {
                return Err(Problem::field("version", "A new draft has no version."));
            }
            let requester = body.requester.map(Into::into);
            let (content, uploads) = body.into_raw()?;
            Ok(begin::Command {
                requester,
                content,
                uploads,
            })
        })
        .await?;
    let has_files = !command.uploads.is_empty();
    let draft = api
        .run_inspecting(&caller.clone(), has_files, move |ports| {
            let _reservation = reservation;
            begin::execute(ports, &caller, command)
        })
        .await?;
    Ok(Envelope::with(
        StatusCode::CREATED,
        "Data Request Successfully Created",
        BegunDraftBody::from(draft),
    ))
}

/// Lists the caller's drafts, the last saved one first.
#[utoipa::path(tag = "drafts", security(("token" = [])), params(DraftsQuery), responses(
    (status = 200, body = Listing<DraftRowBody>),
))]
#[get("/data_requests/drafts")]
async fn list_drafts(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<DraftsQuery>,
) -> Result<HttpResponse, Problem> {
    let rows = api
        .read(reader, move |ports, caller| {
            list::execute(ports, caller, list::Query)
        })
        .await?;
    query
        .0
        .answer(rows.into_iter().map(DraftRowBody::from).collect::<Vec<_>>())
}

/// Creates a draft with the answers of an earlier request of the caller, without its documents,
/// dates and decisions.
#[utoipa::path(tag = "drafts", security(("token" = [])), request_body = StartBody, responses(
    (status = 201, body = Envelope<BegunDraftBody>),
    (status = 403, body = ProblemBody, description = "the request is another person's"),
    (status = 404, body = ProblemBody),
    (status = 409, body = ProblemBody, description = "there are as many drafts as there may be"),
))]
#[post("/data_requests/drafts")]
async fn start_draft(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<StartBody>,
) -> Result<HttpResponse, Problem> {
    let command = start_from::Command {
        request: RequestId(body.0.request_id),
    };
    let draft = api
        .run(move |ports| start_from::execute(ports, &caller, command))
        .await?;
    Ok(Envelope::with(
        StatusCode::CREATED,
        "The draft was created. Add the documents and the dates.",
        BegunDraftBody::from(draft),
    ))
}

/// Returns a draft of the caller.
#[utoipa::path(tag = "drafts", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 200, body = Envelope<StoredDraftBody>),
))]
#[get("/data_requests/drafts/{id}")]
async fn read_draft(
    api: web::Data<Api>,
    reader: Reader,
    id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let query = read::Query {
        draft: DraftId(id.into_inner()),
    };
    let (draft, _) = api
        .read(reader, move |ports, caller| read::execute(ports, caller, query))
        .await?;
    Ok(Envelope::read(StoredDraftBody::from(draft)))
}

/// Saves a draft.
///
/// If it was saved since the version on which this save is based, nothing is changed and the
/// response contains the saved draft.
#[utoipa::path(tag = "drafts", security(("token" = [])), params(("id" = i64, Path)), request_body = DraftBody, responses(
    (status = 200, body = Envelope<SavedDraftBody>),
    (status = 409, body = ProblemBody, description = "it was saved elsewhere in the meantime; `draft` has the saved version and both times"),
))]
#[put("/data_requests/drafts/{id}")]
async fn save_draft(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    body: FileBody<DraftBody>,
) -> Result<HttpResponse, Problem> {
    let draft = DraftId(id.into_inner());
    let asking = caller.0.clone();
    api.run_without_idempotency(move |ports| save::may_save(ports, &asking, draft))
        .await?;
    let ParsedBody {
        value: command,
        reservation,
    } = body
        .read_long(move |body| {
            let began_from = body.version;
            let (content, uploads) = body.into_raw()?;
            if let Some(upload) = uploads.first() {
                return Err(Problem::field(
                    upload.kind.field(),
                    "Upload the file to the files of the draft, and send its `file_id` here.",
                ));
            }
            let began_from = began_from.ok_or_else(|| Problem::field("version", "Version is required."))?;
            Ok(save::Command {
                draft,
                began_from,
                content,
            })
        })
        .await?;
    let answer = api
        .run(move |ports| {
            let _reservation = reservation;
            save::execute(ports, &caller, command)
        })
        .await?;
    match answer {
        save::Answer::Saved { version, changed_on } => Ok(Envelope::with(
            StatusCode::OK,
            "Saved",
            SavedDraftBody { version, changed_on },
        )),
        save::Answer::Changed { stored, sent_on } => Err(Problem::new(
            StatusCode::CONFLICT,
            Reason::DraftChanged,
            "This draft was saved in another tab or on another device in the meantime. Compare the two, and keep one of them.",
        )
        .with_draft(&DraftConflictBody {
            sent_on,
            stored: StoredDraftBody::from(*stored),
        })),
    }
}

/// Deletes a draft with its files.
#[utoipa::path(tag = "drafts", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 204),
))]
#[delete("/data_requests/drafts/{id}")]
async fn delete_draft(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let command = delete::Command {
        draft: DraftId(id.into_inner()),
    };
    api.run(move |ports| delete::execute(ports, &caller, command))
        .await?;
    Ok(deleted())
}
