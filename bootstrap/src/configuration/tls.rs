//! The TLS keys: for connections to the server itself, and for the authorities that it trusts when
//! it connects to others.

use std::path::PathBuf;

use aditus_application::failure::causes;
use aditus_application::ports::Authorities;
use aditus_http::tls::CertificateFiles;
use aditus_system::trusted_authorities;

use super::reader::Reader;

/// Returns both files or neither.
pub(super) fn read(reader: &Reader) -> Option<CertificateFiles> {
    let certificate = reader.optional_text("tls.certificate");
    let key = reader.optional_text("tls.key");
    match (certificate, key) {
        (Some(certificate), Some(key)) => Some(CertificateFiles {
            certificate: certificate.into(),
            key: key.into(),
        }),
        (Some(_), None) => {
            reader.add_error("tls.key", "must be set when tls.certificate is");
            None
        }
        (None, Some(_)) => {
            reader.add_error("tls.certificate", "must be set when tls.key is");
            None
        }
        (None, None) => None,
    }
}

/// The authorities that every outgoing TLS connection trusts, except libpq's connection to
/// PostgreSQL.
#[derive(Debug, Clone)]
pub(crate) struct Trust {
    pub(crate) authorities: Authorities,
    /// The files of additional authorities.
    pub(crate) files: Vec<PathBuf>,
    /// True if the authorities of the system are included.
    pub(crate) with_system: bool,
}

pub(super) fn trust(reader: &Reader) -> Trust {
    let with_system = reader.one_of("tls.system_roots", ("true", true), ("false", false));
    let text = reader.text("tls.ca_certificates");
    let files: Vec<PathBuf> = text
        .split(',')
        .map(str::trim)
        .filter(|file| !file.is_empty())
        .map(PathBuf::from)
        .collect();
    let authorities = trusted_authorities(&files, with_system).unwrap_or_else(|error| {
        reader.add_error(
            "tls.ca_certificates",
            format!("cannot be used: {}", causes(&error)),
        );
        Authorities::default()
    });
    Trust {
        authorities,
        files,
        with_system,
    }
}

/// Returns the public address of the server. The default is this machine, with `https` if the
/// server speaks TLS.
pub(super) fn public_url(reader: &Reader, port: u16) -> String {
    let speaks_tls = reader.optional_text("tls.certificate").is_some();
    let configured = reader.optional_text("public_url");
    let url = match &configured {
        None if speaks_tls => "https://localhost:{port}".to_owned(),
        _ => reader.text("public_url"),
    };
    let url = url.replace("{port}", &port.to_string());
    if !url.starts_with("https://") && !url.starts_with("http://") {
        reader.add_error(
            "public_url",
            format!("must begin with https:// or http://, not {url:?}"),
        );
    } else if speaks_tls && !url.starts_with("https://") {
        reader.add_error(
            "public_url",
            format!("must begin with https:// if tls.certificate is set, not {url:?}"),
        );
    } else if has_more_than_a_host(&url) {
        reader.add_error(
            "public_url",
            "must be only a host, with a port if needed, such as https://data.example: Aditus cannot be served under a path \
             and needs its own host name",
        );
    }
    url
}

/// Returns true if the address contains an account, a path, a query, a fragment or an invalid port
/// beside the host, or if it names no host.
fn has_more_than_a_host(url: &str) -> bool {
    let behind_scheme = url.split_once("://").map_or("", |(_, rest)| rest);
    let host = behind_scheme.trim_end_matches('/');
    // An IPv6 address is in brackets and contains colons itself.
    let port = host.rsplit_once(':').map(|(_, port)| port);
    let is_no_port = port.is_some_and(|port| !port.ends_with(']') && port.parse::<u16>().is_err());
    host.is_empty() || is_no_port || host.contains(['/', '?', '#', '\\', '@'])
}

/// Returns the host of an address, without port and brackets.
pub(crate) fn host_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let authority = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    match authority.strip_prefix('[') {
        Some(address) => address.split(']').next().unwrap_or_default(),
        None => authority.split(':').next().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn host_of_omits_the_port_and_brackets() {
        for (url, host) in [
            ("https://data.example", "data.example"),
            ("https://data.example:8443/aditus", "data.example"),
            ("https://[::1]:8443", "::1"),
            ("https://192.0.2.7:1/", "192.0.2.7"),
        ] {
            assert_eq!(host_of(url), host);
        }
    }
}
