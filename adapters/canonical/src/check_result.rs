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
    let indexed = answer.facts.as_ref().map(|facts| &facts.indexed);
    let signed = answer.signed.as_ref();
    json!({
        "proved": answer.is_proved(),
        "checks": checks.collect::<Vec<_>>(),
        "kind": indexed.map(|indexed| &indexed.kind),
        "at": indexed.map(|indexed| indexed.at),
        "request_id": indexed.and_then(|indexed| indexed.request).map(|request| request.0),
        "index": answer.index,
        "origin": signed.map(|signed| &signed.origin),
        "size": signed.map(|signed| signed.head.size),
        "signed_by": answer.signed_by,
        "entry": answer.entry,
    })
}
