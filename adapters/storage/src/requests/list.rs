//! Reads a page of a request list in one statement: the ids of the page from an index, then their
//! rows by key.

use std::borrow::Cow;

use aditus_application::paging::{Direction, Paged};
use aditus_application::requests::views::{RequestQuery, RequestRow, RequestSort};
use aditus_domain::ids::{RequestId, StateId};
use aditus_domain::organisations::shown_name;
use aditus_domain::review::{OverallStatus, RequestList, StageState, Tab, TabConditions};
use chrono::NaiveDate;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Bool, Date, Nullable, Text};

use super::counters;
use super::list_filter::ListFilter;
use super::search_condition::{self, SearchCondition};
use crate::connection::{AnyConnection, MultiBackend};
use crate::dialect::is_postgres;
use crate::error::{DbResult, unreadable};
use crate::text_lists;
use crate::times::{Timestamp, UtcTime};

pub(super) fn list(connection: &mut AnyConnection, query: &RequestQuery) -> DbResult<Paged<RequestRow>> {
    let tabs = query.of.tabs(&query.tabs);
    if tabs.is_empty() {
        return Ok(Paged {
            items: Vec::new(),
            page: query.page,
            total: 0,
            more: false,
        });
    }
    let listing = Listing::new(query, &tabs);
    let rows: Vec<Row> = PageOf(&listing).load(connection)?;
    let total = if listing.term.is_none() && listing.filter.is_empty() {
        counters::some(connection, query.of, &tabs)?
    } else if let Some(total) = query.page.total_if_last(rows.len()) {
        total
    } else {
        let total: i64 = NumberOf(&listing).get_result(connection)?;
        u64::try_from(total).map_err(unreadable("number of requests"))?
    };
    let items = rows.into_iter().map(row).collect::<DbResult<Vec<_>>>()?;
    Ok(Paged {
        items,
        page: query.page,
        total,
        more: false,
    })
}

pub(super) struct Listing {
    selection: Selection,
    term: Option<SearchCondition>,
    filter: ListFilter,
    sort: RequestSort,
    direction: Direction,
    limit: i64,
    offset: i64,
}

/// The list and its tabs. Without tabs, it selects all requests of the list.
enum Selection {
    OrgRole(i64, Vec<TabConditions>),
    Owner(i64, Vec<Tab>),
    Everything(Vec<Tab>),
}

impl Listing {
    /// Selects the requests on any of these tabs, which must come from [`RequestList::tabs`].
    pub(super) fn new(query: &RequestQuery, tabs: &[Tab]) -> Self {
        let tabs: &[Tab] = if tabs.contains(&Tab::All) { &[] } else { tabs };
        Self {
            selection: match query.of {
                RequestList::OrgRole(org_role) => {
                    Selection::OrgRole(org_role.0, tabs.iter().map(|tab| tab.conditions()).collect())
                }
                RequestList::Owner(owner) => Selection::Owner(owner.0, tabs.to_vec()),
                RequestList::Everything => Selection::Everything(tabs.to_vec()),
            },
            term: query.search.as_deref().and_then(search_condition::parse),
            filter: ListFilter::new(query),
            sort: query.sort,
            direction: query.direction,
            limit: query.page.limit(),
            offset: query.page.offset(),
        }
    }

    /// Writes the query for the sort keys and ids of the page.
    fn walk_page<'b>(&'b self, out: &mut AstPass<'_, 'b, MultiBackend>, descending: &str) -> QueryResult<()> {
        let in_order = |out: &mut AstPass<'_, 'b, MultiBackend>, id: &str| {
            for part in [" ORDER BY \"key\"", descending, ", ", id, descending, " LIMIT "] {
                out.push_sql(part);
            }
        };
        let (begin, id) = match out.backend() {
            MultiBackend::Postgres(_) => ("SELECT * FROM (SELECT ", "\"id\""),
            MultiBackend::Sqlite(_) => ("SELECT ", self.id()),
        };
        // The search of PostgreSQL joins rows that have the key already.
        let key = if is_postgres(out) && self.term.is_some() {
            "\"key\"".into()
        } else {
            self.key()
        };
        for part in [begin, &key, " AS \"key\", ", self.id(), " AS \"id\""] {
            out.push_sql(part);
        }
        self.walk_matches(out)?;
        if is_postgres(out) {
            // PostgreSQL plans for a tenth of all rows if the limit is a bound parameter, and then
            // scans whole tables. A literal limit avoids this.
            in_order(out, self.id());
            out.push_sql(&self.reach().to_string());
            out.push_sql(") l");
        }
        in_order(out, id);
        out.push_bind_param::<BigInt, i64>(&self.limit)?;
        out.push_sql(" OFFSET ");
        out.push_bind_param::<BigInt, i64>(&self.offset)
    }

    /// Returns the smallest power of ten, at least 100, that covers the page. Rounding keeps the
    /// number of distinct statements small.
    fn reach(&self) -> i64 {
        let end = self.offset.saturating_add(self.limit);
        let powers = std::iter::successors(Some(100_i64), |power| power.checked_mul(10));
        powers.into_iter().find(|power| *power >= end).unwrap_or(i64::MAX)
    }

    /// Writes the `FROM` and `WHERE` clauses: the requests of the list that match its tabs, filter
    /// and search term.
    fn walk_matches<'b>(&'b self, out: &mut AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        out.push_sql(" FROM ");
        let Some(term) = &self.term else {
            return self.walk_rows(out);
        };
        if is_postgres(out) {
            return self.walk_search(out, term);
        }
        self.walk_rows(out)?;
        if let Selection::OrgRole(..) = &self.selection {
            out.push_sql(" AND \"request_id\" IN (SELECT \"id\" FROM \"data_requests\" WHERE ");
            term.walk_ast(out.reborrow())?;
            out.push_sql(")");
            return Ok(());
        }
        out.push_sql(" AND ");
        term.walk_ast(out.reborrow())
    }

    /// Writes a PostgreSQL query for the matching requests, joined with the row that the list has
    /// for each, if any.
    ///
    /// `OFFSET 0` fixes the join order. The statement is planned once for every search term. With
    /// many requests, the planner would otherwise read all bindings and test the search text of the
    /// rest.
    fn walk_search<'b>(
        &'b self,
        out: &mut AstPass<'_, 'b, MultiBackend>,
        term: &'b SearchCondition,
    ) -> QueryResult<()> {
        out.push_sql("(");
        term.walk_ids(out)?;
        out.push_sql(") f (\"found\") CROSS JOIN LATERAL (SELECT ");
        for part in [&self.key(), " AS \"key\", ", self.id(), " FROM "] {
            out.push_sql(part);
        }
        self.walk_rows(out)?;
        for part in [" AND ", self.id(), " = f.\"found\" OFFSET 0) s"] {
            out.push_sql(part);
        }
        Ok(())
    }

    /// Writes the list without its search term. With a term, indexes on the list are disabled so
    /// that the search index comes first: see [`crate::dialect::WithoutIndex`].
    fn walk_rows<'b>(&'b self, out: &mut AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        let searched = self.term.is_some();
        match &self.selection {
            Selection::OrgRole(org_role, conditions) => {
                walk_column(out, "\"request_bindings\" WHERE ", searched, "\"org_role_id\"");
                out.push_bind_param::<BigInt, i64>(org_role)?;
                walk_any(out, conditions, |out, tab, before| {
                    walk_binding(out, searched, *tab, before)
                })?;
            }
            Selection::Owner(owner, status_tabs) => {
                walk_column(out, "\"data_requests\" WHERE ", searched, "\"owner_id\"");
                out.push_bind_param::<BigInt, i64>(owner)?;
                walk_any(out, status_tabs, |out, tab, before| {
                    walk_status(out, searched, *tab, before)
                })?;
            }
            Selection::Everything(status_tabs) => {
                out.push_sql("\"data_requests\" WHERE 1 = 1");
                walk_any(out, status_tabs, |out, tab, before| {
                    walk_status(out, searched, *tab, before)
                })?;
            }
        }
        self.filter.walk(out)
    }

    /// Returns the expression by which the list is ordered. Bindings have only the date.
    fn key(&self) -> Cow<'static, str> {
        let has_bindings = matches!(self.selection, Selection::OrgRole(..));
        let column = match (self.sort, has_bindings) {
            (RequestSort::Created, _) => "\"date_created\"",
            (RequestSort::WaitingSince, false) => "COALESCE(\"waiting_since\", \"date_created\")",
            (RequestSort::WaitingSince, true) => {
                "(SELECT COALESCE(k.\"waiting_since\", k.\"date_created\") FROM \"data_requests\" k \
                 WHERE k.\"id\" = \"request_bindings\".\"request_id\")"
            }
            (RequestSort::Title, false) => "\"title_sort_key\"",
            (RequestSort::Title, true) => {
                "(SELECT k.\"title_sort_key\" FROM \"data_requests\" k \
                 WHERE k.\"id\" = \"request_bindings\".\"request_id\")"
            }
            (RequestSort::DueOn, _) => return self.due_date(),
        };
        column.into()
    }

    /// Returns the due date. Requests without one come last in both directions.
    fn due_date(&self) -> Cow<'static, str> {
        let (date, of_stage) = match self.selection {
            Selection::OrgRole(..) => ("k.\"due_on\"", "k.\"id\" = \"request_bindings\".\"own_state_id\""),
            Selection::Everything(_) => (
                "MIN(k.\"due_on\")",
                "k.\"request_id\" = \"data_requests\".\"id\" AND k.\"due_on\" IS NOT NULL",
            ),
            Selection::Owner(..) => return "\"date_created\"".into(),
        };
        let last = match self.direction {
            Direction::Ascending => "9999-12-31",
            Direction::Descending => "0001-01-01",
        };
        format!(
            "COALESCE((SELECT {date} FROM \"request_states\" k WHERE {of_stage} AND k.\"state\" = 'Unattended'), '{last}')"
        )
        .into()
    }

    fn id(&self) -> &'static str {
        match self.selection {
            Selection::OrgRole(..) => "\"request_id\"",
            Selection::Owner(..) | Selection::Everything(_) => "\"id\"",
        }
    }
}

/// Writes `before`, the column and an equals sign. In a search, the column is hidden from indexes.
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

/// Writes the conditions of the tabs joined by `OR`, or nothing without tabs. A single tab is
/// written without parentheses.
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

/// Writes the conditions of a tab on a binding, after `before`.
fn walk_binding(
    out: &mut AstPass<'_, '_, MultiBackend>,
    searched: bool,
    conditions: TabConditions,
    before: &str,
) -> QueryResult<()> {
    let mut before = before;
    if let Some(own_state) = conditions.own_state {
        walk_column(out, before, searched, "\"own_state\"");
        out.push_bind_param::<Text, str>(own_state.name())?;
        before = " AND ";
    }
    if conditions.must_be_answered {
        walk_column(out, before, searched, "\"answered\"");
        out.push_bind_param::<Bool, bool>(&true)?;
        before = " AND ";
    }
    match conditions.status_tab {
        Some(status_tab) => walk_status(out, searched, status_tab, before),
        None => Ok(()),
    }
}

/// Writes the condition that the status of the request belongs to the tab, after `before`.
fn walk_status(
    out: &mut AstPass<'_, '_, MultiBackend>,
    searched: bool,
    status_tab: Tab,
    before: &str,
) -> QueryResult<()> {
    walk_column(out, before, searched, "\"status_tab\"");
    out.push_bind_param::<Text, str>(status_tab.name())
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
    Timestamp,
    NaiveDate,
    bool,
    Option<Timestamp>,
    String,
    Option<Timestamp>,
    bool,
    Option<String>,
    Option<i64>,
    Option<String>,
);

#[derive(Clone, Copy)]
pub(super) struct PageOf<'a>(pub(super) &'a Listing);

impl QueryFragment<MultiBackend> for PageOf<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        let listing = self.0;
        let descending = match listing.direction {
            Direction::Ascending => "",
            Direction::Descending => " DESC",
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
        out.push_sql(" FROM (");
        listing.walk_page(&mut out, descending)?;
        out.push_sql(") p");
        out.push_sql(
            " JOIN \"data_requests\" r ON r.\"id\" = p.\"id\" JOIN \"users\" u ON u.\"id\" = r.\"owner_id\" \
             JOIN \"organisations\" o ON o.\"id\" = r.\"organisation_id\"",
        );
        if let Selection::OrgRole(org_role, _) = &listing.selection {
            out.push_sql(" JOIN \"request_bindings\" b ON b.\"request_id\" = p.\"id\"");
            // In a search, SQLite overestimates the size of the page and would start with all
            // bindings of the role.
            walk_column(&mut out, " AND ", listing.term.is_some(), "b.\"org_role_id\"");
            out.push_bind_param::<BigInt, i64>(org_role)?;
        }
        for part in [" ORDER BY p.\"key\"", descending, ", p.\"id\"", descending] {
            out.push_sql(part);
        }
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

#[derive(Clone, Copy)]
pub(super) struct NumberOf<'a>(pub(super) &'a Listing);

impl QueryFragment<MultiBackend> for NumberOf<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        out.push_sql("SELECT COUNT(*)");
        self.0.walk_matches(&mut out)
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

/// Converts a row. The use case fills the last fields.
fn row(row: Row) -> DbResult<RequestRow> {
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
        purposes: text_lists::from_column(&purposes)?,
        data_sources: text_lists::from_column(&sources)?,
        date_created: created.0,
        needed_on,
        ethics_approval_letter: letter,
        last_responded_on: responded.map(|at| at.0),
        waiting_for: text_lists::from_column(&waiting_for)?,
        waiting_since: waiting_since.map(|at| at.0),
        own_state,
        has_feedback,
        waits_for_nobody: false,
        demands: None,
        progress: None,
        due: None,
        expected: None,
        answer_by: None,
        may_decide: false,
    })
}
