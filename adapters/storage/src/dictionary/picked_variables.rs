//! Variables selected for a request that are published or were published before.

use aditus_application::dictionary::views::PickedVariableView;
use aditus_domain::ids::{DataSourceId, TableId, VariableId};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::dialect::VALUES_AT_ONCE;
use crate::error::DbResult;
use crate::schema::{dictionary_tables, variables};

#[derive(Queryable, Selectable)]
#[diesel(table_name = variables)]
struct PickedRow {
    id: i64,
    table_id: i64,
    var_name: String,
    data_type: String,
    meaning: String,
    is_identifiable: bool,
    published: bool,
}

pub(super) fn of_source(
    connection: &mut AnyConnection,
    source: DataSourceId,
    ids: &[VariableId],
) -> DbResult<Vec<PickedVariableView>> {
    let ids: Vec<i64> = ids.iter().map(|id| id.0).collect();
    let mut found = Vec::with_capacity(ids.len());
    for some in ids.chunks(VALUES_AT_ONCE) {
        let rows = variables::table
            .inner_join(dictionary_tables::table)
            .filter(variables::id.eq_any(some))
            .filter(variables::data_source_id.eq(source.0))
            .filter(variables::published.eq(true).or(variables::withdrawn.eq(true)))
            .select((PickedRow::as_select(), dictionary_tables::tbl_name))
            .load::<(PickedRow, String)>(connection)?;
        found.extend(rows.into_iter().map(|(row, tbl_name)| PickedVariableView {
            var_id: VariableId(row.id),
            var_name: row.var_name,
            tbl_id: TableId(row.table_id),
            tbl_name,
            data_type: row.data_type,
            meaning: row.meaning,
            is_identifiable: row.is_identifiable,
            is_offered: row.published,
        }));
    }
    Ok(found)
}
