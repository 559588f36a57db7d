//! The retention periods of finished requests, and of the identity documents in them.

use std::fmt;

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};

use crate::review::OverallStatus;

/// Returns true if the identity documents of a request are past this retention period: the
/// request is not pending, and nothing has happened to it for that time. A denied or recalled
/// request that is resubmitted later needs new ones.
pub fn identification_is_past(
    status: OverallStatus,
    last_happened_on: DateTime<Utc>,
    period: TimeDelta,
    now: DateTime<Utc>,
) -> bool {
    status != OverallStatus::Pending && last_happened_on + period <= now
}

/// Returns the time before which a record with this retention period is removed: a request,
/// feedback or a notification.
///
/// The result is a midnight in UTC. All records of one day are removed together, and none before
/// the end of its retention period.
pub fn retention_cutoff(period: TimeDelta, now: DateTime<Utc>) -> DateTime<Utc> {
    midnight((now - period).date_naive())
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
    Unspecified,
    /// The data may be used until the end of this day.
    Until(NaiveDate),
    /// The request has direct access without a date limit.
    Unlimited,
}

impl DataUse {
    /// Returns the latest of the days, or [`DataUse::Unlimited`] if there is no date limit. The
    /// days are the release of the data, the end of direct access, and the last use of each device.
    pub fn new(no_date_limit: bool, days: impl IntoIterator<Item = NaiveDate>) -> Self {
        if no_date_limit {
            return Self::Unlimited;
        }
        days.into_iter().max().map_or(Self::Unspecified, Self::Until)
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

/// The state of the retention period of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RetentionState {
    /// The request is pending, or its retention period is not over.
    Running,
    /// The retention period is over, and something still needs the request.
    StillNeeded(Need),
    /// The retention period is over, and the request can be removed.
    Expired,
}

/// The reason to keep a request after its retention period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// The data may be used until this day, and the retention period starts after it.
    DataUse(NaiveDate),
    /// The data may be used without an end.
    UnlimitedDataUse,
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
            Self::UnlimitedDataUse => f.write_str("it grants direct access without a date limit"),
            Self::AuditLog => {
                f.write_str("no audit entry says that it was submitted; see `aditus audit verify`")
            }
        }
    }
}

impl RetentionFacts {
    /// Returns the state of the request when finished requests have this retention period.
    ///
    /// The period starts at the last act on the request. For an approved request, it starts no
    /// earlier than the end of the data use.
    pub fn state(&self, period: TimeDelta, now: DateTime<Utc>) -> RetentionState {
        let before = retention_cutoff(period, now);
        if self.status == OverallStatus::Pending || self.last_happened_on >= before {
            return RetentionState::Running;
        }
        if self.status == OverallStatus::Approved {
            match self.data_use {
                DataUse::Unlimited => return RetentionState::StillNeeded(Need::UnlimitedDataUse),
                DataUse::Until(day) if midnight(day) >= before => {
                    return RetentionState::StillNeeded(Need::DataUse(day));
                }
                DataUse::Until(_) | DataUse::Unspecified => {}
            }
        }
        if self.is_recorded {
            RetentionState::Expired
        } else {
            RetentionState::StillNeeded(Need::AuditLog)
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
            data_use: DataUse::Unspecified,
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
            let state = |days| finished(status).state(KEPT, end() + TimeDelta::days(days));
            assert_eq!(
                (state(365), state(366)),
                (RetentionState::Running, RetentionState::Expired)
            );
        }
        let pending = finished(OverallStatus::Pending);
        assert_eq!(
            pending.state(KEPT, end() + TimeDelta::days(9999)),
            RetentionState::Running
        );
    }

    #[test]
    fn records_of_one_day_are_removed_together() {
        let early = end().date_naive().and_time(NaiveTime::MIN).and_utc();
        let late = early + TimeDelta::hours(24) - TimeDelta::microseconds(1);
        for now in [early, end(), late] {
            assert_eq!(retention_cutoff(KEPT, now), early - KEPT);
        }
    }

    #[test]
    fn the_retention_period_of_an_approved_request_starts_after_its_data_use() {
        let day = end().date_naive() + TimeDelta::days(1000);
        let of = |status| RetentionFacts {
            data_use: DataUse::new(false, [end().date_naive(), day]),
            ..finished(status)
        };
        let state = |status, days| of(status).state(KEPT, end() + TimeDelta::days(days));
        let needed = RetentionState::StillNeeded(Need::DataUse(day));
        assert_eq!(state(OverallStatus::Approved, 365), RetentionState::Running);
        assert_eq!(state(OverallStatus::Approved, 366), needed);
        assert_eq!(state(OverallStatus::Approved, 1365), needed);
        assert_eq!(state(OverallStatus::Approved, 1366), RetentionState::Expired);
        // The data of the other requests was never released.
        assert_eq!(state(OverallStatus::Denied, 366), RetentionState::Expired);
        assert_eq!(state(OverallStatus::Recalled, 366), RetentionState::Expired);
    }

    #[test]
    fn direct_access_without_a_limit_keeps_an_approved_request() {
        let approved = RetentionFacts {
            data_use: DataUse::new(true, [end().date_naive()]),
            ..finished(OverallStatus::Approved)
        };
        let state = approved.state(KEPT, end() + TimeDelta::days(9999));
        assert_eq!(state, RetentionState::StillNeeded(Need::UnlimitedDataUse));
    }

    #[test]
    fn a_request_without_an_audit_entry_is_not_removed() {
        let unrecorded = RetentionFacts {
            is_recorded: false,
            ..finished(OverallStatus::Denied)
        };
        let state = unrecorded.state(KEPT, end() + TimeDelta::days(9999));
        assert_eq!(state, RetentionState::StillNeeded(Need::AuditLog));
    }
}
