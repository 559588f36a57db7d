//! Repository of dictionary imports.

mod rows;

use aditus_application::dictionary::import::{
    DictionaryImports, File, Files, ImportJob, ImportSort, ImportViews, Lease, LeasedImport, NewImport,
    Remark, RemarkKind, StoredRemark,
};
use aditus_application::paging::{Direction, ListQuery, Paged};
use aditus_application::ports::StoreError;
use aditus_domain::dictionary::ImportState;
use aditus_domain::dictionary::search::fold;
use aditus_domain::ids::{DataSourceId, ImportId};
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use self::rows::{NewRemark, Starter, StoredImport, changed, stored_rows};
use super::keys::{lookup_key, sort_key};
use super::sources;
use crate::connection::AnyConnection;
use crate::dialect::{commit_asynchronously, insert_rows};
use crate::error::{DbResult, missing, unreadable};
use crate::paging::paged;
use crate::read_session::ReadSession;
use crate::schema::{
    dictionary_import_parts as parts, dictionary_import_remarks as remarks, dictionary_imports as imports,
    users,
};
use crate::search::{Term, indexed};
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

/// The states of running imports.
const OPEN: [&str; 2] = [ImportState::Comparing.name(), ImportState::Storing.name()];

/// Number of imports that one cleanup deletes.
const DELETED_AT_ONCE: i64 = 100;

/// Returns a conflict if no row was updated, because another holder has the import.
fn require_one(rows: usize) -> DbResult<()> {
    if rows == 1 {
        Ok(())
    } else {
        Err(StoreError::Conflict.into())
    }
}

/// Selects the import while the caller holds its lease.
macro_rules! held_by {
    ($lease:expr) => {
        imports::table
            .filter(imports::id.eq($lease.import.0))
            .filter(imports::holder.eq($lease.holder.as_slice()))
            .filter(imports::state.eq_any(OPEN))
    };
}

/// Joins imports with the name of the person who started them.
macro_rules! with_starter {
    ($imports:expr) => {
        $imports
            .left_join(users::table)
            .select((StoredImport::as_select(), (users::fname, users::sname).nullable()))
    };
}

fn file(connection: &mut AnyConnection, import: ImportId, file: File) -> DbResult<Vec<u8>> {
    let mut content = Vec::new();
    for number in 0_i32.. {
        // Reads one part at a time, so that the file is in memory only once.
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

impl DictionaryImports for WriteTransaction {
    fn add(&mut self, new: &NewImport) -> Result<ImportId, StoreError> {
        self.run(|connection| {
            let id = diesel::insert_into(imports::table)
                .values((
                    imports::source.eq(&new.source),
                    imports::source_key.eq(lookup_key(&new.source)),
                    imports::source_sort_key.eq(sort_key(&new.source)),
                    imports::search_text.eq(indexed(&fold(&new.source))),
                    imports::format.eq(new.format.name()),
                    imports::leave_unknown.eq(new.leave_unknown),
                    imports::publish.eq(new.publish),
                    imports::started_by.eq(new.started_by.map(|user| user.0)),
                    imports::started_on.eq(Timestamp::from(new.started_on)),
                    imports::state.eq(ImportState::Comparing.name()),
                    imports::holder.eq(new.holder.as_slice()),
                    imports::held_until.eq(Timestamp::from(new.held_until)),
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

    fn find_leased(&mut self, lease: &Lease) -> Result<Option<ImportJob>, StoreError> {
        self.run(|connection| {
            with_starter!(held_by!(lease))
                .first::<(StoredImport, Starter)>(connection)
                .optional()?
                .map(|(row, starter)| Ok(row.read(starter)?.job))
                .transpose()
        })
    }

    fn save(&mut self, lease: &Lease, job: &ImportJob, held_until: DateTime<Utc>) -> Result<(), StoreError> {
        self.run(|connection| {
            let as_read = held_by!(lease).filter(imports::is_cancel_asked.eq(job.is_cancel_asked));
            require_one(
                diesel::update(as_read)
                    .set(changed(job, held_until))
                    .execute(connection)?,
            )
        })
    }

    fn advance(&mut self, lease: &Lease, rows: u64, held_until: DateTime<Utc>) -> Result<(), StoreError> {
        self.run(|connection| {
            if rows > 0 {
                // A part that is lost in a crash is written again by the process that takes over,
                // so its commit need not be durable. The end of the import is committed durably.
                commit_asynchronously(connection)?;
            }
            require_one(
                diesel::update(held_by!(lease))
                    .set((
                        imports::rows_stored.eq(imports::rows_stored + stored_rows(rows)),
                        imports::held_until.eq(Timestamp::from(held_until)),
                    ))
                    .execute(connection)?,
            )
        })
    }

    fn take_over(
        &mut self,
        dead: &LeasedImport,
        holder: [u8; 16],
        now: DateTime<Utc>,
        held_until: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        self.run(|connection| {
            let lease = Lease {
                import: dead.job.id,
                holder: dead.holder,
            };
            let abandoned = held_by!(lease).filter(imports::held_until.lt(Timestamp::from(now)));
            let taken = diesel::update(abandoned)
                .set((
                    imports::holder.eq(holder.as_slice()),
                    imports::held_until.eq(Timestamp::from(held_until)),
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

    fn add_file_part(
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

    fn delete_files(&mut self, import: ImportId) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::delete(parts::table.filter(parts::import_id.eq(import.0))).execute(connection)?;
            Ok(())
        })
    }

    fn remark(&mut self, import: ImportId, kept: &[StoredRemark]) -> Result<(), StoreError> {
        self.run(|connection| {
            let rows: Vec<NewRemark<'_>> = kept
                .iter()
                .map(|StoredRemark { kind, remark }| NewRemark {
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

    fn delete_expired(&mut self, before: DateTime<Utc>) -> Result<u64, StoreError> {
        self.run(|connection| {
            let old = imports::table
                .filter(imports::ended_on.lt(Timestamp::from(before)))
                .order(imports::id)
                .limit(DELETED_AT_ONCE)
                .select(imports::id)
                .load::<i64>(connection)?;
            diesel::delete(remarks::table.filter(remarks::import_id.eq_any(&old))).execute(connection)?;
            diesel::delete(parts::table.filter(parts::import_id.eq_any(&old))).execute(connection)?;
            let deleted =
                diesel::delete(imports::table.filter(imports::id.eq_any(&old))).execute(connection)?;
            Ok(deleted as u64)
        })
    }
}

impl ImportViews for ReadSession {
    fn source_by_name(&mut self, source: &str) -> Result<Option<DataSourceId>, StoreError> {
        self.run(|connection| sources::by_name(connection, source))
    }

    fn import(&mut self, id: ImportId) -> Result<Option<ImportJob>, StoreError> {
        self.run(|connection| {
            with_starter!(imports::table)
                .filter(imports::id.eq(id.0))
                .first::<(StoredImport, Starter)>(connection)
                .optional()?
                .map(|(row, starter)| Ok(row.read(starter)?.job))
                .transpose()
        })
    }

    fn remarks(&mut self, id: ImportId) -> Result<Vec<StoredRemark>, StoreError> {
        self.run(|connection| {
            remarks::table
                .filter(remarks::import_id.eq(id.0))
                // In descending order of their names, refusals come before notes.
                .order((remarks::kind.desc(), remarks::id))
                .select((remarks::kind, remarks::file, remarks::line, remarks::text))
                .load::<(String, String, i64, String)>(connection)?
                .into_iter()
                .map(|(kind, file, line, text)| {
                    Ok(StoredRemark {
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

    fn imports(&mut self, query: &ListQuery<ImportSort>) -> Result<Paged<ImportJob>, StoreError> {
        self.run(|connection| {
            let pattern = query
                .search
                .as_deref()
                .and_then(Term::parse)
                .map_or_else(|| "%".to_owned(), |term| term.like_pattern());
            // There are few imports, so an index on their names would cost more than it saves.
            let is_wanted = || imports::search_text.like(&pattern).escape('\\');
            let total = imports::table
                .filter(is_wanted())
                .count()
                .get_result::<i64>(connection)?;
            let rows = with_starter!(imports::table).filter(is_wanted()).into_boxed();
            let rows = match (query.sort, query.direction) {
                (ImportSort::Newest, _) | (ImportSort::StartedOn, Direction::Descending) => {
                    rows.order(imports::id.desc())
                }
                (ImportSort::StartedOn, Direction::Ascending) => rows.order(imports::id.asc()),
                (ImportSort::Source, Direction::Ascending) => {
                    rows.order((imports::source_sort_key.asc(), imports::id.desc()))
                }
                (ImportSort::Source, Direction::Descending) => {
                    rows.order((imports::source_sort_key.desc(), imports::id.desc()))
                }
            };
            let items = rows
                .limit(query.page.limit())
                .offset(query.page.offset())
                .load::<(StoredImport, Starter)>(connection)?
                .into_iter()
                .map(|(row, starter)| Ok(row.read(starter)?.job))
                .collect::<DbResult<Vec<_>>>()?;
            Ok(paged(items, query.page, total))
        })
    }

    fn abandoned(&mut self, now: DateTime<Utc>) -> Result<Vec<LeasedImport>, StoreError> {
        self.run(|connection| {
            with_starter!(imports::table)
                .filter(imports::state.eq_any(OPEN))
                .filter(imports::held_until.lt(Timestamp::from(now)))
                .order(imports::id)
                .load::<(StoredImport, Starter)>(connection)?
                .into_iter()
                .map(|(row, starter)| row.read(starter))
                .collect()
        })
    }
}

#[cfg(test)]
mod waiting;
