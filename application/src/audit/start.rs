//! Records the start of a server: the version of the product that decides from now on, and its
//! configuration (decisions P1).

use aditus_domain::audit::{Act, Actor, Personal};

use super::record;
use crate::ports::{Ports, StoreError};

/// Adds the entry for the start of a server of this version. The configuration must not contain
/// secrets.
pub fn execute(ports: &Ports, version: &'static str, configuration: String) -> Result<(), StoreError> {
    let mut transaction = ports.database.begin()?;
    let started = Act::ServerStarted {
        version,
        configuration: Personal::new(configuration),
    };
    let recorded = record(ports, transaction.as_mut(), Actor::System, started)?;
    transaction.commit(recorded)
}
