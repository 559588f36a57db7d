//! Checks that the server still runs the statements that it is compared with.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::Outcome;
use crate::load::Until;
use crate::site::{Call, Site};

/// PostgreSQL shows only this many bytes of a statement by default.
const SHOWN: usize = 1000;

/// Runs the call while watching the statements that PostgreSQL executes. SQLite cannot be watched.
/// There, the server's statements come from the same code.
pub(crate) fn check(site: &Site, call: &Call) -> Outcome<()> {
    let mut link = site.connect()?;
    if !link.is_postgres() {
        return Ok(());
    }
    let over = AtomicBool::new(false);
    let seen = std::thread::scope(|scope| {
        let watcher = scope.spawn(|| -> Outcome<BTreeSet<String>> {
            let mut seen = BTreeSet::new();
            while !over.load(Ordering::Relaxed) {
                let now = link.texts(&format!(
                    "SELECT DISTINCT CAST(left(query, {SHOWN}) AS TEXT) FROM pg_stat_activity \
                     WHERE datname = current_database() AND pid <> pg_backend_pid()"
                ))?;
                seen.extend(now.into_iter().flatten());
            }
            Ok(seen)
        });
        let served = call.over_http(site, 4, Until::Passed(Duration::from_secs(1)));
        over.store(true, Ordering::Relaxed);
        let seen = watcher.join().unwrap_or_else(|_| Err("the watcher died".into()));
        served.and(seen)
    })?;
    for statement in call.statements.iter().flatten().chain(call.session(site)) {
        let beginning: String = statement.numbered().chars().take(SHOWN).collect();
        if !seen.contains(&beginning) {
            return Err(format!(
                "the server no longer asks for {:?} as bench/src/statements.rs has it; bring that up to date. \
                 It was seen to ask:\n{}",
                statement.name,
                seen.into_iter().collect::<Vec<_>>().join("\n")
            )
            .into());
        }
    }
    Ok(())
}
