//! Recomputes the badge counters from the requests by the rules of the tabs.

use std::collections::{BTreeMap, BTreeSet};

use aditus_application::integrity::ScanBatch;
use aditus_domain::ids::{OrganisationRoleId, UserId};
use aditus_domain::review::{RequestList, Tab};
use diesel::deserialize::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Text};

use crate::connection::AnyConnection;
use crate::dialect::per_backend;
use crate::error::{DbResult, unreadable};
use crate::requests::bindings::role_view;
use crate::requests::counters::{Changes, SLOTS, scope};
use crate::scan::{RowSelection, Scan, repairable};
use crate::schema::{data_requests, request_bindings, request_counts as counts};

/// Group of requests of one owner, or of all owners, that count on the same tabs.
#[derive(QueryableByName)]
struct Owned {
    #[diesel(sql_type = BigInt)]
    owner_id: i64,
    #[diesel(sql_type = Text)]
    status_tab: String,
    #[diesel(sql_type = BigInt)]
    slot: i64,
    #[diesel(sql_type = BigInt)]
    number: i64,
}

/// Group of requests of one organisation role that count on the same tabs.
#[derive(QueryableByName)]
struct Bound {
    #[diesel(sql_type = BigInt)]
    org_role_id: i64,
    #[diesel(sql_type = Text)]
    own_state: String,
    #[diesel(sql_type = Bool)]
    answered: bool,
    #[diesel(sql_type = Text)]
    status_tab: String,
    #[diesel(sql_type = BigInt)]
    slot: i64,
    #[diesel(sql_type = BigInt)]
    number: i64,
}

/// A batch of lists whose counters are scanned together.
struct Lists {
    scope: &'static str,
    ids: Vec<i64>,
    is_full: bool,
}

/// Returns the batch of lists that the scan asks for. `$table.$id` identifies the list that each
/// request is on.
macro_rules! lists {
    ($connection:expr, $scan:expr, $scope:expr, $table:ident, $id:ident) => {
        match $scan.selection {
            RowSelection::Ids(ids) => Lists::with_ids($scope, ids),
            RowSelection::Next { after, limit } => {
                let with_requests = $table::table
                    .filter($table::$id.gt(after))
                    .order($table::$id)
                    .select($table::$id)
                    .distinct()
                    .limit(i64::from(limit))
                    .load::<i64>($connection)?;
                Lists::next($connection, $scope, with_requests, (after, limit))?
            }
        }
    };
}

pub(crate) fn of_all(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<ScanBatch> {
    let (scope, id) = scope(RequestList::Everything);
    // The list of all requests is the only one of its kind, so the next batch is empty.
    if matches!(scan.selection, RowSelection::Next { after, .. } if after >= id) {
        return Ok(ScanBatch::default());
    }
    let counted = owned(connection, None)?;
    compare(connection, scan, &Lists::with_ids(scope, &[id]), counted)
}

pub(crate) fn of_owners(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<ScanBatch> {
    let (scope, _) = scope(RequestList::Owner(UserId(0)));
    let lists = lists!(connection, scan, scope, data_requests, owner_id);
    let counted = owned(connection, lists.range())?;
    compare(connection, scan, &lists, counted)
}

pub(crate) fn of_roles(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<ScanBatch> {
    let (scope, _) = scope(RequestList::OrgRole(OrganisationRoleId(0)));
    let lists = lists!(connection, scan, scope, request_bindings, org_role_id);
    let (first, last) = lists.range().unwrap_or((0, -1));
    let rows: Vec<Bound> = per_backend!(&mut *connection, c => diesel::sql_query(format!(
            "SELECT org_role_id, own_state, answered, status_tab, request_id % {SLOTS} AS slot, COUNT(*) AS number \
             FROM request_bindings WHERE org_role_id BETWEEN $1 AND $2 \
             GROUP BY org_role_id, own_state, answered, status_tab, request_id % {SLOTS}"
        ))
        .bind::<BigInt, _>(first)
        .bind::<BigInt, _>(last)
        .load(c))?;
    let counted = rows.into_iter().map(|row| -> DbResult<_> {
        let mut changes = Changes::default();
        let role = OrganisationRoleId(row.org_role_id);
        let role_view = role_view(&row.own_state, row.answered, &row.status_tab)?;
        changes.binding(role, role_view, row.number);
        Ok((changes, row.slot))
    });
    let counted = counted.collect::<DbResult<Vec<_>>>()?;
    compare(connection, scan, &lists, counted)
}

/// Counts the requests of these owners by tab and slot, or of all owners together.
fn owned(connection: &mut AnyConnection, range: Option<(i64, i64)>) -> DbResult<Vec<(Changes, i64)>> {
    let (first, last) = range.unwrap_or((i64::MIN, i64::MAX));
    // The list of all requests needs no owner, and grouping by it would return a row per owner.
    let owner = if range.is_some() { "owner_id" } else { "0" };
    let grouped = if range.is_some() { "owner_id, " } else { "" };
    let rows: Vec<Owned> = per_backend!(&mut *connection, c => diesel::sql_query(format!(
            "SELECT CAST({owner} AS BIGINT) AS owner_id, status_tab, id % {SLOTS} AS slot, COUNT(*) AS number \
             FROM data_requests WHERE owner_id BETWEEN $1 AND $2 GROUP BY {grouped}status_tab, id % {SLOTS}"
        ))
        .bind::<BigInt, _>(first)
        .bind::<BigInt, _>(last)
        .load(c))?;
    let counted = rows.into_iter().map(|row| -> DbResult<_> {
        let mut changes = Changes::default();
        let status_tab = Tab::parse(&row.status_tab).map_err(unreadable("tab of a status"))?;
        changes.status(UserId(row.owner_id), status_tab, row.number);
        Ok((changes, row.slot))
    });
    counted.collect()
}

/// Returns the correct values of the counters of these lists. Changes for other lists are ignored.
fn summed(
    counted: impl IntoIterator<Item = (Changes, i64)>,
    lists: &Lists,
) -> BTreeMap<(i64, String, i64), i64> {
    let mut sums: BTreeMap<(i64, String, i64), i64> = BTreeMap::new();
    for (changes, slot) in counted {
        for ((scope, id, tab), number) in changes.each() {
            if scope == lists.scope && lists.ids.contains(&id) {
                *sums.entry((id, tab.to_owned(), slot)).or_default() += number;
            }
        }
    }
    sums.retain(|_, number| *number != 0);
    sums
}

impl Lists {
    fn with_ids(scope: &'static str, ids: &[i64]) -> Self {
        Self {
            scope,
            ids: ids.to_vec(),
            is_full: false,
        }
    }

    /// Returns the next lists that have requests or counters.
    fn next(
        connection: &mut AnyConnection,
        scope: &'static str,
        with_requests: Vec<i64>,
        (after, limit): (i64, u32),
    ) -> DbResult<Self> {
        let counted = counts::table
            .filter(counts::scope.eq(scope))
            .filter(counts::scope_id.gt(after))
            .order(counts::scope_id)
            .select(counts::scope_id)
            .distinct()
            .limit(i64::from(limit))
            .load::<i64>(connection)?;
        let all: BTreeSet<i64> = with_requests.into_iter().chain(counted).collect();
        let ids: Vec<i64> = all.into_iter().take(limit as usize).collect();
        Ok(Self {
            scope,
            is_full: ids.len() >= limit as usize,
            ids,
        })
    }

    fn range(&self) -> Option<(i64, i64)> {
        Some((*self.ids.iter().min()?, *self.ids.iter().max()?))
    }
}

fn compare(
    connection: &mut AnyConnection,
    scan: Scan<'_>,
    lists: &Lists,
    counted: impl IntoIterator<Item = (Changes, i64)>,
) -> DbResult<ScanBatch> {
    let rows: Vec<(i64, String, i32, i64)> = counts::table
        .filter(counts::scope.eq(lists.scope))
        .filter(counts::scope_id.eq_any(&lists.ids))
        .select((counts::scope_id, counts::tab, counts::slot, counts::number))
        .load(connection)?;
    let mut stored: BTreeMap<(i64, String, i64), i64> = BTreeMap::new();
    for (id, tab, slot, number) in rows.into_iter().filter(|row| row.3 != 0) {
        stored.insert((id, tab, i64::from(slot)), number);
    }
    let right = summed(counted, lists);
    let mut batch = ScanBatch {
        rows: lists.ids.len() as u64,
        last: lists.ids.last().copied().filter(|_| lists.is_full),
        differences: Vec::new(),
    };
    for id in &lists.ids {
        let of = |counters: &BTreeMap<(i64, String, i64), i64>| -> BTreeMap<(String, i64), i64> {
            let own = counters
                .range((*id, String::new(), i64::MIN)..)
                .take_while(|(key, _)| key.0 == *id);
            own.map(|((_, tab, slot), number)| ((tab.clone(), *slot), *number))
                .collect()
        };
        let (stored, right) = (of(&stored), of(&right));
        if stored == right {
            continue;
        }
        batch
            .differences
            .push(repairable(*id, describe_wrong_counts(&stored, &right)));
        if scan.repairs {
            write(connection, lists.scope, *id, &right)?;
        }
    }
    Ok(batch)
}

/// Describes the tabs with wrong numbers, giving the stored and the correct number of each.
fn describe_wrong_counts(
    stored: &BTreeMap<(String, i64), i64>,
    right: &BTreeMap<(String, i64), i64>,
) -> String {
    let sum = |counters: &BTreeMap<(String, i64), i64>, name: &str| -> i64 {
        let of_tab = counters.iter().filter(|((tab, _), _)| tab == name);
        of_tab.map(|(_, number)| number).sum()
    };
    let wrong: Vec<String> = Tab::ALL
        .iter()
        .map(|tab| tab.name())
        .filter(|tab| sum(stored, tab) != sum(right, tab))
        .map(|tab| format!("{tab} says {} instead of {}", sum(stored, tab), sum(right, tab)))
        .collect();
    if wrong.is_empty() {
        "the parts of which its numbers are added up are wrong".to_owned()
    } else {
        wrong.join(", ")
    }
}

fn write(
    connection: &mut AnyConnection,
    scope: &str,
    id: i64,
    right: &BTreeMap<(String, i64), i64>,
) -> DbResult<()> {
    diesel::delete(
        counts::table
            .filter(counts::scope.eq(scope))
            .filter(counts::scope_id.eq(id)),
    )
    .execute(connection)?;
    for ((tab, slot), number) in right {
        diesel::insert_into(counts::table)
            .values((
                counts::scope.eq(scope),
                counts::scope_id.eq(id),
                counts::tab.eq(tab),
                counts::slot.eq(i32::try_from(*slot).unwrap_or_default()),
                counts::number.eq(*number),
            ))
            .execute(connection)?;
    }
    Ok(())
}
