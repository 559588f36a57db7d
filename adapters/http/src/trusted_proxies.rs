//! Trusted reverse proxies. Behind a proxy, the connection is the proxy's and a header names the
//! caller. The header is only trusted from these proxies.

use std::net::{IpAddr, SocketAddr};

use actix_web::http::header::{FORWARDED, HeaderMap, HeaderName, X_FORWARDED_FOR};
use ipnet::IpNet;
use thiserror::Error;

/// The header in which proxies report the caller. Only the configured one is read: a proxy that
/// writes one of them passes the other one on as the caller wrote it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ForwardedHeader {
    /// Such as `X-Forwarded-For: 192.0.2.60, 198.51.100.17`.
    #[default]
    XForwardedFor,
    /// Such as `Forwarded: for=192.0.2.60;proto=https, for="[2001:db8::17]"` (RFC 7239).
    Forwarded,
}

/// The proxies that are trusted to report the caller's address; by default none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TrustedProxies {
    networks: Vec<IpNet>,
    header: ForwardedHeader,
}

/// The text is neither an address nor a network.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is neither an address such as 10.0.0.7 nor a network such as 10.0.0.0/8 or fd00::/8")]
pub struct NetworkError(String);

impl TrustedProxies {
    /// Parses addresses and networks that are separated by commas or white space.
    pub fn parse(text: &str, header: ForwardedHeader) -> Result<Self, NetworkError> {
        let words = text.split([',', ' ', '\t', '\n']).filter(|word| !word.is_empty());
        let network = |word: &str| {
            let address = word.parse::<IpAddr>().map(IpNet::from);
            address
                .or_else(|_| word.parse::<IpNet>())
                .map_err(|_| NetworkError(word.to_owned()))
        };
        Ok(Self {
            networks: words.map(network).collect::<Result<_, _>>()?,
            header,
        })
    }

    /// Returns the networks that are suspiciously large for a deployer: larger than `10.0.0.0/8` or
    /// `fc00::/7`.
    pub fn wide_networks(&self) -> impl Iterator<Item = String> {
        let is_wide = |network: &&IpNet| match network {
            IpNet::V4(network) => network.prefix_len() < 8,
            IpNet::V6(network) => network.prefix_len() < 7,
        };
        self.networks.iter().filter(is_wide).map(ToString::to_string)
    }

    /// Returns true if this proxy is trusted.
    pub fn trusts(&self, address: IpAddr) -> bool {
        self.networks.iter().any(|network| network.contains(&address))
    }

    /// Returns the name of the header in which proxies report the caller.
    pub const fn header_name(&self) -> HeaderName {
        match self.header {
            ForwardedHeader::XForwardedFor => X_FORWARDED_FOR,
            ForwardedHeader::Forwarded => FORWARDED,
        }
    }

    /// Returns the caller's address on a connection from `peer`: the rightmost reported address
    /// that is not a trusted proxy. Each proxy appends the address of its own caller, so addresses
    /// further left may be forged. If an address to the right of them cannot be parsed, the header
    /// is ignored.
    pub(crate) fn caller(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let peer = peer.to_canonical();
        if !self.trusts(peer) {
            return peer;
        }
        let mut caller = peer;
        for reported in self.reported_addresses(headers).into_iter().rev() {
            match reported {
                Some(address) if self.trusts(address) => caller = address,
                Some(address) => return address,
                None => return peer,
            }
        }
        caller
    }

    /// Returns the addresses of the header, from left to right; `None` for an address that cannot
    /// be parsed.
    fn reported_addresses(&self, headers: &HeaderMap) -> Vec<Option<IpAddr>> {
        let read: fn(&str) -> Option<IpAddr> = match self.header {
            ForwardedHeader::XForwardedFor => node,
            ForwardedHeader::Forwarded => |element| node(&parameter(element, "for")?),
        };
        let mut reported = Vec::new();
        for value in headers.get_all(self.header_name()) {
            match value.to_str() {
                Ok(value) => reported.extend(split(value, ',').map(read)),
                Err(_) => reported.push(None),
            }
        }
        reported
    }
}

/// Parses an address in the notations of proxies: plain, in brackets, or with a port.
fn node(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let address = bare.unwrap_or(text).parse::<IpAddr>();
    let address = address.or_else(|_| text.parse::<SocketAddr>().map(|address| address.ip()));
    address.ok().map(|address| address.to_canonical())
}

/// Returns the value of a parameter in an element of `Forwarded`, without quotes.
fn parameter(element: &str, name: &str) -> Option<String> {
    split(element, ';').find_map(|pair| {
        let (key, value) = pair.split_once('=')?;
        if !key.trim().eq_ignore_ascii_case(name) {
            return None;
        }
        let value = value.trim();
        let quoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
        Some(quoted.unwrap_or(value).to_owned())
    })
}

/// Splits at separators outside quotes.
fn split(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    text.split(move |character| {
        is_quoted ^= character == '"';
        character == separator && !is_quoted
    })
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderValue;

    use super::*;

    fn caller(proxies: &TrustedProxies, peer: &str, values: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for value in values {
            let name = match proxies.header {
                ForwardedHeader::XForwardedFor => X_FORWARDED_FOR,
                ForwardedHeader::Forwarded => FORWARDED,
            };
            headers.append(name, HeaderValue::from_str(value).unwrap());
        }
        proxies.caller(peer.parse().unwrap(), &headers).to_string()
    }

    fn proxies(header: ForwardedHeader) -> TrustedProxies {
        TrustedProxies::parse("10.0.0.0/8, 192.0.2.7 fd00::/8", header).unwrap()
    }

    #[test]
    fn oversized_networks_are_reported_as_wide() {
        let wide = |text: &str| -> Vec<String> {
            let proxies = TrustedProxies::parse(text, ForwardedHeader::XForwardedFor).unwrap();
            proxies.wide_networks().collect()
        };
        assert!(wide("10.0.0.0/8, 192.0.2.7, fd00::/8, fc00::/7, 2001:db8::/32").is_empty());
        assert_eq!(
            wide("0.0.0.0/0, 128.0.0.0/1, ::/0, 2000::/3, 10.0.0.7"),
            ["0.0.0.0/0", "128.0.0.0/1", "::/0", "2000::/3"]
        );
    }

    #[test]
    fn the_header_is_used_only_from_trusted_proxies() {
        let proxies = proxies(ForwardedHeader::XForwardedFor);
        let reported = ["203.0.113.9"];
        for (peer, expected) in [
            ("10.1.2.3", "203.0.113.9"),
            ("192.0.2.7", "203.0.113.9"),
            ("::ffff:10.1.2.3", "203.0.113.9"),
            ("fd00::1", "203.0.113.9"),
            ("192.0.2.8", "192.0.2.8"),
            ("2001:db8::1", "2001:db8::1"),
        ] {
            assert_eq!(caller(&proxies, peer, &reported), expected, "{peer}");
        }
        let nobody = TrustedProxies::default();
        assert_eq!(caller(&nobody, "10.1.2.3", &reported), "10.1.2.3");
    }

    #[test]
    fn the_rightmost_untrusted_address_is_the_caller() {
        let proxies = proxies(ForwardedHeader::XForwardedFor);
        for (reported, expected) in [
            (&["198.51.100.1, 203.0.113.9"][..], "203.0.113.9"),
            (&["198.51.100.1, 203.0.113.9, 10.0.0.2,192.0.2.7"], "203.0.113.9"),
            (&["198.51.100.1", "203.0.113.9, 10.0.0.2"], "203.0.113.9"),
            (&["made up, 203.0.113.9"], "203.0.113.9"),
            (&["203.0.113.9:52000"], "203.0.113.9"),
            (&["[2001:db8::9]:52000"], "2001:db8::9"),
            (&["2001:db8::9"], "2001:db8::9"),
            (&["::ffff:203.0.113.9"], "203.0.113.9"),
            (&["10.0.0.9, 10.0.0.2"], "10.0.0.9"),
            (&[], "10.1.2.3"),
        ] {
            assert_eq!(caller(&proxies, "10.1.2.3", reported), expected, "{reported:?}");
        }
    }

    #[test]
    fn a_malformed_header_is_ignored() {
        let proxies = proxies(ForwardedHeader::XForwardedFor);
        for reported in [
            "",
            "unknown",
            "203.0.113.9, unknown",
            "203.0.113.9, unknown, 10.0.0.2",
            "203.0.113.900",
            "203.0.113.9,",
            "203.0.113.9 198.51.100.1",
            "for=203.0.113.9",
        ] {
            assert_eq!(
                caller(&proxies, "10.1.2.3", &[reported]),
                "10.1.2.3",
                "{reported}"
            );
        }
    }

    #[test]
    fn the_forwarded_header_is_read_if_configured() {
        let proxies = proxies(ForwardedHeader::Forwarded);
        for (reported, expected) in [
            ("for=203.0.113.9", "203.0.113.9"),
            ("For=\"203.0.113.9:52000\";proto=https;by=10.0.0.2", "203.0.113.9"),
            ("for=198.51.100.1, for=\"[2001:db8::9]:52000\"", "2001:db8::9"),
            (
                "for=203.0.113.9;host=\"a,b;for=198.51.100.1\", for=10.0.0.2",
                "203.0.113.9",
            ),
            ("for=203.0.113.9, for=unknown", "10.1.2.3"),
            ("for=203.0.113.9, for=_hidden, for=10.0.0.2", "10.1.2.3"),
            ("for=203.0.113.9, proto=https", "10.1.2.3"),
            ("203.0.113.9", "10.1.2.3"),
        ] {
            assert_eq!(caller(&proxies, "10.1.2.3", &[reported]), expected, "{reported}");
        }
        let mut headers = HeaderMap::new();
        headers.append(X_FORWARDED_FOR, HeaderValue::from_static("203.0.113.9"));
        let peer = "10.1.2.3".parse().unwrap();
        assert_eq!(
            proxies.caller(peer, &headers),
            peer,
            "the other header is the caller's"
        );
    }

    #[test]
    fn an_invalid_network_is_named_in_the_error() {
        for text in ["proxy.example", "10.0.0.0/33", "10.0.0", "10.0.0.1, x"] {
            let refused = TrustedProxies::parse(text, ForwardedHeader::default()).unwrap_err();
            assert!(text.contains(&refused.0), "{refused}");
        }
        let none = TrustedProxies::parse(" , ", ForwardedHeader::default());
        assert_eq!(none, Ok(TrustedProxies::default()));
    }
}
