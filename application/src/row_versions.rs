//! Optimistic locking of records that several people edit. A save names the row version that it is
//! based on, so it cannot overwrite changes that its author has not seen.
//!
//! A new record has version 1, and each save increments it. A save without a version overwrites the
//! current state.

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
    /// The calendar of the installation, of which there is one.
    Calendar,
}

/// The record was changed since it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "Someone else changed this in the meantime. Check the saved version, and save again to replace it with yours."
)]
pub struct Stale;

impl Stale {
    /// Field by which a client recognises this error.
    pub const FIELD: &'static str = "row_version";

    /// Returns the error of that field.
    pub fn fields(self) -> Vec<(String, String)> {
        vec![(Self::FIELD.to_owned(), self.to_string())]
    }
}

/// The store of row versions.
pub trait RowVersions {
    /// Increments the row version of a record if it equals `seen`. Without `seen` it always
    /// increments. A missing record or another version MUST return [`StoreError::Conflict`]. Until
    /// the transaction ends, other transactions cannot increment it, so the second of two saves of
    /// one version is refused.
    fn advance(&mut self, record: Versioned, seen: Option<RowVersion>) -> Result<(), StoreError>;
}

/// Increments the row version of a record, or refuses a save that is based on an older one.
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
