//! Repository of organisations and of the roles that they offer.

use aditus_application::organisations::{Organisation, OrganisationRole, Organisations};
use aditus_application::ports::StoreError;
use aditus_domain::dictionary::search::fold;
use aditus_domain::ids::{OrganisationId, OrganisationRoleId};
use aditus_domain::organisations::{OrganisationDetails, domain_key, keywords, name_key};
use aditus_domain::roles::{OfferChange, Role};
use aditus_domain::text::sort_key;
use diesel::prelude::*;

use super::every::OrganisationColumns;
use crate::connection::AnyConnection;
use crate::error::{DbError, DbResult, unreadable};
use crate::requests::labels;
use crate::schema::{organisation_role_statuses, organisation_roles, organisations};
use crate::search::indexed;
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

/// Id, name, active flag, domain key, domain, abbreviation.
type Columns = (i64, String, bool, Option<String>, Option<String>, Option<String>);

const COLUMNS: (
    organisations::id,
    organisations::name,
    organisations::active,
    organisations::domain_key,
    organisations::domain,
    organisations::abbreviation,
) = (
    organisations::id,
    organisations::name,
    organisations::active,
    organisations::domain_key,
    organisations::domain,
    organisations::abbreviation,
);

/// The columns that organisations are sorted and searched by.
#[derive(Insertable, AsChangeset)]
#[diesel(table_name = organisations, treat_none_as_null = true, treat_none_as_default_value = false)]
struct DerivedColumns {
    name_key: String,
    sort_key: String,
    description_sort_key: String,
    country_sort_key: String,
    abbreviation_sort_key: String,
    domain_key: Option<String>,
    search_text: String,
    keywords: String,
}

fn columns(organisation: &OrganisationDetails) -> (OrganisationColumns, DerivedColumns) {
    let OrganisationDetails {
        name,
        description,
        country,
        ..
    } = organisation;
    let (domain, abbreviation) = (
        organisation.domain.as_deref(),
        organisation.abbreviation.as_deref(),
    );
    let derived = DerivedColumns {
        name_key: name_key(name),
        sort_key: sort_key(name),
        description_sort_key: sort_key(description),
        country_sort_key: sort_key(country),
        abbreviation_sort_key: sort_key(abbreviation.unwrap_or_default()),
        domain_key: domain.and_then(domain_key),
        search_text: indexed(&fold(name)),
        keywords: keyword_text([Some(name), domain, Some(description), Some(country), abbreviation]),
    };
    (organisation.clone().into(), derived)
}

/// Returns the stored text for the keyword search of Super Users.
pub(crate) fn keyword_text(fields: [Option<&str>; 5]) -> String {
    indexed(&keywords(fields.into_iter().flatten()))
}

fn organisation((id, name, active, domain_key, domain, abbreviation): Columns) -> Organisation {
    Organisation {
        id: OrganisationId(id),
        name,
        active,
        domain_key,
        domain,
        abbreviation,
    }
}

/// Id, organisation, role, active flag of the role, active flag of the organisation.
type RoleColumns = (i64, i64, i64, bool, bool);

macro_rules! roles {
    () => {
        organisation_roles::table
            .inner_join(organisations::table)
            .order((organisation_roles::role_id, organisation_roles::id))
            .select((
                organisation_roles::id,
                organisation_roles::organisation_id,
                organisation_roles::role_id,
                organisation_roles::active,
                organisations::active,
            ))
    };
}

fn role((id, organisation, role, active, organisation_active): RoleColumns) -> DbResult<OrganisationRole> {
    Ok(OrganisationRole {
        id: OrganisationRoleId(id),
        organisation: OrganisationId(organisation),
        role: Role::from_id(role).map_err(unreadable("role"))?,
        active,
        offered: active && organisation_active,
    })
}

/// Adds a line to the history of an offered role.
fn note_offer(connection: &mut AnyConnection, line: &OfferChange) -> DbResult<()> {
    diesel::insert_into(organisation_role_statuses::table)
        .values((
            organisation_role_statuses::org_role_id.eq(line.org_role.0),
            organisation_role_statuses::active.eq(line.active),
            organisation_role_statuses::changed_by.eq(line.by.map(|user| user.0)),
            organisation_role_statuses::reason.eq(line.reason.as_deref()),
            organisation_role_statuses::changed_on.eq(Timestamp::from(line.at)),
        ))
        .execute(connection)?;
    Ok(())
}

impl Organisations for WriteTransaction {
    fn add(&mut self, organisation: &OrganisationDetails) -> Result<OrganisationId, StoreError> {
        self.run(|connection| {
            let id = diesel::insert_into(organisations::table)
                .values(columns(organisation))
                .returning(organisations::id)
                .get_result(connection)?;
            Ok(OrganisationId(id))
        })
    }

    fn save(&mut self, id: OrganisationId, organisation: &OrganisationDetails) -> Result<(), StoreError> {
        self.run(|connection| {
            let former = organisations::table
                .find(id.0)
                .select(organisations::name)
                .first::<String>(connection)
                .optional()?
                .ok_or(DbError::Store(StoreError::Conflict))?;
            diesel::update(organisations::table.find(id.0))
                .set(columns(organisation))
                .execute(connection)?;
            if former != organisation.name {
                labels::rename_organisation(connection, id)?;
            }
            Ok(())
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

    fn other_with_name_key(
        &mut self,
        key: &str,
        than: Option<OrganisationId>,
    ) -> Result<Option<Organisation>, StoreError> {
        self.run(|connection| {
            let row = organisations::table
                .filter(organisations::name_key.eq(key))
                .filter(organisations::id.ne(than.map_or(0, |id| id.0)))
                .order(organisations::id)
                .select(COLUMNS)
                .first::<Columns>(connection)
                .optional()?;
            Ok(row.map(organisation))
        })
    }

    fn other_active_with_domain_key(
        &mut self,
        key: &str,
        than: Option<OrganisationId>,
    ) -> Result<Option<Organisation>, StoreError> {
        self.run(|connection| {
            let row = organisations::table
                .filter(organisations::domain_key.eq(key))
                .filter(organisations::active.eq(true))
                .filter(organisations::id.ne(than.map_or(0, |id| id.0)))
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
                    organisation_roles::role_id.eq(role.id()),
                    organisation_roles::active.eq(true),
                ))
                .returning(organisation_roles::id)
                .get_result(connection)?;
            Ok(OrganisationRoleId(id))
        })
    }

    fn role_by_id(&mut self, id: OrganisationRoleId) -> Result<Option<OrganisationRole>, StoreError> {
        self.run(|connection| {
            let found = roles!()
                .filter(organisation_roles::id.eq(id.0))
                .first::<RoleColumns>(connection)
                .optional()?;
            found.map(role).transpose()
        })
    }

    fn role_of(
        &mut self,
        organisation: OrganisationId,
        role: Role,
    ) -> Result<Option<OrganisationRole>, StoreError> {
        let roles = self.roles_of(organisation)?;
        Ok(roles.into_iter().find(|known| known.role == role))
    }

    fn roles_of(&mut self, organisation: OrganisationId) -> Result<Vec<OrganisationRole>, StoreError> {
        self.run(|connection| {
            let rows = roles!()
                .filter(organisation_roles::organisation_id.eq(organisation.0))
                .load::<RoleColumns>(connection)?;
            rows.into_iter().map(role).collect()
        })
    }

    fn note_role(&mut self, line: &OfferChange) -> Result<(), StoreError> {
        self.run(|connection| note_offer(connection, line))
    }

    fn change_role(&mut self, change: &OfferChange) -> Result<(), StoreError> {
        self.run(|connection| {
            let unchanged = organisation_roles::table
                .filter(organisation_roles::id.eq(change.org_role.0))
                .filter(organisation_roles::active.ne(change.active));
            let changed = diesel::update(unchanged)
                .set(organisation_roles::active.eq(change.active))
                .execute(connection)?;
            if changed == 0 {
                return Err(DbError::Store(StoreError::Conflict));
            }
            note_offer(connection, change)
        })
    }

    fn active_role(
        &mut self,
        organisation: OrganisationId,
        role: Role,
    ) -> Result<Option<OrganisationRoleId>, StoreError> {
        let found = self.role_of(organisation, role)?;
        Ok(found.filter(|known| known.offered).map(|known| known.id))
    }
}
