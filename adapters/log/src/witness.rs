//! Client of a witness over HTTP (C2SP tlog-witness).

use std::fmt::Write as _;
use std::future::Future;
use std::time::Duration;

use aditus_application::ports::{Authorities, Submission, Witness, WitnessError, WitnessResponse};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use reqwest::header::CONTENT_TYPE;
use reqwest::redirect::Policy;
use reqwest::{Certificate, Client, ClientBuilder, Response, StatusCode, Url};
use thiserror::Error;
use tokio::runtime::Runtime;

use crate::cosignatures::WitnessKey;

/// Timeout of a request. It may be long, because only the next attempt waits for it.
const MAX_WAIT: Duration = Duration::from_secs(30);

/// Most bytes of an answer, which has a few signature lines or a number.
const MAX_ANSWER_BYTES: usize = 64 * 1024;

/// The text is not the address of a witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "must be an address such as https://witness.example/aditus, without a name, a password, `?` and `#`: the data for a witness is public \
     and needs no secret"
)]
pub struct WitnessUrlError;

/// Address of a witness, and the key that authenticates its answers.
#[derive(Debug, Clone)]
pub struct WitnessSettings {
    /// The submission address, without `/add-checkpoint`.
    pub url: Url,
    /// The key of the witness.
    pub key: WitnessKey,
    /// Certificate authorities that are trusted.
    pub authorities: Authorities,
}

impl WitnessSettings {
    /// Parses the address of a witness.
    pub fn parse_url(text: &str) -> Result<Url, WitnessUrlError> {
        let url = Url::parse(text).map_err(|_| WitnessUrlError)?;
        let has_secret = !url.username().is_empty() || url.password().is_some() || url.query().is_some();
        let is_usable = matches!(url.scheme(), "https" | "http") && url.has_host();
        if is_usable && !has_secret && url.fragment().is_none() {
            Ok(url)
        } else {
            Err(WitnessUrlError)
        }
    }
}

/// The client could not be created: the system has no trusted certificates or cannot start threads.
#[derive(Debug, Error)]
#[error("the client for the witness cannot be created")]
pub struct WitnessClientError(#[source] Box<dyn std::error::Error + Send + Sync>);

#[derive(Debug, Error)]
enum WitnessRefusal {
    #[error("it answered {0}")]
    Status(StatusCode),
    #[error("it answered {0}; redirects are not followed")]
    Redirect(StatusCode),
    #[error("its answer has more than {MAX_ANSWER_BYTES} bytes")]
    TooLong,
    #[error("it answered 409 without the size that it knows")]
    NoSize,
    #[error("it answered 200 without a signature of the configured key: check audit.witness_key")]
    NotSigned,
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

/// Submits checkpoints to a witness. The port is synchronous, so requests run on a small runtime of
/// its own.
pub struct HttpWitness {
    name: String,
    address: Url,
    key: WitnessKey,
    client: Client,
    runtime: Option<Runtime>,
}

impl HttpWitness {
    /// Creates the client of a witness. Sends no request yet.
    pub fn new(settings: &WitnessSettings) -> Result<Self, WitnessClientError> {
        // Fails if another provider is installed already, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let failed = |error: Box<dyn std::error::Error + Send + Sync>| WitnessClientError(error);
        let name = settings.url.as_str().trim_end_matches('/').to_owned();
        let client = client_builder(&settings.authorities)
            .and_then(|builder| builder.redirect(Policy::none()).timeout(MAX_WAIT).build());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        Ok(Self {
            address: Url::parse(&format!("{name}/add-checkpoint"))
                .map_err(|error| failed(Box::new(error)))?,
            name,
            key: settings.key.clone(),
            client: client.map_err(|error| failed(Box::new(error)))?,
            runtime: Some(runtime.map_err(|error| failed(Box::new(error)))?),
        })
    }

    fn wait<T>(&self, work: impl Future<Output = Result<T, WitnessError>>) -> Result<T, WitnessError> {
        match &self.runtime {
            Some(runtime) => runtime.block_on(work),
            None => Err(unreachable_by("it was shut down")),
        }
    }

    /// Returns the status, whether the media type is that of a size, and the body.
    async fn post(&self, body: String) -> Result<(StatusCode, bool, String), WitnessError> {
        let lost = |error: reqwest::Error| unreachable_by(error.without_url());
        let request = self
            .client
            .post(self.address.clone())
            .header(CONTENT_TYPE, "text/plain; charset=utf-8");
        let answer = request.body(body).send().await.map_err(lost)?;
        let status = answer.status();
        let is_size = answer
            .headers()
            .get(CONTENT_TYPE)
            .is_some_and(|kind| kind == "text/x.tlog.size");
        let text = read(answer).await?;
        Ok((status, is_size, text))
    }
}

impl Witness for HttpWitness {
    fn name(&self) -> &str {
        &self.name
    }

    fn add_checkpoint(&self, submission: Submission<'_>) -> Result<WitnessResponse, WitnessError> {
        let (status, is_size, text) = self.wait(self.post(body_of(submission)))?;
        match status {
            StatusCode::OK => {
                let signed = self.key.cosignatures(submission.checkpoint, &text);
                signed
                    .map(WitnessResponse::Cosigned)
                    .ok_or_else(|| refuses(&WitnessRefusal::NotSigned))
            }
            StatusCode::CONFLICT => {
                let size = text
                    .strip_suffix('\n')
                    .filter(|_| is_size)
                    .and_then(|size| size.parse().ok());
                size.map(WitnessResponse::OtherSize)
                    .ok_or_else(|| refuses(&WitnessRefusal::NoSize))
            }
            StatusCode::UNPROCESSABLE_ENTITY => Err(WitnessError::Disagrees),
            StatusCode::FORBIDDEN => Err(WitnessError::Refuses(
                "it trusts none of the keys that have signed the checkpoint; `aditus audit keys` lists them"
                    .to_owned(),
            )),
            StatusCode::NOT_FOUND => Err(WitnessError::Refuses(
                "it does not know the origin of this log, or the address is not that of a witness".to_owned(),
            )),
            StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => {
                Err(unreachable_by(WitnessRefusal::Status(status)))
            }
            status if status.is_redirection() => Err(refuses(&WitnessRefusal::Redirect(status))),
            status if status.is_server_error() => Err(unreachable_by(WitnessRefusal::Status(status))),
            status => Err(refuses(&WitnessRefusal::Status(status))),
        }
    }
}

impl Drop for HttpWitness {
    /// Shuts the runtime down in the background. A normal drop would wait for its threads, which is
    /// not allowed on threads of another runtime.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

fn body_of(submission: Submission<'_>) -> String {
    let mut body = format!("old {}\n", submission.earlier);
    for hash in submission.proof {
        // Writing to a `String` cannot fail.
        let _ = writeln!(body, "{}", BASE64_STANDARD.encode(hash.0));
    }
    body.push('\n');
    body.push_str(submission.checkpoint);
    body
}

/// Returns the body of an answer, or an error if it is too long.
async fn read(mut answer: Response) -> Result<String, WitnessError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = answer
        .chunk()
        .await
        .map_err(|error| unreachable_by(error.without_url()))?
    {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > MAX_ANSWER_BYTES {
            return Err(refuses(&WitnessRefusal::TooLong));
        }
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn refuses(answered: &WitnessRefusal) -> WitnessError {
    WitnessError::Refuses(answered.to_string())
}

fn unreachable_by(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> WitnessError {
    WitnessError::Unreachable(cause.into())
}
