//! Moves an installation of `--size` requests and variables from SQLite to PostgreSQL. Measures the
//! duration and compares the numbers of rows.

use std::fmt::Write as _;
use std::fs;
use std::time::{Duration, Instant};

use crate::database::{Address, Link};
use crate::server::Installation;
use crate::site::Site;
use crate::{Arguments, Kind, Outcome, console, report};

/// The tables whose numbers of rows are compared and reported.
const TABLES: [&str; 5] = [
    "data_requests",
    "request_documents",
    "variables",
    "notifications",
    "audit_entries",
];

/// The commands that look for inconsistencies in an installation.
const COMMANDS: [&[&str]; 2] = [&["check", "--deep"], &["audit", "verify"]];

/// Moves an installation, starts the server on PostgreSQL and writes the report. Needs an empty
/// PostgreSQL database.
pub(crate) fn run(arguments: &Arguments) -> Outcome<Vec<String>> {
    let Kind::Postgres = arguments.database else {
        return Err("an installation moves to PostgreSQL: ADITUS_BENCH_DATABASES=postgres".into());
    };
    if arguments.folder.exists() {
        fs::remove_dir_all(&arguments.folder)?;
    }
    let source = Arguments {
        database: Kind::Sqlite,
        ..arguments.clone()
    };
    let site = Site::prepare(&source, arguments.size)?;
    site.server.stop()?;
    let mut installation = site.installation;
    let before = rows(&mut installation.database.connect()?)?;
    console::progress("checking: the installation on SQLite");
    let findings_before = findings(&installation)?;

    console::progress("measuring: the move");
    let moved = timed(&installation, &["migrate-database", "--to", &arguments.postgres])?;
    installation.database = Address::Postgres(arguments.postgres.clone());
    let mut link = installation.database.connect()?;
    let after = rows(&mut link)?;
    let all = all_rows(&mut link)?;
    let server = installation.start(&[])?;
    let ready_after = server.ready_after;
    server.stop()?;
    console::progress("checking: the installation on PostgreSQL");
    let findings_after = findings(&installation)?;

    let mut text = format!(
        "\n### An installation of {} requests and variables moves from SQLite to PostgreSQL\n\n| Measure | |\n| --- | ---: |\n",
        arguments.size
    );
    for (table, rows) in TABLES.iter().zip(&after) {
        writeln!(text, "| rows of {table} | {rows} |")?;
    }
    writeln!(
        text,
        "| rows in all | {all} |\n| the move, with its comparison | {:.1} s |\n| rows a second | {:.0} |\n\
         | first start of the server there | {:.0} ms |",
        moved.as_secs_f64(),
        f64::from(u32::try_from(all)?) / moved.as_secs_f64(),
        ready_after.as_secs_f64() * 1000.0
    )?;
    for (command, (code, lines)) in COMMANDS.iter().zip(&findings_after) {
        writeln!(
            text,
            "| findings of `{}` afterwards, which ended with {code} | {} |",
            command.join(" "),
            lines.len()
        )?;
    }
    console::print(&text);
    report::append(&arguments.report, &text)?;
    fs::remove_dir_all(&arguments.folder)?;
    let mut failures = Vec::new();
    if before != after {
        failures.push(format!("{before:?} rows of {TABLES:?} became {after:?}"));
    }
    if findings_before != findings_after {
        failures.push(format!(
            "{findings_before:?} of {COMMANDS:?} became {findings_after:?}"
        ));
    }
    Ok(failures)
}

/// Returns the exit code of each command in [`COMMANDS`] and the lines about what is wrong.
///
/// The copied requests have no audit entries and no search texts, so both commands report findings.
/// The move must not change them.
fn findings(installation: &Installation) -> Outcome<Vec<(i32, Vec<String>)>> {
    COMMANDS
        .iter()
        .map(|arguments| {
            let ended = installation.command(arguments).output()?;
            let code = ended.status.code().ok_or("a signal ended the command")?;
            let said = String::from_utf8_lossy(&ended.stdout);
            let mut lines: Vec<String> = said
                .lines()
                .filter(|line| line.trim_start().starts_with("wrong: "))
                .map(str::to_owned)
                .collect();
            lines.sort_unstable();
            Ok((code, lines))
        })
        .collect()
}

fn timed(installation: &Installation, arguments: &[&str]) -> Outcome<Duration> {
    let begun = Instant::now();
    let ended = installation.command(arguments).output()?;
    if ended.status.success() {
        Ok(begun.elapsed())
    } else {
        let said = String::from_utf8_lossy(&ended.stderr);
        Err(format!(
            "aditus {} ended with {}: {said}",
            arguments.join(" "),
            ended.status
        )
        .into())
    }
}

fn rows(link: &mut Link) -> Outcome<Vec<i64>> {
    TABLES
        .iter()
        .map(|table| link.number(&format!("SELECT CAST(COUNT(*) AS TEXT) FROM {table}")))
        .collect()
}

/// Returns the number of rows of all tables.
fn all_rows(link: &mut Link) -> Outcome<i64> {
    let tables =
        link.texts("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")?;
    tables
        .into_iter()
        .flatten()
        .map(|table| link.number(&format!("SELECT CAST(COUNT(*) AS TEXT) FROM \"{table}\"")))
        .sum()
}
