//! To which organisation roles the stages of a request are bound (decisions C5, C14).

use std::collections::{BTreeSet, HashMap};

use aditus_domain::ids::{DataSourceId, OrganisationId, OrganisationRoleId, UserId};
use aditus_domain::roles::Role;

use crate::ports::{StoreError, Transaction};

/// The active organisation role for each of these roles, which stages have: at the custodian organisation of the source (a broker
/// first, then the lowest custodian id), or else at the provider organisation. One that somebody else than the requester
/// holds is preferred (C14); where there is none, whoever comes to hold it will decide. A role that is offered at neither is
/// left out.
pub(super) fn organisation_roles(
    transaction: &mut dyn Transaction,
    roles: &BTreeSet<Role>,
    source: DataSourceId,
    provider: &str,
    requester: UserId,
) -> Result<HashMap<Role, OrganisationRoleId>, StoreError> {
    let custodian = transaction
        .dictionary()
        .custodians(source)?
        .first()
        .map(|custodian| custodian.organisation);
    let provider = transaction
        .organisations()
        .by_name(provider)?
        .map(|organisation| organisation.id);
    let organisations: Vec<OrganisationId> = custodian.into_iter().chain(provider).collect();
    let mut found = HashMap::new();
    for role in roles {
        if let Some(org_role) = preferred(transaction, &organisations, *role, requester)? {
            found.insert(*role, org_role);
        }
    }
    Ok(found)
}

/// The first of these organisations at which somebody can decide in the role, or else the first that offers it.
fn preferred(
    transaction: &mut dyn Transaction,
    organisations: &[OrganisationId],
    role: Role,
    requester: UserId,
) -> Result<Option<OrganisationRoleId>, StoreError> {
    let mut offered = None;
    for organisation in organisations {
        let Some(org_role) = transaction.organisations().active_role(*organisation, role)? else {
            continue;
        };
        let holders = transaction.roles().holders(org_role)?;
        if holders.iter().any(|holder| *holder != requester) {
            return Ok(Some(org_role));
        }
        offered = offered.or(Some(org_role));
    }
    Ok(offered)
}
