//! A server starts: which version of the product decides from now on, and how it is configured (design P1).

use aditus_domain::audit::{Act, By, Personal};

use super::record;
use crate::ports::{Ports, StoreError};

/// Records the start of a server of this version. The configuration comes without secrets.
pub fn execute(ports: &Ports, version: &'static str, configuration: String) -> Result<(), StoreError> {
    let mut transaction = ports.database.begin()?;
    let started = Act::ServerStarted {
        version,
        configuration: Personal::new(configuration),
    };
    let recorded = record(ports, transaction.as_mut(), By::Product, started)?;
    transaction.commit(recorded)
}
