//! Organisations one by one, as Super Users add, read and change them (3 §2.5, §7).

use aditus_application::organisations::OrganisationRecords;
use aditus_domain::ids::OrganisationId;

use super::body::{OrganizationBody, OrganizationFormBody};
use crate::records::record_calls;

pub(super) use calls::configure;

record_calls! {
    OrganisationRecords, OrganisationId as "org_id", tag "organisations";

    /// Adds an organisation, which offers no role yet. For Super Users.
    add add_organization at "/users/organizations": OrganizationFormBody
        -> 201 OrganizationBody "Organisation Added Successfully",
        409 "another organisation has the name, or another active one the domain";

    /// An organisation with all its fields, active or not. For Super Users.
    one organization at "/users/organizations/{org_id}" -> OrganizationBody;

    /// Changes an organisation. Nobody registers at one that is inactive, its domain vouches for no address, and its roles are of no use
    /// until it is active again. For Super Users.
    change edit_organization at "/users/organizations/{org_id}": OrganizationFormBody
        -> Done "Organisation Updated Successfully",
        409 "another organisation has the name or the domain, this one keeps its name and stays active, or \
        somebody else has saved it since it was read";
}
