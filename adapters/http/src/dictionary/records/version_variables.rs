//! The variables that a version of a data source contains.

use aditus_application::dictionary::revisions::version_variables::{
    VersionVariableForm, VersionVariableQuery, VersionVariableRecords,
};
use aditus_application::dictionary::revisions::views::{VersionVariableRecord, VersionVariableSort};
use aditus_domain::ids::{VariableId, VersionId, VersionVariableId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use super::PAGE_SIZE;
use crate::problem::Problem;
use crate::records::{ListParameters, RecordsQuery, record_calls};
use crate::sort::{Columns, Sort};

pub(super) use calls::configure;

impl Columns for VersionVariableSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("var_name", Self::VarName),
        ("ids_column_name", Self::ColumnName),
        ("data_type", Self::DataType),
        ("meaning", Self::Meaning),
    ];
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct VersionVariablesQuery {
    /// Only variables of this version; defaults to all versions.
    pub version: Option<i64>,
    /// A text that names, type or meaning contain.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// Defaults to the order of the dictionary.
    #[param(schema_with = Sort::<VersionVariableSort>::schema)]
    pub sort: Option<Sort<VersionVariableSort>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

/// A variable of a version (3 §3).
#[derive(Serialize, ToSchema)]
pub(crate) struct VersionVariableBody {
    pub version_variable_id: i64,
    /// The id of the version.
    pub version: i64,
    /// The id of the variable.
    pub variable: i64,
    pub tbl_name: String,
    pub ids_column_name: String,
    pub var_name: String,
    pub data_type: String,
    pub meaning: String,
    /// The number of the variable's revision in the version.
    pub revision: u32,
    /// The version of the record, to be sent with a change.
    pub row_version: i64,
}

/// The form of a variable of a version (3 §5).
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VersionVariableInputBody {
    /// The id of the version. It cannot be changed.
    pub version: Option<i64>,
    /// The id of the variable. The version then contains its current revision.
    pub variable: Option<i64>,
    /// The `row_version` that was read. If a newer version was saved since, the change fails with
    /// 409 (conflict). Without it, there is no check for conflicts.
    #[validate(range(min = 1, message = "`row_version` must be 1 or greater."))]
    pub row_version: Option<i64>,
}

/// The id of a variable of a version.
#[derive(Serialize, ToSchema)]
pub(crate) struct VersionVariableIdBody {
    pub version_variable_id: i64,
}

impl ListParameters for VersionVariablesQuery {
    type Query = VersionVariableQuery;

    fn read(self, page_size: u32) -> Result<VersionVariableQuery, Problem> {
        let list = RecordsQuery {
            search: self.search,
            sort: self.sort,
            page: self.page,
            page_size: self.page_size,
        };
        Ok(VersionVariableQuery {
            version: self.version.map(VersionId),
            list: list.read(page_size)?,
        })
    }
}

impl From<VersionVariableRecord> for VersionVariableBody {
    fn from(row: VersionVariableRecord) -> Self {
        Self {
            version_variable_id: row.version_variable_id.0,
            version: row.version.0,
            variable: row.variable.0,
            tbl_name: row.tbl_name,
            ids_column_name: row.ids_column_name,
            var_name: row.var_name,
            data_type: row.data_type,
            meaning: row.meaning,
            revision: row.revision,
            row_version: row.row_version.0,
        }
    }
}

impl From<VersionVariableInputBody> for VersionVariableForm {
    fn from(body: VersionVariableInputBody) -> Self {
        Self {
            version: body.version.map(VersionId),
            variable: body.variable.map(VariableId),
        }
    }
}

record_calls! {
    VersionVariableRecords, VersionVariableId as "id", tag "administration";

    /// Lists the variables of one version or of all versions, each with the revision that was added
    /// to the version.
    ///
    /// For Super Users.
    list version_variables at "/data_dictionary/version_variable": VersionVariablesQuery by PAGE_SIZE
        -> VersionVariableBody;

    /// Returns a variable of a version.
    ///
    /// For Super Users.
    one version_variable at "/data_dictionary/version_variable/{id}" -> VersionVariableBody;

    /// Adds the current revision of a variable to a version of its data source.
    ///
    /// For Super Users.
    add add_version_variable at "/data_dictionary/version_variable": VersionVariableInputBody
        -> 201 VersionVariableBody "Successfully created a version variable",
        409 "the version holds this variable already";

    /// Replaces a variable of a version with another one, or with its own current revision.
    ///
    /// For Super Users.
    change change_version_variable at "/data_dictionary/version_variable/{id}": VersionVariableInputBody
        -> VersionVariableIdBody { version_variable_id } "Successfully updated the version variable",
        409 "the version holds this variable already";

    /// Removes a variable from a version.
    ///
    /// For Super Users.
    remove remove_version_variable at "/data_dictionary/version_variable/{id}";
}
