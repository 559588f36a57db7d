//! The preview of holidays from a calendar file.

use actix_web::{HttpResponse, post, web};
use aditus_application::deadlines::preview_holidays;
use aditus_application::ports::{HolidayFile, MAX_HOLIDAY_FILE_BYTES, OmittedEvent};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use super::calendar::HolidayBody;
use crate::answer::Envelope;
use crate::api::Api;
use crate::body::{FormBody, Query};
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::signed_in::SignedIn;

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes.service(holidays_preview);
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct YearsQuery {
    /// The first year, from 2000 to 2199. The default is the current one.
    first_year: Option<i32>,
    /// The last year, at most 19 years later. The default is five years after the first one.
    last_year: Option<i32>,
}

/// The form with a calendar file.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the form is read part by part; this describes it")]
struct HolidaysForm {
    /// A file in the iCalendar format (RFC 5545) in UTF-8, of at most 1 MiB.
    #[schema(format = Binary)]
    file: String,
}

/// The holidays of a calendar file.
#[derive(Serialize, ToSchema)]
struct HolidaysPreviewBody {
    /// The holidays by date, at most one a day. An event of several days is a holiday on each.
    holidays: Vec<HolidayBody>,
    /// The first 99 events that were left out.
    left_out: Vec<OmittedEventBody>,
    /// The number of events that were left out.
    left_out_count: usize,
}

/// An event that is no holiday.
#[derive(Serialize, ToSchema)]
struct OmittedEventBody {
    /// The name; `null` if it has none.
    name: Option<String>,
    /// The reason in words.
    reason: String,
}

impl From<HolidayFile> for HolidaysPreviewBody {
    fn from(file: HolidayFile) -> Self {
        Self {
            holidays: file.holidays.into_iter().map(HolidayBody::from).collect(),
            left_out: file.left_out.iter().map(OmittedEventBody::from).collect(),
            left_out_count: file.left_out_count,
        }
    }
}

impl From<&OmittedEvent> for OmittedEventBody {
    fn from(event: &OmittedEvent) -> Self {
        Self {
            name: event.name.as_ref().map(|name| name.as_str().to_owned()),
            reason: event.reason.to_string(),
        }
    }
}

/// Reads the holidays of a calendar file (`.ics`), and changes nothing.
///
/// Repetitions are expanded within the chosen years. Cancelled events and those with a time of day
/// are left out. Save the calendar with the holidays to import them. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(YearsQuery),
    request_body(content = HolidaysForm, content_type = "multipart/form-data"), responses(
    (status = 200, body = Envelope<HolidaysPreviewBody>),
    (status = 400, body = ProblemBody, description = "the years are wrong, or the file has no event or too many holidays in these years"),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
    (status = 413, body = ProblemBody, description = "the file is too large"),
    (status = 415, body = ProblemBody, description = "the file is no calendar, damaged, or not text in UTF-8"),
))]
#[post("/calendar/holidays/preview")]
async fn holidays_preview(
    api: web::Data<Api>,
    caller: SignedIn,
    query: Query<YearsQuery>,
    form: FormBody,
) -> Result<HttpResponse, Problem> {
    preview_holidays::may_preview(&caller).map_err(|error| Problem::from_failure(&error))?;
    let sent = form.read_file_of(MAX_HOLIDAY_FILE_BYTES as u64).await?;
    let YearsQuery {
        first_year,
        last_year,
    } = query.0;
    let file = api
        .run(move |ports| {
            let _reservation = sent.reservation;
            let query = preview_holidays::Query {
                file: sent.bytes,
                first_year,
                last_year,
            };
            preview_holidays::execute(ports, &caller, &query)
        })
        .await?;
    Ok(Envelope::read(HolidaysPreviewBody::from(file)))
}
