//! Writes the planned rows of an import in batches, each in its own transaction.

use std::collections::HashMap;

use aditus_domain::dictionary::lookup_key;
use aditus_domain::ids::{DataSourceId, TableId, UserId};

use super::plan::Plan;
use crate::audit::{Unrecorded, unrecorded};
use crate::dictionary::revisions::repository::RevisionAuthor;
use crate::ports::{Ports, StoreError, Transaction};

/// Rows per batch. Other writers of SQLite wait only for one batch, some 50 ms, and run between
/// batches.
const ROWS_AT_ONCE: usize = 1_000;
/// Changed tables per batch. They are fewer, because the variables of each are updated with it.
const TABLES_AT_ONCE: usize = 10;

/// Extra work in the transaction of each batch. It receives the number of rows.
pub(super) type OnBatch<'a> = &'a dyn Fn(&mut dyn Transaction, u64) -> Result<(), StoreError>;

/// Writes the plan in batches. `importer` is the author of the revisions; none for a command on the
/// server.
pub(super) fn store(
    ports: &Ports,
    source: DataSourceId,
    importer: Option<UserId>,
    plan: &Plan,
    with: OnBatch<'_>,
) -> Result<(), StoreError> {
    let writer = Writer {
        ports,
        importer,
        with,
    };
    writer.write(&plan.changed_tables, TABLES_AT_ONCE, |transaction, part| {
        part.iter()
            .try_for_each(|(id, table)| transaction.dictionary().update_table(*id, table))
    })?;
    let mut ids: HashMap<String, TableId> = plan.stored_tables.clone();
    writer.write(&plan.added_tables, ROWS_AT_ONCE, |transaction, part| {
        let new = transaction.dictionary().add_tables(source, part)?;
        ids.extend(part.iter().map(|table| lookup_key(&table.tbl_name)).zip(new));
        Ok(())
    })?;
    writer.write(&plan.added_variables, ROWS_AT_ONCE, |transaction, part| {
        // The plan has already refused variables whose table is neither in the file nor stored.
        let added = part
            .iter()
            .filter_map(|row| Some((*ids.get(&lookup_key(&row.tbl_name))?, row.clone())))
            .collect::<Vec<_>>();
        transaction.dictionary().add_variables(&added).map(drop)
    })?;
    // Changed variables come last, because they may depend on new ones.
    writer.write(&plan.changed_variables, ROWS_AT_ONCE, |transaction, part| {
        part.iter()
            .try_for_each(|(id, variable)| transaction.dictionary().update_variable(*id, variable))
    })
}

struct Writer<'a> {
    ports: &'a Ports,
    importer: Option<UserId>,
    with: OnBatch<'a>,
}

impl Writer<'_> {
    /// Writes batches one after the other, and yields the write lock between them.
    fn write<Row>(
        &self,
        rows: &[Row],
        at_once: usize,
        mut write: impl FnMut(&mut dyn Transaction, &[Row]) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        for (number, part) in rows.chunks(at_once).enumerate() {
            if number > 0 {
                self.ports.database.yield_write_lock();
            }
            let mut transaction = self.ports.database.begin()?;
            transaction.dictionary_revisions().set_author(RevisionAuthor {
                user: self.importer,
                at: self.ports.clock.now(),
            });
            write(transaction.as_mut(), part)?;
            (self.with)(transaction.as_mut(), part.len() as u64)?;
            transaction.commit(unrecorded(Unrecorded::PartOfRecordedOperation))?;
        }
        Ok(())
    }
}
