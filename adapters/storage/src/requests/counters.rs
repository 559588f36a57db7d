//! Counters of the tab badges. They are updated in the transaction of the change and read by key.

use std::collections::BTreeMap;

use aditus_application::requests::views::TabCounts;
use aditus_domain::ids::{OrganisationRoleId, RequestId, UserId};
use aditus_domain::review::{RequestList, RoleView, Tab};
use diesel::prelude::*;
use diesel::upsert::excluded;

use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::prepared::{Prepare, load_directly};
use crate::schema::request_counts as counts;

/// Number of slots of a counter; its value is the sum of them. A request always counts in the same
/// slot, so that concurrent decisions at one organisation role rarely block each other on its
/// counters.
pub(super) const SLOTS: i64 = 8;

/// Counter increments of one slot. The map is ordered, so that every transaction locks the counters
/// in the same order.
#[derive(Debug, Default)]
pub(crate) struct Changes(BTreeMap<Counter, i64>);

/// Key of a counter: name of the scope, id within the scope, name of the tab.
pub(super) type Counter = (&'static str, i64, &'static str);

/// Returns the scope name and id under which the counters of a list are stored.
pub(super) const fn scope(list: RequestList) -> (&'static str, i64) {
    match list {
        RequestList::Owner(user) => ("Owner", user.0),
        RequestList::OrgRole(org_role) => ("OrgRole", org_role.0),
        RequestList::Everything => ("Everything", 0),
    }
}

impl Changes {
    fn add(&mut self, list: RequestList, tab: Tab, by: i64) {
        let (scope, scope_id) = scope(list);
        *self.0.entry((scope, scope_id, tab.name())).or_default() += by;
    }

    /// Adds the request to the tabs of its owner and to those of the list of all requests (`by` is
    /// 1), or removes it (-1).
    pub(super) fn status(&mut self, owner: UserId, status_tab: Tab, by: i64) {
        for tab in [status_tab, Tab::All] {
            self.add(RequestList::Owner(owner), tab, by);
            self.add(RequestList::Everything, tab, by);
        }
    }

    /// Adds the request to the tabs of an organisation role that match its state (`by` is 1), or
    /// removes it (-1).
    pub(super) fn binding(&mut self, org_role: OrganisationRoleId, role_view: RoleView, by: i64) {
        for tab in Tab::ALL {
            if tab.conditions().matches(role_view) {
                self.add(RequestList::OrgRole(org_role), *tab, by);
            }
        }
    }

    pub(super) fn each(self) -> impl Iterator<Item = (Counter, i64)> {
        self.0.into_iter()
    }

    fn extend(&mut self, others: Self) {
        for (counter, by) in others.0 {
            *self.0.entry(counter).or_default() += by;
        }
    }

    fn write(self, connection: &mut AnyConnection, slot: i32) -> DbResult<()> {
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
            // One decision changes a few dozen counters at most, so the number of distinct
            // statements is small enough to prepare them.
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

/// Counter increments of a transaction, by slot.
#[derive(Debug, Default)]
pub(crate) struct Counted(BTreeMap<i32, Changes>);

impl Counted {
    /// Adds the increments caused by a request to the slot of that request.
    pub(crate) fn add(&mut self, request: RequestId, changes: Changes) {
        let slot = i32::try_from(request.0.rem_euclid(SLOTS)).unwrap_or_default();
        self.0.entry(slot).or_default().extend(changes);
    }

    /// Writes all increments. The rows of these counters are locked until the commit.
    pub(crate) fn write(self, connection: &mut AnyConnection) -> DbResult<()> {
        for (slot, changes) in self.0 {
            changes.write(connection, slot)?;
        }
        Ok(())
    }
}

/// Returns the number of requests on these tabs. The tabs must not overlap, and the list must have
/// counters for them: see [`RequestList::tabs`].
pub(super) fn some(connection: &mut AnyConnection, list: RequestList, tabs: &[Tab]) -> DbResult<u64> {
    if let [only] = tabs {
        let numbers = slots(connection, list, Some(*only))?;
        return Ok(total(&numbers, *only));
    }
    let numbers = slots(connection, list, None)?;
    Ok(tabs.iter().map(|tab| total(&numbers, *tab)).sum())
}

/// Returns the counts of all tabs. `with_requester` and `overdue` are not counted here and stay 0.
pub(super) fn all(connection: &mut AnyConnection, list: RequestList) -> DbResult<TabCounts> {
    let numbers = slots(connection, list, None)?;
    let on = |tab: Tab| -> u64 {
        list.tabs(&[tab])
            .into_iter()
            .map(|tab| total(&numbers, tab))
            .sum()
    };
    Ok(TabCounts {
        incoming: on(Tab::Incoming),
        pending: on(Tab::Pending),
        approved: on(Tab::Approved),
        denied: on(Tab::Denied),
        all: on(Tab::All),
        history: on(Tab::History),
        with_requester: 0,
        overdue: 0,
    })
}

fn slots(
    connection: &mut AnyConnection,
    list: RequestList,
    tab: Option<Tab>,
) -> DbResult<Vec<(String, i64)>> {
    let (scope, scope_id) = scope(list);
    let query = counts::table
        .filter(counts::scope.eq(scope))
        .filter(counts::scope_id.eq(scope_id))
        .select((counts::tab, counts::number));
    Ok(match tab {
        Some(tab) => load_directly(query.filter(counts::tab.eq(tab.name())), connection)?,
        None => load_directly(query, connection)?,
    })
}

fn total(numbers: &[(String, i64)], tab: Tab) -> u64 {
    let sum: i64 = numbers
        .iter()
        .filter(|(name, _)| name == tab.name())
        .map(|(_, number)| number)
        .sum();
    u64::try_from(sum).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use aditus_domain::review::StageState;

    use super::*;

    #[test]
    fn a_request_counts_on_the_tabs_that_its_lists_show() {
        let mut changes = Changes::default();
        changes.status(UserId(1), Tab::Denied, 1);
        let role_view = RoleView {
            own_state: StageState::Denied,
            answered: true,
            status_tab: Tab::Denied,
        };
        changes.binding(OrganisationRoleId(2), role_view, 1);
        let expected = [
            (("Everything", 0, "All"), 1),
            (("Everything", 0, "Denied"), 1),
            (("OrgRole", 2, "All"), 1),
            (("OrgRole", 2, "Denied"), 1),
            (("OrgRole", 2, "History"), 1),
            (("Owner", 1, "All"), 1),
            (("Owner", 1, "Denied"), 1),
        ];
        assert_eq!(changes.each().collect::<Vec<_>>(), expected);
    }
}
