//! Removes documents of identity that were kept for long enough. A worker calls it now and then, and `aditus retention --apply` does.

use std::collections::BTreeMap;

use aditus_domain::audit::{Act, By};
use aditus_domain::ids::{DocumentId, RequestId};
use thiserror::Error;

use super::{PastDocument, each_batch};
use crate::audit;
use crate::failure::{Failure, Kind};
use crate::ports::{FileKey, Ports, StoreError};
use crate::requests::drafts::files::clear_away;

/// What was removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Answer {
    /// Documents.
    pub documents: u64,
    /// Of so many entries in the record.
    pub entries: u64,
}

/// Why not everything was removed.
#[derive(Debug, Error)]
pub enum Error {
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::Store(error) => error.kind(),
        }
    }
}

/// Removes them batch by batch, each in a transaction with its entries, one for each request. On several nodes each does; the second finds
/// nothing.
pub fn execute(ports: &Ports) -> Result<Answer, Error> {
    let mut answer = Answer::default();
    each_batch::<Error>(ports, |due| {
        let files = remove(ports, &due, &mut answer)?;
        clear_away(ports, &files);
        Ok(())
    })?;
    Ok(answer)
}

fn remove(ports: &Ports, due: &[PastDocument], answer: &mut Answer) -> Result<Vec<FileKey>, Error> {
    let mut transaction = ports.database.begin()?;
    let now = ports.clock.now();
    let removed = transaction.retentions().remove_documents(due, now)?;
    let mut of_requests: BTreeMap<RequestId, Vec<DocumentId>> = BTreeMap::new();
    for (document, _) in &removed {
        of_requests.entry(document.request).or_default().push(document.id);
    }
    if of_requests.is_empty() {
        return Ok(Vec::new());
    }
    answer.documents += removed.len() as u64;
    answer.entries += of_requests.len() as u64;
    let acts = of_requests
        .into_iter()
        .map(|(request, documents)| Act::RetentionApplied { request, documents });
    let recorded = audit::record_at(ports, transaction.as_mut(), now, By::Product, acts)?;
    transaction.commit(recorded)?;
    Ok(removed.into_iter().map(|(_, key)| key).collect())
}
