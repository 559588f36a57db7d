use std::net::{IpAddr, Ipv6Addr};

/// Returns the quota key of an address. An IPv6 connection has a network of at least 64 bits, so a
/// caller could use another address each time: the /64 network is counted instead. A text that is
/// no address is returned unchanged.
pub fn network_of(address: &str) -> String {
    match address.parse::<IpAddr>().map(|address| address.to_canonical()) {
        Ok(IpAddr::V6(address)) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{}/64", Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        Ok(IpAddr::V4(address)) => address.to_string(),
        Err(_) => address.to_owned(),
    }
}

/// Returns true for addresses of this machine or of a private network, which cannot be reached from
/// outside. A caller from there that forwards requests is a proxy of the deployer. A caller from
/// elsewhere may be anyone.
pub const fn is_internal(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private() || address.is_link_local(),
        IpAddr::V6(address) => {
            address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ipv6_addresses_are_counted_by_network() {
        for (address, network) in [
            ("192.0.2.77", "192.0.2.77"),
            ("::ffff:192.0.2.77", "192.0.2.77"),
            ("2001:db8:aa:bb:cc::1", "2001:db8:aa:bb::/64"),
            ("2001:db8:aa:bb::2", "2001:db8:aa:bb::/64"),
            ("2001:db8:aa:bc::2", "2001:db8:aa:bc::/64"),
            ("", ""),
        ] {
            assert_eq!(network_of(address), network);
        }
    }

    #[test]
    fn private_networks_are_internal() {
        for (address, internal) in [
            ("127.0.0.1", true),
            ("10.1.2.3", true),
            ("192.168.1.1", true),
            ("169.254.0.1", true),
            ("::1", true),
            ("fd00::1", true),
            ("fe80::1", true),
            ("203.0.113.9", false),
            ("2001:db8::1", false),
        ] {
            assert_eq!(is_internal(address.parse().unwrap()), internal, "{address}");
        }
    }
}
