//! The first start of an installation: adds the default approval procedure, and the audit entries
//! of the built-in records.

use aditus_application::Ports;
use aditus_application::audit::{Unrecorded, first_entries, unrecorded};
use aditus_application::ports::{Database, StoreError};
use aditus_application::procedures::assessment::{FaultyProcedure, faulty_procedures};
use aditus_domain::procedures::default_procedure;

/// Adds the built-in procedure (decisions C2) as the default if no procedure is the default. If
/// several nodes start at once, only one adds it.
pub(crate) fn ensure_default_procedure(database: &dyn Database) -> Result<(), StoreError> {
    let mut transaction = database.begin()?;
    if transaction.procedures().default_procedure()?.is_some() {
        return Ok(());
    }
    match transaction.procedures().add(&default_procedure(), true, true) {
        // `aditus migrate` creates no secrets, which entries need: `record_seeded_rows` adds the
        // entry.
        Ok(_) => transaction.commit(unrecorded(Unrecorded::Housekeeping)),
        Err(StoreError::Duplicate(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Adds the audit entries of the built-in records, in a new installation.
pub(crate) fn record_seeded_rows(ports: &Ports) -> Result<(), StoreError> {
    let added = first_entries::execute(ports)?;
    if added > 0 {
        tracing::info!(entries = added, "added the audit entries of the built-in records");
    }
    Ok(())
}

/// Logs the active procedures with faults. They stay unchanged: a submission under a faulty default
/// is refused, so no data is released by it, and only a Super User can decide which procedure is
/// right.
pub(crate) fn warn_of_faulty_procedures(database: &dyn Database) -> Result<(), StoreError> {
    for procedure in faulty_procedures(database)? {
        tracing::warn!("{}", describe(&procedure));
    }
    Ok(())
}

/// Describes an active procedure with faults.
pub(crate) fn describe(procedure: &FaultyProcedure) -> String {
    let faults: Vec<String> = procedure.faults.iter().map(ToString::to_string).collect();
    let consequence = if procedure.is_default {
        "No Data Request can be submitted until a Super User fixes it."
    } else {
        "It cannot be made the default until a Super User fixes it."
    };
    format!(
        "the approval procedure \"{}\" is active and has faults: {} {consequence}",
        procedure.name,
        faults.join(" ")
    )
}
