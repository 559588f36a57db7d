//! Meters by name, found without a lock.

use std::hash::BuildHasher;
use std::sync::OnceLock;

use rustc_hash::FxBuildHasher;

/// So many names have a meter. There are some three hundred routes and as many use cases.
const MOST: usize = 2048;

/// Meters that are made when their name first comes, and found by it from then on. None is ever taken away, so that whoever looks one up
/// waits for nobody but, the first time, for the one who makes it.
///
/// Names beyond the 2,048th have no meter: whatever names come, the memory and the series that they take are bounded.
pub struct Meters<M> {
    slots: Box<[OnceLock<Named<M>>]>,
}

/// A meter under its kind and name.
type Named<M> = (&'static str, Box<str>, M);

impl<M> Default for Meters<M> {
    fn default() -> Self {
        Self {
            slots: std::iter::repeat_with(OnceLock::new).take(MOST).collect(),
        }
    }
}

impl<M> Meters<M> {
    /// The meter of this name; two names in two kinds are two.
    pub fn of(&self, kind: &'static str, name: &str, make: impl Fn() -> M) -> Option<&M> {
        // Names are those of the code, which nobody chooses so that they meet.
        let first = FxBuildHasher.hash_one((kind, name));
        let first = usize::try_from(first % MOST as u64).unwrap_or_default();
        let (before, after) = self.slots.split_at(first);
        after.iter().chain(before).find_map(|slot| {
            let (found_kind, found, meter) = slot.get_or_init(|| (kind, name.into(), make()));
            (*found_kind == kind && **found == *name).then_some(meter)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn each_name_has_one_meter_whoever_comes_first() {
        let meters = Meters::<AtomicUsize>::default();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for number in 0..300 {
                        let name = format!("/route/{}", number % 100);
                        let meter = meters.of("GET", &name, AtomicUsize::default).unwrap();
                        meter.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
        });
        for number in 0..100 {
            let meter = |kind| meters.of(kind, &format!("/route/{number}"), AtomicUsize::default);
            assert_eq!(meter("GET").unwrap().load(Ordering::Relaxed), 12);
            assert_eq!(meter("POST").unwrap().load(Ordering::Relaxed), 0);
        }
    }

    #[test]
    fn names_without_end_take_no_memory_without_end() {
        let meters = Meters::<()>::default();
        let made = (0..2 * MOST).filter(|number| meters.of("", &number.to_string(), || ()).is_some());
        assert_eq!(made.count(), MOST);
        assert!(meters.of("", "0", || ()).is_some(), "those that came first stay");
    }
}
