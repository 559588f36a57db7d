//! Integrity scan of due dates: the stored dates of running clocks are those that the clocks give.

use std::collections::BTreeSet;

use aditus_application::deadlines::due_dates;
use aditus_application::deadlines::repository::{RequestClocks, StoredCalendar};
use aditus_application::integrity::{Difference, ScanBatch};
use aditus_domain::deadlines::DueDates;
use chrono::{DateTime, NaiveDate, Utc};
use diesel::prelude::*;

use super::{calendars, clocks, terms, windows};
use crate::connection::AnyConnection;
use crate::dialect::now;
use crate::error::DbResult;
use crate::scan::{Scan, readable, repairable, selected_rows};
use crate::schema::{data_requests, request_states, request_terms, state_comments};

/// Locks these requests for a repair, as the workers do that compute dates. Locks of tables could wait for
/// a worker that waits for them, because people write comments before they lock the request.
pub(crate) fn lock(connection: &mut AnyConnection, ids: &[i64]) -> DbResult<()> {
    clocks::lock(connection, ids).map(drop)
}

/// Scans the requests. Dates of an earlier version of the calendar are left out, because the server
/// is about to compute them.
pub(crate) fn scan(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<ScanBatch> {
    let rows = data_requests::table
        .order(data_requests::id.asc())
        .select(data_requests::id)
        .into_boxed();
    let ids: Vec<i64> = selected_rows!(rows, data_requests, scan).load(connection)?;
    let mut batch = scan.batch_of(ids.iter().copied());
    let calendar = calendars::stored(connection)?;
    let at = now(connection)?.0;
    let computed = Computed::read(connection, &ids, &calendar)?;
    for id in ids {
        if !computed.requests.contains(&id) {
            continue;
        }
        let of_one = clocks::of_requests(connection, &[id]);
        let Some((of_one, _)) = readable(id, of_one, &mut batch.differences)? else {
            continue;
        };
        for request in of_one {
            compare(
                connection,
                (&request, at),
                &computed,
                &calendar,
                scan,
                &mut batch.differences,
            )?;
        }
    }
    Ok(batch)
}

/// The clocks whose dates were computed by the present calendar.
struct Computed {
    /// The requests that have some.
    requests: BTreeSet<i64>,
    stages: BTreeSet<i64>,
    /// The requests whose terms are among them.
    terms: BTreeSet<i64>,
    /// The comments whose windows are among them.
    windows: BTreeSet<i64>,
}

impl Computed {
    fn read(connection: &mut AnyConnection, ids: &[i64], calendar: &StoredCalendar) -> DbResult<Self> {
        let version = calendar.row_version.0;
        let stages: Vec<(i64, i64)> = request_states::table
            .filter(request_states::request_id.eq_any(ids))
            .filter(request_states::calendar_version.ge(version))
            .select((request_states::request_id, request_states::id))
            .load(connection)?;
        let terms: Vec<i64> = request_terms::table
            .filter(request_terms::request_id.eq_any(ids))
            .filter(request_terms::is_running)
            .filter(request_terms::calendar_version.ge(version))
            .select(request_terms::request_id)
            .load(connection)?;
        let windows: Vec<(i64, i64)> = state_comments::table
            .filter(state_comments::request_id.eq_any(ids))
            .filter(state_comments::answer_calendar_version.ge(version))
            .select((state_comments::request_id, state_comments::id))
            .load(connection)?;
        let of_others = stages.iter().chain(&windows).map(|(request, _)| *request);
        Ok(Self {
            requests: of_others.chain(terms.iter().copied()).collect(),
            stages: stages.iter().map(|(_, stage)| *stage).collect(),
            terms: terms.into_iter().collect(),
            windows: windows.iter().map(|(_, comment)| *comment).collect(),
        })
    }
}

/// Compares the dates of a request with those that its clocks give at this time.
fn compare(
    connection: &mut AnyConnection,
    (request, at): (&RequestClocks, DateTime<Utc>),
    computed: &Computed,
    calendar: &StoredCalendar,
    scan: Scan<'_>,
    differences: &mut Vec<Difference>,
) -> DbResult<()> {
    let id = request.request.0;
    let dates = due_dates::of_request(request, &calendar.calendar, at);
    for (clock, (state, expected)) in request.clocks.iter().zip(dates.stages) {
        if clock.dates == expected || !computed.stages.contains(&state.0) {
            continue;
        }
        if scan.repairs {
            clocks::set_due_dates(connection, &[(state, expected)], calendar.row_version)?;
        }
        let what = format!("stage {} {}", clock.number, mismatch(clock.dates, expected));
        differences.push(repairable(id, what));
    }
    if let Some((clock, expected)) = request.term.as_ref().zip(dates.term)
        && clock.dates != expected
        && computed.terms.contains(&id)
    {
        if scan.repairs {
            terms::set_dates(connection, &[(request.request, expected)], calendar.row_version)?;
        }
        let what = format!("its term {}", mismatch(clock.dates, expected));
        differences.push(repairable(id, what));
    }
    for (open, (comment, last_day)) in request.windows.iter().zip(dates.windows) {
        if open.answer_by == last_day || !computed.windows.contains(&comment.0) {
            continue;
        }
        if scan.repairs {
            windows::set_last_days(connection, &[(comment, last_day)], calendar.row_version)?;
        }
        let stored = open.answer_by;
        let what = format!(
            "comment {comment} is stored as to be answered by {stored}, and its window gives {last_day}"
        );
        differences.push(repairable(id, what));
    }
    Ok(())
}

fn mismatch(stored: DueDates, expected: DueDates) -> String {
    format!(
        "is stored as {}, and its clock gives {}",
        shown(stored),
        shown(expected)
    )
}

fn shown(dates: DueDates) -> String {
    let day = |day: Option<NaiveDate>| day.map_or_else(|| "no day".to_owned(), |day| day.to_string());
    format!(
        "due soon on {}, due on {}",
        day(dates.due_soon_on),
        day(dates.due_on)
    )
}
