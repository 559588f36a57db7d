//! When what was there before the record was taken over into it.

use chrono::{DateTime, TimeDelta, Utc};

/// What was there before the record is taken over as soon as a server works that keeps one. What is taken over later was added by somebody who
/// left no entry.
const TAKEN_OVER_WITHIN: TimeDelta = TimeDelta::days(1);

/// Whether what is taken over at this time can be from before the record. `began` is when the first records of the administration were
/// taken over, which are so before any account, role or request; none where nothing was.
pub fn may_be_from_before(began: Option<DateTime<Utc>>, at: DateTime<Utc>) -> bool {
    began.is_none_or(|began| at - began <= TAKEN_OVER_WITHIN)
}
