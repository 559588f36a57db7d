//! The ports of the calendar, of the clocks of requests and their stages, of reminders and of
//! calendar feeds.

use aditus_domain::deadlines::{
    Calendar, CompletionWindow, DueDates, Extension, Pause, SentReminders, Target, Term,
};
use aditus_domain::ids::{CommentId, RequestId, StateId, UserId};
use aditus_domain::review::{Section, StageNumber};
use chrono::{DateTime, NaiveDate, Utc};

use crate::ports::StoreError;
use crate::row_versions::RowVersion;

/// The calendar with its row version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredCalendar {
    /// The calendar.
    pub calendar: Calendar,
    /// The row version for the next save.
    pub row_version: RowVersion,
}

/// The calendar of the installation. There is always exactly one: [`Calendar::default`] with row
/// version 1 until it is changed.
pub trait Calendars {
    /// Returns the calendar. Working days, holidays, time zone and row version MUST be of the same
    /// save.
    fn calendar(&mut self) -> Result<StoredCalendar, StoreError>;

    /// Replaces working days, time zone and all holidays, and keeps the row version.
    ///
    /// The caller MUST have incremented the row version in this transaction, which also excludes
    /// other writers until its end.
    fn replace(&mut self, calendar: &Calendar) -> Result<(), StoreError>;
}

/// The clock of a stage whose turn it is and that has a target (decisions N2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StageClock {
    /// The stage.
    pub state: StateId,
    /// Its number within the request.
    pub number: StageNumber,
    /// Its target.
    pub target: Target,
    /// The time at which its turn came.
    pub since: DateTime<Utc>,
    /// The stored dates of its due states. Empty if they were never computed.
    pub dates: DueDates,
    /// The reminders that were sent since its turn came.
    pub sent: SentReminders,
}

/// The clock of the term of a request, which runs until the request is decided or recalled (decisions
/// N3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TermClock {
    /// The term.
    pub term: Term,
    /// The time of the submission of the round.
    pub since: DateTime<Utc>,
    /// The extension.
    pub extension: Option<Extension>,
    /// The stored dates of its due states. Empty if they were never computed.
    pub dates: DueDates,
}

/// The open completion window of a comment of the present round of a pending request: the comment requires
/// action, and was neither resolved nor answered (decisions N4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenWindow {
    /// The comment.
    pub comment: CommentId,
    /// The section that it is about.
    pub section: Section,
    /// The window.
    pub window: CompletionWindow,
    /// The time at which the comment was written, or last reopened.
    pub asked_on: DateTime<Utc>,
    /// The stored last day.
    pub answer_by: NaiveDate,
    /// The version of the calendar by which the last day was computed. `None` if it is unknown.
    pub calendar: Option<RowVersion>,
    /// The number of reminders of the last day.
    pub reminders: u8,
}

/// The clocks of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestClocks {
    /// The request.
    pub request: RequestId,
    /// The clock of its term.
    pub term: Option<TermClock>,
    /// The clocks of its stages, by stage.
    pub clocks: Vec<StageClock>,
    /// The times in which the comments of its present round that require action were unresolved, in any
    /// order.
    pub pauses: Vec<Pause>,
    /// The open completion windows of its comments, by comment.
    pub windows: Vec<OpenWindow>,
}

/// The clocks of requests, of their stages and of comments, and the dates on which they are due.
///
/// A stage whose turn ends or begins anew loses its dates and the reminders that were sent, and the
/// term of a request that is no longer pending ends: [`crate::requests::Requests::save`] does both.
pub trait StageClocks {
    /// Returns the clocks of these requests, by id. Requests without a clock or an open window are left
    /// out. A window MUST NOT be open if the requester has replied to the comment since it was written
    /// or reopened, also if a server of an earlier version stored the reply.
    ///
    /// Until the end of the transaction, others MUST wait with this call for the same requests, so
    /// that the later one sees the comments and states of the earlier one.
    fn clocks(&mut self, requests: &[RequestId]) -> Result<Vec<RequestClocks>, StoreError>;

    /// Stores dates of stages that were computed by this version of the calendar.
    fn set_due_dates(
        &mut self,
        dates: &[(StateId, DueDates)],
        calendar: RowVersion,
    ) -> Result<(), StoreError>;

    /// Returns requests with clocks or open windows whose dates were never computed, or by an
    /// earlier version of the calendar: at most this many.
    fn computed_before(&mut self, calendar: RowVersion, at_most: u32) -> Result<Vec<RequestId>, StoreError>;
}

/// An unresolved comment of the present round of a request that requires action and was not answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Demand {
    /// The request.
    pub request: RequestId,
    /// The comment.
    pub comment: CommentId,
    /// The section that it is about.
    pub section: Section,
    /// The time at which it was written, or last reopened.
    pub demanded_on: DateTime<Utc>,
    /// The number of reminders since then.
    pub reminders: u8,
}

/// The reminders that were sent (decisions N5). Those of stages are read with their clocks.
///
/// The caller MUST have called [`StageClocks::clocks`] for the requests in this transaction, so that
/// no other one sends the same reminders.
pub trait Reminders {
    /// Returns the unresolved comments of the present rounds of these requests that require action and were
    /// not answered, by id.
    fn open_demands(&mut self, requests: &[RequestId]) -> Result<Vec<Demand>, StoreError>;

    /// Stores the reminders that were sent since the turn of this stage came.
    fn set_sent(&mut self, state: StateId, sent: SentReminders) -> Result<(), StoreError>;

    /// Stores the number of reminders of a comment.
    fn set_number(&mut self, comment: CommentId, reminders: u8) -> Result<(), StoreError>;

    /// Stores the time of a run that reached all requests with reminders that were due
    /// ([`crate::installation::monitoring::MonitoringViews::reminders_ran_on`]).
    fn set_ran_on(&mut self, at: DateTime<Utc>) -> Result<(), StoreError>;
}

/// A new calendar feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewCalendarFeed {
    /// The owner.
    pub user: UserId,
    /// The keyed hash of the token in its address; the token itself is not stored.
    pub token_hash: [u8; 32],
    /// The time at which the address was made.
    pub made_on: DateTime<Utc>,
}

/// The calendar feeds of people (decisions N7). A person has at most one. The erasure of an account
/// removes its feed.
pub trait CalendarFeeds {
    /// Stores the feed of a person. Returns true if it takes the place of an earlier one, whose token
    /// MUST be unknown from then on. For an erased account it MUST be [`StoreError::Conflict`].
    fn set(&mut self, feed: &NewCalendarFeed) -> Result<bool, StoreError>;

    /// Removes the feed of a person. Returns true if there was one.
    fn remove(&mut self, user: UserId) -> Result<bool, StoreError>;

    /// Replaces a hash by another one of the same token. Does nothing if no feed has that hash any
    /// more.
    fn rehash(&mut self, former: &[u8; 32], current: &[u8; 32]) -> Result<(), StoreError>;
}
