//! The files of drafts; the contents lie in the file store.

use aditus_application::ports::FileKey;
use aditus_application::requests::drafts::{DraftFile, NewDraftFile};
use aditus_domain::ids::{DraftFileId, DraftId};
use aditus_domain::requests::{DraftContent, FileType};
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::{Outcome, missing, unreadable};
use crate::requests::documents::hash;
use crate::requests::uploads;
use crate::schema::draft_files;
use crate::times::At;

#[derive(Queryable, Selectable)]
#[diesel(table_name = draft_files)]
struct Stored {
    id: i64,
    file_key: String,
    name: String,
    file_type: String,
    size: i64,
    sha256: Vec<u8>,
    is_protected: bool,
}

fn file(stored: Stored) -> Outcome<DraftFile> {
    Ok(DraftFile {
        id: DraftFileId(stored.id),
        key: FileKey::parse(&stored.file_key).map_err(unreadable("key of a draft's file"))?,
        name: stored.name,
        file_type: FileType::from_mime(&stored.file_type).ok_or_else(missing("type of a draft's file"))?,
        is_protected: stored.is_protected,
        size: u64::try_from(stored.size).map_err(unreadable("size of a draft's file"))?,
        sha256: hash(&stored.sha256)?,
    })
}

pub(super) fn of_draft(connection: &mut AnyConnection, draft: DraftId) -> Outcome<Vec<DraftFile>> {
    let stored: Vec<Stored> = draft_files::table
        .filter(draft_files::draft_id.eq(draft.0))
        .order(draft_files::id)
        .select(Stored::as_select())
        .load(connection)?;
    stored.into_iter().map(file).collect()
}

pub(super) fn add(connection: &mut AnyConnection, new: &NewDraftFile) -> Outcome<DraftFileId> {
    let size = i64::try_from(new.size).map_err(unreadable("size of a draft's file"))?;
    let id = diesel::insert_into(draft_files::table)
        .values((
            draft_files::draft_id.eq(new.draft.0),
            draft_files::file_key.eq(new.key.as_str()),
            draft_files::name.eq(&new.name),
            draft_files::file_type.eq(new.file_type.mime()),
            draft_files::is_protected.eq(new.is_protected),
            draft_files::size.eq(size),
            draft_files::sha256.eq(new.sha256.0.as_slice()),
            draft_files::unnamed_since.eq(Some(At::from(new.at))),
        ))
        .returning(draft_files::id)
        .get_result(connection)?;
    uploads::end(connection, [&new.key])?;
    Ok(DraftFileId(id))
}

/// Files that the content names wait no more to be swept; the others begin to wait, unless they do already.
pub(super) fn note_named(
    connection: &mut AnyConnection,
    draft: DraftId,
    content: &DraftContent,
    at: DateTime<Utc>,
) -> Outcome<()> {
    let named: Vec<i64> = content.files().iter().map(|(_, _, id)| id.0).collect();
    let of_draft = draft_files::draft_id.eq(draft.0);
    diesel::update(draft_files::table)
        .filter(of_draft)
        .filter(draft_files::id.eq_any(&named))
        .filter(draft_files::unnamed_since.is_not_null())
        .set(draft_files::unnamed_since.eq(None::<At>))
        .execute(connection)?;
    diesel::update(draft_files::table)
        .filter(of_draft)
        .filter(draft_files::id.ne_all(&named))
        .filter(draft_files::unnamed_since.is_null())
        .set(draft_files::unnamed_since.eq(Some(At::from(at))))
        .execute(connection)?;
    Ok(())
}

pub(super) fn remove(connection: &mut AnyConnection, files: &[DraftFile], at: DateTime<Utc>) -> Outcome<()> {
    let ids: Vec<i64> = files.iter().map(|file| file.id.0).collect();
    diesel::delete(draft_files::table.filter(draft_files::id.eq_any(&ids))).execute(connection)?;
    let keys: Vec<FileKey> = files.iter().map(|file| file.key.clone()).collect();
    uploads::begin(connection, &keys, at)
}

pub(super) fn remove_unnamed(
    connection: &mut AnyConnection,
    before: DateTime<Utc>,
    most: u32,
    at: DateTime<Utc>,
) -> Outcome<u64> {
    let ids: Vec<i64> = draft_files::table
        .filter(draft_files::unnamed_since.lt(At::from(before)))
        .order(draft_files::unnamed_since)
        .limit(i64::from(most))
        .select(draft_files::id)
        .load(connection)?;
    // Asked for again with the removal: a save may have named one of them meanwhile.
    let removed: Vec<String> = diesel::delete(
        draft_files::table
            .filter(draft_files::id.eq_any(&ids))
            .filter(draft_files::unnamed_since.lt(At::from(before))),
    )
    .returning(draft_files::file_key)
    .get_results(connection)?;
    let keys = removed
        .iter()
        .map(|key| FileKey::parse(key).map_err(unreadable("key of a draft's file")))
        .collect::<Outcome<Vec<FileKey>>>()?;
    uploads::begin(connection, &keys, at)?;
    Ok(keys.len() as u64)
}
