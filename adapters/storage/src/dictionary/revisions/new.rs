//! How new variables read, known from the rows that were added and not read again.

use aditus_domain::dictionary::VariableRow;
use aditus_domain::dictionary::revision::{Definition, VariableDefinition};
use aditus_domain::ids::{TableId, VariableId};

use super::definitions::Found;

/// A variable that was added, with what its first revision says.
pub(crate) struct NewVariableDefinition(Found);

impl NewVariableDefinition {
    /// That of a row which was added to the table of this name.
    pub(crate) fn of(id: VariableId, table: TableId, tbl_name: &str, row: &VariableRow) -> Self {
        let row = row.clone();
        let definition = VariableDefinition {
            tbl_name: tbl_name.to_owned(),
            ids_column_name: row.ids_column_name,
            var_name: row.var_name,
            data_type: row.data_type,
            meaning: row.meaning,
            date_introduced: row.date_introduced,
            range: row.range,
            old_var_name: row.old_var_name,
            reference: row.reference,
            derived: row.derived,
            usage: row.usage,
            is_primary: row.is_primary,
            is_foreign: row.is_foreign,
            value_count: None,
            is_identifiable: row.is_identifiable,
            is_analytical: row.is_analytical,
            enumerated: row.enumerated,
            synonyms: row.synonyms,
            input_values: row.input_values,
            dependencies: row.dependencies,
            timeline_of_changes: Vec::new(),
            variable_metadata: Vec::new(),
        };
        Self((id.0, table.0, Definition::Variable(Box::new(definition))))
    }

    /// Its id.
    pub(crate) fn id(&self) -> VariableId {
        VariableId(self.0.0)
    }

    pub(super) fn found(self) -> Found {
        self.0
    }
}
