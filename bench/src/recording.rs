//! What recording costs a decision: the same decisions by a server that drops every entry, in turns.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use crate::decisions::{self, Prepared};
use crate::in_turns::Rates;
use crate::mailbox;
use crate::record::following;
use crate::report::{self, judged};
use crate::site::Site;
use crate::{Arguments, Outcome, console};

/// The aim of the product: the most of the rate.
const MOST: f64 = 0.1;

/// So many decisions of each server are a turn, of a second or so: the sequencer comes twice in that time.
const DECISIONS: usize = 512;

/// More turns tell nothing more.
const MOST_TURNS: usize = 40;

/// Measures it on one database and writes the report.
pub(crate) fn run(arguments: &Arguments) -> Outcome<Vec<String>> {
    if arguments.folder.exists() {
        fs::remove_dir_all(&arguments.folder)?;
    }
    // Two of nearly the same size: they have the names of their sizes.
    let recorded = Site::prepare(arguments, arguments.size)?;
    let mut unrecorded = Site::prepare(arguments, arguments.size + 1)?;
    unrecorded.installation.binary = beside_this_tool()?;
    unrecorded.restart()?;
    let waiting = decisions::waiting(&recorded, MOST_TURNS * DECISIONS)?.len();
    let rate = |site: &Site| -> Outcome<f64> {
        let prepared = Prepared::new(arguments.connections, site, DECISIONS)?;
        // What the server still does for the decisions before, such as mails, is no part of a turn of the other one.
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
    console::say(&text);
    report::append(&arguments.report, &text)?;
    recorded.server.stop()?;
    unrecorded.server.stop()?;
    fs::remove_dir_all(&arguments.folder)?;
    Ok(Vec::new())
}

fn text(arguments: &Arguments, rates: &Rates) -> String {
    let cost = 1.0 - rates.left().median;
    let mut text = format!(
        "\n### What recording costs decisions, {} requests, {:?}, {} turns\n\n| | | Aim |\n| --- | ---: | --- |\n",
        arguments.size,
        arguments.database,
        rates.turns()
    );
    // Writing to a text cannot fail.
    let _ = writeln!(
        text,
        "| Decisions a second with the record | {} | |",
        rates.with()
    );
    let _ = writeln!(text, "| … without it | {} | |", rates.without());
    let _ = writeln!(
        text,
        "| The part that is left, of the two of a turn | {:.2} | |",
        rates.left()
    );
    let _ = writeln!(
        text,
        "| What recording costs | {:.1} % | at most {:.0} %: {} |",
        cost * 100.0,
        MOST * 100.0,
        judged(cost <= MOST)
    );
    text
}

/// It is built with this one.
fn beside_this_tool() -> Outcome<PathBuf> {
    Ok(std::env::current_exe()?.with_file_name("aditus-unrecorded"))
}
