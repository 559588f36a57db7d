//! The keys of metrics and traces.

use std::net::SocketAddr;

use aditus_application::ports::Authorities;
use aditus_watching::{TraceHeader, TraceSettings};
use secrecy::SecretString;

use super::reader::Reader;

/// Returns the address of the metrics, if they are to be served.
pub(super) fn metrics(reader: &Reader, port: u16) -> Option<SocketAddr> {
    let text = reader.optional_text("metrics.address")?;
    let Ok(address) = text.parse::<SocketAddr>() else {
        reader.add_error(
            "metrics.address",
            format!("must be an IP address with a port such as 127.0.0.1:9464 or [::1]:9464, not {text:?}"),
        );
        return None;
    };
    if address.port() != 0 && address.port() == port {
        reader.add_error(
            "metrics.address",
            "must have another port than the server, whose callers must not reach the metrics",
        );
    }
    Some(address)
}

/// Returns the collector of traces, if there is one.
pub(super) fn traces(reader: &Reader, authorities: &Authorities) -> Option<TraceSettings> {
    // Read even without a collector, so that a wrong value is reported before one is added.
    let percent = reader.number("traces.percent", 1, 100);
    let secret = reader.optional_text("traces.secret").unwrap_or_default();
    let name = reader.text("traces.header");
    let header = TraceHeader::parse(&name, &SecretString::from(secret.clone()))
        .map_err(|error| reader.add_error(error.key(), error))
        .ok();
    let url = reader.optional_text("traces.endpoint")?;
    if let Err(error) = TraceSettings::parse_endpoint(&url) {
        reader.add_error("traces.endpoint", error);
    }
    Some(TraceSettings {
        endpoint: SecretString::from(url),
        header: header.filter(|_| !secret.is_empty()),
        percent,
        authorities: authorities.clone(),
    })
}
