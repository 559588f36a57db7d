//! The columns of a variable that are written by inserts and updates.

use aditus_domain::dictionary::VariableRow;
use chrono::NaiveDate;
use diesel::prelude::*;

use super::keys::{SearchColumns, lookup_key, prefix_key, sort_key};
use crate::error::{DbResult, unreadable};
use crate::schema::variables;

/// Table and source of a new variable, with the columns copied from them.
pub(super) struct Place {
    pub(super) id: i64,
    pub(super) table_id: i64,
    pub(super) data_source_id: i64,
    pub(super) published: bool,
    pub(super) table_sort_key: String,
    pub(super) table_order: String,
}

macro_rules! columns {
    ($life:lifetime: $($column:ident: $kind:ty,)*) => {
        /// The columns written by an update.
        #[derive(AsChangeset)]
        #[diesel(table_name = variables, treat_none_as_null = true)]
        pub(super) struct VariableColumns<$life> {
            $($column: $kind,)*
        }

        /// A new variable. Fields are not embedded, because PostgreSQL receives these rows by
        /// `COPY`.
        #[derive(Insertable)]
        #[diesel(table_name = variables, treat_none_as_default_value = false)]
        pub(super) struct NewVariable<$life> {
            id: i64,
            table_id: i64,
            data_source_id: i64,
            published: bool,
            table_sort_key: String,
            table_order: String,
            $($column: $kind,)*
        }

        impl<$life> NewVariable<$life> {
            pub(super) fn new(place: Place, columns: VariableColumns<$life>) -> Self {
                let VariableColumns { $($column,)* } = columns;
                Self {
                    id: place.id,
                    table_id: place.table_id,
                    data_source_id: place.data_source_id,
                    published: place.published,
                    table_sort_key: place.table_sort_key,
                    table_order: place.table_order,
                    $($column,)*
                }
            }
        }
    };
}

columns! { 'a:
    ids_column_name: &'a str,
    column_key: String,
    column_order: String,
    var_name: &'a str,
    data_type: &'static str,
    meaning: &'a str,
    date_introduced: Option<NaiveDate>,
    range: Option<&'a str>,
    old_var_name: Option<&'a str>,
    reference: Option<&'a str>,
    derived: bool,
    usage: &'static str,
    is_primary: bool,
    is_foreign: bool,
    is_identifiable: bool,
    is_analytical: bool,
    enumerated: bool,
    name_sort_key: String,
    name_order: String,
    meaning_sort_key: String,
    search_text: String,
    search_name: String,
    search_grams: String,
}

/// Returns the columns of a variable in the table with this name. `introduced` is the date to use
/// if the row has none.
pub(super) fn columns<'a>(
    tbl_name: &str,
    row: &'a VariableRow,
    introduced: Option<NaiveDate>,
) -> VariableColumns<'a> {
    let SearchColumns {
        meaning_sort_key,
        search_text,
        search_name,
        search_grams,
    } = SearchColumns::from_row(tbl_name, row);
    VariableColumns {
        ids_column_name: &row.ids_column_name,
        column_key: lookup_key(&row.ids_column_name),
        column_order: sort_key(&row.ids_column_name),
        var_name: &row.var_name,
        data_type: row.data_type.name(),
        meaning: &row.meaning,
        date_introduced: row.date_introduced.or(introduced),
        range: row.range.as_deref(),
        old_var_name: row.old_var_name.as_deref(),
        reference: row.reference.as_deref(),
        derived: row.derived,
        usage: row.usage.name(),
        is_primary: row.is_primary,
        is_foreign: row.is_foreign,
        is_identifiable: row.is_identifiable,
        is_analytical: row.is_analytical,
        enumerated: row.enumerated,
        name_sort_key: prefix_key(&row.var_name),
        name_order: sort_key(&row.var_name),
        meaning_sort_key,
        search_text,
        search_name,
        search_grams,
    }
}

pub(super) fn number_of_values(stored: Option<i64>) -> DbResult<Option<u64>> {
    stored
        .map(u64::try_from)
        .transpose()
        .map_err(unreadable("number of values"))
}

pub(super) fn counted(count: Option<u64>) -> DbResult<Option<i64>> {
    count
        .map(i64::try_from)
        .transpose()
        .map_err(unreadable("number of values"))
}
