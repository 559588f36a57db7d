//! What is said of a procedure besides what it is: its faults and warnings (decisions C1).

use aditus_domain::procedures::{self, Fault, Procedure, Staffing, Standing, Warning};

use super::repository::StoredProcedure;
use crate::ports::{Database, Ports, StoreError, Views};
use crate::row_versions::RowVersion;

/// A procedure with what is said of it.
#[derive(Debug, Clone, PartialEq)]
pub struct AssessedProcedure {
    /// The procedure.
    pub procedure: Procedure,
    /// Whether it is used.
    pub standing: Standing,
    /// Why it can be neither activated nor made the default; none when it can.
    pub faults: Vec<Fault>,
    /// What does not prevent that, and should be known.
    pub warnings: Vec<Warning>,
    /// The version that a save names.
    pub row_version: RowVersion,
}

/// An active procedure with faults. No use case leaves one: it was changed in the database by hand, or a later version checks more.
#[derive(Debug, Clone, PartialEq)]
pub struct Unsound {
    /// What it is called.
    pub name: String,
    /// Whether new requests follow it: none can be submitted then.
    pub is_default: bool,
    /// The faults, at least one.
    pub faults: Vec<Fault>,
}

impl AssessedProcedure {
    /// Looks for faults and warnings.
    pub(super) fn of(stored: StoredProcedure, staffing: &[Staffing]) -> Self {
        Self {
            faults: stored.procedure.validate().err().unwrap_or_default(),
            warnings: stored.procedure.warnings(staffing),
            procedure: stored.procedure,
            standing: stored.standing,
            row_version: stored.row_version,
        }
    }
}

/// Who decides, for each custodian that requests can be bound to (decisions C5).
pub(crate) fn staffing(ports: &Ports, views: &mut dyn Views) -> Result<Vec<Staffing>, StoreError> {
    let provider = &ports.settings.provider_organisation;
    let sources = views.procedures().who_decides(provider)?;
    Ok(procedures::staffing(&sources, provider))
}

/// The active procedures with faults, for whoever starts or checks an installation.
pub fn unsound(database: &dyn Database) -> Result<Vec<Unsound>, StoreError> {
    let mut transaction = database.begin()?;
    let mut found = Vec::new();
    for (id, _) in transaction.procedures().names()? {
        let Some(stored) = transaction.procedures().by_id(id)? else {
            continue;
        };
        let faults = stored.procedure.validate().err().unwrap_or_default();
        if stored.standing.is_active && !faults.is_empty() {
            found.push(Unsound {
                name: stored.procedure.name,
                is_default: stored.standing.is_default,
                faults,
            });
        }
    }
    Ok(found)
}
