//! Bodies of the dictionary calls (2 §3, 3 §3).

use aditus_application::dictionary::views::{
    MetadataView, SourceView, TableView, TimelineView, VariableFacets, VariableSort, VariableView,
};
use aditus_domain::dictionary::DataType;
use aditus_domain::dictionary::meaning::{Block, Meaning};
use aditus_domain::ids::TopicId;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use crate::problem::Problem;
use crate::sort::{Columns, Sort};

/// Sorting of published sources, by name only.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SourceName;

impl Columns for SourceName {
    const COLUMNS: &'static [(&'static str, Self)] = &[("source", Self)];
}

/// Sorting of published tables, by name only.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct TableName;

impl Columns for TableName {
    const COLUMNS: &'static [(&'static str, Self)] = &[("tbl_name", Self)];
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct SourcesQuery {
    /// A text that the name or description contains.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    #[param(schema_with = Sort::<SourceName>::schema)]
    pub sort: Option<Sort<SourceName>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct TablesQuery {
    /// Only tables of this source.
    pub data_source: Option<i64>,
    /// A text that the name or description contains.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    #[param(schema_with = Sort::<TableName>::schema)]
    pub sort: Option<Sort<TableName>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct VariablesQuery {
    /// Only variables of this source.
    pub data_source: Option<i64>,
    /// Only variables of this table.
    pub tbl_id: Option<i64>,
    /// Only variables of tables whose name starts with this text.
    #[validate(length(max = 200, message = "The table name is too long."))]
    pub tbl_name: Option<String>,
    /// Words that table name, variable name, data type, meaning, derived or synonyms contain, in
    /// any order.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// Only these ids, separated by commas or as a JSON list; at most 1,000.
    #[validate(length(max = 20_000, message = "Too many ids."))]
    pub ids: Option<String>,
    /// Only variables of this type.
    pub data_type: Option<String>,
    /// True for identifying variables only, false for all others.
    pub is_identifiable: Option<bool>,
    /// True for derived variables only, false for all others.
    pub derived: Option<bool>,
    /// Only variables in tables of this topic.
    pub topic: Option<i64>,
    /// Only variables in tables with records of this year.
    #[validate(range(min = 1, max = 9999, message = "A year has at most four digits."))]
    pub year: Option<i32>,
    /// One of `tbl_name`, `var_name`, `data_type` and `meaning`; a leading minus sorts in
    /// descending order. By default, search results are sorted by relevance.
    #[param(schema_with = Sort::<VariableSort>::schema)]
    pub sort: Option<Sort<VariableSort>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

/// Reads the filters by the properties of a variable.
pub(super) fn facets(
    data_type: Option<&str>,
    is_identifiable: Option<bool>,
    derived: Option<bool>,
    topic: Option<i64>,
    year: Option<i32>,
) -> Result<VariableFacets, Problem> {
    let data_type = data_type
        .filter(|name| !name.is_empty())
        .map(DataType::parse)
        .transpose()
        .map_err(|unknown| Problem::field("data_type", unknown.to_string()))?;
    Ok(VariableFacets {
        data_type,
        is_identifiable,
        derived,
        topic: topic.map(TopicId),
        year,
    })
}

/// A published data source.
#[derive(Serialize, ToSchema)]
pub(crate) struct SourceBody {
    pub data_source_id: i64,
    pub source: String,
    pub description: String,
    pub publish: bool,
    pub tables_count: i64,
    pub variables_count: i64,
}

/// A published table.
#[derive(Serialize, ToSchema)]
pub(crate) struct TableBody {
    pub tbl_id: i64,
    pub tbl_name: String,
    pub tbl_description: String,
    pub entity_name: String,
    pub icon: String,
    pub table_type_name: String,
    pub data_source: i64,
    pub variables_count: i64,
}

/// A variable of a published table.
#[derive(Serialize, ToSchema)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a question that the specification answers with Yes or No"
)]
pub(crate) struct VariableBody {
    pub var_id: i64,
    pub var_name: String,
    pub ids_column_name: String,
    pub tbl_id: i64,
    pub tbl_name: String,
    pub data_source: i64,
    pub source: String,
    pub publish: bool,
    pub data_type: String,
    /// The stored text, with HTML entities.
    pub meaning: String,
    /// The meaning as plain text, divided into spans of uniform formatting.
    pub meaning_blocks: Vec<BlockBody>,
    pub date_introduced: Option<NaiveDate>,
    pub range: Option<String>,
    pub old_var_name: Option<String>,
    pub reference: Option<String>,
    pub derived: bool,
    pub usage: String,
    pub is_primary: bool,
    pub is_foreign: bool,
    /// True for personally identifiable information, which is de-identified before delivery.
    pub is_identifiable: bool,
    pub is_analytical: bool,
    pub enumerated: bool,
    pub synonyms: Vec<SynonymBody>,
    pub input_values: Vec<InputValueBody>,
    /// The published dependencies.
    pub dependencies: Vec<DependencyBody>,
    pub timeline_of_changes: Vec<ChangeBody>,
    pub variable_metadata: Vec<MetadataBody>,
    /// The matches of the search in the variable's texts, in their original spelling, the longest
    /// first; empty without a search.
    pub hits: Vec<String>,
}

/// A paragraph or a list item of a meaning.
#[derive(Serialize, ToSchema)]
pub(crate) struct BlockBody {
    pub is_item: bool,
    pub spans: Vec<SpanBody>,
}

/// A span of a meaning with uniform formatting.
#[derive(Serialize, ToSchema)]
pub(crate) struct SpanBody {
    /// Plain text without markup. Lines end with a line feed.
    pub text: String,
    pub strong: bool,
    pub emphasis: bool,
    pub code: bool,
    /// The target of a link: a web page or an email address.
    pub href: Option<String>,
}

/// A change of a variable.
#[derive(Serialize, ToSchema)]
pub(crate) struct ChangeBody {
    pub change_id: i64,
    pub change_date: Option<NaiveDate>,
    pub comment: Option<String>,
}

/// An additional attribute of a variable.
#[derive(Serialize, ToSchema)]
pub(crate) struct MetadataBody {
    pub metadata_id: i64,
    pub key: String,
    pub val_type: String,
    pub value: String,
}

/// A synonym of a variable.
#[derive(Serialize, ToSchema)]
pub(crate) struct SynonymBody {
    pub syn_id: i64,
    pub synonym: String,
}

/// A value that a variable may take.
#[derive(Serialize, ToSchema)]
pub(crate) struct InputValueBody {
    pub val_id: i64,
    pub value: String,
}

/// A variable on which another one depends.
#[derive(Serialize, ToSchema)]
pub(crate) struct DependencyBody {
    pub depend_on: i64,
    pub var_name: String,
    pub tbl_name: String,
}

impl From<TimelineView> for ChangeBody {
    fn from(change: TimelineView) -> Self {
        Self {
            change_id: change.change_id,
            change_date: change.change_date,
            comment: change.comment,
        }
    }
}

impl From<MetadataView> for MetadataBody {
    fn from(metadata: MetadataView) -> Self {
        Self {
            metadata_id: metadata.metadata_id,
            key: metadata.key,
            val_type: metadata.val_type,
            value: metadata.value,
        }
    }
}

impl From<Block> for BlockBody {
    fn from(block: Block) -> Self {
        Self {
            is_item: block.is_item,
            spans: block
                .spans
                .into_iter()
                .map(|span| SpanBody {
                    text: span.text,
                    strong: span.strong,
                    emphasis: span.emphasis,
                    code: span.code,
                    href: span.href,
                })
                .collect(),
        }
    }
}

impl From<SourceView> for SourceBody {
    fn from(view: SourceView) -> Self {
        Self {
            data_source_id: view.data_source_id.0,
            source: view.source,
            description: view.description,
            publish: view.publish,
            tables_count: view.tables_count,
            variables_count: view.variables_count,
        }
    }
}

impl From<TableView> for TableBody {
    fn from(view: TableView) -> Self {
        Self {
            tbl_id: view.tbl_id.0,
            tbl_name: view.tbl_name,
            tbl_description: view.tbl_description,
            entity_name: view.entity_name,
            icon: view.icon,
            table_type_name: view.table_type_name,
            data_source: view.data_source.0,
            variables_count: view.variables_count,
        }
    }
}

impl From<VariableView> for VariableBody {
    fn from(view: VariableView) -> Self {
        Self {
            var_id: view.var_id.0,
            var_name: view.var_name,
            ids_column_name: view.ids_column_name,
            tbl_id: view.tbl_id.0,
            tbl_name: view.tbl_name,
            data_source: view.data_source.0,
            source: view.source,
            publish: view.publish,
            data_type: view.data_type,
            meaning_blocks: Meaning::parse(&view.meaning)
                .blocks
                .into_iter()
                .map(BlockBody::from)
                .collect(),
            meaning: view.meaning,
            date_introduced: view.date_introduced,
            range: view.range,
            old_var_name: view.old_var_name,
            reference: view.reference,
            derived: view.derived,
            usage: view.usage,
            is_primary: view.is_primary,
            is_foreign: view.is_foreign,
            is_identifiable: view.is_identifiable,
            is_analytical: view.is_analytical,
            enumerated: view.enumerated,
            synonyms: view
                .synonyms
                .into_iter()
                .map(|(syn_id, synonym)| SynonymBody { syn_id, synonym })
                .collect(),
            input_values: view
                .input_values
                .into_iter()
                .map(|(val_id, value)| InputValueBody { val_id, value })
                .collect(),
            dependencies: view
                .dependencies
                .into_iter()
                .map(|on| DependencyBody {
                    depend_on: on.depend_on.0,
                    var_name: on.var_name,
                    tbl_name: on.tbl_name,
                })
                .collect(),
            timeline_of_changes: view.timeline_of_changes.into_iter().map(Into::into).collect(),
            variable_metadata: view.variable_metadata.into_iter().map(Into::into).collect(),
            hits: view.hits,
        }
    }
}
