//! Optimistic locking of records that several people edit: a save names the version on which it is
//! based, so that no unseen change is overwritten.
//!
//! The first version of a record is 1, and each save increments it. A save without a version
//! overwrites the stored one.

mod version;

use aditus_domain::ids::{
    CustodianId, DataSourceId, FacilityId, NextStageId, OrganisationId, OrganisationRoleId, ProcedureId,
    StageId, StageTypeId, TableId, TableTopicId, TopicId, VariableId, VersionId, VersionVariableId,
};
use aditus_domain::reference::EntryId;
use thiserror::Error;

pub use version::RowVersion;

use crate::ports::{StoreError, Transaction};

/// A record that several people edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Versioned {
    StageType(StageTypeId),
    Procedure(ProcedureId),
    /// The stages and links of a procedure as a whole.
    Drawing(ProcedureId),
    /// The template of the letter of a procedure.
    Letter(ProcedureId),
    Stage(StageId),
    NextStage(NextStageId),
    Organisation(OrganisationId),
    OrganisationRole(OrganisationRoleId),
    Source(DataSourceId),
    Custodian(CustodianId),
    Version(VersionId),
    Topic(TopicId),
    Entry(EntryId),
    Place(FacilityId),
    Table(TableId),
    Variable(VariableId),
    VersionVariable(VersionVariableId),
    TableTopic(TableTopicId),
}

/// Another person has saved the record since it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "Somebody else has changed this in the meantime. Look at what is stored now, and save again if yours is to replace it."
)]
pub struct Stale;

impl Stale {
    /// The field by which clients recognise this error.
    pub const FIELD: &'static str = "row_version";

    /// Returns the error of that field.
    pub fn fields(self) -> Vec<(String, String)> {
        vec![(Self::FIELD.to_owned(), self.to_string())]
    }
}

/// The versions of records.
pub trait RowVersions {
    /// Increments the version of a record if it equals `seen`, or in any case if `seen` is `None`.
    /// If the record is missing or has another version, this MUST be [`StoreError::Conflict`]. The
    /// row stays locked until the transaction ends, so that of two saves of one version the second
    /// is refused.
    fn advance(&mut self, record: Versioned, seen: Option<RowVersion>) -> Result<(), StoreError>;
}

/// Increments the version of a record, or refuses a save based on an older one.
pub(crate) fn advance<E>(
    transaction: &mut dyn Transaction,
    record: Versioned,
    seen: Option<RowVersion>,
) -> Result<(), E>
where
    E: From<Stale> + From<StoreError>,
{
    transaction
        .row_versions()
        .advance(record, seen)
        .map_err(|error| match error {
            StoreError::Conflict => Stale.into(),
            other => other.into(),
        })
}
