//! Addresses that send forwarding headers and are not trusted: probably proxies missing in the
//! configuration. All callers behind such a proxy count as one network, so `aditus check` warns the
//! operator (decisions A12).

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};

use crate::audit::{self, Unrecorded};
pub use crate::failure::Refused as Error;
use crate::ports::{Ports, StoreError};

/// The time for which an address is remembered.
pub const REMEMBERED_FOR: TimeDelta = TimeDelta::days(7);

/// The maximum number of remembered addresses. Any client may send such a header, and an
/// installation has few proxies.
pub const MOST: usize = 20;

/// The store of untrusted proxies.
pub trait UntrustedProxies {
    /// Stores the address, or updates the time at which it was last seen.
    fn note(&mut self, address: &str, at: DateTime<Utc>) -> Result<(), StoreError>;
    /// Returns the addresses seen after `since`, sorted by address.
    fn seen(&mut self, since: DateTime<Utc>) -> Result<Vec<String>, StoreError>;
    /// Deletes addresses last seen before then. Returns their number.
    fn delete_expired(&mut self, before: DateTime<Utc>) -> Result<u64, StoreError>;
}

/// Remembers an address that sent an untrusted forwarding header. A new address is ignored while
/// [`MOST`] are remembered.
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

/// Returns the recently seen addresses.
pub fn seen(ports: &Ports) -> Result<Vec<IpAddr>, Error> {
    let since = ports.clock.now() - REMEMBERED_FOR;
    let mut transaction = ports.database.begin()?;
    let seen = transaction.untrusted_proxies().seen(since)?;
    Ok(seen.iter().filter_map(|address| address.parse().ok()).collect())
}
