use aditus_application::audit::export::AuditLogLine;
use aditus_application::audit::views::PersonView;
use aditus_application::ports::DocumentError;
use chrono::SecondsFormat;

use crate::spreadsheet::Spreadsheet;

const HEADING: [&str; 11] = [
    "entry_id",
    "at",
    "kind",
    "act",
    "user_id",
    "person",
    "concerns_id",
    "concerns",
    "request",
    "entry",
    "times",
];

/// Returns the heading of the audit log, with which an export starts.
pub(crate) fn heading() -> Result<Vec<u8>, DocumentError> {
    Spreadsheet::new(&HEADING)?.finish()
}

pub(crate) fn lines(lines: &[AuditLogLine]) -> Result<Vec<u8>, DocumentError> {
    let mut csv = Spreadsheet::part();
    for line in lines {
        let [user_id, person] = cells(line.person.as_ref());
        let [concerns_id, concerns] = cells(line.concerns.as_ref());
        csv.line(&[
            &line.entry_id.to_string(),
            &line.at.to_rfc3339_opts(SecondsFormat::Micros, true),
            line.kind,
            line.act,
            &user_id,
            &person,
            &concerns_id,
            &concerns,
            &line.request,
            &line.canonical,
            &line.times.to_string(),
        ])?;
    }
    csv.finish()
}

/// Returns the id and the name of a person. Both are empty if there is no person.
fn cells(person: Option<&PersonView>) -> [String; 2] {
    person.map_or_else(Default::default, |person| {
        [person.user.to_string(), person.name.clone().unwrap_or_default()]
    })
}
