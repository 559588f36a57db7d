//! Measures a Super User's list of the variables of a table, in comparison with running its
//! statements directly.

use std::fmt::Write as _;
use std::fs;

use crate::load::{Measured, Until};
use crate::report::{self, judged};
use crate::site::{Aims, Call, Site};
use crate::{Arguments, Outcome, console, drift, statements};

const SUPER_USER: &str = "super-user@aditus.example";
/// Number of tables that are listed in turn.
const TABLES: i64 = 64;
/// The product's aim: the rate of the list, as a share of the rate of its statements.
const MIN_PART: f64 = 0.5;

pub(crate) fn run(arguments: &Arguments) -> Outcome<Vec<String>> {
    if arguments.folder.exists() {
        fs::remove_dir_all(&arguments.folder)?;
    }
    let mut site = Site::prepare(arguments, arguments.size)?;
    site.sign_in(SUPER_USER)?;
    let list = list(&site)?;
    drift::check(&site, &list)?;
    console::progress("measuring: the list, and its statements");
    let (mut served, mut alone, mut all) = (Measured::default(), Measured::default(), Measured::default());
    for _ in 0..arguments.rounds {
        let (connections, until) = (arguments.connections, Until::Passed(arguments.time()));
        served.add(list.over_http(&site, connections, until)?);
        alone.add(list.directly(&site, false, connections, until)?);
        all.add(list.directly(&site, true, connections, until)?);
    }
    let text = text(arguments, &served, &alone, &all);
    console::print(&text);
    report::append(&arguments.report, &text)?;
    site.server.stop()?;
    fs::remove_dir_all(&arguments.folder)?;
    Ok(Vec::new())
}

/// Returns the call for the first page of a table, cycling through the tables.
fn list(site: &Site) -> Outcome<Call> {
    let tables = site.connect()?.numbers(&format!(
        "SELECT CAST(id AS TEXT) FROM dictionary_tables WHERE variables_count > 10 ORDER BY id DESC LIMIT {TABLES}"
    ))?;
    Ok(Call::signed_in(
        "variables of a table",
        Aims::Ratio,
        tables.into_iter().map(|table| {
            (
                format!("/api/v1/data_dictionary/variables_dd/?tbl={table}"),
                statements::variables_of_table(table),
            )
        }),
    ))
}

fn text(arguments: &Arguments, served: &Measured, alone: &Measured, all: &Measured) -> String {
    let part = |of: &Measured| served.per_second() / of.per_second().max(f64::EPSILON);
    let mut text = format!(
        "\n### The variables of a table in the administration, {} variables, {:?}\n\n| Measure | Calls/s | p99 ms | Part | Aim |\n\
         | --- | ---: | ---: | ---: | --- |\n",
        arguments.size, arguments.database
    );
    let _ = writeln!(
        text,
        "| the list, page of ten | {:.0} | {:.1} | | |",
        served.per_second(),
        served.percentile(99)
    );
    let _ = writeln!(
        text,
        "| its SQL alone | {:.0} | | {:.2} | |",
        alone.per_second(),
        part(alone)
    );
    let _ = writeln!(
        text,
        "| all its SQL | {:.0} | | {:.2} | {MIN_PART} or more: {} |",
        all.per_second(),
        part(all),
        judged(part(all) >= MIN_PART)
    );
    text
}
