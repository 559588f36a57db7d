//! Posts spans to a collector, with the same HTTP client and trusted certificates as other outgoing
//! requests.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use aditus_application::ports::Authorities;
use async_trait::async_trait;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use reqwest::redirect::Policy;
use reqwest::{Certificate, Client, ClientBuilder, Url};
use thiserror::Error;
use tokio::runtime::Runtime;

use super::TracesError;
use super::settings::{TraceHeader, TraceSettings};

/// Most bytes of an answer that are read. The body only explains why spans were refused.
const MAX_RESPONSE_BYTES: usize = 64 * 1024;

#[derive(Debug, Error)]
#[error("the collector answered {0}")]
struct Refused(u16);

/// The thread that sends spans has no asynchronous runtime, so requests run on a small one of its
/// own.
#[derive(Debug)]
pub(super) struct Sender {
    client: Client,
    header: Option<TraceHeader>,
    runtime: Runtime,
    is_failing: AtomicBool,
}

/// Returns a client builder that trusts these authorities, or those of the system if there are
/// none.
fn client_builder(authorities: &Authorities) -> reqwest::Result<ClientBuilder> {
    let builder = Client::builder();
    if authorities.is_empty() {
        return Ok(builder);
    }
    let certificates: Vec<Certificate> = authorities
        .certificates()
        .map(Certificate::from_der)
        .collect::<reqwest::Result<_>>()?;
    Ok(builder.tls_certs_only(certificates))
}

impl Sender {
    pub(super) fn new(settings: &TraceSettings, timeout: Duration) -> Result<Self, TracesError> {
        // Fails if another provider is installed already, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = client_builder(&settings.authorities)
            .and_then(|builder| builder.redirect(Policy::none()).timeout(timeout).build())
            .map_err(TracesError::new)?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(TracesError::new)?;
        Ok(Self {
            client,
            header: settings.header.clone(),
            runtime,
            is_failing: AtomicBool::new(false),
        })
    }

    fn post(&self, request: Request<Bytes>) -> Result<Response<Bytes>, reqwest::Error> {
        let mut request = reqwest::Request::try_from(request)?;
        if let Some(header) = &self.header {
            request
                .headers_mut()
                .insert(header.name.clone(), header.value.clone());
        }
        self.runtime.block_on(async {
            let mut answer = self.client.execute(request).await?;
            let mut response = Response::new(Bytes::new());
            *response.status_mut() = answer.status();
            *response.headers_mut() = answer.headers().clone();
            let mut body = Vec::new();
            while let Some(part) = answer.chunk().await? {
                body.extend_from_slice(&part);
                if body.len() > MAX_RESPONSE_BYTES {
                    break;
                }
            }
            *response.body_mut() = body.into();
            Ok(response)
        })
    }

    /// Sends an export without spans, which a collector accepts and ignores.
    pub(super) fn send_empty_export(&self, address: &Url) -> Result<(), TracesError> {
        let request = Request::post(address.as_str())
            .header("content-type", "application/x-protobuf")
            .body(Bytes::new())
            .map_err(TracesError::new)?;
        let answer = self
            .post(request)
            .map_err(|error| TracesError::new(error.without_url()))?;
        if answer.status().is_success() {
            Ok(())
        } else {
            Err(TracesError::new(Refused(answer.status().as_u16())))
        }
    }

    /// Logs one line when sending starts to fail, and one when it works again, so that an
    /// unavailable collector does not fill the log.
    fn log_change(&self, fault: Option<&str>) {
        let failed_before = self.is_failing.swap(fault.is_some(), Ordering::Relaxed);
        match fault {
            Some(fault) if !failed_before => {
                tracing::warn!(
                    fault,
                    "cannot send traces to the collector; they are lost until it accepts them"
                );
            }
            None if failed_before => tracing::info!("the collector accepts traces again"),
            _ => {}
        }
    }
}

#[async_trait]
impl HttpClient for Sender {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        match self.post(request) {
            Ok(response) if response.status().is_success() => {
                self.log_change(None);
                Ok(response)
            }
            Ok(response) => {
                self.log_change(Some(response.status().as_str()));
                Ok(response)
            }
            Err(error) => {
                // The address may contain a password.
                let error = error.without_url();
                self.log_change(Some(&aditus_application::failure::causes(&error)));
                Err(error.into())
            }
        }
    }
}
