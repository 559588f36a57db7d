//! Of which source the data of a request may be asked for.

use std::collections::BTreeSet;

use aditus_domain::ids::DataSourceId;
use aditus_domain::requests::{Faults, source_not_offered};
use aditus_domain::review::OverallStatus;
use aditus_domain::roles::Role;

use super::Error;
use super::edit::Edit;
use crate::ports::Ports;
use crate::requests::binding::organisation_roles;

/// Whether a dataset of the request may be of this source: a published one; while the request is pending, one whose stages bind to
/// the organisation roles that the request has already (beyond.md V6). Of a denied or recalled one the stages are bound anew when
/// it is resubmitted.
pub(super) fn must_be_allowed(ports: &Ports, edit: &mut Edit<'_>, source: DataSourceId) -> Result<(), Error> {
    if !edit.transaction().dictionary().is_published(source)? {
        let mut faults = Faults::default();
        faults.add("data_source", source_not_offered(None));
        return Err(faults.into());
    }
    if edit.request.chain.status() != OverallStatus::Pending {
        return Ok(());
    }
    let request = edit.request.id;
    // Who holds which role may have changed since the stages were bound: what is asked for of a source already may be more.
    let has_it = edit
        .transaction()
        .requested_datasets()
        .sources(request)?
        .contains(&source);
    if has_it || binds_alike(ports, edit, source)? {
        Ok(())
    } else {
        Err(Error::OtherCustody)
    }
}

/// Whether each stage at which staff decide would be bound to the organisation role that it has.
fn binds_alike(ports: &Ports, edit: &mut Edit<'_>, source: DataSourceId) -> Result<bool, Error> {
    let stages: Vec<_> = edit
        .request
        .chain
        .stages()
        .iter()
        .filter(|stage| !stage.is_requesters())
        .map(|stage| (stage.role, stage.org_role))
        .collect();
    let roles: BTreeSet<Role> = stages.iter().map(|(role, _)| *role).collect();
    let owner = edit.request.owner;
    let provider = &ports.settings.provider_organisation;
    let bound = organisation_roles(edit.transaction(), &roles, source, provider, owner)?;
    Ok(stages
        .iter()
        .all(|(role, org_role)| bound.get(role) == Some(org_role)))
}
