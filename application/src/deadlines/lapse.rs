//! Recalls pending requests with a comment that was not answered in its completion window (decisions N4).
//! A worker calls it every minute. With several nodes, each request is recalled once: it is checked again
//! in the transaction that recalls it, in which it is locked.

use aditus_domain::audit::{Act, Actor};
use aditus_domain::deadlines::is_over;
use aditus_domain::ids::RequestId;
use aditus_domain::review::{Event, NO_ANSWER};

use super::repository::{OpenWindow, StoredCalendar};
use crate::audit::{self, Unrecorded};
use crate::ports::{Ports, StoreError};
use crate::review::{notify_of_events, recalled_stages};

pub use super::remind::Error;

/// Recalls the requests whose time for an answer is over, and returns their number. One that cannot
/// be read is logged and does not hold up the others.
pub fn execute(ports: &Ports) -> Result<u64, Error> {
    let mut lapsed = 0;
    for request in requests_to_lapse(ports)? {
        match lapse(ports, request) {
            Ok(recalled) => lapsed += u64::from(recalled),
            Err(error) if error.may_be_of_one_request() => tracing::warn!(
                %request,
                error = &error as &dyn std::error::Error,
                "cannot recall a request, retrying in a minute; `aditus check --deep` may name the reason"
            ),
            Err(error) => return Err(error),
        }
        ports.database.yield_write_lock();
    }
    Ok(lapsed)
}

fn requests_to_lapse(ports: &Ports) -> Result<Vec<RequestId>, StoreError> {
    let mut views = ports.database.read()?;
    let today = views.deadlines().day_of(ports.clock.now())?;
    views.deadlines().requests_to_lapse(today)
}

/// Recalls the request and returns true, unless it was answered, decided or recalled meanwhile.
fn lapse(ports: &Ports, id: RequestId) -> Result<bool, Error> {
    let mut transaction = ports.database.begin()?;
    // Locks the request, so it comes first.
    let clocks = transaction.stage_clocks().clocks(&[id])?;
    let StoredCalendar {
        calendar,
        row_version,
    } = transaction.calendars().calendar()?;
    let at = ports.clock.now();
    let mut windows = clocks.iter().flat_map(|of_one| &of_one.windows);
    // A last day of an earlier calendar may be too early. A worker computes it again within seconds.
    let is_of_present_calendar = |window: &OpenWindow| window.calendar >= Some(row_version);
    if !windows.any(|window| is_of_present_calendar(window) && is_over(window.answer_by, at, &calendar)) {
        // Reading the windows may have ended one that an earlier version of the server left open.
        transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
        return Ok(false);
    }
    let Some(mut request) = transaction.requests().get(id)? else {
        return Ok(false);
    };
    let Ok(events) = request.chain.lapse(at) else {
        return Ok(false);
    };
    let happened: Vec<_> = events.iter().filter_map(Event::history_entry).collect();
    transaction.requests().save(&request, &happened)?;
    notify_of_events(ports, transaction.as_mut(), id, &request.chain, &events, at)?;
    let recalled = Act::RequestRecalled {
        request: id,
        round: request.chain.round(),
        stages: recalled_stages(&events),
        status: request.chain.status(),
        reason: Some(NO_ANSWER),
    };
    let recorded = audit::record_at(ports, transaction.as_mut(), at, Actor::System, [recalled])?;
    transaction.commit(recorded)?;
    Ok(true)
}
