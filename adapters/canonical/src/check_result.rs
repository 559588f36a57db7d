//! The result of checking evidence, as JSON.

use aditus_application::audit::check::Answer;
use serde_json::{Value, json};

/// Returns the output of `aditus audit check --json` for a file. The page `/log` gives the same
/// results (`frontend/src/testing/evidence.json`).
pub fn check_result_json(answer: &Answer) -> Value {
    let checks = answer.checks.iter().map(|check| {
        json!({
            "check": check.what,
            "holds": check.fault.is_none(),
            "fault": check.fault,
        })
    });
    let found_by = answer.facts.as_ref().map(|facts| &facts.found_by);
    let signed = answer.signed.as_ref();
    json!({
        "proved": answer.is_proved(),
        "checks": checks.collect::<Vec<_>>(),
        "kind": found_by.map(|found_by| &found_by.kind),
        "at": found_by.map(|found_by| found_by.at),
        "request_id": found_by.and_then(|found_by| found_by.request).map(|request| request.0),
        "index": answer.index,
        "origin": signed.map(|signed| &signed.origin),
        "size": signed.map(|signed| signed.head.size),
        "signed_by": answer.signed_by,
        "entry": answer.entry,
    })
}
