//! Processes documents in parallel, because they are many and small and some stores have a high
//! latency.

use std::sync::{Mutex, PoisonError};

/// The number of threads. Each may have a whole document in memory.
const AT_ONCE: usize = 4;

/// Runs `work` for each item, in no order, until one fails. Returns all results.
pub(super) fn try_map<T: Sync, R: Send, E: Send>(
    items: &[T],
    work: impl Fn(&T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let next = Mutex::new(items.iter());
    let failed = Mutex::new(None);
    let done = Mutex::new(Vec::with_capacity(items.len()));
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE.min(items.len()) {
            scope.spawn(|| {
                loop {
                    if lock(&failed).is_some() {
                        return;
                    }
                    let Some(item) = lock(&next).next() else {
                        return;
                    };
                    match work(item) {
                        Ok(result) => lock(&done).push(result),
                        Err(error) => {
                            lock(&failed).get_or_insert(error);
                        }
                    }
                }
            });
        }
    });
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(done.into_inner().unwrap_or_else(PoisonError::into_inner)),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::try_map;

    #[test]
    fn each_item_is_processed_once() {
        let numbers: Vec<u32> = (0..500).collect();
        let mut doubled = try_map(&numbers, |number| Ok::<u32, ()>(number * 2)).unwrap();
        doubled.sort_unstable();
        assert_eq!(doubled, (0..500).map(|number| number * 2).collect::<Vec<_>>());
        assert_eq!(try_map(&[], |()| Err::<(), ()>(())), Ok(Vec::new()));
    }

    #[test]
    fn no_item_is_started_after_a_failure() {
        let begun = AtomicUsize::new(0);
        let failed = try_map(&[(); 500], |()| {
            begun.fetch_add(1, Ordering::SeqCst);
            Err::<(), &str>("full")
        });
        assert_eq!(failed, Err("full"));
        assert!(begun.load(Ordering::SeqCst) <= super::AT_ONCE);
    }
}
