//! Read models of organisations.

use aditus_application::organisations::views::{
    OrganisationOption, OrganisationQuery, OrganisationRow, OrganisationSort, OrganisationViews,
};
use aditus_application::paging::{ListQuery, Paged};
use aditus_application::ports::StoreError;
use aditus_domain::ids::OrganisationId;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};

use super::every::{self, Stored};
use crate::connection::MultiBackend;
use crate::dialect::contains;
use crate::paging::paged;
use crate::read_session::ReadSession;
use crate::schema::organisations;
use crate::search::Term;

/// The SQL types of id, name and domain.
type Columns = (BigInt, Text, Nullable<Text>);

fn filtered(query: &OrganisationQuery) -> organisations::BoxedQuery<'_, MultiBackend> {
    let mut rows = organisations::table
        .filter(organisations::active.eq(true))
        .into_boxed();
    if let Some(term) = query.search.as_deref().and_then(Term::parse) {
        rows = rows.filter(contains(
            organisations::search_text,
            organisations::id,
            "organisations_fts",
            &term,
        ));
    }
    if let Some(domains) = &query.domains {
        rows = rows.filter(organisations::domain_key.eq_any(domains));
    }
    rows
}

fn page_of(query: &OrganisationQuery) -> organisations::BoxedQuery<'_, MultiBackend, Columns> {
    every::sorted(filtered(query), query.sort, query.direction)
        .limit(query.page.limit())
        .offset(query.page.offset())
        .select((organisations::id, organisations::name, organisations::domain))
}

impl OrganisationViews for ReadSession {
    fn active(&mut self, query: &OrganisationQuery) -> Result<Paged<OrganisationOption>, StoreError> {
        self.run(|connection| {
            let total = filtered(query).count().get_result::<i64>(connection)?;
            let rows = page_of(query).load::<(i64, String, Option<String>)>(connection)?;
            Ok(Paged {
                items: rows
                    .into_iter()
                    .map(|(id, name, domain)| OrganisationOption {
                        org_id: OrganisationId(id),
                        name,
                        domain,
                    })
                    .collect(),
                page: query.page,
                total: total.unsigned_abs(),
                more: false,
            })
        })
    }

    fn every(&mut self, query: &ListQuery<OrganisationSort>) -> Result<Paged<OrganisationRow>, StoreError> {
        self.run(|connection| {
            let term = query.search.as_deref().and_then(Term::parse);
            let total = every::filtered(term.as_ref())
                .count()
                .get_result::<i64>(connection)?;
            let rows = every::sorted(every::filtered(term.as_ref()), query.sort, query.direction)
                .limit(query.page.limit())
                .offset(query.page.offset())
                .select(Stored::as_select())
                .load(connection)?;
            Ok(paged(
                rows.into_iter().map(Stored::view).collect(),
                query.page,
                total,
            ))
        })
    }

    fn one(&mut self, id: OrganisationId) -> Result<Option<OrganisationRow>, StoreError> {
        self.run(|connection| {
            let found = organisations::table
                .find(id.0)
                .select(Stored::as_select())
                .first(connection)
                .optional()?;
            Ok(found.map(Stored::view))
        })
    }
}

#[cfg(test)]
mod plans;
