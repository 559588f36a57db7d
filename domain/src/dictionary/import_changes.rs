//! Differences between an imported row and the stored data (decisions T4).

use super::revision::{FieldChange, TableDefinition, VariableDefinition};
use super::{Dependency, TableRow, VariableRow, lookup_key};

impl TableRow {
    /// Returns the fields in which this row differs from `stored`. Empty if there is no difference.
    pub fn changes_since(&self, stored: &Self) -> Vec<FieldChange> {
        if self == stored {
            return Vec::new();
        }
        table_definition(stored).changes(&table_definition(self))
    }
}

impl VariableRow {
    /// Returns the fields in which this row differs from `stored`. The table is the same by
    /// definition, so the case of its name is ignored. The order of synonyms, values and
    /// dependencies is ignored too.
    pub fn changes_since(&self, stored: &Self) -> Vec<FieldChange> {
        if self == stored {
            return Vec::new();
        }
        variable_definition(stored, &stored.tbl_name).changes(&variable_definition(self, &stored.tbl_name))
    }
}

fn table_definition(row: &TableRow) -> TableDefinition {
    TableDefinition {
        tbl_name: row.tbl_name.clone(),
        table_type: row.table_type.clone(),
        tbl_description: row.tbl_description.clone(),
        entity_name: row.entity_name.clone(),
        icon: row.icon.clone(),
        publish: row.publish,
        records: row.records.unwrap_or_default(),
    }
}

// Converts the row into a definition. Fields that no import contains are equal on both sides of a
// comparison, so they stay empty.
fn variable_definition(row: &VariableRow, tbl_name: &str) -> VariableDefinition {
    let by_keys = |dependency: &Dependency| Dependency {
        tbl_name: lookup_key(&dependency.tbl_name),
        ids_column_name: lookup_key(&dependency.ids_column_name),
    };
    let row = VariableRow {
        tbl_name: tbl_name.to_owned(),
        dependencies: row.dependencies.iter().map(by_keys).collect(),
        ..row.clone()
    };
    VariableDefinition::from(row).ordered()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dictionary::ImportFormat;

    const HEADING: &str = "tbl_name,var_name,data_type,meaning,synonyms,dependencies,is_primary\n";

    fn variable(line: &str) -> VariableRow {
        let rows = ImportFormat::Aditus.read_variables(format!("{HEADING}{line}\n").as_bytes(), false);
        rows.lines[0].row.clone().unwrap()
    }

    #[test]
    fn changed_fields_have_their_previous_and_new_value() {
        let stored = variable("births,sex,Text,Sex,gender,,No");
        let row = variable("births,sex,Number,Sex,gender;boy or girl,,Yes");
        let changes: Vec<_> = row
            .changes_since(&stored)
            .into_iter()
            .map(|change| (change.field, change.before, change.after))
            .collect();
        let change = |field, before: &str, after: &str| (field, before.to_owned(), after.to_owned());
        assert_eq!(
            changes,
            [
                change("data_type", "Text", "Number"),
                change("is_primary", "No", "Yes"),
                change("synonyms", "gender", "boy or girl; gender"),
            ]
        );
    }

    #[test]
    fn list_order_and_the_case_of_the_table_name_are_ignored() {
        let stored = variable("births,sex,Text,Sex,a;b,births.id;mothers.id,No");
        let row = variable("BIRTHS,sex,Text,Sex,b;a,mothers.id;births.id,No");
        assert_eq!(row.changes_since(&stored), []);
        let renamed = variable("births,SEX,Text,Sex,a;b,births.id;mothers.id,No");
        assert_eq!(renamed.changes_since(&stored).len(), 2, "name and column");
    }

    #[test]
    fn changes_of_a_table_include_its_records() {
        let rows = ImportFormat::Aditus.read_tables(
            b"tbl_name,table_type,tbl_description,in_PoC,poc_total_records\nt,Event,x,Yes,1\nt,Event,y,Yes,2\n",
            false,
        );
        let [stored, row] = [0, 1].map(|index| rows.lines[index].row.clone().unwrap());
        let fields: Vec<_> = row
            .changes_since(&stored)
            .iter()
            .map(|change| change.field)
            .collect();
        assert_eq!(fields, ["tbl_description", "poc_total_records"]);
        assert_eq!(row.changes_since(&row), []);
    }
}
