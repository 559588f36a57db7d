//! What would go now: `aditus retention --dry-run`. It changes nothing.

use aditus_domain::ids::RequestId;
use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

use super::{Passed, PastKind, each_batch};
use crate::ports::{Ports, StoreError};

/// Why not everything could be looked at.
#[derive(Debug, Error)]
pub enum Error {
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

/// What is kept for how long, and how much of it would go now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    /// What it is.
    pub what: &'static str,
    /// The key of the configuration that says how long; of sessions, the first of two.
    pub key: &'static str,
    /// How long; none where it is kept for ever.
    pub kept: Option<TimeDelta>,
    /// What would go now.
    pub passed: Passed,
}

/// A request whose documents of identity would go now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due {
    /// Which.
    pub request: RequestId,
    /// What it is called.
    pub title: String,
    /// How many documents.
    pub documents: u64,
    /// When something last happened to it.
    pub last_happened_on: DateTime<Utc>,
}

/// Looks through all of it; `tell` hears of each request, the oldest documents first. A request of which documents were uploaded at several
/// times may be told more than once.
pub fn execute(ports: &Ports, tell: &mut dyn FnMut(Due)) -> Result<Vec<Kept>, Error> {
    let now = ports.clock.now();
    let (retention, sessions) = (ports.settings.retention, ports.settings.session_life);
    let mut documents = Passed::default();
    each_batch::<Error>(ports, |due| {
        for document in &due {
            documents.number += 1;
            documents.oldest = documents.oldest.or(Some(document.uploaded_on));
        }
        for of_request in due.chunk_by(|one, next| one.request == next.request) {
            if let [first, ..] = of_request {
                tell(Due {
                    request: first.request,
                    title: first.title.clone(),
                    documents: of_request.len() as u64,
                    last_happened_on: first.last_happened_on,
                });
            }
        }
        Ok(())
    })?;
    let mut all = vec![Kept {
        what: "passports and national IDs of finished requests",
        key: "retention.identification_days",
        kept: retention.identification,
        passed: documents,
    }];
    let (drafts, _) = ports.settings.draft_life.deleted_before(now);
    let by_age = [
        (PastKind::Clicks, "retention.click_days", retention.clicks),
        (PastKind::Messages, "retention.message_days", retention.messages),
        (PastKind::Codes, "retention.code_days", retention.codes),
        (PastKind::Sessions, "sessions.idle_minutes", sessions.idle),
        (PastKind::Drafts, "drafts.untouched_days", now - drafts),
    ];
    let mut transaction = ports.database.begin()?;
    for (kind, key, kept) in by_age {
        let passed = transaction
            .retentions()
            .passed(kind, now - kept, now - sessions.absolute)?;
        all.push(Kept {
            what: kind.name(),
            key,
            kept: Some(kept),
            passed,
        });
    }
    Ok(all)
}
