//! Variables as screens show them.

use std::collections::{BTreeSet, HashMap};

use aditus_application::dictionary::views::VariableView;
use aditus_domain::ids::{DataSourceId, TableId, VariableId};
use diesel::prelude::*;

use super::details::Details;
use super::variable_extras::VariableExtras;
use super::variables::StoredRow;
use crate::connection::AnyConnection;
use crate::error::{DbResult, missing};
use crate::schema::{data_sources, dictionary_tables, variables};

/// A variable with the id of its source.
#[derive(Queryable, Selectable)]
#[diesel(table_name = variables)]
pub(super) struct ShownRow {
    data_source_id: i64,
    published: bool,
    #[diesel(embed)]
    variable: StoredRow,
}

impl ShownRow {
    pub(super) fn id(&self) -> i64 {
        self.variable.id
    }
}

/// Adds names, synonyms, input values and dependencies, with one query per kind for all rows.
pub(super) fn variable_views(
    connection: &mut AnyConnection,
    rows: Vec<ShownRow>,
) -> DbResult<Vec<VariableView>> {
    let ids: Vec<i64> = rows.iter().map(|row| row.variable.id).collect();
    let mut details = Details::load(connection, &ids)?;
    let mut variable_extras = VariableExtras::load(connection, &ids)?;
    let tables: BTreeSet<i64> = rows.iter().map(|row| row.variable.table_id).collect();
    let mut names: HashMap<i64, (String, String)> = HashMap::new();
    for some in tables.into_iter().collect::<Vec<_>>().chunks(10_000) {
        let found = dictionary_tables::table
            .inner_join(data_sources::table)
            .filter(dictionary_tables::id.eq_any(some))
            .select((
                dictionary_tables::id,
                dictionary_tables::tbl_name,
                data_sources::source,
            ))
            .load::<(i64, String, String)>(connection)?;
        names.extend(
            found
                .into_iter()
                .map(|(id, tbl_name, source)| (id, (tbl_name, source))),
        );
    }
    rows.into_iter()
        .map(
            |ShownRow {
                 data_source_id,
                 published,
                 variable,
             }| {
                let (tbl_name, source) = names
                    .get(&variable.table_id)
                    .cloned()
                    .ok_or_else(missing("table"))?;
                Ok(VariableView {
                    var_id: VariableId(variable.id),
                    var_name: variable.var_name,
                    ids_column_name: variable.ids_column_name,
                    tbl_id: TableId(variable.table_id),
                    tbl_name,
                    data_source: DataSourceId(data_source_id),
                    source,
                    publish: published,
                    data_type: variable.data_type,
                    meaning: variable.meaning,
                    date_introduced: variable.date_introduced,
                    range: variable.range,
                    old_var_name: variable.old_var_name,
                    reference: variable.reference,
                    derived: variable.derived,
                    usage: variable.usage,
                    is_primary: variable.is_primary,
                    is_foreign: variable.is_foreign,
                    is_identifiable: variable.is_identifiable,
                    is_analytical: variable.is_analytical,
                    enumerated: variable.enumerated,
                    synonyms: details.synonyms(variable.id),
                    input_values: details.input_values(variable.id),
                    dependencies: variable_extras
                        .dependencies
                        .remove(&variable.id)
                        .unwrap_or_default(),
                    timeline_of_changes: variable_extras.timeline.remove(&variable.id).unwrap_or_default(),
                    variable_metadata: variable_extras.metadata.remove(&variable.id).unwrap_or_default(),
                    hits: Vec::new(),
                })
            },
        )
        .collect()
}
