//! Limits the memory of all bodies together.

use std::sync::Arc;

use aditus_domain::ids::UserId;

use crate::memory::{self, MemoryBudget, Share};

/// Bytes of each body that are not counted. A connection needs as much anyway, and short bodies,
/// such as a sign-in, are accepted even when the memory is used up.
pub(super) const NOT_COUNTED: usize = 4 * 1024;

/// The sender of a body: a user, or `None` for anonymous callers.
pub(super) type Sender = Option<UserId>;

/// The memory for bodies. Each user is guaranteed an eighth. A user gets up to half, which a body
/// with files may need, as long as a quarter is left for others. All anonymous callers together get
/// a quarter.
pub(crate) type BodyMemory = MemoryBudget<Sender>;

/// The memory reservation of one body. Dropping it returns the memory.
pub(crate) type BodyReservation = memory::MemoryReservation<Sender>;

impl BodyMemory {
    pub(crate) fn new(limit: usize) -> Self {
        Self::with_limit(limit, NOT_COUNTED)
    }

    /// Creates an empty reservation for a body of this sender.
    pub(super) fn reservation_for(self: &Arc<Self>, sender: Sender) -> BodyReservation {
        let limit = self.limit();
        let share = match sender {
            Some(_) => Share {
                guaranteed: limit / 8,
                max: limit / 2,
            },
            None => Share::fixed(limit / 4),
        };
        self.reservation(vec![(sender, share)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIB: usize = 1024;
    const GUEST: Sender = None;
    const ADA: Sender = Some(UserId(1));
    const BEA: Sender = Some(UserId(2));
    const CYN: Sender = Some(UserId(3));

    #[test]
    fn total_body_memory_is_limited_and_short_bodies_are_accepted() {
        let limit = 64 * KIB;
        let memory = Arc::new(BodyMemory::new(limit));
        let mut bodies: Vec<BodyReservation> =
            (0..8).map(|n| memory.reservation_for(Some(UserId(n)))).collect();
        for body in &mut bodies {
            assert!(body.grow_to(7 * KIB) && body.grow_to(limit / 8 + NOT_COUNTED));
        }
        let mut last = memory.reservation_for(Some(UserId(9)));
        assert!(last.grow_to(NOT_COUNTED));
        assert!(!last.grow_to(NOT_COUNTED + KIB));
        drop(bodies.pop());
        assert!(last.grow_to(NOT_COUNTED + KIB));
        drop((bodies, last));
        assert_eq!(memory.used_bytes(), 0);
    }

    #[test]
    fn all_anonymous_bodies_together_get_a_quarter() {
        let limit = 100 * KIB;
        let memory = Arc::new(BodyMemory::new(limit));
        let (mut one, mut other) = (memory.reservation_for(GUEST), memory.reservation_for(GUEST));
        assert!(one.grow_to(15 * KIB + NOT_COUNTED));
        assert!(other.grow_to(limit / 4 - 15 * KIB + NOT_COUNTED));
        assert!(!other.grow_to(limit / 4 - 14 * KIB + NOT_COUNTED));
        drop(one);
        assert!(other.grow_to(limit / 4 + NOT_COUNTED));
        assert!(!other.grow_to(limit / 4 + NOT_COUNTED + KIB));
        drop(other);
        assert_eq!(memory.used_bytes(), 0);
    }

    #[test]
    fn a_user_gets_half_while_a_quarter_is_left_for_others() {
        let limit = 128 * KIB;
        let memory = Arc::new(BodyMemory::new(limit));
        let (mut ada, mut bea, mut cyn) = (
            memory.reservation_for(ADA),
            memory.reservation_for(BEA),
            memory.reservation_for(CYN),
        );
        assert!(ada.grow_to(limit / 2 + NOT_COUNTED));
        assert!(!ada.grow_to(limit / 2 + NOT_COUNTED + KIB));
        assert!(bea.grow_to(limit / 4 + NOT_COUNTED));
        assert!(!bea.grow_to(limit / 4 + NOT_COUNTED + KIB));
        // The third person gets the guaranteed eighth.
        assert!(cyn.grow_to(limit / 8 + NOT_COUNTED));
        assert!(!cyn.grow_to(limit / 8 + NOT_COUNTED + KIB));
        drop(ada);
        assert!(cyn.grow_to(limit / 2 + NOT_COUNTED));
    }
}
