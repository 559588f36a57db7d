use std::net::{IpAddr, Ipv6Addr};

/// What callers from an address are counted under. One who has an IPv6 connection has a network of at least 64 bits, and could
/// call from another address of it each time: there it is the network that counts.
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

/// Whether an address is of a network that nobody reaches from outside: of this machine, or of a private network. Whoever calls from
/// there and says for whom is a proxy of the deployer's; from elsewhere it may be anybody.
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
    fn the_network_counts_where_each_has_one() {
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
