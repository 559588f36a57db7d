//! Counts the connections of each network, so that one network cannot use all of them.

use std::cell::Cell;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use aditus_domain::limits::network_of;

use crate::load::ConnectionLimits;
use crate::trusted_proxies::TrustedProxies;

/// Factor by which the limit is higher for this machine and trusted proxies, because they forward
/// the connections of many users.
pub(super) const PROXY_FACTOR: usize = 16;

/// Minimum time between two warnings about refused connections.
const BETWEEN_WARNINGS: Duration = Duration::from_mins(1);

pub(super) struct Networks {
    /// Maximum number of connections per network.
    max: usize,
    /// Maximum number of connections per network that have not sent a complete request head.
    max_new: usize,
    proxies: TrustedProxies,
    counts: Mutex<HashMap<String, Count>>,
    warned: Mutex<Option<Instant>>,
}

#[derive(Debug, Default, Clone, Copy)]
struct Count {
    all: usize,
    new: usize,
}

/// The slot of one connection of its network. Dropping it frees the slot.
pub(crate) struct ConnectionSlot {
    networks: Arc<Networks>,
    network: String,
    is_new: Cell<bool>,
}

impl Networks {
    /// Limits one network to at most half of the `total` connections.
    pub(super) fn new(limits: ConnectionLimits, total: usize, proxies: TrustedProxies) -> Self {
        Self {
            max: limits.per_network.min(total / 2).max(1),
            max_new: limits.new_per_network,
            proxies,
            counts: Mutex::default(),
            warned: Mutex::default(),
        }
    }

    /// Takes a slot for a connection of this address; `None` if its network has reached the limit.
    pub(super) fn admit(self: &Arc<Self>, address: IpAddr) -> Option<ConnectionSlot> {
        let address = address.to_canonical();
        let is_proxy = address.is_loopback() || self.proxies.trusts(address);
        let factor = if is_proxy { PROXY_FACTOR } else { 1 };
        let network = network_of(&address.to_string());
        let refused = {
            let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
            let count = counts.entry(network.clone()).or_default();
            if count.all < self.max.saturating_mul(factor) && count.new < self.max_new.saturating_mul(factor)
            {
                count.all += 1;
                count.new += 1;
                None
            } else {
                Some(*count)
            }
        };
        if let Some(count) = refused {
            self.warn(&network, count);
            return None;
        }
        Some(ConnectionSlot {
            networks: Arc::clone(self),
            network,
            is_new: Cell::new(true),
        })
    }

    fn warn(&self, network: &str, count: Count) {
        let mut warned = self.warned.lock().unwrap_or_else(PoisonError::into_inner);
        if warned.is_some_and(|last| last.elapsed() < BETWEEN_WARNINGS) {
            return;
        }
        *warned = Some(Instant::now());
        tracing::warn!(
            %network,
            connections = count.all,
            without_request = count.new,
            "connections refused: the network has reached its limit (connections.per_network, connections.new_per_network)"
        );
    }

    fn change(&self, network: &str, change: impl FnOnce(&mut Count)) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(network) {
            change(count);
            if count.all == 0 {
                counts.remove(network);
            }
        }
    }
}

impl ConnectionSlot {
    /// Records that the connection has sent a complete request head.
    pub(super) fn note_request(&self) {
        if self.is_new.replace(false) {
            self.networks
                .change(&self.network, |count| count.new = count.new.saturating_sub(1));
        }
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let new = usize::from(self.is_new.get());
        self.networks.change(&self.network, |count| {
            count.all = count.all.saturating_sub(1);
            count.new = count.new.saturating_sub(new);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trusted_proxies::ForwardedHeader;

    fn networks(per_network: usize, new_per_network: usize) -> Arc<Networks> {
        let limits = ConnectionLimits {
            per_network,
            new_per_network,
            ..ConnectionLimits::default()
        };
        let proxies = TrustedProxies::parse("198.51.100.0/24", ForwardedHeader::XForwardedFor).unwrap();
        Arc::new(Networks::new(limits, 1_000, proxies))
    }

    fn admit(networks: &Arc<Networks>, address: &str) -> Option<ConnectionSlot> {
        networks.admit(address.parse().unwrap())
    }

    #[test]
    fn a_network_above_its_limit_is_rejected_and_others_are_not() {
        let networks = networks(100, 2);
        let held = [admit(&networks, "192.0.2.1"), admit(&networks, "192.0.2.1")];
        assert!(held.iter().all(Option::is_some));
        assert!(admit(&networks, "192.0.2.1").is_none());
        assert!(admit(&networks, "::ffff:192.0.2.1").is_none());
        assert!(admit(&networks, "192.0.2.2").is_some());
        drop(held);
        assert!(admit(&networks, "192.0.2.1").is_some());
    }

    #[test]
    fn an_ipv6_network_is_a_64_bit_prefix() {
        let networks = networks(100, 1);
        let held = admit(&networks, "2001:db8:aa:bb::1");
        assert!(held.is_some());
        assert!(admit(&networks, "2001:db8:aa:bb:cc::2").is_none());
        assert!(admit(&networks, "2001:db8:aa:bc::1").is_some());
    }

    #[test]
    fn a_request_frees_the_slot_of_a_new_connection() {
        let networks = networks(3, 1);
        let mut held = Vec::new();
        for _ in 0..3 {
            let slot = admit(&networks, "192.0.2.1").unwrap();
            slot.note_request();
            slot.note_request();
            held.push(slot);
        }
        assert!(
            admit(&networks, "192.0.2.1").is_none(),
            "a network has a bound in all"
        );
        held.pop();
        let new = admit(&networks, "192.0.2.1");
        assert!(new.is_some());
        assert!(admit(&networks, "192.0.2.1").is_none());
    }

    #[test]
    fn proxies_and_localhost_get_sixteen_times_the_limit() {
        for address in ["198.51.100.7", "127.0.0.1", "::1"] {
            let networks = networks(100, 2);
            let held: Vec<_> = (0..2 * PROXY_FACTOR).map(|_| admit(&networks, address)).collect();
            assert!(held.iter().all(Option::is_some), "{address}");
            assert!(admit(&networks, address).is_none(), "{address}");
        }
    }

    #[test]
    fn one_network_gets_half_of_all_connections_at_most() {
        let networks = networks(5_000, 5_000);
        let held: Vec<_> = (0..500).map(|_| admit(&networks, "192.0.2.1")).collect();
        assert!(held.iter().all(Option::is_some));
        assert!(admit(&networks, "192.0.2.1").is_none());
    }

    #[test]
    fn networks_without_connections_are_forgotten() {
        let networks = networks(2, 2);
        drop(admit(&networks, "192.0.2.1"));
        assert!(networks.counts.lock().unwrap().is_empty());
    }
}
