//! Files of drafts. The file contents are in the file store.

use aditus_application::ports::FileKey;
use aditus_application::requests::drafts::DraftFile;
use aditus_domain::ids::{DraftFileId, DraftId};
use aditus_domain::requests::{DraftContent, FileType};
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::{DbResult, missing, unreadable};
use crate::requests::documents::hash;
use crate::schema::draft_files;
use crate::times::Timestamp;

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

fn file(stored: Stored) -> DbResult<DraftFile> {
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

pub(super) fn of_draft(connection: &mut AnyConnection, draft: DraftId) -> DbResult<Vec<DraftFile>> {
    let stored: Vec<Stored> = draft_files::table
        .filter(draft_files::draft_id.eq(draft.0))
        .order(draft_files::id)
        .select(Stored::as_select())
        .load(connection)?;
    stored.into_iter().map(file).collect()
}

/// Clears `unnamed_since` of the files that the content refers to, and sets it for the others
/// unless it is set already. Files that have been unreferenced for long enough are deleted by the
/// cleanup.
pub(super) fn update_references(
    connection: &mut AnyConnection,
    draft: DraftId,
    content: &DraftContent,
    at: DateTime<Utc>,
) -> DbResult<()> {
    let referenced: Vec<i64> = content.files().iter().map(|(_, _, id)| id.0).collect();
    let of_draft = draft_files::draft_id.eq(draft.0);
    diesel::update(draft_files::table)
        .filter(of_draft)
        .filter(draft_files::id.eq_any(&referenced))
        .filter(draft_files::unnamed_since.is_not_null())
        .set(draft_files::unnamed_since.eq(None::<Timestamp>))
        .execute(connection)?;
    diesel::update(draft_files::table)
        .filter(of_draft)
        .filter(draft_files::id.ne_all(&referenced))
        .filter(draft_files::unnamed_since.is_null())
        .set(draft_files::unnamed_since.eq(Some(Timestamp::from(at))))
        .execute(connection)?;
    Ok(())
}
