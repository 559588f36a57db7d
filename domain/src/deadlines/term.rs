//! Terms of requests and completion windows: periods of weeks or months.

use chrono::{DateTime, Months, NaiveDate, Utc};
use thiserror::Error;

use super::calendar::{Calendar, after};
use super::clock::{Clock, Due, DueDates};
use super::extension::Extension;
use super::pauses::Pauses;

/// The unit of a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TermUnit {
    /// Weeks of seven days.
    Weeks,
    /// Calendar months.
    Months,
}

impl TermUnit {
    /// Both units.
    pub const ALL: [Self; 2] = [Self::Weeks, Self::Months];

    /// The name in the API and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Weeks => "weeks",
            Self::Months => "months",
        }
    }

    /// Parses the name in the API and in the database.
    pub fn parse(name: &str) -> Result<Self, UnknownTermUnit> {
        Self::ALL
            .into_iter()
            .find(|unit| unit.name() == name)
            .ok_or(UnknownTermUnit)
    }

    /// Returns a length in this unit in words, such as "1 month" or "6 weeks".
    pub fn length(self, count: u16) -> String {
        match (self, count) {
            (Self::Weeks, 1) => "1 week".to_owned(),
            (Self::Months, 1) => "1 month".to_owned(),
            (unit, count) => format!("{count} {}", unit.name()),
        }
    }

    /// The longest term in this unit, which is five years.
    pub const fn max(self) -> u16 {
        match self {
            Self::Weeks => 260,
            Self::Months => 60,
        }
    }

    /// Returns the day that ends a period of this length: the same weekday, or the same date of the
    /// month, or the last day of a month that has no such date (Regulation 1182/71, Article
    /// 3(2)(c)).
    fn end(self, started: NaiveDate, count: u32) -> NaiveDate {
        match self {
            Self::Weeks => after(started, 7 * u64::from(count)),
            Self::Months => started
                .checked_add_months(Months::new(count))
                .unwrap_or(NaiveDate::MAX),
        }
    }
}

/// The time from the submission of a request in which it should be decided (decisions N3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Term {
    unit: TermUnit,
    count: u16,
}

/// The error for a term out of range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("Enter 1 to {} {}, or nothing for a procedure without a term.", .unit.max(), .unit.name())]
pub struct TermError {
    unit: TermUnit,
}

/// There is no unit of this name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("There is no unit of this name.")]
pub struct UnknownTermUnit;

/// The unvalidated form of a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RawTerm {
    /// The unit.
    pub unit: TermUnit,
    /// The number of weeks or months.
    pub count: i64,
}

impl RawTerm {
    /// Checks the length.
    pub fn check(self) -> Result<Term, TermError> {
        Term::new(self.unit, self.count)
    }
}

impl From<Term> for RawTerm {
    fn from(term: Term) -> Self {
        Self {
            unit: term.unit,
            count: term.count.into(),
        }
    }
}

impl Term {
    /// Checks a length.
    pub fn new(unit: TermUnit, count: i64) -> Result<Self, TermError> {
        u16::try_from(count)
            .ok()
            .filter(|count| (1..=unit.max()).contains(count))
            .map(|count| Self { unit, count })
            .ok_or(TermError { unit })
    }

    /// The unit.
    pub const fn unit(self) -> TermUnit {
        self.unit
    }

    /// The number of weeks or months.
    pub const fn count(self) -> u16 {
        self.count
    }

    /// Returns the due date, at the time `now`, of a request that was submitted at `since`. The day
    /// of the submission does not count. Pauses lengthen the period by their days.
    pub fn due(
        self,
        since: DateTime<Utc>,
        extension: Option<Extension>,
        pauses: &Pauses,
        now: DateTime<Utc>,
        calendar: &Calendar,
    ) -> Due {
        Clock::new(since, now, pauses, calendar).due_after(self.end(since, extension, calendar))
    }

    /// Returns the dates on which the state of a request changes that was submitted at `since`.
    pub fn due_dates(
        self,
        since: DateTime<Utc>,
        extension: Option<Extension>,
        pauses: &Pauses,
        calendar: &Calendar,
    ) -> DueDates {
        Clock::new(since, since, pauses, calendar).dates_after(self.end(since, extension, calendar))
    }

    /// Returns the day that ends the period without pauses.
    fn end(self, since: DateTime<Utc>, extension: Option<Extension>, calendar: &Calendar) -> NaiveDate {
        let extended = extension.map_or(0, |extension| u32::from(extension.count()));
        self.unit
            .end(calendar.date_of(since), u32::from(self.count) + extended)
    }
}

/// The time that a requester has to answer an action-required comment (decisions N4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CompletionWindow(u16);

/// The error for a completion window out of range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "Enter 1 to {} weeks, or nothing if requests are never recalled for want of an answer.",
    CompletionWindow::MAX
)]
pub struct CompletionWindowError;

impl CompletionWindow {
    /// The longest window in weeks.
    pub const MAX: u16 = 12;

    /// The usual window.
    pub const USUAL: Self = Self(4);

    /// Checks a number of weeks.
    pub fn new(weeks: i64) -> Result<Self, CompletionWindowError> {
        u16::try_from(weeks)
            .ok()
            .filter(|weeks| (1..=Self::MAX).contains(weeks))
            .map(Self)
            .ok_or(CompletionWindowError)
    }

    /// The number of weeks.
    pub const fn weeks(self) -> u16 {
        self.0
    }

    /// Returns the last day for the answer to a comment of the time `asked`, which is a working day.
    pub fn last_day(self, asked: DateTime<Utc>, calendar: &Calendar) -> NaiveDate {
        let end = TermUnit::Weeks.end(calendar.date_of(asked), u32::from(self.0));
        calendar.working_day_from(end)
    }

    /// Returns the last day to store when it is computed again, where `before` is the stored one.
    /// What is over stays so, also if the calendar has changed (decisions N1).
    pub fn last_day_again(
        self,
        asked: DateTime<Utc>,
        before: Option<NaiveDate>,
        now: DateTime<Utc>,
        calendar: &Calendar,
    ) -> NaiveDate {
        let is_over = |last: &NaiveDate| is_over(*last, now, calendar);
        before
            .filter(is_over)
            .unwrap_or_else(|| self.last_day(asked, calendar))
    }
}

/// Returns true if this last day of a window is over at the time `now`.
pub fn is_over(last_day: NaiveDate, now: DateTime<Utc>, calendar: &Calendar) -> bool {
    last_day < calendar.date_of(now)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at, calendar, day};
    use super::super::{DueState, Pause};
    use super::*;

    fn term(unit: TermUnit, count: i64) -> Term {
        Term::new(unit, count).unwrap()
    }

    /// The due date of a term of a request at its submission.
    fn ends(term: Term, extension: Option<Extension>, submitted: &str) -> NaiveDate {
        let calendar = calendar("Europe/Brussels", &["2028-05-01"]);
        let since = at(submitted);
        let due = term.due(since, extension, &Pauses::default(), since, &calendar);
        due.on.unwrap()
    }

    #[test]
    fn terms_last_five_years_at_most() {
        for (unit, count) in [
            (TermUnit::Months, 0),
            (TermUnit::Months, -1),
            (TermUnit::Months, 120),
            (TermUnit::Weeks, 521),
        ] {
            assert!(Term::new(unit, count).is_err(), "{count} {}", unit.name());
        }
        assert_eq!(
            Term::new(TermUnit::Months, 61).unwrap_err().to_string(),
            "Enter 1 to 60 months, or nothing for a procedure without a term."
        );
    }

    #[test]
    fn a_month_ends_on_the_same_date_or_on_its_last_day() {
        let months = |count, submitted| ends(term(TermUnit::Months, count), None, submitted);
        assert_eq!(months(3, "2027-06-15T09:00:00Z"), day("2027-09-15"));
        assert_eq!(months(1, "2028-01-31T09:00:00Z"), day("2028-02-29"));
        assert_eq!(
            months(1, "2027-01-29T09:00:00Z"),
            day("2027-03-01"),
            "28 February is a Sunday"
        );
    }

    #[test]
    fn a_period_that_ends_on_a_holiday_ends_with_the_next_working_day() {
        // 29 April 2028 is a Saturday, and the Monday after it a holiday.
        let weeks = term(TermUnit::Weeks, 2);
        assert_eq!(ends(weeks, None, "2028-04-15T09:00:00Z"), day("2028-05-02"));
    }

    #[test]
    fn the_day_of_the_submission_is_that_of_the_calendar() {
        let weeks = term(TermUnit::Weeks, 1);
        assert_eq!(ends(weeks, None, "2027-06-14T21:59:00Z"), day("2027-06-21"));
        assert_eq!(ends(weeks, None, "2027-06-14T22:00:00Z"), day("2027-06-22"));
    }

    #[test]
    fn an_extension_counts_from_the_submission_like_the_term() {
        let one = term(TermUnit::Months, 1);
        let extension = one.extension(1).unwrap();
        let submitted = "2027-01-31T09:00:00Z";
        assert_eq!(ends(one, Some(extension), submitted), day("2027-03-31"));
        let calendar = calendar("Europe/Brussels", &[]);
        let dates = one.due_dates(at(submitted), Some(extension), &Pauses::default(), &calendar);
        // 31 March is the 59th day. The last 11 days are the last fifth.
        let expected = DueDates {
            due_soon_on: Some(day("2027-03-21")),
            due_on: Some(day("2027-03-31")),
        };
        assert_eq!(dates, expected);
    }

    #[test]
    fn units_and_lengths_have_names() {
        for unit in TermUnit::ALL {
            assert_eq!(TermUnit::parse(unit.name()), Ok(unit));
        }
        assert_eq!(TermUnit::parse("days"), Err(UnknownTermUnit));
        assert_eq!(TermUnit::Weeks.length(1), "1 week");
        assert_eq!(TermUnit::Weeks.length(6), "6 weeks");
        assert_eq!(TermUnit::Months.length(1), "1 month");
        assert_eq!(TermUnit::Months.length(3), "3 months");
        let raw = RawTerm::from(term(TermUnit::Months, 3));
        assert_eq!(raw.check(), Ok(term(TermUnit::Months, 3)));
    }

    #[test]
    fn a_pause_lengthens_a_term_by_its_days() {
        let calendar = calendar("Europe/Brussels", &[]);
        let since = at("2027-06-14T09:00:00Z");
        let pause = Pause {
            from: at("2027-06-16T09:00:00Z"),
            to: Some(at("2027-06-19T09:00:00Z")),
        };
        let due = |pause, now| {
            let pauses = Pauses::new(&[pause], &calendar);
            term(TermUnit::Weeks, 2).due(since, None, &pauses, at(now), &calendar)
        };
        assert_eq!(due(pause, "2027-06-20T09:00:00Z").on, Some(day("2027-07-01")));
        let open = Pause { to: None, ..pause };
        let paused = due(open, "2027-12-24T09:00:00Z");
        assert_eq!(
            (paused.on, paused.left, paused.state),
            (None, 13, DueState::OnTime)
        );
    }

    #[test]
    fn the_weekend_after_the_last_day_belongs_to_a_term() {
        let calendar = calendar("Europe/Brussels", &[]);
        let state = |now| {
            let since = at("2027-06-12T09:00:00Z");
            let due = term(TermUnit::Weeks, 1).due(since, None, &Pauses::default(), at(now), &calendar);
            (due.left, due.state)
        };
        assert_eq!(state("2027-06-19T09:00:00Z"), (1, DueState::DueSoon));
        assert_eq!(state("2027-06-21T21:59:00Z"), (1, DueState::DueSoon));
        assert_eq!(state("2027-06-21T22:00:00Z"), (0, DueState::Overdue));
    }

    #[test]
    fn completion_windows_have_1_to_12_weeks() {
        for weeks in [-1, 0, 13] {
            assert_eq!(CompletionWindow::new(weeks), Err(CompletionWindowError));
        }
        assert_eq!(
            CompletionWindowError.to_string(),
            "Enter 1 to 12 weeks, or nothing if requests are never recalled for want of an answer."
        );
        let longest = CompletionWindow::new(12).unwrap();
        assert_eq!(longest.weeks(), 12);
        let calendar = calendar("Europe/Brussels", &["2027-07-13"]);
        let last_day = |asked| CompletionWindow::USUAL.last_day(at(asked), &calendar);
        assert_eq!(last_day("2027-06-16T09:00:00Z"), day("2027-07-14"));
        // Four weeks later is a holiday, a Saturday, and in Brussels a Monday.
        assert_eq!(last_day("2027-06-15T09:00:00Z"), day("2027-07-14"));
        assert_eq!(last_day("2027-06-19T09:00:00Z"), day("2027-07-19"));
        assert_eq!(last_day("2027-06-20T22:00:00Z"), day("2027-07-19"));
    }

    #[test]
    fn a_window_that_is_over_stays_so() {
        let weeks = CompletionWindow::new(1).unwrap();
        let asked = at("2027-06-14T09:00:00Z");
        let before = weeks.last_day(asked, &calendar("Europe/Brussels", &[]));
        assert_eq!(before, day("2027-06-21"));
        let changed = calendar("Europe/Brussels", &["2027-06-21"]);
        let again = |before, now| weeks.last_day_again(asked, before, at(now), &changed);
        // Midnight in Brussels is at 22:00 UTC.
        let on_the_last_day = "2027-06-21T21:59:00Z";
        assert_eq!(again(Some(before), on_the_last_day), day("2027-06-22"));
        assert_eq!(again(Some(before), "2027-06-21T22:00:00Z"), before);
        assert_eq!(again(None, "2027-12-24T09:00:00Z"), day("2027-06-22"));
    }
}
