//! Integrity scan of drafts: the content can be parsed, and the title column matches it.

use aditus_application::integrity::ScanBatch;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::requests::drafts::content;
use crate::scan::{Scan, readable, repairable, selected_rows};
use crate::schema::request_drafts;

pub(crate) fn scan(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<ScanBatch> {
    let rows = request_drafts::table
        .order(request_drafts::id.asc())
        .select((request_drafts::id, request_drafts::title, request_drafts::content))
        .into_boxed();
    let rows = selected_rows!(rows, request_drafts, scan).load::<(i64, String, String)>(connection)?;
    let mut batch = scan.batch_of(rows.iter().map(|row| row.0));
    for (id, title, stored) in rows {
        let Some(content) = readable(id, content::read(&stored), &mut batch.differences)? else {
            continue;
        };
        if content.title() == title {
            continue;
        }
        if scan.repairs {
            diesel::update(request_drafts::table.find(id))
                .set(request_drafts::title.eq(content.title()))
                .execute(connection)?;
        }
        batch
            .differences
            .push(repairable(id, "the title in the list is not that of the draft"));
    }
    Ok(batch)
}
