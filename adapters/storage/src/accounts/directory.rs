//! The people of an organisation.

use aditus_application::accounts::directory::{
    AdministrationCounts, Directory, PeopleQuery, PersonSort, PersonView,
};
use aditus_application::paging::{Direction, Paged};
use aditus_application::ports::StoreError;
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::OrganisationId;
use aditus_domain::roles::RoleStatus;
use diesel::dsl::{count_star, not};
use diesel::prelude::*;

use super::people::{PersonRow, has_second_factor};
use crate::connection::{AnyConnection, MultiBackend};
use crate::dialect::{WithoutIndex, contains};
use crate::error::DbResult;
use crate::paging::paged;
use crate::read_session::ReadSession;
use crate::schema::{assigned_roles, organisation_roles, users};
use crate::search::Term;

type People<'a> = users::BoxedQuery<'a, MultiBackend>;

/// Selects the people of an organisation. With a term, the full-text index is read first and its
/// matches are then limited to the organisation.
fn filtered<'a>(organisation: OrganisationId, term: Option<&Term>) -> People<'a> {
    match term {
        None => users::table
            .filter(users::organisation_id.eq(organisation.0))
            .into_boxed(),
        Some(term) => users::table
            .filter(WithoutIndex(users::organisation_id).eq(organisation.0))
            .filter(contains(users::search_text, users::id, "users_fts", term))
            .into_boxed(),
    }
}

fn sorted(people: People<'_>, sort: PersonSort, direction: Direction) -> People<'_> {
    macro_rules! by {
        ($column:expr) => {
            match direction {
                Direction::Ascending => people.order(($column.asc(), users::id.asc())),
                Direction::Descending => people.order(($column.desc(), users::id.desc())),
            }
        };
    }
    match sort {
        PersonSort::Name => by!(users::name_key),
        // Accounts without an address come last in both directions. The databases order NULL
        // differently by default.
        PersonSort::Email => match direction {
            Direction::Ascending => people.order((
                users::email_key.is_null().asc(),
                users::email_key.asc(),
                users::id.asc(),
            )),
            Direction::Descending => people.order((
                users::email_key.is_null().asc(),
                users::email_key.desc(),
                users::id.desc(),
            )),
        },
        PersonSort::Designation => by!(users::designation_sort_key),
        PersonSort::Department => by!(users::department_sort_key),
        PersonSort::State => by!(users::state),
        PersonSort::Created => by!(users::created_on),
    }
}

impl Directory for ReadSession {
    fn people(&mut self, query: &PeopleQuery) -> Result<Paged<PersonView>, StoreError> {
        let term = query.search.as_deref().and_then(Term::parse);
        self.run(|connection| {
            let total = filtered(query.organisation, term.as_ref())
                .count()
                .get_result::<i64>(connection)?;
            let items = sorted(
                filtered(query.organisation, term.as_ref()),
                query.sort,
                query.direction,
            )
            .limit(query.page.limit())
            .offset(query.page.offset())
            .select(PersonRow::as_select())
            .load(connection)?
            .into_iter()
            .map(PersonRow::view)
            .collect::<DbResult<_>>()?;
            Ok(paged(items, query.page, total))
        })
    }

    fn counts(&mut self, organisation: OrganisationId) -> Result<AdministrationCounts, StoreError> {
        self.run(|connection| {
            let pending_activation = users::table
                .filter(users::organisation_id.eq(organisation.0))
                .filter(users::state.eq(AccountState::Pending.name()))
                .count()
                .get_result::<i64>(connection)?;
            let users = filtered(organisation, None)
                .count()
                .get_result::<i64>(connection)?;
            let without_second_factor = users::table
                .filter(users::organisation_id.eq(organisation.0))
                .filter(users::state.eq(AccountState::Active.name()))
                .filter(not(has_second_factor()))
                .count()
                .get_result::<i64>(connection)?;
            let of_status = roles_by_status(connection, organisation)?;
            let number = |status: RoleStatus| {
                of_status
                    .iter()
                    .find(|(id, _)| *id == status.id())
                    .map_or(0, |(_, number)| number.unsigned_abs())
            };
            Ok(AdministrationCounts {
                users: users.unsigned_abs(),
                pending_activation: pending_activation.unsigned_abs(),
                role_requests: number(RoleStatus::Pending),
                assigned_roles: number(RoleStatus::Activated),
                without_second_factor: without_second_factor.unsigned_abs(),
            })
        })
    }
}

fn roles_by_status(
    connection: &mut AnyConnection,
    organisation: OrganisationId,
) -> DbResult<Vec<(i64, i64)>> {
    Ok(assigned_roles::table
        .inner_join(organisation_roles::table)
        .filter(organisation_roles::organisation_id.eq(organisation.0))
        .group_by(assigned_roles::status_id)
        .select((assigned_roles::status_id, count_star()))
        .load(connection)?)
}

#[cfg(test)]
mod plans;
