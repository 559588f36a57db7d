//! A table of meters by name, with lookup without locks.

use std::hash::BuildHasher;
use std::sync::OnceLock;

use rustc_hash::FxBuildHasher;

/// Most names with a meter. There are about three hundred routes and as many use cases.
const MAX_METERS: usize = 2048;

/// A table that creates a meter at the first use of its name and never removes it. A lookup waits
/// only while another thread creates the same slot.
///
/// Names beyond the 2,048th get no meter, which limits memory and the number of series for any
/// input.
pub struct Meters<M> {
    slots: Box<[OnceLock<Named<M>>]>,
}

/// Kind and name of a meter, and the meter.
type Named<M> = (&'static str, Box<str>, M);

impl<M> Default for Meters<M> {
    fn default() -> Self {
        Self {
            slots: std::iter::repeat_with(OnceLock::new).take(MAX_METERS).collect(),
        }
    }
}

impl<M> Meters<M> {
    /// Returns the meter of this kind and name, and creates it with `make` if it is new. Returns
    /// `None` if the table is full.
    pub fn get_or_create(&self, kind: &'static str, name: &str, make: impl Fn() -> M) -> Option<&M> {
        // A fast hash suffices: names come from the code, so no caller can provoke collisions.
        let first = FxBuildHasher.hash_one((kind, name));
        let first = usize::try_from(first % MAX_METERS as u64).unwrap_or_default();
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
    fn concurrent_lookups_share_one_meter_per_name() {
        let meters = Meters::<AtomicUsize>::default();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for number in 0..300 {
                        let name = format!("/route/{}", number % 100);
                        let meter = meters.get_or_create("GET", &name, AtomicUsize::default).unwrap();
                        meter.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
        });
        for number in 0..100 {
            let meter = |kind| meters.get_or_create(kind, &format!("/route/{number}"), AtomicUsize::default);
            assert_eq!(meter("GET").unwrap().load(Ordering::Relaxed), 12);
            assert_eq!(meter("POST").unwrap().load(Ordering::Relaxed), 0);
        }
    }

    #[test]
    fn names_beyond_the_limit_get_no_meter() {
        let meters = Meters::<()>::default();
        let created = (0..2 * MAX_METERS)
            .filter(|number| meters.get_or_create("", &number.to_string(), || ()).is_some());
        assert_eq!(created.count(), MAX_METERS);
        assert!(
            meters.get_or_create("", "0", || ()).is_some(),
            "those that came first stay"
        );
    }
}
