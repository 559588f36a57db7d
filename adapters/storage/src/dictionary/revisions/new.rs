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
        let definition = VariableDefinition::from(VariableRow {
            tbl_name: tbl_name.to_owned(),
            ..row.clone()
        });
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
