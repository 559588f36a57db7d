//! Callers who say for whom they call and are not believed: likely a proxy that the configuration leaves out. Everybody behind it
//! counts as one network then, so that `aditus check` has to tell the deployer (decisions A12).

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};

use crate::audit::{self, Unrecorded};
pub use crate::failure::Refused as Error;
use crate::ports::{Ports, StoreError};

/// How long it is remembered that somebody was seen.
pub const REMEMBERED_FOR: TimeDelta = TimeDelta::days(7);

/// The most that are remembered: anybody may send such a header, and a deployer has few proxies.
pub const MOST: usize = 20;

/// The store of them.
pub trait UntrustedProxies {
    /// Notes that this one was seen; one that was seen before is stored once, as seen last then.
    fn note(&mut self, address: &str, at: DateTime<Utc>) -> Result<(), StoreError>;
    /// Those seen after `since`, by address.
    fn seen(&mut self, since: DateTime<Utc>) -> Result<Vec<String>, StoreError>;
    /// Removes those last seen before then; answers how many.
    fn sweep(&mut self, before: DateTime<Utc>) -> Result<u64, StoreError>;
}

/// Notes that somebody at this address says for whom it calls and is not believed.
pub fn note(ports: &Ports, address: IpAddr) -> Result<(), Error> {
    let now = ports.clock.now();
    let address = address.to_string();
    let mut transaction = ports.database.begin()?;
    let proxies = transaction.untrusted_proxies();
    let known = proxies.seen(now - REMEMBERED_FOR)?;
    if known.len() < MOST || known.contains(&address) {
        proxies.note(&address, now)?;
        transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
    }
    Ok(())
}

/// Those seen of late.
pub fn seen(ports: &Ports) -> Result<Vec<IpAddr>, Error> {
    let since = ports.clock.now() - REMEMBERED_FOR;
    let mut transaction = ports.database.begin()?;
    let seen = transaction.untrusted_proxies().seen(since)?;
    Ok(seen.iter().filter_map(|address| address.parse().ok()).collect())
}
