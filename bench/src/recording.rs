//! Measures the cost of audit entries for a decision, in turns with a server that drops every
//! entry.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use crate::alternating::Rates;
use crate::decisions::{self, Prepared};
use crate::mailbox;
use crate::record::following;
use crate::report::{self, judged};
use crate::site::Site;
use crate::{Arguments, Outcome, console};

/// The aim of the product: the maximum share of the rate that recording may cost.
const MAX_COST: f64 = 0.1;

/// Decisions of each server per turn. They take about a second, in which the sequencer runs twice.
const DECISIONS: usize = 512;

/// Maximum number of turns. More of them do not change the result.
const MAX_TURNS: usize = 40;

pub(crate) fn run(arguments: &Arguments) -> Outcome<Vec<String>> {
    if arguments.folder.exists() {
        fs::remove_dir_all(&arguments.folder)?;
    }
    // The sizes differ by one, because they name the databases.
    let recorded = Site::prepare(arguments, arguments.size)?;
    let mut unrecorded = Site::prepare(arguments, arguments.size + 1)?;
    unrecorded.installation.binary = beside_this_tool()?;
    unrecorded.restart()?;
    let waiting = decisions::waiting(&recorded, MAX_TURNS * DECISIONS)?.len();
    let rate = |site: &Site| -> Outcome<f64> {
        let prepared = Prepared::new(arguments.connections, site, DECISIONS)?;
        // Let both servers finish earlier work such as mails, so that it does not disturb this
        // turn.
        for site in [&recorded, &unrecorded] {
            let mut link = site.connect()?;
            mailbox::until_all_have_left(&mut link)?;
            following::until_none_waits(&mut link)?;
        }
        Ok(prepared.decide(site)?.per_second())
    };
    let rates = Rates::measure(waiting / DECISIONS, || rate(&recorded), || rate(&unrecorded))?;
    if rates.turns() == 0 {
        return Err("too few requests wait for a decision: ask for more with --size".into());
    }
    let text = text(arguments, &rates);
    console::print(&text);
    report::append(&arguments.report, &text)?;
    recorded.server.stop()?;
    unrecorded.server.stop()?;
    fs::remove_dir_all(&arguments.folder)?;
    Ok(Vec::new())
}

fn text(arguments: &Arguments, rates: &Rates) -> String {
    let cost = 1.0 - rates.remaining_share().median;
    let mut text = format!(
        "\n### What recording costs decisions, {} requests, {:?}, {} turns\n\n| | | Aim |\n| --- | ---: | --- |\n",
        arguments.size,
        arguments.database,
        rates.turns()
    );
    // Writing to a `String` cannot fail.
    let _ = writeln!(
        text,
        "| Decisions a second with the record | {} | |",
        rates.with()
    );
    let _ = writeln!(text, "| … without it | {} | |", rates.without());
    let _ = writeln!(
        text,
        "| The part that is left, of the two of a turn | {:.2} | |",
        rates.remaining_share()
    );
    let _ = writeln!(
        text,
        "| What recording costs | {:.1} % | at most {:.0} %: {} |",
        cost * 100.0,
        MAX_COST * 100.0,
        judged(cost <= MAX_COST)
    );
    text
}

/// Returns the path of the binary that is built along with this one.
fn beside_this_tool() -> Outcome<PathBuf> {
    Ok(std::env::current_exe()?.with_file_name("aditus-unrecorded"))
}
