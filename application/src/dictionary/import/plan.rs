//! What an import has to add and to change, worked out before anything is written.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use aditus_domain::dictionary::{Dependency, TableRow, VariableRow, lookup_key};
use aditus_domain::ids::{DataSourceId, TableId, VariableId};

use super::super::{StoredTable, StoredVariable};
use super::files::Read;
use super::{Added, Altered, File, Line, Remark, Tally};
use crate::dictionary::views::DictionaryViews;
use crate::ports::{Ports, StoreError};

/// As many stored variables are compared at once; a table with more of them is compared as a whole.
const COMPARED_AT_ONCE: u64 = 2_000;

/// What to do.
#[derive(Default)]
pub(super) struct Plan {
    pub(super) stored_tables: HashMap<String, TableId>,
    pub(super) added_tables: Vec<TableRow>,
    pub(super) changed_tables: Vec<(TableId, TableRow)>,
    /// By table, so that the rows of one are written beside one another; those of a table are in the order of the file.
    pub(super) added_variables: Vec<VariableRow>,
    pub(super) changed_variables: Vec<(VariableId, VariableRow)>,
    pub(super) refused: Vec<Remark>,
    pub(super) notes: Vec<Remark>,
    /// The first rows that are added, as many as are to be told.
    pub(super) added: Vec<Added>,
    /// The first rows that are altered, as many as are to be told.
    pub(super) altered: Vec<Altered>,
    told: usize,
    any_table: bool,
    only_names_tables: bool,
    tables_read: usize,
    variables_read: usize,
}

/// The key by which variables are matched: table and column. No name breaks a line.
fn key(tbl_name: &str, ids_column_name: &str) -> String {
    format!("{}\n{}", lookup_key(tbl_name), lookup_key(ids_column_name))
}

fn key_of(row: &VariableRow) -> String {
    key(&row.tbl_name, &row.ids_column_name)
}

fn name_of(row: &VariableRow) -> String {
    format!("{}.{}", row.tbl_name, row.ids_column_name)
}

/// The keys of all variables of a source. The variables themselves are read by parts, because a large file lies in memory already.
fn names_of(stored: &mut dyn DictionaryViews, source: DataSourceId) -> Result<HashSet<String>, StoreError> {
    let names = stored.variable_names_of(source)?;
    Ok(names
        .into_iter()
        .map(|(table, column)| key(&table, &column))
        .collect())
}

/// The tables whose variables are compared at once.
fn parts_of(tables: &[StoredTable]) -> Vec<Vec<TableId>> {
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

/// The rows of a file that can be taken, with their lines, until they were compared.
struct Taken {
    rows: Vec<Option<(u64, VariableRow)>>,
    /// Where the row of a key stands, and its line.
    by_key: HashMap<String, (usize, u64)>,
}

impl Taken {
    /// Takes out the row of a stored variable, if the file has one.
    fn take(&mut self, stored: &VariableRow) -> Option<(u64, VariableRow)> {
        let (place, _) = self.by_key.get(&key_of(stored))?;
        self.rows.get_mut(*place)?.take()
    }
}

impl Plan {
    /// Compares files with what is stored of the source, if there is one; tells the first `told` rows of those that are added, and of
    /// those that are altered.
    pub(super) fn make(
        ports: &Ports,
        source: Option<DataSourceId>,
        read: Read,
        told: usize,
    ) -> Result<Self, StoreError> {
        let Read {
            tables,
            variables,
            only_names_tables,
            notes,
            unknown: _,
            wrong,
        } = read;
        let mut plan = Self {
            told,
            notes,
            only_names_tables,
            // Of a file of tables that breaks off nobody knows which it has: that is told once, and not at every variable.
            any_table: wrong.iter().any(|wrong| wrong.file == File::Tables),
            tables_read: tables.len(),
            variables_read: variables.len(),
            ..Self::default()
        };
        let mut views = ports.database.read()?;
        let stored = views.dictionary();
        let (known, names) = match source {
            Some(source) => (stored.tables_of(source)?, names_of(stored, source)?),
            None => Default::default(),
        };
        let by_size = parts_of(&known);
        plan.plan_tables(known, tables);
        let mut taken = plan.take_variables(variables, &names);
        drop(names);
        for tables in by_size {
            plan.compare(&mut taken, stored.variables_of(&tables)?);
        }
        plan.add(taken);
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

    /// The rows that have to be written.
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

    fn tell_added(&mut self, file: File, line: u64, name: impl FnOnce() -> String) {
        if self.added.len() < self.told {
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
                let reason = format!("the table {:?} stands on line {first} already", row.tbl_name);
                self.refuse(File::Tables, number, reason);
                continue;
            }
            let known = stored.get(&key);
            seen.insert(key, number);
            // A file that says nothing of records leaves what is known of them.
            row.records = row.records.or(known.and_then(|table| table.row.records));
            let Some(table) = known else {
                self.tell_added(File::Tables, number, || row.tbl_name.clone());
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
            if self.altered.len() < self.told {
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

    /// Compares some of the stored variables with the rows of the file.
    fn compare(&mut self, taken: &mut Taken, stored: Vec<StoredVariable>) {
        for variable in stored {
            let Some((line, mut row)) = taken.take(&variable.row) else {
                continue;
            };
            // A file that names no date leaves the one that was set when the variable was added.
            row.date_introduced = row.date_introduced.or(variable.row.date_introduced);
            let fields = row.changes_since(&variable.row);
            if fields.is_empty() {
                continue;
            }
            if self.told > 0 {
                self.altered.push(Altered {
                    file: File::Variables,
                    line,
                    name: name_of(&variable.row),
                    fields,
                });
            }
            self.changed_variables.push((variable.id, row));
        }
        // What is stored does not come in the order of the file.
        self.altered.sort_by_key(|altered| (altered.file, altered.line));
        self.altered.truncate(self.told);
    }

    /// Adds the rows that are left, for they are not stored.
    fn add(&mut self, taken: Taken) {
        drop(taken.by_key);
        let rows = taken.rows.into_iter().filter_map(|row| {
            let (line, row) = row?;
            self.tell_added(File::Variables, line, || name_of(&row));
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

    /// The rows that can be taken: readable, in a table of the source, and for the first time in this file; without dependencies on
    /// what is neither in the file nor one of these, which are stored.
    fn take_variables(&mut self, lines: Vec<Line<VariableRow>>, stored: &HashSet<String>) -> Taken {
        let tables: HashSet<String> = self
            .stored_tables
            .keys()
            .cloned()
            .chain(self.added_tables.iter().map(|table| lookup_key(&table.tbl_name)))
            .collect();
        let mut by_key = HashMap::new();
        // Row by row in the place of the lines: of a large file there are not two at once.
        let mut rows: Vec<Option<(u64, VariableRow)>> = lines
            .into_iter()
            .enumerate()
            .map(|(place, line)| self.take_variable(place, line, &tables, &mut by_key))
            .collect();
        for (line, row) in rows.iter_mut().flatten() {
            self.leave_out_dangling(*line, row, |key| stored.contains(key) || by_key.contains_key(key));
        }
        Taken { rows, by_key }
    }

    fn take_variable(
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
        if !self.any_table && !tables.contains(&lookup_key(&row.tbl_name)) {
            let reason = format!("there is no table {:?} in this source", row.tbl_name);
            self.refuse(File::Variables, number, reason);
            return None;
        }
        match by_key.entry(key_of(&row)) {
            Entry::Occupied(first) => {
                let reason = format!(
                    "the variable {:?} of the table {:?} stands on line {} already",
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

    /// Takes out the dependencies that lead nowhere. A dictionary that is handed over in part must not be refused for what
    /// it refers to; the reference stays readable in the row.
    fn leave_out_dangling(&mut self, line: u64, row: &mut VariableRow, is_in_source: impl Fn(&str) -> bool) {
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
