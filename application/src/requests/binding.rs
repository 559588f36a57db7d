//! To which organisation roles the stages of a request are bound (decisions C5).

use std::collections::HashMap;

use aditus_domain::ids::{DataSourceId, OrganisationId, OrganisationRoleId};
use aditus_domain::procedures::Procedure;
use aditus_domain::roles::Role;

use crate::ports::{StoreError, Transaction};

/// The active organisation role for each role of the procedure: at the custodian organisation of the source (a broker
/// first, then the lowest custodian id), or else at the provider organisation. A role that is offered at neither is left
/// out.
pub(super) fn organisation_roles(
    transaction: &mut dyn Transaction,
    procedure: &Procedure,
    source: DataSourceId,
    provider: &str,
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
    for stage in &procedure.stages {
        for organisation in &organisations {
            if found.contains_key(&stage.role) {
                break;
            }
            if let Some(org_role) = transaction
                .organisations()
                .active_role(*organisation, stage.role)?
            {
                found.insert(stage.role, org_role);
            }
        }
    }
    Ok(found)
}
