//! Further conditions of a request list, and the choices that its filters offer.

use aditus_application::requests::views::{DueFilter, FilterChoices, RequestQuery};
use aditus_domain::ids::{DataSourceId, OrganisationId};
use aditus_domain::review::comments::blocking_since;
use aditus_domain::review::{Party, RequestList, StageState};
use aditus_domain::text::sort_key;
use chrono::{Days, NaiveDate};
use diesel::prelude::*;
use diesel::query_builder::AstPass;
use diesel::sql_types::{BigInt, Date, Text};

use super::status::pending_tab;
use crate::connection::{AnyConnection, MultiBackend};
use crate::error::DbResult;
use crate::schema::{data_requests, data_sources, organisations, request_bindings, requested_datasets};
use crate::times::{Timestamp, UtcTime};

/// The maximum age in days. PostgreSQL has no times before 4713 BC.
const OLDEST: u32 = 36_500;

/// The conditions of a list, for its table: `request_bindings` or `data_requests`.
pub(super) struct ListFilter {
    of: RequestList,
    data_source: Option<i64>,
    organisation: Option<i64>,
    waits_for: Option<(Party, Timestamp)>,
    created_until: Option<Timestamp>,
    due: Option<(DueFilter, NaiveDate)>,
}

impl ListFilter {
    pub(super) fn new(query: &RequestQuery) -> Self {
        let RequestQuery { filter, now, .. } = query;
        let days_ago = |days: u32| now.checked_sub_days(Days::new(u64::from(days.min(OLDEST))));
        Self {
            of: query.of,
            data_source: filter.data_source.map(|source| source.0),
            organisation: filter.organisation.map(|organisation| organisation.0),
            waits_for: filter
                .waits_for
                .map(|party| (party, Timestamp::from(blocking_since(*now)))),
            created_until: filter.older_than_days.and_then(days_ago).map(Timestamp::from),
            due: filter.due.map(|state| (state, query.today)),
        }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.data_source.is_none()
            && self.organisation.is_none()
            && self.waits_for.is_none()
            && self.created_until.is_none()
            && self.due.is_none()
    }

    /// Writes the conditions, each after an `AND`. Those on other tables are tested row by row, so
    /// that the list is still read in its order.
    pub(super) fn walk<'b>(&'b self, out: &mut AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        if let Some(until) = &self.created_until {
            out.push_sql(" AND \"date_created\" <= ");
            out.push_bind_param::<UtcTime, Timestamp>(until)?;
        }
        if let Some(source) = &self.data_source {
            self.walk_exists(out, "requested_datasets", "request_id", "data_source_id", source)?;
        }
        if let Some(organisation) = &self.organisation {
            self.walk_exists(out, "data_requests", "id", "organisation_id", organisation)?;
        }
        if let Some((party, demanded_after)) = &self.waits_for {
            self.walk_party(out, *party, demanded_after)?;
        }
        match &self.due {
            Some((state, today)) => self.walk_due(out, *state, today),
            None => Ok(()),
        }
    }

    /// Writes the condition on the state of the due date. It is that of the stage that is due first
    /// among those of the list: see [`DueDates::state`](aditus_domain::deadlines::DueDates::state).
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "the statement keeps the reference"
    )]
    fn walk_due<'b>(
        &'b self,
        out: &mut AstPass<'_, 'b, MultiBackend>,
        state: DueFilter,
        today: &'b NaiveDate,
    ) -> QueryResult<()> {
        if let RequestList::Owner(_) = self.of {
            out.push_sql(" AND 1 = 0");
            return Ok(());
        }
        let mut walk = |is_there: &str, dates: &str| {
            out.push_sql(is_there);
            out.push_sql("EXISTS (SELECT 1 FROM \"request_states\" d WHERE ");
            out.push_sql(match self.of {
                RequestList::OrgRole(_) => "d.\"id\" = \"request_bindings\".\"own_state_id\"",
                _ => "d.\"request_id\" = \"data_requests\".\"id\"",
            });
            out.push_sql(" AND d.\"state\" = 'Unattended' AND ");
            out.push_sql(dates);
            out.push_bind_param::<Date, NaiveDate>(today)?;
            out.push_sql(")");
            Ok(())
        };
        match state {
            DueFilter::Overdue => walk(" AND ", "d.\"due_on\" < "),
            DueFilter::DueSoon => {
                walk(" AND NOT ", "d.\"due_on\" < ")?;
                walk(" AND ", "d.\"due_soon_on\" <= ")
            }
        }
    }

    const fn has_bindings(&self) -> bool {
        matches!(self.of, RequestList::OrgRole(_))
    }

    const fn id(&self) -> &'static str {
        if self.has_bindings() {
            "\"request_bindings\".\"request_id\""
        } else {
            "\"data_requests\".\"id\""
        }
    }

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "the statement keeps the reference"
    )]
    fn walk_exists<'b>(
        &self,
        out: &mut AstPass<'_, 'b, MultiBackend>,
        table: &str,
        request: &str,
        column: &str,
        value: &'b i64,
    ) -> QueryResult<()> {
        out.push_sql(" AND EXISTS (SELECT 1 FROM ");
        out.push_identifier(table)?;
        out.push_sql(" x WHERE x.");
        out.push_identifier(request)?;
        out.push_sql(" = ");
        out.push_sql(self.id());
        out.push_sql(" AND x.");
        out.push_identifier(column)?;
        out.push_sql(" = ");
        out.push_bind_param::<BigInt, i64>(value)?;
        out.push_sql(")");
        Ok(())
    }

    fn walk_party<'b>(
        &'b self,
        out: &mut AstPass<'_, 'b, MultiBackend>,
        party: Party,
        demanded_after: &'b Timestamp,
    ) -> QueryResult<()> {
        out.push_sql(" AND \"status_tab\" = ");
        out.push_bind_param::<Text, str>(pending_tab())?;
        let is_own = party == Party::OwnStage;
        match (party, self.has_bindings()) {
            (Party::OwnStage, false) => out.push_sql(" AND 1 = 0"),
            (Party::OwnStage | Party::Others, true) => {
                out.push_sql(" AND \"own_state\"");
                out.push_sql(if is_own { " = " } else { " <> " });
                out.push_bind_param::<Text, str>(StageState::Unattended.name())?;
            }
            (Party::Requester, _) | (Party::Others, false) => {}
        }
        // There are few open demands, and they have an index of their own.
        out.push_sql(" AND ");
        out.push_sql(self.id());
        out.push_sql(if party == Party::Requester {
            " IN"
        } else {
            " NOT IN"
        });
        out.push_sql(
            " (SELECT c.\"request_id\" FROM \"state_comments\" c \
             WHERE c.\"action_required\" AND c.\"resolved_on\" IS NULL AND c.\"created_on\" > ",
        );
        out.push_bind_param::<UtcTime, Timestamp>(demanded_after)?;
        out.push_sql(")");
        Ok(())
    }
}

/// Returns the sources and organisations that occur in a list, sorted by name.
pub(super) fn choices(connection: &mut AnyConnection, list: RequestList) -> DbResult<FilterChoices> {
    Ok(FilterChoices {
        data_sources: sorted(sources_in(connection, list)?, DataSourceId),
        organisations: sorted(organisations_in(connection, list)?, OrganisationId),
    })
}

fn sources_in(connection: &mut AnyConnection, list: RequestList) -> DbResult<Vec<(i64, String)>> {
    let source = data_sources::id.eq(requested_datasets::data_source_id);
    let datasets = requested_datasets::table.inner_join(data_sources::table.on(source));
    let name = (data_sources::id, data_sources::source);
    let rows: Vec<(i64, String)> = match list {
        RequestList::OrgRole(org_role) => datasets
            .inner_join(
                request_bindings::table.on(request_bindings::request_id.eq(requested_datasets::request_id)),
            )
            .filter(request_bindings::org_role_id.eq(org_role.0))
            .select(name)
            .distinct()
            .load(connection)?,
        RequestList::Owner(owner) => datasets
            .inner_join(data_requests::table.on(data_requests::id.eq(requested_datasets::request_id)))
            .filter(data_requests::owner_id.eq(owner.0))
            .select(name)
            .distinct()
            .load(connection)?,
        RequestList::Everything => datasets.select(name).distinct().load(connection)?,
    };
    Ok(rows)
}

fn organisations_in(connection: &mut AnyConnection, list: RequestList) -> DbResult<Vec<(i64, String)>> {
    let organisation = organisations::id.eq(data_requests::organisation_id);
    let requests = data_requests::table.inner_join(organisations::table.on(organisation));
    let name = (organisations::id, organisations::name);
    let rows: Vec<(i64, String)> = match list {
        RequestList::OrgRole(org_role) => requests
            .inner_join(request_bindings::table.on(request_bindings::request_id.eq(data_requests::id)))
            .filter(request_bindings::org_role_id.eq(org_role.0))
            .select(name)
            .distinct()
            .load(connection)?,
        RequestList::Owner(owner) => requests
            .filter(data_requests::owner_id.eq(owner.0))
            .select(name)
            .distinct()
            .load(connection)?,
        RequestList::Everything => requests.select(name).distinct().load(connection)?,
    };
    Ok(rows)
}

fn sorted<Id>(mut rows: Vec<(i64, String)>, id: impl Fn(i64) -> Id) -> Vec<(Id, String)> {
    rows.sort_by_cached_key(|(_, name)| sort_key(name));
    rows.into_iter().map(|(row, name)| (id(row), name)).collect()
}
