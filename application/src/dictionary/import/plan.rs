//! What an import has to add and to change, worked out before anything is written.

use std::collections::{HashMap, HashSet};

use aditus_domain::dictionary::{Dependency, TableRow, VariableRow};
use aditus_domain::ids::{TableId, VariableId};

use super::super::{StoredTable, StoredVariable};
use super::{File, Line, Remark, Tally};

/// What is stored of the source.
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
    tables_read: usize,
    variables_read: usize,
}

/// By what tables are matched: their name, whatever the case.
pub(super) fn name_key(tbl_name: &str) -> String {
    tbl_name.to_lowercase()
}

/// By what variables are matched: table and column, whatever the case.
type VariableKey = (String, String);

fn key_of(row: &VariableRow) -> VariableKey {
    (name_key(&row.tbl_name), row.ids_column_name.to_lowercase())
}

fn key_of_dependency(dependency: &Dependency) -> VariableKey {
    (
        name_key(&dependency.tbl_name),
        dependency.ids_column_name.to_lowercase(),
    )
}

impl Plan {
    pub(super) fn make(known: Known, tables: Vec<Line<TableRow>>, variables: Vec<Line<VariableRow>>) -> Self {
        let mut plan = Self {
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

    fn refused_in(&self, file: File) -> usize {
        self.refused.iter().filter(|remark| remark.file == file).count()
    }

    fn refuse(&mut self, file: File, line: u64, text: String) {
        self.refused.push(Remark { file, line, text });
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
            seen.insert(key.clone(), number);
            // A file that says nothing of records leaves what is known of them.
            let known = stored.get(&key);
            row.records = row.records.or(known.and_then(|table| table.row.records));
            match known {
                Some(table) if table.row == row => {}
                Some(table) => self.changed_tables.push((table.id, row)),
                None => self.added_tables.push(row),
            }
        }
        self.stored_tables = stored.into_iter().map(|(key, table)| (key, table.id)).collect();
    }

    fn plan_variables(&mut self, known: Vec<StoredVariable>, lines: Vec<Line<VariableRow>>) {
        let stored: HashMap<VariableKey, StoredVariable> = known
            .into_iter()
            .map(|variable| (key_of(&variable.row), variable))
            .collect();
        let taken = self.take_variables(lines);
        let in_source: HashSet<VariableKey> = stored
            .keys()
            .cloned()
            .chain(taken.iter().map(|(_, row)| key_of(row)))
            .collect();
        for (line, mut row) in taken {
            self.leave_out_dangling(line, &mut row, &in_source);
            match stored.get(&key_of(&row)) {
                None => self.added_variables.push(row),
                Some(variable) => {
                    // A file that names no date leaves the one that was set when the variable was added.
                    row.date_introduced = row.date_introduced.or(variable.row.date_introduced);
                    if !says_the_same(&row, &variable.row) {
                        self.changed_variables.push((variable.id, row));
                    }
                }
            }
        }
    }

    /// The rows that can be taken: readable, in a table of the source, and for the first time in this file.
    fn take_variables(&mut self, lines: Vec<Line<VariableRow>>) -> Vec<(u64, VariableRow)> {
        let tables: HashSet<String> = self
            .stored_tables
            .keys()
            .cloned()
            .chain(self.added_tables.iter().map(|table| name_key(&table.tbl_name)))
            .collect();
        let mut seen: HashMap<VariableKey, u64> = HashMap::new();
        let mut taken = Vec::with_capacity(lines.len());
        for Line { number, row } in lines {
            let row = match row {
                Ok(row) => row,
                Err(reason) => {
                    self.refuse(File::Variables, number, reason);
                    continue;
                }
            };
            if !tables.contains(&name_key(&row.tbl_name)) {
                let reason = format!("there is no table {:?} in this source", row.tbl_name);
                self.refuse(File::Variables, number, reason);
                continue;
            }
            if let Some(first) = seen.get(&key_of(&row)) {
                let reason = format!(
                    "the variable {:?} of the table {:?} stands on line {first} already",
                    row.ids_column_name, row.tbl_name
                );
                self.refuse(File::Variables, number, reason);
                continue;
            }
            seen.insert(key_of(&row), number);
            taken.push((number, row));
        }
        taken
    }

    /// Takes out the dependencies that lead nowhere. A dictionary that is handed over in part must not be refused for what
    /// it refers to; the reference stays readable in the row.
    fn leave_out_dangling(&mut self, line: u64, row: &mut VariableRow, in_source: &HashSet<VariableKey>) {
        let (kept, dangling): (Vec<Dependency>, Vec<Dependency>) = row
            .dependencies
            .drain(..)
            .partition(|dependency| in_source.contains(&key_of_dependency(dependency)));
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

/// Whether nothing would change. Synonyms, values and dependencies are sets: their order says nothing.
fn says_the_same(row: &VariableRow, stored: &VariableRow) -> bool {
    let normal = |row: &VariableRow| {
        let mut row = row.clone();
        row.tbl_name = name_key(&row.tbl_name);
        row.synonyms.sort();
        row.input_values.sort();
        for dependency in &mut row.dependencies {
            (dependency.tbl_name, dependency.ids_column_name) = key_of_dependency(dependency);
        }
        row.dependencies.sort();
        row
    };
    normal(row) == normal(stored)
}
