//! Records that several people edit: a save names the version that it was made from, so that nobody overwrites what another
//! has saved without having seen it.
//!
//! The first state of a record is version 1, and each save counts one on. Who saves without naming a version takes what is
//! stored as seen.

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

/// Somebody else has saved the record since it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "Somebody else has changed this in the meantime. Look at what is stored now, and save again if yours is to replace it."
)]
pub struct Stale;

impl Stale {
    /// The field by which a client tells this refusal from others.
    pub const FIELD: &'static str = "row_version";

    /// The fault of that field.
    pub fn fields(self) -> Vec<(String, String)> {
        vec![(Self::FIELD.to_owned(), self.to_string())]
    }
}

/// The versions of records.
pub trait RowVersions {
    /// Counts the version of a record one on, where it is `seen`; whatever it is, when nothing was seen. A record that is not
    /// there, or of another version, MUST be [`StoreError::Conflict`]. Until the transaction ends, nobody else counts it on, so
    /// that of two saves of one version the second is refused.
    fn advance(&mut self, record: Versioned, seen: Option<RowVersion>) -> Result<(), StoreError>;
}

/// Counts the version of a record one on, or refuses a save that was made from an older one.
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
