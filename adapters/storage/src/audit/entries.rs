//! Pages of audit entries, newest first. Each filter is served by an index in the order of time
//! ([`super::range`]).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use aditus_application::access::RequestScope;
use aditus_application::audit::views::{
    EntryCursor, EntryFilter, EntryPage, EntryView, EntryWithValues, PersonView,
};
use aditus_domain::audit::Kind;
use aditus_domain::ids::{AuditEntryId, RequestId, UserId};
use diesel::prelude::*;

use super::range::{Between, End, Key};
use super::row::{EntryRow, Rows, salted};
use crate::connection::AnyConnection;
use crate::error::{DbResult, unreadable};
use crate::requests::scope::in_scope;
use crate::schema::{audit_counts, audit_entries, audit_leaves, audit_values, data_requests, users};
use crate::times::Timestamp;

/// Limits the entries to those before or after a given one.
#[derive(Clone, Copy)]
pub(super) enum Cursor {
    Before(Timestamp, i64),
    After(Timestamp, i64),
}

pub(super) fn page(
    connection: &mut AnyConnection,
    filter: &EntryFilter,
    cursor: EntryCursor,
    max_entries: u32,
) -> DbResult<EntryPage> {
    let cursor = match cursor {
        EntryCursor::Newest => None,
        EntryCursor::Before(id) | EntryCursor::After(id) => {
            let found: Option<Timestamp> = audit_entries::table
                .find(id.0)
                .select(audit_entries::at)
                .first(connection)
                .optional()?;
            let Some(at) = found else {
                return Ok(EntryPage::default());
            };
            Some(match cursor {
                EntryCursor::After(_) => Cursor::After(at, id.0),
                _ => Cursor::Before(at, id.0),
            })
        }
    };
    let upwards = matches!(cursor, Some(Cursor::After(..)));
    // One extra row shows whether more entries follow.
    let limit = i64::from(max_entries) + 1;
    let mut found = BTreeMap::new();
    match filter.person {
        // Reads two indexes one after the other. For an `OR` of both conditions, neither database
        // would read the indexes in order of time.
        Some(person) => {
            for person_filter in [PersonFilter::ActedBy(person), PersonFilter::Concerning(person)] {
                load(connection, rows(filter, person_filter, cursor, limit), &mut found)?;
            }
        }
        None => load(
            connection,
            rows(filter, PersonFilter::Any, cursor, limit),
            &mut found,
        )?,
    }
    let has_more = found.len() > max_entries as usize;
    while found.len() > max_entries as usize {
        // Removes the extra entries, which are the farthest from the starting point.
        if upwards {
            found.pop_last();
        } else {
            found.pop_first();
        }
    }
    Ok(EntryPage {
        entries: views(connection, found.into_values().rev().collect())?,
        has_newer: if upwards { has_more } else { cursor.is_some() },
        has_older: upwards || has_more,
    })
}

/// Filter by the person that entries relate to.
#[derive(Clone, Copy)]
pub(super) enum PersonFilter {
    Any,
    /// Entries about what this person did.
    ActedBy(UserId),
    /// Entries that concern this person.
    Concerning(UserId),
}

/// Returns the matching entries beyond a point, nearest first.
pub(super) fn rows(
    filter: &EntryFilter,
    person_filter: PersonFilter,
    cursor: Option<Cursor>,
    limit: i64,
) -> Rows<'static> {
    let kind = match &filter.kinds[..] {
        [kind] => Some(kind.name()),
        _ => None,
    };
    let key = match (filter.request, person_filter) {
        (Some(request), _) => Key::Request(request.0),
        (None, PersonFilter::ActedBy(user)) => Key::User(user.0, kind),
        (None, PersonFilter::Concerning(user)) => Key::Concerned(user.0, kind),
        (None, PersonFilter::Any) => kind.map_or(Key::Time, Key::Kind),
    };
    let end = |at| End {
        at: Timestamp::from(at),
        id: None,
    };
    let mut between = Between {
        key,
        first: filter.from.map(end).into_iter().collect(),
        last: filter.until.map(end).into_iter().collect(),
    };
    match cursor {
        Some(Cursor::After(at, id)) => between.first.push(End { at, id: Some(id) }),
        Some(Cursor::Before(at, id)) => between.last.push(End { at, id: Some(id) }),
        None => {}
    }
    let rows = audit_entries::table.filter(between).limit(limit).into_boxed();
    let mut rows = key.order(rows, matches!(cursor, Some(Cursor::After(..))));
    // Filters by the columns that are not part of the index.
    if filter.kinds.len() > 1 || (filter.request.is_some() && !filter.kinds.is_empty()) {
        let names: Vec<&str> = filter.kinds.iter().map(|kind| kind.name()).collect();
        rows = rows.filter(audit_entries::kind.eq_any(names));
    }
    // Neither database reads another index for a condition with `NOT IN`.
    if !filter.without.is_empty() {
        let names: Vec<&str> = filter.without.iter().map(|kind| kind.name()).collect();
        rows = rows.filter(audit_entries::kind.ne_all(names));
    }
    if filter.request.is_some() {
        rows = match person_filter {
            PersonFilter::Any => rows,
            PersonFilter::ActedBy(user) => rows.filter(audit_entries::user_id.eq(user.0)),
            PersonFilter::Concerning(user) => rows.filter(audit_entries::concerns_id.eq(user.0)),
        };
    }
    rows
}

fn load(
    connection: &mut AnyConnection,
    rows: Rows<'_>,
    found: &mut BTreeMap<(Timestamp, i64), EntryRow>,
) -> DbResult<()> {
    let stored: Vec<EntryRow> = rows.select(EntryRow::as_select()).load(connection)?;
    found.extend(stored.into_iter().map(|entry| ((entry.at, entry.id), entry)));
    Ok(())
}

/// Returns an entry that is about a request in scope. With a scope of everything, returns any
/// entry.
pub(super) fn one(
    connection: &mut AnyConnection,
    scope: &RequestScope,
    entry: AuditEntryId,
) -> DbResult<Option<EntryWithValues>> {
    let stored: Option<EntryRow> = audit_entries::table
        .find(entry.0)
        .select(EntryRow::as_select())
        .first(connection)
        .optional()?;
    let Some(stored) = stored else { return Ok(None) };
    let is_in_scope = match (scope, stored.request_id) {
        (RequestScope::Everything, _) => true,
        (_, None) => false,
        (_, Some(request)) => {
            let found: Option<i64> = data_requests::table
                .filter(data_requests::id.eq(request))
                .filter(in_scope(scope))
                .select(data_requests::id)
                .first(connection)
                .optional()?;
            found.is_some()
        }
    };
    if !is_in_scope {
        return Ok(None);
    }
    let values: Vec<(Vec<u8>, Vec<u8>, String)> = audit_values::table
        .filter(audit_values::entry_id.eq(entry.0))
        .order(audit_values::commitment)
        .select((audit_values::commitment, audit_values::salt, audit_values::value))
        .load(connection)?;
    let values = values
        .into_iter()
        .map(|(commitment, salt, value)| salted(&commitment, &salt, value))
        .collect::<DbResult<_>>()?;
    let entry = views(connection, vec![stored])?.pop();
    Ok(entry.map(|entry| EntryWithValues { entry, values }))
}

fn leaf_indices(connection: &mut AnyConnection, stored: &[EntryRow]) -> DbResult<HashMap<i64, i64>> {
    let ids: Vec<i64> = stored.iter().map(|entry| entry.id).collect();
    let found: Vec<(i64, i64)> = audit_leaves::table
        .filter(audit_leaves::entry_id.eq_any(ids))
        .select((audit_leaves::entry_id, audit_leaves::leaf_index))
        .load(connection)?;
    Ok(found.into_iter().collect())
}

fn views(connection: &mut AnyConnection, stored: Vec<EntryRow>) -> DbResult<Vec<EntryView>> {
    let people = names(connection, &stored)?;
    let leaf_indices = leaf_indices(connection, &stored)?;
    let counted = stored.iter().filter(|entry| is_counted(&entry.kind));
    let counted: Vec<i64> = counted.map(|entry| entry.id).collect();
    let counts = counts_of(connection, &counted)?;
    let person = |id: Option<i64>| {
        id.map(|id| PersonView {
            user: UserId(id),
            name: people.get(&id).cloned(),
        })
    };
    stored
        .into_iter()
        .map(|entry| {
            Ok(EntryView {
                id: AuditEntryId(entry.id),
                at: entry.at.0,
                kind: Kind::parse(&entry.kind).map_err(unreadable("kind of an entry"))?,
                person: person(entry.user_id),
                concerns: person(entry.concerns_id),
                request: entry.request_id.map(RequestId),
                canonical: entry.canonical,
                log_index: leaf_indices
                    .get(&entry.id)
                    .and_then(|index| u64::try_from(*index).ok()),
                times: counts.get(&entry.id).copied().unwrap_or(1),
            })
        })
        .collect()
}

fn is_counted(kind: &str) -> bool {
    kind == Kind::DocumentOpened.name() || kind == Kind::RequestExported.name()
}

/// Returns the current names of the people in the entries.
fn names(connection: &mut AnyConnection, stored: &[EntryRow]) -> DbResult<HashMap<i64, String>> {
    let ids: BTreeSet<i64> = stored
        .iter()
        .flat_map(|entry| [entry.user_id, entry.concerns_id])
        .flatten()
        .collect();
    let named: Vec<(i64, String, String)> = users::table
        .filter(users::id.eq_any(ids))
        .select((users::id, users::fname, users::sname))
        .load(connection)?;
    Ok(named
        .into_iter()
        .map(|(id, first, last)| (id, format!("{first} {last}")))
        .collect())
}

/// Returns the counts of the entries that have one.
fn counts_of(connection: &mut AnyConnection, entries: &[i64]) -> DbResult<HashMap<i64, u64>> {
    if entries.is_empty() {
        return Ok(HashMap::new());
    }
    let found: Vec<(i64, i64)> = audit_counts::table
        .filter(audit_counts::entry_id.eq_any(entries))
        .select((audit_counts::entry_id, audit_counts::times))
        .load(connection)?;
    let counts = found
        .into_iter()
        .map(|(entry, times)| (entry, times.unsigned_abs()));
    Ok(counts.collect())
}
