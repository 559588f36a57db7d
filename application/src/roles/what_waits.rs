//! Lists the pending tasks of a Super User: `GET users/what-waits/`, shown on their home page (3
//! §2.4; decisions C14, "Administration").

use std::collections::BTreeMap;

use aditus_domain::ids::{DataSourceId, OrganisationId, OrganisationRoleId, ProcedureId, RequestId};
use aditus_domain::organisations::DATA_REQUESTER_ORGANISATION;
use aditus_domain::procedures::Fault;
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use super::authority;
use super::views::{Administration, RequestedRole};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::ports::Ports;
use crate::review::views::{StageScope, WaitingStage};

/// The pending tasks. Nothing is pending if all of it is empty.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WhatWaits {
    /// Active organisations without an Admin, by name, with their requested roles. The organisation
    /// for people whose own is not registered needs no Admin.
    pub organisations: Vec<UnservedOrganisation>,
    /// Organisations with role requests that Super Users decide, by name.
    pub role_requests: Vec<UnservedOrganisation>,
    /// Organisation roles whose waiting Data Requests have no one to decide, longest wait first.
    pub stages: Vec<BlockedRole>,
    /// Published data sources without a custodian, by name. The provider decides on their requests.
    pub sources: Vec<(DataSourceId, String)>,
    /// The default procedure, if it has faults, which block all submissions.
    pub procedure: Option<(ProcedureId, Vec<Fault>)>,
}

/// An organisation with tasks for Super Users.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnservedOrganisation {
    /// Id of the organisation.
    pub organisation: OrganisationId,
    /// Its name.
    pub name: String,
    /// Requested roles that Super Users decide, oldest first.
    pub requests: Vec<RequestedRole>,
}

/// An organisation role whose waiting Data Requests have no one to decide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockedRole {
    /// The organisation role.
    pub org_role: OrganisationRoleId,
    /// The role.
    pub role: Role,
    /// Organisation that needs a holder of the role.
    pub organisation: OrganisationId,
    /// The name of that organisation.
    pub name: String,
    /// True if the organisation has an Admin, who can assign the role.
    pub has_admin: bool,
    /// True if the role has holders, who are excluded because they own the requests or have already
    /// decided on them.
    pub is_held: bool,
    /// Waiting requests, longest wait first.
    pub requests: Vec<RequestId>,
    /// Names of the data sources of these requests, each once.
    pub sources: Vec<String>,
    /// Time since which the first request waits.
    pub since: Option<DateTime<Utc>>,
}

/// Returns all pending tasks.
pub fn execute(ports: &Ports, caller: &Caller) -> Result<WhatWaits, Error> {
    caller.require(Role::SuperUser)?;
    let mut views = ports.database.read()?;
    let administration = views.roles().administration()?;
    let stages = views.review().possible_vacancies(StageScope::Everywhere)?;
    let sources = views.dictionary_records().sources_without_custodian()?;
    let procedure = views.procedures().default_procedure()?.and_then(|stored| {
        let faults = stored.procedure.validate().err()?;
        Some((stored.procedure.id?, faults))
    });
    let four_eyes = ports.settings.four_eyes;
    let organisations = organisations_with_requests(&administration);
    Ok(WhatWaits {
        role_requests: organisations
            .iter()
            .filter(|(organisation, _)| !organisation.requests.is_empty())
            .map(|(organisation, _)| organisation.clone())
            .collect(),
        organisations: organisations
            .into_iter()
            .filter(|(organisation, has_admin)| {
                !has_admin && organisation.organisation != DATA_REQUESTER_ORGANISATION
            })
            .map(|(organisation, _)| organisation)
            .collect(),
        stages: blocked_roles(
            &administration,
            stages.into_iter().filter(|stage| stage.has_no_decider(four_eyes)),
        ),
        sources,
        procedure,
    })
}

/// Returns all active organisations, each with the role requests that Super Users decide. The flag
/// is true if the organisation has an Admin.
fn organisations_with_requests(administration: &Administration) -> Vec<(UnservedOrganisation, bool)> {
    let mut admins: BTreeMap<OrganisationId, Vec<_>> = BTreeMap::new();
    for (organisation, admin) in &administration.admins {
        admins.entry(*organisation).or_default().push(*admin);
    }
    let mut requests: BTreeMap<OrganisationId, Vec<RequestedRole>> = BTreeMap::new();
    for requested in &administration.requested {
        let admins = admins.get(&requested.organisation).map_or(&[][..], Vec::as_slice);
        if authority::waits_for_super_users(admins, requested) {
            let of_organisation = requests.entry(requested.organisation).or_default();
            of_organisation.push(requested.clone());
        }
    }
    let organisations = administration.organisations.iter();
    organisations
        .map(|(id, name)| {
            let unserved = UnservedOrganisation {
                organisation: *id,
                name: name.clone(),
                requests: requests.remove(id).unwrap_or_default(),
            };
            (unserved, admins.contains_key(id))
        })
        .collect()
}

fn blocked_roles(
    administration: &Administration,
    stages: impl Iterator<Item = WaitingStage>,
) -> Vec<BlockedRole> {
    let mut all: Vec<BlockedRole> = Vec::new();
    for stage in stages {
        match all.iter_mut().find(|known| known.org_role == stage.org_role) {
            Some(known) if known.requests.contains(&stage.request) => {}
            Some(known) => {
                known.requests.push(stage.request);
                for source in stage.sources {
                    if !known.sources.contains(&source) {
                        known.sources.push(source);
                    }
                }
            }
            None => all.push(BlockedRole {
                org_role: stage.org_role,
                role: stage.role,
                organisation: stage.organisation,
                has_admin: administration
                    .admins
                    .iter()
                    .any(|(organisation, _)| *organisation == stage.organisation),
                is_held: !stage.holders.is_empty(),
                name: stage.organisation_name,
                requests: vec![stage.request],
                sources: stage.sources,
                since: stage.since,
            }),
        }
    }
    all
}
