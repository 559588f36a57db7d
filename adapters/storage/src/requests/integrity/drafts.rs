//! Integrity scan of drafts: the content can be parsed, and the title column matches it.

use aditus_application::integrity::ScanBatch;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::requests::drafts::content;
use crate::scan::{Look, derived, readable, wanted_rows};
use crate::schema::request_drafts;

pub(crate) fn look(connection: &mut AnyConnection, look: Look<'_>) -> DbResult<ScanBatch> {
    let rows = request_drafts::table
        .order(request_drafts::id.asc())
        .select((request_drafts::id, request_drafts::title, request_drafts::content))
        .into_boxed();
    let rows = wanted_rows!(rows, request_drafts, look).load::<(i64, String, String)>(connection)?;
    let mut batch = look.read(rows.iter().map(|row| row.0));
    for (id, title, stored) in rows {
        let Some(content) = readable(id, content::read(&stored), &mut batch.differences)? else {
            continue;
        };
        if content.title() == title {
            continue;
        }
        if look.repairs {
            diesel::update(request_drafts::table.find(id))
                .set(request_drafts::title.eq(content.title()))
                .execute(connection)?;
        }
        batch
            .differences
            .push(derived(id, "the title in the list is not that of the draft"));
    }
    Ok(batch)
}
