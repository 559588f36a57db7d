//! The store of imports.

use aditus_application::dictionary::import::{
    DictionaryImports, File, Files, HeldImport, ImportJob, ImportViews, KeptRemark, Lease, NewImport, Remark,
    RemarkKind, Tally,
};
use aditus_application::paging::{Page, Paged};
use aditus_application::ports::StoreError;
use aditus_domain::dictionary::{ImportFormat, ImportState};
use aditus_domain::ids::{DataSourceId, ImportId, UserId};
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use super::keys::lookup_key;
use super::sources;
use crate::connection::AnyConnection;
use crate::dialect::insert_rows;
use crate::error::{Outcome, missing, unreadable};
use crate::reading::Reading;
use crate::schema::dictionary_import_parts as parts;
use crate::schema::dictionary_import_remarks as remarks;
use crate::schema::dictionary_imports as imports;
use crate::times::At;
use crate::transaction::UnitOfWork;

/// The states of imports that run.
const OPEN: [&str; 2] = [ImportState::Comparing.name(), ImportState::Storing.name()];

/// As many imports are swept at once.
const SWEPT_AT_ONCE: i64 = 100;

#[derive(Queryable, Selectable)]
#[diesel(table_name = imports)]
struct StoredImport {
    id: i64,
    source: String,
    data_source_id: Option<i64>,
    source_added: bool,
    format: String,
    started_by: Option<i64>,
    started_on: At,
    ended_on: Option<At>,
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

#[derive(AsChangeset)]
#[diesel(table_name = imports, treat_none_as_null = true)]
struct ChangedImport<'a> {
    data_source_id: Option<i64>,
    source_added: bool,
    ended_on: Option<At>,
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
    held_until: At,
}

#[derive(Insertable)]
#[diesel(table_name = remarks)]
struct NewRemark<'a> {
    import_id: i64,
    kind: &'static str,
    file: &'static str,
    line: i64,
    text: &'a str,
}

fn tally([read, added, changed, refused]: [i64; 4]) -> Outcome<Tally> {
    let count = |stored: i64| usize::try_from(stored).map_err(unreadable("tally of an import"));
    Ok(Tally {
        read: count(read)?,
        added: count(added)?,
        changed: count(changed)?,
        refused: count(refused)?,
    })
}

/// A count of rows of a file, which is far below the limit of either type.
fn stored_count(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn stored_rows(rows: u64) -> i64 {
    i64::try_from(rows).unwrap_or(i64::MAX)
}

impl StoredImport {
    fn read(self) -> Outcome<HeldImport> {
        let job = ImportJob {
            id: ImportId(self.id),
            source: self.source,
            data_source: self.data_source_id.map(DataSourceId),
            source_added: self.source_added,
            format: ImportFormat::parse(&self.format).map_err(unreadable("format of an import"))?,
            started_by: self.started_by.map(UserId),
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
        Ok(HeldImport { job, holder })
    }
}

fn changed(job: &ImportJob, held_until: DateTime<Utc>) -> ChangedImport<'_> {
    ChangedImport {
        data_source_id: job.data_source.map(|id| id.0),
        source_added: job.source_added,
        ended_on: job.ended_on.map(At::from),
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

/// A row was there to be changed; otherwise somebody else has the import.
fn one(rows: usize) -> Outcome<()> {
    if rows == 1 {
        Ok(())
    } else {
        Err(StoreError::Conflict.into())
    }
}

/// The import as long as a lease is held.
macro_rules! held_by {
    ($lease:expr) => {
        imports::table
            .filter(imports::id.eq($lease.import.0))
            .filter(imports::holder.eq($lease.holder.as_slice()))
            .filter(imports::state.eq_any(OPEN))
    };
}

fn file(connection: &mut AnyConnection, import: ImportId, file: File) -> Outcome<Vec<u8>> {
    let mut content = Vec::new();
    for number in 0_i32.. {
        // One part at a time: a whole file lies in memory once and not twice.
        let part = parts::table
            .find((import.0, file.name(), number))
            .select(parts::content)
            .first::<Vec<u8>>(connection)
            .optional()?;
        match part {
            Some(part) => content.extend(part),
            None => break,
        }
    }
    Ok(content)
}

fn forget_files(connection: &mut AnyConnection, import: i64) -> Outcome<()> {
    diesel::delete(parts::table.filter(parts::import_id.eq(import))).execute(connection)?;
    Ok(())
}

impl DictionaryImports for UnitOfWork {
    fn add(&mut self, new: &NewImport) -> Result<ImportId, StoreError> {
        self.run(|connection| {
            let id = diesel::insert_into(imports::table)
                .values((
                    imports::source.eq(&new.source),
                    imports::source_key.eq(lookup_key(&new.source)),
                    imports::format.eq(new.format.name()),
                    imports::started_by.eq(new.started_by.map(|user| user.0)),
                    imports::started_on.eq(At::from(new.started_on)),
                    imports::state.eq(ImportState::Comparing.name()),
                    imports::holder.eq(new.holder.as_slice()),
                    imports::held_until.eq(At::from(new.held_until)),
                ))
                .returning(imports::id)
                .get_result(connection)?;
            Ok(ImportId(id))
        })
    }

    fn count_open(&mut self) -> Result<u64, StoreError> {
        self.run(|connection| {
            let open = imports::table
                .filter(imports::state.eq_any(OPEN))
                .count()
                .get_result::<i64>(connection)?;
            Ok(open.unsigned_abs())
        })
    }

    fn held(&mut self, lease: &Lease) -> Result<Option<ImportJob>, StoreError> {
        self.run(|connection| {
            held_by!(lease)
                .select(StoredImport::as_select())
                .first::<StoredImport>(connection)
                .optional()?
                .map(|row| Ok(row.read()?.job))
                .transpose()
        })
    }

    fn save(&mut self, lease: &Lease, job: &ImportJob, held_until: DateTime<Utc>) -> Result<(), StoreError> {
        self.run(|connection| {
            let as_read = held_by!(lease).filter(imports::is_cancel_asked.eq(job.is_cancel_asked));
            one(diesel::update(as_read)
                .set(changed(job, held_until))
                .execute(connection)?)
        })
    }

    fn advance(&mut self, lease: &Lease, rows: u64, held_until: DateTime<Utc>) -> Result<(), StoreError> {
        self.run(|connection| {
            one(diesel::update(held_by!(lease))
                .set((
                    imports::rows_stored.eq(imports::rows_stored + stored_rows(rows)),
                    imports::held_until.eq(At::from(held_until)),
                ))
                .execute(connection)?)
        })
    }

    fn take_over(
        &mut self,
        dead: &HeldImport,
        holder: [u8; 16],
        now: DateTime<Utc>,
        held_until: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        self.run(|connection| {
            let lease = Lease {
                import: dead.job.id,
                holder: dead.holder,
            };
            let abandoned = held_by!(lease).filter(imports::held_until.lt(At::from(now)));
            let taken = diesel::update(abandoned)
                .set((
                    imports::holder.eq(holder.as_slice()),
                    imports::held_until.eq(At::from(held_until)),
                    imports::takeovers.eq(imports::takeovers + 1_i64),
                ))
                .execute(connection)?;
            Ok(taken == 1)
        })
    }

    fn ask_to_cancel(&mut self, import: ImportId) -> Result<bool, StoreError> {
        self.run(|connection| {
            let comparing = imports::table
                .filter(imports::id.eq(import.0))
                .filter(imports::state.eq(ImportState::Comparing.name()));
            let asked = diesel::update(comparing)
                .set(imports::is_cancel_asked.eq(true))
                .execute(connection)?;
            Ok(asked == 1)
        })
    }

    fn keep_part(
        &mut self,
        import: ImportId,
        file: File,
        number: u32,
        content: &[u8],
    ) -> Result<(), StoreError> {
        self.run(|connection| {
            let number = i32::try_from(number).map_err(unreadable("number of a part"))?;
            diesel::insert_into(parts::table)
                .values((
                    parts::import_id.eq(import.0),
                    parts::file.eq(file.name()),
                    parts::number.eq(number),
                    parts::content.eq(content),
                ))
                .execute(connection)?;
            Ok(())
        })
    }

    fn files(&mut self, import: ImportId) -> Result<Files, StoreError> {
        self.run(|connection| {
            Ok(Files {
                tables: file(connection, import, File::Tables)?,
                variables: file(connection, import, File::Variables)?,
            })
        })
    }

    fn forget_files(&mut self, import: ImportId) -> Result<(), StoreError> {
        self.run(|connection| forget_files(connection, import.0))
    }

    fn remark(&mut self, import: ImportId, kept: &[KeptRemark]) -> Result<(), StoreError> {
        self.run(|connection| {
            let rows: Vec<NewRemark<'_>> = kept
                .iter()
                .map(|KeptRemark { kind, remark }| NewRemark {
                    import_id: import.0,
                    kind: kind.name(),
                    file: remark.file.name(),
                    line: stored_rows(remark.line),
                    text: &remark.text,
                })
                .collect();
            insert_rows!(connection, remarks::table, &rows)?;
            Ok(())
        })
    }

    fn sweep(&mut self, before: DateTime<Utc>) -> Result<u64, StoreError> {
        self.run(|connection| {
            let old = imports::table
                .filter(imports::ended_on.lt(At::from(before)))
                .order(imports::id)
                .limit(SWEPT_AT_ONCE)
                .select(imports::id)
                .load::<i64>(connection)?;
            diesel::delete(remarks::table.filter(remarks::import_id.eq_any(&old))).execute(connection)?;
            diesel::delete(parts::table.filter(parts::import_id.eq_any(&old))).execute(connection)?;
            let swept =
                diesel::delete(imports::table.filter(imports::id.eq_any(&old))).execute(connection)?;
            Ok(swept as u64)
        })
    }
}

impl ImportViews for Reading {
    fn source_by_name(&mut self, source: &str) -> Result<Option<DataSourceId>, StoreError> {
        self.run(|connection| sources::by_name(connection, source))
    }

    fn import(&mut self, id: ImportId) -> Result<Option<ImportJob>, StoreError> {
        self.run(|connection| {
            imports::table
                .find(id.0)
                .select(StoredImport::as_select())
                .first::<StoredImport>(connection)
                .optional()?
                .map(|row| Ok(row.read()?.job))
                .transpose()
        })
    }

    fn remarks(&mut self, id: ImportId) -> Result<Vec<KeptRemark>, StoreError> {
        self.run(|connection| {
            remarks::table
                .filter(remarks::import_id.eq(id.0))
                // What was refused comes before notes, by its name too.
                .order((remarks::kind.desc(), remarks::id))
                .select((remarks::kind, remarks::file, remarks::line, remarks::text))
                .load::<(String, String, i64, String)>(connection)?
                .into_iter()
                .map(|(kind, file, line, text)| {
                    Ok(KeptRemark {
                        kind: RemarkKind::parse(&kind).ok_or_else(missing("kind of a remark"))?,
                        remark: Remark {
                            file: File::parse(&file).ok_or_else(missing("file of a remark"))?,
                            line: line.unsigned_abs(),
                            text,
                        },
                    })
                })
                .collect()
        })
    }

    fn imports(&mut self, page: Page) -> Result<Paged<ImportJob>, StoreError> {
        self.run(|connection| {
            let total = imports::table.count().get_result::<i64>(connection)?;
            let items = imports::table
                .order(imports::id.desc())
                .limit(page.limit())
                .offset(page.offset())
                .select(StoredImport::as_select())
                .load::<StoredImport>(connection)?
                .into_iter()
                .map(|row| Ok(row.read()?.job))
                .collect::<Outcome<Vec<_>>>()?;
            Ok(Paged {
                items,
                page,
                total: total.unsigned_abs(),
            })
        })
    }

    fn abandoned(&mut self, now: DateTime<Utc>) -> Result<Vec<HeldImport>, StoreError> {
        self.run(|connection| {
            imports::table
                .filter(imports::state.eq_any(OPEN))
                .filter(imports::held_until.lt(At::from(now)))
                .order(imports::id)
                .select(StoredImport::as_select())
                .load::<StoredImport>(connection)?
                .into_iter()
                .map(StoredImport::read)
                .collect()
        })
    }
}
