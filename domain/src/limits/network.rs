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
}
