//! `calendar/`: the working days, holidays and time zone of the installation (decisions N1).

use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, get, put, web};
use aditus_application::deadlines::repository::StoredCalendar;
use aditus_application::deadlines::{change_calendar, read_calendar};
use aditus_application::row_versions::RowVersion;
use aditus_domain::deadlines::{Holiday, HolidayName, RawCalendar, RawHoliday};
use chrono::{NaiveDate, Weekday};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::{Validate, ValidationError, ValidationErrors, ValidationErrorsKind};

use crate::answer::Envelope;
use crate::api::Api;
use crate::body::Body;
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::signed_in::{Reader, SignedIn};

/// A day of the week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WeekdayBody {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

/// The calendar of the installation.
#[derive(Serialize, ToSchema)]
pub(crate) struct CalendarBody {
    /// The working days, from Monday.
    pub working_days: Vec<WeekdayBody>,
    /// The time zone in which days begin and end: a name of the IANA database.
    #[schema(example = "Africa/Gaborone")]
    pub time_zone: String,
    /// The holidays by date.
    pub holidays: Vec<HolidayBody>,
    /// The version of the record, to be sent with a change.
    pub row_version: i64,
}

/// A day on which people do not work, whatever its weekday.
#[derive(Serialize, ToSchema)]
pub(crate) struct HolidayBody {
    pub day: NaiveDate,
    #[schema(example = "Botswana Day")]
    pub name: String,
}

/// The form of the calendar, which replaces the stored one as a whole.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CalendarInputBody {
    /// The working days in any order, at least one.
    pub working_days: Vec<WeekdayBody>,
    /// The time zone in which days begin and end: a name of the IANA database.
    #[schema(example = "Africa/Gaborone")]
    pub time_zone: String,
    /// All holidays in any order. Missing ones are removed.
    pub holidays: Vec<HolidayInputBody>,
    /// The `row_version` that was read. If a newer version was saved since, the change fails with
    /// 409 (conflict). Without it, there is no check for conflicts.
    pub row_version: Option<i64>,
}

/// A holiday of the form.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HolidayInputBody {
    #[schema(value_type = NaiveDate, required)]
    pub day: Option<NaiveDate>,
    #[schema(value_type = String, required, example = "Botswana Day")]
    pub name: Option<String>,
}

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes.service(installation_calendar).service(replace_calendar);
}

/// Returns the calendar: working days, holidays and time zone.
///
/// Due dates are computed with it.
#[utoipa::path(tag = "administration", security(("token" = [])), responses(
    (status = 200, body = Envelope<CalendarBody>),
))]
#[get("/calendar")]
async fn installation_calendar(api: web::Data<Api>, reader: Reader) -> Result<HttpResponse, Problem> {
    let stored = api.read(reader, read_calendar::execute).await?;
    Ok(Envelope::read(CalendarBody::from(stored)))
}

/// Replaces the calendar.
///
/// For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), request_body = CalendarInputBody, responses(
    (status = 200, body = Envelope<CalendarBody>),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
    (status = 409, body = ProblemBody, description = "someone else has changed it since it was read"),
))]
#[put("/calendar")]
async fn replace_calendar(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<CalendarInputBody>,
) -> Result<HttpResponse, Problem> {
    let command = change_calendar::Command {
        seen: body.0.row_version.map(RowVersion),
        form: body.0.into(),
    };
    let stored = api
        .run(move |ports| change_calendar::execute(ports, &caller, &command))
        .await?;
    let saved = CalendarBody::from(stored);
    Ok(Envelope::with(
        StatusCode::OK,
        "Successfully updated the calendar",
        saved,
    ))
}

fn refusal(message: impl Into<String>) -> ValidationError {
    ValidationError::new("calendar").with_message(message.into().into())
}

impl Validate for CalendarInputBody {
    /// Validates the version, and each holiday by itself. The domain validates the rest: too many
    /// holidays are one error, not one for each of them.
    fn validate(&self) -> Result<(), ValidationErrors> {
        let mut errors = ValidationErrors::new();
        if self.row_version.is_some_and(|version| version < 1) {
            errors.add("row_version", refusal("`row_version` must be 1 or greater."));
        }
        if self.holidays.len() <= RawCalendar::MAX_HOLIDAYS {
            let faults: BTreeMap<usize, Box<ValidationErrors>> = self
                .holidays
                .iter()
                .enumerate()
                .filter_map(|(place, holiday)| Some((place, Box::new(holiday.validate().err()?))))
                .collect();
            if !faults.is_empty() {
                let list = ValidationErrorsKind::List(faults);
                errors.errors_mut().insert("holidays".into(), list);
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }
}

impl Validate for HolidayInputBody {
    fn validate(&self) -> Result<(), ValidationErrors> {
        let mut errors = ValidationErrors::new();
        if self.day.is_none() {
            errors.add("day", refusal("Day is required."));
        }
        if let Err(error) = HolidayName::parse(self.name.as_deref().unwrap_or_default()) {
            errors.add("name", refusal(error.to_string()));
        }
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }
}

impl From<CalendarInputBody> for RawCalendar {
    fn from(body: CalendarInputBody) -> Self {
        Self {
            working_days: body.working_days.into_iter().map(Weekday::from).collect(),
            time_zone: body.time_zone,
            holidays: body.holidays.into_iter().map(RawHoliday::from).collect(),
        }
    }
}

impl From<HolidayInputBody> for RawHoliday {
    /// A part is missing only if there are too many holidays, which the domain refuses as such.
    fn from(body: HolidayInputBody) -> Self {
        Self {
            day: body.day.unwrap_or_default(),
            name: body.name.unwrap_or_default(),
        }
    }
}

impl From<StoredCalendar> for CalendarBody {
    fn from(stored: StoredCalendar) -> Self {
        let StoredCalendar {
            calendar,
            row_version,
        } = stored;
        Self {
            working_days: calendar.working_days().iter().map(WeekdayBody::from).collect(),
            time_zone: calendar.zone().name().to_owned(),
            holidays: calendar.holidays().map(HolidayBody::from).collect(),
            row_version: row_version.0,
        }
    }
}

impl From<Holiday> for HolidayBody {
    fn from(holiday: Holiday) -> Self {
        Self {
            day: holiday.day,
            name: holiday.name.as_str().to_owned(),
        }
    }
}

impl From<Weekday> for WeekdayBody {
    fn from(day: Weekday) -> Self {
        match day {
            Weekday::Mon => Self::Monday,
            Weekday::Tue => Self::Tuesday,
            Weekday::Wed => Self::Wednesday,
            Weekday::Thu => Self::Thursday,
            Weekday::Fri => Self::Friday,
            Weekday::Sat => Self::Saturday,
            Weekday::Sun => Self::Sunday,
        }
    }
}

impl From<WeekdayBody> for Weekday {
    fn from(day: WeekdayBody) -> Self {
        match day {
            WeekdayBody::Monday => Self::Mon,
            WeekdayBody::Tuesday => Self::Tue,
            WeekdayBody::Wednesday => Self::Wed,
            WeekdayBody::Thursday => Self::Thu,
            WeekdayBody::Friday => Self::Fri,
            WeekdayBody::Saturday => Self::Sat,
            WeekdayBody::Sunday => Self::Sun,
        }
    }
}

#[cfg(test)]
mod tests {
    use aditus_domain::deadlines::{WorkingDays, weekday_name};

    use super::*;

    #[test]
    fn weekdays_have_the_names_of_audit_entries() {
        for day in WorkingDays::WEEK {
            let body = WeekdayBody::from(day);
            assert_eq!(serde_json::to_value(body).unwrap(), weekday_name(day));
            assert_eq!(Weekday::from(body), day);
        }
    }
}
