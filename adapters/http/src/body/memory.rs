//! How much memory bodies take, all together.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use aditus_domain::ids::UserId;

/// So much of each body is not counted: it is no more than a connection takes anyway, and short bodies, such as a
/// sign-in, go through when others have taken all there is.
pub(super) const NOT_COUNTED: usize = 4 * 1024;

/// Whose body it is: a person's, or a guest's.
pub(super) type Sender = Option<UserId>;

/// What may be taken, and what is. All guests together take at most half, and so does each person: nobody takes what there is
/// for all.
#[derive(Debug)]
pub(crate) struct BodyMemory {
    most: usize,
    taken: Mutex<InUse>,
}

#[derive(Debug, Default)]
struct InUse {
    all: usize,
    by_sender: BTreeMap<Sender, usize>,
}

/// What one body has taken; it is given back when this is dropped.
#[derive(Debug)]
pub(crate) struct Taken {
    memory: Arc<BodyMemory>,
    bytes: usize,
    sender: Sender,
}

impl BodyMemory {
    pub(crate) fn new(most: usize) -> Self {
        Self {
            most,
            taken: Mutex::default(),
        }
    }

    /// Nothing yet, for a body of this sender.
    pub(super) fn begin(self: &Arc<Self>, sender: Sender) -> Taken {
        Taken {
            memory: Arc::clone(self),
            bytes: 0,
            sender,
        }
    }

    /// The bytes that are taken at this moment.
    pub(crate) fn taken(&self) -> usize {
        self.in_use().all
    }

    fn in_use(&self) -> MutexGuard<'_, InUse> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Taken {
    /// Makes room for a body of this many bytes in all; false when there is none.
    pub(super) fn grow_to(&mut self, size: usize) -> bool {
        let more = size.saturating_sub(NOT_COUNTED).saturating_sub(self.bytes);
        if more == 0 {
            return true;
        }
        let mut in_use = self.memory.in_use();
        let all = in_use.all.saturating_add(more);
        let own = in_use.by_sender.get(&self.sender).copied().unwrap_or_default();
        let own = own.saturating_add(more);
        if all > self.memory.most || own > self.memory.most / 2 {
            return false;
        }
        in_use.all = all;
        in_use.by_sender.insert(self.sender, own);
        self.bytes += more;
        true
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        if self.bytes == 0 {
            return;
        }
        let mut in_use = self.memory.in_use();
        in_use.all = in_use.all.saturating_sub(self.bytes);
        if let Some(own) = in_use.by_sender.get_mut(&self.sender) {
            *own = own.saturating_sub(self.bytes);
            if *own == 0 {
                in_use.by_sender.remove(&self.sender);
            }
        }
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
        let in_use = memory.in_use();
        assert!(in_use.all == 0 && in_use.by_sender.is_empty(), "{in_use:?}");
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
        assert_eq!(memory.in_use().all, 0);
    }
}
