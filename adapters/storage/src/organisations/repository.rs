//! The store of organisations.

use aditus_application::organisations::{NewOrganisation, Organisation, OrganisationRole, Organisations};
use aditus_application::ports::StoreError;
use aditus_domain::ids::{OrganisationId, OrganisationRoleId};
use aditus_domain::roles::Role;
use diesel::prelude::*;

use crate::error::unreadable;
use crate::schema::{organisation_roles, organisations};
use crate::transaction::UnitOfWork;

fn organisation((id, name): (i64, String)) -> Organisation {
    Organisation {
        id: OrganisationId(id),
        name,
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
                .select((organisations::id, organisations::name))
                .first(connection)
                .optional()?;
            Ok(row.map(organisation))
        })
    }

    fn by_name(&mut self, name: &str) -> Result<Option<Organisation>, StoreError> {
        self.run(|connection| {
            let row = organisations::table
                .filter(organisations::name.eq(name))
                .select((organisations::id, organisations::name))
                .first(connection)
                .optional()?;
            Ok(row.map(organisation))
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
