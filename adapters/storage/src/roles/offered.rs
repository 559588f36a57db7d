//! Pages of the roles that organisations offer.

use aditus_application::paging::Paged;
use aditus_application::roles::views::{OfferedQuery, OfferedRow};
use aditus_domain::ids::{OrganisationId, OrganisationRoleId};
use aditus_domain::roles::{Role, RoleStatus};
use diesel::dsl::{exists, not};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::dialect::contains;
use crate::error::{Outcome, unreadable};
use crate::schema::{assigned_roles, organisation_roles, organisations};
use crate::search::Term;

/// The statuses in which a role is held or waited for: whoever has it so cannot ask for it.
const TAKEN: [RoleStatus; 3] = [
    RoleStatus::Pending,
    RoleStatus::Activated,
    RoleStatus::Deactivated,
];

/// The rows that are wanted; a macro because the type of the query cannot be written down in a reasonable space.
macro_rules! wanted {
    ($query:expr) => {{
        let query: &OfferedQuery = $query;
        let mut wanted = organisation_roles::table
            .inner_join(organisations::table)
            .into_boxed();
        if let Some(known) = &query.organisations {
            let known: Vec<i64> = known.iter().map(|id| id.0).collect();
            wanted = wanted.filter(organisation_roles::organisation_id.eq_any(known));
        }
        if query.active_only {
            wanted = wanted.filter(organisation_roles::active.eq(true));
        }
        if let Some(user) = query.available_to {
            let taken = assigned_roles::table
                .filter(assigned_roles::org_role_id.eq(organisation_roles::id))
                .filter(assigned_roles::user_id.eq(user.0))
                .filter(assigned_roles::status_id.eq_any(TAKEN.map(RoleStatus::id)));
            wanted = wanted.filter(not(exists(taken)));
        }
        if let Some((text, roles)) = &query.search
            && let Some(term) = Term::parse(text)
        {
            let roles: Vec<i64> = roles.iter().map(|role| i64::from(role.rank())).collect();
            wanted = wanted.filter(
                contains(
                    organisations::search_text,
                    organisations::id,
                    "organisations_fts",
                    &term,
                )
                .or(organisation_roles::role_id.eq_any(roles)),
            );
        }
        wanted
    }};
}

pub(super) fn page(connection: &mut AnyConnection, query: &OfferedQuery) -> Outcome<Paged<OfferedRow>> {
    let total = wanted!(query).count().get_result::<i64>(connection)?;
    let rows = wanted!(query)
        .order((
            organisations::name,
            organisation_roles::role_id,
            organisation_roles::id,
        ))
        .limit(query.page.limit())
        .offset(query.page.offset())
        .select((
            organisation_roles::id,
            organisations::id,
            organisations::name,
            organisation_roles::role_id,
            organisation_roles::active,
        ))
        .load::<(i64, i64, String, i64, bool)>(connection)?;
    let items = rows
        .into_iter()
        .map(|(id, org, organisation, role, active)| {
            Ok(OfferedRow {
                org_role_id: OrganisationRoleId(id),
                org: OrganisationId(org),
                organisation,
                role: Role::from_id(role).map_err(unreadable("role"))?,
                active,
            })
        })
        .collect::<Outcome<_>>()?;
    Ok(Paged {
        items,
        page: query.page,
        total: total.unsigned_abs(),
    })
}
