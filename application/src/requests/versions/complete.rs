//! Brings what an earlier version of the product has stored to what this one needs: every document gets its hash, and every request
//! its version 1. It runs before anybody is served, in small transactions, so that a start that breaks off goes on where it ended.

use aditus_domain::ids::RequestId;
use aditus_domain::requests::VersionNumber;
use aditus_domain::requests::content::Held;
use thiserror::Error;

use super::repository::NewVersion;
use crate::audit::{self, Unrecorded};
use crate::failure::{Failure, Kind};
use crate::ports::{EncodingError, FileError, FileKey, Ports, StoreError, Transaction};

/// As many documents or requests are done in one transaction.
const AT_ONCE: u32 = 50;

/// As many requests are looked for at once: to find them takes longer than to read their ids.
const FOUND_AT_ONCE: u32 = 1_000;

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Answer {
    /// Documents whose hash was taken.
    pub documents: u64,
    /// Documents whose file is lost.
    pub lost: u64,
    /// Requests that got their version 1.
    pub versions: u64,
    /// Requests that can have none, because rows that belong to them are missing.
    pub without_content: u64,
}

/// Why not everything was done. What was done stays.
#[derive(Debug, Error)]
pub enum Error {
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
    /// The file store does not answer.
    #[error("documents that were stored by an earlier version cannot be read")]
    File(#[from] FileError),
    /// A version cannot be written.
    #[error("the first version of a request cannot be written")]
    Encoding(#[from] EncodingError),
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::Store(error) => error.kind(),
            Self::File(_) => Kind::Unavailable,
            Self::Encoding(_) => Kind::Internal,
        }
    }
}

/// Does what is left to do. Of several nodes that start at once each does a part, and none does it twice.
pub fn execute(ports: &Ports) -> Result<Answer, Error> {
    let mut answer = Answer::default();
    while hash_documents(ports, &mut answer)? {
        ports.database.let_others_write();
    }
    let mut done = None;
    loop {
        let found = ports
            .database
            .begin()?
            .request_versions()
            .without_version(done, FOUND_AT_ONCE)?;
        let Some(last) = found.last() else {
            return Ok(answer);
        };
        done = Some(*last);
        for requests in found.chunks(AT_ONCE as usize) {
            keep_first_versions(ports, requests, &mut answer)?;
            ports.database.let_others_write();
        }
    }
}

/// Keeps the version 1 of a request that an instance of an earlier version stored after this one had completed the rest: what was
/// submitted is to be read, before it is edited. The caller has taken the turn of the request.
pub(crate) fn complete_one(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    request: RequestId,
) -> Result<(), Error> {
    if transaction.request_versions().latest(request)?.is_some() {
        return Ok(());
    }
    for key in transaction
        .request_versions()
        .documents_of_without_hash(request)?
    {
        let held = hold(ports, &key)?;
        transaction.request_versions().note_document(&key, held)?;
    }
    keep_first_version(ports, transaction, request).map(drop)
}

/// Hashes some documents; false when there was none left.
fn hash_documents(ports: &Ports, answer: &mut Answer) -> Result<bool, Error> {
    // The files are read between two transactions: nobody waits for the one writer meanwhile.
    let keys = ports
        .database
        .begin()?
        .request_versions()
        .documents_without_hash(AT_ONCE)?;
    if keys.is_empty() {
        return Ok(false);
    }
    let mut hashed = Vec::with_capacity(keys.len());
    for key in keys {
        let held = hold(ports, &key)?;
        match held {
            Held::Bytes(_) => answer.documents += 1,
            Held::Lost => answer.lost += 1,
        }
        hashed.push((key, held));
    }
    let mut transaction = ports.database.begin()?;
    for (key, held) in &hashed {
        transaction.request_versions().note_document(key, *held)?;
    }
    transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
    Ok(true)
}

/// What a document holds. A file that is not there is no reason not to start: the version will say that it was lost.
fn hold(ports: &Ports, key: &FileKey) -> Result<Held, FileError> {
    match ports.files.get(key) {
        Ok(bytes) => Ok(Held::Bytes(ports.encoding.sha256(&bytes))),
        Err(FileError::NotFound | FileError::BadKey) => {
            tracing::warn!(
                key = key.as_str(),
                "the file of a document is lost; the version of its request says so in the place of its hash"
            );
            Ok(Held::Lost)
        }
        Err(error) => Err(error),
    }
}

/// Keeps the version 1 of these requests.
fn keep_first_versions(ports: &Ports, requests: &[RequestId], answer: &mut Answer) -> Result<(), Error> {
    let mut transaction = ports.database.begin()?;
    for request in requests {
        match keep_first_version(ports, transaction.as_mut(), *request)? {
            Kept::Now => answer.versions += 1,
            Kept::Before => {}
            Kept::NoContent => answer.without_content += 1,
        }
    }
    Ok(transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?)
}

/// What became of a request without a version.
enum Kept {
    Now,
    /// Another node has kept it meanwhile, or the request is gone.
    Before,
    /// Rows that belong to the request are missing.
    NoContent,
}

/// Keeps the version 1 of a request.
fn keep_first_version(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    request: RequestId,
) -> Result<Kept, Error> {
    let versions = transaction.request_versions();
    let Some(turn) = versions.take_turn(request)? else {
        return Ok(Kept::Before);
    };
    if versions.latest(request)?.is_some() {
        return Ok(Kept::Before);
    }
    let Some(content) = versions.content(request)? else {
        tracing::warn!(
            %request,
            "rows of a request are missing, so that no version of it can be kept; it cannot be edited"
        );
        return Ok(Kept::NoContent);
    };
    versions.add(&NewVersion {
        request,
        number: VersionNumber::FIRST,
        encoded: ports.encoding.encode(&content, None, ports.entropy.as_ref())?,
        author: turn.owner,
        author_role: turn.requester_role,
        at: turn.submitted_on,
        section: None,
        comment: None,
    })?;
    Ok(Kept::Now)
}
