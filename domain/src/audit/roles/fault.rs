//! Faults of the roles of a person.

use thiserror::Error;

use super::entry::RoleIdentity;
use crate::ids::AuditEntryId;
use crate::roles::{RoleChangeError, RoleStatus};

/// A contradiction between the stored roles and the audit log, or within the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say what each one is")]
pub enum Fault {
    #[error("{identity} is {status}, and no entry gave it")]
    Unrecorded {
        identity: RoleIdentity,
        status: RoleStatus,
    },
    #[error("{identity} is {status} by entry {entry}, and the person does not have it")]
    Lost {
        identity: RoleIdentity,
        status: RoleStatus,
        entry: AuditEntryId,
    },
    #[error(
        "role {} is {} of organisation {}, and by entry {entry} it is {} of organisation {}",
        .stored.id, .stored.role, .stored.organisation, .recorded.role, .recorded.organisation
    )]
    Identity {
        stored: RoleIdentity,
        recorded: RoleIdentity,
        entry: AuditEntryId,
    },
    #[error("{identity} is {stored}, and by entry {entry} it is {recorded}")]
    Status {
        identity: RoleIdentity,
        stored: RoleStatus,
        recorded: RoleStatus,
        entry: AuditEntryId,
    },
    #[error(
        "entry {entry} says that role {} is {} of organisation {}, and by entry {before} it is {} of organisation {}",
        .recorded.id, .recorded.role, .recorded.organisation, .expected.role, .expected.organisation
    )]
    IdentityChanged {
        entry: AuditEntryId,
        recorded: RoleIdentity,
        before: AuditEntryId,
        expected: RoleIdentity,
    },
    #[error("entry {0} does not say who did it")]
    NoActor(AuditEntryId),
    #[error("the act of entry {entry} was not possible at that time: {why}")]
    Refused {
        entry: AuditEntryId,
        why: RoleChangeError,
    },
}
