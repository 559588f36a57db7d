//! The completion windows of comments. Only comments of the present round of a pending request have an open
//! one.

use std::collections::BTreeMap;

use aditus_application::deadlines::CompletionWindows;
use aditus_application::deadlines::repository::OpenWindow;
use aditus_application::deadlines::windows::NewWindow;
use aditus_application::ports::StoreError;
use aditus_application::row_versions::RowVersion;
use aditus_domain::deadlines::{CompletionWindow, ReminderCutoffs};
use aditus_domain::ids::{CommentId, RequestId};
use aditus_domain::review::{Section, Tab};
use chrono::{DateTime, NaiveDate, Utc};
use diesel::prelude::*;
use diesel::sql_types::BigInt;

use super::terms::{is_of_pending, is_of_present_round};
use crate::connection::{AnyConnection, MultiBackend};
use crate::error::{DbResult, missing, unreadable};
use crate::prepared::{Prepare, columns_of, load_prepared, padded};
use crate::procedures::term_columns::{window, window_column};
use crate::schema::{approval_procedures, comment_replies, data_requests, state_comments};
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

#[derive(Queryable, Selectable)]
#[diesel(table_name = state_comments)]
struct WindowRow {
    id: i64,
    request_id: i64,
    section: String,
    created_on: Timestamp,
    reopened_on: Option<Timestamp>,
    completion_weeks: Option<i32>,
    answer_by: Option<NaiveDate>,
    answer_calendar_version: Option<i64>,
    answer_reminders: i32,
}

impl WindowRow {
    fn asked_on(&self) -> Timestamp {
        self.reopened_on.unwrap_or(self.created_on)
    }

    fn open(&self) -> DbResult<OpenWindow> {
        Ok(OpenWindow {
            comment: CommentId(self.id),
            section: Section::parse(&self.section).map_err(unreadable("section of a comment"))?,
            window: window(self.completion_weeks)?.ok_or_else(missing("completion window"))?,
            asked_on: self.asked_on().0,
            answer_by: self
                .answer_by
                .ok_or_else(missing("last day of a completion window"))?,
            calendar: self.answer_calendar_version.map(RowVersion),
            reminders: u8::try_from(self.answer_reminders).map_err(unreadable("number of reminders"))?,
        })
    }
}

/// The comments with an open window, also those of requests that have ended.
macro_rules! open_windows {
    () => {
        state_comments::table
            .filter(state_comments::answer_by.is_not_null())
            .filter(state_comments::answered_on.is_null())
            .filter(state_comments::resolved_on.is_null())
    };
}

/// The open windows that still count: those of the present rounds of pending requests.
macro_rules! effective_windows {
    () => {
        open_windows!()
            .filter(is_of_pending!(state_comments))
            .filter(is_of_present_round!(state_comments))
    };
}

/// Returns the open windows of these requests, each with the owner of the request.
fn open_rows(connection: &mut AnyConnection, requests: &[i64]) -> DbResult<Vec<(WindowRow, i64)>> {
    let open = open_windows!()
        .inner_join(data_requests::table.on(data_requests::id.eq(state_comments::request_id)))
        .filter(state_comments::request_id.eq_any(padded(requests)))
        .filter(state_comments::round.eq(data_requests::round))
        .order(state_comments::id)
        .select((
            columns_of::<WindowRow>(),
            data_requests::owner_id,
            data_requests::status_tab,
        ));
    let rows: Vec<(WindowRow, i64, String)> = load_prepared(open, connection)?;
    // As a condition of the query, SQLite would begin with all pending requests.
    let rows = rows.into_iter().filter(|(_, _, tab)| tab == Tab::Pending.name());
    Ok(rows.map(|(row, owner, _)| (row, owner)).collect())
}

/// The windows of requests that are stored as open.
#[derive(Default)]
pub(super) struct Windows {
    /// Those that are open, by request.
    pub(super) open: BTreeMap<i64, Vec<OpenWindow>>,
    /// The comments that the requester has answered, with the time, by a reply which a server of an earlier
    /// version stored. Their windows are still to be ended.
    pub(super) answered: Vec<(CommentId, DateTime<Utc>)>,
}

/// Reads the open windows of these requests.
pub(super) fn open(connection: &mut AnyConnection, requests: &[i64]) -> DbResult<Windows> {
    let rows = open_rows(connection, requests)?;
    let mut windows = Windows::default();
    if rows.is_empty() {
        return Ok(windows);
    }
    let comments: Vec<i64> = rows.iter().map(|(row, _)| row.id).collect();
    let replies: Vec<(i64, i64, Timestamp)> = comment_replies::table
        .filter(comment_replies::comment_id.eq_any(comments))
        .select((
            comment_replies::comment_id,
            comment_replies::author_id,
            comment_replies::created_on,
        ))
        .load(connection)?;
    for (row, owner) in rows {
        let answered = replies
            .iter()
            .find(|(comment, author, at)| *comment == row.id && *author == owner && *at >= row.asked_on());
        match answered {
            Some((_, _, at)) => windows.answered.push((CommentId(row.id), at.0)),
            None => windows.open.entry(row.request_id).or_default().push(row.open()?),
        }
    }
    Ok(windows)
}

/// Returns the first last day of each of these requests.
pub(crate) fn first_last_days(
    connection: &mut AnyConnection,
    requests: &[RequestId],
) -> DbResult<Vec<(RequestId, NaiveDate)>> {
    let ids: Vec<i64> = requests.iter().map(|request| request.0).collect();
    let mut first: BTreeMap<i64, NaiveDate> = BTreeMap::new();
    for (row, _) in open_rows(connection, &ids)? {
        if let Some(day) = row.answer_by {
            let known = first.entry(row.request_id).or_insert(day);
            *known = day.min(*known);
        }
    }
    Ok(first.into_iter().map(|(id, day)| (RequestId(id), day)).collect())
}

type Requests<'a> = state_comments::BoxedQuery<'a, MultiBackend, BigInt>;

/// Selects the requests of windows that ended before this day.
pub(super) fn over<'a>(today: NaiveDate) -> Requests<'a> {
    effective_windows!()
        .filter(state_comments::answer_by.lt(today))
        .select(state_comments::request_id)
        .into_boxed()
}

/// Selects the requests of windows with a reminder of their last day.
pub(super) fn ending<'a>(cutoffs: &ReminderCutoffs) -> Requests<'a> {
    let [first, second] = cutoffs.answer_until;
    let with_first = state_comments::answer_reminders
        .eq(0)
        .and(state_comments::completion_weeks.gt(1));
    let with_second = state_comments::answer_reminders
        .lt(2)
        .and(state_comments::answer_by.le(second));
    effective_windows!()
        .filter(state_comments::answer_by.between(cutoffs.today, first))
        .filter(with_first.or(with_second))
        .select(state_comments::request_id)
        .into_boxed()
}

/// Selects the requests of windows whose last day was computed by an earlier version of the calendar.
pub(super) fn outdated<'a>(calendar: RowVersion, at_most: u32) -> Requests<'a> {
    let outdated = state_comments::answer_calendar_version
        .is_null()
        .or(state_comments::answer_calendar_version.lt(calendar.0));
    effective_windows!()
        .filter(outdated)
        .limit(i64::from(at_most))
        .select(state_comments::request_id)
        .into_boxed()
}

/// Ends the open windows of a request that is no longer pending.
pub(crate) fn end(connection: &mut AnyConnection, request: RequestId) -> DbResult<()> {
    let open = open_windows!().filter(state_comments::request_id.eq(request.0));
    diesel::update(open)
        .set((
            state_comments::completion_weeks.eq(None::<i32>),
            state_comments::answer_by.eq(None::<NaiveDate>),
            state_comments::answer_calendar_version.eq(None::<i64>),
        ))
        .prepared()
        .execute(connection)?;
    Ok(())
}

/// Stores the time of the first answer to a comment.
pub(super) fn answer(connection: &mut AnyConnection, comment: CommentId, at: DateTime<Utc>) -> DbResult<()> {
    let open = state_comments::table
        .find(comment.0)
        .filter(state_comments::action_required)
        .filter(state_comments::answered_on.is_null())
        .filter(state_comments::resolved_on.is_null());
    diesel::update(open)
        .set(state_comments::answered_on.eq(Timestamp::from(at)))
        .execute(connection)?;
    Ok(())
}

pub(super) fn set_last_days(
    connection: &mut AnyConnection,
    days: &[(CommentId, NaiveDate)],
    calendar: RowVersion,
) -> DbResult<()> {
    for (comment, day) in days {
        diesel::update(state_comments::table.find(comment.0))
            .set((
                state_comments::answer_by.eq(*day),
                state_comments::answer_calendar_version.eq(calendar.0),
            ))
            .execute(connection)?;
    }
    Ok(())
}

impl CompletionWindows for WriteTransaction {
    fn window_of_procedure(&mut self, request: RequestId) -> Result<Option<CompletionWindow>, StoreError> {
        self.run(|connection| {
            let weeks: Option<Option<i32>> = approval_procedures::table
                .inner_join(
                    data_requests::table
                        .on(data_requests::procedure_id.eq(approval_procedures::id.nullable())),
                )
                .filter(data_requests::id.eq(request.0))
                .select(approval_procedures::completion_weeks)
                .first(connection)
                .optional()?;
            window(weeks.flatten())
        })
    }

    fn begin_window(&mut self, new: &NewWindow) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::update(state_comments::table.find(new.comment.0))
                .set((
                    state_comments::completion_weeks.eq(window_column(Some(new.window))),
                    state_comments::answer_by.eq(new.answer_by),
                    state_comments::answer_calendar_version.eq(new.calendar.0),
                ))
                .execute(connection)?;
            Ok(())
        })
    }

    fn answer(&mut self, comment: CommentId, at: DateTime<Utc>) -> Result<(), StoreError> {
        self.run(|connection| answer(connection, comment, at))
    }

    fn answer_all(&mut self, request: RequestId, at: DateTime<Utc>) -> Result<(), StoreError> {
        self.run(|connection| {
            let open = open_windows!().filter(state_comments::request_id.eq(request.0));
            diesel::update(open)
                .set(state_comments::answered_on.eq(Timestamp::from(at)))
                .execute(connection)?;
            Ok(())
        })
    }

    fn set_last_days(
        &mut self,
        days: &[(CommentId, NaiveDate)],
        calendar: RowVersion,
    ) -> Result<(), StoreError> {
        self.run(|connection| set_last_days(connection, days, calendar))
    }

    fn set_answer_reminders(&mut self, comment: CommentId, reminders: u8) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::update(state_comments::table.find(comment.0))
                .set(state_comments::answer_reminders.eq(i32::from(reminders)))
                .execute(connection)?;
            Ok(())
        })
    }
}
