use std::sync::Arc;
use std::time::{Duration, Instant};

use aditus_application::ports::Authorities;
use openidconnect::http::{Method, Response, StatusCode};
use openidconnect::url::Url;
use openidconnect::{HttpRequest, HttpResponse};
use ureq::Agent;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use crate::errors::FetchError;
use crate::settings::is_allowed;

/// Most bytes of an answer. Configurations and key sets have some kilobytes.
pub(crate) const MAX_ANSWER_BYTES: u64 = 1024 * 1024;

/// Sends requests to a provider.
pub(crate) struct HttpClient {
    agent: Agent,
    issuer: Url,
    timeout: Duration,
}

impl HttpClient {
    /// Creates a client that gives up on a request after `timeout`. Sends no request yet.
    pub(crate) fn new(issuer: Url, authorities: &Authorities, timeout: Duration) -> Self {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls = TlsConfig::builder()
            .root_certs(root_certificates(authorities))
            .unversioned_rustls_crypto_provider(provider)
            .build();
        // Sign-ins are rare. A kept connection would often be closed by the provider, and a code
        // cannot be sent twice.
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_idle_connections(0)
            .tls_config(tls)
            .build()
            .new_agent();
        Self {
            agent,
            issuer,
            timeout,
        }
    }

    /// Returns the function that sends requests for the library, at the latest until `until`.
    pub(crate) fn sender(&self, until: Instant) -> impl Fn(HttpRequest) -> Result<HttpResponse, FetchError> {
        move |request| self.send(request, until)
    }

    /// Sends a request and reads the answer. The answer to a GET
    /// request is an error unless its status is 200. Answers to POST requests may have a status of
    /// the class 4xx, because OAuth 2.0 describes errors in their body.
    fn send(&self, request: HttpRequest, until: Instant) -> Result<HttpResponse, FetchError> {
        let address = Url::parse(&request.uri().to_string());
        if !address.is_ok_and(|address| is_allowed(&self.issuer, &address)) {
            return Err(FetchError::UnprotectedRequest);
        }
        let left = until.saturating_duration_since(Instant::now()).min(self.timeout);
        if left.is_zero() {
            return Err(FetchError::OutOfTime);
        }
        let is_get = request.method() == Method::GET;
        let answer = if is_get {
            let request = request.map(|_| ());
            let request = self.agent.configure_request(request);
            self.agent.run(request.timeout_global(Some(left)).build())
        } else {
            let request = self.agent.configure_request(request);
            self.agent.run(request.timeout_global(Some(left)).build())
        };
        let (parts, mut body) = answer.map_err(FetchError::Connection)?.into_parts();
        by_status(parts.status, is_get)?;
        let bytes = body.with_config().limit(MAX_ANSWER_BYTES).read_to_vec();
        let bytes = bytes.map_err(|error| match error {
            ureq::Error::BodyExceedsLimit(_) => FetchError::TooLong,
            error => FetchError::Connection(error),
        })?;
        Ok(Response::from_parts(parts, bytes))
    }
}

fn by_status(status: StatusCode, is_get: bool) -> Result<(), FetchError> {
    let describes_an_error = status.is_client_error()
        && !is_get
        && !matches!(
            status,
            StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT
        );
    if status == StatusCode::OK || describes_an_error {
        Ok(())
    } else if status.is_redirection() {
        Err(FetchError::Redirect(status))
    } else {
        Err(FetchError::Status(status))
    }
}

/// Returns these authorities, or those of the system if there are none.
fn root_certificates(authorities: &Authorities) -> RootCerts {
    if authorities.is_empty() {
        return RootCerts::PlatformVerifier;
    }
    let certificates = authorities.certificates();
    RootCerts::from(certificates.map(|der| Certificate::from_der(der).to_owned()))
}
