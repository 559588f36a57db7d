//! Measures the lists of the audit log with their filters, and the evidence of single entries.

use crate::load::{Measured, Until};
use crate::site::{Aims, Call, Site};
use crate::{Arguments, Outcome, console};

/// Number of simultaneous connections that list entries.
const CONNECTIONS: usize = 8;
/// Number of entries that are proved, in turn.
const PROVED: i64 = 64;

pub(super) struct Line {
    pub(super) name: &'static str,
    pub(super) measured: Measured,
}

/// Measures the evidence of entries spread over the log.
pub(super) fn proof(arguments: &Arguments, site: &Site) -> Outcome<Line> {
    let mut link = site.connect()?;
    let leaves = link.number("SELECT CAST(COUNT(*) AS TEXT) FROM audit_leaves")?;
    let ids = (0..PROVED)
        .map(|place| {
            let index = leaves * place / PROVED;
            link.number(&format!(
                "SELECT CAST(entry_id AS TEXT) FROM audit_leaves WHERE leaf_index = {index}"
            ))
        })
        .collect::<Outcome<Vec<_>>>()?;
    let call = call(
        "evidence of an entry",
        ids.iter().map(|id| format!("/{id}/evidence/")),
    );
    line(arguments, site, &call, 1)
}

/// Measures lists of the audit log with different filters.
pub(super) fn filters(arguments: &Arguments, site: &Site) -> Outcome<Vec<Line>> {
    let mut link = site.connect()?;
    let mut text = |query: &str| -> Outcome<String> {
        let found = link.texts(query)?.into_iter().flatten().next();
        found.ok_or_else(|| format!("nothing found by: {query}").into())
    };
    let common = text("SELECT kind FROM audit_entries GROUP BY kind ORDER BY COUNT(*) DESC LIMIT 1")?;
    let rare = text("SELECT kind FROM audit_entries GROUP BY kind ORDER BY COUNT(*) LIMIT 1")?;
    let person = text(
        "SELECT CAST(user_id AS TEXT) FROM audit_entries WHERE user_id IS NOT NULL GROUP BY user_id ORDER BY COUNT(*) DESC LIMIT 1",
    )?;
    let request = text("SELECT CAST(MAX(request_id) AS TEXT) FROM audit_entries")?;
    let middle = text(
        "SELECT CAST(entry_id AS TEXT) FROM audit_leaves WHERE leaf_index = (SELECT MAX(leaf_index) / 2 FROM audit_leaves)",
    )?;
    let canonical = text(&format!(
        "SELECT canonical FROM audit_entries WHERE id = {middle}"
    ))?;
    let document: serde_json::Value = serde_json::from_str(&canonical)?;
    let at = document["at"].as_str().ok_or("an entry without a time")?;
    let calls = [
        ("newest", String::new()),
        ("of the most frequent kind", format!("kind={common}")),
        ("of the rarest kind", format!("kind={rare}")),
        ("of the person with the most", format!("person={person}")),
        ("of a request", format!("request_id={request}")),
        ("until the middle", format!("until={at}")),
        ("older than one in the middle", format!("before={middle}")),
        ("newer than one in the middle", format!("after={middle}")),
        (
            "of a person and a kind, until the middle",
            format!("person={person}&kind={common}&until={at}"),
        ),
        (
            "of a person and the rarest kind",
            format!("person={person}&kind={rare}"),
        ),
        (
            "of a request and the rarest kind",
            format!("request_id={request}&kind={rare}"),
        ),
    ];
    calls
        .into_iter()
        .map(|(name, query)| {
            let call = call(name, [format!("/?{query}")]);
            line(arguments, site, &call, CONNECTIONS)
        })
        .collect()
}

fn call(name: &'static str, paths: impl IntoIterator<Item = String>) -> Call {
    let variants = paths
        .into_iter()
        .map(|path| (format!("/api/v1/audit/entries{path}"), Vec::new()));
    Call::signed_in(name, Aims::None, variants)
}

fn line(arguments: &Arguments, site: &Site, call: &Call, connections: usize) -> Outcome<Line> {
    console::progress(&format!("measuring: the audit log, {}", call.name));
    let measured = call.over_http(site, connections, Until::Passed(arguments.time()))?;
    Ok(Line {
        name: call.name,
        measured,
    })
}
