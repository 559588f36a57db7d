//! Adds, reads and changes single organisations, for Super Users (3 §2.5, §7).

use aditus_application::organisations::OrganisationRecords;
use aditus_domain::ids::OrganisationId;

use super::body::{OrganizationBody, OrganizationFormBody};
use crate::records::record_calls;

pub(super) use calls::configure;

record_calls! {
    OrganisationRecords, OrganisationId as "org_id", tag "organisations";

    /// Adds an organisation.
    ///
    /// It offers no roles at first. For Super Users.
    add add_organization at "/users/organizations": OrganizationFormBody
        -> 201 OrganizationBody "Organisation Added Successfully",
        409 "another organisation has the name, or another active one the domain";

    /// Returns an organisation with all fields, active or not.
    ///
    /// For Super Users.
    one organization at "/users/organizations/{org_id}" -> OrganizationBody;

    /// Changes an organisation.
    ///
    /// While it is inactive, users cannot register with it, its domain does not verify email
    /// addresses, and its roles cannot be used. For Super Users.
    change edit_organization at "/users/organizations/{org_id}": OrganizationFormBody
        -> Done "Organisation Updated Successfully",
        409 "another organisation has the name or the domain, this one keeps its name and stays active, or someone else has saved \
        it since it was read";
}
