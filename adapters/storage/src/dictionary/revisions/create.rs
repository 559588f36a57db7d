//! Creates revisions of changed records.

use std::collections::{BTreeSet, HashMap};

use aditus_application::dictionary::revisions::repository::RevisionAuthor;
use aditus_domain::dictionary::meaning::Meaning;
use aditus_domain::dictionary::revision::{Definition, Revised, RevisionKind};
use aditus_domain::dictionary::search::fold;
use diesel::prelude::*;

use super::super::keys::sort_key;
use super::content;
use super::definitions::{self, RecordDefinition};
use super::new_variable::NewVariableDefinition;
use super::record::{TABLE, VARIABLE, subject_columns};
use crate::connection::AnyConnection;
use crate::dialect::{copy_rows, force_custom_plans, force_generic_plans, new_ids, now};
use crate::error::DbResult;
use crate::schema::{dictionary_revisions, present_revisions};
use crate::times::Timestamp;

/// Number of records per batch. The old and new definitions of a batch are in memory at the same
/// time.
const AT_ONCE: usize = 500;

/// The columns that a revision is sorted and searched by.
#[derive(Queryable, Selectable)]
#[diesel(table_name = dictionary_revisions)]
struct Keys {
    column_key: String,
    name_key: String,
    data_type: String,
    meaning_key: String,
    search_text: String,
}

/// Fields are not embedded, because PostgreSQL receives these rows by `COPY`.
#[derive(Insertable)]
#[diesel(table_name = dictionary_revisions, treat_none_as_default_value = false)]
struct NewRevision {
    id: i64,
    record: &'static str,
    record_id: i64,
    number: i32,
    kind: &'static str,
    author_id: Option<i64>,
    created_on: Timestamp,
    table_id: i64,
    content: String,
    column_key: String,
    name_key: String,
    data_type: String,
    meaning_key: String,
    search_text: String,
}

#[derive(Insertable)]
#[diesel(table_name = present_revisions, treat_none_as_default_value = false)]
struct PresentRow {
    record: &'static str,
    record_id: i64,
    revision_id: i64,
}

/// The preceding revision of a record.
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

/// Author and time of the new revisions.
#[derive(Clone, Copy)]
struct Provenance {
    author: Option<i64>,
    at: Timestamp,
}

impl Provenance {
    fn load(connection: &mut AnyConnection, author: Option<RevisionAuthor>) -> DbResult<Self> {
        Ok(match author {
            Some(author) => Self {
                author: author.user.map(|user| user.0),
                at: author.at.into(),
            },
            None => Self {
                author: None,
                at: now(connection)?,
            },
        })
    }
}

struct Revision {
    record_id: i64,
    number: i32,
    kind: RevisionKind,
    table_id: i64,
    content: String,
    keys: Keys,
}

impl Revision {
    fn first((record_id, table_id, definition): RecordDefinition) -> DbResult<Self> {
        Ok(Self {
            record_id,
            number: 1,
            kind: RevisionKind::Added,
            table_id,
            keys: keys(&definition),
            content: content::write(definition)?,
        })
    }
}

/// Creates a revision of each record that is new, was removed, or whose definition differs from its
/// last revision.
pub(super) fn create_revisions(
    connection: &mut AnyConnection,
    changed: &BTreeSet<Revised>,
    author: Option<RevisionAuthor>,
) -> DbResult<()> {
    let provenance = Provenance::load(connection, author)?;
    for record in [TABLE, VARIABLE] {
        let ids: Vec<i64> = changed
            .iter()
            .map(|of| subject_columns(*of))
            .filter(|(name, _)| *name == record)
            .map(|(_, id)| id)
            .collect();
        for part in ids.chunks(AT_ONCE) {
            create_batch(connection, record, part, provenance)?;
        }
    }
    Ok(())
}

pub(super) fn create_first_revisions(
    connection: &mut AnyConnection,
    new: Vec<NewVariableDefinition>,
    author: Option<RevisionAuthor>,
) -> DbResult<()> {
    let provenance = Provenance::load(connection, author)?;
    let mut new = new
        .into_iter()
        .map(NewVariableDefinition::into_definition)
        .peekable();
    while new.peek().is_some() {
        let revisions = new
            .by_ref()
            .take(AT_ONCE)
            .map(Revision::first)
            .collect::<DbResult<Vec<_>>>()?;
        insert_revisions(connection, VARIABLE, revisions, provenance)?;
    }
    Ok(())
}

fn create_batch(
    connection: &mut AnyConnection,
    record: &'static str,
    ids: &[i64],
    provenance: Provenance,
) -> DbResult<()> {
    force_custom_plans(connection)?;
    let found = if record == TABLE {
        definitions::of_tables(connection, ids)?
    } else {
        definitions::of_variables(connection, ids)?
    };
    let mut found: HashMap<i64, RecordDefinition> = found.into_iter().map(|found| (found.0, found)).collect();
    let mut before: HashMap<i64, Before> = present_revisions::table
        .inner_join(dictionary_revisions::table)
        .filter(present_revisions::record.eq(record))
        .filter(present_revisions::record_id.eq_any(ids))
        .select(Before::as_select())
        .load::<Before>(connection)?
        .into_iter()
        .map(|before| (before.record_id, before))
        .collect();
    let mut revisions = Vec::new();
    let mut outdated = Vec::new();
    for id in ids {
        let revision = match (found.remove(id), before.remove(id)) {
            (Some(found), None) => Revision::first(found)?,
            (Some(found), Some(before)) => {
                let revision = Revision {
                    number: before.number + 1,
                    kind: RevisionKind::Changed,
                    ..Revision::first(found)?
                };
                if revision.content == before.content {
                    continue;
                }
                outdated.push(*id);
                revision
            }
            (None, Some(before)) => {
                outdated.push(*id);
                Revision {
                    record_id: *id,
                    number: before.number + 1,
                    kind: RevisionKind::Removed,
                    table_id: before.table_id,
                    content: before.content,
                    keys: before.keys,
                }
            }
            // The record was added and removed in the same transaction.
            (None, None) => continue,
        };
        revisions.push(revision);
    }
    if !outdated.is_empty() {
        diesel::delete(
            present_revisions::table
                .filter(present_revisions::record.eq(record))
                .filter(present_revisions::record_id.eq_any(&outdated)),
        )
        .execute(connection)?;
    }
    force_generic_plans(connection)?;
    insert_revisions(connection, record, revisions, provenance)
}

/// Returns the ids of the tables, or variables, whose current revision is missing or differs from
/// their definition.
pub(in crate::dictionary) fn differing_from_present(
    connection: &mut AnyConnection,
    are_tables: bool,
    ids: &[i64],
) -> DbResult<Vec<i64>> {
    let (record, found) = if are_tables {
        (TABLE, definitions::of_tables(connection, ids)?)
    } else {
        (VARIABLE, definitions::of_variables(connection, ids)?)
    };
    let present: HashMap<i64, String> = present_revisions::table
        .inner_join(dictionary_revisions::table)
        .filter(present_revisions::record.eq(record))
        .filter(present_revisions::record_id.eq_any(ids))
        .select((present_revisions::record_id, dictionary_revisions::content))
        .load::<(i64, String)>(connection)?
        .into_iter()
        .collect();
    let mut unlike = Vec::new();
    for (id, _, definition) in found {
        if present.get(&id) != Some(&content::write(definition)?) {
            unlike.push(id);
        }
    }
    unlike.sort_unstable();
    Ok(unlike)
}

/// Inserts the revisions. Each becomes the current revision of its record, except for removals,
/// whose records no longer have one.
fn insert_revisions(
    connection: &mut AnyConnection,
    record: &'static str,
    revisions: Vec<Revision>,
    provenance: Provenance,
) -> DbResult<()> {
    let ids = new_ids(connection, "dictionary_revisions", revisions.len())?;
    let mut rows = Vec::with_capacity(ids.len());
    let mut present = Vec::with_capacity(ids.len());
    for (id, revision) in ids.into_iter().zip(revisions) {
        if revision.kind != RevisionKind::Removed {
            present.push(PresentRow {
                record,
                record_id: revision.record_id,
                revision_id: id,
            });
        }
        let keys = revision.keys;
        rows.push(NewRevision {
            id,
            record,
            record_id: revision.record_id,
            number: revision.number,
            kind: revision.kind.name(),
            author_id: provenance.author,
            created_on: provenance.at,
            table_id: revision.table_id,
            content: revision.content,
            column_key: keys.column_key,
            name_key: keys.name_key,
            data_type: keys.data_type,
            meaning_key: keys.meaning_key,
            search_text: keys.search_text,
        });
    }
    copy_rows!(connection, dictionary_revisions::table, &rows)?;
    copy_rows!(connection, present_revisions::table, &present)?;
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
            let meaning = Meaning::parse(&variable.row.meaning).plain();
            let data_type = variable.row.data_type.name();
            Keys {
                column_key: sort_key(&variable.row.ids_column_name),
                name_key: sort_key(&variable.row.var_name),
                data_type: data_type.to_owned(),
                meaning_key: sort_key(&meaning),
                search_text: [
                    &variable.row.tbl_name,
                    &variable.row.var_name,
                    &variable.row.ids_column_name,
                    data_type,
                    &meaning,
                ]
                .map(fold)
                .join("\n"),
            }
        }
    }
}
