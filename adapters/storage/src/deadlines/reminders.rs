//! Finds the requests for which a reminder may be due, and stores which reminders were sent.

use aditus_application::deadlines::Reminders;
use aditus_application::deadlines::repository::Demand;
use aditus_application::ports::StoreError;
use aditus_domain::deadlines::{ReminderCutoffs, SentReminders, StageReminder};
use aditus_domain::ids::{CommentId, RequestId, StateId};
use aditus_domain::review::Section;
use chrono::{DateTime, Utc};
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use diesel::sql_types::BigInt;

use super::terms::{is_of_pending, is_of_present_round};
use super::windows;
use crate::connection::{AnyConnection, MultiBackend};
use crate::error::{DbResult, unreadable};
use crate::schema::{installation, request_states, state_comments};
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

/// Returns the requests, by id, each once.
pub(super) fn requests(
    connection: &mut AnyConnection,
    cutoffs: &ReminderCutoffs,
) -> DbResult<Vec<RequestId>> {
    let mut found: Vec<i64> = due_stages(cutoffs).load(connection)?;
    found.extend(due_demands(cutoffs).load::<i64>(connection)?);
    found.extend(windows::ending(cutoffs).load::<i64>(connection)?);
    found.sort_unstable();
    found.dedup();
    Ok(found.into_iter().map(RequestId).collect())
}

/// Selects the requests of stages with a running clock for which a reminder may be due. Their index
/// has all columns, and only stages whose turn it is have dates.
pub(super) fn due_stages<'a>(
    cutoffs: &ReminderCutoffs,
) -> request_states::BoxedQuery<'a, MultiBackend, BigInt> {
    let without_reminder = request_states::reminded.is_null();
    let reminded_before = request_states::reminded
        .eq(StageReminder::DueSoon.name())
        .or(request_states::reminded_on.le(cutoffs.reminded_until));
    let overdue = request_states::due_on.lt(cutoffs.today).and(reminded_before);
    let overdue_for_long = request_states::due_on
        .le(cutoffs.due_until)
        .and(request_states::escalated_on.is_null());
    let open_demands = state_comments::table
        .filter(state_comments::request_id.eq(request_states::request_id))
        .filter(state_comments::action_required)
        .filter(state_comments::resolved_on.is_null())
        .filter(is_of_present_round!(state_comments));
    request_states::table
        .filter(request_states::due_soon_on.le(cutoffs.today))
        .filter(without_reminder.or(overdue).or(overdue_for_long))
        .filter(not(exists(open_demands)))
        .select(request_states::request_id)
        .into_boxed()
}

/// Selects the pending requests with comments for which a reminder is due. There are few open
/// demands, so they are looked up through their own index.
pub(super) fn due_demands<'a>(
    cutoffs: &ReminderCutoffs,
) -> state_comments::BoxedQuery<'a, MultiBackend, BigInt> {
    let [first, second] = cutoffs.demanded_until.map(Timestamp::from);
    let demanded_by = |until: Timestamp| {
        let was_never_reopened = state_comments::reopened_on.is_null();
        state_comments::created_on
            .le(until)
            .and(was_never_reopened.or(state_comments::reopened_on.le(until)))
    };
    let without_reminder = state_comments::reminders.eq(0).and(demanded_by(first));
    let with_one = state_comments::reminders.eq(1).and(demanded_by(second));
    state_comments::table
        .filter(state_comments::action_required)
        .filter(state_comments::resolved_on.is_null())
        .filter(state_comments::answered_on.is_null())
        .filter(state_comments::created_on.le(first))
        .filter(without_reminder.or(with_one))
        .filter(is_of_pending!(state_comments))
        .filter(is_of_present_round!(state_comments))
        .select(state_comments::request_id)
        .into_boxed()
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = state_comments)]
struct DemandRow {
    id: i64,
    request_id: i64,
    section: String,
    created_on: Timestamp,
    reminders: i32,
    reopened_on: Option<Timestamp>,
}

impl DemandRow {
    fn demand(&self) -> DbResult<Demand> {
        Ok(Demand {
            request: RequestId(self.request_id),
            comment: CommentId(self.id),
            section: Section::parse(&self.section).map_err(unreadable("section of a comment"))?,
            demanded_on: self.reopened_on.unwrap_or(self.created_on).0,
            reminders: u8::try_from(self.reminders).map_err(unreadable("number of reminders"))?,
        })
    }
}

impl Reminders for WriteTransaction {
    fn open_demands(&mut self, requests: &[RequestId]) -> Result<Vec<Demand>, StoreError> {
        let ids: Vec<i64> = requests.iter().map(|request| request.0).collect();
        self.run(|connection| {
            let rows: Vec<DemandRow> = state_comments::table
                .filter(state_comments::request_id.eq_any(ids))
                .filter(state_comments::action_required)
                .filter(state_comments::resolved_on.is_null())
                .filter(state_comments::answered_on.is_null())
                .filter(is_of_present_round!(state_comments))
                .order(state_comments::id)
                .select(DemandRow::as_select())
                .load(connection)?;
            rows.iter().map(DemandRow::demand).collect()
        })
    }

    fn set_sent(&mut self, state: StateId, sent: SentReminders) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::update(request_states::table.find(state.0))
                .set((
                    request_states::reminded.eq(sent.last.map(|(reminder, _)| reminder.name())),
                    request_states::reminded_on.eq(sent.last.map(|(_, on)| on)),
                    request_states::escalated_on.eq(sent.escalated_on),
                ))
                .execute(connection)?;
            Ok(())
        })
    }

    fn set_ran_on(&mut self, at: DateTime<Utc>) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::update(installation::table)
                .set(installation::reminders_ran_on.eq(Timestamp::from(at)))
                .execute(connection)?;
            Ok(())
        })
    }

    fn set_number(&mut self, comment: CommentId, reminders: u8) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::update(state_comments::table.find(comment.0))
                .set(state_comments::reminders.eq(i32::from(reminders)))
                .execute(connection)?;
            Ok(())
        })
    }
}
