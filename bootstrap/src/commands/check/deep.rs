//! `aditus check --deep`: scans the integrity of the stored data.

use aditus_application::Ports;
use aditus_application::integrity::scan::{self, Finding, ScanMode};

use super::report::{Level, Report};
use crate::clean_failure::chain;

/// Scans all stored data. Reports a line for each subject, and one for each row that is wrong,
/// repaired or noted.
pub(super) fn check(ports: &Ports, repairs: bool, report: &mut Report) {
    let mode = if repairs {
        ScanMode::Repair
    } else {
        ScanMode::CheckOnly
    };
    let mut repairable = 0;
    let result = scan::execute(ports, mode, &mut |finding| {
        repairable += finding.repairable;
        add_finding(&finding, report);
    });
    if let Err(error) = result {
        report.line("stored data", Err(chain(&error)));
    }
    if repairable > 0 {
        let text = format!(
            "{repairable} of these are derived from other data; `aditus check --deep --repair` recomputes them"
        );
        report.add(Level::ToDo, "stored data", &text);
    }
}

/// Adds the result of one check: its line, then the rows that are wrong, repaired or noted.
pub(super) fn add_finding(finding: &Finding, report: &mut Report) {
    let Finding {
        subject,
        checked,
        wrong_in_all,
        repaired_in_all,
        ..
    } = finding;
    let checked = match checked {
        0 if *subject == "pages, indexes and references of the database" => String::new(),
        number => format!("{number} checked, "),
    };
    let repaired = match repaired_in_all {
        0 => String::new(),
        number => format!(", {number} repaired"),
    };
    if *wrong_in_all == 0 {
        report.line(subject, Ok(format!("{checked}nothing is wrong{repaired}")));
    } else {
        report.line(subject, Err(format!("{checked}{wrong_in_all} wrong{repaired}")));
    }
    listed(report, &finding.wrong, *wrong_in_all, "wrong");
    listed(report, &finding.repaired, *repaired_in_all, "repaired");
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
