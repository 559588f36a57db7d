//! Stores the next version of a request after a change of its content.

use aditus_domain::ids::{AssignedRoleId, CommentId, RequestId};
use aditus_domain::requests::VersionNumber;
use aditus_domain::requests::content::Sha256;
use aditus_domain::review::Section;
use aditus_domain::roles::Role;
use thiserror::Error;

use super::repository::{NewVersion, LockedRequest};
use crate::access::{AccessError, Caller};
use crate::failure::failure;
use crate::ports::{EncodingError, Ports, StoreError, Transaction};
use crate::review::CHANGED;

/// The subject and the reason of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Change {
    /// The changed section. None for a change of the request as a whole.
    pub section: Option<Section>,
    /// The comment that asked for the change.
    pub comment: Option<CommentId>,
}

/// The version with the present content of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CurrentVersion {
    /// Its number.
    pub number: VersionNumber,
    /// Its digest.
    pub digest: Sha256,
    /// The role in which the caller changes the request.
    pub role: AssignedRoleId,
}

/// No version was stored. The transaction must not be committed.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The request does not exist.
    #[error("This Data Request does not exist.")]
    NotFound,
    /// The caller is neither the owner of the request nor a Super User.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The change is based on a version that is not the latest, or another person is changing the
    /// request right now.
    #[error("{CHANGED}")]
    Changed,
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[source] StoreError),
    /// The content could not be encoded.
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

/// Begins a change of a request's content. It locks the request until the transaction ends, so that
/// values read from now on are still current when the version is stored. Edits call this before
/// they check the permission to edit.
pub fn begin(transaction: &mut dyn Transaction, request: RequestId) -> Result<(), RecordError> {
    let locked = transaction.request_versions().lock_request(request)?;
    locked.map(drop).ok_or(RecordError::NotFound)
}

/// Stores the present content as the next version if it differs from the latest one, and returns
/// the version with that content. It is called in the transaction of a change, after the change was
/// written. If a version is stored, a request that was read before is stale and cannot be saved.
///
/// `began_from` is the version on which the change is based, if the caller names it. One-time codes
/// for decisions on the older version become invalid with the commit, because they are bound to its
/// digest (decisions C7).
pub fn record(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    caller: &Caller,
    request: RequestId,
    change: Change,
    began_from: Option<VersionNumber>,
) -> Result<CurrentVersion, RecordError> {
    let versions = transaction.request_versions();
    let locked = versions.lock_request(request)?.ok_or(RecordError::NotFound)?;
    let author_role = role_of(caller, &locked)?;
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
            return Ok(CurrentVersion {
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
        // The first version answers no comment and changes no section.
        None => (VersionNumber::FIRST, locked.submitted_on, Change::default()),
    };
    let version = CurrentVersion {
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
    Ok(version)
}

/// Returns the role in which the caller changes the request: for its owner the role of the
/// submission, for others the role of Super User.
fn role_of(caller: &Caller, locked: &LockedRequest) -> Result<AssignedRoleId, AccessError> {
    if caller.user == locked.owner {
        return Ok(locked.requester_role);
    }
    let held = caller.role(Role::SuperUser).ok_or(AccessError::Role)?;
    Ok(held.id)
}
