//! The tree of facilities.

use std::collections::HashMap;

use aditus_application::paging::{Direction, Paged};
use aditus_application::ports::StoreError;
use aditus_application::reference::NewPlace;
use aditus_application::reference::views::{PlaceQuery, PlaceRecord, PlaceSort};
use aditus_application::row_versions::RowVersion;
use aditus_domain::ids::FacilityId;
use aditus_domain::reference::{Level, Place};
use aditus_domain::text::sort_key;
use diesel::dsl::count_star;
use diesel::prelude::*;

use crate::connection::{AnyConnection, MultiBackend};
use crate::dialect::{contains, insert_rows_returning};
use crate::error::{DbError, DbResult, unreadable};
use crate::paging::paged;
use crate::schema::{facilities, former_facility_names, request_answers};
use crate::search::of_name;
use crate::search::{Term, escape_like};
use crate::text_lists;

#[derive(Insertable)]
#[diesel(table_name = facilities, treat_none_as_default_value = false)]
struct NewFacility<'a> {
    parent_id: Option<i64>,
    level: &'a str,
    label: &'a str,
    active: bool,
    sort_key: String,
    search_text: String,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = facilities)]
struct Stored {
    id: i64,
    parent_id: Option<i64>,
    level: String,
    label: String,
    active: bool,
}

fn place(row: Stored) -> DbResult<Place> {
    Ok(Place {
        id: FacilityId(row.id),
        parent: row.parent_id.map(FacilityId),
        level: Level::parse(&row.level).map_err(unreadable("level of a facility"))?,
        label: row.label,
        active: row.active,
    })
}

pub(crate) fn all(connection: &mut AnyConnection) -> DbResult<Vec<Place>> {
    let rows = facilities::table
        .order(facilities::id)
        .select(Stored::as_select())
        .load::<Stored>(connection)?;
    rows.into_iter().map(place).collect()
}

pub(super) fn filtered<'a>(
    term: Option<&Term>,
    query: &PlaceQuery,
) -> facilities::BoxedQuery<'a, MultiBackend> {
    let mut rows = facilities::table.into_boxed();
    if let Some(level) = query.level {
        rows = rows.filter(facilities::level.eq(level.name()));
    }
    if let Some(parent) = query.parent {
        rows = rows.filter(facilities::parent_id.eq(parent.0));
    }
    match term {
        Some(term) => rows.filter(contains(
            facilities::search_text,
            facilities::id,
            "facilities_fts",
            term,
        )),
        None => rows,
    }
}

/// Returns the query for a page. Each order matches an index.
pub(super) fn page_of<'a>(
    term: Option<&Term>,
    query: &PlaceQuery,
) -> facilities::BoxedQuery<'a, MultiBackend> {
    let rows = filtered(term, query);
    let rows = match (query.list.sort, query.list.direction) {
        (PlaceSort::Name, Direction::Ascending) => {
            rows.order((facilities::sort_key.asc(), facilities::id.asc()))
        }
        (PlaceSort::Name, Direction::Descending) => {
            rows.order((facilities::sort_key.desc(), facilities::id.desc()))
        }
        (PlaceSort::Active, Direction::Ascending) => rows.order((
            facilities::active.asc(),
            facilities::sort_key.asc(),
            facilities::id.asc(),
        )),
        (PlaceSort::Active, Direction::Descending) => rows.order((
            facilities::active.desc(),
            facilities::sort_key.desc(),
            facilities::id.desc(),
        )),
    };
    rows.limit(query.list.page.limit())
        .offset(query.list.page.offset())
}

pub(super) fn page(connection: &mut AnyConnection, query: &PlaceQuery) -> DbResult<Paged<PlaceRecord>> {
    let term = query.list.search.as_deref().and_then(Term::parse);
    let total = filtered(term.as_ref(), query)
        .count()
        .get_result::<i64>(connection)?;
    let rows = page_of(term.as_ref(), query)
        .select((Stored::as_select(), facilities::row_version))
        .load::<(Stored, i64)>(connection)?;
    Ok(paged(records(connection, rows)?, query.list.page, total))
}

pub(super) fn one(connection: &mut AnyConnection, id: FacilityId) -> DbResult<Option<PlaceRecord>> {
    let row = facilities::table
        .find(id.0)
        .select((Stored::as_select(), facilities::row_version))
        .first::<(Stored, i64)>(connection)
        .optional()?;
    Ok(records(connection, row.into_iter().collect())?.pop())
}

/// Adds the names of the ancestors, read level by level for the whole page, and the number of
/// places directly below.
fn records(connection: &mut AnyConnection, rows: Vec<(Stored, i64)>) -> DbResult<Vec<PlaceRecord>> {
    let ids: Vec<i64> = rows.iter().map(|(row, _)| row.id).collect();
    let held: HashMap<Option<i64>, i64> = facilities::table
        .filter(facilities::parent_id.eq_any(ids))
        .group_by(facilities::parent_id)
        .select((facilities::parent_id, count_star()))
        .load::<(Option<i64>, i64)>(connection)?
        .into_iter()
        .collect();
    let parents = by_id(connection, rows.iter().filter_map(|(row, _)| row.parent_id))?;
    let above = by_id(connection, parents.values().filter_map(|row| row.parent_id))?;
    let record = |(row, row_version): (Stored, i64)| {
        let parent = row.parent_id.and_then(|id| parents.get(&id));
        let top = parent.and_then(|row| row.parent_id).and_then(|id| above.get(&id));
        let chain = [parent, top];
        let named = |level: Level| {
            let place = chain.into_iter().flatten().find(|row| row.level == level.name());
            place.map(|row| row.label.clone())
        };
        Ok(PlaceRecord {
            region: named(Level::Region),
            district: named(Level::District),
            held: held
                .get(&Some(row.id))
                .copied()
                .unwrap_or_default()
                .unsigned_abs(),
            is_offered: row.active && chain.into_iter().flatten().all(|row| row.active),
            place: place(row)?,
            row_version: RowVersion(row_version),
        })
    };
    rows.into_iter().map(record).collect()
}

fn by_id(connection: &mut AnyConnection, ids: impl Iterator<Item = i64>) -> DbResult<HashMap<i64, Stored>> {
    let ids: Vec<i64> = ids.collect();
    let rows = facilities::table
        .filter(facilities::id.eq_any(ids))
        .select(Stored::as_select())
        .load::<Stored>(connection)?;
    Ok(rows.into_iter().map(|row| (row.id, row)).collect())
}

pub(super) fn add(connection: &mut AnyConnection, places: &[NewPlace]) -> DbResult<Vec<FacilityId>> {
    let rows: Vec<NewFacility<'_>> = places
        .iter()
        .map(|place| NewFacility {
            parent_id: place.parent.map(|id| id.0),
            level: place.level.name(),
            label: place.name.as_str(),
            active: place.active,
            sort_key: sort_key(place.name.as_str()),
            search_text: of_name(place.name.as_str()),
        })
        .collect();
    let ids = insert_rows_returning!(connection, facilities::table, &rows, facilities::id)?;
    Ok(ids.into_iter().map(FacilityId).collect())
}

pub(super) fn update(
    connection: &mut AnyConnection,
    id: FacilityId,
    parent: Option<FacilityId>,
    label: &str,
    active: bool,
) -> DbResult<()> {
    let former = facilities::table
        .find(id.0)
        .select(facilities::label)
        .first::<String>(connection)
        .optional()?;
    let Some(former) = former else {
        return Err(no_such_place());
    };
    diesel::update(facilities::table.find(id.0))
        .set((
            facilities::parent_id.eq(parent.map(|id| id.0)),
            facilities::label.eq(label),
            facilities::active.eq(active),
            facilities::sort_key.eq(sort_key(label)),
            facilities::search_text.eq(of_name(label)),
        ))
        .execute(connection)?;
    if former == label {
        return Ok(());
    }
    // Removes entries with the new name and duplicates of the old one, so that no former name is
    // listed twice.
    let of_place = former_facility_names::table.filter(former_facility_names::facility_id.eq(id.0));
    diesel::delete(of_place.filter(former_facility_names::label.eq_any([label, former.as_str()])))
        .execute(connection)?;
    diesel::insert_into(former_facility_names::table)
        .values((
            former_facility_names::facility_id.eq(id.0),
            former_facility_names::label.eq(&former),
        ))
        .execute(connection)?;
    Ok(())
}

pub(super) fn former_names(connection: &mut AnyConnection, id: FacilityId) -> DbResult<Vec<String>> {
    Ok(former_facility_names::table
        .filter(former_facility_names::facility_id.eq(id.0))
        .order(former_facility_names::id)
        .select(former_facility_names::label)
        .load(connection)?)
}

/// Counts the requests whose filter contains one of the places. It reads every request, which takes
/// a fraction of a second for 100,000 requests and happens only when a place is deleted. The
/// databases treat case in `LIKE` differently, so the matches are checked again.
pub(super) fn requests_naming(connection: &mut AnyConnection, summaries: &[String]) -> DbResult<u64> {
    if summaries.is_empty() {
        return Ok(0);
    }
    let mut rows: request_answers::BoxedQuery<'_, MultiBackend> = request_answers::table.into_boxed();
    for summary in summaries {
        let element = text_lists::element(summary)?;
        let pattern = format!("%{}%", escape_like(&element));
        rows = rows.or_filter(request_answers::facility_filter.like(pattern).escape('\\'));
    }
    let found = rows
        .select(request_answers::facility_filter)
        .load::<String>(connection)?;
    let mut naming = 0;
    for column in found {
        let texts = text_lists::from_column(&column)?;
        naming += u64::from(texts.iter().any(|text| summaries.contains(text)));
    }
    Ok(naming)
}

pub(super) fn remove(connection: &mut AnyConnection, id: FacilityId) -> DbResult<()> {
    diesel::delete(former_facility_names::table.filter(former_facility_names::facility_id.eq(id.0)))
        .execute(connection)?;
    let rows = diesel::delete(facilities::table.find(id.0)).execute(connection)?;
    if rows == 0 {
        return Err(no_such_place());
    }
    Ok(())
}

fn no_such_place() -> DbError {
    DbError::Store(StoreError::Reference("no such place".to_owned()))
}
