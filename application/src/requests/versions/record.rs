//! Keeps the next version of a request after its content was changed.

use aditus_domain::ids::{AssignedRoleId, CommentId, RequestId};
use aditus_domain::requests::VersionNumber;
use aditus_domain::requests::content::Sha256;
use aditus_domain::review::Section;
use aditus_domain::roles::Role;
use thiserror::Error;

use super::repository::{NewVersion, Turn};
use crate::access::{AccessError, Caller};
use crate::failure::failure;
use crate::ports::{EncodingError, Ports, StoreError, Transaction};
use crate::review::CHANGED;

/// What was changed, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Change {
    /// The section; none for a change of the request as a whole.
    pub section: Option<Section>,
    /// The comment that asked for it.
    pub comment: Option<CommentId>,
}

/// The version that holds the content of a request as it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    /// Its number.
    pub number: VersionNumber,
    /// Its digest.
    pub digest: Sha256,
    /// The role in which the caller changes the request.
    pub role: AssignedRoleId,
}

/// Why no version was kept. The transaction is not to be committed then.
#[derive(Debug, Error)]
pub enum RecordError {
    /// There is no such request.
    #[error("This Data Request does not exist.")]
    NotFound,
    /// The caller is neither the owner of the request nor a Super User.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The change began from an older version than the last one, or somebody else changes the request at this moment.
    #[error("{CHANGED}")]
    Changed,
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[source] StoreError),
    /// The version cannot be written.
    #[error("Something went wrong on our side. Try again in a moment.")]
    Encoding(#[from] EncodingError),
}

impl From<StoreError> for RecordError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict | StoreError::Duplicate(_) => Self::Changed,
            other => Self::Store(other),
        }
    }
}

failure! {
    RecordError {
        forwards Access, Store;
        NotFound => NotFound, reason: RequestNotFound;
        Changed => Conflict, reason: RowChanged;
        Encoding(_) => Internal, reason: Internal;
    }
}

/// Begins a change of a request's content: nobody else changes it until the transaction ends, so that what is read of it from here on
/// still holds when the change is kept. Whoever edits a request calls this before asking whether it may be edited.
pub fn begin(transaction: &mut dyn Transaction, request: RequestId) -> Result<(), RecordError> {
    let turn = transaction.request_versions().take_turn(request)?;
    turn.map(drop).ok_or(RecordError::NotFound)
}

/// Keeps the content as it stands now as the next version, if it differs from the last one, and answers the version that holds it. Called
/// in the transaction of a change, after the change was written; whoever reads the request as it is to be saved reads it afterwards.
///
/// `began_from` is the version that the change was made on, where the caller says so. Codes that are out for decisions on the older
/// version are of no use from the commit on, because they are bound to its digest (decisions C7).
pub fn record(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    caller: &Caller,
    request: RequestId,
    change: Change,
    began_from: Option<VersionNumber>,
) -> Result<Kept, RecordError> {
    let versions = transaction.request_versions();
    let turn = versions.take_turn(request)?.ok_or(RecordError::NotFound)?;
    let author_role = role_of(caller, &turn)?;
    let latest = versions.latest(request)?;
    let current = latest.as_ref().map(|version| version.number);
    if began_from.is_some() && began_from != current {
        return Err(RecordError::Changed);
    }
    let mut content = versions.content(request)?.ok_or(RecordError::NotFound)?;
    if let Some(last) = &latest {
        let before = ports
            .encoding
            .decode(&last.encoded.canonical, &last.encoded.values)?;
        content = content.with_names_of(&before).with_erasures_of(&before);
        if content == before {
            return Ok(Kept {
                number: last.number,
                digest: last.encoded.digest,
                role: author_role,
            });
        }
    }
    let before = latest.as_ref().map(|version| &version.encoded);
    let encoded = ports.encoding.encode(&content, before, ports.entropy.as_ref())?;
    let (number, at, change) = match current {
        Some(current) => (current.next(), ports.clock.now(), change),
        // What was submitted answers nothing.
        None => (VersionNumber::FIRST, turn.submitted_on, Change::default()),
    };
    let kept = Kept {
        number,
        digest: encoded.digest,
        role: author_role,
    };
    versions.add(&NewVersion {
        request,
        number,
        encoded,
        author: caller.user,
        author_role,
        at,
        section: change.section,
        comment: change.comment,
    })?;
    Ok(kept)
}

/// The role in which the caller changes the request: that of its submission for its owner, else that of a Super User.
fn role_of(caller: &Caller, turn: &Turn) -> Result<AssignedRoleId, AccessError> {
    if caller.user == turn.owner {
        return Ok(turn.requester_role);
    }
    let held = caller.role(Role::SuperUser).ok_or(AccessError::Role)?;
    Ok(held.id)
}
