//! The data about a page that a browser has an authenticator sign.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use url::{Host, Url};

/// The type of client data when a passkey signs.
const SIGNING: &str = "webauthn.get";

/// Client data, as far as they are verified. A repeated field is refused.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClientData {
    #[serde(rename = "type")]
    kind: String,
    challenge: String,
    origin: String,
    #[serde(default)]
    cross_origin: bool,
}

impl ClientData {
    /// Parses the JSON of a browser.
    pub(crate) fn parse(json: &[u8]) -> Option<Self> {
        serde_json::from_slice(json).ok()
    }

    /// Returns the challenge, or `None` if it is no base64url without padding.
    pub(crate) fn challenge(&self) -> Option<Vec<u8>> {
        URL_SAFE_NO_PAD.decode(&self.challenge).ok()
    }

    /// Returns true if a passkey was asked to sign, and not made.
    pub(crate) fn is_of_signature(&self) -> bool {
        self.kind == SIGNING
    }

    /// Returns true if the browser was asked to sign this challenge.
    pub(crate) fn has_challenge(&self, challenge: &[u8; 32]) -> bool {
        self.challenge().is_some_and(|signed| signed == challenge)
    }

    /// Returns true if a page inside a page of another website asked for the passkey.
    pub(crate) const fn is_embedded(&self) -> bool {
        self.cross_origin
    }

    /// Returns true if the page that asked for the passkey is on the host of the relying party with
    /// this hash, and was loaded with TLS or from `localhost`.
    pub(crate) fn is_at(&self, relying_party: &[u8]) -> bool {
        let Ok(url) = Url::parse(&self.origin) else {
            return false;
        };
        let Some(Host::Domain(host)) = url.host() else {
            return false;
        };
        let is_secure = url.scheme() == "https" || (url.scheme() == "http" && host == "localhost");
        let is_origin = url.origin().ascii_serialization() == self.origin;
        is_secure && is_origin && Sha256::digest(host).as_slice() == relying_party
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_at(origin: &str, host: &str) -> bool {
        let json = format!(r#"{{"type":"webauthn.get","challenge":"AA","origin":"{origin}"}}"#);
        let data = ClientData::parse(json.as_bytes()).unwrap();
        data.is_at(&Sha256::digest(host))
    }

    #[test]
    fn origin_is_on_the_host_of_the_relying_party() {
        for (origin, host) in [
            ("https://aditus.example", "aditus.example"),
            ("https://aditus.example:8443", "aditus.example"),
            ("https://xn--donnes-eva.example", "xn--donnes-eva.example"),
            ("http://localhost:8080", "localhost"),
        ] {
            assert!(is_at(origin, host), "{origin}");
        }
    }

    #[test]
    fn other_origins_are_refused() {
        for (origin, host) in [
            ("https://other.example", "aditus.example"),
            ("https://www.aditus.example", "aditus.example"),
            ("https://aditus.example.other.example", "aditus.example"),
            ("https://aditus.example@other.example", "aditus.example"),
            ("https://aditus.example/", "aditus.example"),
            ("https://aditus.example:443", "aditus.example"),
            ("HTTPS://aditus.example", "aditus.example"),
            ("http://aditus.example", "aditus.example"),
            ("http://localhost.example", "localhost.example"),
            ("https://127.0.0.1", "127.0.0.1"),
            ("android:apk-key-hash:abc", "abc"),
            ("aditus.example", "aditus.example"),
            ("", ""),
        ] {
            assert!(!is_at(origin, host), "{origin}");
        }
    }

    #[test]
    fn ambiguous_client_data_are_refused() {
        for json in [
            r#"{"type":"webauthn.get","challenge":"AA","challenge":"AQ","origin":"https://a.example"}"#,
            r#"{"type":"webauthn.get","challenge":[0],"origin":"https://a.example"}"#,
            r#"{"type":"webauthn.get","origin":"https://a.example"}"#,
            r#"{"type":"webauthn.get","challenge":"AA","origin":"https://a.example"} "a""#,
            r#"["webauthn.get"]"#,
            "",
        ] {
            assert!(ClientData::parse(json.as_bytes()).is_none(), "{json}");
        }
        let padded = r#"{"type":"webauthn.get","challenge":"AA==","origin":"https://a.example"}"#;
        assert_eq!(ClientData::parse(padded.as_bytes()).unwrap().challenge(), None);
    }
}
