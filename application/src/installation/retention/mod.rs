//! What is kept for how long, and removed then: what would go now ([`plan`]), and the removal of documents of identity ([`apply`]), which leaves
//! an entry in the record. What else goes is swept by [`crate::accounts::housekeeping`] and [`crate::requests::drafts::end`].

pub mod apply;
pub mod plan;
pub mod repository;

use aditus_domain::requests::retention::identification_is_past;
use chrono::{DateTime, TimeDelta, Utc};

pub use repository::{Passed, PastDocument, PastKind, Retentions};

use crate::ports::{Ports, StoreError};

/// As many documents are looked at together.
const AT_ONCE: u32 = 200;

/// Those of a batch of documents that were kept for long enough.
fn past(documents: &[PastDocument], kept: TimeDelta, now: DateTime<Utc>) -> Vec<PastDocument> {
    let is_past = |document: &&PastDocument| {
        identification_is_past(document.status, document.last_happened_on, kept, now)
    };
    documents.iter().filter(is_past).cloned().collect()
}

/// Walks over the documents of identity that were uploaded before the time that they are kept for, batch by batch, the oldest first; nothing
/// where they are kept for as long as the requests.
fn each_batch<E: From<StoreError>>(
    ports: &Ports,
    mut work: impl FnMut(Vec<PastDocument>) -> Result<(), E>,
) -> Result<(), E> {
    let Some(kept) = ports.settings.retention.identification else {
        return Ok(());
    };
    let now = ports.clock.now();
    let mut after = None;
    loop {
        let mut transaction = ports.database.begin()?;
        let looked_at = transaction
            .retentions()
            .documents_before(now - kept, after, AT_ONCE)?;
        drop(transaction);
        let Some(last) = looked_at.last() else {
            return Ok(());
        };
        after = Some((last.uploaded_on, last.id));
        let due = past(&looked_at, kept, now);
        if !due.is_empty() {
            work(due)?;
        }
        ports.database.let_others_write();
    }
}
