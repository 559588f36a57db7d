//! Optimistic locking of records that several people edit.

use aditus_application::ports::StoreError;
use aditus_application::row_versions::{RowVersion, RowVersions, Versioned};
use aditus_domain::reference::EntryId;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::schema::{
    approval_procedures, calendars, data_custodians, data_source_versions, data_sources, dictionary_tables,
    equipment_types, ethics_committees, facilities, next_stages, organisation_roles, organisations, purposes,
    stage_types, stages, topic_tables, topics, variables, version_revisions,
};
use crate::transaction::WriteTransaction;

/// Id of the only calendar.
pub(crate) const CALENDAR: i64 = 1;

/// Increments the version in one statement, which also locks the row. Returns the number of updated
/// rows, which is 0 if the record is gone or its version is not `$seen`. `None` fits every version.
macro_rules! advance_version {
    ($connection:expr, $table:ident, $id:expr, $seen:expr) => {
        advance_version!($connection, $table, row_version, $id, $seen)
    };
    ($connection:expr, $table:ident, $version:ident, $id:expr, $seen:expr) => {{
        let next = $table::$version.eq($table::$version + 1_i64);
        match $seen {
            Some(RowVersion(seen)) => diesel::update($table::table.find($id))
                .filter($table::$version.eq(seen))
                .set(next)
                .execute($connection),
            None => diesel::update($table::table.find($id))
                .set(next)
                .execute($connection),
        }
    }};
}

fn advance(connection: &mut AnyConnection, record: Versioned, seen: Option<RowVersion>) -> DbResult<()> {
    let rows = match record {
        Versioned::StageType(id) => advance_version!(connection, stage_types, id.0, seen),
        Versioned::Procedure(id) => advance_version!(connection, approval_procedures, id.0, seen),
        Versioned::Drawing(id) => {
            advance_version!(connection, approval_procedures, drawing_version, id.0, seen)
        }
        Versioned::Letter(id) => {
            advance_version!(connection, approval_procedures, letter_version, id.0, seen)
        }
        Versioned::Stage(id) => advance_version!(connection, stages, id.0, seen),
        Versioned::NextStage(id) => advance_version!(connection, next_stages, id.0, seen),
        Versioned::Organisation(id) => advance_version!(connection, organisations, id.0, seen),
        Versioned::OrganisationRole(id) => advance_version!(connection, organisation_roles, id.0, seen),
        Versioned::Source(id) => advance_version!(connection, data_sources, id.0, seen),
        Versioned::Custodian(id) => advance_version!(connection, data_custodians, id.0, seen),
        Versioned::Version(id) => advance_version!(connection, data_source_versions, id.0, seen),
        Versioned::Topic(id) => advance_version!(connection, topics, id.0, seen),
        Versioned::Entry(EntryId::Purpose(id)) => advance_version!(connection, purposes, id.0, seen),
        Versioned::Entry(EntryId::Committee(id)) => {
            advance_version!(connection, ethics_committees, id.0, seen)
        }
        Versioned::Entry(EntryId::EquipmentType(id)) => {
            advance_version!(connection, equipment_types, id.0, seen)
        }
        Versioned::Place(id) => advance_version!(connection, facilities, id.0, seen),
        Versioned::Table(id) => advance_version!(connection, dictionary_tables, id.0, seen),
        Versioned::Variable(id) => advance_version!(connection, variables, id.0, seen),
        Versioned::VersionVariable(id) => advance_version!(connection, version_revisions, id.0, seen),
        Versioned::TableTopic(id) => advance_version!(connection, topic_tables, id.0, seen),
        Versioned::Calendar => advance_version!(connection, calendars, CALENDAR, seen),
    }?;
    if rows == 0 {
        return Err(StoreError::Conflict.into());
    }
    Ok(())
}

impl RowVersions for WriteTransaction {
    fn advance(&mut self, record: Versioned, seen: Option<RowVersion>) -> Result<(), StoreError> {
        self.run(|connection| advance(connection, record, seen))
    }
}
