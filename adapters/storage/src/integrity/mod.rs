//! Integrity scan of stored rows and derived values: see [`IntegrityScan`].
//!
//! Expected values are derived by the functions that write the rows, in the folders of their
//! slices. This module provides the snapshot in which they read, and the transaction in which they
//! repair.

mod columns;
mod files;
mod own_faults;

use std::collections::BTreeSet;

use aditus_application::audit::stored::RowState;
use aditus_application::integrity::{
    Difference, DigestEntryRow, FileOwner, IntegrityScan, Part, ReferencedFile, ScanBatch, ScannedPerson,
    ScannedRequest, ScannedVersion,
};
use aditus_application::ports::{FileKey, StoreError};
use aditus_domain::audit::stored::SubjectKind;
use aditus_domain::ids::{AuditEntryId, RequestId, UserId};
use aditus_domain::requests::VersionNumber;
use diesel::connection::TransactionManager;

use crate::connection::{AnyConnection, PooledConnection};
use crate::dialect::{begin_snapshot, on_postgres};
use crate::error::{DbError, DbResult};
use crate::scan::{RowSelection, Scan};
use crate::{audit, deadlines, dictionary, requests};

/// Scans rows of a part. If the scan repairs, the repairable ones of the differences are gone
/// afterwards.
fn scan(connection: &mut AnyConnection, part: Part, scan: Scan<'_>) -> DbResult<ScanBatch> {
    match part {
        Part::Accounts => columns::accounts(connection, scan),
        Part::Organisations => columns::organisations(connection, scan),
        Part::StageTypes => columns::stage_types(connection, scan),
        Part::Procedures => columns::procedures(connection, scan),
        Part::Stages => columns::stages(connection, scan),
        Part::Purposes => columns::purposes(connection, scan),
        Part::EthicsCommittees => columns::ethics_committees(connection, scan),
        Part::EquipmentTypes => columns::equipment_types(connection, scan),
        Part::Facilities => columns::facilities(connection, scan),
        Part::DataSources => dictionary::sources::scan(connection, scan),
        Part::SourceVersions => dictionary::integrity::versions(connection, scan),
        Part::Topics => dictionary::integrity::topics(connection, scan),
        Part::TableTypes => dictionary::integrity::table_types(connection, scan),
        Part::Tables => dictionary::integrity::tables(connection, scan),
        Part::Variables => dictionary::integrity::variables(connection, scan),
        Part::Drafts => requests::integrity::drafts(connection, scan),
        Part::Requests => requests::integrity::requests(connection, scan),
        Part::DueDates => deadlines::integrity::scan(connection, scan),
        Part::CountersOfAll => requests::integrity::counters_of_all(connection, scan),
        Part::CountersOfOwners => requests::integrity::counters_of_owners(connection, scan),
        Part::CountersOfRoles => requests::integrity::counters_of_roles(connection, scan),
    }
}

/// Returns the tables to lock while rows of a part are repaired: first the tables they are derived
/// from, then their own. A change of a counter always follows a change of its request, so this
/// order cannot deadlock. `None` if the rows of requests are locked instead.
const fn tables_to_lock(part: Part) -> Option<&'static str> {
    let tables = match part {
        Part::Accounts => "users",
        Part::Organisations => "organisations",
        Part::StageTypes => "stage_types",
        Part::Procedures => "approval_procedures",
        Part::Stages => "stages",
        Part::Purposes => "purposes",
        Part::EthicsCommittees => "ethics_committees",
        Part::EquipmentTypes => "equipment_types",
        Part::Facilities => "facilities",
        Part::DataSources => "data_sources",
        Part::SourceVersions => "data_source_versions",
        Part::Topics => "topics",
        Part::TableTypes => "table_types",
        Part::Tables | Part::Variables => "data_sources, dictionary_tables, variables, synonyms",
        Part::Drafts => "request_drafts",
        Part::DueDates => return None,
        Part::Requests | Part::CountersOfAll | Part::CountersOfOwners | Part::CountersOfRoles => {
            "purposes, data_sources, data_requests, request_purposes, requested_datasets, request_states, request_bindings, \
             request_counts"
        }
    };
    Some(tables)
}

/// Derives these rows again. Returns the differences that were repaired.
pub(crate) fn repair(connection: &mut AnyConnection, part: Part, ids: &[i64]) -> DbResult<Vec<Difference>> {
    match tables_to_lock(part) {
        Some(tables) => on_postgres(
            connection,
            &format!("LOCK TABLE {tables} IN SHARE ROW EXCLUSIVE MODE"),
        )?,
        None => deadlines::integrity::lock(connection, ids)?,
    }
    let selection = RowSelection::Ids(ids);
    let batch = scan(
        connection,
        part,
        Scan {
            selection,
            repairs: true,
        },
    )?;
    let repaired = batch.differences.into_iter();
    Ok(repaired.filter(|difference| difference.is_repairable).collect())
}

/// A read-only transaction in which all reads see one snapshot, that of the first read.
pub(crate) struct Snapshot {
    pooled: PooledConnection,
}

impl Snapshot {
    pub(crate) fn begin(mut pooled: PooledConnection) -> Result<Self, StoreError> {
        if let Err(error) = begin_snapshot(&mut pooled.connection) {
            pooled.mark_suspect();
            return Err(DbError::from(error).into());
        }
        Ok(Self { pooled })
    }

    fn run<T>(&mut self, work: impl FnOnce(&mut AnyConnection) -> DbResult<T>) -> Result<T, StoreError> {
        work(&mut self.pooled.connection).map_err(|error| {
            self.pooled.mark_suspect();
            error.into()
        })
    }
}

impl Drop for Snapshot {
    fn drop(&mut self) {
        if AnyConnection::rollback_transaction(&mut self.pooled.connection).is_err() {
            self.pooled.mark_suspect();
        }
    }
}

impl IntegrityScan for Snapshot {
    fn scan(&mut self, part: Part, after: i64, limit: u32) -> Result<ScanBatch, StoreError> {
        let selection = RowSelection::Next { after, limit };
        self.run(|connection| {
            scan(
                connection,
                part,
                Scan {
                    selection,
                    repairs: false,
                },
            )
        })
    }

    fn version(
        &mut self,
        after: Option<(RequestId, VersionNumber)>,
    ) -> Result<Option<ScannedVersion>, StoreError> {
        self.run(|connection| requests::versions::next_version(connection, after))
    }

    fn files(&mut self, owner: FileOwner, after: i64, limit: u32) -> Result<Vec<ReferencedFile>, StoreError> {
        self.run(|connection| files::referenced(connection, owner, after, limit))
    }

    fn referenced_among(&mut self, keys: &[FileKey]) -> Result<BTreeSet<FileKey>, StoreError> {
        self.run(|connection| files::referenced_among(connection, keys))
    }

    fn requests(&mut self, after: RequestId, limit: u32) -> Result<Vec<ScannedRequest>, StoreError> {
        self.run(|connection| audit::reviewed::requests(connection, after, limit))
    }

    fn lost_requests(&mut self, limit: u32) -> Result<Vec<RequestId>, StoreError> {
        self.run(|connection| audit::reviewed::lost(connection, limit))
    }

    fn removed_requests(&mut self) -> Result<u64, StoreError> {
        self.run(audit::reviewed::removed)
    }

    fn people(&mut self, after: UserId, limit: u32) -> Result<Vec<ScannedPerson>, StoreError> {
        self.run(|connection| audit::roles::people(connection, after, limit))
    }

    fn lost_people(&mut self, limit: u32) -> Result<Vec<UserId>, StoreError> {
        self.run(|connection| audit::roles::lost(connection, limit))
    }

    fn digest_entries(&mut self, after: AuditEntryId, limit: u32) -> Result<Vec<DigestEntryRow>, StoreError> {
        self.run(|connection| audit::stored::stating(connection, after, limit))
    }

    fn row_states(&mut self, kind: SubjectKind, after: i64, limit: u32) -> Result<Vec<RowState>, StoreError> {
        let selection = RowSelection::Next { after, limit };
        self.run(|connection| audit::stored::rows(connection, kind, selection))
    }

    fn awaits_cleanup(&mut self, key: &FileKey) -> Result<bool, StoreError> {
        self.run(|connection| files::awaits_cleanup(connection, key))
    }

    fn database_faults(&mut self) -> Result<Vec<String>, StoreError> {
        self.run(own_faults::run_checks)
    }
}
