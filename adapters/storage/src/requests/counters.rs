//! The numbers on the badges: written with the change that alters them, read by their key.

use std::collections::BTreeMap;

use aditus_application::requests::views::{ListOf, Tab, TabCounts};
use aditus_domain::ids::{OrganisationRoleId, RequestId, UserId};
use diesel::prelude::*;
use diesel::upsert::excluded;

use super::tabs;
use crate::connection::AnyConnection;
use crate::error::Outcome;
use crate::prepared::{Prepare, load_directly};
use crate::schema::request_counts as counts;

/// A counter is the sum of its slots. A request counts in one slot for ever, so that decisions at one organisation role
/// rarely wait for each other at its counters.
pub(super) const SLOTS: i64 = 8;

/// What changes in the counters of a slot. The order is that in which every transaction locks counters.
#[derive(Debug, Default)]
pub(crate) struct Changes(BTreeMap<Counter, i64>);

/// The name of a scope, its id, the name of a tab.
pub(super) type Counter = (&'static str, i64, &'static str);

impl Changes {
    fn add(&mut self, of: ListOf, tab: Tab, by: i64) {
        let (scope, scope_id) = tabs::scope(of);
        *self.0.entry((scope, scope_id, tabs::name(tab))).or_default() += by;
    }

    /// The request stands on its owner's tabs, and on those of everything (`by` is 1), or no longer does (-1).
    pub(super) fn status(&mut self, owner: UserId, status_tab: &str, by: i64) {
        for tab in tabs::ALL_TABS {
            if tabs::of_status(tab).is_none_or(|wanted| wanted == status_tab) {
                self.add(ListOf::Owner(owner), tab, by);
                self.add(ListOf::Everything, tab, by);
            }
        }
    }

    /// The request stands on the tabs of an organisation role (`by` is 1), or no longer does (-1).
    pub(super) fn binding(
        &mut self,
        org_role: OrganisationRoleId,
        (own_state, answered, status_tab): (&str, bool, &str),
        by: i64,
    ) {
        for tab in tabs::ALL_TABS {
            if tabs::of_binding(tab).holds(own_state, answered, status_tab) {
                self.add(ListOf::OrgRole(org_role), tab, by);
            }
        }
    }

    /// What changes in each counter.
    pub(super) fn each(self) -> impl Iterator<Item = (Counter, i64)> {
        self.0.into_iter()
    }

    /// What changes because of another request besides.
    fn extend(&mut self, others: Self) {
        for (counter, by) in others.0 {
            *self.0.entry(counter).or_default() += by;
        }
    }

    fn write(self, connection: &mut AnyConnection, slot: i32) -> Outcome<()> {
        let rows: Vec<_> = self
            .0
            .into_iter()
            .filter(|(_, by)| *by != 0)
            .map(|((scope, scope_id, tab), by)| {
                (
                    counts::scope.eq(scope),
                    counts::scope_id.eq(scope_id),
                    counts::tab.eq(tab),
                    counts::slot.eq(slot),
                    counts::number.eq(by),
                )
            })
            .collect();
        if !rows.is_empty() {
            // A decision counts at most some dozen times, so that there are few texts.
            macro_rules! upsert {
                () => {
                    diesel::insert_into(counts::table)
                        .values(&rows)
                        .on_conflict((counts::scope, counts::scope_id, counts::tab, counts::slot))
                        .do_update()
                        .set(counts::number.eq(counts::number + excluded(counts::number)))
                };
            }
            match connection {
                AnyConnection::Postgres(c) => RunQueryDsl::execute(upsert!().prepared(), c)?,
                AnyConnection::Sqlite(c) => upsert!().execute(c)?,
            };
        }
        Ok(())
    }
}

/// What a transaction changes in the counters, by slot.
#[derive(Debug, Default)]
pub(crate) struct Counted(BTreeMap<i32, Changes>);

impl Counted {
    /// What changes because of this request.
    pub(crate) fn add(&mut self, request: RequestId, changes: Changes) {
        let slot = i32::try_from(request.0.rem_euclid(SLOTS)).unwrap_or_default();
        self.0.entry(slot).or_default().extend(changes);
    }

    /// Writes all of it. Others wait for these counters until the commit.
    pub(crate) fn write(self, connection: &mut AnyConnection) -> Outcome<()> {
        for (slot, changes) in self.0 {
            changes.write(connection, slot)?;
        }
        Ok(())
    }
}

/// The number of requests on these tabs, which have none in common.
pub(super) fn some(connection: &mut AnyConnection, of: ListOf, tabs: &[Tab]) -> Outcome<u64> {
    if let [only] = tabs {
        let numbers = slots(connection, of, Some(*only))?;
        return Ok(total(&numbers, *only));
    }
    let numbers = slots(connection, of, None)?;
    Ok(tabs.iter().map(|tab| total(&numbers, *tab)).sum())
}

/// The numbers on all badges.
pub(super) fn all(connection: &mut AnyConnection, of: ListOf) -> Outcome<TabCounts> {
    let numbers = slots(connection, of, None)?;
    Ok(TabCounts {
        incoming: total(&numbers, Tab::Incoming),
        pending: total(&numbers, Tab::Pending),
        approved: total(&numbers, Tab::Approved),
        denied: total(&numbers, Tab::Denied),
        all: total(&numbers, Tab::All),
        history: total(&numbers, Tab::History),
        with_requester: 0,
    })
}

fn slots(connection: &mut AnyConnection, of: ListOf, tab: Option<Tab>) -> Outcome<Vec<(String, i64)>> {
    let (scope, scope_id) = tabs::scope(of);
    let query = counts::table
        .filter(counts::scope.eq(scope))
        .filter(counts::scope_id.eq(scope_id))
        .select((counts::tab, counts::number));
    Ok(match tab {
        Some(tab) => load_directly(query.filter(counts::tab.eq(tabs::name(tab))), connection)?,
        None => load_directly(query, connection)?,
    })
}

fn total(numbers: &[(String, i64)], tab: Tab) -> u64 {
    let sum: i64 = numbers
        .iter()
        .filter(|(name, _)| name == tabs::name(tab))
        .map(|(_, number)| number)
        .sum();
    u64::try_from(sum).unwrap_or_default()
}
