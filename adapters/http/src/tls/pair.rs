//! A certificate with the key that fits it, as files hold them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use rustls::client::verify_server_name;
use rustls::crypto::ring;
use rustls::pki_types::pem::{Error as PemError, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::server::ParsedCertificate;
use rustls::sign::CertifiedKey;
use thiserror::Error;
use x509_cert::Certificate;
use x509_cert::der::Decode;

/// Where certificate and key are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CertificateFiles {
    /// The certificate in PEM, and behind it those that lead to the authority.
    pub certificate: PathBuf,
    /// Its private key in PEM: PKCS#8, PKCS#1 or SEC1, without a passphrase.
    pub key: PathBuf,
}

/// Certificate and key cannot be used. The texts hold nothing of the key.
#[derive(Debug, Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("{} cannot be read", .0.display())]
    Unreadable(PathBuf, #[source] std::io::Error),
    /// The file of the certificate holds none.
    #[error("{} holds no certificate in PEM", .0.display())]
    NoCertificate(PathBuf),
    /// The file of the key holds none.
    #[error("{} holds no private key in PEM without a passphrase", .0.display())]
    NoKey(PathBuf),
    /// The certificate cannot be understood.
    #[error("the certificate in {} is damaged", .0.display())]
    Damaged(PathBuf),
    /// The two do not belong together.
    #[error("the key in {} does not fit the certificate in {}", key.display(), certificate.display())]
    Mismatch {
        /// Of the certificate.
        certificate: PathBuf,
        /// Of the key.
        key: PathBuf,
    },
    /// The key is of a kind that is not served.
    #[error("the key in {} cannot be used: it must be RSA of 2,048 bits or more, ECDSA (P-256, P-384) or Ed25519", .0.display())]
    Kind(PathBuf),
}

/// Whether a certificate is good at some time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Validity {
    /// It is.
    Good,
    /// It will be.
    NotYet,
    /// It was.
    Ended,
}

/// A certificate with its key.
#[derive(Debug, Clone)]
pub struct Pair {
    pub(super) certified: Arc<CertifiedKey>,
    /// From when on it is good.
    pub begins: DateTime<Utc>,
    /// Until when it is.
    pub ends: DateTime<Utc>,
}

fn read(path: &Path) -> Result<Vec<u8>, TlsError> {
    fs::read(path).map_err(|error| TlsError::Unreadable(path.to_owned(), error))
}

impl Pair {
    /// Reads both files, which have to fit each other.
    pub fn read(files: &CertificateFiles) -> Result<Self, TlsError> {
        Self::of(files, &read(&files.certificate)?, &read(&files.key)?)
    }

    /// The same of what the files hold.
    pub(super) fn of(files: &CertificateFiles, certificate: &[u8], key: &[u8]) -> Result<Self, TlsError> {
        let damaged = || TlsError::Damaged(files.certificate.clone());
        let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_slice_iter(certificate)
            .collect::<Result<_, PemError>>()
            .map_err(|_| damaged())?;
        let first = chain
            .first()
            .ok_or_else(|| TlsError::NoCertificate(files.certificate.clone()))?;
        let (begins, ends) = validity(first).ok_or_else(damaged)?;
        let key = PrivateKeyDer::from_pem_slice(key).map_err(|_| TlsError::NoKey(files.key.clone()))?;
        let key = ring::sign::any_supported_type(&key).map_err(|_| TlsError::Kind(files.key.clone()))?;
        let certified = CertifiedKey::new(chain, key);
        match certified.keys_match() {
            Ok(()) => {}
            Err(rustls::Error::InconsistentKeys(_)) => {
                return Err(TlsError::Mismatch {
                    certificate: files.certificate.clone(),
                    key: files.key.clone(),
                });
            }
            Err(_) => return Err(damaged()),
        }
        Ok(Self {
            certified: Arc::new(certified),
            begins,
            ends,
        })
    }

    /// Whether it is good now.
    pub fn validity(&self, now: DateTime<Utc>) -> Validity {
        if now < self.begins {
            Validity::NotYet
        } else if now > self.ends {
            Validity::Ended
        } else {
            Validity::Good
        }
    }

    /// Whether it is for this host, as browsers see it: a name, or an address without brackets.
    pub fn is_for(&self, host: &str) -> bool {
        let certificate = self.certified.end_entity_cert();
        let certificate = certificate.and_then(ParsedCertificate::try_from);
        let (Ok(certificate), Ok(name)) = (certificate, ServerName::try_from(host)) else {
            return false;
        };
        verify_server_name(&certificate, &name).is_ok()
    }
}

fn validity(certificate: &CertificateDer<'_>) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    let parsed = Certificate::from_der(certificate).ok()?;
    let validity = parsed.tbs_certificate().validity();
    let at = |time: x509_cert::time::Time| {
        let seconds = i64::try_from(time.to_unix_duration().as_secs()).ok()?;
        DateTime::from_timestamp(seconds, 0)
    };
    Some((at(validity.not_before)?, at(validity.not_after)?))
}
