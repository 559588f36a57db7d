//! Runs `aditus audit verify` as a separate process.

use std::fs;
use std::io::Read as _;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::Outcome;
use crate::site::Site;

/// Polling interval of its memory.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Subjects that fail because of the copies that the bench made.
const COPIED: [&str; 4] = [
    "versions of Data Requests",
    "accounts and records of the administration",
    "roles that people hold",
    "states of Data Requests",
];

/// Part of the message for entries that were added later than they are dated, as those that the
/// bench filled in.
const BACK_DATED: &str = "which was logged before";

pub(super) struct Verified {
    pub(super) took: Duration,
    /// Peak memory in KiB: `VmHWM`.
    pub(super) memory: u64,
    /// The output without details.
    pub(super) printed: String,
    /// The faults, except those that the bench caused.
    pub(super) faults: Vec<String>,
}

pub(super) fn measure(site: &Site) -> Outcome<Verified> {
    let begun = Instant::now();
    let mut process = site
        .installation
        .command(&["audit", "verify"])
        .stdout(Stdio::piped())
        .spawn()?;
    let status = format!("/proc/{}/status", process.id());
    let mut memory = 0;
    let ended = loop {
        if let Some(ended) = process.try_wait()? {
            break ended;
        }
        let peak = fs::read_to_string(&status).ok().and_then(|status| {
            let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
            line.trim().trim_end_matches("kB").trim().parse().ok()
        });
        memory = memory.max(peak.unwrap_or(0));
        thread::sleep(POLL_INTERVAL);
    };
    let took = begun.elapsed();
    let mut printed = String::new();
    if let Some(mut output) = process.stdout.take() {
        output.read_to_string(&mut printed)?;
    }
    let faults = faults(&printed);
    if !printed.contains("entries in the log: ") {
        return Err(format!("audit verify ended with {ended}: {printed}").into());
    }
    let printed = printed
        .lines()
        .filter(|line| !line.starts_with(' '))
        .collect::<Vec<_>>()
        .join("\n");
    Ok(Verified {
        took,
        memory,
        printed,
        faults,
    })
}

/// Returns the faults, except those that the bench caused: copied requests have other titles than
/// their versions, copied people have roles without an audit entry, and copied entries are
/// backdated and report acts that never happened.
fn faults(printed: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let mut is_wrong = false;
    for line in printed.lines() {
        if line.starts_with(' ') {
            if is_wrong && line.contains("wrong: ") && !line.contains(BACK_DATED) {
                faults.push(format!("audit verify: {}", line.trim()));
            }
        } else {
            is_wrong = line.starts_with("WRONG") && COPIED.iter().all(|copied| !line.contains(copied));
        }
    }
    faults
}
