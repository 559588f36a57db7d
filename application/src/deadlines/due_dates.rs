//! Computes the due dates of stages, and the last days of terms and completion windows (decisions N1 to
//! N4).

use aditus_domain::deadlines::{Calendar, DueDates, Pauses};
use aditus_domain::ids::{CommentId, RequestId, StateId};
use chrono::{DateTime, NaiveDate, Utc};

use super::repository::{RequestClocks, StoredCalendar};
use crate::audit::{self, Unrecorded};
use crate::ports::{Ports, StoreError, Transaction};

/// The requests of one transaction, which then holds up other writers for some 25 ms at most
/// (docs/BENCHMARKS.md). Smaller ones would spend most of the time in the pauses between them.
const AT_ONCE: u32 = 500;

/// Computes the due dates of a request. Every use case calls it that changes the stages whose turn
/// it is, or the unresolved comments that require action.
pub(crate) fn compute(
    transaction: &mut dyn Transaction,
    request: RequestId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let clocks = transaction.stage_clocks().clocks(&[request])?;
    if clocks.is_empty() {
        return Ok(());
    }
    let calendar = transaction.calendars().calendar()?;
    store(transaction, &calendar, &clocks, now)
}

/// Computes the due dates that are not of the present calendar, because it was changed, or because a
/// server of an earlier version changed the request. Returns the number of requests.
///
/// Every server does this. The second one finds nothing.
pub fn compute_outdated(ports: &Ports) -> Result<u64, StoreError> {
    let mut computed = 0;
    loop {
        let mut transaction = ports.database.begin()?;
        let calendar = transaction.calendars().calendar()?;
        let requests = transaction
            .stage_clocks()
            .computed_before(calendar.row_version, AT_ONCE)?;
        if requests.is_empty() {
            return Ok(computed);
        }
        let clocks = transaction.stage_clocks().clocks(&requests)?;
        store(transaction.as_mut(), &calendar, &clocks, ports.clock.now())?;
        transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
        computed += requests.len() as u64;
        ports.database.yield_write_lock();
    }
}

/// The dates of the clocks of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestDates {
    /// The dates of its stages, in the order of their clocks.
    pub stages: Vec<(StateId, DueDates)>,
    /// The dates of its term.
    pub term: Option<DueDates>,
    /// The last days of its completion windows, in their order.
    pub windows: Vec<(CommentId, NaiveDate)>,
}

/// Returns the dates to store for the clocks of a request. An integrity scan compares them with the
/// stored ones.
pub fn of_request(request: &RequestClocks, calendar: &Calendar, now: DateTime<Utc>) -> RequestDates {
    let pauses = Pauses::new(&request.pauses, calendar);
    let today = calendar.date_of(now);
    let stages = request.clocks.iter().map(|clock| {
        let dates = clock.target.due_dates(clock.since, &pauses, calendar);
        (clock.state, dates.computed_again(clock.dates, today))
    });
    let term = request.term.as_ref().map(|clock| {
        let dates = clock
            .term
            .due_dates(clock.since, clock.extension, &pauses, calendar);
        dates.computed_again(clock.dates, today)
    });
    let windows = request.windows.iter().map(|open| {
        let before = Some(open.answer_by);
        let last_day = open.window.last_day_again(open.asked_on, before, now, calendar);
        (open.comment, last_day)
    });
    RequestDates {
        stages: stages.collect(),
        term,
        windows: windows.collect(),
    }
}

fn store(
    transaction: &mut dyn Transaction,
    calendar: &StoredCalendar,
    requests: &[RequestClocks],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let mut of_stages = Vec::new();
    let mut of_terms = Vec::new();
    let mut of_windows = Vec::new();
    for request in requests {
        let dates = of_request(request, &calendar.calendar, now);
        of_stages.extend(dates.stages);
        of_terms.extend(dates.term.map(|dates| (request.request, dates)));
        of_windows.extend(dates.windows);
    }
    if !of_stages.is_empty() {
        transaction
            .stage_clocks()
            .set_due_dates(&of_stages, calendar.row_version)?;
    }
    if !of_terms.is_empty() {
        transaction
            .request_terms()
            .set_dates(&of_terms, calendar.row_version)?;
    }
    if !of_windows.is_empty() {
        transaction
            .completion_windows()
            .set_last_days(&of_windows, calendar.row_version)?;
    }
    Ok(())
}
