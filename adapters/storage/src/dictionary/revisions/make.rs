//! Makes revisions of what was changed.

use std::collections::{BTreeSet, HashMap};

use aditus_application::dictionary::revisions::repository::Reviser;
use aditus_domain::dictionary::meaning::Meaning;
use aditus_domain::dictionary::revision::{Definition, Revised, RevisionKind};
use aditus_domain::dictionary::search::fold;
use diesel::prelude::*;

use super::super::keys::{lookup_key, sort_key};
use super::definitions::{self, Found};
use super::{TABLE, VARIABLE, content, stored};
use crate::connection::AnyConnection;
use crate::dialect::{insert_rows, insert_rows_returning, now, plan_anew};
use crate::error::Outcome;
use crate::schema::{dictionary_revisions, present_revisions};
use crate::times::At;

/// The records of one part: what they are and what they were lies in memory for so many at once.
const AT_ONCE: usize = 500;

/// What a revision is sorted and found by.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = dictionary_revisions)]
struct Keys {
    column_key: String,
    name_key: String,
    data_type: String,
    meaning_key: String,
    search_text: String,
}

#[derive(Insertable)]
#[diesel(table_name = dictionary_revisions, treat_none_as_default_value = false)]
struct NewRevision {
    record: &'static str,
    record_id: i64,
    number: i32,
    kind: &'static str,
    author_id: Option<i64>,
    created_on: At,
    table_id: i64,
    content: String,
    #[diesel(embed)]
    keys: Keys,
}

#[derive(Insertable)]
#[diesel(table_name = present_revisions)]
struct PresentRow {
    record: &'static str,
    record_id: i64,
    revision_id: i64,
}

/// The revision of before.
#[derive(Queryable, Selectable)]
#[diesel(table_name = dictionary_revisions)]
struct Before {
    record_id: i64,
    number: i32,
    table_id: i64,
    content: String,
    #[diesel(embed)]
    keys: Keys,
}

/// Makes a revision of each of these that reads differently than its last one says, is new, or is gone.
pub(crate) fn make_revisions(
    connection: &mut AnyConnection,
    changed: &BTreeSet<Revised>,
    reviser: Option<Reviser>,
) -> Outcome<()> {
    let (author, at) = match reviser {
        Some(reviser) => (reviser.user.map(|user| user.0), reviser.at.into()),
        None => (None, now(connection)?),
    };
    plan_anew(connection)?;
    for record in [TABLE, VARIABLE] {
        let ids: Vec<i64> = changed
            .iter()
            .map(|of| stored(*of))
            .filter(|(name, _)| *name == record)
            .map(|(_, id)| id)
            .collect();
        for part in ids.chunks(AT_ONCE) {
            make_some(connection, record, part, author, at)?;
        }
    }
    Ok(())
}

fn make_some(
    connection: &mut AnyConnection,
    record: &'static str,
    ids: &[i64],
    author: Option<i64>,
    at: At,
) -> Outcome<()> {
    let found = if record == TABLE {
        definitions::of_tables(connection, ids)?
    } else {
        definitions::of_variables(connection, ids)?
    };
    let mut found: HashMap<i64, Found> = found.into_iter().map(|found| (found.0, found)).collect();
    let mut before: HashMap<i64, Before> = present_revisions::table
        .inner_join(dictionary_revisions::table)
        .filter(present_revisions::record.eq(record))
        .filter(present_revisions::record_id.eq_any(ids))
        .select(Before::as_select())
        .load::<Before>(connection)?
        .into_iter()
        .map(|before| (before.record_id, before))
        .collect();
    let revision = |record_id, number, kind: RevisionKind, table_id, content, keys| NewRevision {
        record,
        record_id,
        number,
        kind: kind.name(),
        author_id: author,
        created_on: at,
        table_id,
        content,
        keys,
    };
    let mut rows = Vec::new();
    for id in ids {
        match (found.remove(id), before.remove(id)) {
            (Some((_, table, definition)), before) => {
                let keys = keys(&definition);
                let content = content::write(definition)?;
                match before {
                    None => rows.push(revision(*id, 1, RevisionKind::Added, table, content, keys)),
                    Some(before) if before.content == content => {}
                    Some(before) => {
                        let number = before.number + 1;
                        rows.push(revision(*id, number, RevisionKind::Changed, table, content, keys));
                    }
                }
            }
            (None, Some(before)) => rows.push(revision(
                *id,
                before.number + 1,
                RevisionKind::Removed,
                before.table_id,
                before.content,
                before.keys,
            )),
            // It came and went in one transaction.
            (None, None) => {}
        }
    }
    let revisions = insert_rows_returning!(
        connection,
        dictionary_revisions::table,
        &rows,
        dictionary_revisions::id
    )?;
    let present: Vec<PresentRow> = rows
        .iter()
        .zip(revisions)
        .filter(|(row, _)| row.kind != RevisionKind::Removed.name())
        .map(|(row, revision_id)| PresentRow {
            record,
            record_id: row.record_id,
            revision_id,
        })
        .collect();
    let ids: Vec<i64> = rows.iter().map(|row| row.record_id).collect();
    diesel::delete(
        present_revisions::table
            .filter(present_revisions::record.eq(record))
            .filter(present_revisions::record_id.eq_any(&ids)),
    )
    .execute(connection)?;
    insert_rows!(connection, present_revisions::table, &present)?;
    Ok(())
}

fn keys(definition: &Definition) -> Keys {
    match definition {
        Definition::Table(table) => Keys {
            column_key: String::new(),
            name_key: sort_key(&table.tbl_name),
            data_type: String::new(),
            meaning_key: sort_key(&table.tbl_description),
            search_text: fold(&table.tbl_name),
        },
        Definition::Variable(variable) => {
            let meaning = Meaning::parse(&variable.meaning).plain();
            let data_type = variable.data_type.name();
            Keys {
                column_key: lookup_key(&variable.ids_column_name),
                name_key: sort_key(&variable.var_name),
                data_type: data_type.to_owned(),
                meaning_key: sort_key(&meaning),
                search_text: [
                    &variable.tbl_name,
                    &variable.var_name,
                    &variable.ids_column_name,
                    data_type,
                    &meaning,
                ]
                .map(fold)
                .join("\n"),
            }
        }
    }
}
