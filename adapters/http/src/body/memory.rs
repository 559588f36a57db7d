//! How much memory bodies take, all together.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// So much of each body is not counted: it is no more than a connection takes anyway, and short bodies, such as a
/// sign-in, go through when others have taken all there is.
pub(super) const NOT_COUNTED: usize = 4 * 1024;

/// What may be taken, and what is. Guests take at most half, so that they leave some to who is signed in.
#[derive(Debug)]
pub(crate) struct BodyMemory {
    most: usize,
    taken: AtomicUsize,
    taken_by_guests: AtomicUsize,
}

/// What one body has taken; it is given back when this is dropped.
#[derive(Debug)]
pub(crate) struct Taken {
    memory: Arc<BodyMemory>,
    bytes: usize,
    by_guest: bool,
}

fn take(counter: &AtomicUsize, bytes: usize, most: usize) -> bool {
    counter
        .fetch_update(Ordering::AcqRel, Ordering::Acquire, |taken| {
            taken.checked_add(bytes).filter(|sum| *sum <= most)
        })
        .is_ok()
}

impl BodyMemory {
    pub(crate) fn new(most: usize) -> Self {
        Self {
            most,
            taken: AtomicUsize::new(0),
            taken_by_guests: AtomicUsize::new(0),
        }
    }

    /// Nothing yet, for a body of somebody who is signed in, or of a guest.
    pub(super) fn begin(self: &Arc<Self>, by_guest: bool) -> Taken {
        Taken {
            memory: Arc::clone(self),
            bytes: 0,
            by_guest,
        }
    }
}

impl Taken {
    /// Makes room for a body of this many bytes in all; false when there is none.
    pub(super) fn grow_to(&mut self, size: usize) -> bool {
        let more = size.saturating_sub(NOT_COUNTED).saturating_sub(self.bytes);
        let memory = &self.memory;
        if self.by_guest && !take(&memory.taken_by_guests, more, memory.most / 2) {
            return false;
        }
        if !take(&memory.taken, more, memory.most) {
            if self.by_guest {
                memory.taken_by_guests.fetch_sub(more, Ordering::AcqRel);
            }
            return false;
        }
        self.bytes += more;
        true
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.memory.taken.fetch_sub(self.bytes, Ordering::AcqRel);
        if self.by_guest {
            self.memory
                .taken_by_guests
                .fetch_sub(self.bytes, Ordering::AcqRel);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIB: usize = 1024;

    #[test]
    fn all_bodies_together_are_bounded_and_short_ones_go_through() {
        let memory = Arc::new(BodyMemory::new(100 * KIB));
        let mut first = memory.begin(false);
        assert!(first.grow_to(50 * KIB) && first.grow_to(104 * KIB));
        let mut second = memory.begin(false);
        assert!(second.grow_to(4 * KIB));
        assert!(!second.grow_to(5 * KIB));
        drop(first);
        assert!(second.grow_to(5 * KIB));
        drop(second);
        assert_eq!(memory.taken.load(Ordering::Acquire), 0);
    }

    #[test]
    fn guests_leave_half_to_who_is_signed_in() {
        let memory = Arc::new(BodyMemory::new(100 * KIB));
        let mut guest = memory.begin(true);
        assert!(guest.grow_to(54 * KIB));
        assert!(!guest.grow_to(55 * KIB));
        let mut person = memory.begin(false);
        assert!(person.grow_to(54 * KIB));
        assert!(!person.grow_to(55 * KIB));
        drop((guest, person));
        assert_eq!(memory.taken.load(Ordering::Acquire), 0);
        assert_eq!(memory.taken_by_guests.load(Ordering::Acquire), 0);
    }
}
