//! Sources, tables and variables.

use aditus_application::dictionary::NewDataSource;
use aditus_domain::dictionary::{DataType, TableRow, Usage, VariableRow};
use aditus_domain::ids::{DataSourceId, TableId, VariableId};

use super::World;

/// A published table.
pub fn table_row(tbl_name: &str) -> TableRow {
    TableRow {
        tbl_name: tbl_name.to_owned(),
        table_type: "Event".to_owned(),
        tbl_description: format!("What is recorded of {tbl_name}"),
        entity_name: tbl_name.to_owned(),
        icon: "TableChart".to_owned(),
        publish: true,
    }
}

/// A plain variable.
pub fn variable_row(tbl_name: &str, column: &str) -> VariableRow {
    VariableRow {
        tbl_name: tbl_name.to_owned(),
        ids_column_name: column.to_owned(),
        var_name: column.to_owned(),
        data_type: DataType::Text,
        meaning: format!("The {column} of {tbl_name}"),
        date_introduced: None,
        range: None,
        old_var_name: None,
        reference: None,
        derived: false,
        usage: Usage::Analytical,
        is_primary: false,
        is_foreign: false,
        is_identifiable: false,
        is_analytical: true,
        enumerated: false,
        synonyms: Vec::new(),
        input_values: Vec::new(),
        dependencies: Vec::new(),
    }
}

impl World {
    /// A published source.
    pub fn source(&self, name: &str) -> DataSourceId {
        self.write(|transaction| {
            transaction
                .dictionary()
                .add_source(&NewDataSource::named(name))
                .unwrap()
        })
    }

    /// A source that nobody may see yet.
    pub fn hidden_source(&self, name: &str) -> DataSourceId {
        let source = NewDataSource {
            publish: false,
            ..NewDataSource::named(name)
        };
        self.write(|transaction| transaction.dictionary().add_source(&source).unwrap())
    }

    pub fn table(&self, source: DataSourceId, row: TableRow) -> TableId {
        self.write(|transaction| transaction.dictionary().add_tables(source, &[row]).unwrap()[0])
    }

    pub fn variable(&self, table: TableId, row: VariableRow) -> VariableId {
        let today = self.now().date_naive();
        self.write(|transaction| {
            transaction
                .dictionary()
                .add_variables(&[(table, row)], today)
                .unwrap()[0]
        })
    }
}
