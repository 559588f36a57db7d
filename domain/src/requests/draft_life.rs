//! How long a draft that nobody goes on with is kept (decisions D3).

use chrono::{DateTime, TimeDelta, Utc};

/// How long drafts are kept, and how long before their end their owners are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DraftLife {
    /// A draft that was not changed for so long is deleted.
    pub untouched: TimeDelta,
    /// So long before that, its owner is told.
    pub notice: TimeDelta,
}

impl Default for DraftLife {
    /// 90 days, and a notice 14 days before.
    fn default() -> Self {
        Self {
            untouched: TimeDelta::days(90),
            notice: TimeDelta::days(14),
        }
    }
}

impl DraftLife {
    /// Owners of drafts that were last changed before this moment are to be told.
    pub fn told_before(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        now - (self.untouched - self.notice)
    }

    /// Drafts that were last changed before the first moment, and whose owners were told before the second, are to be deleted. Where
    /// nobody could be told in time, because nothing ran, the draft lives on for the time of the notice.
    pub fn deleted_before(&self, now: DateTime<Utc>) -> (DateTime<Utc>, DateTime<Utc>) {
        (now - self.untouched, now - self.notice)
    }

    /// When a draft is deleted unless it is changed: `told_on` is when its owner was told of it.
    pub fn end(&self, changed_on: DateTime<Utc>, told_on: Option<DateTime<Utc>>) -> DateTime<Utc> {
        let end = changed_on + self.untouched;
        told_on.map_or(end, |told_on| end.max(told_on + self.notice))
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
    fn an_owner_is_told_fourteen_days_before_the_end() {
        let life = DraftLife::default();
        assert_eq!(life.told_before(day(76)), START);
        assert_eq!(life.deleted_before(day(90)), (START, day(76)));
        assert_eq!(life.end(START, None), day(90));
        assert_eq!(life.end(START, Some(day(76))), day(90));
    }

    #[test]
    fn who_was_told_late_has_the_whole_time_of_the_notice() {
        assert_eq!(DraftLife::default().end(START, Some(day(200))), day(214));
    }
}
