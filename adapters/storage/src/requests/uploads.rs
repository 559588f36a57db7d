//! Files that the next cleanup deletes from the file store once they are old enough: uploads whose
//! submission is not committed yet, and files that were removed.

use aditus_application::ports::FileKey;
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::dialect::insert_rows;
use crate::error::{DbResult, unreadable};
use crate::schema::uploads;
use crate::times::Timestamp;

#[derive(Insertable)]
#[diesel(table_name = uploads, treat_none_as_default_value = false)]
struct UploadRow<'a> {
    file_key: &'a str,
    begun_on: Timestamp,
}

pub(super) fn begin(connection: &mut AnyConnection, keys: &[FileKey], at: DateTime<Utc>) -> DbResult<()> {
    let rows: Vec<UploadRow<'_>> = keys
        .iter()
        .map(|key| UploadRow {
            file_key: key.as_str(),
            begun_on: Timestamp::from(at),
        })
        .collect();
    Ok(insert_rows!(connection, uploads::table, &rows)?)
}

pub(super) fn begun_before(
    connection: &mut AnyConnection,
    before: DateTime<Utc>,
    limit: u32,
) -> DbResult<Vec<FileKey>> {
    let keys: Vec<String> = uploads::table
        .filter(uploads::begun_on.lt(Timestamp::from(before)))
        .order(uploads::begun_on)
        .limit(i64::from(limit))
        .select(uploads::file_key)
        .load(connection)?;
    keys.iter()
        .map(|key| FileKey::parse(key).map_err(unreadable("key of an upload")))
        .collect()
}

pub(super) fn end<'a>(
    connection: &mut AnyConnection,
    keys: impl IntoIterator<Item = &'a FileKey>,
) -> DbResult<()> {
    for key in keys {
        diesel::delete(uploads::table.find(key.as_str())).execute(connection)?;
    }
    Ok(())
}
