//! To which organisation roles the stages of a request are bound (decisions C5, C14).

use std::collections::{BTreeSet, HashMap};

use aditus_domain::ids::{DataSourceId, OrganisationId, OrganisationRoleId, UserId};
use aditus_domain::procedures::asked_first;
use aditus_domain::review::ChainStage;
use aditus_domain::roles::Role;

use crate::ports::{StoreError, Transaction};

/// Where the stages of a request find those who decide: at the custodian organisation of its source (a broker first, then the
/// lowest custodian id), or else at the provider organisation.
#[derive(Debug)]
pub(crate) struct Binding {
    organisations: Vec<OrganisationId>,
    requester: UserId,
}

impl Binding {
    /// For a request of this person for data of this source.
    pub fn of(
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

    /// The organisation role for a role of the procedure. One that somebody else than the requester holds is preferred (C14);
    /// where there is none, whoever comes to hold it will decide.
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
            // Nothing that comes after it is asked.
            if is_held {
                break;
            }
        }
        Ok(asked_first(offered))
    }

    /// The organisation role for a stage that is bound already: the one that it has, as long as that is offered.
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

/// The active organisation role for each of these roles, which stages have. A role that is offered nowhere is left out.
pub(super) fn organisation_roles(
    transaction: &mut dyn Transaction,
    roles: &BTreeSet<Role>,
    source: DataSourceId,
    provider: &str,
    requester: UserId,
) -> Result<HashMap<Role, OrganisationRoleId>, StoreError> {
    let binding = Binding::of(transaction, source, provider, requester)?;
    let mut found = HashMap::new();
    for role in roles {
        if let Some(org_role) = binding.org_role(transaction, *role)? {
            found.insert(*role, org_role);
        }
    }
    Ok(found)
}
