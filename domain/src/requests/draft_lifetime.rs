//! The lifetime of untouched drafts (decisions D3).

use chrono::{DateTime, TimeDelta, Utc};

/// The lifetime of drafts, and the time between the notice to their owners and the deletion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DraftLifetime {
    /// The time without a change after which a draft is deleted.
    pub untouched: TimeDelta,
    /// The time before the deletion at which the owner is notified.
    pub notice: TimeDelta,
}

impl Default for DraftLifetime {
    /// Returns 90 days, with a notice 14 days before the end.
    fn default() -> Self {
        Self {
            untouched: TimeDelta::days(90),
            notice: TimeDelta::days(14),
        }
    }
}

impl DraftLifetime {
    /// Owners of drafts that were last changed before this time are to be notified.
    pub fn notify_before(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        now - (self.untouched - self.notice)
    }

    /// Returns two times: a draft is deleted if its last change is before the first and the notice
    /// to its owner before the second.
    ///
    /// The second condition protects drafts whose notice was late, for example because the server
    /// was down. They are kept for the whole notice period.
    pub fn delete_before(&self, now: DateTime<Utc>) -> (DateTime<Utc>, DateTime<Utc>) {
        (now - self.untouched, now - self.notice)
    }

    /// Returns the time at which an unchanged draft is deleted. `notified_on` is the time of the notice
    /// to its owner.
    pub fn end(&self, changed_on: DateTime<Utc>, notified_on: Option<DateTime<Utc>>) -> DateTime<Utc> {
        let end = changed_on + self.untouched;
        notified_on.map_or(end, |notified_on| end.max(notified_on + self.notice))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: DateTime<Utc> = DateTime::UNIX_EPOCH;

    fn day(days: i64) -> DateTime<Utc> {
        START + TimeDelta::days(days)
    }

    #[test]
    fn owners_are_notified_fourteen_days_before_the_deletion() {
        let life = DraftLifetime::default();
        assert_eq!(life.notify_before(day(76)), START);
        assert_eq!(life.delete_before(day(90)), (START, day(76)));
        assert_eq!(life.end(START, None), day(90));
        assert_eq!(life.end(START, Some(day(76))), day(90));
    }

    #[test]
    fn a_late_notice_postpones_the_deletion() {
        assert_eq!(DraftLifetime::default().end(START, Some(day(200))), day(214));
    }
}
