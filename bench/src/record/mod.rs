//! The record of acts: what it costs a decision, how soon the log has an entry, what a year of it weighs, and how long it takes to verify,
//! to prove and to look through.

pub(crate) mod cost;
mod fill;
mod following;
mod reading;
mod text;
mod verifying;
mod weight;

use std::fs;
use std::time::Duration;

use crate::site::Site;
use crate::{Arguments, Outcome, console, report};

/// Who reads the record.
const SUPER_USER: &str = "super-user@aditus.example";

/// What was measured.
struct Measures {
    entries: u32,
    cost: cost::Cost,
    following: following::Following,
    sequenced_in: Duration,
    weight: weight::Weight,
    verified: verifying::Verified,
    proof: reading::Line,
    filters: Vec<reading::Line>,
}

/// Measures it on one database and writes the report; answers what is wrong.
pub(crate) fn run(arguments: &Arguments) -> Outcome<Vec<String>> {
    if arguments.folder.exists() {
        fs::remove_dir_all(&arguments.folder)?;
    }
    let mut site = Site::prepare(arguments, arguments.size)?;
    let cost = cost::measure(arguments, &mut site)?;
    // Of what was done and not invented here.
    let mut copies = fill::Copies::of(&mut site.connect()?)?;
    let following = following::measure(&site, &mut copies)?;
    console::note(&format!("filling the record with {} entries", arguments.entries));
    site.server.end()?;
    fill::fill(&mut site.connect()?, &mut copies, arguments.entries)?;
    let sequenced_in = following::sequence(&mut site)?;
    site.sign_in(SUPER_USER)?;
    let weight = weight::measure(&mut site.connect()?)?;
    let proof = reading::proof(arguments, &site)?;
    let filters = reading::filters(arguments, &site)?;
    console::note("verifying");
    let verified = verifying::measure(&site)?;
    let faults = verified.faults.clone();
    let text = text::of(
        arguments,
        &Measures {
            entries: arguments.entries,
            cost,
            following,
            sequenced_in,
            weight,
            verified,
            proof,
            filters,
        },
    );
    console::say(&text);
    report::append(&arguments.report, &text)?;
    site.server.stop()?;
    fs::remove_dir_all(&arguments.folder)?;
    Ok(faults)
}
