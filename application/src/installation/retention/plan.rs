//! Lists the items that are due for deletion: `aditus retention --dry-run`. It changes nothing.

use aditus_domain::ids::RequestId;
use aditus_domain::requests::retention::{Need, RetentionState, retention_cutoff};
use aditus_domain::review::OverallStatus;
use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

use super::{ExpiredCount, RequestCandidate, RetentionKind, each_batch_of_documents, each_batch_of_requests};
use crate::ports::{Ports, StoreError, Transaction};

/// Errors that interrupted the listing.
#[derive(Debug, Error)]
pub enum Error {
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

/// The retention period of a kind of data, and the number of due items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetentionSummary {
    /// The kind of data.
    pub what: &'static str,
    /// The configuration key of the period; for sessions, the first of two.
    pub key: &'static str,
    /// The period; `None` if [`RetentionSummary::unless_set`] applies.
    pub period: Option<TimeDelta>,
    /// The period in words if the key is 0.
    pub unless_set: &'static str,
    /// The due items.
    pub expired: ExpiredCount,
}

/// A request with due identity documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueDocuments {
    /// The request.
    pub request: RequestId,
    /// Its title.
    pub title: String,
    /// The number of due documents.
    pub documents: u64,
    /// The time of the last event of the request.
    pub last_happened_on: DateTime<Utc>,
}

/// A finished request past its retention period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueRequest {
    /// Its id.
    pub request: RequestId,
    /// Its title.
    pub title: String,
    /// Its status.
    pub status: OverallStatus,
    /// The time of its last event.
    pub last_happened_on: DateTime<Utc>,
    /// The number of document files that are deleted with it.
    pub documents: u64,
    /// The reason to keep it nevertheless.
    pub kept_because: Option<Need>,
}

/// A due item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DueItem {
    /// Identity documents of a request.
    Documents(DueDocuments),
    /// A request.
    Request(DueRequest),
}

/// Returns a summary of each kind of data. `report` receives the due identity documents, oldest
/// first, and the requests past their retention period, including those that are kept because they
/// are still needed. A request whose identity documents were uploaded at different times may be
/// listed more than once.
pub fn execute(ports: &Ports, report: &mut dyn FnMut(DueItem)) -> Result<Vec<RetentionSummary>, Error> {
    let documents = documents(ports, report)?;
    let requests = requests(ports, report)?;
    let mut transaction = ports.database.begin()?;
    let mut all = vec![documents, requests];
    all.extend(by_day(ports, transaction.as_mut())?);
    all.extend(by_age(ports, transaction.as_mut())?);
    Ok(all)
}

fn requests(ports: &Ports, report: &mut dyn FnMut(DueItem)) -> Result<RetentionSummary, Error> {
    let now = ports.clock.now();
    let mut expired = ExpiredCount::default();
    each_batch_of_requests::<Error>(ports, |requests, kept| {
        for request in requests {
            let kept_because = match request.facts.state(kept, now) {
                RetentionState::Running => continue,
                RetentionState::StillNeeded(need) => Some(need),
                RetentionState::Expired => {
                    let last = request.facts.last_happened_on;
                    expired.number += 1;
                    expired.oldest = Some(expired.oldest.map_or(last, |oldest| oldest.min(last)));
                    None
                }
            };
            report(DueItem::Request(due(request, kept_because)));
        }
        Ok(())
    })?;
    Ok(RetentionSummary {
        what: "finished Data Requests with everything that belongs to them",
        key: "retention.request_days",
        period: ports.settings.retention.requests,
        unless_set: "for ever",
        expired,
    })
}

fn due(request: &RequestCandidate, kept_because: Option<Need>) -> DueRequest {
    DueRequest {
        request: request.id,
        title: request.title.clone(),
        status: request.facts.status,
        last_happened_on: request.facts.last_happened_on,
        documents: request.documents.len() as u64,
        kept_because,
    }
}

fn documents(ports: &Ports, report: &mut dyn FnMut(DueItem)) -> Result<RetentionSummary, Error> {
    let mut expired = ExpiredCount::default();
    each_batch_of_documents::<Error>(ports, |due| {
        for document in &due {
            expired.number += 1;
            expired.oldest = expired.oldest.or(Some(document.uploaded_on));
        }
        for of_request in due.chunk_by(|one, next| one.request == next.request) {
            if let [first, ..] = of_request {
                report(DueItem::Documents(DueDocuments {
                    request: first.request,
                    title: first.title.clone(),
                    documents: of_request.len() as u64,
                    last_happened_on: first.last_happened_on,
                }));
            }
        }
        Ok(())
    })?;
    Ok(RetentionSummary {
        what: "passports and national IDs of finished requests",
        key: "retention.identification_days",
        period: ports.settings.retention.identification,
        unless_set: "for as long as their requests",
        expired,
    })
}

/// Returns feedback and notifications, whose periods are whole days.
fn by_day(ports: &Ports, transaction: &mut dyn Transaction) -> Result<Vec<RetentionSummary>, Error> {
    let now = ports.clock.now();
    let retention = ports.settings.retention;
    let kinds = [
        (
            RetentionKind::Feedback,
            "retention.feedback_days",
            retention.feedback,
            "for as long as its requests",
        ),
        (
            RetentionKind::Notifications,
            "retention.notification_days",
            retention.notifications,
            "for ever",
        ),
    ];
    let mut all = Vec::new();
    for (kind, key, kept, unless_set) in kinds {
        let expired = match kept {
            Some(kept) => transaction
                .retentions()
                .count_expired(kind, retention_cutoff(kept, now), now)?,
            None => ExpiredCount::default(),
        };
        all.push(RetentionSummary {
            what: kind.name(),
            key,
            period: kept,
            unless_set,
            expired,
        });
    }
    Ok(all)
}

/// Returns the kinds of data that always have a period.
fn by_age(ports: &Ports, transaction: &mut dyn Transaction) -> Result<Vec<RetentionSummary>, Error> {
    let now = ports.clock.now();
    let (retention, sessions) = (ports.settings.retention, ports.settings.session_life);
    let (drafts, _) = ports.settings.draft_life.delete_before(now);
    let kinds = [
        (RetentionKind::Clicks, "retention.click_days", retention.clicks),
        (
            RetentionKind::Messages,
            "retention.message_days",
            retention.messages,
        ),
        (RetentionKind::Codes, "retention.code_days", retention.codes),
        (RetentionKind::Sessions, "sessions.idle_minutes", sessions.idle),
        (RetentionKind::Drafts, "drafts.untouched_days", now - drafts),
    ];
    let mut all = Vec::new();
    for (kind, key, kept) in kinds {
        let expired = transaction
            .retentions()
            .count_expired(kind, now - kept, now - sessions.absolute)?;
        all.push(RetentionSummary {
            what: kind.name(),
            key,
            period: Some(kept),
            unless_set: "",
            expired,
        });
    }
    Ok(all)
}
