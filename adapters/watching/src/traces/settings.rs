//! Settings of traces.

use std::fmt;

use aditus_application::ports::Authorities;
use reqwest::Url;
use reqwest::header::{HeaderName, HeaderValue};
use secrecy::{ExposeSecret, SecretString};
use thiserror::Error;

/// Address of a collector of OpenTelemetry, and the share of calls to trace.
#[derive(Debug, Clone)]
pub struct TraceSettings {
    /// Address of the collector, such as `http://127.0.0.1:4318`. `/v1/traces` is appended if
    /// missing.
    pub endpoint: SecretString,
    /// Header that authenticates this installation, if the collector requires one.
    pub header: Option<TraceHeader>,
    /// Percentage of calls that are traced.
    pub percent: u32,
    /// Certificate authorities that are trusted.
    pub authorities: Authorities,
}

/// A header with a secret value. `Debug` shows only its name.
#[derive(Clone)]
pub struct TraceHeader {
    pub(super) name: HeaderName,
    pub(super) value: HeaderValue,
}

impl fmt::Debug for TraceHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TraceHeader({}: ***)", self.name)
    }
}

/// A setting is unusable. The texts never contain a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum TraceSettingsError {
    /// The text is not the address of a collector.
    #[error("must be an address such as http://127.0.0.1:4318")]
    Endpoint,
    /// The text is not the name of a header.
    #[error("must be the name of a header such as Authorization")]
    HeaderName,
    /// The text is not valid as the value of a header.
    #[error("must be one line of plain characters")]
    HeaderValue,
}

impl TraceSettingsError {
    /// Returns the configuration key of the wrong setting.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Endpoint => "traces.endpoint",
            Self::HeaderName => "traces.header",
            Self::HeaderValue => "traces.secret",
        }
    }
}

impl TraceHeader {
    /// Parses name and value.
    pub fn parse(name: &str, value: &SecretString) -> Result<Self, TraceSettingsError> {
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| TraceSettingsError::HeaderName)?;
        let mut value =
            HeaderValue::from_str(value.expose_secret()).map_err(|_| TraceSettingsError::HeaderValue)?;
        value.set_sensitive(true);
        Ok(Self { name, value })
    }
}

/// Path of OTLP over HTTP for spans, below the address of a collector.
const PATH: &str = "/v1/traces";

impl TraceSettings {
    /// Parses the address of a collector.
    pub fn parse_endpoint(text: &str) -> Result<Url, TraceSettingsError> {
        let mut url = Url::parse(text).map_err(|_| TraceSettingsError::Endpoint)?;
        if !matches!(url.scheme(), "https" | "http") || !url.has_host() {
            return Err(TraceSettingsError::Endpoint);
        }
        let path = url.path().trim_end_matches('/');
        if !path.ends_with(PATH) {
            let path = format!("{path}{PATH}");
            url.set_path(&path);
        }
        Ok(url)
    }

    pub(super) fn address(&self) -> Result<Url, TraceSettingsError> {
        Self::parse_endpoint(self.endpoint.expose_secret())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_for_spans_is_appended_if_missing() {
        for (text, expected) in [
            ("http://127.0.0.1:4318", Some("http://127.0.0.1:4318/v1/traces")),
            ("http://127.0.0.1:4318/", Some("http://127.0.0.1:4318/v1/traces")),
            (
                "https://traces.example/otlp",
                Some("https://traces.example/otlp/v1/traces"),
            ),
            (
                "https://traces.example/v1/traces",
                Some("https://traces.example/v1/traces"),
            ),
            ("grpc://traces.example:4317", None),
            ("traces.example:4318", None),
            ("", None),
        ] {
            let found = TraceSettings::parse_endpoint(text).ok();
            assert_eq!(found.as_ref().map(Url::as_str), expected, "{text}");
        }
    }
}
