//! What is missing for a first request: for `aditus check`, and for the home of Super Users.

use std::collections::BTreeSet;

use aditus_domain::ids::OrganisationId;
use aditus_domain::reference::{Deciders, Inventory, Missing, ReferenceList, missing_for_a_first_request};
use aditus_domain::roles::Role;

use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::ports::{Ports, StoreError};

/// What is missing, for Super Users; nothing once a request can be submitted and decided.
pub fn execute(ports: &Ports, caller: &Caller) -> Result<Vec<Missing>, Error> {
    caller.require(Role::SuperUser)?;
    Ok(missing(ports)?)
}

/// The page of Super Users on which what is missing is added.
pub const fn page_of(missing: &Missing) -> &'static str {
    match missing {
        Missing::Committee => "/superuser/reference-data?tab=committees",
        Missing::EquipmentType => "/superuser/reference-data?tab=equipment",
        Missing::DataSource => "/superuser/data_dictionary",
        Missing::Procedure | Missing::SoundProcedure => "/superuser/approval_procedure",
        Missing::OfferedRole { .. } => "/superuser/organisation-roles",
        Missing::HeldRole { .. } => "/superuser/organisation",
    }
}

/// What is missing, for whoever checks an installation.
pub fn missing(ports: &Ports) -> Result<Vec<Missing>, StoreError> {
    let provider = &ports.settings.provider_organisation;
    let mut views = ports.database.read()?;
    let mut has_active = |list: ReferenceList| -> Result<bool, StoreError> {
        let entries = views.reference().all_entries(list)?;
        Ok(entries.iter().any(|entry| entry.active))
    };
    let has_committee = has_active(ReferenceList::EthicsCommittees)?;
    let has_equipment_type = has_active(ReferenceList::EquipmentTypes)?;
    let stored = views.procedures().default_procedure()?;
    let held = views.procedures().held_roles(provider)?;
    let has_data_source = held.without_custodian || !held.custodians.is_empty();
    let places: Vec<OrganisationId> = held
        .custodians
        .iter()
        .map(|(id, _)| *id)
        .chain(held.provider)
        .collect();
    let offered = views.reference().offered_roles(&places)?;
    let deciders = |organisation: &str, custodian: Option<OrganisationId>| {
        let asked: Vec<OrganisationId> = custodian.into_iter().chain(held.provider).collect();
        let among = |roles: &[(OrganisationId, Role)]| -> BTreeSet<Role> {
            let here = roles.iter().filter(|(place, _)| asked.contains(place));
            here.map(|(_, role)| *role).collect()
        };
        Deciders {
            organisation: organisation.to_owned(),
            offered: among(&offered),
            held: among(&held.held),
        }
    };
    let mut all: Vec<Deciders> = held
        .custodians
        .iter()
        .map(|(id, name)| deciders(name, Some(*id)))
        .collect();
    if held.without_custodian || !has_data_source {
        all.push(deciders(provider, None));
    }
    Ok(missing_for_a_first_request(&Inventory {
        has_committee,
        has_equipment_type,
        has_data_source,
        procedure: stored.as_ref().map(|stored| &stored.procedure),
        deciders: all,
    }))
}
