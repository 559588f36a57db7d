//! The calendar of the installation and its holidays.

use aditus_application::deadlines::Calendars;
use aditus_application::deadlines::repository::StoredCalendar;
use aditus_application::deadlines::views::{DeadlineViews, DueStage, RunningTerm};
use aditus_application::ports::StoreError;
use aditus_application::row_versions::RowVersion;
use aditus_domain::deadlines::{Calendar, Holiday, RawCalendar, RawHoliday, ReminderCutoffs, WorkingDays};
use aditus_domain::ids::{OrganisationRoleId, RequestId, UserId};
use chrono::{DateTime, NaiveDate, Utc, Weekday};
use diesel::prelude::*;

use super::{calendar_feeds, due_stages, reminders, terms, windows};
use crate::connection::AnyConnection;
use crate::dialect::insert_rows;
use crate::error::{DbResult, missing, unreadable};
use crate::read_session::ReadSession;
use crate::row_versions::CALENDAR;
use crate::schema::{calendars, holidays};
use crate::transaction::WriteTransaction;

/// Working days, time zone and row version, with the date and the name of a holiday. A calendar
/// without holidays has one such row without them.
type Columns = (String, String, i64, Option<NaiveDate>, Option<String>);

#[derive(Insertable)]
#[diesel(table_name = holidays, treat_none_as_default_value = false)]
struct HolidayRow {
    day: NaiveDate,
    name: String,
}

impl From<Holiday> for HolidayRow {
    fn from(holiday: Holiday) -> Self {
        Self {
            day: holiday.day,
            name: holiday.name.as_str().to_owned(),
        }
    }
}

/// Returns the ISO numbers of the weekdays, separated by commas.
fn to_column(days: WorkingDays) -> String {
    let numbers: Vec<String> = days
        .iter()
        .map(|day| day.number_from_monday().to_string())
        .collect();
    numbers.join(",")
}

fn from_column(column: &str) -> DbResult<Vec<Weekday>> {
    let weekday = |number: &str| {
        WorkingDays::WEEK
            .into_iter()
            .find(|day| day.number_from_monday().to_string() == number)
            .ok_or_else(missing("weekday"))
    };
    column.split(',').map(weekday).collect()
}

/// Reads the calendar and its holidays in one statement, so that they belong to the same version.
pub(super) fn stored(connection: &mut AnyConnection) -> DbResult<StoredCalendar> {
    let rows: Vec<Columns> = calendars::table
        .left_join(holidays::table.on(calendars::id.eq(CALENDAR)))
        .filter(calendars::id.eq(CALENDAR))
        .select((
            calendars::working_days,
            calendars::time_zone,
            calendars::row_version,
            holidays::day.nullable(),
            holidays::name.nullable(),
        ))
        .load(connection)?;
    let (working_days, time_zone, row_version, ..) = rows.first().ok_or_else(missing("calendar"))?;
    let row_version = RowVersion(*row_version);
    let mut form = RawCalendar {
        working_days: from_column(working_days)?,
        time_zone: time_zone.clone(),
        holidays: Vec::with_capacity(rows.len()),
    };
    for (.., day, name) in rows {
        if let (Some(day), Some(name)) = (day, name) {
            form.holidays.push(RawHoliday { day, name });
        }
    }
    Ok(StoredCalendar {
        calendar: form.check().map_err(unreadable("calendar"))?,
        row_version,
    })
}

impl Calendars for WriteTransaction {
    fn calendar(&mut self) -> Result<StoredCalendar, StoreError> {
        self.run(stored)
    }

    fn replace(&mut self, calendar: &Calendar) -> Result<(), StoreError> {
        let rows: Vec<HolidayRow> = calendar.holidays().map(HolidayRow::from).collect();
        self.run(|connection| {
            diesel::update(calendars::table.find(CALENDAR))
                .set((
                    calendars::working_days.eq(to_column(calendar.working_days())),
                    calendars::time_zone.eq(calendar.zone().name()),
                ))
                .execute(connection)?;
            diesel::delete(holidays::table).execute(connection)?;
            Ok(insert_rows!(connection, holidays::table, rows)?)
        })
    }
}

/// Returns the calendar without its holidays.
fn without_holidays(connection: &mut AnyConnection) -> DbResult<Calendar> {
    let (working_days, time_zone): (String, String) = calendars::table
        .find(CALENDAR)
        .select((calendars::working_days, calendars::time_zone))
        .first(connection)?;
    let form = RawCalendar {
        working_days: from_column(&working_days)?,
        time_zone,
        holidays: Vec::new(),
    };
    form.check().map_err(unreadable("calendar"))
}

impl DeadlineViews for ReadSession {
    fn day_of(&mut self, time: DateTime<Utc>) -> Result<NaiveDate, StoreError> {
        self.run(|connection| Ok(without_holidays(connection)?.date_of(time)))
    }

    fn calendar(&mut self) -> Result<StoredCalendar, StoreError> {
        self.run(stored)
    }

    fn terms(&mut self, requests: &[RequestId]) -> Result<Vec<(RequestId, RunningTerm)>, StoreError> {
        self.run(|connection| terms::running(connection, requests))
    }

    fn requests_to_remind(&mut self, cutoffs: &ReminderCutoffs) -> Result<Vec<RequestId>, StoreError> {
        self.run(|connection| reminders::requests(connection, cutoffs))
    }

    fn requests_to_lapse(&mut self, today: NaiveDate) -> Result<Vec<RequestId>, StoreError> {
        self.run(|connection| {
            let mut found: Vec<i64> = windows::over(today).load(connection)?;
            found.sort_unstable();
            found.dedup();
            Ok(found.into_iter().map(RequestId).collect())
        })
    }

    fn answers_due(&mut self, requests: &[RequestId]) -> Result<Vec<(RequestId, NaiveDate)>, StoreError> {
        self.run(|connection| windows::first_last_days(connection, requests))
    }

    fn due_stages(
        &mut self,
        org_roles: &[OrganisationRoleId],
        at_most: u32,
    ) -> Result<Vec<DueStage>, StoreError> {
        self.run(|connection| due_stages::first(connection, org_roles, at_most))
    }

    fn calendar_feed(&mut self, user: UserId) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.run(|connection| calendar_feeds::made_on(connection, user))
    }

    fn feed_owner(&mut self, token_hash: &[u8; 32]) -> Result<Option<UserId>, StoreError> {
        self.run(|connection| calendar_feeds::owner(connection, token_hash))
    }
}
