//! Plans the additions and changes of an import before anything is written.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use aditus_domain::dictionary::{Dependency, TableRow, VariableRow, lookup_key};
use aditus_domain::ids::{DataSourceId, TableId, VariableId};

use super::super::{StoredTable, StoredVariable};
use super::files::ParsedFiles;
use super::{Added, Altered, File, Line, Remark, Tally};
use crate::dictionary::views::DictionaryViews;
use crate::ports::{Ports, StoreError};

/// Number of stored variables compared at once. A larger table is compared as a whole.
const COMPARED_AT_ONCE: u64 = 2_000;

#[derive(Default)]
pub(super) struct Plan {
    pub(super) stored_tables: HashMap<String, TableId>,
    pub(super) added_tables: Vec<TableRow>,
    pub(super) changed_tables: Vec<(TableId, TableRow)>,
    /// Grouped by table, so that the rows of a table are written together. Within a table, the
    /// order of the file is kept.
    pub(super) added_variables: Vec<VariableRow>,
    pub(super) changed_variables: Vec<(VariableId, VariableRow)>,
    pub(super) refused: Vec<Remark>,
    pub(super) notes: Vec<Remark>,
    /// First added rows, up to the reporting limit.
    pub(super) added: Vec<Added>,
    /// First altered rows, up to the reporting limit.
    pub(super) altered: Vec<Altered>,
    max_reported: usize,
    accepts_any_table: bool,
    only_names_tables: bool,
    tables_read: usize,
    variables_read: usize,
}

/// Returns the key that matches variables: table and column. A newline separates them, because no
/// name contains one.
fn key(tbl_name: &str, ids_column_name: &str) -> String {
    format!("{}\n{}", lookup_key(tbl_name), lookup_key(ids_column_name))
}

fn key_of(row: &VariableRow) -> String {
    key(&row.tbl_name, &row.ids_column_name)
}

fn name_of(row: &VariableRow) -> String {
    format!("{}.{}", row.tbl_name, row.ids_column_name)
}

/// Returns the keys of all variables of a source. The variables themselves are read in batches,
/// because a large file already occupies memory.
fn keys_of_source(
    stored: &mut dyn DictionaryViews,
    source: DataSourceId,
) -> Result<HashSet<String>, StoreError> {
    let names = stored.variable_names_of(source)?;
    Ok(names
        .into_iter()
        .map(|(table, column)| key(&table, &column))
        .collect())
}

/// Groups tables whose variables are compared at once.
fn batches_of(tables: &[StoredTable]) -> Vec<Vec<TableId>> {
    let mut parts: Vec<Vec<TableId>> = Vec::new();
    let mut room = 0;
    for table in tables {
        match parts.last_mut() {
            Some(part) if table.variables <= room => part.push(table.id),
            _ => {
                parts.push(vec![table.id]);
                room = COMPARED_AT_ONCE;
            }
        }
        room = room.saturating_sub(table.variables);
    }
    parts
}

/// The valid rows of a file, with their lines, until they are compared.
struct FileRows {
    rows: Vec<Option<(u64, VariableRow)>>,
    /// Index of the row and its line, by key.
    by_key: HashMap<String, (usize, u64)>,
}

impl FileRows {
    /// Removes and returns the row of a stored variable, if the file has one.
    fn take(&mut self, stored: &VariableRow) -> Option<(u64, VariableRow)> {
        let (place, _) = self.by_key.get(&key_of(stored))?;
        self.rows.get_mut(*place)?.take()
    }
}

impl Plan {
    /// Compares files with the stored rows of the source, if it exists. Reports the first
    /// `max_reported` added and altered rows.
    pub(super) fn make(
        ports: &Ports,
        source: Option<DataSourceId>,
        read: ParsedFiles,
        max_reported: usize,
    ) -> Result<Self, StoreError> {
        let ParsedFiles {
            tables,
            variables,
            only_names_tables,
            notes,
            unknown: _,
            wrong,
        } = read;
        let mut plan = Self {
            max_reported,
            notes,
            only_names_tables,
            // The tables of an incomplete file are unknown. This is reported once, not for every
            // variable.
            accepts_any_table: wrong.iter().any(|wrong| wrong.file == File::Tables),
            tables_read: tables.len(),
            variables_read: variables.len(),
            ..Self::default()
        };
        let mut views = ports.database.read()?;
        let stored = views.dictionary();
        let (known, names) = match source {
            Some(source) => (stored.tables_of(source)?, keys_of_source(stored, source)?),
            None => Default::default(),
        };
        let by_size = batches_of(&known);
        plan.plan_tables(known, tables);
        let mut file_rows = plan.collect_variables(variables, &names);
        drop(names);
        for tables in by_size {
            plan.plan_changes(&mut file_rows, stored.variables_of(&tables)?);
        }
        plan.plan_additions(file_rows);
        Ok(plan)
    }

    pub(super) fn tables_tally(&self) -> Tally {
        Tally {
            read: self.tables_read,
            added: self.added_tables.len(),
            changed: self.changed_tables.len(),
            refused: self.refused_in(File::Tables),
        }
    }

    pub(super) fn variables_tally(&self) -> Tally {
        Tally {
            read: self.variables_read,
            added: self.added_variables.len(),
            changed: self.changed_variables.len(),
            refused: self.refused_in(File::Variables),
        }
    }

    pub(super) fn rows(&self) -> usize {
        self.added_tables.len()
            + self.changed_tables.len()
            + self.added_variables.len()
            + self.changed_variables.len()
    }

    fn refused_in(&self, file: File) -> usize {
        self.refused.iter().filter(|remark| remark.file == file).count()
    }

    fn refuse(&mut self, file: File, line: u64, text: String) {
        self.refused.push(Remark { file, line, text });
    }

    fn report_added(&mut self, file: File, line: u64, name: impl FnOnce() -> String) {
        if self.added.len() < self.max_reported {
            let name = name();
            self.added.push(Added { file, line, name });
        }
    }

    fn plan_tables(&mut self, known: Vec<StoredTable>, lines: Vec<Line<TableRow>>) {
        let stored: HashMap<String, StoredTable> = known
            .into_iter()
            .map(|table| (lookup_key(&table.row.tbl_name), table))
            .collect();
        let mut seen: HashMap<String, u64> = HashMap::new();
        for Line { number, row } in lines {
            let mut row = match row {
                Ok(row) => row,
                Err(reason) => {
                    self.refuse(File::Tables, number, reason);
                    continue;
                }
            };
            let key = lookup_key(&row.tbl_name);
            if let Some(first) = seen.get(&key) {
                let reason = format!("the table {:?} is already on line {first}", row.tbl_name);
                self.refuse(File::Tables, number, reason);
                continue;
            }
            let known = stored.get(&key);
            seen.insert(key, number);
            // A file without figures of the records keeps the stored ones.
            row.records = row.records.or(known.and_then(|table| table.row.records));
            let Some(table) = known else {
                self.report_added(File::Tables, number, || row.tbl_name.clone());
                self.added_tables.push(row);
                continue;
            };
            if self.only_names_tables {
                continue;
            }
            let fields = row.changes_since(&table.row);
            if fields.is_empty() {
                continue;
            }
            if self.altered.len() < self.max_reported {
                self.altered.push(Altered {
                    file: File::Tables,
                    line: number,
                    name: table.row.tbl_name.clone(),
                    fields,
                });
            }
            self.changed_tables.push((table.id, row));
        }
        self.stored_tables = stored.into_iter().map(|(key, table)| (key, table.id)).collect();
    }

    /// Takes the rows of stored variables out of the file rows, and plans those that differ.
    fn plan_changes(&mut self, file_rows: &mut FileRows, stored: Vec<StoredVariable>) {
        for variable in stored {
            let Some((line, mut row)) = file_rows.take(&variable.row) else {
                continue;
            };
            // A file without a date keeps the stored date of introduction.
            row.date_introduced = row.date_introduced.or(variable.row.date_introduced);
            let fields = row.changes_since(&variable.row);
            if fields.is_empty() {
                continue;
            }
            if self.max_reported > 0 {
                self.altered.push(Altered {
                    file: File::Variables,
                    line,
                    name: name_of(&variable.row),
                    fields,
                });
            }
            self.changed_variables.push((variable.id, row));
        }
        // Stored variables are not in the order of the file.
        self.altered.sort_by_key(|altered| (altered.file, altered.line));
        self.altered.truncate(self.max_reported);
    }

    /// Plans the remaining file rows as new variables.
    fn plan_additions(&mut self, file_rows: FileRows) {
        drop(file_rows.by_key);
        let rows = file_rows.rows.into_iter().filter_map(|row| {
            let (line, row) = row?;
            self.report_added(File::Variables, line, || name_of(&row));
            Some(row)
        });
        let mut added: Vec<VariableRow> = rows.collect();
        let new = self.added_tables.iter().map(|table| lookup_key(&table.tbl_name));
        let place: HashMap<String, (usize, i64)> = self
            .stored_tables
            .iter()
            .map(|(name, id)| (name.clone(), (0, id.0)))
            .chain(new.enumerate().map(|(number, name)| (name, (number + 1, 0))))
            .collect();
        added.sort_by_cached_key(|row| place.get(&lookup_key(&row.tbl_name)).copied());
        self.added_variables = added;
    }

    /// Collects the valid rows: readable, in a table of the source, and without a duplicate in this
    /// file. Dependencies on variables that are neither in the file nor in `stored` are removed.
    fn collect_variables(&mut self, lines: Vec<Line<VariableRow>>, stored: &HashSet<String>) -> FileRows {
        let tables: HashSet<String> = self
            .stored_tables
            .keys()
            .cloned()
            .chain(self.added_tables.iter().map(|table| lookup_key(&table.tbl_name)))
            .collect();
        let mut by_key = HashMap::new();
        // Consumes the lines one by one, so that a large file is not held in memory twice.
        let mut rows: Vec<Option<(u64, VariableRow)>> = lines
            .into_iter()
            .enumerate()
            .map(|(place, line)| self.check_variable(place, line, &tables, &mut by_key))
            .collect();
        for (line, row) in rows.iter_mut().flatten() {
            self.remove_dangling(*line, row, |key| stored.contains(key) || by_key.contains_key(key));
        }
        FileRows { rows, by_key }
    }

    fn check_variable(
        &mut self,
        place: usize,
        line: Line<VariableRow>,
        tables: &HashSet<String>,
        by_key: &mut HashMap<String, (usize, u64)>,
    ) -> Option<(u64, VariableRow)> {
        let Line { number, row } = line;
        let row = match row {
            Ok(row) => row,
            Err(reason) => {
                self.refuse(File::Variables, number, reason);
                return None;
            }
        };
        if !self.accepts_any_table && !tables.contains(&lookup_key(&row.tbl_name)) {
            let reason = format!("there is no table {:?} in this source", row.tbl_name);
            self.refuse(File::Variables, number, reason);
            return None;
        }
        match by_key.entry(key_of(&row)) {
            Entry::Occupied(first) => {
                let reason = format!(
                    "the variable {:?} of the table {:?} is already on line {}",
                    row.ids_column_name,
                    row.tbl_name,
                    first.get().1
                );
                self.refuse(File::Variables, number, reason);
                None
            }
            Entry::Vacant(free) => {
                free.insert((place, number));
                Some((number, row))
            }
        }
    }

    /// Removes dangling dependencies. A partial dictionary must not be refused for its references,
    /// and a note preserves each of them.
    fn remove_dangling(&mut self, line: u64, row: &mut VariableRow, is_in_source: impl Fn(&str) -> bool) {
        let (kept, dangling): (Vec<Dependency>, Vec<Dependency>) = row
            .dependencies
            .drain(..)
            .partition(|dependency| is_in_source(&key(&dependency.tbl_name, &dependency.ids_column_name)));
        row.dependencies = kept;
        for dependency in dangling {
            let text = format!("the dependency on {dependency} was left out: it is not in this source");
            self.notes.push(Remark {
                file: File::Variables,
                line,
                text,
            });
        }
    }
}
