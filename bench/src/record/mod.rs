//! Measures the audit log: the delay until an entry is in it, the disk space of a year, and the
//! time to verify it, to prove entries and to list them.

mod fill;
pub(crate) mod following;
mod reading;
mod text;
mod verifying;
mod weight;

use std::fs;
use std::time::Duration;

use crate::site::Site;
use crate::{Arguments, Outcome, console, decisions, report};

/// The account that reads the audit log.
const SUPER_USER: &str = "super-user@aditus.example";

struct Measures {
    entries: u32,
    following: following::Following,
    sequenced_in: Duration,
    weight: weight::Weight,
    verified: verifying::Verified,
    proof: reading::Line,
    filters: Vec<reading::Line>,
}

/// Measures one database and writes the report. Returns the faults that `aditus audit verify`
/// finds.
pub(crate) fn run(arguments: &Arguments) -> Outcome<Vec<String>> {
    if arguments.folder.exists() {
        fs::remove_dir_all(&arguments.folder)?;
    }
    let mut site = Site::prepare(arguments, arguments.size)?;
    // Make real decisions, whose entries are copied.
    decisions::measure(arguments, &site)?;
    let mut copies = fill::Copies::new(&site)?;
    let following = following::measure(&site, &mut copies)?;
    console::progress(&format!(
        "filling the audit log with {} entries",
        arguments.entries
    ));
    site.server.end()?;
    fill::fill(&mut site.connect()?, &mut copies, arguments.entries)?;
    let sequenced_in = following::sequence(&mut site)?;
    site.sign_in(SUPER_USER)?;
    let weight = weight::measure(&mut site.connect()?)?;
    let proof = reading::proof(arguments, &site)?;
    let filters = reading::filters(arguments, &site)?;
    console::progress("verifying");
    let verified = verifying::measure(&site)?;
    let faults = verified.faults.clone();
    let text = text::report(
        arguments,
        &Measures {
            entries: arguments.entries,
            following,
            sequenced_in,
            weight,
            verified,
            proof,
            filters,
        },
    );
    console::print(&text);
    report::append(&arguments.report, &text)?;
    site.server.stop()?;
    fs::remove_dir_all(&arguments.folder)?;
    Ok(faults)
}
