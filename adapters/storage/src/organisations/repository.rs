//! The store of organisations.

use aditus_application::organisations::{NewOrganisation, Organisation, OrganisationRole, Organisations};
use aditus_application::ports::StoreError;
use aditus_domain::dictionary::search::fold;
use aditus_domain::ids::{OrganisationId, OrganisationRoleId};
use aditus_domain::organisations::{domain_key, name_key};
use aditus_domain::roles::Role;
use diesel::prelude::*;

use crate::error::unreadable;
use crate::schema::{organisation_roles, organisations};
use crate::search::indexed;
use crate::transaction::UnitOfWork;

/// Id, name, whether it is active, and the key of its domain.
type Columns = (i64, String, bool, Option<String>);

const COLUMNS: (
    organisations::id,
    organisations::name,
    organisations::active,
    organisations::domain_key,
) = (
    organisations::id,
    organisations::name,
    organisations::active,
    organisations::domain_key,
);

fn organisation((id, name, active, domain_key): Columns) -> Organisation {
    Organisation {
        id: OrganisationId(id),
        name,
        active,
        has_domain: domain_key.is_some(),
    }
}

impl Organisations for UnitOfWork {
    fn add(&mut self, organisation: &NewOrganisation) -> Result<OrganisationId, StoreError> {
        self.run(|connection| {
            let id = diesel::insert_into(organisations::table)
                .values((
                    organisations::name.eq(&organisation.name),
                    organisations::domain.eq(&organisation.domain),
                    organisations::description.eq(&organisation.description),
                    organisations::active.eq(organisation.active),
                    organisations::country.eq(&organisation.country),
                    organisations::abbreviation.eq(&organisation.abbreviation),
                    organisations::name_key.eq(name_key(&organisation.name)),
                    organisations::domain_key.eq(organisation.domain.as_deref().and_then(domain_key)),
                    organisations::search_text.eq(indexed(&fold(&organisation.name))),
                ))
                .returning(organisations::id)
                .get_result(connection)?;
            Ok(OrganisationId(id))
        })
    }

    fn by_id(&mut self, id: OrganisationId) -> Result<Option<Organisation>, StoreError> {
        self.run(|connection| {
            let row = organisations::table
                .find(id.0)
                .select(COLUMNS)
                .first::<Columns>(connection)
                .optional()?;
            Ok(row.map(organisation))
        })
    }

    fn by_name(&mut self, name: &str) -> Result<Option<Organisation>, StoreError> {
        self.run(|connection| {
            let row = organisations::table
                .filter(organisations::name.eq(name))
                .select(COLUMNS)
                .first::<Columns>(connection)
                .optional()?;
            Ok(row.map(organisation))
        })
    }

    fn active_by_name_key(&mut self, key: &str) -> Result<Option<Organisation>, StoreError> {
        self.run(|connection| {
            let row = organisations::table
                .filter(organisations::name_key.eq(key))
                .filter(organisations::active.eq(true))
                .order(organisations::id)
                .select(COLUMNS)
                .first::<Columns>(connection)
                .optional()?;
            Ok(row.map(organisation))
        })
    }

    fn has_active_domain(&mut self, domains: &[String]) -> Result<bool, StoreError> {
        self.run(|connection| {
            let found = organisations::table
                .filter(organisations::domain_key.eq_any(domains))
                .filter(organisations::active.eq(true))
                .select(organisations::id)
                .first::<i64>(connection)
                .optional()?;
            Ok(found.is_some())
        })
    }

    fn offer_role(
        &mut self,
        organisation: OrganisationId,
        role: Role,
    ) -> Result<OrganisationRoleId, StoreError> {
        self.run(|connection| {
            let id = diesel::insert_into(organisation_roles::table)
                .values((
                    organisation_roles::organisation_id.eq(organisation.0),
                    organisation_roles::role_id.eq(i64::from(role.rank())),
                    organisation_roles::active.eq(true),
                ))
                .returning(organisation_roles::id)
                .get_result(connection)?;
            Ok(OrganisationRoleId(id))
        })
    }

    fn role_by_id(&mut self, id: OrganisationRoleId) -> Result<Option<OrganisationRole>, StoreError> {
        self.run(|connection| {
            let row = organisation_roles::table
                .find(id.0)
                .select((
                    organisation_roles::organisation_id,
                    organisation_roles::role_id,
                    organisation_roles::active,
                ))
                .first::<(i64, i64, bool)>(connection)
                .optional()?;
            row.map(|(organisation, role, active)| {
                Ok(OrganisationRole {
                    id,
                    organisation: OrganisationId(organisation),
                    role: Role::from_id(role).map_err(unreadable("role"))?,
                    active,
                })
            })
            .transpose()
        })
    }

    fn active_role(
        &mut self,
        organisation: OrganisationId,
        role: Role,
    ) -> Result<Option<OrganisationRoleId>, StoreError> {
        self.run(|connection| {
            let id = organisation_roles::table
                .filter(organisation_roles::organisation_id.eq(organisation.0))
                .filter(organisation_roles::role_id.eq(i64::from(role.rank())))
                .filter(organisation_roles::active.eq(true))
                .select(organisation_roles::id)
                .first(connection)
                .optional()?;
            Ok(id.map(OrganisationRoleId))
        })
    }
}
