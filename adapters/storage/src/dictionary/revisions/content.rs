//! Serialises a definition to canonical JSON. Equal definitions have equal texts, so the database
//! can compare the texts: fields have a fixed order, lists are sorted, and empty fields are left
//! out.

use aditus_domain::dictionary::revision::{
    Definition, MetadataEntry, TableDefinition, TimelineEntry, VariableDefinition,
};
use aditus_domain::dictionary::{DataType, Dependency, OriginRecords, TableRecords, Usage, VariableRow};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::record::TABLE;
use crate::error::{DbResult, unreadable};

#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
struct Origin {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    included: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    earliest: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    latest: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    valid: Option<u64>,
}

#[derive(Serialize, Deserialize)]
struct WholeTable {
    tbl_name: String,
    table_type: String,
    tbl_description: String,
    entity_name: String,
    icon: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    publish: bool,
    #[serde(default)]
    poc: Origin,
    #[serde(default)]
    emc: Origin,
}

#[derive(Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a question that the specification answers with Yes or No"
)]
struct WholeVariable {
    tbl_name: String,
    ids_column_name: String,
    var_name: String,
    data_type: String,
    meaning: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    date_introduced: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    range: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    old_var_name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reference: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    derived: bool,
    usage: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_primary: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_foreign: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value_count: Option<u64>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_identifiable: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_analytical: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    enumerated: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    synonyms: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    input_values: Vec<String>,
    /// Table and column.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    dependencies: Vec<(String, String)>,
    /// Date and comment.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    timeline_of_changes: Vec<(Option<String>, Option<String>)>,
    /// Key, type and value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    variable_metadata: Vec<(String, String, String)>,
}

pub(super) fn write(definition: Definition) -> DbResult<String> {
    let text = match definition {
        Definition::Table(table) => serde_json::to_string(&WholeTable::from(*table)),
        Definition::Variable(variable) => serde_json::to_string(&WholeVariable::from(variable.ordered())),
    };
    text.map_err(unreadable("definition"))
}

pub(super) fn read(record: &str, text: &str) -> DbResult<Definition> {
    if record == TABLE {
        let table: WholeTable = serde_json::from_str(text).map_err(unreadable("table of a revision"))?;
        Ok(Definition::Table(Box::new(table.definition()?)))
    } else {
        Ok(Definition::Variable(Box::new(read_variable(text)?)))
    }
}

pub(super) fn read_variable(text: &str) -> DbResult<VariableDefinition> {
    let variable: WholeVariable = serde_json::from_str(text).map_err(unreadable("variable of a revision"))?;
    variable.definition()
}

fn date(date: NaiveDate) -> String {
    date.format("%Y-%m-%d").to_string()
}

fn read_date(text: &str) -> DbResult<NaiveDate> {
    text.parse().map_err(unreadable("date of a revision"))
}

fn read_optional_date(text: Option<&String>) -> DbResult<Option<NaiveDate>> {
    text.map(|text| read_date(text)).transpose()
}

impl From<OriginRecords> for Origin {
    fn from(records: OriginRecords) -> Self {
        Self {
            included: records.included,
            earliest: records.earliest.map(date),
            latest: records.latest.map(date),
            total: records.total,
            valid: records.valid,
        }
    }
}

impl Origin {
    fn records(&self) -> DbResult<OriginRecords> {
        Ok(OriginRecords {
            included: self.included,
            earliest: read_optional_date(self.earliest.as_ref())?,
            latest: read_optional_date(self.latest.as_ref())?,
            total: self.total,
            valid: self.valid,
        })
    }
}

impl From<TableDefinition> for WholeTable {
    fn from(table: TableDefinition) -> Self {
        Self {
            tbl_name: table.tbl_name,
            table_type: table.table_type,
            tbl_description: table.tbl_description,
            entity_name: table.entity_name,
            icon: table.icon,
            publish: table.publish,
            poc: table.records.poc.into(),
            emc: table.records.emc.into(),
        }
    }
}

impl WholeTable {
    fn definition(self) -> DbResult<TableDefinition> {
        Ok(TableDefinition {
            records: TableRecords {
                poc: self.poc.records()?,
                emc: self.emc.records()?,
            },
            tbl_name: self.tbl_name,
            table_type: self.table_type,
            tbl_description: self.tbl_description,
            entity_name: self.entity_name,
            icon: self.icon,
            publish: self.publish,
        })
    }
}

impl From<VariableDefinition> for WholeVariable {
    fn from(variable: VariableDefinition) -> Self {
        let row = variable.row;
        Self {
            tbl_name: row.tbl_name,
            ids_column_name: row.ids_column_name,
            var_name: row.var_name,
            data_type: row.data_type.name().to_owned(),
            meaning: row.meaning,
            date_introduced: row.date_introduced.map(date),
            range: row.range,
            old_var_name: row.old_var_name,
            reference: row.reference,
            derived: row.derived,
            usage: row.usage.name().to_owned(),
            is_primary: row.is_primary,
            is_foreign: row.is_foreign,
            value_count: variable.value_count,
            is_identifiable: row.is_identifiable,
            is_analytical: row.is_analytical,
            enumerated: row.enumerated,
            synonyms: row.synonyms,
            input_values: row.input_values,
            dependencies: row
                .dependencies
                .into_iter()
                .map(|dependency| (dependency.tbl_name, dependency.ids_column_name))
                .collect(),
            timeline_of_changes: variable
                .timeline_of_changes
                .into_iter()
                .map(|entry| (entry.change_date.map(date), entry.comment))
                .collect(),
            variable_metadata: variable
                .variable_metadata
                .into_iter()
                .map(|entry| (entry.key, entry.val_type, entry.value))
                .collect(),
        }
    }
}

impl WholeVariable {
    fn definition(self) -> DbResult<VariableDefinition> {
        let row = VariableRow {
            date_introduced: read_optional_date(self.date_introduced.as_ref())?,
            data_type: DataType::parse(&self.data_type).map_err(unreadable("data type"))?,
            usage: Usage::parse(&self.usage).map_err(unreadable("usage"))?,
            tbl_name: self.tbl_name,
            ids_column_name: self.ids_column_name,
            var_name: self.var_name,
            meaning: self.meaning,
            range: self.range,
            old_var_name: self.old_var_name,
            reference: self.reference,
            derived: self.derived,
            is_primary: self.is_primary,
            is_foreign: self.is_foreign,
            is_identifiable: self.is_identifiable,
            is_analytical: self.is_analytical,
            enumerated: self.enumerated,
            synonyms: self.synonyms,
            input_values: self.input_values,
            dependencies: self
                .dependencies
                .into_iter()
                .map(|(tbl_name, ids_column_name)| Dependency {
                    tbl_name,
                    ids_column_name,
                })
                .collect(),
        };
        Ok(VariableDefinition {
            row,
            value_count: self.value_count,
            timeline_of_changes: self
                .timeline_of_changes
                .into_iter()
                .map(|(change_date, comment)| {
                    Ok(TimelineEntry {
                        change_date: read_optional_date(change_date.as_ref())?,
                        comment,
                    })
                })
                .collect::<DbResult<_>>()?,
            variable_metadata: self
                .variable_metadata
                .into_iter()
                .map(|(key, val_type, value)| MetadataEntry { key, val_type, value })
                .collect(),
        })
    }
}
