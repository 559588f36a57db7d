//! `aditus retention`: lists data whose retention period is over, and deletes it.

use std::process::ExitCode;

use aditus_application::accounts::housekeeping;
use aditus_application::installation::retention::plan::{
    DueDocuments, DueItem, DueRequest, RetentionSummary,
};
use aditus_application::installation::retention::{apply, plan};
use aditus_application::requests::drafts::end;
use aditus_domain::requests::StaffReference;
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::format::format_count;
use crate::clean_failure::CleanFailure;
use crate::command_line::Retention;
use crate::console;
use crate::setup::Setup;
use crate::wiring::{MissingKey, Wiring};

const MINUTES_OF_A_DAY: i64 = 24 * 60;

/// The listed requests, as JSON.
#[derive(Default)]
struct Requests {
    /// Requests whose identity documents are due.
    with_documents: Vec<Value>,
    /// Requests that are due.
    due: Vec<Value>,
    /// Requests that are kept although their retention period is over.
    kept: Vec<Value>,
}

/// Lists the data that is due, and deletes it on request. A server deletes it every hour by itself.
pub(crate) fn run(setup: &Setup, arguments: &Retention) -> Result<ExitCode, CleanFailure> {
    let wiring = if arguments.apply {
        Wiring::without_migrating(setup, MissingKey::Create)?
    } else {
        Wiring::read_only(setup)?
    };
    let failed = |error: &dyn std::error::Error| {
        CleanFailure::because("the retention periods cannot be applied", error)
    };
    let mut requests = Requests::default();
    let all = plan::execute(&wiring.ports, &mut |listed| {
        if arguments.json {
            requests.add(&listed);
        } else {
            console::print(&line(&listed));
        }
    })
    .map_err(|error| failed(&error))?;
    if !arguments.json {
        for kept in &all {
            console::print(&summary(kept));
        }
    }
    let removed = if arguments.apply {
        let applied = apply::execute(&wiring.ports).map_err(|error| failed(&error))?;
        let deleted = housekeeping::execute(&wiring.ports).map_err(|error| failed(&error))?;
        let drafts = end::execute(&wiring.ports).map_err(|error| failed(&error))?;
        if !arguments.json {
            console::print(&format!(
                "deleted: {} documents ({} audit entries), {} finished Data Requests with {} files, {} feedback, {} notifications, \
                 {} clicks, {} mails and text messages, {} one-time codes, {} sessions, {} drafts",
                applied.documents,
                applied.entries,
                applied.requests,
                applied.files,
                applied.feedback,
                applied.notifications,
                deleted.clicks,
                deleted.messages,
                deleted.codes,
                deleted.sessions,
                drafts.deleted,
            ));
        }
        Some(json!({
            "documents": applied.documents, "entries": applied.entries, "finished_requests": applied.requests, "files": applied.files,
            "feedback": applied.feedback, "notifications": applied.notifications, "clicks": deleted.clicks, "messages": deleted.messages,
            "codes": deleted.codes, "sessions": deleted.sessions, "drafts": drafts.deleted,
        }))
    } else {
        None
    };
    if arguments.json {
        let kinds: Vec<Value> = all.iter().map(kind).collect();
        let answer = json!({
            "requests": requests.with_documents, "finished_requests": requests.due, "kept_requests": requests.kept, "kinds": kinds,
            "removed": removed,
        });
        console::print(&answer.to_string());
    }
    Ok(ExitCode::SUCCESS)
}

impl Requests {
    fn add(&mut self, listed: &DueItem) {
        match listed {
            DueItem::Documents(due) => self.with_documents.push(json!({
                "request_id": due.request.0, "title": due.title, "documents": due.documents,
                "last_happened_on": due.last_happened_on.to_rfc3339(),
            })),
            DueItem::Request(due) => {
                let mut request = json!({
                    "request_id": due.request.0, "title": due.title, "status": due.status.name(), "documents": due.documents,
                    "last_happened_on": due.last_happened_on.to_rfc3339(),
                });
                match due.kept_because {
                    None => self.due.push(request),
                    Some(need) => {
                        if let Value::Object(fields) = &mut request {
                            fields.insert("reason".to_owned(), need.to_string().into());
                        }
                        self.kept.push(request);
                    }
                }
            }
        }
    }
}

fn line(listed: &DueItem) -> String {
    match listed {
        DueItem::Documents(due) => line_of_documents(due),
        DueItem::Request(due) => line_of_request(due),
    }
}

fn line_of_documents(due: &DueDocuments) -> String {
    format!(
        "{} \"{}\": {} of identity; nothing has happened since {}",
        StaffReference(due.request),
        due.title,
        format_count(due.documents, "document"),
        due.last_happened_on.format("%d %B %Y"),
    )
}

fn line_of_request(due: &DueRequest) -> String {
    let line_text = format!(
        "{} \"{}\": {}, nothing has happened since {}",
        StaffReference(due.request),
        due.title,
        due.status.name().to_lowercase(),
        due.last_happened_on.format("%d %B %Y"),
    );
    match due.kept_because {
        Some(need) => format!("{line_text}; it is kept, because {need}"),
        None => format!(
            "{line_text}; it is deleted with everything that belongs to it, including {}",
            format_count(due.documents, "document")
        ),
    }
}

fn summary(kept: &RetentionSummary) -> String {
    let what = kept.what;
    let Some(time) = kept.period else {
        return format!("{what}: kept {} ({} is 0)", kept.unless_set, kept.key);
    };
    let time = match (time.num_days(), time.num_minutes()) {
        (0, minutes) => format!("{minutes} minutes"),
        (1, _) => "1 day".to_owned(),
        (days, _) => format!("{days} days"),
    };
    let oldest = kept
        .expired
        .oldest
        .map(|oldest| format!(", the oldest from {}", oldest.format("%d %B %Y")))
        .unwrap_or_default();
    format!(
        "{what}: {} to delete{oldest}; kept for {time} ({})",
        kept.expired.number, kept.key
    )
}

fn kind(kept: &RetentionSummary) -> Value {
    json!({
        "kind": kept.what, "key": kept.key, "kept_days": kept.period.map(days), "kept_minutes": kept.period.map(|kept| kept.num_minutes()),
        "number": kept.expired.number, "oldest": kept.expired.oldest.map(|oldest| oldest.to_rfc3339()),
    })
}

/// Returns days as an integer if possible: 30, but 0.5 for twelve hours.
fn days(kept: TimeDelta) -> Value {
    let minutes = kept.num_minutes();
    if minutes % MINUTES_OF_A_DAY == 0 {
        return kept.num_days().into();
    }
    let whole = i32::try_from(minutes).unwrap_or(i32::MAX);
    (f64::from(whole) / (24.0 * 60.0)).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_day_is_not_rounded_to_zero() {
        assert_eq!(days(TimeDelta::hours(12)), json!(0.5));
        assert_eq!(days(TimeDelta::days(30)), json!(30));
        assert_eq!(days(TimeDelta::minutes(36 * 60)), json!(1.5));
    }
}
