//! Recomputes the counters of the tabs by the rules of decisions C12.

use crate::Outcome;
use crate::database::Link;

/// Number of counter slots. The id of a request selects its slot.
const SLOTS: u32 = 8;

pub(super) fn write(link: &mut Link) -> Outcome<()> {
    link.run("DELETE FROM request_counts")?;
    let of_binding = [
        ("Incoming", "own_state = 'Incoming' AND status_tab = 'Pending'"),
        ("Pending", "own_state = 'Unattended' AND status_tab = 'Pending'"),
        ("Approved", "status_tab = 'Approved'"),
        ("Denied", "status_tab = 'Denied'"),
        ("All", "1 = 1"),
        ("History", "answered"),
    ];
    for (tab, condition) in of_binding {
        count(
            link,
            "OrgRole",
            "org_role_id",
            tab,
            "request_id",
            "request_bindings",
            condition,
        )?;
    }
    let of_status = [
        ("Pending", "status_tab = 'Pending'"),
        ("Approved", "status_tab = 'Approved'"),
        ("Denied", "status_tab = 'Denied'"),
        ("All", "1 = 1"),
    ];
    for (tab, condition) in of_status {
        count(link, "Owner", "owner_id", tab, "id", "data_requests", condition)?;
        count(link, "Everything", "0", tab, "id", "data_requests", condition)?;
    }
    Ok(())
}

fn count(
    link: &mut Link,
    scope: &str,
    scope_id: &str,
    tab: &str,
    request: &str,
    table: &str,
    condition: &str,
) -> Outcome<()> {
    link.run(&format!(
        "INSERT INTO request_counts (scope, scope_id, tab, slot, number) \
         SELECT '{scope}', {scope_id}, '{tab}', CAST({request} % {SLOTS} AS INTEGER), COUNT(*) FROM {table} \
         WHERE {condition} GROUP BY 2, 4"
    ))
}
