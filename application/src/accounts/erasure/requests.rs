//! Removes an erased person from their requests.

use std::collections::BTreeSet;

use aditus_domain::accounts::erasure::Identity;
use aditus_domain::ids::DocumentId;
use aditus_domain::requests::Content;
use aditus_domain::requests::content::{Commitment, Subject};
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::OwnRequest;
use super::repository::PartsToErase;
use crate::ports::{Encoded, EncodingError, FileKey, Ports, StoreError, Transaction};

/// Errors of removing a person from a request.
#[derive(Debug, Error)]
pub enum Error {
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
    /// A version could not be decoded.
    #[error("Something went wrong on our side. Try again in a moment.")]
    Encoding(#[from] EncodingError),
}

/// A request with its decoded versions.
pub(super) struct DecodedRequest {
    request: OwnRequest,
    versions: Vec<(Encoded, Content)>,
}

/// Locks and reads the requests, and collects the names under which they mention the person.
pub(super) fn read(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    requests: Vec<OwnRequest>,
    person: &mut Identity,
) -> Result<Vec<DecodedRequest>, Error> {
    let mut all = Vec::with_capacity(requests.len());
    for request in requests {
        transaction.request_versions().lock_request(request.id)?;
        let mut versions = Vec::new();
        for encoded in transaction.erasures().versions(request.id)? {
            let content = ports.encoding.decode(&encoded.canonical, &encoded.values)?;
            content.add_requester_to(person);
            versions.push((encoded, content));
        }
        all.push(DecodedRequest { request, versions });
    }
    Ok(all)
}

/// Erases the person from a request. Returns the documents whose files are deleted. The row of the
/// account has been erased before.
pub(super) fn erase(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    read: &DecodedRequest,
    person: &Identity,
    at: DateTime<Utc>,
) -> Result<Vec<(DocumentId, FileKey)>, Error> {
    // Another person may have replaced this one in a later version. Each version is therefore
    // judged by itself, and a row by the last version that mentions it.
    let mut rows: BTreeSet<Subject> = BTreeSet::new();
    let mut commitments: BTreeSet<Commitment> = BTreeSet::new();
    let mut identifications = BTreeSet::new();
    let mut judge = |content: &Content| {
        let subjects = content.subjects_matching(person);
        for subject in content.subjects() {
            if subjects.contains(&subject) {
                rows.insert(subject);
            } else {
                rows.remove(&subject);
            }
        }
        identifications.extend(content.identifications_of(&subjects));
        subjects
    };
    for (encoded, content) in &read.versions {
        let subjects = judge(content);
        commitments.extend(ports.encoding.commitments_of(&encoded.canonical, &subjects)?);
    }
    let what = PartsToErase {
        rows,
        commitments,
        identifications,
    };
    let erasures = transaction.erasures();
    let documents = erasures.erase_parts(read.request.id, &what, at)?;
    erasures.rewrite_letter(read.request.id, &mut |text| person.redact(text))?;
    erasures.rebuild_search_text(read.request.id)?;
    Ok(documents)
}
