//! `aditus retention`: what was kept for long enough, and its removal.

use std::process::ExitCode;

use aditus_application::accounts::housekeeping;
use aditus_application::installation::retention::plan::{Due, Kept};
use aditus_application::installation::retention::{apply, plan};
use aditus_application::requests::drafts::end;
use serde_json::{Value, json};

use crate::clean_failure::CleanFailure;
use crate::command_line::Retention;
use crate::console;
use crate::setup::Setup;
use crate::wiring::{MissingKey, Wiring};

/// Lists what would go, and removes it if that is asked for. A server does so by itself every hour.
pub(crate) fn run(setup: &Setup, arguments: &Retention) -> Result<ExitCode, CleanFailure> {
    let missing = if arguments.apply {
        MissingKey::Make
    } else {
        MissingKey::Leave
    };
    let wiring = Wiring::without_migrating(setup, missing)?;
    let failed = |error: &dyn std::error::Error| {
        CleanFailure::because("what is kept for how long cannot be looked through", error)
    };
    let mut requests: Vec<Value> = Vec::new();
    let all = plan::execute(&wiring.ports, &mut |due| {
        if arguments.json {
            requests.push(as_json(&due));
        } else {
            console::say(&line(&due));
        }
    })
    .map_err(|error| failed(&error))?;
    if !arguments.json {
        for kept in &all {
            console::say(&summary(kept));
        }
    }
    let removed = if arguments.apply {
        let applied = apply::execute(&wiring.ports).map_err(|error| failed(&error))?;
        let swept = housekeeping::execute(&wiring.ports).map_err(|error| failed(&error))?;
        let drafts = end::execute(&wiring.ports).map_err(|error| failed(&error))?;
        if !arguments.json {
            console::say(&format!(
                "removed: {} documents ({} entries in the record), {} clicks, {} mails and text messages, {} one-time codes, {} sessions, {} drafts",
                applied.documents,
                applied.entries,
                swept.clicks,
                swept.messages,
                swept.codes,
                swept.sessions,
                drafts.deleted,
            ));
        }
        Some(json!({
            "documents": applied.documents, "entries": applied.entries, "clicks": swept.clicks, "messages": swept.messages,
            "codes": swept.codes, "sessions": swept.sessions, "drafts": drafts.deleted,
        }))
    } else {
        None
    };
    if arguments.json {
        let kinds: Vec<Value> = all.iter().map(kind).collect();
        console::say(&json!({ "requests": requests, "kinds": kinds, "removed": removed }).to_string());
    }
    Ok(ExitCode::SUCCESS)
}

fn line(due: &Due) -> String {
    let documents = if due.documents == 1 {
        "1 document".to_owned()
    } else {
        format!("{} documents", due.documents)
    };
    format!(
        "{} \"{}\": {documents} of identity; nothing has happened since {}",
        aditus_domain::requests::StaffReference(due.request),
        due.title,
        due.last_happened_on.format("%d %B %Y"),
    )
}

fn summary(kept: &Kept) -> String {
    let what = kept.what;
    let Some(time) = kept.kept else {
        return format!("{what}: kept for as long as their requests ({} is 0)", kept.key);
    };
    let time = match (time.num_days(), time.num_minutes()) {
        (0, minutes) => format!("{minutes} minutes"),
        (1, _) => "1 day".to_owned(),
        (days, _) => format!("{days} days"),
    };
    let oldest = kept
        .passed
        .oldest
        .map(|oldest| format!(", the oldest of {}", oldest.format("%d %B %Y")))
        .unwrap_or_default();
    format!(
        "{what}: {} to go{oldest}; kept for {time} ({})",
        kept.passed.number, kept.key
    )
}

fn as_json(due: &Due) -> Value {
    json!({
        "request_id": due.request.0, "title": due.title, "documents": due.documents,
        "last_happened_on": due.last_happened_on.to_rfc3339(),
    })
}

fn kind(kept: &Kept) -> Value {
    json!({
        "kind": kept.what, "key": kept.key, "kept_days": kept.kept.map(|kept| kept.num_days()),
        "kept_minutes": kept.kept.map(|kept| kept.num_minutes()),
        "number": kept.passed.number, "oldest": kept.passed.oldest.map(|oldest| oldest.to_rfc3339()),
    })
}
