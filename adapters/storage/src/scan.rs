//! Tools of the integrity scan: the selection of rows, and the differences found.

use aditus_application::failure::causes;
use aditus_application::integrity::{Difference, ScanBatch};
use aditus_application::ports::StoreError;

use crate::error::{DbError, DbResult};

/// Selects the rows of a scan.
#[derive(Debug, Clone, Copy)]
pub(crate) enum RowSelection<'a> {
    /// The next rows after this id, at most `limit`.
    Next { after: i64, limit: u32 },
    /// The rows with these ids.
    Ids(&'a [i64]),
}

/// A scan of rows that reports differences, or also repairs them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scan<'a> {
    pub(crate) selection: RowSelection<'a>,
    /// Rewrites derived columns that differ. The caller has locked the rows.
    pub(crate) repairs: bool,
}

impl Scan<'_> {
    /// Returns the batch for the rows with these ids, without differences yet.
    pub(crate) fn batch_of(&self, ids: impl ExactSizeIterator<Item = i64>) -> ScanBatch {
        let rows = ids.len();
        let may_have_more = match self.selection {
            RowSelection::Next { limit, .. } => rows >= limit as usize,
            RowSelection::Ids(_) => false,
        };
        ScanBatch {
            rows: rows as u64,
            last: ids.last().filter(|_| may_have_more),
            differences: Vec::new(),
        }
    }
}

/// Filters the rows of a table by the scan: `selected_rows!(rows, topics, scan)`. The query must be
/// boxed and ordered by id.
macro_rules! selected_rows {
    ($rows:expr, $table:ident, $scan:expr) => {
        match $scan.selection {
            $crate::scan::RowSelection::Next { after, limit } => {
                $rows.filter($table::id.gt(after)).limit(i64::from(limit))
            }
            $crate::scan::RowSelection::Ids(ids) => $rows.filter($table::id.eq_any(ids)),
        }
    };
}
pub(crate) use selected_rows;

/// Describes the columns that differ from their derived values. Returns `None` if all are equal.
pub(crate) fn describe_mismatch<'a>(
    table: &str,
    compared: impl IntoIterator<Item = (&'a str, bool)>,
) -> Option<String> {
    let differing = compared.into_iter().filter(|(_, is_same)| !is_same);
    let names: Vec<&str> = differing.map(|(name, _)| name).collect();
    (!names.is_empty()).then(|| format!("{} of {table} is not what it is made of", names.join(", ")))
}

pub(crate) fn repairable(id: i64, what: impl Into<String>) -> Difference {
    Difference {
        id,
        what: what.into(),
        is_repairable: true,
    }
}

pub(crate) fn irreparable(id: i64, what: impl Into<String>) -> Difference {
    Difference {
        id,
        what: what.into(),
        is_repairable: false,
    }
}

/// Turns a value that cannot be parsed into a difference. An error of the database ends the scan.
pub(crate) fn readable<T>(
    id: i64,
    read: DbResult<T>,
    differences: &mut Vec<Difference>,
) -> DbResult<Option<T>> {
    match read {
        Ok(value) => Ok(Some(value)),
        Err(DbError::Store(StoreError::Internal(cause))) => {
            differences.push(irreparable(id, causes(cause.as_ref())));
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Compares columns of a table with values derived from other columns of the row, and rewrites them
/// if the scan repairs: `compare_columns!(connection, scan, topics, (topic: String) => { sort_key:
/// sort_key(&topic) })`.
macro_rules! compare_columns {
    ($connection:expr, $scan:expr, $table:ident, ($($from:ident: $kind:ty),+ $(,)?) => { $($column:ident: $made:expr),+ $(,)? }) => {{
        use $crate::schema::$table;
        let scan: $crate::scan::Scan<'_> = $scan;
        let rows = $table::table
            .order($table::id.asc())
            .select(($table::id, ($($table::$from,)+), ($($table::$column,)+)))
            .into_boxed();
        let rows = $crate::scan::selected_rows!(rows, $table, scan).load::<(i64, ($($kind,)+), ($(compare_columns!(@text $column),)+))>(&mut *$connection)?;
        let mut batch = scan.batch_of(rows.iter().map(|row| row.0));
        for (id, ($($from,)+), stored) in rows {
            // The columns have the same names as the functions that derive them, so they are bound
            // in an inner scope.
            let made = [$($made),+];
            let stored = {
                let ($($column,)+) = stored;
                [$($column),+]
            };
            let compared = [$(stringify!($column)),+]
                .into_iter()
                .zip(stored.iter().zip(&made).map(|(stored, made)| stored == made));
            let Some(what) = $crate::scan::describe_mismatch(stringify!($table), compared) else {
                continue;
            };
            if scan.repairs {
                let [$($column),+] = &made;
                diesel::update($table::table.find(id))
                    .set(($($table::$column.eq($column),)+))
                    .execute(&mut *$connection)?;
            }
            batch.differences.push($crate::scan::repairable(id, what));
        }
        Ok(batch)
    }};
    (@text $column:ident) => { String };
}
pub(crate) use compare_columns;
