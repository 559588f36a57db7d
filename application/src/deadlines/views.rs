//! Read models of due dates.

use aditus_domain::deadlines::{
    DueDates, DueState, Extension, ExtensionRefused, ReminderCutoffs, Term, TermUnit,
};
use aditus_domain::ids::{OrganisationRoleId, RequestId, StateId, UserId};
use chrono::{DateTime, NaiveDate, Utc};

use super::repository::StoredCalendar;
use crate::ports::StoreError;

/// A due date as it is shown today.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueDate {
    /// The last day in time; `None` while the clock is paused.
    pub on: Option<NaiveDate>,
    /// The state.
    pub state: DueState,
}

impl DueDate {
    /// Returns the due date of a clock as it is shown on this day.
    pub fn new(dates: DueDates, today: NaiveDate) -> Self {
        Self {
            on: dates.due_on,
            state: dates.state(today),
        }
    }
}

/// A stage whose turn it is, with a due date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueStage {
    /// The stage.
    pub state: StateId,
    /// Its request.
    pub request: RequestId,
    /// The organisation role that decides.
    pub org_role: OrganisationRoleId,
    /// The time at which its turn came.
    pub since: DateTime<Utc>,
    /// The dates of its due states.
    pub dates: DueDates,
}

/// An extension of a term for display.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtensionView {
    /// The extension.
    pub extension: Extension,
    /// The unit of the term.
    pub unit: TermUnit,
    /// Its reason.
    pub reason: String,
    /// The time at which the term was extended.
    pub on: DateTime<Utc>,
}

/// The running term of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningTerm {
    /// The term.
    pub term: Term,
    /// Its extension.
    pub extended: Option<ExtensionView>,
    /// The dates of its due states.
    pub dates: DueDates,
}

impl RunningTerm {
    /// Returns the reason why this term cannot be extended on this day, or `None` if it can.
    pub fn why_no_extension(&self, today: NaiveDate) -> Option<ExtensionRefused> {
        let before = self.extended.as_ref().map(|extended| extended.extension);
        Extension::why_not(before, self.dates.state(today))
    }
}

/// The day on which the decision on a request is expected, as it is shown today (decisions N3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expected {
    /// The term without its extension.
    pub term: Term,
    /// The last day of the term; without one while a comment that requires action pauses it.
    pub due: DueDate,
    /// The extension of the term.
    pub extended: Option<ExtensionView>,
}

impl Expected {
    /// Returns the term as it is shown on this day.
    pub fn new(term: RunningTerm, today: NaiveDate) -> Self {
        Self {
            term: term.term,
            due: DueDate::new(term.dates, today),
            extended: term.extended,
        }
    }

    /// True if a comment that requires action pauses the term.
    pub const fn is_paused(&self) -> bool {
        self.due.on.is_none()
    }
}

/// Reads of due dates.
pub trait DeadlineViews {
    /// Returns the calendar. Working days, holidays, time zone and row version MUST be of the same
    /// save.
    fn calendar(&mut self) -> Result<StoredCalendar, StoreError>;

    /// Returns the day of this time in the time zone of the calendar.
    fn day_of(&mut self, time: DateTime<Utc>) -> Result<NaiveDate, StoreError>;

    /// Returns the running terms of these requests. Requests without one are left out. Reads all of
    /// them in one query.
    fn terms(&mut self, requests: &[RequestId]) -> Result<Vec<(RequestId, RunningTerm)>, StoreError>;

    /// Returns the requests, by id, with a stage or a comment for which these cut-offs say that a
    /// reminder may be due. Stages with a paused clock and requests that are not pending MUST be
    /// left out. Others may be included, because the caller checks each.
    fn requests_to_remind(&mut self, cutoffs: &ReminderCutoffs) -> Result<Vec<RequestId>, StoreError>;

    /// Returns the pending requests, by id, with a comment whose open completion window ended before
    /// this day. Others may be included, because the caller checks each.
    fn requests_to_lapse(&mut self, today: NaiveDate) -> Result<Vec<RequestId>, StoreError>;

    /// Returns the first last day of the open completion windows of each of these requests. Requests
    /// that are not pending or without an open window are left out. Reads all of them in one query.
    fn answers_due(&mut self, requests: &[RequestId]) -> Result<Vec<(RequestId, NaiveDate)>, StoreError>;

    /// Returns the stages at these organisation roles whose turn it is and that have a due date:
    /// those that are due first, at most this many. A stage whose date a pause defers has none.
    fn due_stages(
        &mut self,
        org_roles: &[OrganisationRoleId],
        at_most: u32,
    ) -> Result<Vec<DueStage>, StoreError>;

    /// Returns the time at which the address of a person's calendar feed was made; `None` without a
    /// feed.
    fn calendar_feed(&mut self, user: UserId) -> Result<Option<DateTime<Utc>>, StoreError>;

    /// Returns the owner of the calendar feed whose token has this hash.
    fn feed_owner(&mut self, token_hash: &[u8; 32]) -> Result<Option<UserId>, StoreError>;
}
