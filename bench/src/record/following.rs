//! Measures the delay of the sequencer.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use chrono::TimeDelta;

use super::fill::Copies;
use crate::Outcome;
use crate::database::Link;
use crate::fill::{advance_id_sequences, highest};
use crate::site::Site;

/// Entries per second, as the aim demands.
pub(super) const A_SECOND: i64 = 500;
/// Entries per transaction. An act has only one or two, but SQLite has a single writer.
const IN_ONE: i64 = 5;
const LASTS: Duration = Duration::from_secs(10);
const POLL_INTERVAL: Duration = Duration::from_millis(10);
const TIMEOUT: Duration = Duration::from_mins(30);

pub(super) struct Following {
    pub(super) entries: i64,
    pub(super) lasted: Duration,
    /// The longest time that an entry waited for the log.
    pub(super) behind: Duration,
    /// Number of checkpoints signed meanwhile.
    pub(super) checkpoints: i64,
}

/// Adds entries while the server runs, and watches for how long the oldest pending entry has
/// waited.
pub(super) fn measure(site: &Site, copies: &mut Copies) -> Outcome<Following> {
    let mut link = site.connect()?;
    until_none_waits(&mut link)?;
    let before = checkpoints(&mut link)?;
    let added: Mutex<Vec<(i64, Instant)>> = Mutex::default();
    let is_over = AtomicBool::new(false);
    let begun = Instant::now();
    let (entries, behind) = thread::scope(|scope| {
        let watching = scope.spawn(|| watch_lag(site, &added, &is_over));
        let adding = add(&mut link, copies, begun, &added);
        let ended = adding.and_then(|entries| until_none_waits(&mut link).map(|()| entries));
        is_over.store(true, Ordering::Relaxed);
        let behind = watching.join().unwrap_or_else(|_| Err("a thread died".into()))?;
        Ok::<_, Box<dyn std::error::Error + Send + Sync>>((ended?, behind))
    })?;
    let lasted = begun.elapsed();
    advance_id_sequences(&mut link, &["audit_entries"])?;
    Ok(Following {
        entries,
        lasted,
        behind,
        checkpoints: checkpoints(&mut link)? - before,
    })
}

fn add(
    link: &mut Link,
    copies: &mut Copies,
    begun: Instant,
    added: &Mutex<Vec<(i64, Instant)>>,
) -> Outcome<i64> {
    // Far above the ids that the server assigns to its own entries meanwhile.
    let first = highest(link, "audit_entries")? + 100_000;
    let mut entries = 0;
    while begun.elapsed() < LASTS {
        let due = i64::try_from(begun.elapsed().as_millis())? * A_SECOND / 1_000;
        if entries + IN_ONE > due {
            thread::sleep(Duration::from_millis(1));
            continue;
        }
        link.run("BEGIN")?;
        let after = TimeDelta::from_std(begun.elapsed())?;
        copies.add(link, first + entries, IN_ONE, after)?;
        if let Ok(mut added) = added.lock() {
            added.push((first + entries, Instant::now()));
        }
        link.run("COMMIT")?;
        entries += IN_ONE;
    }
    Ok(entries)
}

/// Returns the longest time that an entry was pending.
fn watch_lag(site: &Site, added: &Mutex<Vec<(i64, Instant)>>, is_over: &AtomicBool) -> Outcome<Duration> {
    let mut link = site.connect()?;
    let mut behind = Duration::ZERO;
    while !is_over.load(Ordering::Relaxed) {
        let oldest = link.number("SELECT CAST(COALESCE(MIN(entry_id), 0) AS TEXT) FROM audit_pending")?;
        let now = Instant::now();
        if let Ok(added) = added.lock() {
            let place = added.partition_point(|(first, _)| *first <= oldest);
            if let Some((_, at)) = place.checked_sub(1).and_then(|place| added.get(place)) {
                behind = behind.max(now.duration_since(*at));
            }
        }
        thread::sleep(POLL_INTERVAL);
    }
    Ok(behind)
}

/// Starts the server and waits until all filled entries are in the log. Returns the duration.
pub(super) fn sequence(site: &mut Site) -> Outcome<Duration> {
    let begun = Instant::now();
    site.server = site.installation.start(&[])?;
    until_none_waits(&mut site.connect()?)?;
    Ok(begun.elapsed())
}

/// Waits until all entries are in the log.
pub(crate) fn until_none_waits(link: &mut Link) -> Outcome<()> {
    let begun = Instant::now();
    while begun.elapsed() < TIMEOUT {
        if link
            .numbers("SELECT CAST(entry_id AS TEXT) FROM audit_pending LIMIT 1")?
            .is_empty()
        {
            return Ok(());
        }
        thread::sleep(POLL_INTERVAL);
    }
    Err("the sequencer does not come to an end".into())
}

fn checkpoints(link: &mut Link) -> Outcome<i64> {
    link.number("SELECT CAST(COUNT(*) AS TEXT) FROM audit_checkpoints")
}
