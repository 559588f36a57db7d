//! Organisations (1 §3, 3 §3; decisions, "Names and constants").

mod domain;
mod form;
mod name;
mod search;

pub use domain::{domain_key, name_key, parent_domains};
pub use form::{
    ABBREVIATION_LIMIT, COUNTRY_LIMIT, DESCRIPTION_LIMIT, DOMAIN_LIMIT, OrganisationDetails, RawOrganisation,
};
pub use name::{OrganisationName, OrganisationNameError};
pub use search::keywords;

use crate::ids::OrganisationId;

/// Returns the organisation's name for a person's screens and documents: the name that the person
/// typed if the organisation is not registered, and the registered name otherwise.
pub fn shown_name(registered: String, typed: Option<String>) -> String {
    typed.unwrap_or(registered)
}

/// The organisation of people whose own organisation is not registered (1 §5.2).
pub const DATA_REQUESTER_ORGANISATION: OrganisationId = OrganisationId(6);

/// The name of [`DATA_REQUESTER_ORGANISATION`].
pub const DATA_REQUESTER_ORGANISATION_NAME: &str = "Data Requester";
