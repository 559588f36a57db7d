//! Writes the results as Markdown.

mod long_request;
mod people;
mod versions;

use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use crate::load::Measured;
use crate::long_request::LongRequest;
use crate::plans::Plan;
use crate::sign_ins::SignIns;
use crate::site::Aims;
use crate::sockets::Crowd;
use crate::versions::Versions;
use crate::{Arguments, Kind, Outcome};

/// The measurements of a call on one database.
#[derive(Debug, Default)]
pub(crate) struct Side {
    /// Over HTTP.
    pub(crate) served: Measured,
    /// Processor time of the server meanwhile.
    pub(crate) processor: Duration,
    /// The statements of the call, run directly and without those of the session.
    pub(crate) alone: Measured,
    /// All statements of the call, run directly.
    pub(crate) with_session: Measured,
}

/// The measurements of a call on the small and the large database.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) aims: Aims,
    pub(crate) small: Side,
    pub(crate) large: Side,
}

pub(crate) struct Report<'a> {
    pub(crate) arguments: &'a Arguments,
    pub(crate) rows: &'a [Row],
    pub(crate) decided: &'a Measured,
    pub(crate) sign_ins: &'a SignIns,
    pub(crate) crowds: &'a [Crowd],
    pub(crate) long: &'a LongRequest,
    pub(crate) versions: &'a Versions,
    pub(crate) ready_after: Duration,
    pub(crate) idle_memory: u64,
    pub(crate) memory_after: u64,
    pub(crate) memory_after_storm: u64,
    pub(crate) plans: &'a [Plan],
}

impl Side {
    fn ratio(&self) -> f64 {
        self.served.per_second() / self.with_session.per_second()
    }

    fn ratio_alone(&self) -> f64 {
        self.served.per_second() / self.alone.per_second()
    }
}

impl Row {
    /// Returns how many times slower the call is on the large database.
    fn growth(&self) -> f64 {
        self.small.served.per_second() / self.large.served.per_second()
    }
}

/// The aims of the product. Memory is in KiB.
const MIN_RATIO: f64 = 0.5;
const MAX_GROWTH: f64 = 1.5;
const MAX_START_TIME: Duration = Duration::from_secs(1);
const MAX_IDLE_MEMORY: u64 = 64 * 1024;

/// Appends text to a file and creates the file if necessary.
pub(crate) fn append(path: &Path, text: &str) -> Outcome<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    writeln!(OpenOptions::new().create(true).append(true).open(path)?, "{text}")?;
    Ok(())
}

pub(crate) fn text(report: &Report<'_>) -> String {
    let mut text = String::new();
    // Writing to a `String` cannot fail.
    let _ = write(&mut text, report);
    text
}

pub(crate) fn long_request(arguments: &Arguments, long: &LongRequest) -> String {
    let mut text = format!("### {}\n", name_of(arguments.database));
    // Writing to a `String` cannot fail.
    let _ = long_request::write(&mut text, long);
    text
}

pub(crate) fn versions(arguments: &Arguments, measured: &Versions) -> String {
    let mut text = format!("### {}\n", name_of(arguments.database));
    // Writing to a `String` cannot fail.
    let _ = versions::write(&mut text, measured);
    text
}

const fn name_of(database: Kind) -> &'static str {
    match database {
        Kind::Sqlite => "SQLite",
        Kind::Postgres => "PostgreSQL",
    }
}

fn write(out: &mut String, report: &Report<'_>) -> std::fmt::Result {
    let arguments = report.arguments;
    writeln!(out, "### {}\n", name_of(arguments.database))?;
    writeln!(
        out,
        "{} connections, {} requests of nine states and {} variables; beside them {} of each.\n",
        arguments.connections, arguments.size, arguments.size, arguments.small
    )?;
    writeln!(
        out,
        "| Call | Calls/s | p50 ms | p99 ms | Processor time µs | Its SQL alone/s | Ratio | All its SQL/s | Ratio | Times slower than with {} |",
        arguments.small
    )?;
    writeln!(
        out,
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    )?;
    for row in report.rows {
        writeln!(out, "{} {:.2} |", cells(row.name, &row.large), row.growth())?;
    }
    writeln!(out, "\nThe same with {}:\n", arguments.small)?;
    writeln!(
        out,
        "| Call | Calls/s | p50 ms | p99 ms | Processor time µs | Its SQL alone/s | Ratio | All its SQL/s | Ratio |"
    )?;
    writeln!(
        out,
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    )?;
    for row in report.rows {
        writeln!(out, "{}", cells(row.name, &row.small))?;
    }
    write_rest(out, report)?;
    people::write(out, report.sign_ins, report.crowds)?;
    long_request::write(out, report.long)?;
    versions::write(out, report.versions)?;
    write_plans(out, report.plans)
}

/// Returns the cells that the tables of both sizes share.
fn cells(name: &str, side: &Side) -> String {
    format!(
        "| {name} | {:.0} | {:.1} | {:.1} | {} | {:.0} | {:.2} | {:.0} | {:.2} |",
        side.served.per_second(),
        side.served.percentile(50),
        side.served.percentile(99),
        side.served.share_of(side.processor).as_micros(),
        side.alone.per_second(),
        side.ratio_alone(),
        side.with_session.per_second(),
        side.ratio(),
    )
}

fn write_rest(out: &mut String, report: &Report<'_>) -> std::fmt::Result {
    writeln!(out, "\n| | | Aim |\n| --- | ---: | --- |")?;
    writeln!(
        out,
        "| Decisions per second, of {} (p50 {:.0} ms, p99 {:.0} ms) | {:.0} | |",
        report.decided.turns(),
        report.decided.percentile(50),
        report.decided.percentile(99),
        report.decided.per_second()
    )?;
    writeln!(
        out,
        "| Start to first answer | {} ms | under 1 s: {} |",
        report.ready_after.as_millis(),
        judged(report.ready_after < MAX_START_TIME)
    )?;
    writeln!(
        out,
        "| Resident memory, idle | {:.1} MiB | under 64 MiB: {} |",
        mebibytes(report.idle_memory),
        judged(report.idle_memory < MAX_IDLE_MEMORY)
    )?;
    writeln!(
        out,
        "| Resident memory, after all calls | {:.1} MiB | |",
        mebibytes(report.memory_after)
    )?;
    writeln!(
        out,
        "| Resident memory, after the storm of sign-ins | {:.1} MiB | |",
        mebibytes(report.memory_after_storm)
    )?;
    for row in report.rows.iter().filter(|row| row.aims != Aims::None) {
        let ratio = row.large.ratio();
        writeln!(
            out,
            "| {}: ratio | {ratio:.2} | 0.5 or more: {} |",
            row.name,
            judged(ratio >= MIN_RATIO)
        )?;
        if row.aims == Aims::RatioAndGrowth {
            let growth = row.growth();
            writeln!(
                out,
                "| {}: times slower with {} times the data | {growth:.2} | 1.5 or less: {} |",
                row.name,
                report.arguments.size / report.arguments.small.max(1),
                judged(growth <= MAX_GROWTH)
            )?;
        }
    }
    Ok(())
}

fn write_plans(out: &mut String, plans: &[Plan]) -> std::fmt::Result {
    writeln!(out, "\nPlans:\n\n```text")?;
    for plan in plans {
        writeln!(
            out,
            "{}{}",
            plan.statement,
            if plan.faults.is_empty() { "" } else { " — FAULT" }
        )?;
        for line in &plan.lines {
            writeln!(out, "    {line}")?;
        }
    }
    writeln!(out, "```")
}

pub(crate) const fn judged(is_met: bool) -> &'static str {
    if is_met { "met" } else { "missed" }
}

pub(crate) fn mebibytes(kibibytes: u64) -> f64 {
    Duration::from_millis(kibibytes).as_secs_f64() * 1000.0 / 1024.0
}
