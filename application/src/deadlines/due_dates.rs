//! Computes the due dates of stages, and the last days of terms and completion windows (decisions N1 to
//! N4).

use std::time::{Duration, Instant};

use aditus_domain::deadlines::{Calendar, DueDates, Pauses};
use aditus_domain::ids::{CommentId, RequestId, StateId};
use chrono::{DateTime, NaiveDate, Utc};

use super::repository::{RequestClocks, StoredCalendar};
use crate::audit::{self, Unrecorded};
use crate::ports::{Ports, StoreError, Transaction};

/// The time for which a transaction may hold up other writers, with its commit. A fixed number of
/// requests takes longer on PostgreSQL than on SQLite, where few of them would spend most of the time
/// in the pauses between transactions.
const HELD_UP: Duration = Duration::from_millis(20);

/// The number of requests of the first transaction, and the least and the most of later ones.
const FIRST: u32 = 200;
const LEAST: u32 = 50;
const MOST: u32 = 1_000;

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
    let mut at_once = FIRST;
    loop {
        let mut transaction = ports.database.begin()?;
        let begun = Instant::now();
        let calendar = transaction.calendars().calendar()?;
        let requests = transaction
            .stage_clocks()
            .computed_before(calendar.row_version, at_once)?;
        if requests.is_empty() {
            return Ok(computed);
        }
        let clocks = transaction.stage_clocks().clocks(&requests)?;
        store(transaction.as_mut(), &calendar, &clocks, ports.clock.now())?;
        transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
        computed += requests.len() as u64;
        at_once = next_number(at_once, begun.elapsed());
        ports.database.yield_write_lock();
    }
}

/// Returns the number of requests for the next transaction, after one with this number took this
/// time. It grows by steps, because a single transaction may be quick by chance.
fn next_number(before: u32, took: Duration) -> u32 {
    let fitting = u128::from(before) * HELD_UP.as_micros() / took.as_micros().max(1);
    let most = before.saturating_mul(2).min(MOST);
    u32::try_from(fitting).unwrap_or(MOST).clamp(LEAST, most)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transaction_holds_up_others_for_about_the_same_time() {
        let next = |before, milliseconds| next_number(before, Duration::from_millis(milliseconds));
        assert_eq!(next(200, 20), 200);
        assert_eq!(next(200, 16), 250);
        assert_eq!(next(200, 40), 100);
        assert_eq!(next(200, 1), 400, "it at most doubles");
        assert_eq!(next(200, 0), 400);
        assert_eq!(next(800, 1), MOST);
        assert_eq!(next(200, 60_000), LEAST);
        assert_eq!(next(LEAST, 60_000), LEAST);
    }
}
