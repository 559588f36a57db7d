//! The transparency log, for everybody: what it is and how it stands, and outside the calls the resources of C2SP tlog-tiles (design P3).

use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use actix_web::{HttpRequest, HttpResponse, get, web};
use aditus_application::audit::log::{checkpoint, state, tile};
use aditus_domain::audit::log::Tile;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::answer::Envelope;
use crate::api::Api;
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;

/// A checkpoint is replaced within a second; whoever asks again and again need not be answered anew each time.
const MOMENT: &str = "public, max-age=1";

/// A tile never changes.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes.service(log);
}

/// The transparency log.
#[derive(Serialize, ToSchema)]
pub(crate) struct AuditLogBody {
    /// Who the log is, for whoever checks it; null before its first entry.
    #[schema(example = "aditus.example/log")]
    pub origin: Option<String>,
    /// Those that sign its checkpoints or did, newest first.
    pub keys: Vec<AuditLogKeyBody>,
    /// The newest one; null before the first.
    pub checkpoint: Option<CheckpointBody>,
    /// The entries that are recorded and not in the tree yet.
    pub waiting: u64,
}

/// A key that signs the log.
#[derive(Serialize, ToSchema)]
pub(crate) struct AuditLogKeyBody {
    /// What checks its signatures (C2SP signed-note).
    #[schema(example = "aditus.example/log+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k")]
    pub verifier_key: String,
    /// When it began to sign.
    pub made_at: DateTime<Utc>,
    /// When another one began to; null for the one that signs now.
    pub retired_at: Option<DateTime<Utc>>,
    /// The entries of the log when it was retired; null for the one that signs now. A larger tree that it has signed is forged.
    pub retired_size: Option<u64>,
}

/// A signed head of the tree.
#[derive(Serialize, ToSchema)]
pub(crate) struct CheckpointBody {
    /// The entries in the tree.
    pub size: u64,
    /// The root of the tree, in base64.
    pub root: String,
    pub signed_at: DateTime<Utc>,
    /// The checkpoint as it is published (C2SP tlog-checkpoint).
    pub note: String,
}

impl From<state::Answer> for AuditLogBody {
    fn from(answer: state::Answer) -> Self {
        let keys = answer.keys.into_iter().map(|key| AuditLogKeyBody {
            verifier_key: key.verifier_key,
            made_at: key.made_at,
            retired_at: key.retired.map(|retired| retired.at),
            retired_size: key.retired.map(|retired| retired.size),
        });
        Self {
            origin: answer.origin,
            keys: keys.collect(),
            checkpoint: answer.checkpoint.map(|checkpoint| CheckpointBody {
                size: checkpoint.head.size,
                root: BASE64_STANDARD.encode(checkpoint.head.root.0),
                signed_at: checkpoint.signed_at,
                note: checkpoint.note,
            }),
            waiting: answer.pending.entries,
        }
    }
}

/// The transparency log of the record of acts, for everybody: the keys that sign it and its newest checkpoint.
#[utoipa::path(tag = "information", responses(
    (status = 200, body = Envelope<AuditLogBody>),
    (status = 503, body = ProblemBody, description = "the database does not answer"),
))]
#[get("/audit/log")]
async fn log(api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let answer = api.run(state::execute).await?;
    Ok(Envelope::read(AuditLogBody::from(answer)))
}

/// The newest checkpoint, as tlog-tiles has it.
#[get("/log/checkpoint")]
pub(crate) async fn newest_checkpoint(api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let note = api.run(checkpoint::execute).await?;
    Ok(match note {
        Some(note) => HttpResponse::Ok()
            .insert_header((CONTENT_TYPE, "text/plain; charset=utf-8"))
            .insert_header((CACHE_CONTROL, MOMENT))
            .body(note),
        None => nothing(),
    })
}

/// Hashes of the tree, as tlog-tiles has them. Entries are not public.
#[get("/log/tile/{path:.*}")]
pub(crate) async fn hashes_of_tile(
    api: web::Data<Api>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let Some(wanted) = Tile::parse(request.match_info().query("path")) else {
        return Ok(nothing());
    };
    let hashes = api.run(move |ports| tile::execute(ports, wanted)).await?;
    Ok(match hashes {
        Some(hashes) => HttpResponse::Ok()
            .insert_header((CONTENT_TYPE, "application/octet-stream"))
            .insert_header((CACHE_CONTROL, FOR_EVER))
            .body(hashes),
        None => nothing(),
    })
}

/// What is not there may be there in a second.
fn nothing() -> HttpResponse {
    HttpResponse::NotFound()
        .insert_header((CONTENT_TYPE, "text/plain; charset=utf-8"))
        .insert_header((CACHE_CONTROL, "no-store"))
        .body("The log has no such resource.\n")
}
