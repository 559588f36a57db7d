//! Definitions of new variables, built from the inserted rows so that they need not be read again.

use aditus_domain::dictionary::VariableRow;
use aditus_domain::dictionary::revision::{Definition, VariableDefinition};
use aditus_domain::ids::{TableId, VariableId};

use super::definitions::RecordDefinition;

/// A new variable and the definition for its first revision.
pub(crate) struct NewVariableDefinition(RecordDefinition);

impl NewVariableDefinition {
    /// Creates the definition from a row that was added to the table with this name.
    pub(crate) fn new(id: VariableId, table: TableId, tbl_name: &str, row: &VariableRow) -> Self {
        let definition = VariableDefinition::from(VariableRow {
            tbl_name: tbl_name.to_owned(),
            ..row.clone()
        });
        Self((id.0, table.0, Definition::Variable(Box::new(definition))))
    }

    pub(crate) fn id(&self) -> VariableId {
        VariableId(self.0.0)
    }

    pub(super) fn into_definition(self) -> RecordDefinition {
        self.0
    }
}
