//! Bodies of the calls about variables.

use aditus_application::dictionary::records::variables::VariableForm;
use aditus_application::dictionary::records::views::{
    VariableRecord, VariableRecordQuery, VariableRecordSort, WholeVariable,
};
use aditus_domain::dictionary::RawVariable;
use aditus_domain::ids::{DataSourceId, TableId};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use crate::dictionary::body::{ChangeBody, InputValueBody, MetadataBody, SynonymBody};
use crate::optional_fields::{double_option, null_as_empty};
use crate::problem::Problem;
use crate::records::{ListParameters, RecordsQuery};
use crate::sort::{Columns, Sort};

impl Columns for VariableRecordSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("ids_column_name", Self::ColumnName),
        ("var_name", Self::VarName),
        ("data_type", Self::DataType),
        ("meaning", Self::Meaning),
    ];
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct VariableRecordsQuery {
    /// Only variables of this table.
    pub tbl: Option<i64>,
    /// Only variables of this data source.
    pub data_source: Option<i64>,
    /// Words that table name, column name, variable name, data type, meaning or synonyms contain,
    /// in any order.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// Defaults to the order of the dictionary.
    #[param(schema_with = Sort::<VariableRecordSort>::schema)]
    pub sort: Option<Sort<VariableRecordSort>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

/// A variable as a Super User sees it (3 §3).
#[derive(Serialize, ToSchema)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a question that the specification answers with Yes or No"
)]
pub(crate) struct VariableRecordBody {
    pub var_id: i64,
    /// The id of the table.
    pub tbl: i64,
    pub tbl_name: String,
    /// The id of the data source.
    pub data_source: i64,
    pub ids_column_name: String,
    pub var_name: String,
    pub data_type: String,
    pub meaning: String,
    pub date_introduced: Option<NaiveDate>,
    pub range: Option<String>,
    pub old_var_name: Option<String>,
    pub reference: Option<String>,
    pub derived: bool,
    pub usage: String,
    pub is_primary: bool,
    pub is_foreign: bool,
    pub value_count: Option<u64>,
    pub is_identifiable: bool,
    pub is_analytical: bool,
    pub enumerated: bool,
    /// The version of the record, to be sent with a change.
    pub row_version: i64,
}

/// A variable with its synonyms, values, dependencies, changes and metadata.
#[derive(Serialize, ToSchema)]
pub(crate) struct WholeVariableBody {
    #[serde(flatten)]
    pub variable: VariableRecordBody,
    /// The name of the data source.
    pub source: String,
    pub synonyms: Vec<SynonymBody>,
    pub input_values: Vec<InputValueBody>,
    pub dependencies: Vec<KeptDependencyBody>,
    pub timeline_of_changes: Vec<ChangeBody>,
    pub variable_metadata: Vec<MetadataBody>,
}

/// A variable on which another one depends, published or not.
#[derive(Serialize, ToSchema)]
pub(crate) struct KeptDependencyBody {
    pub dep_id: i64,
    pub depend_on: i64,
    pub var_name: String,
    pub tbl_name: String,
}

/// The form of a variable (3 §3, §5). In a change, a missing optional field keeps its value, and
/// null removes it.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(
    clippy::option_option,
    reason = "a field that is left out stays as it is, and null takes away what is there"
)]
pub(crate) struct VariableInputBody {
    /// The id of the table. It cannot be changed.
    pub tbl: Option<i64>,
    /// The id of the data source, which must be that of the table.
    pub data_source: Option<i64>,
    pub ids_column_name: Option<String>,
    pub var_name: Option<String>,
    pub data_type: Option<String>,
    pub meaning: Option<String>,
    pub date_introduced: Option<NaiveDate>,
    #[serde(default, deserialize_with = "null_as_empty")]
    #[schema(value_type = Option<String>)]
    pub range: Option<String>,
    #[serde(default, deserialize_with = "null_as_empty")]
    #[schema(value_type = Option<String>)]
    pub old_var_name: Option<String>,
    #[serde(default, deserialize_with = "null_as_empty")]
    #[schema(value_type = Option<String>)]
    pub reference: Option<String>,
    pub derived: Option<bool>,
    pub usage: Option<String>,
    pub is_primary: Option<bool>,
    pub is_foreign: Option<bool>,
    #[serde(default, deserialize_with = "double_option")]
    #[schema(value_type = Option<i64>)]
    pub value_count: Option<Option<i64>>,
    pub is_identifiable: Option<bool>,
    pub is_analytical: Option<bool>,
    pub enumerated: Option<bool>,
    /// The `row_version` that was read. If a newer version was saved since, the change fails with
    /// 409 (conflict). Without it, there is no check for conflicts.
    #[validate(range(min = 1, message = "`row_version` must be 1 or greater."))]
    pub row_version: Option<i64>,
}

/// The id of a variable.
#[derive(Serialize, ToSchema)]
pub(crate) struct VariableIdBody {
    pub var_id: i64,
}

impl ListParameters for VariableRecordsQuery {
    type Query = VariableRecordQuery;

    fn read(self, page_size: u32) -> Result<VariableRecordQuery, Problem> {
        let list = RecordsQuery {
            search: self.search,
            sort: self.sort,
            page: self.page,
            page_size: self.page_size,
        };
        Ok(VariableRecordQuery {
            table: self.tbl.map(TableId),
            data_source: self.data_source.map(DataSourceId),
            list: list.read(page_size)?,
        })
    }
}

impl From<VariableRecord> for VariableRecordBody {
    fn from(row: VariableRecord) -> Self {
        let details = row.details;
        Self {
            var_id: row.var_id.0,
            tbl: row.tbl.0,
            tbl_name: row.tbl_name,
            data_source: row.data_source.0,
            ids_column_name: details.ids_column_name,
            var_name: details.var_name,
            data_type: details.data_type.name().to_owned(),
            meaning: details.meaning,
            date_introduced: details.date_introduced,
            range: details.range,
            old_var_name: details.old_var_name,
            reference: details.reference,
            derived: details.derived,
            usage: details.usage.name().to_owned(),
            is_primary: details.is_primary,
            is_foreign: details.is_foreign,
            value_count: details.value_count,
            is_identifiable: details.is_identifiable,
            is_analytical: details.is_analytical,
            enumerated: details.enumerated,
            row_version: row.row_version.0,
        }
    }
}

impl From<WholeVariable> for WholeVariableBody {
    fn from(whole: WholeVariable) -> Self {
        Self {
            variable: whole.variable.into(),
            source: whole.source,
            synonyms: whole
                .synonyms
                .into_iter()
                .map(|(syn_id, synonym)| SynonymBody { syn_id, synonym })
                .collect(),
            input_values: whole
                .input_values
                .into_iter()
                .map(|(val_id, value)| InputValueBody { val_id, value })
                .collect(),
            dependencies: whole
                .dependencies
                .into_iter()
                .map(|(dep_id, on)| KeptDependencyBody {
                    dep_id,
                    depend_on: on.depend_on.0,
                    var_name: on.var_name,
                    tbl_name: on.tbl_name,
                })
                .collect(),
            timeline_of_changes: whole.timeline_of_changes.into_iter().map(Into::into).collect(),
            variable_metadata: whole.variable_metadata.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<VariableInputBody> for VariableForm {
    fn from(body: VariableInputBody) -> Self {
        Self {
            tbl: body.tbl.map(TableId),
            data_source: body.data_source.map(DataSourceId),
            variable: RawVariable {
                ids_column_name: body.ids_column_name.unwrap_or_default(),
                var_name: body.var_name.unwrap_or_default(),
                data_type: body.data_type.unwrap_or_default(),
                meaning: body.meaning.unwrap_or_default(),
                date_introduced: body.date_introduced,
                range: body.range,
                old_var_name: body.old_var_name,
                reference: body.reference,
                derived: body.derived,
                usage: body.usage.unwrap_or_default(),
                is_primary: body.is_primary,
                is_foreign: body.is_foreign,
                value_count: body.value_count,
                is_identifiable: body.is_identifiable,
                is_analytical: body.is_analytical,
                enumerated: body.enumerated,
            },
        }
    }
}
