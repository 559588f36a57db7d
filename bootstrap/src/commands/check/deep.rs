//! `aditus check --deep`: scans the integrity of the stored data.

use aditus_application::Ports;
use aditus_application::integrity::examine::{self, Derived, Finding};

use super::report::{Level, Report};
use crate::clean_failure::chain;

/// Scans all stored data. Reports a line for each subject, and another one for each finding.
pub(super) fn look(ports: &Ports, mends: bool, report: &mut Report) {
    let derived = if mends { Derived::Mended } else { Derived::Left };
    let mut to_mend = 0;
    let looked = examine::execute(ports, derived, &mut |finding| {
        to_mend += finding.can_be_mended;
        tell(&finding, report);
    });
    if let Err(error) = looked {
        report.line("what is stored", Err(chain(&error)));
    }
    if to_mend > 0 {
        let text = format!(
            "{to_mend} of these are derived of what else is stored, and whole again after `aditus check --deep --mend`"
        );
        report.add(Level::ToDo, "what is stored", &text);
    }
}

pub(super) fn tell(finding: &Finding, report: &mut Report) {
    let Finding {
        subject,
        looked_at,
        wrong_in_all,
        mended_in_all,
        ..
    } = finding;
    let looked = match looked_at {
        0 if *subject == "pages, indexes and references of the database" => String::new(),
        number => format!("{number} looked at, "),
    };
    let mended = match mended_in_all {
        0 => String::new(),
        number => format!(", {number} mended"),
    };
    if *wrong_in_all == 0 {
        report.line(subject, Ok(format!("{looked}nothing is wrong{mended}")));
    } else {
        report.line(subject, Err(format!("{looked}{wrong_in_all} wrong{mended}")));
    }
    listed(report, &finding.wrong, *wrong_in_all, "wrong");
    listed(report, &finding.mended, *mended_in_all, "mended");
    listed(report, &finding.remarks, finding.remarks.len() as u64, "noted");
}

/// Lists the first lines, and the number of the remaining ones.
fn listed(report: &mut Report, lines: &[String], in_all: u64, how: &str) {
    for line in lines {
        report.detail(how, line);
    }
    let more = in_all.saturating_sub(lines.len() as u64);
    if more > 0 {
        report.detail(how, &format!("{more} more"));
    }
}
