//! What recording costs a decision: the same decisions by a server that drops every entry, in turns.

use std::path::PathBuf;

use crate::decisions;
use crate::load::Measured;
use crate::report::judged;
use crate::site::Site;
use crate::{Arguments, Outcome, console};

/// The aim of the product: the most of the rate.
const MOST: f64 = 0.1;

/// How often each of the two decides.
const TURNS: usize = 4;

/// So many requests go on waiting for a decision.
const LEFT: usize = 32;

/// The rates of decisions with the record and without it.
#[derive(Debug, Default)]
pub(crate) struct Cost {
    pub(crate) recorded: Measured,
    pub(crate) unrecorded: Measured,
}

impl Cost {
    /// A line of the report.
    pub(crate) fn told(&self) -> String {
        format!(
            "| What recording costs decisions: {:.0} a second with the record, {:.0} without | {:.1} % | at most 10 %: {} |",
            self.recorded.per_second(),
            self.unrecorded.per_second(),
            self.share() * 100.0,
            judged(self.share() <= MOST)
        )
    }

    /// The part of the rate that is lost.
    pub(crate) fn share(&self) -> f64 {
        1.0 - self.recorded.per_second() / self.unrecorded.per_second().max(f64::EPSILON)
    }
}

/// Restarts the server for each turn, and leaves that with the record.
pub(crate) fn measure(arguments: &Arguments, site: &mut Site) -> Outcome<Cost> {
    let usual = site.installation.binary.clone();
    let unrecorded = beside_this_tool()?;
    // Some are left for what is measured afterwards.
    let waiting = decisions::waiting(site, 1_000_000)?.len().saturating_sub(LEFT);
    let most = (arguments.decisions / 2).min(waiting / (2 * TURNS));
    let mut cost = Cost::default();
    for turn in 0..TURNS {
        // Whoever comes second may profit from what the first one has warmed.
        let mut both = [(true, &usual), (false, &unrecorded)];
        if turn % 2 == 1 {
            both.reverse();
        }
        for (is_recorded, binary) in both {
            console::note(if is_recorded {
                "with the record"
            } else {
                "without it"
            });
            site.installation.binary.clone_from(binary);
            site.restart()?;
            let measured = decisions::decide(arguments.connections, site, most)?;
            if is_recorded {
                cost.recorded.add(measured);
            } else {
                cost.unrecorded.add(measured);
            }
        }
    }
    site.installation.binary = usual;
    site.restart()?;
    Ok(cost)
}

/// It is built with this one.
fn beside_this_tool() -> Outcome<PathBuf> {
    Ok(std::env::current_exe()?.with_file_name("aditus-unrecorded"))
}
