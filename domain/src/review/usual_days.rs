//! The usual time from the submission of a request to its final decision.

use chrono::{DateTime, Utc};

use super::wording::days_between;

/// The maximum number of finished requests that are sampled, the latest ones.
pub const SAMPLED: u32 = 20;

/// The minimum number of finished requests. The median of fewer says little.
const AT_LEAST: usize = 5;

/// The submission and the final decision of a finished request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Finished {
    /// Time of the submission.
    pub submitted: DateTime<Utc>,
    /// Time of the final decision.
    pub decided: DateTime<Utc>,
}

impl Finished {
    /// Returns the full days that it took, at least 1, like the text "Approved on the 4th day".
    fn days(self) -> u64 {
        days_between(self.submitted, self.decided).max(1)
    }
}

/// Returns the median of the days that these requests took, rounded up. `None` if they are fewer
/// than five.
pub fn usual_days(finished: &[Finished]) -> Option<u64> {
    if finished.len() < AT_LEAST {
        return None;
    }
    let mut days: Vec<u64> = finished.iter().map(|request| request.days()).collect();
    days.sort_unstable();
    let upper = days.get(days.len() / 2)?;
    let lower = days.get((days.len() - 1) / 2)?;
    Some((lower + upper).div_ceil(2))
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use crate::review::testing::{OWNER, approve, day, decided, default_chain, deny};
    use crate::roles::Role;

    fn took(hours: &[i64]) -> Option<u64> {
        let finished = hours.iter().map(|hours| Finished {
            submitted: day(0),
            decided: day(0) + TimeDelta::hours(*hours),
        });
        usual_days(&finished.collect::<Vec<_>>())
    }

    #[test]
    fn the_usual_time_is_the_median() {
        assert_eq!(took(&[24, 72, 2_400, 96, 48]), Some(3));
        assert_eq!(took(&[24, 48, 72, 120, 144, 2_400]), Some(4));
    }

    #[test]
    fn four_requests_are_too_few() {
        assert_eq!(took(&[24, 48, 72, 96]), None);
        assert_eq!(took(&[]), None);
    }

    #[test]
    fn a_decision_on_the_same_day_takes_one_day() {
        assert_eq!(took(&[1, 2, 3, 4, 47]), Some(1));
    }

    #[test]
    fn the_final_decision_is_the_last_approval_or_a_denial() {
        let mut chain = default_chain();
        decided(&mut chain, 2, approve(), 1);
        assert_eq!(chain.decided_on(), None);
        let mut denied = chain.clone();
        decided(&mut denied, 3, deny(), 2);
        assert_eq!(denied.decided_on(), Some(day(2)));
        let mut recalled = chain.clone();
        recalled.recall(&OWNER, Role::DataRequester, day(3)).unwrap();
        assert_eq!(recalled.decided_on(), None);
        for number in 3..8 {
            decided(&mut chain, number, approve(), i64::from(number));
        }
        assert_eq!(chain.decided_on(), Some(day(7)));
        chain.give_feedback(&OWNER, day(9)).unwrap();
        assert_eq!(chain.decided_on(), Some(day(7)));
    }
}
