//! Additional accounts. They are copies of demonstration accounts and have the same password.

use super::{advance_id_sequences, copy, highest, insert, quoted};
use crate::Outcome;
use crate::database::Link;

/// The account that is copied.
const MODEL: &str = "data-requester@aditus.example";
/// The account whose role `appoint` copies.
const APPROVER: &str = "data-access-approver@aditus.example";

pub(crate) fn address(number: usize) -> String {
    format!("person-{number:04}@people.example")
}

/// Adds accounts with the role of a Data Requester.
pub(crate) fn add(link: &mut Link, many: usize) -> Outcome<()> {
    let first = highest(link, "users")? + 1;
    let rows: Vec<String> = (0..many)
        .zip(first..)
        .map(|(number, id)| {
            format!(
                "({id}, {}, {})",
                quoted(&address(number)),
                quoted(&format!("+1212556{number:04}"))
            )
        })
        .collect();
    link.run("CREATE TEMPORARY TABLE bench_people (id BIGINT, address TEXT, phone TEXT)")?;
    insert(link, "bench_people", &rows)?;
    copy(
        link,
        "users",
        &[
            ("id", "n.id"),
            ("org_email", "n.address"),
            ("email_key", "n.address"),
            ("phone", "n.phone"),
            ("phone_key", "n.phone"),
        ],
        &format!("bench_people n JOIN users s ON s.email_key = '{MODEL}' ORDER BY n.id"),
    )?;
    advance_id_sequences(link, &["users"])?;
    give_role_of(link, MODEL, "TRUE")
}

/// Gives the accounts in this range the role of a Data Access Approver, so that they are notified
/// when the reviewer approves a request.
pub(crate) fn appoint(link: &mut Link, from: usize, to: usize) -> Outcome<()> {
    let among = format!(
        "n.email_key >= {} AND n.email_key < {}",
        quoted(&address(from)),
        quoted(&address(to))
    );
    give_role_of(link, APPROVER, &among)
}

fn give_role_of(link: &mut Link, model: &str, among: &str) -> Outcome<()> {
    copy(
        link,
        "assigned_roles",
        &[("id", ""), ("user_id", "n.id")],
        &format!(
            "users n JOIN assigned_roles s ON s.user_id = (SELECT m.id FROM users m WHERE m.email_key = '{model}') \
             WHERE n.email_key LIKE 'person-%@people.example' AND {among} ORDER BY n.id"
        ),
    )
}
