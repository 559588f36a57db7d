//! The memory for large responses, limited in total, by user and by network.

use std::sync::Arc;
use std::time::Duration;

use aditus_domain::ids::UserId;

use crate::load::AnswerLimits;
use crate::memory::{MemoryBudget, MemoryReservation, Share};
use crate::queue::QuotaKey;

/// The memory reservation of a response. It is returned when the response was sent or its
/// connection is closed.
pub(super) type AnswerReservation = MemoryReservation<QuotaKey>;

/// The memory for responses. Responses that wait for memory have a separate budget of the same
/// size.
pub(crate) struct AnswerMemory {
    sent: Arc<MemoryBudget<QuotaKey>>,
    waiting: Arc<MemoryBudget<QuotaKey>>,
    patience: Duration,
}

impl AnswerMemory {
    pub(crate) fn new(limits: &AnswerLimits) -> Self {
        Self {
            sent: Arc::new(MemoryBudget::with_limit(limits.memory, 0)),
            waiting: Arc::new(MemoryBudget::with_limit(limits.memory, 0)),
            patience: limits.patience,
        }
    }

    pub(crate) fn used_bytes(&self) -> usize {
        self.sent.used_bytes().saturating_add(self.waiting.used_bytes())
    }

    /// Waits for memory for a response of this size. Returns `None` if none is available in time,
    /// or if too many bytes are already waiting.
    pub(super) async fn reserve(
        &self,
        user: Option<UserId>,
        address: &str,
        size: usize,
    ) -> Option<AnswerReservation> {
        let limit = self.sent.limit();
        let (half, quarter) = (Share::fixed(limit / 2), Share::fixed(limit / 4));
        let network = QuotaKey::network(address);
        let shares = match user {
            Some(user) => vec![(QuotaKey::User(user), quarter), (network, half)],
            None => vec![(QuotaKey::Anonymous, half), (network, quarter)],
        };
        // A response that is larger than a share takes the whole share.
        let size = size.min(limit / 4);
        let mut reservation = self.sent.reservation(shares.clone());
        if reservation.grow_to(size) {
            return Some(reservation);
        }
        let mut waiting = self.waiting.reservation(shares);
        let is_granted = waiting.grow_to(size) && reservation.wait_for(size, self.patience).await;
        is_granted.then_some(reservation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: usize = 1024 * 1024;
    const ADA: Option<UserId> = Some(UserId(1));
    const BEA: Option<UserId> = Some(UserId(2));

    fn memory() -> AnswerMemory {
        AnswerMemory::new(&AnswerLimits {
            memory: 64 * MIB,
            patience: Duration::ZERO,
            ..AnswerLimits::default()
        })
    }

    async fn granted(
        memory: &AnswerMemory,
        user: Option<UserId>,
        network: &str,
        mib: usize,
    ) -> Option<AnswerReservation> {
        memory.reserve(user, network, mib * MIB).await
    }

    #[actix_web::test]
    async fn users_networks_and_anonymous_callers_have_shares() {
        let memory = memory();
        let own = granted(&memory, ADA, "a", 16).await;
        assert!(own.is_some() && granted(&memory, ADA, "b", 1).await.is_none());
        let same_network = granted(&memory, BEA, "a", 16).await;
        assert!(same_network.is_some() && granted(&memory, Some(UserId(3)), "a", 1).await.is_none());
        let guests = [
            granted(&memory, None, "c", 16).await,
            granted(&memory, None, "d", 16).await,
        ];
        assert!(guests.iter().all(Option::is_some));
        assert!(granted(&memory, None, "e", 1).await.is_none());
        assert_eq!(memory.used_bytes(), 64 * MIB);
        drop((own, same_network, guests));
        assert_eq!(memory.used_bytes(), 0);
    }

    #[actix_web::test]
    async fn a_response_larger_than_a_share_takes_the_whole_share() {
        let memory = memory();
        let large = granted(&memory, ADA, "a", 100).await;
        assert!(large.is_some() && granted(&memory, ADA, "a", 1).await.is_none());
        drop(large);
        assert!(granted(&memory, ADA, "a", 1).await.is_some());
    }
}
