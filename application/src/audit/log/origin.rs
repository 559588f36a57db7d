//! The origin of the log: the name under which witnesses and verifiers know it. It is fixed when
//! the first key is made.

use std::net::IpAddr;

use super::views::LogKeyView;
use crate::ports::{Ports, StoreError, Views};
use crate::settings::Settings;

/// The name of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The origin.
    pub origin: String,
    /// True once the first key was made, after which the origin cannot change.
    pub is_final: bool,
}

/// Returns the origin of the log, or the one for which its first key will be made.
pub fn execute(ports: &Ports) -> Result<Answer, StoreError> {
    let newest = newest_key(ports.database.read()?.as_mut())?;
    Ok(Answer {
        is_final: newest.is_some(),
        origin: newest.map_or_else(|| origin_from_settings(&ports.settings), |key| key.origin),
    })
}

/// Returns the origin as [`execute`] does, with views that are already open.
pub(in crate::audit) fn current(ports: &Ports, views: &mut dyn Views) -> Result<String, StoreError> {
    let newest = newest_key(views)?;
    Ok(newest.map_or_else(|| origin_from_settings(&ports.settings), |key| key.origin))
}

fn newest_key(views: &mut dyn Views) -> Result<Option<LogKeyView>, StoreError> {
    Ok(views.audit_log().keys()?.into_iter().next())
}

/// Returns the origin of a new log: the configured one, or else the host of the public address,
/// followed by `/log` (decisions P2).
pub(super) fn origin_from_settings(settings: &Settings) -> String {
    match &settings.log_origin {
        Some(origin) => origin.clone(),
        None => origin_from_address(&settings.public_url),
    }
}

fn origin_from_address(public_url: &str) -> String {
    let behind_scheme = public_url.split_once("://").map_or(public_url, |(_, rest)| rest);
    format!("{}/log", behind_scheme.trim_end_matches('/'))
}

/// Returns true if the origin is a loopback or unspecified host. Many installations share such an
/// origin, and a witness cannot tell their logs apart.
pub fn is_local(origin: &str) -> bool {
    let authority = origin.split('/').next().unwrap_or_default();
    let host = match authority.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => authority.split(':').next().unwrap_or_default(),
    };
    match host.parse::<IpAddr>() {
        Ok(address) => address.is_loopback() || address.is_unspecified(),
        Err(_) => host == "localhost" || host.ends_with(".localhost"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_origin_is_the_public_address_without_its_scheme() {
        assert_eq!(
            origin_from_address("https://aditus.example"),
            "aditus.example/log"
        );
        assert_eq!(
            origin_from_address("http://localhost:8080/"),
            "localhost:8080/log"
        );
        assert_eq!(
            origin_from_address("https://data.example/aditus"),
            "data.example/aditus/log"
        );
    }

    #[test]
    fn loopback_and_unspecified_hosts_are_recognised_in_origins() {
        for origin in [
            "localhost:8080/log",
            "localhost/log",
            "data.localhost/log",
            "127.0.0.1:18080/log",
            "127.8.0.1/log",
            "[::1]:8080/log",
            "0.0.0.0:8080/log",
        ] {
            assert!(is_local(origin), "{origin}");
        }
        for origin in [
            "data.health.example/log",
            "data.health.example:8443/log",
            "10.0.0.7/log",
            "[2001:db8::7]/log",
            "localhost.example/log",
            "National Log",
        ] {
            assert!(!is_local(origin), "{origin}");
        }
    }
}
