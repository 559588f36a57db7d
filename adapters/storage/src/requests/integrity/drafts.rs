//! Drafts: their content can be read, and their title is that of the content.

use aditus_application::integrity::Looked;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::Outcome;
use crate::integrity::{Look, Wanted, derived, readable};
use crate::requests::drafts::content;
use crate::schema::request_drafts;

pub(crate) fn look(connection: &mut AnyConnection, look: Look<'_>) -> Outcome<Looked> {
    let rows = request_drafts::table
        .order(request_drafts::id.asc())
        .select((request_drafts::id, request_drafts::title, request_drafts::content))
        .into_boxed();
    let rows = match look.wanted {
        Wanted::Next { after, most } => rows.filter(request_drafts::id.gt(after)).limit(i64::from(most)),
        Wanted::These(ids) => rows.filter(request_drafts::id.eq_any(ids)),
    };
    let rows = rows.load::<(i64, String, String)>(connection)?;
    let mut looked = Looked {
        rows: rows.len() as u64,
        last: rows.last().map(|row| row.0).filter(|_| look.is_full(rows.len())),
        differences: Vec::new(),
    };
    for (id, title, stored) in rows {
        let Some(content) = readable(id, content::read(&stored), &mut looked.differences)? else {
            continue;
        };
        if content.title() == title {
            continue;
        }
        if look.mends {
            diesel::update(request_drafts::table.find(id))
                .set(request_drafts::title.eq(content.title()))
                .execute(connection)?;
        }
        looked
            .differences
            .push(derived(id, "the title in the list is not that of the draft"));
    }
    Ok(looked)
}
