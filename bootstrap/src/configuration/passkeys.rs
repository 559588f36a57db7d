//! The website to which passkeys belong, and the ways in which decisions are confirmed (decisions
//! O6, O7).

use aditus_domain::accounts::passkey::ConfirmBy;
use url::{Host, Url};

use super::reader::Reader;

/// The website to which passkeys belong: the relying party of Web Authentication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RelyingParty {
    /// Its id: the host of the public address.
    pub(crate) id: String,
    /// The origin of the pages that may use its passkeys.
    pub(crate) origin: String,
}

impl RelyingParty {
    /// Returns the relying party of a public address, or `None` if browsers refuse passkeys there:
    /// without TLS, except on `localhost`, and at an IP address.
    pub(crate) fn at(public_url: &str) -> Option<Self> {
        let url = Url::parse(public_url).ok()?;
        let Host::Domain(host) = url.host()? else {
            return None;
        };
        let is_secure = url.scheme() == "https" || (url.scheme() == "http" && host == "localhost");
        is_secure.then(|| Self {
            id: host.to_owned(),
            origin: url.origin().ascii_serialization(),
        })
    }
}

/// The key with the ways in which decisions are confirmed.
pub(crate) const CONFIRM_BY: &str = "decisions.confirm_by";

/// Reads the ways in which decisions are confirmed. Passkeys alone would prevent every decision at
/// an address without passkeys.
pub(super) fn confirm_by(reader: &Reader, public_url: &str) -> ConfirmBy {
    let ways = ConfirmBy::parse(&reader.text(CONFIRM_BY)).unwrap_or_else(|_| {
        reader.add_error(
            CONFIRM_BY,
            "must be code, passkey, or both with a comma between them",
        );
        ConfirmBy::default()
    });
    if !ways.code && RelyingParty::at(public_url).is_none() {
        reader.add_error(
            CONFIRM_BY,
            format!(
                "cannot be passkey alone, because browsers have no passkeys at {public_url}: they need https:// and a host name, \
                 or http://localhost"
            ),
        );
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_belong_to_the_host_of_an_encrypted_address_or_to_localhost() {
        for (url, id, origin) in [
            (
                "https://data.health.example",
                "data.health.example",
                "https://data.health.example",
            ),
            (
                "https://Data.Health.example:8443/",
                "data.health.example",
                "https://data.health.example:8443",
            ),
            (
                "https://data.health.example:443",
                "data.health.example",
                "https://data.health.example",
            ),
            (
                "https://données.example",
                "xn--donnes-eva.example",
                "https://xn--donnes-eva.example",
            ),
            ("https://localhost", "localhost", "https://localhost"),
            ("http://localhost:8080", "localhost", "http://localhost:8080"),
        ] {
            let expected = RelyingParty {
                id: id.to_owned(),
                origin: origin.to_owned(),
            };
            assert_eq!(RelyingParty::at(url), Some(expected), "{url}");
        }
    }

    #[test]
    fn addresses_without_tls_and_ip_addresses_have_no_passkeys() {
        for url in [
            "http://data.health.example",
            "http://127.0.0.1:8080",
            "https://127.0.0.1",
            "https://[::1]:8443",
            "https://192.168.7",
            "data.health.example",
            "https://",
        ] {
            assert_eq!(RelyingParty::at(url), None, "{url}");
        }
    }
}
