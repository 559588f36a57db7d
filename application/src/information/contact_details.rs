//! Whom people ask for help (`GET contact/`), for guests too (3 §2.15).

use aditus_domain::information::ContactDetails;

use crate::ports::Ports;

/// All of it is asked for at once.
#[derive(Debug, Clone, Copy, Default)]
pub struct Query;

/// What the deployer gave. Nothing can fail: it is part of the configuration.
pub fn execute(ports: &Ports, _query: Query) -> ContactDetails {
    ports.settings.contact.clone()
}
