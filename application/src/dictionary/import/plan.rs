//! What an import has to add and to change, worked out before anything is written.

use std::collections::{HashMap, HashSet};

use aditus_domain::dictionary::{Dependency, TableRow, VariableRow};
use aditus_domain::ids::{TableId, VariableId};

use super::super::{StoredTable, StoredVariable};
use super::files::Read;
use super::{Added, Altered, File, Line, Remark, Tally};

/// What is stored of the source.
#[derive(Default)]
pub(super) struct Known {
    pub(super) tables: Vec<StoredTable>,
    pub(super) variables: Vec<StoredVariable>,
}

/// What to do.
#[derive(Default)]
pub(super) struct Plan {
    pub(super) stored_tables: HashMap<String, TableId>,
    pub(super) added_tables: Vec<TableRow>,
    pub(super) changed_tables: Vec<(TableId, TableRow)>,
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
    tables_read: usize,
    variables_read: usize,
}

/// By what tables are matched: their name, whatever the case.
pub(super) fn name_key(tbl_name: &str) -> String {
    tbl_name.to_lowercase()
}

/// By what variables are matched: table and column, whatever the case. No name breaks a line.
fn key(tbl_name: &str, ids_column_name: &str) -> String {
    format!("{}\n{}", name_key(tbl_name), ids_column_name.to_lowercase())
}

fn key_of(row: &VariableRow) -> String {
    key(&row.tbl_name, &row.ids_column_name)
}

fn name_of(row: &VariableRow) -> String {
    format!("{}.{}", row.tbl_name, row.ids_column_name)
}

/// Rows that can be taken, with their lines.
type Taken = Vec<(u64, VariableRow)>;

impl Plan {
    /// Compares files with what is stored; tells the first `told` rows of those that are added, and of those that are altered.
    pub(super) fn make(known: Known, read: Read, told: usize) -> Self {
        let Read {
            tables,
            variables,
            wrong,
        } = read;
        let mut plan = Self {
            told,
            // Of a file of tables that breaks off nobody knows which it has: that is told once, and not at every variable.
            any_table: wrong.iter().any(|wrong| wrong.file == File::Tables),
            tables_read: tables.len(),
            variables_read: variables.len(),
            ..Self::default()
        };
        plan.plan_tables(known.tables, tables);
        plan.plan_variables(known.variables, variables);
        plan
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
            .map(|table| (name_key(&table.row.tbl_name), table))
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
            let key = name_key(&row.tbl_name);
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

    /// A large file and a large source lie in memory at once: what was compared is let go.
    fn plan_variables(&mut self, known: Vec<StoredVariable>, lines: Vec<Line<VariableRow>>) {
        let mut stored: HashMap<String, StoredVariable> = known
            .into_iter()
            .map(|variable| (key_of(&variable.row), variable))
            .collect();
        let (mut taken, seen) = self.take_variables(lines);
        for (line, row) in &mut taken {
            self.leave_out_dangling(*line, row, |key| {
                stored.contains_key(key) || seen.contains_key(key)
            });
        }
        drop(seen);
        for (line, mut row) in taken {
            let Some(variable) = stored.remove(&key_of(&row)) else {
                self.tell_added(File::Variables, line, || name_of(&row));
                self.added_variables.push(row);
                continue;
            };
            // A file that names no date leaves the one that was set when the variable was added.
            row.date_introduced = row.date_introduced.or(variable.row.date_introduced);
            let fields = row.changes_since(&variable.row);
            if fields.is_empty() {
                continue;
            }
            if self.altered.len() < self.told {
                self.altered.push(Altered {
                    file: File::Variables,
                    line,
                    name: name_of(&variable.row),
                    fields,
                });
            }
            self.changed_variables.push((variable.id, row));
        }
    }

    /// The rows that can be taken: readable, in a table of the source, and for the first time in this file; and the lines of
    /// their keys.
    fn take_variables(&mut self, lines: Vec<Line<VariableRow>>) -> (Taken, HashMap<String, u64>) {
        let tables: HashSet<String> = self
            .stored_tables
            .keys()
            .cloned()
            .chain(self.added_tables.iter().map(|table| name_key(&table.tbl_name)))
            .collect();
        let mut seen: HashMap<String, u64> = HashMap::new();
        let mut taken = Vec::with_capacity(lines.len());
        for Line { number, row } in lines {
            let row = match row {
                Ok(row) => row,
                Err(reason) => {
                    self.refuse(File::Variables, number, reason);
                    continue;
                }
            };
            if !self.any_table && !tables.contains(&name_key(&row.tbl_name)) {
                let reason = format!("there is no table {:?} in this source", row.tbl_name);
                self.refuse(File::Variables, number, reason);
                continue;
            }
            let key = key_of(&row);
            if let Some(first) = seen.get(&key) {
                let reason = format!(
                    "the variable {:?} of the table {:?} stands on line {first} already",
                    row.ids_column_name, row.tbl_name
                );
                self.refuse(File::Variables, number, reason);
                continue;
            }
            seen.insert(key, number);
            taken.push((number, row));
        }
        (taken, seen)
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
