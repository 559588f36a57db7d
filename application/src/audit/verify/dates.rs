//! Checks that entries are dated in the order in which they were logged.
//!
//! The time of a checkpoint is not signed: it is in an unprotected column. The times of the entries
//! before it are signed, so they cannot be altered afterwards.

use std::fmt;

use aditus_domain::ids::AuditEntryId;
use chrono::{DateTime, TimeDelta, Utc};

/// The accepted difference to an entry that was logged earlier. The clocks of nodes differ, and an
/// act gets its time before its transaction ends. An hour is far more than either needs, and too
/// little to gain from backdating a decision.
const TOLERANCE: TimeDelta = TimeDelta::hours(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dated {
    pub(super) id: AuditEntryId,
    pub(super) index: u64,
    pub(super) at: DateTime<Utc>,
}

impl fmt::Display for Dated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {} (leaf {})", self.id, self.index)
    }
}

/// Consecutive entries of the log that are dated before an entry that was logged earlier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BackDated {
    first: Dated,
    last: Dated,
    number: u64,
    /// The entry that was logged earlier.
    earlier: Dated,
}

impl fmt::Display for BackDated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            first,
            last,
            number,
            earlier,
        } = self;
        let when = earlier.at;
        if *number == 1 {
            write!(
                f,
                "{first} is dated {}, before {earlier} of {when}, which was logged before it: it was added later, or a clock was wrong",
                first.at
            )
        } else {
            write!(
                f,
                "{number} entries, from {first} to {last}, are dated from {} on, before {earlier} of {when}, which was logged before \
                 them: they were added later, or a clock was wrong",
                first.at
            )
        }
    }
}

#[derive(Default)]
pub(super) struct Dates {
    /// The entry with the latest time.
    latest: Option<Dated>,
    /// The current run of backdated entries.
    run: Option<BackDated>,
}

impl Dates {
    /// Adds the next entry of the log. Returns the preceding run of backdated entries once it is
    /// complete, so that a clock that was wrong for a while causes one finding and not one for each
    /// entry.
    pub(super) fn add(&mut self, dated: Dated) -> Option<BackDated> {
        let earlier = self.latest.filter(|latest| dated.at < latest.at - TOLERANCE);
        let Some(earlier) = earlier else {
            if self.latest.is_none_or(|latest| latest.at < dated.at) {
                self.latest = Some(dated);
            }
            return self.run.take();
        };
        let run = self.run.get_or_insert(BackDated {
            first: dated,
            last: dated,
            number: 0,
            earlier,
        });
        run.last = dated;
        run.number += 1;
        None
    }

    pub(super) fn end(&mut self) -> Option<BackDated> {
        self.run.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(minutes: &[i64]) -> Vec<String> {
        let mut dates = Dates::default();
        let mut found: Vec<BackDated> = Vec::new();
        for (index, minutes) in (0..).zip(minutes) {
            found.extend(dates.add(Dated {
                id: AuditEntryId(index + 1),
                index: index.unsigned_abs(),
                at: DateTime::from_timestamp(1_800_000_000 + minutes * 60, 0).unwrap(),
            }));
        }
        found.extend(dates.end());
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn entries_backdated_by_up_to_an_hour_are_accepted() {
        assert_eq!(found(&[]), [""; 0]);
        assert_eq!(found(&[0, 90, 30, 95, 60, 36]), [""; 0]);
    }

    #[test]
    fn each_backdated_entry_is_reported_with_the_earlier_one() {
        let faults = found(&[0, 61, 0, 62, 63, -90]);
        assert_eq!(
            faults,
            [
                "entry 3 (leaf 2) is dated 2027-01-15 08:00:00 UTC, before entry 2 (leaf 1) of 2027-01-15 09:01:00 UTC, which was logged \
                 before it: it was added later, or a clock was wrong",
                "entry 6 (leaf 5) is dated 2027-01-15 06:30:00 UTC, before entry 5 (leaf 4) of 2027-01-15 09:03:00 UTC, which was logged \
                 before it: it was added later, or a clock was wrong",
            ]
        );
    }

    #[test]
    fn consecutive_backdated_entries_are_reported_once() {
        let faults = found(&[600, 0, 1, 2, 541]);
        assert_eq!(
            faults,
            [
                "3 entries, from entry 2 (leaf 1) to entry 4 (leaf 3), are dated from 2027-01-15 08:00:00 UTC on, before entry 1 (leaf 0) of \
              2027-01-15 18:00:00 UTC, which was logged before them: they were added later, or a clock was wrong"
            ]
        );
    }
}
