//! A certificate with its key, read from files.

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

/// The paths of certificate and key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CertificateFiles {
    /// The certificate chain in PEM, with the server's certificate first.
    pub certificate: PathBuf,
    /// The private key in PEM: PKCS#8, PKCS#1 or SEC1, without a passphrase.
    pub key: PathBuf,
}

/// The reason why certificate and key cannot be used. The texts do not reveal the key.
#[derive(Debug, Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("{} cannot be read", .0.display())]
    Unreadable(PathBuf, #[source] std::io::Error),
    /// The certificate file contains no certificate.
    #[error("{} contains no PEM certificate", .0.display())]
    NoCertificate(PathBuf),
    /// The key file contains no key.
    #[error("{} holds no private key in PEM without a passphrase", .0.display())]
    NoKey(PathBuf),
    /// The certificate cannot be parsed.
    #[error("the certificate in {} is damaged", .0.display())]
    Damaged(PathBuf),
    /// Certificate and key do not match.
    #[error("the key in {} does not fit the certificate in {}", key.display(), certificate.display())]
    Mismatch {
        /// The path of the certificate.
        certificate: PathBuf,
        /// The path of the key.
        key: PathBuf,
    },
    /// The type of the key is not supported.
    #[error("the key in {} cannot be used: it must be RSA of 2,048 bits or more, ECDSA (P-256, P-384) or Ed25519", .0.display())]
    Kind(PathBuf),
}

/// The validity of a certificate at a point in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Validity {
    /// The certificate is valid.
    Good,
    /// The certificate is not valid yet.
    NotYet,
    /// The certificate has expired.
    Ended,
}

/// A certificate with its key.
#[derive(Debug, Clone)]
pub struct CertificatePair {
    pub(super) certified: Arc<CertifiedKey>,
    /// The start of its validity.
    pub begins: DateTime<Utc>,
    /// The end of its validity.
    pub ends: DateTime<Utc>,
}

fn read(path: &Path) -> Result<Vec<u8>, TlsError> {
    fs::read(path).map_err(|error| TlsError::Unreadable(path.to_owned(), error))
}

impl CertificatePair {
    /// Reads both files and checks that they match.
    pub fn read(files: &CertificateFiles) -> Result<Self, TlsError> {
        Self::from_pem(files, &read(&files.certificate)?, &read(&files.key)?)
    }

    /// Does the same with the contents of the files.
    pub(super) fn from_pem(
        files: &CertificateFiles,
        certificate: &[u8],
        key: &[u8],
    ) -> Result<Self, TlsError> {
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

    /// Returns the validity of the certificate at this time.
    pub fn validity(&self, now: DateTime<Utc>) -> Validity {
        if now < self.begins {
            Validity::NotYet
        } else if now > self.ends {
            Validity::Ended
        } else {
            Validity::Good
        }
    }

    /// Returns true if the certificate is valid for this host by the rules of browsers: a name, or
    /// an address without brackets.
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
