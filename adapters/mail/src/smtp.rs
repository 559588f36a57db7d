use std::io::ErrorKind;
use std::time::Duration;

use aditus_application::ports::{Authorities, MailError, MailMessage, Mailer};
use lettre::transport::smtp::client::{Certificate, CertificateStore, Tls, TlsParameters};
use lettre::transport::smtp::{self, PoolConfig, SMTP_PORT, SUBMISSION_PORT, SUBMISSIONS_PORT};
use lettre::{SmtpTransport, Transport};
use thiserror::Error;
use url::Url;

use crate::compose::{Sender, permanent, temporary, unreachable};

/// Connection to the mail server.
#[derive(Clone)]
pub struct SmtpSettings {
    /// `smtps://user:password@host:port` (TLS from the first byte, port 465),
    /// `smtp://…?tls=required` (STARTTLS or failure, port 587), `smtp://…?tls=opportunistic`
    /// (STARTTLS if offered) or `smtp://…` (no TLS, port 25: for a server on the same machine).
    ///
    /// User and password are percent-encoded and optional. A path is the name of this machine in
    /// EHLO.
    pub url: String,
    /// Timeout of each step of a conversation.
    pub timeout: Duration,
    /// Most simultaneous connections.
    pub connections: u32,
    /// Certificate authorities that are trusted.
    pub authorities: Authorities,
}

impl SmtpSettings {
    /// Returns settings with the defaults: 20 seconds, four connections.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            timeout: Duration::from_secs(20),
            connections: 4,
            authorities: Authorities::default(),
        }
    }
}

/// The address of the mail server is unusable. The text never contains the password.
#[derive(Debug, Error)]
#[error(
    "this is not the address of a mail server; write smtp://host:port, smtp://user:password@host:port?tls=required or smtps://user:password@host:port"
)]
pub struct SmtpUrlError(#[source] smtp::Error);

/// The mail server did not answer in time. Replaces the error of the system, which names neither
/// server nor timeout.
#[derive(Debug, Clone, Error)]
#[error("{server} did not answer within {} seconds", .timeout.as_secs_f64())]
struct TimedOut {
    /// Host and port.
    server: String,
    timeout: Duration,
}

/// Sends mails to a mail server, over pooled connections.
pub struct SmtpMailer {
    transport: SmtpTransport,
    sender: Sender,
    timed_out: TimedOut,
}

impl SmtpMailer {
    /// Returns a mailer for this server. Does not connect yet.
    pub fn new(settings: &SmtpSettings, sender: Sender) -> Result<Self, SmtpUrlError> {
        if settings.url.starts_with("smtp://") && settings.url.contains('@') && !settings.url.contains("tls=")
        {
            tracing::warn!("smtp_url: the password is sent unencrypted; add ?tls=required");
        }
        let mut transport = SmtpTransport::from_url(&settings.url).map_err(SmtpUrlError)?;
        if !settings.authorities.is_empty()
            && let Some(tls) = tls(&settings.url, &settings.authorities).map_err(SmtpUrlError)?
        {
            transport = transport.tls(tls);
        }
        let transport = transport
            .timeout(Some(settings.timeout))
            .pool_config(PoolConfig::new().max_size(settings.connections.max(1)))
            .build();
        Ok(Self {
            transport,
            sender,
            timed_out: TimedOut {
                server: host_and_port(&settings.url).unwrap_or_default(),
                timeout: settings.timeout,
            },
        })
    }

    /// Classifies an error by the server's answer. A 5xx answer is about this mail and permanent.
    ///
    /// Codes 53x and 521 are about this installation, so they count as temporary: a wrong
    /// configuration can be corrected, and must not discard every mail. A 554 greeting is about the
    /// installation too, but cannot be told from a 554 answer to a mail, so it counts as permanent.
    fn classify_error(&self, error: smtp::Error) -> MailError {
        let is_about_us = |code: u16| matches!(code, 521 | 530..=539);
        if error.is_permanent() && !error.status().is_some_and(|code| is_about_us(code.into())) {
            permanent(error)
        } else {
            self.unreachable_or_temporary(error)
        }
    }

    /// Returns `Temporary` if the server answered, or refused or closed the connection, and
    /// `Unreachable` if it is silent or its host is unknown.
    fn unreachable_or_temporary(&self, error: smtp::Error) -> MailError {
        if is_caused_by(&error, &SILENT) {
            return unreachable(self.timed_out.clone());
        }
        let answered = error.status().is_some() || error.is_response() || error.is_client() || error.is_tls();
        if answered || is_caused_by(&error, &HUNG_UP) {
            temporary(error)
        } else {
            unreachable(error)
        }
    }
}

/// Returns the host and port of a server, by the same rules as [`SmtpTransport::from_url`].
fn host_and_port(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    let default_port = match url.scheme() {
        "smtps" => SUBMISSIONS_PORT,
        _ if url.query_pairs().any(|(name, _)| name == "tls") => SUBMISSION_PORT,
        _ => SMTP_PORT,
    };
    Some(format!(
        "{}:{}",
        url.host_str()?,
        url.port().unwrap_or(default_port)
    ))
}

/// Returns the encryption of the connection, by the same rules as [`SmtpTransport::from_url`], but
/// with these authorities instead of its own. Returns `None` for an address without TLS.
fn tls(url: &str, authorities: &Authorities) -> Result<Option<Tls>, smtp::Error> {
    let Ok(url) = Url::parse(url) else { return Ok(None) };
    let Some(host) = url.host_str() else {
        return Ok(None);
    };
    let wanted = url.query_pairs().find(|(name, _)| name == "tls");
    let encrypted: fn(TlsParameters) -> Tls = match (url.scheme(), wanted.as_ref().map(|(_, value)| &**value))
    {
        ("smtps", _) => Tls::Wrapper,
        (_, Some("required")) => Tls::Required,
        (_, Some("opportunistic")) => Tls::Opportunistic,
        _ => return Ok(None),
    };
    let mut parameters = TlsParameters::builder(host.to_owned()).certificate_store(CertificateStore::None);
    for certificate in authorities.certificates() {
        parameters = parameters.add_root_certificate(Certificate::from_der(certificate.to_vec())?);
    }
    Ok(Some(encrypted(parameters.build()?)))
}

impl Mailer for SmtpMailer {
    fn send(&self, mail: &MailMessage, reference: &str) -> Result<(), MailError> {
        let message = self.sender.compose(mail, reference)?;
        self.transport
            .send(&message)
            .map(|_| ())
            .map_err(|error| self.classify_error(error))
    }

    fn check(&self) -> Result<(), MailError> {
        match self.transport.test_connection() {
            Ok(true) => Ok(()),
            Ok(false) => Err(MailError::Temporary("the mail server hung up".into())),
            Err(error) => Err(self.unreachable_or_temporary(error)),
        }
    }
}

/// A read that timed out "would block" on Unix.
const SILENT: [ErrorKind; 2] = [ErrorKind::TimedOut, ErrorKind::WouldBlock];

/// The server refused or closed the connection, or its certificate is untrusted (`InvalidData`).
const HUNG_UP: [ErrorKind; 6] = [
    ErrorKind::BrokenPipe,
    ErrorKind::ConnectionAborted,
    ErrorKind::ConnectionRefused,
    ErrorKind::ConnectionReset,
    ErrorKind::InvalidData,
    ErrorKind::UnexpectedEof,
];

/// Returns true if an I/O error of one of these kinds is among the causes.
fn is_caused_by(error: &smtp::Error, kinds: &[ErrorKind]) -> bool {
    let mut cause = std::error::Error::source(error);
    while let Some(found) = cause {
        let kind = found.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        if kind.is_some_and(|kind| kinds.contains(&kind)) {
            return true;
        }
        cause = found.source();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::host_and_port;

    #[test]
    fn server_is_named_with_the_port_that_its_address_implies() {
        for (url, server) in [
            ("smtp://mail.example", "mail.example:25"),
            ("smtp://ada:s3cret@mail.example?tls=required", "mail.example:587"),
            ("smtps://mail.example", "mail.example:465"),
            ("smtps://[::1]:2465/us.example", "[::1]:2465"),
        ] {
            assert_eq!(host_and_port(url).as_deref(), Some(server), "{url}");
        }
    }
}
