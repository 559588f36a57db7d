//! Sources, tables and variables.

use aditus_application::contract::seed;
use aditus_application::dictionary::StoredVariable;
use aditus_application::ports::Views;
use aditus_domain::dictionary::{DataSource, DataType, TableRow, VariableRow};
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
        records: None,
    }
}

/// A plain variable.
pub fn variable_row(tbl_name: &str, column: &str) -> VariableRow {
    VariableRow {
        data_type: DataType::Text,
        meaning: format!("The {column} of {tbl_name}"),
        date_introduced: None,
        ..seed::variable_row(tbl_name, column)
    }
}

impl World {
    /// Adds a published source.
    pub fn source(&self, name: &str) -> DataSourceId {
        self.write(|transaction| {
            transaction
                .dictionary()
                .add_source(&DataSource::named(name))
                .unwrap()
        })
    }

    /// Adds a source that is not published.
    pub fn hidden_source(&self, name: &str) -> DataSourceId {
        let source = DataSource {
            publish: false,
            ..DataSource::named(name)
        };
        self.write(|transaction| transaction.dictionary().add_source(&source).unwrap())
    }

    pub fn table(&self, source: DataSourceId, row: TableRow) -> TableId {
        self.write(|transaction| transaction.dictionary().add_tables(source, &[row]).unwrap()[0])
    }

    pub fn variable(&self, table: TableId, row: VariableRow) -> VariableId {
        self.write(|transaction| transaction.dictionary().add_variables(&[(table, row)]).unwrap()[0])
    }
}

/// Returns all variables of a source, by table.
pub fn stored_variables(views: &mut dyn Views, source: DataSourceId) -> Vec<StoredVariable> {
    let tables = views.dictionary().tables_of(source).unwrap();
    let tables: Vec<TableId> = tables.iter().map(|table| table.id).collect();
    views.dictionary().variables_of(&tables).unwrap()
}
