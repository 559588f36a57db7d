//! The filter, the errors and the marking of rows that all lists of requests share.

use std::collections::HashMap;

use aditus_domain::deadlines::DueDates;
use aditus_domain::ids::RequestId;
use aditus_domain::review::comments::blocking_since;
use aditus_domain::review::{OverallStatus, RequestList, StageState, Tab};
use chrono::NaiveDate;

use super::views::{RequestFilter, RequestQuery, RequestRow, RequestSort};
use super::visibility::searched_for;
use crate::access::Caller;
use crate::deadlines::views::{DueDate, Expected};
pub use crate::failure::Refused as Error;
use crate::paging::{Direction, Page, Paged};
use crate::ports::{Ports, StoreError, Views};
use crate::review::views::{Involvement, StageScope};

/// Filter, order and page of a list.
#[derive(Debug, Clone)]
pub struct RequestListQuery {
    /// Text that a row must contain.
    pub search: Option<String>,
    /// Further conditions.
    pub filter: RequestFilter,
    /// Order.
    pub sort: RequestSort,
    /// Direction of the order.
    pub direction: Direction,
    /// Requested page.
    pub page: Page,
}

/// Returns a page of the requests on these tabs of the list.
pub(super) fn page_of(
    ports: &Ports,
    caller: &Caller,
    of: RequestList,
    tabs: &[Tab],
    list: RequestListQuery,
) -> Result<Paged<RequestRow>, Error> {
    let now = ports.clock.now();
    let mut views = ports.database.read()?;
    let today = views.deadlines().day_of(now)?;
    let query = RequestQuery {
        of,
        tabs: tabs.to_vec(),
        search: searched_for(list.search),
        filter: list.filter,
        now,
        today,
        sort: list.sort,
        direction: list.direction,
        page: list.page,
    };
    let mut found = views.requests().list(&query)?;
    mark_demanded(ports, views.as_mut(), &mut found.items)?;
    mark_progress(views.as_mut(), of, today, &mut found.items)?;
    match of {
        RequestList::Everything => mark_vacant(ports, views.as_mut(), &mut found.items)?,
        RequestList::OrgRole(_) => mark_decidable(ports, views.as_mut(), caller, &mut found.items)?,
        RequestList::Owner(_) => {
            mark_expected(views.as_mut(), today, &mut found.items)?;
            mark_answers_due(views.as_mut(), &mut found.items)?;
        }
    }
    Ok(found)
}

fn pending(rows: &[RequestRow]) -> Vec<RequestId> {
    let pending = rows.iter().filter(|row| row.status == OverallStatus::Pending);
    pending.map(|row| row.request_id).collect()
}

/// Sets on each row the comments that block decisions (decisions C16).
fn mark_demanded(ports: &Ports, views: &mut dyn Views, rows: &mut [RequestRow]) -> Result<(), StoreError> {
    let ids = pending(rows);
    if ids.is_empty() {
        return Ok(());
    }
    let written_after = blocking_since(ports.clock.now());
    let demands: HashMap<_, _> = views
        .review()
        .open_demands(&ids, written_after)?
        .into_iter()
        .collect();
    for row in rows {
        row.demands = demands.get(&row.request_id).copied();
    }
    Ok(())
}

/// Sets the progress through the staff stages and the due date on each row. A requester gets no due
/// dates of stages.
fn mark_progress(
    views: &mut dyn Views,
    of: RequestList,
    today: NaiveDate,
    rows: &mut [RequestRow],
) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    let ids: Vec<RequestId> = rows.iter().map(|row| row.request_id).collect();
    let found: HashMap<_, _> = views
        .review()
        .progress(&ids)?
        .into_iter()
        .map(|of_one| (of_one.request, of_one))
        .collect();
    for row in rows {
        let Some(found) = found.get(&row.request_id) else {
            continue;
        };
        row.progress = Some(found.progress);
        let own = row.own_state.map(|(id, _)| id);
        let clocks = found.due.iter().filter(|(id, _)| match of {
            RequestList::Everything => true,
            RequestList::OrgRole(_) => own == Some(*id),
            RequestList::Owner(_) => false,
        });
        let dates = clocks.map(|(_, dates)| *dates).reduce(DueDates::earliest);
        row.due = dates.map(|dates| DueDate::new(dates, today));
    }
    Ok(())
}

/// Sets on each row the day on which its decision is expected (decisions N3). Staff have the due dates
/// of stages in its place.
fn mark_expected(views: &mut dyn Views, today: NaiveDate, rows: &mut [RequestRow]) -> Result<(), StoreError> {
    let ids = pending(rows);
    if ids.is_empty() {
        return Ok(());
    }
    let mut terms: HashMap<_, _> = views.deadlines().terms(&ids)?.into_iter().collect();
    for row in rows {
        let term = terms.remove(&row.request_id);
        row.expected = term.map(|term| Expected::new(term, today));
    }
    Ok(())
}

/// Sets on each row the first last day for an answer (decisions N4).
fn mark_answers_due(views: &mut dyn Views, rows: &mut [RequestRow]) -> Result<(), StoreError> {
    let ids = pending(rows);
    if ids.is_empty() {
        return Ok(());
    }
    let days: HashMap<_, _> = views.deadlines().answers_due(&ids)?.into_iter().collect();
    for row in rows {
        row.answer_by = days.get(&row.request_id).copied();
    }
    Ok(())
}

/// Sets on each row if the caller can decide on it now (decisions C18). The rules are those of
/// [`Chain::why_no_decision`](aditus_domain::review::Chain::why_no_decision).
fn mark_decidable(
    ports: &Ports,
    views: &mut dyn Views,
    caller: &Caller,
    rows: &mut [RequestRow],
) -> Result<(), StoreError> {
    for row in rows.iter_mut() {
        let has_turn = matches!(row.own_state, Some((_, StageState::Unattended)));
        row.may_decide = has_turn && row.status == OverallStatus::Pending && row.demands.is_none();
    }
    let open = rows.iter().filter(|row| row.may_decide);
    let ids: Vec<RequestId> = open.map(|row| row.request_id).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let involvements = views.review().involvements(caller.user, &ids)?;
    let is_kept_out = |row: &RequestRow| {
        involvements.iter().any(|(request, involvement)| {
            *request == row.request_id && (*involvement == Involvement::Owner || ports.settings.four_eyes)
        })
    };
    for row in rows {
        row.may_decide = row.may_decide && !is_kept_out(row);
    }
    Ok(())
}

/// Sets on each row if one of its stages has no one left to decide (decisions C14).
fn mark_vacant(ports: &Ports, views: &mut dyn Views, rows: &mut [RequestRow]) -> Result<(), StoreError> {
    let ids = pending(rows);
    if ids.is_empty() {
        return Ok(());
    }
    let vacant: Vec<RequestId> = views
        .review()
        .possible_vacancies(StageScope::In(&ids))?
        .into_iter()
        .filter(|stage| stage.has_no_decider(ports.settings.four_eyes))
        .map(|stage| stage.request)
        .collect();
    for row in rows {
        row.waits_for_nobody = vacant.contains(&row.request_id);
    }
    Ok(())
}
