//! Repository and pages of stage types.

use aditus_application::paging::{Direction, ListQuery, Paged};
use aditus_application::ports::StoreError;
use aditus_application::procedures::views::StageTypeSort;
use aditus_application::procedures::{StageTypes, StageUse, StoredStageType};
use aditus_application::row_versions::RowVersion;
use aditus_domain::ids::StageTypeId;
use aditus_domain::procedures::StageTypeName;
use aditus_domain::text::sort_key;
use diesel::prelude::*;

use super::repository::changed;
use crate::connection::{AnyConnection, MultiBackend};
use crate::error::DbResult;
use crate::paging::paged;
use crate::schema::{approval_procedures, stage_types, stages};
use crate::search::{of_name, pattern};
use crate::transaction::WriteTransaction;

/// Id, name, built-in flag, version.
type Columns = (i64, String, bool, i64);

const COLUMNS: (
    stage_types::id,
    stage_types::name,
    stage_types::built_in,
    stage_types::row_version,
) = (
    stage_types::id,
    stage_types::name,
    stage_types::built_in,
    stage_types::row_version,
);

fn stage_type((id, name, built_in, row_version): Columns) -> StoredStageType {
    StoredStageType {
        id: StageTypeId(id),
        name,
        built_in,
        row_version: RowVersion(row_version),
    }
}

fn filtered(query: &ListQuery<StageTypeSort>) -> stage_types::BoxedQuery<'static, MultiBackend> {
    let rows = stage_types::table.into_boxed();
    match pattern(query.search.as_deref()) {
        Some(pattern) => rows.filter(stage_types::search_text.like(pattern).escape('\\')),
        None => rows,
    }
}

pub(super) fn page(
    connection: &mut AnyConnection,
    query: &ListQuery<StageTypeSort>,
) -> DbResult<Paged<StoredStageType>> {
    let total = filtered(query).count().get_result::<i64>(connection)?;
    let rows = match (query.sort, query.direction) {
        (StageTypeSort::Added, Direction::Ascending) => filtered(query).order(stage_types::id.asc()),
        (StageTypeSort::Added, Direction::Descending) => filtered(query).order(stage_types::id.desc()),
        (StageTypeSort::Name, Direction::Ascending) => filtered(query).order(stage_types::sort_key.asc()),
        (StageTypeSort::Name, Direction::Descending) => filtered(query).order(stage_types::sort_key.desc()),
    };
    let items = rows
        .limit(query.page.limit())
        .offset(query.page.offset())
        .select(COLUMNS)
        .load::<Columns>(connection)?
        .into_iter()
        .map(stage_type)
        .collect();
    Ok(paged(items, query.page, total))
}

pub(super) fn one(connection: &mut AnyConnection, id: StageTypeId) -> DbResult<Option<StoredStageType>> {
    let found = stage_types::table
        .find(id.0)
        .select(COLUMNS)
        .first::<Columns>(connection)
        .optional()?;
    Ok(found.map(stage_type))
}

impl StageTypes for WriteTransaction {
    fn all(&mut self) -> Result<Vec<StoredStageType>, StoreError> {
        self.run(|connection| {
            let rows = stage_types::table
                .order(stage_types::id)
                .select(COLUMNS)
                .load::<Columns>(connection)?;
            Ok(rows.into_iter().map(stage_type).collect())
        })
    }

    fn add(&mut self, name: &StageTypeName) -> Result<StageTypeId, StoreError> {
        self.run(|connection| {
            let id = diesel::insert_into(stage_types::table)
                .values((
                    stage_types::name.eq(name.as_str()),
                    stage_types::built_in.eq(false),
                    stage_types::search_text.eq(of_name(name.as_str())),
                    stage_types::sort_key.eq(sort_key(name.as_str())),
                ))
                .returning(stage_types::id)
                .get_result(connection)?;
            Ok(StageTypeId(id))
        })
    }

    fn rename(&mut self, id: StageTypeId, name: &StageTypeName) -> Result<(), StoreError> {
        self.run(|connection| {
            let rows = diesel::update(stage_types::table.find(id.0))
                .set((
                    stage_types::name.eq(name.as_str()),
                    stage_types::search_text.eq(of_name(name.as_str())),
                    stage_types::sort_key.eq(sort_key(name.as_str())),
                ))
                .execute(connection)?;
            changed(rows)
        })
    }

    fn remove(&mut self, id: StageTypeId) -> Result<(), StoreError> {
        self.run(|connection| {
            let rows = diesel::delete(stage_types::table.find(id.0)).execute(connection)?;
            changed(rows)
        })
    }

    fn stages_of(&mut self, id: StageTypeId) -> Result<Vec<StageUse>, StoreError> {
        self.run(|connection| {
            let rows = stages::table
                .inner_join(approval_procedures::table)
                .filter(stages::stage_type_id.eq(id.0))
                .order((
                    approval_procedures::sort_key,
                    approval_procedures::id,
                    stages::stage_order,
                    stages::id,
                ))
                .select((stages::stage_activity, approval_procedures::name))
                .load::<(String, String)>(connection)?;
            let uses = rows.into_iter();
            Ok(uses
                .map(|(stage, procedure)| StageUse { stage, procedure })
                .collect())
        })
    }
}
