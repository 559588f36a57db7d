//! Binds the stages of a request to organisation roles (decisions C5, C14).

use std::collections::{BTreeSet, HashMap};

use aditus_domain::ids::{DataSourceId, OrganisationId, OrganisationRoleId, UserId};
use aditus_domain::procedures::first_with_holder;
use aditus_domain::review::ChainStage;
use aditus_domain::roles::Role;

use crate::ports::{StoreError, Transaction};

/// The organisations whose roles decide on a request, in order of precedence: the custodian of its
/// source (brokers first, then the lowest custodian id), then the provider organisation.
#[derive(Debug)]
pub(crate) struct Binding {
    organisations: Vec<OrganisationId>,
    requester: UserId,
}

impl Binding {
    /// Looks up the organisations for a request of this person for data of this source.
    pub fn load(
        transaction: &mut dyn Transaction,
        source: DataSourceId,
        provider: &str,
        requester: UserId,
    ) -> Result<Self, StoreError> {
        let custodian = transaction
            .dictionary()
            .custodians(source)?
            .first()
            .map(|custodian| custodian.organisation);
        let provider = transaction
            .organisations()
            .by_name(provider)?
            .map(|organisation| organisation.id);
        Ok(Self {
            organisations: custodian.into_iter().chain(provider).collect(),
            requester,
        })
    }

    /// Returns the organisation role for a role of the procedure. A role with a holder other than
    /// the requester takes precedence (decisions C14). If no offered role has one, the first
    /// offered role is returned, and its future holders decide.
    pub fn org_role(
        &self,
        transaction: &mut dyn Transaction,
        role: Role,
    ) -> Result<Option<OrganisationRoleId>, StoreError> {
        let mut offered = Vec::with_capacity(self.organisations.len());
        for organisation in &self.organisations {
            let Some(org_role) = transaction.organisations().active_role(*organisation, role)? else {
                continue;
            };
            let holders = transaction.roles().holders(org_role)?;
            let is_held = holders.iter().any(|holder| *holder != self.requester);
            offered.push((org_role, is_held));
            // A held role takes precedence over all that follow.
            if is_held {
                break;
            }
        }
        Ok(first_with_holder(offered))
    }

    /// Returns the organisation role for a stage that is already bound: its present one while it is
    /// offered, or else a new one.
    pub fn kept_or_new(
        &self,
        transaction: &mut dyn Transaction,
        stage: &ChainStage,
    ) -> Result<Option<OrganisationRoleId>, StoreError> {
        if let Some(bound) = transaction.organisations().role_by_id(stage.org_role)? {
            let offered = transaction
                .organisations()
                .active_role(bound.organisation, stage.role)?;
            if offered == Some(stage.org_role) {
                return Ok(offered);
            }
        }
        self.org_role(transaction, stage.role)
    }
}

/// Returns the active organisation role for each of these roles of stages. Roles that are not
/// offered by any of the organisations are left out.
pub(super) fn organisation_roles(
    transaction: &mut dyn Transaction,
    roles: &BTreeSet<Role>,
    source: DataSourceId,
    provider: &str,
    requester: UserId,
) -> Result<HashMap<Role, OrganisationRoleId>, StoreError> {
    let binding = Binding::load(transaction, source, provider, requester)?;
    let mut found = HashMap::new();
    for role in roles {
        if let Some(org_role) = binding.org_role(transaction, *role)? {
            found.insert(*role, org_role);
        }
    }
    Ok(found)
}
