//! Lists the tables assigned to topics.

use aditus_application::dictionary::records::views::{TableTopicRecord, TableTopicSort};
use aditus_application::paging::{Direction, ListQuery, Paged};
use aditus_application::row_versions::RowVersion;
use aditus_domain::ids::{DataSourceId, TableId, TableTopicId, TableTypeId, TopicId};
use diesel::prelude::*;

use super::tables::StoredRow;
use crate::connection::AnyConnection;
use crate::dialect::contains;
use crate::error::DbResult;
use crate::paging::paged;
use crate::schema::{data_sources, dictionary_tables, table_types, topic_tables, topics};
use crate::search::Term;
use crate::times::Timestamp;

#[derive(Queryable, Selectable)]
#[diesel(table_name = topic_tables)]
struct PlaceRow {
    id: i64,
    topic_id: i64,
    table_id: i64,
    assigned_on: Timestamp,
    pos_x: f64,
    pos_y: f64,
    row_version: i64,
}

/// The assignment, the names of topic, source and table type, and the table.
type Row = (PlaceRow, String, String, String, StoredRow);

fn record((place, topic_name, source, table_type_name, table): Row) -> TableTopicRecord {
    TableTopicRecord {
        tt_id: TableTopicId(place.id),
        topic: TopicId(place.topic_id),
        topic_name,
        tbl: TableId(place.table_id),
        tbl_name: table.tbl_name,
        entity_name: table.entity_name,
        tbl_description: table.tbl_description,
        icon: table.icon,
        table_type: TableTypeId(table.table_type_id),
        table_type_name,
        variables_count: u64::try_from(table.variables_count).unwrap_or_default(),
        data_source: DataSourceId(table.data_source_id),
        source,
        assigned_on: place.assigned_on.0,
        pos_x: place.pos_x,
        pos_y: place.pos_y,
        row_version: RowVersion(place.row_version),
    }
}

/// Joins assignments with the names that lists show. It is a macro because the type of the query is
/// too long to write down.
macro_rules! shown {
    () => {
        topic_tables::table.inner_join(topics::table).inner_join(
            dictionary_tables::table
                .inner_join(data_sources::table)
                .inner_join(table_types::table),
        )
    };
}

macro_rules! selected {
    () => {
        (
            PlaceRow::as_select(),
            topics::topic,
            data_sources::source,
            table_types::name,
            StoredRow::as_select(),
        )
    };
}

/// Selects assignments by topic, published state and search term.
macro_rules! filtered {
    ($topic:expr, $published_only:expr, $term:expr) => {{
        let mut filtered = shown!().into_boxed();
        if let Some(topic) = $topic {
            filtered = filtered.filter(topic_tables::topic_id.eq(topic.0));
        }
        if $published_only {
            filtered = filtered
                .filter(topics::active.eq(true))
                .filter(dictionary_tables::publish.eq(true))
                .filter(data_sources::publish.eq(true));
        }
        if let Some(term) = $term {
            filtered = filtered.filter(contains(
                dictionary_tables::search_text,
                dictionary_tables::id,
                "dictionary_tables_fts",
                term,
            ));
        }
        filtered
    }};
}

pub(super) fn page(
    connection: &mut AnyConnection,
    topic: Option<TopicId>,
    published_only: bool,
    query: &ListQuery<TableTopicSort>,
) -> DbResult<Paged<TableTopicRecord>> {
    let term = query.search.as_deref().and_then(Term::parse);
    let total = filtered!(topic, published_only, &term)
        .count()
        .get_result::<i64>(connection)?;
    let rows = filtered!(topic, published_only, &term);
    macro_rules! by {
        ($column:expr) => {
            match query.direction {
                Direction::Ascending => rows.order(($column.asc(), topic_tables::id.asc())),
                Direction::Descending => rows.order(($column.desc(), topic_tables::id.desc())),
            }
        };
    }
    let rows = match query.sort {
        TableTopicSort::EntityName => by!(dictionary_tables::entity_sort_key),
        TableTopicSort::TblDescription => by!(dictionary_tables::description_sort_key),
        TableTopicSort::PosX => by!(topic_tables::pos_x),
        TableTopicSort::PosY => by!(topic_tables::pos_y),
    };
    let items = rows
        .limit(query.page.limit())
        .offset(query.page.offset())
        .select(selected!())
        .load::<Row>(connection)?
        .into_iter()
        .map(record)
        .collect();
    Ok(paged(items, query.page, total))
}

pub(super) fn one(connection: &mut AnyConnection, id: TableTopicId) -> DbResult<Option<TableTopicRecord>> {
    let row = shown!()
        .filter(topic_tables::id.eq(id.0))
        .select(selected!())
        .first::<Row>(connection)
        .optional()?;
    Ok(row.map(record))
}
