//! Returns the distribution of the answers, and their trend, for the feedback dashboard (3 §2.14).

use aditus_domain::feedback::{AnswerCounts, Question};
use chrono::{DateTime, Datelike, Months, NaiveDate, NaiveTime, Utc};

use super::may_read_dashboard;
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// The maximum number of quarters in the trend: two years.
const QUARTERS: u32 = 8;

/// The distribution of the answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// All answers.
    pub all: AnswerCounts,
    /// The answers of the last quarters, oldest first, from the first quarter with an answer on.
    pub quarters: Vec<(Quarter, AnswerCounts)>,
}

/// A quarter of a year in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quarter(NaiveDate);

impl Quarter {
    /// Returns the quarter that contains this time.
    pub fn at(time: DateTime<Utc>) -> Self {
        let day = time.date_naive();
        let first = day.with_day(1).unwrap_or(day);
        Self(first - Months::new(first.month0() % 3))
    }

    fn before(self, quarters: u32) -> Self {
        Self(self.0 - Months::new(3 * quarters))
    }

    fn start(self) -> DateTime<Utc> {
        self.0.and_time(NaiveTime::MIN).and_utc()
    }

    fn end(self) -> DateTime<Utc> {
        Self(self.0 + Months::new(3)).start()
    }
}

impl std::fmt::Display for Quarter {
    /// "2026-Q3".
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-Q{}", self.0.year(), self.0.month0() / 3 + 1)
    }
}

/// Returns the distribution over all requests in the caller's scope.
pub fn execute(ports: &Ports, caller: &Caller) -> Result<Answer, Error> {
    may_read_dashboard(caller)?;
    let current = Quarter::at(ports.clock.now());
    let scope = caller.scope();
    let mut views = ports.database.read()?;
    let mut given = |from, until| views.feedback().answers(&scope, from, until);
    let all = given(DateTime::UNIX_EPOCH, current.end())?;
    let mut quarters = Vec::new();
    for ago in (0..QUARTERS).rev() {
        let quarter = current.before(ago);
        let answers = given(quarter.start(), quarter.end())?;
        if !quarters.is_empty() || !answers.is_empty() {
            quarters.push((quarter, answers));
        }
    }
    Ok(Answer { all, quarters })
}

/// Returns the answers that the trend shows: the rating of the process.
pub fn rating(answers: &AnswerCounts) -> impl Iterator<Item = (&'static str, u64)> {
    answers.for_question(Question::ProcessExperience)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarters_follow_each_other_across_years() {
        let february: DateTime<Utc> = "2026-02-28T23:59:59Z".parse().unwrap();
        let quarter = Quarter::at(february);
        let names: Vec<_> = (0..3).map(|ago| quarter.before(ago).to_string()).collect();
        assert_eq!(names, ["2026-Q1", "2025-Q4", "2025-Q3"]);
        assert_eq!(quarter.before(1).end(), quarter.start());
        assert_eq!(quarter.end().to_string(), "2026-04-01 00:00:00 UTC");
    }
}
