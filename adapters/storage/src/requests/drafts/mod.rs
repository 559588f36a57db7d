//! Drafts of requests.

pub(in crate::requests) mod content;
mod files;

use aditus_application::ports::{FileKey, StoreError};
use aditus_application::requests::drafts::{
    Draft, DraftFile, DraftRow, DraftViews, Drafts, ExpiringDraft, NewDraftFile,
};
use aditus_domain::ids::{DraftFileId, DraftId, UserId};
use aditus_domain::requests::DraftContent;
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use super::uploads;
use crate::connection::AnyConnection;
use crate::dialect::lock_key;
use crate::error::{DbResult, missing, unreadable};
use crate::read_session::ReadSession;
use crate::schema::{draft_files, request_drafts};
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

/// Advisory-lock namespace for adding drafts, combined with the id of the owner. It serialises the
/// additions of one person, so that the limit on drafts holds.
const ADDITIONS: i64 = 0x6472_6166_7400_0000;

#[derive(Queryable, Selectable)]
#[diesel(table_name = request_drafts)]
struct Stored {
    id: i64,
    version: i64,
    content: String,
    created_on: Timestamp,
    changed_on: Timestamp,
    told_on: Option<Timestamp>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = request_drafts)]
struct Listed {
    id: i64,
    title: String,
    content: String,
    created_on: Timestamp,
    changed_on: Timestamp,
    told_on: Option<Timestamp>,
}

fn list(connection: &mut AnyConnection, owner: UserId) -> DbResult<Vec<DraftRow>> {
    let rows: Vec<Listed> = request_drafts::table
        .filter(request_drafts::owner_id.eq(owner.0))
        .order((request_drafts::changed_on.desc(), request_drafts::id.desc()))
        .select(Listed::as_select())
        .load(connection)?;
    let rows = rows.into_iter().map(|row| {
        Ok(DraftRow {
            id: DraftId(row.id),
            reached: content::read(&row.content)?.as_typed().reached,
            title: row.title,
            created_on: row.created_on.0,
            changed_on: row.changed_on.0,
            told_on: row.told_on.map(|at| at.0),
        })
    });
    rows.collect()
}

fn get(connection: &mut AnyConnection, owner: UserId, id: DraftId) -> DbResult<Option<Draft>> {
    let stored: Option<Stored> = request_drafts::table
        .find(id.0)
        .filter(request_drafts::owner_id.eq(owner.0))
        .select(Stored::as_select())
        .first(connection)
        .optional()?;
    let Some(stored) = stored else {
        return Ok(None);
    };
    Ok(Some(Draft {
        id,
        version: stored.version,
        content: content::read(&stored.content)?,
        created_on: stored.created_on.0,
        changed_on: stored.changed_on.0,
        told_on: stored.told_on.map(|at| at.0),
        files: files::of_draft(connection, DraftId(stored.id))?,
    }))
}

/// Implements `DraftViews` for read sessions and write transactions.
macro_rules! draft_views_of {
    ($work:ty) => {
        impl DraftViews for $work {
            fn list(&mut self, owner: UserId) -> Result<Vec<DraftRow>, StoreError> {
                self.run(|connection| list(connection, owner))
            }

            fn get(&mut self, owner: UserId, id: DraftId) -> Result<Option<Draft>, StoreError> {
                self.run(|connection| get(connection, owner, id))
            }
        }
    };
}

draft_views_of!(WriteTransaction);
draft_views_of!(ReadSession);

/// Locks the draft by an update that changes nothing. Returns false if the owner has no such draft.
fn lock(connection: &mut AnyConnection, owner: UserId, id: DraftId) -> DbResult<bool> {
    let held = diesel::update(request_drafts::table.find(id.0))
        .filter(request_drafts::owner_id.eq(owner.0))
        .set(request_drafts::owner_id.eq(owner.0))
        .execute(connection)?;
    Ok(held == 1)
}

impl Drafts for WriteTransaction {
    fn add(
        &mut self,
        owner: UserId,
        content: &DraftContent,
        at: DateTime<Utc>,
        limit: u32,
    ) -> Result<Option<DraftId>, StoreError> {
        self.run(|connection| {
            lock_key(connection, ADDITIONS ^ owner.0)?;
            let present: i64 = request_drafts::table
                .filter(request_drafts::owner_id.eq(owner.0))
                .count()
                .get_result(connection)?;
            if present >= i64::from(limit) {
                return Ok(None);
            }
            let id = diesel::insert_into(request_drafts::table)
                .values((
                    request_drafts::owner_id.eq(owner.0),
                    request_drafts::version.eq(1_i64),
                    request_drafts::title.eq(content.title()),
                    request_drafts::content.eq(content::write(content)?),
                    request_drafts::created_on.eq(Timestamp::from(at)),
                    request_drafts::changed_on.eq(Timestamp::from(at)),
                ))
                .returning(request_drafts::id)
                .get_result(connection)?;
            Ok(Some(DraftId(id)))
        })
    }

    fn lock(&mut self, owner: UserId, id: DraftId) -> Result<bool, StoreError> {
        self.run(|connection| lock(connection, owner, id))
    }

    fn save(&mut self, id: DraftId, content: &DraftContent, at: DateTime<Utc>) -> Result<i64, StoreError> {
        self.run(|connection| {
            let version: Option<i64> = diesel::update(request_drafts::table.find(id.0))
                .set((
                    request_drafts::version.eq(request_drafts::version + 1_i64),
                    request_drafts::title.eq(content.title()),
                    request_drafts::content.eq(content::write(content)?),
                    request_drafts::changed_on.eq(Timestamp::from(at)),
                    request_drafts::told_on.eq(None::<Timestamp>),
                ))
                .returning(request_drafts::version)
                .get_result(connection)
                .optional()?;
            let version = version.ok_or_else(missing("draft"))?;
            files::update_references(connection, id, content, at)?;
            Ok(version)
        })
    }

    fn add_file(&mut self, file: &NewDraftFile) -> Result<DraftFileId, StoreError> {
        self.run(|connection| {
            let size = i64::try_from(file.size).map_err(unreadable("size of a draft's file"))?;
            let id = diesel::insert_into(draft_files::table)
                .values((
                    draft_files::draft_id.eq(file.draft.0),
                    draft_files::file_key.eq(file.key.as_str()),
                    draft_files::name.eq(&file.name),
                    draft_files::file_type.eq(file.file_type.mime()),
                    draft_files::is_protected.eq(file.is_protected),
                    draft_files::size.eq(size),
                    draft_files::sha256.eq(file.sha256.0.as_slice()),
                    draft_files::unnamed_since.eq(Some(Timestamp::from(file.at))),
                ))
                .returning(draft_files::id)
                .get_result(connection)?;
            uploads::end(connection, [&file.key])?;
            Ok(DraftFileId(id))
        })
    }

    fn remove_files(&mut self, files: &[DraftFile], at: DateTime<Utc>) -> Result<(), StoreError> {
        self.run(|connection| {
            let ids: Vec<i64> = files.iter().map(|file| file.id.0).collect();
            diesel::delete(draft_files::table.filter(draft_files::id.eq_any(&ids))).execute(connection)?;
            let keys: Vec<FileKey> = files.iter().map(|file| file.key.clone()).collect();
            uploads::begin(connection, &keys, at)
        })
    }

    fn remove(
        &mut self,
        owner: UserId,
        id: DraftId,
        kept: &[FileKey],
        at: DateTime<Utc>,
    ) -> Result<Option<Vec<FileKey>>, StoreError> {
        self.run(|connection| {
            if !lock(connection, owner, id)? {
                return Ok(None);
            }
            let present: Vec<FileKey> = files::of_draft(connection, id)?
                .into_iter()
                .map(|file| file.key)
                .collect();
            if !kept.iter().all(|key| present.contains(key)) {
                return Ok(None);
            }
            let others: Vec<FileKey> = present.into_iter().filter(|key| !kept.contains(key)).collect();
            diesel::delete(draft_files::table.filter(draft_files::draft_id.eq(id.0))).execute(connection)?;
            diesel::delete(request_drafts::table.find(id.0)).execute(connection)?;
            uploads::begin(connection, &others, at)?;
            Ok(Some(others))
        })
    }

    fn remove_unreferenced(
        &mut self,
        before: DateTime<Utc>,
        limit: u32,
        at: DateTime<Utc>,
    ) -> Result<u64, StoreError> {
        self.run(|connection| {
            let ids: Vec<i64> = draft_files::table
                .filter(draft_files::unnamed_since.lt(Timestamp::from(before)))
                .order(draft_files::unnamed_since)
                .limit(i64::from(limit))
                .select(draft_files::id)
                .load(connection)?;
            // The condition is repeated in the delete, because a concurrent save may have referred
            // to one of the files meanwhile.
            let removed: Vec<String> = diesel::delete(
                draft_files::table
                    .filter(draft_files::id.eq_any(&ids))
                    .filter(draft_files::unnamed_since.lt(Timestamp::from(before))),
            )
            .returning(draft_files::file_key)
            .get_results(connection)?;
            let keys = removed
                .iter()
                .map(|key| FileKey::parse(key).map_err(unreadable("key of a draft's file")))
                .collect::<DbResult<Vec<FileKey>>>()?;
            uploads::begin(connection, &keys, at)?;
            Ok(keys.len() as u64)
        })
    }

    fn due_for_notice(
        &mut self,
        changed_before: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<ExpiringDraft>, StoreError> {
        self.run(|connection| {
            let rows: Vec<(i64, i64, String, Timestamp)> = request_drafts::table
                .filter(request_drafts::changed_on.lt(Timestamp::from(changed_before)))
                .filter(request_drafts::told_on.is_null())
                .order((request_drafts::changed_on, request_drafts::id))
                .limit(i64::from(limit))
                .select((
                    request_drafts::id,
                    request_drafts::owner_id,
                    request_drafts::title,
                    request_drafts::changed_on,
                ))
                .load(connection)?;
            let rows = rows
                .into_iter()
                .map(|(id, owner, title, changed_on)| ExpiringDraft {
                    id: DraftId(id),
                    owner: UserId(owner),
                    title,
                    changed_on: changed_on.0,
                });
            Ok(rows.collect())
        })
    }

    fn record_notice(&mut self, ending: &ExpiringDraft, at: DateTime<Utc>) -> Result<bool, StoreError> {
        self.run(|connection| {
            let recorded = diesel::update(request_drafts::table.find(ending.id.0))
                .filter(request_drafts::told_on.is_null())
                .filter(request_drafts::changed_on.eq(Timestamp::from(ending.changed_on)))
                .set(request_drafts::told_on.eq(Some(Timestamp::from(at))))
                .execute(connection)?;
            Ok(recorded == 1)
        })
    }

    fn ended(
        &mut self,
        changed_before: DateTime<Utc>,
        notified_before: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<(UserId, DraftId)>, StoreError> {
        self.run(|connection| {
            let rows: Vec<(i64, i64)> = request_drafts::table
                .filter(request_drafts::changed_on.lt(Timestamp::from(changed_before)))
                .filter(request_drafts::told_on.lt(Timestamp::from(notified_before)))
                .order((request_drafts::changed_on, request_drafts::id))
                .limit(i64::from(limit))
                .select((request_drafts::owner_id, request_drafts::id))
                .load(connection)?;
            let rows = rows.into_iter().map(|(owner, id)| (UserId(owner), DraftId(id)));
            Ok(rows.collect())
        })
    }
}
