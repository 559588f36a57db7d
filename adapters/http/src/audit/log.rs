//! The public transparency log: its state as an API call, and the C2SP tlog-tiles resources outside
//! the API (decisions P3).

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

/// A checkpoint is replaced within a second, so caches may keep it for one second.
const CACHE_FOR_ONE_SECOND: &str = "public, max-age=1";

/// Tiles are immutable.
const CACHE_FOR_EVER: &str = "public, max-age=31536000, immutable";

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes.service(log);
}

/// The transparency log.
#[derive(Serialize, ToSchema)]
pub(crate) struct AuditLogBody {
    /// The origin line that identifies the log to verifiers; null before the first entry.
    #[schema(example = "aditus.example/log")]
    pub origin: Option<String>,
    /// The current and former signing keys, newest first.
    pub keys: Vec<AuditLogKeyBody>,
    /// The newest checkpoint; null before the first one.
    pub checkpoint: Option<CheckpointBody>,
    /// The number of recorded entries that are not in the tree yet.
    pub waiting: u64,
}

/// A signing key of the log.
#[derive(Serialize, ToSchema)]
pub(crate) struct AuditLogKeyBody {
    /// The verifier key of its signatures (C2SP signed-note).
    #[schema(example = "aditus.example/log+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k")]
    pub verifier_key: String,
    /// The time at which the key was first used.
    pub made_at: DateTime<Utc>,
    /// The time at which the key was replaced; null for the current key.
    pub retired_at: Option<DateTime<Utc>>,
    /// The size of the log when the key was retired; null for the current key. A larger tree signed
    /// with this key is forged.
    pub retired_size: Option<u64>,
}

/// A signed head of the tree.
#[derive(Serialize, ToSchema)]
pub(crate) struct CheckpointBody {
    /// The number of entries in the tree.
    pub size: u64,
    /// The root hash of the tree, in base64.
    pub root: String,
    pub signed_at: DateTime<Utc>,
    /// The published checkpoint (C2SP tlog-checkpoint).
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

/// Returns the state of the public transparency log: its signing keys and its newest checkpoint.
#[utoipa::path(tag = "information", responses(
    (status = 200, body = Envelope<AuditLogBody>),
    (status = 503, body = ProblemBody, description = "the database does not answer"),
))]
#[get("/audit/log")]
async fn log(api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let answer = api.run(state::execute).await?;
    Ok(Envelope::read(AuditLogBody::from(answer)))
}

/// Returns the newest checkpoint in the format of tlog-tiles.
#[get("/log/checkpoint")]
pub(crate) async fn newest_checkpoint(api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let note = api.run(checkpoint::execute).await?;
    Ok(match note {
        Some(note) => HttpResponse::Ok()
            .insert_header((CONTENT_TYPE, "text/plain; charset=utf-8"))
            .insert_header((CACHE_CONTROL, CACHE_FOR_ONE_SECOND))
            .body(note),
        None => not_found(),
    })
}

/// Returns the hashes of a tile in the format of tlog-tiles. Entries are not public.
#[get("/log/tile/{path:.*}")]
pub(crate) async fn hashes_of_tile(
    api: web::Data<Api>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let Some(tile) = Tile::parse(request.match_info().query("path")) else {
        return Ok(not_found());
    };
    let hashes = api.run(move |ports| tile::execute(ports, tile)).await?;
    Ok(match hashes {
        Some(hashes) => HttpResponse::Ok()
            .insert_header((CONTENT_TYPE, "application/octet-stream"))
            .insert_header((CACHE_CONTROL, CACHE_FOR_EVER))
            .body(hashes),
        None => not_found(),
    })
}

/// Returns a 404 that is not cached, because the resource may exist a second later.
fn not_found() -> HttpResponse {
    HttpResponse::NotFound()
        .insert_header((CONTENT_TYPE, "text/plain; charset=utf-8"))
        .insert_header((CACHE_CONTROL, "no-store"))
        .body("The log has no such resource.\n")
}
