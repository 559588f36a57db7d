//! Import and export of the facility tree as CSV.

use actix_web::{HttpResponse, get, post, web};
use aditus_application::reference::places::{export, import};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use crate::answer::Envelope;
use crate::api::Api;
use crate::attachment::{CSV, attachment};
use crate::body::{FormBody, Query};
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::signed_in::SignedIn;

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes.service(facilities_file).service(add_facilities);
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct FileQuery {
    /// If true, only returns what the import would add.
    dry_run: Option<bool>,
}

/// The import form of the facility tree.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the form is read part by part; this describes it")]
struct FacilitiesForm {
    /// CSV in UTF-8 with the header line `region,district,facility`.
    #[schema(format = Binary)]
    file: String,
}

/// The result of an import of facilities, or its preview.
#[derive(Serialize, ToSchema)]
struct FacilitiesAddedBody {
    /// Facilities in the file.
    read: usize,
    /// New regions.
    regions_added: usize,
    /// New districts.
    districts_added: usize,
    /// New facilities.
    facilities_added: usize,
    /// Facilities that already existed.
    known: usize,
    /// The first 99 lines that repeat a facility. It is added once.
    repeated: Vec<RepeatedPlaceBody>,
    /// The number of such lines.
    repeated_count: usize,
}

/// A line that repeats a facility.
#[derive(Serialize, ToSchema)]
struct RepeatedPlaceBody {
    /// The line number, starting at 1.
    line: u64,
    /// The first line with the facility.
    first_line: u64,
}

impl From<import::Answer> for FacilitiesAddedBody {
    fn from(answer: import::Answer) -> Self {
        Self {
            read: answer.read,
            regions_added: answer.regions_added,
            districts_added: answer.districts_added,
            facilities_added: answer.facilities_added,
            known: answer.known,
            repeated: answer
                .repeated
                .iter()
                .map(|repeated| RepeatedPlaceBody {
                    line: repeated.line,
                    first_line: repeated.first,
                })
                .collect(),
            repeated_count: answer.repeated_count,
        }
    }
}

/// Exports all facilities with their districts and regions as CSV, named `facilities.csv`.
///
/// The file can be imported again. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), responses(
    (status = 200, content_type = "text/csv", body = Vec<u8>),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
    (status = 429, body = ProblemBody, description = "too many documents at once or in a while; the header Retry-After says how long to wait"),
))]
#[get("/reference_data/facilities/file")]
async fn facilities_file(api: web::Data<Api>, caller: SignedIn) -> Result<HttpResponse, Problem> {
    let answer = api
        .run_heavy(&caller.clone(), move |ports| export::execute(ports, &caller))
        .await?;
    Ok(attachment(CSV, answer))
}

/// Imports the new facilities of a file, with their districts and regions.
///
/// Existing places are not changed. A file with errors adds nothing; `errors` names the line of
/// each error, such as `file[4].district`. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(FileQuery),
    request_body(content = FacilitiesForm, content_type = "multipart/form-data"), responses(
    (status = 200, body = Envelope<FacilitiesAddedBody>),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
    (status = 413, body = ProblemBody, description = "the file is too large"),
    (status = 415, body = ProblemBody, description = "the file is not text in UTF-8"),
))]
#[post("/reference_data/facilities/file")]
async fn add_facilities(
    api: web::Data<Api>,
    caller: SignedIn,
    query: Query<FileQuery>,
    form: FormBody,
) -> Result<HttpResponse, Problem> {
    let asking = caller.0.clone();
    api.run_without_idempotency(move |_| import::may_import(&asking))
        .await?;
    let sent = form.read_file().await?;
    let dry_run = query.0.dry_run.unwrap_or(false);
    let answer = api
        .run(move |ports| {
            let _reservation = sent.reservation;
            let command = import::Command {
                file: sent.bytes,
                dry_run,
            };
            import::execute(ports, &caller, &command)
        })
        .await?;
    Ok(Envelope::read(FacilitiesAddedBody::from(answer)))
}
