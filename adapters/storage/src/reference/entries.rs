//! Purposes, ethics committees and equipment types: three tables with the same columns.

use std::collections::BTreeSet;

use aditus_application::paging::{Direction, ListQuery, Paged};
use aditus_application::ports::StoreError;
use aditus_application::reference::views::{EntryRecord, EntrySort};
use aditus_application::row_versions::RowVersion;
use aditus_domain::reference::{Entry, EntryId, ReferenceList};
use aditus_domain::text::sort_key;
use diesel::dsl::{count, exists};
use diesel::prelude::*;

use crate::connection::{AnyConnection, MultiBackend};
use crate::error::{DbError, DbResult};
use crate::paging::paged;
use crate::requests::labels;
use crate::schema::{
    data_handling_devices, data_requests, equipment_types, ethics_committees, purposes, request_purposes,
};
use crate::search::{of_name, pattern};

/// Runs the same source for the table of a list. `$table` is the table and `$name` its name column.
macro_rules! of_list {
    ($list:expr, $table:ident, $name:ident => $body:expr) => {
        match $list {
            ReferenceList::Purposes => {
                use crate::schema::purposes as $table;
                use crate::schema::purposes::purpose as $name;
                $body
            }
            ReferenceList::EthicsCommittees => {
                use crate::schema::ethics_committees as $table;
                use crate::schema::ethics_committees::irb_name as $name;
                $body
            }
            ReferenceList::EquipmentTypes => {
                use crate::schema::equipment_types as $table;
                use crate::schema::equipment_types::equipment_type as $name;
                $body
            }
        }
    };
}

/// Id, name, active flag, version.
type Columns = (i64, String, bool, i64);

pub(crate) fn all(connection: &mut AnyConnection, list: ReferenceList) -> DbResult<Vec<Entry>> {
    let rows = of_list!(list, table, name => table::table
        .order(table::id)
        .select((table::id, name, table::active))
        .load::<(i64, String, bool)>(connection))?;
    let entry = |(id, name, active)| Entry {
        id: EntryId::new(list, id),
        name,
        active,
    };
    Ok(rows.into_iter().map(entry).collect())
}

pub(super) fn page(
    connection: &mut AnyConnection,
    list: ReferenceList,
    query: &ListQuery<EntrySort>,
) -> DbResult<Paged<EntryRecord>> {
    let pattern = pattern(query.search.as_deref());
    let (total, rows) = of_list!(list, table, name => {
        let filtered = || {
            let rows: table::BoxedQuery<'static, MultiBackend> = table::table.into_boxed();
            match pattern.clone() {
                Some(pattern) => rows.filter(table::search_text.like(pattern).escape('\\')),
                None => rows,
            }
        };
        let total = filtered().count().get_result::<i64>(connection)?;
        let sorted = match (query.sort, query.direction) {
            (EntrySort::Added, Direction::Ascending) => filtered().order(table::id.asc()),
            (EntrySort::Added, Direction::Descending) => filtered().order(table::id.desc()),
            (EntrySort::Name, Direction::Ascending) => {
                filtered().order((table::sort_key.asc(), table::id.asc()))
            }
            (EntrySort::Name, Direction::Descending) => {
                filtered().order((table::sort_key.desc(), table::id.desc()))
            }
            (EntrySort::Active, Direction::Ascending) => {
                filtered().order((table::active.asc(), table::id.asc()))
            }
            (EntrySort::Active, Direction::Descending) => {
                filtered().order((table::active.desc(), table::id.desc()))
            }
        };
        let rows = sorted
            .limit(query.page.limit())
            .offset(query.page.offset())
            .select((table::id, name, table::active, table::row_version))
            .load::<Columns>(connection)?;
        (total, rows)
    });
    Ok(paged(records(connection, list, rows)?, query.page, total))
}

pub(super) fn one(connection: &mut AnyConnection, id: EntryId) -> DbResult<Option<EntryRecord>> {
    let list = id.list();
    let row = of_list!(list, table, name => table::table
        .find(id.number())
        .select((table::id, name, table::active, table::row_version))
        .first::<Columns>(connection)
        .optional())?;
    let rows = row.into_iter().collect();
    Ok(records(connection, list, rows)?.pop())
}

fn records(
    connection: &mut AnyConnection,
    list: ReferenceList,
    rows: Vec<Columns>,
) -> DbResult<Vec<EntryRecord>> {
    let ids: Vec<i64> = rows.iter().map(|row| row.0).collect();
    let used = used_among(connection, list, ids)?;
    let record = |(id, name, active, row_version)| EntryRecord {
        entry: Entry {
            id: EntryId::new(list, id),
            name,
            active,
        },
        is_used: used.contains(&id),
        row_version: RowVersion(row_version),
    };
    Ok(rows.into_iter().map(record).collect())
}

/// Returns the subset of the entries that a request refers to. It uses `EXISTS`, which is cheaper
/// than counting the references.
fn used_among(connection: &mut AnyConnection, list: ReferenceList, ids: Vec<i64>) -> DbResult<BTreeSet<i64>> {
    let used = match list {
        ReferenceList::Purposes => {
            let used = request_purposes::table.filter(request_purposes::purpose_id.eq(purposes::id));
            purposes::table
                .filter(purposes::id.eq_any(ids))
                .filter(exists(used))
                .select(purposes::id)
                .load::<i64>(connection)?
        }
        ReferenceList::EthicsCommittees => {
            let used = data_requests::table.filter(data_requests::committee_id.eq(ethics_committees::id));
            ethics_committees::table
                .filter(ethics_committees::id.eq_any(ids))
                .filter(exists(used))
                .select(ethics_committees::id)
                .load::<i64>(connection)?
        }
        ReferenceList::EquipmentTypes => {
            let used = data_handling_devices::table
                .filter(data_handling_devices::equipment_type_id.eq(equipment_types::id));
            equipment_types::table
                .filter(equipment_types::id.eq_any(ids))
                .filter(exists(used))
                .select(equipment_types::id)
                .load::<i64>(connection)?
        }
    };
    Ok(used.into_iter().collect())
}

pub(super) fn add(
    connection: &mut AnyConnection,
    list: ReferenceList,
    text: &str,
    active: bool,
) -> DbResult<EntryId> {
    let id = of_list!(list, table, name => diesel::insert_into(table::table)
        .values((
            name.eq(text),
            table::active.eq(active),
            table::search_text.eq(of_name(text)),
            table::sort_key.eq(sort_key(text)),
        ))
        .returning(table::id)
        .get_result::<i64>(connection))?;
    Ok(EntryId::new(list, id))
}

pub(super) fn update(connection: &mut AnyConnection, id: EntryId, text: &str, active: bool) -> DbResult<()> {
    let former = of_list!(id.list(), table, name => {
        let former = table::table
            .find(id.number())
            .select(name)
            .first::<String>(connection)
            .optional()?;
        diesel::update(table::table.find(id.number()))
            .set((
                name.eq(text),
                table::active.eq(active),
                table::search_text.eq(of_name(text)),
            table::sort_key.eq(sort_key(text)),
            ))
            .execute(connection)?;
        former
    });
    let Some(former) = former else {
        return Err(DbError::Store(StoreError::Reference("no such entry".to_owned())));
    };
    match id {
        EntryId::Purpose(purpose) if former != text => {
            labels::rename_purpose(connection, purpose, &former, text)
        }
        _ => Ok(()),
    }
}

pub(super) fn requests_with(connection: &mut AnyConnection, id: EntryId) -> DbResult<u64> {
    let requests: i64 = match id {
        EntryId::Purpose(id) => request_purposes::table
            .filter(request_purposes::purpose_id.eq(id.0))
            .count()
            .get_result(connection)?,
        EntryId::Committee(id) => data_requests::table
            .filter(data_requests::committee_id.eq(id.0))
            .count()
            .get_result(connection)?,
        EntryId::EquipmentType(id) => data_handling_devices::table
            .filter(data_handling_devices::equipment_type_id.eq(id.0))
            .select(count(data_handling_devices::request_id).aggregate_distinct())
            .first(connection)?,
    };
    Ok(requests.unsigned_abs())
}

pub(super) fn remove(connection: &mut AnyConnection, id: EntryId) -> DbResult<()> {
    let rows = match id {
        EntryId::Purpose(id) => diesel::delete(purposes::table.find(id.0)).execute(connection),
        EntryId::Committee(id) => diesel::delete(ethics_committees::table.find(id.0)).execute(connection),
        EntryId::EquipmentType(id) => diesel::delete(equipment_types::table.find(id.0)).execute(connection),
    }?;
    if rows == 0 {
        return Err(DbError::Store(StoreError::Reference("no such entry".to_owned())));
    }
    Ok(())
}
