//! What a connection was told.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use aditus_domain::ids::NotificationId;

/// Who tells somebody something has committed within this time. A notification gets its id before the commit: until then one with a smaller id
/// than others that were told may still come.
const COMMITTED_WITHIN: Duration = Duration::from_mins(1);

/// Each notification is told once, in whichever order their transactions commit.
#[derive(Debug)]
pub(crate) struct Told {
    /// Up to this one nothing is new any more.
    settled: NotificationId,
    /// What else was told, by the time.
    lately: VecDeque<(Instant, NotificationId)>,
    /// When it was last asked for what is new.
    looked: Instant,
}

impl Told {
    pub(crate) fn new(settled: NotificationId, known: &[NotificationId], now: Instant) -> Self {
        Self {
            settled,
            lately: known.iter().map(|id| (now, *id)).collect(),
            looked: now,
        }
    }

    /// Where to begin to ask, now. What was told long enough before the last time is settled: that time would have found what came late, which
    /// time alone does not, where nothing is heard for a while.
    pub(crate) fn settled(&mut self, now: Instant) -> NotificationId {
        let looked = std::mem::replace(&mut self.looked, now);
        while let Some((told, id)) = self.lately.front()
            && looked.saturating_duration_since(*told) > COMMITTED_WITHIN
        {
            self.settled = self.settled.max(*id);
            self.lately.pop_front();
        }
        self.settled
    }

    /// Whether this one is to be told; it is noted as told.
    pub(crate) fn tell(&mut self, id: NotificationId, now: Instant) -> bool {
        let is_new = id > self.settled && self.lately.iter().all(|(_, told)| *told != id);
        if is_new {
            self.lately.push_back((now, id));
        }
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_that_commits_late_is_told_once() {
        let begin = Instant::now();
        let at = |seconds| begin + Duration::from_secs(seconds);
        let mut told = Told::new(NotificationId(3), &[NotificationId(5), NotificationId(8)], begin);
        assert!(!told.tell(NotificationId(2), at(1)), "it was settled before");
        assert!(
            !told.tell(NotificationId(5), at(1)),
            "it was told with the first list"
        );
        assert!(told.tell(NotificationId(6), at(2)), "it has committed after 8");
        assert!(!told.tell(NotificationId(6), at(3)));
        assert_eq!(
            told.settled(at(500)),
            NotificationId(3),
            "nothing was heard for long"
        );
        assert_eq!(told.settled(at(501)), NotificationId(8));
        assert!(!told.tell(NotificationId(6), at(501)));
        assert!(told.tell(NotificationId(9), at(501)));
        assert_eq!(told.settled(at(600)), NotificationId(8));
        assert_eq!(told.settled(at(601)), NotificationId(9));
    }
}
