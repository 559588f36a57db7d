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

/// Settings of the gateway for text messages.
#[derive(Debug, Clone)]
pub struct GatewaySettings {
    /// The address for POST requests, `https://…`. Use `http://` only over a private network. User
    /// and password in it become basic authentication.
    pub url: SecretString,
    /// Header that authenticates this installation, if the gateway requires one.
    pub header: Option<SecretHeader>,
    /// Name of the sender, for the placeholder `{from}`.
    pub sender: String,
    /// Template of the request body.
    pub body: Body,
    /// Timeout of one attempt.
    pub timeout: Duration,
    /// Certificate authorities that are trusted.
    pub authorities: Authorities,
}

/// A header with a secret value. `Debug` shows only its name.
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

/// A setting is unusable. The texts never contain a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SettingsError {
    /// The text is not the address of a gateway.
    #[error("must be an address such as https://gateway.example/messages")]
    Url,
    /// The text is not the name of a header.
    #[error("must be the name of a header such as Authorization")]
    HeaderName,
    /// The text is not valid as the value of a header.
    #[error("must be one line of plain characters")]
    HeaderValue,
}

impl SecretHeader {
    /// Parses name and value.
    pub fn new(name: &str, value: &str) -> Result<Self, SettingsError> {
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| SettingsError::HeaderName)?;
        let mut value = HeaderValue::from_str(value).map_err(|_| SettingsError::HeaderValue)?;
        value.set_sensitive(true);
        Ok(Self { name, value })
    }
}

impl GatewaySettings {
    /// Parses the address of a gateway.
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

/// The client could not be created: the settings are invalid, or the system has no trusted
/// certificates.
#[derive(Debug, Error)]
#[error("the client for text messages cannot be created")]
pub struct ClientError(#[source] Box<dyn std::error::Error + Send + Sync>);

/// The gateway refused a message. The body of its answer is left out, because it may repeat the
/// message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
enum GatewayRefusal {
    #[error("the gateway answered {0}")]
    Status(StatusCode),
    #[error("the gateway answered {0}; redirects are not followed, because they would receive the secret")]
    Redirect(StatusCode),
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

/// Posts text messages to a gateway.
///
/// The port is synchronous, so requests run on a small runtime of its own.
pub struct HttpGateway {
    client: Client,
    url: Url,
    header: Option<SecretHeader>,
    sender: String,
    body: Body,
    runtime: Option<Runtime>,
}

impl HttpGateway {
    /// Creates a client with these settings. Sends no request yet.
    pub fn new(settings: &GatewaySettings) -> Result<Self, ClientError> {
        // Fails if another provider is installed already, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let url = GatewaySettings::parse_url(settings.url.expose_secret())
            .map_err(|error| ClientError(Box::new(error)))?;
        if url.scheme() == "http" {
            tracing::warn!("text messages with codes are sent to the gateway unencrypted; use https");
        }
        let client = client_builder(&settings.authorities)
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

    /// Sends a request and returns the status. Removes the address from errors, because it can
    /// contain secrets.
    fn status(&self, request: RequestBuilder) -> Result<StatusCode, TextMessageError> {
        // Sending starts a timer at once, which needs the runtime.
        self.wait(async { request.send().await })?
            .map(|answer| answer.status())
            .map_err(|error| TextMessageError::Temporary(Box::new(error.without_url())))
    }
}

impl TextMessages for HttpGateway {
    fn send(&self, message: &TextMessage, reference: &str) -> Result<(), TextMessageError> {
        let (media, body) = self.body.render(message, &self.sender, reference);
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
        // Any answer shows that the gateway is reachable. Its status has no meaning, because
        // gateways expect POST requests.
        self.status(self.client.head(self.url.clone())).map(|_| ())
    }
}

impl Drop for HttpGateway {
    /// Shuts the runtime down in the background. A normal drop would wait for its threads, which is
    /// not allowed on threads of another runtime.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Maps the status of an answer. 400, 413 and 422 are about this message and permanent. All others
/// are about the gateway or this installation and temporary: a wrong secret or address can be
/// corrected, and must not discard every message.
fn by_status(status: StatusCode) -> Result<(), TextMessageError> {
    match status {
        taken if taken.is_success() => Ok(()),
        StatusCode::BAD_REQUEST | StatusCode::PAYLOAD_TOO_LARGE | StatusCode::UNPROCESSABLE_ENTITY => Err(
            TextMessageError::Permanent(Box::new(GatewayRefusal::Status(status))),
        ),
        redirect if redirect.is_redirection() => Err(TextMessageError::Temporary(Box::new(
            GatewayRefusal::Redirect(status),
        ))),
        other => Err(TextMessageError::Temporary(Box::new(GatewayRefusal::Status(
            other,
        )))),
    }
}
