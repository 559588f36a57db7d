//! The retention periods of finished requests, and of the identity documents in them.

use std::fmt;

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};

use crate::review::OverallStatus;

/// Returns true if the identity documents of a request are past their retention period `kept`: the
/// request is not pending, and nothing has happened to it for that time. A denied or recalled
/// request that is resubmitted later needs new ones.
pub fn identification_is_past(
    status: OverallStatus,
    last_happened_on: DateTime<Utc>,
    kept: TimeDelta,
    now: DateTime<Utc>,
) -> bool {
    status != OverallStatus::Pending && last_happened_on + kept <= now
}

/// Returns the time before which a record with the retention period `kept` is removed: a request,
/// feedback or a notification.
///
/// The result is a midnight in UTC. All records of one day are removed together, and none before
/// the end of its retention period.
pub fn removed_before(kept: TimeDelta, now: DateTime<Utc>) -> DateTime<Utc> {
    midnight((now - kept).date_naive())
}

fn midnight(day: NaiveDate) -> DateTime<Utc> {
    day.and_time(NaiveTime::MIN).and_utc()
}

/// The statuses of finished requests. A denied or recalled request can be resubmitted until it is
/// removed.
pub const FINISHED: [OverallStatus; 3] = [
    OverallStatus::Approved,
    OverallStatus::Denied,
    OverallStatus::Recalled,
];

/// The period for which the data of an approved request may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataUse {
    /// The request names no last day.
    NotLimited,
    /// The data may be used until the end of this day.
    Until(NaiveDate),
    /// The request has direct access without a date limit.
    WithoutEnd,
}

impl DataUse {
    /// Returns the latest of the days, or [`DataUse::WithoutEnd`] if there is no date limit. The
    /// days are the release of the data, the end of direct access, and the last use of each device.
    pub fn new(no_date_limit: bool, days: impl IntoIterator<Item = NaiveDate>) -> Self {
        if no_date_limit {
            return Self::WithoutEnd;
        }
        days.into_iter().max().map_or(Self::NotLimited, Self::Until)
    }
}

/// The facts that decide if a request is removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetentionFacts {
    /// The status.
    pub status: OverallStatus,
    /// The time of the last submission, decision, recall, edit, comment, reply or feedback.
    pub last_happened_on: DateTime<Utc>,
    /// The period for which the data may be used.
    pub data_use: DataUse,
    /// True if the audit log has the entry of the submission.
    pub is_recorded: bool,
}

/// The decision about the removal of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The request is pending, or its retention period is not over.
    NotYet,
    /// The retention period is over, and something still needs the request.
    Needed(Need),
    /// The retention period is over, and the request can be removed.
    Over,
}

/// The reason to keep a request after its retention period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// The data may be used until this day, and the retention period starts after it.
    DataUse(NaiveDate),
    /// The data may be used without an end.
    EndlessDataUse,
    /// The audit log has no entry of the submission.
    AuditLog,
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DataUse(day) => write!(
                f,
                "its data may be used until {}, and the time counts from then",
                day.format("%d %B %Y")
            ),
            Self::EndlessDataUse => f.write_str("it grants direct access without a date limit"),
            Self::AuditLog => {
                f.write_str("no audit entry says that it was submitted; see `aditus audit verify`")
            }
        }
    }
}

impl RetentionFacts {
    /// Decides if the request is removed when finished requests have the retention period `kept`.
    ///
    /// The period starts at the last act on the request. For an approved request, it starts no
    /// earlier than the end of the data use.
    pub fn verdict(&self, kept: TimeDelta, now: DateTime<Utc>) -> Verdict {
        let before = removed_before(kept, now);
        if self.status == OverallStatus::Pending || self.last_happened_on >= before {
            return Verdict::NotYet;
        }
        if self.status == OverallStatus::Approved {
            match self.data_use {
                DataUse::WithoutEnd => return Verdict::Needed(Need::EndlessDataUse),
                DataUse::Until(day) if midnight(day) >= before => {
                    return Verdict::Needed(Need::DataUse(day));
                }
                DataUse::Until(_) | DataUse::NotLimited => {}
            }
        }
        if self.is_recorded {
            Verdict::Over
        } else {
            Verdict::Needed(Need::AuditLog)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEPT: TimeDelta = TimeDelta::days(365);

    /// An arbitrary time in the afternoon.
    fn end() -> DateTime<Utc> {
        DateTime::from_timestamp(1_780_066_800, 0).unwrap()
    }

    fn finished(status: OverallStatus) -> RetentionFacts {
        RetentionFacts {
            status,
            last_happened_on: end(),
            data_use: DataUse::NotLimited,
            is_recorded: true,
        }
    }

    #[test]
    fn only_identifications_of_finished_requests_expire() {
        let is_past =
            |status, days| identification_is_past(status, end(), KEPT, end() + TimeDelta::days(days));
        for status in FINISHED {
            assert!(!is_past(status, 364) && is_past(status, 365));
        }
        assert!(!is_past(OverallStatus::Pending, 9999));
    }

    #[test]
    fn finished_requests_are_removed_the_day_after_their_retention_period() {
        for status in FINISHED {
            let verdict = |days| finished(status).verdict(KEPT, end() + TimeDelta::days(days));
            assert_eq!((verdict(365), verdict(366)), (Verdict::NotYet, Verdict::Over));
        }
        let pending = finished(OverallStatus::Pending);
        assert_eq!(
            pending.verdict(KEPT, end() + TimeDelta::days(9999)),
            Verdict::NotYet
        );
    }

    #[test]
    fn records_of_one_day_are_removed_together() {
        let early = end().date_naive().and_time(NaiveTime::MIN).and_utc();
        let late = early + TimeDelta::hours(24) - TimeDelta::microseconds(1);
        for now in [early, end(), late] {
            assert_eq!(removed_before(KEPT, now), early - KEPT);
        }
    }

    #[test]
    fn the_retention_period_of_an_approved_request_starts_after_its_data_use() {
        let day = end().date_naive() + TimeDelta::days(1000);
        let of = |status| RetentionFacts {
            data_use: DataUse::new(false, [end().date_naive(), day]),
            ..finished(status)
        };
        let verdict = |status, days| of(status).verdict(KEPT, end() + TimeDelta::days(days));
        let needed = Verdict::Needed(Need::DataUse(day));
        assert_eq!(verdict(OverallStatus::Approved, 365), Verdict::NotYet);
        assert_eq!(verdict(OverallStatus::Approved, 366), needed);
        assert_eq!(verdict(OverallStatus::Approved, 1365), needed);
        assert_eq!(verdict(OverallStatus::Approved, 1366), Verdict::Over);
        // The data of the other requests was never released.
        assert_eq!(verdict(OverallStatus::Denied, 366), Verdict::Over);
        assert_eq!(verdict(OverallStatus::Recalled, 366), Verdict::Over);
    }

    #[test]
    fn direct_access_without_a_limit_keeps_an_approved_request() {
        let approved = RetentionFacts {
            data_use: DataUse::new(true, [end().date_naive()]),
            ..finished(OverallStatus::Approved)
        };
        let verdict = approved.verdict(KEPT, end() + TimeDelta::days(9999));
        assert_eq!(verdict, Verdict::Needed(Need::EndlessDataUse));
    }

    #[test]
    fn a_request_without_an_audit_entry_is_not_removed() {
        let unrecorded = RetentionFacts {
            is_recorded: false,
            ..finished(OverallStatus::Denied)
        };
        let verdict = unrecorded.verdict(KEPT, end() + TimeDelta::days(9999));
        assert_eq!(verdict, Verdict::Needed(Need::AuditLog));
    }
}
