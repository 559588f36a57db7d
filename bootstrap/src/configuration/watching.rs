//! The keys by which those who run Aditus watch it.

use std::net::SocketAddr;

use aditus_application::ports::Authorities;
use aditus_watching::{TraceHeader, TraceSettings};
use secrecy::SecretString;

use super::reader::Reader;

/// Where metrics are told; none where nobody asks for them.
pub(super) fn metrics(reader: &Reader, port: u16) -> Option<SocketAddr> {
    let text = reader.optional_text("metrics.address")?;
    let Ok(address) = text.parse::<SocketAddr>() else {
        reader.complain(
            "metrics.address",
            format!("must be an IP address with a port such as 127.0.0.1:9464 or [::1]:9464, not {text:?}"),
        );
        return None;
    };
    if address.port() != 0 && address.port() == port {
        reader.complain(
            "metrics.address",
            "must have another port than the server: whoever reaches that one must not reach the metrics",
        );
    }
    Some(address)
}

/// Where traces are sent; none where nobody wants them.
pub(super) fn traces(reader: &Reader, authorities: &Authorities) -> Option<TraceSettings> {
    // Read whether there is a collector or not, so that a wrong value is told before one is added.
    let percent = reader.number("traces.percent", 1, 100);
    let secret = reader.optional_text("traces.secret").unwrap_or_default();
    let name = reader.text("traces.header");
    let header = TraceHeader::parse(&name, &SecretString::from(secret.clone()))
        .map_err(|error| reader.complain(error.key(), error))
        .ok();
    let url = reader.optional_text("traces.endpoint")?;
    if let Err(error) = TraceSettings::parse_endpoint(&url) {
        reader.complain("traces.endpoint", error);
    }
    Some(TraceSettings {
        endpoint: SecretString::from(url),
        header: header.filter(|_| !secret.is_empty()),
        percent,
        authorities: authorities.clone(),
    })
}
