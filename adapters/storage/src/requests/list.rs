//! A page of a list: the ids of the page by one index, then their rows by key, in one statement.

use aditus_application::paging::{Direction, Paged};
use aditus_application::requests::views::{ListOf, RequestQuery, RequestRow};
use aditus_domain::ids::{RequestId, StateId};
use aditus_domain::organisations::shown_name;
use aditus_domain::review::{OverallStatus, StageState};
use chrono::NaiveDate;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Bool, Date, Nullable, Text};

use super::found::{Found, found};
use super::tabs::BindingSelection;
use super::{counters, labels, tabs};
use crate::connection::{AnyConnection, MultiBackend};
use crate::error::{Outcome, unreadable};
use crate::times::{At, UtcTime};

/// A page of a list.
pub(super) fn list(connection: &mut AnyConnection, query: &RequestQuery) -> Outcome<Paged<RequestRow>> {
    let listing = Listing::of(query);
    let rows: Vec<Row> = PageOf(&listing).load(connection)?;
    let total = if listing.term.is_none() {
        counters::some(connection, query.of, &query.tabs)?
    } else if let Some(total) = query.page.total_if_last(rows.len()) {
        total
    } else {
        let total: i64 = NumberOf(&listing).get_result(connection)?;
        u64::try_from(total).map_err(unreadable("number of requests"))?
    };
    let items = rows.into_iter().map(row).collect::<Outcome<Vec<_>>>()?;
    Ok(Paged {
        items,
        page: query.page,
        total,
        more: false,
    })
}

/// Which requests, in which order.
pub(super) struct Listing {
    selection: Selection,
    term: Option<Found>,
    direction: Direction,
    limit: i64,
    offset: i64,
}

enum Selection {
    OrgRole(i64, Vec<BindingSelection>),
    Owner(i64, Vec<&'static str>),
    Everything(Vec<&'static str>),
}

impl Listing {
    pub(super) fn of(query: &RequestQuery) -> Self {
        Self {
            selection: match query.of {
                ListOf::OrgRole(org_role) => Selection::OrgRole(org_role.0, tabs::of_bindings(&query.tabs)),
                ListOf::Owner(owner) => Selection::Owner(owner.0, tabs::of_statuses(&query.tabs)),
                ListOf::Everything => Selection::Everything(tabs::of_statuses(&query.tabs)),
            },
            term: query.search.as_deref().and_then(found),
            direction: query.direction,
            limit: query.page.limit(),
            offset: query.page.offset(),
        }
    }

    /// FROM and WHERE. In a search, what the term finds comes first: see [`crate::dialect::NotByIndex`].
    fn walk_selection<'b>(&'b self, out: &mut AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        let searched = self.term.is_some();
        match &self.selection {
            Selection::OrgRole(org_role, wanted) => {
                walk_column(
                    out,
                    " FROM \"request_bindings\" WHERE ",
                    searched,
                    "\"org_role_id\"",
                );
                out.push_bind_param::<BigInt, i64>(org_role)?;
                walk_any(out, wanted, |out, tab, before| {
                    walk_binding(out, searched, tab, before)
                })?;
                if let Some(term) = &self.term {
                    out.push_sql(" AND \"request_id\" IN (SELECT \"id\" FROM \"data_requests\" WHERE ");
                    term.walk_ast(out.reborrow())?;
                    out.push_sql(")");
                }
                return Ok(());
            }
            Selection::Owner(owner, status_tabs) => {
                walk_column(out, " FROM \"data_requests\" WHERE ", searched, "\"owner_id\"");
                out.push_bind_param::<BigInt, i64>(owner)?;
                walk_any(out, status_tabs, |out, tab, before| {
                    walk_status(out, searched, tab, before)
                })?;
            }
            Selection::Everything(status_tabs) => {
                out.push_sql(" FROM \"data_requests\" WHERE 1 = 1");
                walk_any(out, status_tabs, |out, tab, before| {
                    walk_status(out, searched, tab, before)
                })?;
            }
        }
        if let Some(term) = &self.term {
            out.push_sql(" AND ");
            term.walk_ast(out.reborrow())?;
        }
        Ok(())
    }
}

/// The left side of an equation.
fn walk_column(out: &mut AstPass<'_, '_, MultiBackend>, before: &str, searched: bool, column: &str) {
    out.push_sql(before);
    if searched {
        for part in ["COALESCE(", column, ", ", column, ")"] {
            out.push_sql(part);
        }
    } else {
        out.push_sql(column);
    }
    out.push_sql(" = ");
}

/// The condition of one tab as it was without others, or of any of several; none where there is no tab.
fn walk_any<'b, T>(
    out: &mut AstPass<'_, 'b, MultiBackend>,
    tabs: &'b [T],
    walk: impl Fn(&mut AstPass<'_, 'b, MultiBackend>, &'b T, &str) -> QueryResult<()>,
) -> QueryResult<()> {
    match tabs {
        [] => Ok(()),
        [only] => walk(out, only, " AND "),
        several => {
            for (place, tab) in several.iter().enumerate() {
                out.push_sql(if place == 0 { " AND (" } else { " OR " });
                walk(out, tab, "(")?;
                out.push_sql(")");
            }
            out.push_sql(")");
            Ok(())
        }
    }
}

fn walk_binding<'b>(
    out: &mut AstPass<'_, 'b, MultiBackend>,
    searched: bool,
    wanted: &'b BindingSelection,
    before: &str,
) -> QueryResult<()> {
    let mut before = before;
    if let Some(own_state) = wanted.own_state {
        walk_column(out, before, searched, "\"own_state\"");
        out.push_bind_param::<Text, str>(own_state)?;
        before = " AND ";
    }
    if let Some(answered) = &wanted.answered {
        walk_column(out, before, searched, "\"answered\"");
        out.push_bind_param::<Bool, bool>(answered)?;
        before = " AND ";
    }
    match &wanted.status_tab {
        Some(status_tab) => walk_status(out, searched, status_tab, before),
        None => Ok(()),
    }
}

fn walk_status<'b>(
    out: &mut AstPass<'_, 'b, MultiBackend>,
    searched: bool,
    status_tab: &'b &'static str,
    before: &str,
) -> QueryResult<()> {
    walk_column(out, before, searched, "\"status_tab\"");
    out.push_bind_param::<Text, str>(status_tab)
}

type Row = (
    i64,
    String,
    String,
    String,
    String,
    String,
    String,
    String,
    At,
    NaiveDate,
    bool,
    Option<At>,
    String,
    Option<At>,
    bool,
    Option<String>,
    Option<i64>,
    Option<String>,
);

/// The rows of the page.
#[derive(Clone, Copy)]
pub(super) struct PageOf<'a>(pub(super) &'a Listing);

impl QueryFragment<MultiBackend> for PageOf<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        let listing = self.0;
        let (id, order) = match (&listing.selection, listing.direction) {
            (Selection::OrgRole(..), Direction::Ascending) => {
                ("request_id", "\"date_created\", \"request_id\"")
            }
            (Selection::OrgRole(..), Direction::Descending) => {
                ("request_id", "\"date_created\" DESC, \"request_id\" DESC")
            }
            (_, Direction::Ascending) => ("id", "\"date_created\", \"id\""),
            (_, Direction::Descending) => ("id", "\"date_created\" DESC, \"id\" DESC"),
        };
        out.push_sql(
            "SELECT r.\"id\", r.\"title\", r.\"status\", u.\"fname\", u.\"sname\", o.\"name\", r.\"purpose_labels\", \
             r.\"source_labels\", r.\"date_created\", r.\"needed_on\", r.\"ethics_approval_letter\", \
             r.\"last_responded_on\", r.\"waiting_for\", r.\"waiting_since\", r.\"has_feedback\", \
             u.\"tentative_organization\", ",
        );
        out.push_sql(match listing.selection {
            Selection::OrgRole(..) => "b.\"own_state_id\", b.\"own_state\"",
            _ => "CAST(NULL AS BIGINT), CAST(NULL AS TEXT)",
        });
        out.push_sql(" FROM (SELECT \"date_created\", \"");
        out.push_sql(id);
        out.push_sql("\" AS \"id\"");
        listing.walk_selection(&mut out)?;
        out.push_sql(" ORDER BY ");
        out.push_sql(order);
        out.push_sql(" LIMIT ");
        out.push_bind_param::<BigInt, i64>(&listing.limit)?;
        out.push_sql(" OFFSET ");
        out.push_bind_param::<BigInt, i64>(&listing.offset)?;
        out.push_sql(
            ") p JOIN \"data_requests\" r ON r.\"id\" = p.\"id\" JOIN \"users\" u ON u.\"id\" = r.\"owner_id\" \
             JOIN \"organisations\" o ON o.\"id\" = r.\"organisation_id\"",
        );
        if let Selection::OrgRole(org_role, _) = &listing.selection {
            out.push_sql(" JOIN \"request_bindings\" b ON b.\"request_id\" = p.\"id\"");
            // In a search SQLite takes the page for large and would begin with all bindings of the role.
            walk_column(&mut out, " AND ", listing.term.is_some(), "b.\"org_role_id\"");
            out.push_bind_param::<BigInt, i64>(org_role)?;
        }
        out.push_sql(match listing.direction {
            Direction::Ascending => " ORDER BY p.\"date_created\", p.\"id\"",
            Direction::Descending => " ORDER BY p.\"date_created\" DESC, p.\"id\" DESC",
        });
        Ok(())
    }
}

impl QueryId for PageOf<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for PageOf<'_> {
    type SqlType = (
        BigInt,
        Text,
        Text,
        Text,
        Text,
        Text,
        Text,
        Text,
        UtcTime,
        Date,
        Bool,
        Nullable<UtcTime>,
        Text,
        Nullable<UtcTime>,
        Bool,
        Nullable<Text>,
        Nullable<BigInt>,
        Nullable<Text>,
    );
}

impl RunQueryDsl<AnyConnection> for PageOf<'_> {}

/// The number of rows on all pages.
#[derive(Clone, Copy)]
pub(super) struct NumberOf<'a>(pub(super) &'a Listing);

impl QueryFragment<MultiBackend> for NumberOf<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        out.push_sql("SELECT COUNT(*)");
        self.0.walk_selection(&mut out)
    }
}

impl QueryId for NumberOf<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for NumberOf<'_> {
    type SqlType = BigInt;
}

impl RunQueryDsl<AnyConnection> for NumberOf<'_> {}

fn row(row: Row) -> Outcome<RequestRow> {
    let (id, title, status, fname, sname, organization, purposes, sources, created, needed_on, letter, ..) =
        row;
    let (.., responded, waiting_for, waiting_since, has_feedback, typed, own_id, own_state) = row;
    let own_state = match (own_id, own_state) {
        (Some(id), Some(state)) => Some((
            StateId(id),
            StageState::parse(&state).map_err(unreadable("own state"))?,
        )),
        _ => None,
    };
    Ok(RequestRow {
        request_id: RequestId(id),
        title,
        status: OverallStatus::parse(&status).map_err(unreadable("overall status"))?,
        requester_fname: fname,
        requester_sname: sname,
        organization: shown_name(organization, typed),
        purposes: labels::from_column(&purposes)?,
        data_sources: labels::from_column(&sources)?,
        date_created: created.0,
        needed_on,
        ethics_approval_letter: letter,
        last_responded_on: responded.map(|at| at.0),
        waiting_for: labels::from_column(&waiting_for)?,
        waiting_since: waiting_since.map(|at| at.0),
        own_state,
        has_feedback,
        waits_for_nobody: false,
    })
}
