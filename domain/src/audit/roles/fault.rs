//! Faults of the roles of a person.

use thiserror::Error;

use super::entry::RoleNamed;
use crate::ids::AuditEntryId;
use crate::roles::{RoleChangeError, RoleStatus};

/// A contradiction between the stored roles and the audit log, or within the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say what each one is")]
pub enum Fault {
    #[error("{named} is {status}, and no entry gave it")]
    Ungiven { named: RoleNamed, status: RoleStatus },
    #[error("{named} is {status} by entry {entry}, and the person does not have it")]
    Lost {
        named: RoleNamed,
        status: RoleStatus,
        entry: AuditEntryId,
    },
    #[error(
        "role {} is {} of organisation {}, and by entry {entry} it is {} of organisation {}",
        .stored.id, .stored.role, .stored.organisation, .said.role, .said.organisation
    )]
    Another {
        stored: RoleNamed,
        said: RoleNamed,
        entry: AuditEntryId,
    },
    #[error("{named} is {stored}, and by entry {entry} it is {said}")]
    Status {
        named: RoleNamed,
        stored: RoleStatus,
        said: RoleStatus,
        entry: AuditEntryId,
    },
    #[error(
        "entry {entry} says that role {} is {} of organisation {}, and by entry {before} it is {} of organisation {}",
        .said.id, .said.role, .said.organisation, .follows.role, .follows.organisation
    )]
    SaidAnother {
        entry: AuditEntryId,
        said: RoleNamed,
        before: AuditEntryId,
        follows: RoleNamed,
    },
    #[error("entry {0} does not say who did it")]
    Nobody(AuditEntryId),
    #[error("entry {entry} could not have been done then: {why}")]
    Refused {
        entry: AuditEntryId,
        why: RoleChangeError,
    },
}
