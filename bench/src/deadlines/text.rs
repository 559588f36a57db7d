//! The section of the report about due dates.

use std::fmt::{Result, Write as _};
use std::time::Duration;

use super::worker::Run;
use super::{Measures, TURNS};
use crate::Arguments;
use crate::alternating::Spread;
use crate::report::judged;

/// The aims of the product: the cost of a list as a factor, and seconds and milliseconds.
const MAX_COST: f64 = 1.05;
const MAX_REMINDERS: f64 = 2.0;
const MAX_CALENDAR: f64 = 10.0;
const MAX_WAIT: f64 = 50.0;

pub(super) fn write(arguments: &Arguments, measures: &Measures) -> String {
    let mut text = format!(
        "\n### Due dates of {} open requests, {:?}\n\n| | | Aim |\n| --- | ---: | --- |\n",
        measures.open, arguments.database
    );
    // Writing to a `String` cannot fail.
    let _ = write_lists(&mut text, measures);
    let _ = write_runs(
        &mut text,
        &format!("A run that reminds of {} stages", measures.reminded),
        &measures.reminders,
        MAX_REMINDERS,
    );
    let _ = write_runs(
        &mut text,
        "Computing all dates after a change of the calendar",
        &measures.calendars,
        MAX_CALENDAR,
    );
    let _ = writeln!(
        text,
        "| The longest wait of another writer beside an idle worker, ms | {:.0} | |",
        milliseconds(measures.quiet)
    );
    text
}

fn write_lists(out: &mut String, measures: &Measures) -> Result {
    let lists = &measures.lists;
    let cost = 1.0 / lists.remaining_share().median.max(f64::EPSILON);
    writeln!(out, "| Lists a second with due dates | {} | |", lists.with())?;
    writeln!(out, "| … without, in {TURNS} turns | {} | |", lists.without())?;
    writeln!(
        out,
        "| What due dates cost a list, of the two of a turn | {cost:.2} times | at most {MAX_COST}: {} |",
        judged(cost <= MAX_COST)
    )
}

fn write_runs(out: &mut String, name: &str, runs: &[Run], most: f64) -> Result {
    let took = Spread::from_values(runs.iter().map(|run| run.took.as_secs_f64()).collect());
    let longest = runs.iter().map(|run| run.longest_wait).max().unwrap_or_default();
    let longest = milliseconds(longest);
    writeln!(
        out,
        "| {name}, s | {took:.2} | at most {most:.0}: {} |",
        judged(took.median <= most)
    )?;
    writeln!(
        out,
        "| … the longest wait of another writer, ms | {longest:.0} | at most {MAX_WAIT:.0}: {} |",
        judged(longest <= MAX_WAIT)
    )
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}
