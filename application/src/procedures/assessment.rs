//! Assesses procedures: faults and warnings (decisions C1).

use aditus_domain::procedures::{self, Fault, Procedure, Staffing, ProcedureStatus, Warning};

use super::repository::StoredProcedure;
use crate::ports::{Database, Ports, StoreError, Views};
use crate::row_versions::RowVersion;

/// A procedure with its faults and warnings.
#[derive(Debug, Clone, PartialEq)]
pub struct AssessedProcedure {
    /// The procedure.
    pub procedure: Procedure,
    /// Flags of its use: active and default.
    pub status: ProcedureStatus,
    /// Faults that prevent activation and use as the default. Empty if there are none.
    pub faults: Vec<Fault>,
    /// Warnings, which do not prevent it.
    pub warnings: Vec<Warning>,
    /// Row version for the next save.
    pub row_version: RowVersion,
}

/// An active procedure with faults. No use case leaves one: it was changed in the database by hand,
/// or a later version checks more.
#[derive(Debug, Clone, PartialEq)]
pub struct FaultyProcedure {
    /// Name of the procedure.
    pub name: String,
    /// True if it is the default. No request can be submitted then.
    pub is_default: bool,
    /// The faults, at least one.
    pub faults: Vec<Fault>,
}

impl AssessedProcedure {
    pub(super) fn new(stored: StoredProcedure, staffing: &[Staffing]) -> Self {
        Self {
            faults: stored.procedure.validate().err().unwrap_or_default(),
            warnings: stored.procedure.warnings(staffing),
            procedure: stored.procedure,
            status: stored.status,
            row_version: stored.row_version,
        }
    }
}

/// Returns the people who decide, for each custodian that requests can be bound to (decisions C5).
pub(crate) fn staffing(ports: &Ports, views: &mut dyn Views) -> Result<Vec<Staffing>, StoreError> {
    let provider = &ports.settings.provider_organisation;
    let sources = views.procedures().deciders_by_source(provider)?;
    Ok(procedures::staffing(&sources, provider))
}

/// Returns the active procedures with faults, for start-up and `aditus check`.
pub fn faulty_procedures(database: &dyn Database) -> Result<Vec<FaultyProcedure>, StoreError> {
    let mut transaction = database.begin()?;
    let mut found = Vec::new();
    for (id, _) in transaction.procedures().names()? {
        let Some(stored) = transaction.procedures().by_id(id)? else {
            continue;
        };
        let faults = stored.procedure.validate().err().unwrap_or_default();
        if stored.status.is_active && !faults.is_empty() {
            found.push(FaultyProcedure {
                name: stored.procedure.name,
                is_default: stored.status.is_default,
                faults,
            });
        }
    }
    Ok(found)
}
