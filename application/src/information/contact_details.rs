//! Returns the contact for help (`GET contact/`), also to guests (3 §2.15).

use aditus_domain::information::ContactDetails;

use crate::ports::Ports;

/// The query has no parameters.
#[derive(Debug, Clone, Copy, Default)]
pub struct Query;

/// Returns the configured contact details.
pub fn execute(ports: &Ports, _query: Query) -> ContactDetails {
    ports.settings.contact.clone()
}
