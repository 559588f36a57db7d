//! The certificate of the server, and its renewal at run time.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::SystemTime;

use aditus_application::ports::Clock;
use chrono::{DateTime, Utc};
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;

use super::pair::{CertificateFiles, CertificatePair, TlsError, Validity};

/// The certificate and key of the server. Handshakes use the last usable pair.
pub struct Certificates {
    files: CertificateFiles,
    /// The public host name.
    host: String,
    clock: Arc<dyn Clock>,
    current: RwLock<CertificatePair>,
    seen: Mutex<SeenFiles>,
}

/// The observed state of the files.
struct SeenFiles {
    /// The state of the files that were accepted or rejected last.
    last_loaded: Option<Stamp>,
    /// The state at the last check.
    last: Option<Stamp>,
    is_refused: bool,
    renewed: u64,
}

/// The modification time, size and inode of both files, which reveal a change. Renewal tools either
/// write new files and replace links to them, or overwrite the old files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp([(SystemTime, u64, u64); 2]);

impl Stamp {
    fn read(files: &CertificateFiles) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        let stamp_of = |path: &Path| {
            let found = fs::metadata(path).ok()?;
            Some((found.modified().ok()?, found.len(), found.ino()))
        };
        Some(Self([stamp_of(&files.certificate)?, stamp_of(&files.key)?]))
    }
}

/// The state of the certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CertificatesState {
    /// The expiry of the current certificate.
    pub ends: DateTime<Utc>,
    /// True if the files contain another certificate that cannot be used.
    pub is_refused: bool,
    /// The number of renewals since the start.
    pub renewed: u64,
}

impl Certificates {
    /// Reads the files. A certificate that has expired or is not valid yet is accepted, and logged
    /// as an error: a server that does not start could not load its renewal.
    ///
    /// A certificate for a host other than `host` is also accepted, and logged as a warning.
    pub fn open(files: CertificateFiles, host: &str, clock: Arc<dyn Clock>) -> Result<Arc<Self>, TlsError> {
        let stamp = Stamp::read(&files);
        let pair = CertificatePair::read(&files)?;
        if pair.validity(clock.now()) != Validity::Good {
            tracing::error!(
                begins = %pair.begins,
                ends = %pair.ends,
                "the certificate is not valid now, so browsers reject it; renew it, and the server loads it without a restart"
            );
        }
        if !pair.is_for(host) {
            tracing::warn!(
                host,
                "the certificate is not for the host of public_url, so browsers reject it; replace it"
            );
        }
        Ok(Arc::new(Self {
            files,
            host: host.to_owned(),
            clock,
            current: RwLock::new(pair),
            seen: Mutex::new(SeenFiles {
                last_loaded: stamp,
                last: stamp,
                is_refused: false,
                renewed: 0,
            }),
        }))
    }

    /// Checks for renewed files and loads them; to be called periodically. Files are read once two
    /// checks have found them unchanged, so that a new certificate is not combined with the old
    /// key. Invalid files are logged once, and the old pair stays in use.
    pub fn reload_if_changed(&self) {
        let stamp = Stamp::read(&self.files);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let is_settled = std::mem::replace(&mut seen.last, stamp) == stamp;
        if !is_settled || seen.last_loaded == stamp {
            return;
        }
        self.load_and_log(&mut seen, stamp);
    }

    /// Loads the files immediately, when the administrator sends a signal. Logs if they are
    /// unchanged.
    pub fn reload(&self) {
        let stamp = Stamp::read(&self.files);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.last = stamp;
        if seen.last_loaded == stamp && !seen.is_refused {
            tracing::info!("the certificate files have not changed");
            return;
        }
        self.load_and_log(&mut seen, stamp);
    }

    /// Reads the files, uses them if they are valid, and logs the result.
    fn load_and_log(&self, seen: &mut SeenFiles, stamp: Option<Stamp>) {
        seen.last_loaded = stamp;
        match self.load_pair() {
            Ok(Some(new)) => {
                seen.is_refused = false;
                seen.renewed += 1;
                let (ends, host) = (new.ends, &self.host);
                if new.is_for(host) {
                    tracing::info!(%ends, "loaded a renewed certificate");
                } else {
                    tracing::warn!(
                        %ends,
                        host,
                        "loaded a renewed certificate, which is not for the host of public_url, so browsers reject it"
                    );
                }
            }
            Ok(None) => {
                seen.is_refused = true;
                tracing::error!(
                    "the renewed certificate is not valid now; the old one stays in use until the files contain a valid one"
                );
            }
            Err(error) => {
                seen.is_refused = true;
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "the renewed certificate cannot be used; the old one stays in use until the files contain a usable one"
                );
            }
        }
    }

    /// Reads the new pair and uses it from now on. Returns `None`, and keeps the old one, if only
    /// the old one is valid now.
    fn load_pair(&self) -> Result<Option<CertificatePair>, TlsError> {
        let new = CertificatePair::read(&self.files)?;
        let now = self.clock.now();
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        if new.validity(now) != Validity::Good && current.validity(now) == Validity::Good {
            return Ok(None);
        }
        *current = new.clone();
        Ok(Some(new))
    }

    /// Returns the current state.
    pub fn state(&self) -> CertificatesState {
        let ends = self.current.read().unwrap_or_else(PoisonError::into_inner).ends;
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        CertificatesState {
            ends,
            is_refused: seen.is_refused,
            renewed: seen.renewed,
        }
    }

    /// Returns the TLS configuration: TLS 1.2 and 1.3 with the defaults of rustls, HTTP/1.1, and
    /// the certificate that is current at each handshake.
    pub(crate) fn server_config(self: &Arc<Self>) -> Result<ServerConfig, rustls::Error> {
        let resolver = Arc::new(CurrentCertificate(Arc::clone(self)));
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(resolver);
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(config)
    }
}

struct CurrentCertificate(Arc<Certificates>);

// rustls requires `Debug`. Prints the path of the certificate, never the key.
impl std::fmt::Debug for CurrentCertificate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CurrentCertificate({})", self.0.files.certificate.display())
    }
}

impl ResolvesServerCert for CurrentCertificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let current = self.0.current.read().unwrap_or_else(PoisonError::into_inner);
        Some(Arc::clone(&current.certified))
    }
}
