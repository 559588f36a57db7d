//! The memory that all bodies take together.

use std::sync::Arc;

use aditus_domain::ids::UserId;

use crate::memory::{self, Memory};

/// The bytes of each body that are not counted: a connection takes as much anyway, and short bodies, such as a sign-in, go through
/// when the memory is used up.
pub(super) const NOT_COUNTED: usize = 4 * 1024;

/// Whose body it is: a person's, or a guest's.
pub(super) type Sender = Option<UserId>;

/// The memory for bodies. All guests together take at most half of it, and so does each person, so that no sender takes all of it.
pub(crate) type BodyMemory = Memory<Sender>;

/// The share of one body. It is given back on drop.
pub(crate) type Taken = memory::Taken<Sender>;

impl BodyMemory {
    pub(crate) fn new(most: usize) -> Self {
        Self::with(most, NOT_COUNTED)
    }

    /// Begins an empty share for a body of this sender.
    pub(super) fn begin(self: &Arc<Self>, sender: Sender) -> Taken {
        let share = self.most() / 2;
        self.begin_with(vec![(sender, share)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIB: usize = 1024;
    const GUEST: Sender = None;
    const ADA: Sender = Some(UserId(1));
    const BEA: Sender = Some(UserId(2));

    #[test]
    fn all_bodies_together_are_bounded_and_short_ones_go_through() {
        let memory = Arc::new(BodyMemory::new(100 * KIB));
        let (mut first, mut second) = (memory.begin(ADA), memory.begin(BEA));
        assert!(first.grow_to(10 * KIB) && first.grow_to(54 * KIB));
        assert!(second.grow_to(54 * KIB));
        let mut third = memory.begin(GUEST);
        assert!(third.grow_to(4 * KIB));
        assert!(!third.grow_to(5 * KIB));
        drop(first);
        assert!(third.grow_to(5 * KIB));
        drop((second, third));
        assert_eq!(memory.taken(), 0);
    }

    #[test]
    fn all_guests_together_and_each_person_take_half() {
        let memory = Arc::new(BodyMemory::new(100 * KIB));
        for sender in [GUEST, ADA] {
            let (mut one, mut other) = (memory.begin(sender), memory.begin(sender));
            assert!(one.grow_to(34 * KIB) && other.grow_to(24 * KIB));
            assert!(!other.grow_to(25 * KIB));
            drop(one);
            assert!(other.grow_to(54 * KIB));
            assert!(!other.grow_to(55 * KIB));
        }
        assert_eq!(memory.taken(), 0);
    }
}
