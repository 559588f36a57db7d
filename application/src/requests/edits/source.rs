//! Checks that a dataset of a request may be of a source.

use std::collections::BTreeSet;

use aditus_domain::ids::DataSourceId;
use aditus_domain::requests::{Faults, source_not_offered};
use aditus_domain::review::OverallStatus;
use aditus_domain::roles::Role;

use super::Error;
use super::edit::Edit;
use crate::ports::Ports;
use crate::requests::binding::organisation_roles;

/// Refuses a source that is not published. While the request is pending, the stages must also bind
/// to the same organisation roles as before (decisions V6). The stages of a denied or recalled
/// request are bound again at its resubmission.
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
    // A source that the request has already stays allowed, even if its stages would bind
    // differently now because holders of roles have changed.
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

/// Returns true if each stage where staff decide would be bound to its present organisation role.
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
