//! Details of variables that screens show: names of dependencies, changes over time, and metadata
//! (3 §3). They are loaded for many variables at once.

use std::collections::HashMap;

use aditus_application::dictionary::views::{DependencyView, MetadataView, TimelineView};
use aditus_domain::ids::VariableId;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::dialect::{VALUES_AT_ONCE, WithoutIndex};
use crate::error::DbResult;
use crate::schema::{dependencies, dictionary_tables, timeline_of_changes, variable_metadata, variables};

/// Details of several variables, by variable id.
#[derive(Default)]
pub(super) struct VariableExtras {
    pub(super) dependencies: HashMap<i64, Vec<DependencyView>>,
    pub(super) timeline: HashMap<i64, Vec<TimelineView>>,
    pub(super) metadata: HashMap<i64, Vec<MetadataView>>,
}

/// Selects the dependencies of these variables on published ones. `published` is hidden from
/// indexes, because SQLite has no statistics and might start with all published variables.
macro_rules! published_dependencies {
    ($ids:expr) => {
        dependencies::table
            .inner_join(variables::table.on(dependencies::depend_on.eq(variables::id.nullable())))
            .inner_join(dictionary_tables::table.on(dictionary_tables::id.eq(variables::table_id)))
            .filter(dependencies::variable_id.eq_any($ids))
            .filter(WithoutIndex(variables::published).eq(true))
            .order(dependencies::id)
            .select((
                dependencies::variable_id,
                variables::id,
                variables::var_name,
                dictionary_tables::tbl_name,
            ))
    };
}

impl VariableExtras {
    /// Loads the details with one query per kind. Unpublished dependencies are left out.
    pub(super) fn load(connection: &mut AnyConnection, ids: &[i64]) -> DbResult<Self> {
        let mut variable_extras = Self::default();
        for ids in ids.chunks(VALUES_AT_ONCE) {
            let rows = published_dependencies!(ids).load::<(i64, i64, String, String)>(connection)?;
            for (variable, depend_on, var_name, tbl_name) in rows {
                let view = DependencyView {
                    depend_on: VariableId(depend_on),
                    var_name,
                    tbl_name,
                };
                variable_extras
                    .dependencies
                    .entry(variable)
                    .or_default()
                    .push(view);
            }
            let rows = timeline_of_changes::table
                .filter(timeline_of_changes::variable_id.eq_any(ids))
                .order(timeline_of_changes::id)
                .select((
                    timeline_of_changes::variable_id,
                    timeline_of_changes::id,
                    timeline_of_changes::change_date,
                    timeline_of_changes::comment,
                ))
                .load::<(i64, i64, Option<chrono::NaiveDate>, Option<String>)>(connection)?;
            for (variable, change_id, change_date, comment) in rows {
                let view = TimelineView {
                    change_id,
                    change_date,
                    comment,
                };
                variable_extras.timeline.entry(variable).or_default().push(view);
            }
            let rows = variable_metadata::table
                .filter(variable_metadata::variable_id.eq_any(ids))
                .order(variable_metadata::id)
                .select((
                    variable_metadata::variable_id,
                    variable_metadata::id,
                    variable_metadata::key,
                    variable_metadata::val_type,
                    variable_metadata::value,
                ))
                .load::<(i64, i64, String, String, String)>(connection)?;
            for (variable, metadata_id, key, val_type, value) in rows {
                let view = MetadataView {
                    metadata_id,
                    key,
                    val_type,
                    value,
                };
                variable_extras.metadata.entry(variable).or_default().push(view);
            }
        }
        Ok(variable_extras)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
    use super::*;
    use crate::testing::TestDatabase;
    use crate::testing::plans::plan;

    /// Runs on SQLite only, which has to choose its plan without statistics in a new installation.
    #[test]
    fn dependencies_of_a_page_are_looked_up_by_variable() {
        let database = TestDatabase::sqlite();
        let mut connection = database.connection();
        let lines = plan(&mut connection, published_dependencies!(&[1_i64, 2, 3][..]));
        assert!(
            lines[0].starts_with("SEARCH dependencies") && lines[0].contains("(variable_id=?)"),
            "{lines:?}"
        );
    }
}
