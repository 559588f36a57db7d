//! The clocks of requests, of their stages whose turn it is and of comments, and the due dates of stages.

use std::collections::{BTreeMap, BTreeSet};

use aditus_application::deadlines::StageClocks;
use aditus_application::deadlines::repository::{RequestClocks, StageClock};
use aditus_application::ports::StoreError;
use aditus_application::row_versions::RowVersion;
use aditus_domain::deadlines::{DueDates, Pause, SentReminders, StageReminder};
use aditus_domain::ids::{CommentId, RequestId, StateId};
use aditus_domain::review::{StageNumber, StageState};
use chrono::{DateTime, NaiveDate, Utc};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool};

use super::terms::is_of_present_round;
use super::windows::Windows;
use super::{terms, windows};
use crate::connection::{AnyConnection, MultiBackend};
use crate::dialect::all_locked;
use crate::error::{DbResult, unreadable};
use crate::prepared::{Prepare, padded};
use crate::requests::states::DueColumns;
use crate::schema::{data_requests, demand_pauses, request_states, state_comments};
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

#[derive(Queryable, Selectable)]
#[diesel(table_name = request_states)]
struct ClockRow {
    id: i64,
    request_id: i64,
    number: i32,
    created_on: Timestamp,
    unattended_since: Option<Timestamp>,
    #[diesel(embed)]
    due: DueColumns,
    reminded: Option<String>,
    reminded_on: Option<NaiveDate>,
    escalated_on: Option<NaiveDate>,
}

impl ClockRow {
    fn clock(&self) -> DbResult<Option<StageClock>> {
        let Some(target) = self.due.target()? else {
            return Ok(None);
        };
        Ok(Some(StageClock {
            state: StateId(self.id),
            number: u16::try_from(self.number)
                .map(StageNumber)
                .map_err(unreadable("number of a stage"))?,
            target,
            since: self.unattended_since.unwrap_or(self.created_on).0,
            dates: self.due.dates(),
            sent: self.sent()?,
        }))
    }

    fn sent(&self) -> DbResult<SentReminders> {
        let reminded = self.reminded.as_deref().map(StageReminder::parse).transpose();
        let reminded = reminded.map_err(unreadable("reminder of a stage"))?;
        Ok(SentReminders {
            last: reminded.zip(self.reminded_on),
            escalated_on: self.escalated_on,
        })
    }
}

/// Locks these requests until the transaction ends, and returns those that exist, in order.
pub(super) fn lock(connection: &mut AnyConnection, ids: &[i64]) -> DbResult<Vec<i64>> {
    // By id, so that two transactions never wait for each other.
    let in_order = data_requests::table
        .filter(data_requests::id.eq_any(ids))
        .order(data_requests::id)
        .select(data_requests::id);
    Ok(all_locked!(connection, in_order)?)
}

/// Locks the requests and returns their clocks.
fn clocks(connection: &mut AnyConnection, requests: &[RequestId]) -> DbResult<Vec<RequestClocks>> {
    let ids: Vec<i64> = requests.iter().map(|request| request.0).collect();
    let ids = lock(connection, &ids)?;
    let (clocks, answered) = of_requests(connection, &ids)?;
    for (comment, at) in answered {
        windows::answer(connection, comment, at)?;
    }
    Ok(clocks)
}

type Answered = Vec<(CommentId, DateTime<Utc>)>;

/// Returns the clocks of these requests, which must be in order, and the comments that were answered but
/// are not stored as such ([`windows::Windows::answered`]). Writes nothing, because the integrity scan
/// reads in a snapshot.
pub(super) fn of_requests(
    connection: &mut AnyConnection,
    ids: &[i64],
) -> DbResult<(Vec<RequestClocks>, Answered)> {
    let rows: Vec<ClockRow> = request_states::table
        .filter(request_states::request_id.eq_any(ids))
        .filter(request_states::state.eq(StageState::Unattended.name()))
        .filter(request_states::target.is_not_null())
        .order((request_states::request_id, request_states::number))
        .select(ClockRow::as_select())
        .load(connection)?;
    let mut terms = terms::clocks(connection, ids)?;
    let Windows {
        open: mut windows,
        answered,
    } = windows::open(connection, ids)?;
    if rows.is_empty() && terms.is_empty() && windows.is_empty() {
        return Ok((Vec::new(), answered));
    }
    let mut stages: BTreeMap<i64, Vec<StageClock>> = BTreeMap::new();
    for row in &rows {
        if let Some(clock) = row.clock()? {
            stages.entry(row.request_id).or_default().push(clock);
        }
    }
    let mut pauses = pauses(connection, ids)?;
    let clocks = ids.iter().map(|id| RequestClocks {
        request: RequestId(*id),
        term: terms.remove(id),
        clocks: stages.remove(id).unwrap_or_default(),
        pauses: pauses.remove(id).unwrap_or_default(),
        windows: windows.remove(id).unwrap_or_default(),
    });
    let has_clock = |of_one: &RequestClocks| {
        of_one.term.is_some() || !of_one.clocks.is_empty() || !of_one.windows.is_empty()
    };
    Ok((clocks.filter(has_clock).collect(), answered))
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = state_comments)]
struct DemandRow {
    id: i64,
    request_id: i64,
    created_on: Timestamp,
    reopened_on: Option<Timestamp>,
    resolved_on: Option<Timestamp>,
}

/// Returns the times in which comments of the present rounds of these requests that require action were
/// unresolved.
fn pauses(connection: &mut AnyConnection, requests: &[i64]) -> DbResult<BTreeMap<i64, Vec<Pause>>> {
    let rows: Vec<DemandRow> = state_comments::table
        .filter(state_comments::request_id.eq_any(requests))
        .filter(state_comments::action_required)
        .filter(is_of_present_round!(state_comments))
        .select(DemandRow::as_select())
        .load(connection)?;
    let mut pauses: BTreeMap<i64, Vec<Pause>> = BTreeMap::new();
    for row in &rows {
        pauses.entry(row.request_id).or_default().push(Pause {
            from: row.reopened_on.unwrap_or(row.created_on).0,
            to: row.resolved_on.map(|at| at.0),
        });
    }
    if rows.iter().all(|row| row.reopened_on.is_none()) {
        return Ok(pauses);
    }
    let comments: BTreeSet<i64> = rows.iter().map(|row| row.id).collect();
    let former: Vec<(i64, i64, Timestamp, Timestamp)> = demand_pauses::table
        .filter(demand_pauses::request_id.eq_any(requests))
        .select((
            demand_pauses::comment_id,
            demand_pauses::request_id,
            demand_pauses::began_on,
            demand_pauses::ended_on,
        ))
        .load(connection)?;
    for (comment, request, from, to) in former {
        if comments.contains(&comment) {
            pauses.entry(request).or_default().push(Pause {
                from: from.0,
                to: Some(to.0),
            });
        }
    }
    Ok(pauses)
}

/// Groups ids with the same dates, so that one statement stores the dates of all of them. Requests
/// of the same day mostly have the same.
pub(super) fn by_dates(
    dates: impl IntoIterator<Item = (i64, DueDates)>,
) -> BTreeMap<(Option<NaiveDate>, Option<NaiveDate>), Vec<i64>> {
    let mut groups: BTreeMap<_, Vec<i64>> = BTreeMap::new();
    for (id, dates) in dates {
        groups
            .entry((dates.due_soon_on, dates.due_on))
            .or_default()
            .push(id);
    }
    groups
}

pub(super) fn set_due_dates(
    connection: &mut AnyConnection,
    dates: &[(StateId, DueDates)],
    calendar: RowVersion,
) -> DbResult<()> {
    let groups = by_dates(dates.iter().map(|(state, dates)| (state.0, *dates)));
    for ((due_soon_on, due_on), ids) in groups {
        let states = request_states::table.filter(request_states::id.eq_any(padded(&ids)));
        diesel::update(states)
            .set((
                request_states::due_soon_on.eq(due_soon_on),
                request_states::due_on.eq(due_on),
                request_states::calendar_version.eq(calendar.0),
            ))
            .prepared()
            .execute(connection)?;
    }
    Ok(())
}

/// Selects the requests of stages with a clock whose dates were never computed, or by an earlier
/// version of this calendar, in the order of their index. One query for both would read all of them
/// before it returns the first.
///
/// The state is a literal, because both databases plan without values and would not find out that the
/// index has all these stages.
pub(super) fn outdated<'a>(
    earlier_than: Option<RowVersion>,
    at_most: u32,
) -> request_states::BoxedQuery<'a, MultiBackend, BigInt> {
    let stages = request_states::table
        .filter(sql::<Bool>("request_states.state = 'Unattended'"))
        .filter(request_states::target.is_not_null())
        .order((request_states::calendar_version, request_states::id))
        .limit(i64::from(at_most))
        .select(request_states::request_id)
        .into_boxed();
    match earlier_than {
        None => stages.filter(request_states::calendar_version.is_null()),
        Some(calendar) => stages.filter(request_states::calendar_version.lt(calendar.0)),
    }
}

fn computed_before(connection: &mut AnyConnection, calendar: RowVersion, at_most: u32) -> DbResult<Vec<i64>> {
    let mut requests: Vec<i64> = Vec::new();
    for earlier_than in [None, Some(calendar)] {
        requests.extend(outdated(earlier_than, at_most).load::<i64>(connection)?);
        requests.extend(terms::outdated(earlier_than, at_most).load::<i64>(connection)?);
    }
    requests.extend(windows::outdated(calendar, at_most).load::<i64>(connection)?);
    requests.sort_unstable();
    requests.dedup();
    requests.truncate(usize::try_from(at_most).unwrap_or(usize::MAX));
    Ok(requests)
}

impl StageClocks for WriteTransaction {
    fn clocks(&mut self, requests: &[RequestId]) -> Result<Vec<RequestClocks>, StoreError> {
        self.run(|connection| clocks(connection, requests))
    }

    fn set_due_dates(
        &mut self,
        dates: &[(StateId, DueDates)],
        calendar: RowVersion,
    ) -> Result<(), StoreError> {
        self.run(|connection| set_due_dates(connection, dates, calendar))
    }

    fn computed_before(&mut self, calendar: RowVersion, at_most: u32) -> Result<Vec<RequestId>, StoreError> {
        let requests = self.run(|connection| computed_before(connection, calendar, at_most))?;
        Ok(requests.into_iter().map(RequestId).collect())
    }
}
