//! Deduplicates the notifications of a connection.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use aditus_domain::ids::NotificationId;

/// Longest expected time between the assignment of a notification's id and its commit. Until then,
/// a notification with a smaller id than delivered ones may still appear.
const COMMITTED_WITHIN: Duration = Duration::from_mins(1);

/// Delivers each notification once, even if transactions commit out of the order of the ids.
#[derive(Debug)]
pub(crate) struct DeliveryDedup {
    /// All notifications up to this one were delivered.
    settled: NotificationId,
    /// Later notifications that were delivered, in the order of delivery.
    recent: VecDeque<(Instant, NotificationId)>,
    /// Time of the last call of `settled`, that is, of the last query.
    last_query: Instant,
}

impl DeliveryDedup {
    pub(crate) fn new(settled: NotificationId, known: &[NotificationId], now: Instant) -> Self {
        Self {
            settled,
            recent: known.iter().map(|id| (now, *id)).collect(),
            last_query: now,
        }
    }

    /// Returns the id after which to query now.
    ///
    /// A delivered notification is settled if the previous query came more than `COMMITTED_WITHIN`
    /// after its delivery, because that query found any late commits with smaller ids. Elapsed time
    /// alone does not settle it: without signals there are no queries.
    pub(crate) fn settled(&mut self, now: Instant) -> NotificationId {
        let last_query = std::mem::replace(&mut self.last_query, now);
        while let Some((delivered, id)) = self.recent.front()
            && last_query.saturating_duration_since(*delivered) > COMMITTED_WITHIN
        {
            self.settled = self.settled.max(*id);
            self.recent.pop_front();
        }
        self.settled
    }

    /// Returns true if this notification was not delivered yet, and records it as delivered.
    pub(crate) fn mark_delivered(&mut self, id: NotificationId, now: Instant) -> bool {
        let is_new = id > self.settled && self.recent.iter().all(|(_, delivered)| *delivered != id);
        if is_new {
            self.recent.push_back((now, id));
        }
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_commit_is_delivered_once() {
        let begin = Instant::now();
        let at = |seconds| begin + Duration::from_secs(seconds);
        let mut dedup = DeliveryDedup::new(NotificationId(3), &[NotificationId(5), NotificationId(8)], begin);
        assert!(
            !dedup.mark_delivered(NotificationId(2), at(1)),
            "it was settled before"
        );
        assert!(
            !dedup.mark_delivered(NotificationId(5), at(1)),
            "it was in the first list"
        );
        assert!(
            dedup.mark_delivered(NotificationId(6), at(2)),
            "it has committed after 8"
        );
        assert!(!dedup.mark_delivered(NotificationId(6), at(3)));
        assert_eq!(
            dedup.settled(at(500)),
            NotificationId(3),
            "there was no query for a long time"
        );
        assert_eq!(dedup.settled(at(501)), NotificationId(8));
        assert!(!dedup.mark_delivered(NotificationId(6), at(501)));
        assert!(dedup.mark_delivered(NotificationId(9), at(501)));
        assert_eq!(dedup.settled(at(600)), NotificationId(8));
        assert_eq!(dedup.settled(at(601)), NotificationId(9));
    }
}
