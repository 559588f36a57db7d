use std::fmt;
use std::future::Future;
use std::time::Duration;

use aditus_application::ports::{Authorities, TextMessage, TextMessageError, TextMessages};
use reqwest::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Certificate, Client, ClientBuilder, RequestBuilder, StatusCode, Url};
use secrecy::{ExposeSecret, SecretString};
use thiserror::Error;
use tokio::runtime::Runtime;

use crate::body::Body;

/// Where text messages are posted to, and how.
#[derive(Debug, Clone)]
pub struct GatewaySettings {
    /// The address that takes posts, `https://…`; `http://` only for one that is reached over a network of its own. User and
    /// password in it become basic authentication.
    pub url: SecretString,
    /// What the gateway knows this installation by, if it wants a header for it.
    pub header: Option<SecretHeader>,
    /// Who messages are from, where the gateway wants a name.
    pub sender: String,
    /// What is posted.
    pub body: Body,
    /// How long one attempt may take.
    pub timeout: Duration,
    /// The authorities whose certificates are believed.
    pub authorities: Authorities,
}

/// A header with a secret. `Debug` shows its name alone.
#[derive(Clone)]
pub struct SecretHeader {
    name: HeaderName,
    value: HeaderValue,
}

impl fmt::Debug for SecretHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretHeader({}: ***)", self.name)
    }
}

/// A setting cannot be used. The texts never hold a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SettingsError {
    /// Not the address of a gateway.
    #[error("must be an address such as https://gateway.example/messages")]
    Url,
    /// Not the name of a header.
    #[error("must be the name of a header such as Authorization")]
    HeaderName,
    /// Nothing that a header can hold.
    #[error("must be one line of plain characters")]
    HeaderValue,
}

impl SecretHeader {
    /// Reads name and value.
    pub fn new(name: &str, value: &str) -> Result<Self, SettingsError> {
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| SettingsError::HeaderName)?;
        let mut value = HeaderValue::from_str(value).map_err(|_| SettingsError::HeaderValue)?;
        value.set_sensitive(true);
        Ok(Self { name, value })
    }
}

impl GatewaySettings {
    /// Reads the address of a gateway.
    pub fn parse_url(text: &str) -> Result<Url, SettingsError> {
        let url = Url::parse(text).map_err(|_| SettingsError::Url)?;
        let is_usable = matches!(url.scheme(), "https" | "http") && url.has_host();
        if is_usable {
            Ok(url)
        } else {
            Err(SettingsError::Url)
        }
    }
}

/// The client cannot be made: the settings are no good, or the system has no certificates to trust.
#[derive(Debug, Error)]
#[error("the client for text messages cannot be made")]
pub struct ClientError(#[source] Box<dyn std::error::Error + Send + Sync>);

/// An answer other than that the message was taken. What the gateway says besides is left out: it may repeat the message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
enum Answered {
    #[error("the gateway answered {0}")]
    Status(StatusCode),
    #[error(
        "the gateway answered {0}; redirects are not followed, for the secret would go to where they lead"
    )]
    Redirect(StatusCode),
}

/// Begins a client that trusts these authorities.
fn trusting(authorities: &Authorities) -> reqwest::Result<ClientBuilder> {
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

/// Posts text messages to a gateway.
///
/// The port is synchronous; what waits for the gateway runs on a small runtime of its own.
pub struct HttpGateway {
    client: Client,
    url: Url,
    header: Option<SecretHeader>,
    sender: String,
    body: Body,
    runtime: Option<Runtime>,
}

impl HttpGateway {
    /// A gateway by these settings. It is not asked for anything yet.
    pub fn new(settings: &GatewaySettings) -> Result<Self, ClientError> {
        // Whoever installed a provider before us chose well enough.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let url = GatewaySettings::parse_url(settings.url.expose_secret())
            .map_err(|error| ClientError(Box::new(error)))?;
        if url.scheme() == "http" {
            tracing::warn!("text messages with codes travel unencrypted to their gateway; use https");
        }
        let client = trusting(&settings.authorities)
            .and_then(|builder| builder.redirect(Policy::none()).timeout(settings.timeout).build())
            .map_err(|error| ClientError(Box::new(error)))?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| ClientError(Box::new(error)))?;
        Ok(Self {
            client,
            url,
            header: settings.header.clone(),
            sender: settings.sender.clone(),
            body: settings.body.clone(),
            runtime: Some(runtime),
        })
    }

    fn wait<T>(&self, work: impl Future<Output = T>) -> Result<T, TextMessageError> {
        match &self.runtime {
            Some(runtime) => Ok(runtime.block_on(work)),
            None => Err(TextMessageError::Temporary("the gateway was shut down".into())),
        }
    }

    /// Sends a request and answers the status. The address stays out of errors: gateways take secrets in it.
    fn status(&self, request: RequestBuilder) -> Result<StatusCode, TextMessageError> {
        // Sending starts a timer at once, which needs the runtime.
        self.wait(async { request.send().await })?
            .map(|answer| answer.status())
            .map_err(|error| TextMessageError::Temporary(Box::new(error.without_url())))
    }
}

impl TextMessages for HttpGateway {
    fn send(&self, message: &TextMessage, reference: &str) -> Result<(), TextMessageError> {
        let (media, body) = self.body.of(message, &self.sender, reference);
        let mut request = self
            .client
            .post(self.url.clone())
            .header(CONTENT_TYPE, media)
            .header("Idempotency-Key", reference)
            .body(body);
        if let Some(SecretHeader { name, value }) = &self.header {
            request = request.header(name, value);
        }
        by_status(self.status(request)?)
    }

    fn check(&self) -> Result<(), TextMessageError> {
        // Any answer shows that there is somebody. What a gateway makes of a request that is no post says nothing.
        self.status(self.client.head(self.url.clone())).map(|_| ())
    }
}

impl Drop for HttpGateway {
    /// A runtime that is dropped waits for its threads, which is not allowed on threads of another one.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// 400, 413 and 422 are about this message and stay what they are. All others are about the gateway or about who we are: a
/// wrong secret or address would throw every message away, though it can be set right.
fn by_status(status: StatusCode) -> Result<(), TextMessageError> {
    match status {
        taken if taken.is_success() => Ok(()),
        StatusCode::BAD_REQUEST | StatusCode::PAYLOAD_TOO_LARGE | StatusCode::UNPROCESSABLE_ENTITY => {
            Err(TextMessageError::Permanent(Box::new(Answered::Status(status))))
        }
        redirect if redirect.is_redirection() => {
            Err(TextMessageError::Temporary(Box::new(Answered::Redirect(status))))
        }
        other => Err(TextMessageError::Temporary(Box::new(Answered::Status(other)))),
    }
}
