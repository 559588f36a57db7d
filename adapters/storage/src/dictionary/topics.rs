//! Topics.

use std::collections::HashMap;

use aditus_application::dictionary::records::views::{TopicRecord, TopicSort};
use aditus_application::paging::{Direction, ListQuery, Paged};
use aditus_application::row_versions::RowVersion;
use aditus_domain::ids::TopicId;
use diesel::dsl::{count_star, exists};
use diesel::prelude::*;

use crate::connection::{AnyConnection, MultiBackend};
use crate::dialect::contains;
use crate::error::DbResult;
use crate::paging::paged;
use crate::schema::{data_sources, dictionary_tables, topic_tables, topics};
use crate::search::Term;
use crate::times::Timestamp;

#[derive(Queryable, Selectable)]
#[diesel(table_name = topics)]
struct StoredRow {
    id: i64,
    topic: String,
    description: String,
    active: bool,
    date_added: Timestamp,
    row_version: i64,
}

/// Joins assignments with their tables and sources.
macro_rules! under {
    () => {
        topic_tables::table.inner_join(dictionary_tables::table.inner_join(data_sources::table))
    };
}

/// Adds the number of tables of each topic. With `published_only`, only published tables of
/// published sources count.
fn with_counts(
    connection: &mut AnyConnection,
    rows: Vec<StoredRow>,
    published_only: bool,
) -> DbResult<Vec<TopicRecord>> {
    let under = under!().filter(topic_tables::topic_id.eq_any(rows.iter().map(|row| row.id)));
    macro_rules! counted {
        ($rows:expr) => {
            $rows
                .group_by(topic_tables::topic_id)
                .select((topic_tables::topic_id, count_star()))
                .load::<(i64, i64)>(connection)?
        };
    }
    let counts: HashMap<i64, i64> = if published_only {
        counted!(
            under
                .filter(dictionary_tables::publish.eq(true))
                .filter(data_sources::publish.eq(true))
        )
    } else {
        counted!(under)
    }
    .into_iter()
    .collect();
    let records = rows.into_iter().map(|row| TopicRecord {
        topic_id: TopicId(row.id),
        topic: row.topic,
        description: row.description,
        active: row.active,
        date_added: row.date_added.0,
        tables_count: counts.get(&row.id).copied().unwrap_or_default().unsigned_abs(),
        row_version: RowVersion(row.row_version),
    });
    Ok(records.collect())
}

pub(super) fn filtered<'a>(
    term: Option<&Term>,
    published_only: bool,
) -> topics::BoxedQuery<'a, MultiBackend> {
    let mut query = topics::table.into_boxed();
    if published_only {
        let shown = under!()
            .filter(topic_tables::topic_id.eq(topics::id))
            .filter(dictionary_tables::publish.eq(true))
            .filter(data_sources::publish.eq(true));
        query = query.filter(topics::active.eq(true)).filter(exists(shown));
    }
    match term {
        Some(term) => query.filter(contains(topics::search_text, topics::id, "topics_fts", term)),
        None => query,
    }
}

/// Returns the query for a page. Each order matches an index.
pub(super) fn page_of<'a>(
    term: Option<&Term>,
    query: &ListQuery<TopicSort>,
    published_only: bool,
) -> topics::BoxedQuery<'a, MultiBackend> {
    let rows = filtered(term, published_only);
    macro_rules! by {
        ($column:ident) => {
            match query.direction {
                Direction::Ascending => rows.order((topics::$column.asc(), topics::id.asc())),
                Direction::Descending => rows.order((topics::$column.desc(), topics::id.desc())),
            }
        };
    }
    let rows = match query.sort {
        TopicSort::Topic => by!(sort_key),
        TopicSort::Description => by!(description_key),
        TopicSort::DateAdded => by!(date_added),
        TopicSort::Active => by!(active),
    };
    rows.limit(query.page.limit()).offset(query.page.offset())
}

pub(super) fn page(
    connection: &mut AnyConnection,
    query: &ListQuery<TopicSort>,
    published_only: bool,
) -> DbResult<Paged<TopicRecord>> {
    let term = query.search.as_deref().and_then(Term::parse);
    let total = filtered(term.as_ref(), published_only)
        .count()
        .get_result::<i64>(connection)?;
    let rows = page_of(term.as_ref(), query, published_only)
        .select(StoredRow::as_select())
        .load::<StoredRow>(connection)?;
    Ok(paged(
        with_counts(connection, rows, published_only)?,
        query.page,
        total,
    ))
}

pub(super) fn one(
    connection: &mut AnyConnection,
    id: TopicId,
    published_only: bool,
) -> DbResult<Option<TopicRecord>> {
    let row = filtered(None, published_only)
        .filter(topics::id.eq(id.0))
        .select(StoredRow::as_select())
        .first::<StoredRow>(connection)
        .optional()?;
    Ok(with_counts(connection, row.into_iter().collect(), published_only)?.pop())
}
