//! Measures how much slower lists, counts and searches are with a hundred times the data.

use std::fmt::Write as _;
use std::fs;

use crate::load::{Measured, Until};
use crate::report::{self, judged};
use crate::site::{Call, Site};
use crate::{Arguments, Outcome, console, plans};

/// Number of simultaneous connections.
const CONNECTIONS: usize = 8;
/// The aims of the product: growth as a factor, and the duration in milliseconds of a search that
/// finds one in twenty.
const MAX_GROWTH: f64 = 1.5;
const MAX_COMMON_GROWTH: f64 = 3.0;
const MAX_COMMON_TIME: f64 = 60.0;

struct Row {
    name: &'static str,
    small: Measured,
    large: Measured,
}

impl Row {
    fn is_common(&self) -> bool {
        self.name.contains("one in twenty")
    }

    /// Returns the growth of the median duration, as a factor.
    fn growth(&self) -> f64 {
        self.large.percentile(50) / self.small.percentile(50).max(f64::EPSILON)
    }
}

/// Measures one database and writes the report. Returns the faults of the query plans.
pub(crate) fn run(arguments: &Arguments) -> Outcome<Vec<String>> {
    if arguments.folder.exists() {
        fs::remove_dir_all(&arguments.folder)?;
    }
    let small = Site::prepare(arguments, arguments.small)?;
    let large = Site::prepare(arguments, arguments.size)?;
    let (of_small, of_large) = (small.calls()?, large.calls()?);
    let mut rows = Vec::new();
    for (of_small, of_large) in of_small.iter().zip(&of_large) {
        console::progress(&format!("measuring: {}", of_large.name));
        rows.push(measure(arguments, (&small, of_small), (&large, of_large))?);
    }
    let mut link = large.connect()?;
    let mut faults = Vec::new();
    for statement in of_large
        .iter()
        .filter_map(|call| call.statements.first())
        .flatten()
    {
        faults.extend(plans::explain(&mut link, statement)?.faults);
    }
    let text = text(arguments, &rows);
    console::print(&text);
    report::append(&arguments.report, &text)?;
    small.server.stop()?;
    large.server.stop()?;
    fs::remove_dir_all(&arguments.folder)?;
    Ok(faults)
}

fn measure(arguments: &Arguments, small: (&Site, &Call), large: (&Site, &Call)) -> Outcome<Row> {
    let mut row = Row {
        name: large.1.name,
        small: Measured::default(),
        large: Measured::default(),
    };
    for _ in 0..arguments.rounds {
        for ((site, call), measured) in [(small, &mut row.small), (large, &mut row.large)] {
            measured.add(call.over_http(site, CONNECTIONS, Until::Passed(arguments.time()))?);
        }
    }
    Ok(row)
}

fn text(arguments: &Arguments, rows: &[Row]) -> String {
    let mut text = format!(
        "\n### {} requests and variables beside {}, {:?}, {CONNECTIONS} connections\n\n\
         | Call | Calls/s | p50 ms | p95 ms | Aim | With {}: calls/s | p50 ms | p95 ms | Times as long | Aim |\n\
         | --- | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: | --- |\n",
        arguments.size, arguments.small, arguments.database, arguments.small
    );
    for row in rows {
        let (growth, p95) = (row.growth(), row.large.percentile(95));
        let (most, aim) = if row.is_common() {
            (
                MAX_COMMON_GROWTH,
                format!("{MAX_COMMON_TIME}: {}", judged(p95 <= MAX_COMMON_TIME)),
            )
        } else {
            (MAX_GROWTH, String::new())
        };
        // Writing to a `String` cannot fail.
        let _ = writeln!(
            text,
            "| {} | {:.0} | {:.1} | {p95:.1} | {aim} | {:.0} | {:.1} | {:.1} | {growth:.2} | {most}: {} |",
            row.name,
            row.large.per_second(),
            row.large.percentile(50),
            row.small.per_second(),
            row.small.percentile(50),
            row.small.percentile(95),
            judged(growth <= most),
        );
    }
    text
}
