//! Watches the worker of the server from outside: a run of the reminders, and computing due dates.

use std::thread;
use std::time::{Duration, Instant};

use aditus_application::ports::Clock as _;
use aditus_system::SystemClock;
use chrono::Days;

use super::writer;
use crate::database::Link;
use crate::site::Site;
use crate::{Arguments, Outcome, console, mailbox};

/// Maximum time to wait for the worker.
const TIMEOUT: Duration = Duration::from_mins(10);
/// Polling intervals.
const OFTEN: Duration = Duration::from_millis(2);
const SELDOM: Duration = Duration::from_millis(20);

/// The clocks of stages, and of terms, by the literals of their indexes.
const STAGES: &str = "FROM request_states WHERE state = 'Unattended' AND target IS NOT NULL";
const TERMS: &str = "FROM request_terms WHERE is_running";

/// One piece of work of the worker.
pub(super) struct Run {
    pub(super) took: Duration,
    /// The longest wait of another writer meanwhile.
    pub(super) longest_wait: Duration,
}

fn until(every: Duration, mut over: impl FnMut() -> Outcome<bool>) -> Outcome<()> {
    let deadline = Instant::now() + TIMEOUT;
    while !over()? {
        if Instant::now() > deadline {
            return Err("the worker of due dates takes too long".into());
        }
        thread::sleep(every);
    }
    Ok(())
}

/// Waits until no date is of an earlier version of the calendar.
pub(super) fn until_computed(link: &mut Link) -> Outcome<()> {
    let version = version(link)?;
    until(SELDOM, || has_ended(link, version))
}

fn version(link: &mut Link) -> Outcome<i64> {
    link.number("SELECT CAST(row_version AS TEXT) FROM calendars")
}

fn has_ended(link: &mut Link, version: i64) -> Outcome<bool> {
    for clocks in [STAGES, TERMS] {
        let earliest = link.numbers(&format!(
            "SELECT CAST(calendar_version AS TEXT) {clocks} ORDER BY calendar_version LIMIT 1"
        ))?;
        if earliest.first().is_some_and(|earliest| *earliest < version) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn has_begun(link: &mut Link, version: i64) -> Outcome<bool> {
    for clocks in [STAGES, TERMS] {
        let latest = link.numbers(&format!(
            "SELECT CAST(calendar_version AS TEXT) {clocks} ORDER BY calendar_version DESC LIMIT 1"
        ))?;
        if latest.first().is_some_and(|latest| *latest >= version) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Adds a holiday to the calendar, which moves nearly all due dates, and measures the time from the
/// first batch to the last. The wait until the worker looks, up to five seconds, does not count.
pub(super) fn calendars(arguments: &Arguments, site: &Site, requests: &[i64]) -> Outcome<Vec<Run>> {
    let mut link = site.connect()?;
    let mut runs = Vec::new();
    for round in 1..=arguments.rounds.max(1) {
        console::progress(&format!("measuring: change {round} of the calendar"));
        let day = SystemClock.now().date_naive() + Days::new(u64::from(round) + 1);
        let ((begun, ended), writes) = writer::beside(site, requests, || {
            link.run(&format!(
                "BEGIN; INSERT INTO holidays (day, name) VALUES ('{day}', 'Holiday'); \
                 UPDATE calendars SET row_version = row_version + 1; COMMIT"
            ))?;
            let version = version(&mut link)?;
            let mut begun = Instant::now();
            until(OFTEN, || {
                let now = Instant::now();
                if has_begun(&mut link, version)? {
                    return Ok(true);
                }
                begun = now;
                Ok(false)
            })?;
            until(SELDOM, || has_ended(&mut link, version))?;
            Ok((begun, Instant::now()))
        })?;
        runs.push(Run {
            took: ended - begun,
            longest_wait: writer::longest(&writes, begun, ended),
        });
    }
    Ok(runs)
}

/// Returns the time of the last run of the reminders, in milliseconds since 1970.
fn ran_on(link: &mut Link) -> Outcome<i64> {
    link.number(if link.is_postgres() {
        "SELECT CAST(CAST(COALESCE(EXTRACT(EPOCH FROM reminders_ran_on), 0) * 1000 AS BIGINT) AS TEXT) \
         FROM installation"
    } else {
        "SELECT CAST(CAST(COALESCE(julianday(reminders_ran_on) - 2440587.5, 0) * 86400000 AS INTEGER) AS TEXT) \
         FROM installation"
    })
}

/// Measures runs of the reminders that are due each minute: from the start, which the server stores,
/// to the commit that stores it. Before each, the overdue stages lose the reminders that were sent.
/// Returns the number of stages that were reminded of as well.
pub(super) fn reminders(arguments: &Arguments, site: &Site, overdue: &[i64]) -> Outcome<(Vec<Run>, i64)> {
    let mut link = site.connect()?;
    let mut last = ran_on(&mut link)?;
    // The next run begins a minute after this one.
    until(SELDOM, || Ok(ran_on(&mut link)? != last))?;
    let mut runs = Vec::new();
    let mut reminded = 0;
    for round in 1..=arguments.rounds.max(1) {
        console::progress(&format!("measuring: run {round} of the reminders"));
        mailbox::until_all_have_left(&mut link)?;
        link.run(
            "UPDATE request_states SET reminded = NULL, reminded_on = NULL, escalated_on = NULL \
             WHERE reminded IS NOT NULL OR escalated_on IS NOT NULL",
        )?;
        last = ran_on(&mut link)?;
        let ((took, ended), writes) = writer::beside(site, overdue, || {
            until(OFTEN, || Ok(ran_on(&mut link)? != last))?;
            let ended = Instant::now();
            let took = SystemClock.now().timestamp_millis() - ran_on(&mut link)?;
            Ok((Duration::from_millis(u64::try_from(took)?), ended))
        })?;
        reminded =
            link.number("SELECT CAST(COUNT(*) AS TEXT) FROM request_states WHERE reminded IS NOT NULL")?;
        if reminded == 0 {
            return Err("a run of the reminders sent none".into());
        }
        let begun = ended.checked_sub(took).ok_or("a run began before the machine")?;
        runs.push(Run {
            took,
            longest_wait: writer::longest(&writes, begun, ended),
        });
    }
    Ok((runs, reminded))
}
