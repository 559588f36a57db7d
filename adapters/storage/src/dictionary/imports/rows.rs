//! Row types of imports and remarks.

use aditus_application::dictionary::import::{LeasedImport, ImportJob, Tally};
use aditus_domain::dictionary::{ImportFormat, ImportState};
use aditus_domain::ids::{DataSourceId, ImportId, UserId};
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use crate::error::{DbResult, missing, unreadable};
use crate::schema::dictionary_import_remarks as remarks;
use crate::schema::dictionary_imports as imports;
use crate::times::Timestamp;

#[derive(Queryable, Selectable)]
#[diesel(table_name = imports)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a column, free of the others"
)]
pub(super) struct StoredImport {
    id: i64,
    source: String,
    data_source_id: Option<i64>,
    source_added: bool,
    format: String,
    leave_unknown: bool,
    publish: bool,
    started_by: Option<i64>,
    started_on: Timestamp,
    ended_on: Option<Timestamp>,
    state: String,
    is_cancel_asked: bool,
    tables_read: i64,
    tables_added: i64,
    tables_changed: i64,
    tables_refused: i64,
    variables_read: i64,
    variables_added: i64,
    variables_changed: i64,
    variables_refused: i64,
    rows_to_store: i64,
    rows_stored: i64,
    takeovers: i64,
    message: Option<String>,
    holder: Vec<u8>,
}

/// First and last name of the person who started an import.
pub(super) type Starter = Option<(String, String)>;

#[derive(AsChangeset)]
#[diesel(table_name = imports, treat_none_as_null = true)]
pub(super) struct ChangedImport<'a> {
    data_source_id: Option<i64>,
    source_added: bool,
    ended_on: Option<Timestamp>,
    state: &'static str,
    tables_read: i64,
    tables_added: i64,
    tables_changed: i64,
    tables_refused: i64,
    variables_read: i64,
    variables_added: i64,
    variables_changed: i64,
    variables_refused: i64,
    rows_to_store: i64,
    message: Option<&'a str>,
    held_until: Timestamp,
}

#[derive(Insertable)]
#[diesel(table_name = remarks)]
pub(super) struct NewRemark<'a> {
    pub(super) import_id: i64,
    pub(super) kind: &'static str,
    pub(super) file: &'static str,
    pub(super) line: i64,
    pub(super) text: &'a str,
}

fn tally([read, added, changed, refused]: [i64; 4]) -> DbResult<Tally> {
    let count = |stored: i64| usize::try_from(stored).map_err(unreadable("tally of an import"));
    Ok(Tally {
        read: count(read)?,
        added: count(added)?,
        changed: count(changed)?,
        refused: count(refused)?,
    })
}

/// Converts a number of rows of a file, which is far below the limit of either type.
fn stored_count(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

pub(super) fn stored_rows(rows: u64) -> i64 {
    i64::try_from(rows).unwrap_or(i64::MAX)
}

impl StoredImport {
    pub(super) fn read(self, starter: Starter) -> DbResult<LeasedImport> {
        let job = ImportJob {
            id: ImportId(self.id),
            source: self.source,
            data_source: self.data_source_id.map(DataSourceId),
            source_added: self.source_added,
            format: ImportFormat::parse(&self.format).map_err(unreadable("format of an import"))?,
            leave_unknown: self.leave_unknown,
            publish: self.publish,
            started_by: self.started_by.map(UserId),
            started_by_name: starter.map(|(fname, sname)| format!("{fname} {sname}")),
            started_on: self.started_on.0,
            ended_on: self.ended_on.map(|at| at.0),
            state: ImportState::parse(&self.state).ok_or_else(missing("state of an import"))?,
            is_cancel_asked: self.is_cancel_asked,
            tables: tally([
                self.tables_read,
                self.tables_added,
                self.tables_changed,
                self.tables_refused,
            ])?,
            variables: tally([
                self.variables_read,
                self.variables_added,
                self.variables_changed,
                self.variables_refused,
            ])?,
            rows_to_store: self.rows_to_store.unsigned_abs(),
            rows_stored: self.rows_stored.unsigned_abs(),
            takeovers: u32::try_from(self.takeovers).map_err(unreadable("takeovers of an import"))?,
            message: self.message,
        };
        let holder = self
            .holder
            .try_into()
            .map_err(|_| missing("holder of an import")())?;
        Ok(LeasedImport { job, holder })
    }
}

pub(super) fn changed(job: &ImportJob, held_until: DateTime<Utc>) -> ChangedImport<'_> {
    ChangedImport {
        data_source_id: job.data_source.map(|id| id.0),
        source_added: job.source_added,
        ended_on: job.ended_on.map(Timestamp::from),
        state: job.state.name(),
        tables_read: stored_count(job.tables.read),
        tables_added: stored_count(job.tables.added),
        tables_changed: stored_count(job.tables.changed),
        tables_refused: stored_count(job.tables.refused),
        variables_read: stored_count(job.variables.read),
        variables_added: stored_count(job.variables.added),
        variables_changed: stored_count(job.variables.changed),
        variables_refused: stored_count(job.variables.refused),
        rows_to_store: stored_rows(job.rows_to_store),
        message: job.message.as_deref(),
        held_until: held_until.into(),
    }
}
