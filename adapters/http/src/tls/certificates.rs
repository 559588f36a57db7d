//! The certificate that the server shows, and how a renewed one takes its place.

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

use super::pair::{CertificateFiles, Pair, TlsError, Validity};

/// Certificate and key of the server. Handshakes take those that were read last and could be used.
pub struct Certificates {
    files: CertificateFiles,
    /// The host that people ask for.
    host: String,
    clock: Arc<dyn Clock>,
    shown: RwLock<Pair>,
    seen: Mutex<Seen>,
}

/// What was seen of the files.
struct Seen {
    /// What is shown, or was refused.
    judged: Option<Stamp>,
    /// At the last look.
    last: Option<Stamp>,
    is_refused: bool,
    renewed: u64,
}

/// By what a change of the files shows: the time, size and place of each. Programs that renew certificates write new files and lead
/// links to them, or write over the old ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp([(SystemTime, u64, u64); 2]);

impl Stamp {
    fn of(files: &CertificateFiles) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        let of = |path: &Path| {
            let found = fs::metadata(path).ok()?;
            Some((found.modified().ok()?, found.len(), found.ino()))
        };
        Some(Self([of(&files.certificate)?, of(&files.key)?]))
    }
}

/// How the certificate stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CertificatesState {
    /// When the one that is shown ends.
    pub ends: DateTime<Utc>,
    /// Whether the files hold another one that cannot be used.
    pub is_refused: bool,
    /// How often renewed files were taken up.
    pub renewed: u64,
}

impl Certificates {
    /// Reads the files. A certificate that has ended is taken, and told of in the log: a server that does not start cannot take up the
    /// one that is on its way.
    ///
    /// A certificate that is not for `host` is taken as well, and logged as a warning.
    pub fn open(files: CertificateFiles, host: &str, clock: Arc<dyn Clock>) -> Result<Arc<Self>, TlsError> {
        let stamp = Stamp::of(&files);
        let pair = Pair::read(&files)?;
        if pair.validity(clock.now()) != Validity::Good {
            tracing::error!(
                begins = %pair.begins,
                ends = %pair.ends,
                "the certificate is not good now: browsers refuse it; renew it, and it is taken up without a restart"
            );
        }
        if !pair.is_for(host) {
            tracing::warn!(host, "the certificate is for another host: browsers refuse it");
        }
        Ok(Arc::new(Self {
            files,
            host: host.to_owned(),
            clock,
            shown: RwLock::new(pair),
            seen: Mutex::new(Seen {
                judged: stamp,
                last: stamp,
                is_refused: false,
                renewed: 0,
            }),
        }))
    }

    /// Looks whether the files were renewed, and takes up what they hold; to be called again and again. Files are read once two looks
    /// have found them the same, so that nobody sees a new certificate beside the old key. What cannot be used is told in the log once,
    /// and the old pair stays.
    pub fn look(&self) {
        let stamp = Stamp::of(&self.files);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let is_settled = std::mem::replace(&mut seen.last, stamp) == stamp;
        if !is_settled || seen.judged == stamp {
            return;
        }
        self.judge(&mut seen, stamp);
    }

    /// Takes up what the files hold right now, as the administrator asks for by a signal. Logs that they are as before where they are.
    pub fn reload(&self) {
        let stamp = Stamp::of(&self.files);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.last = stamp;
        if seen.judged == stamp && !seen.is_refused {
            tracing::info!("the files of the certificate have not changed");
            return;
        }
        self.judge(&mut seen, stamp);
    }

    /// Reads the files, shows what they hold if it can be used, and logs the outcome.
    fn judge(&self, seen: &mut Seen, stamp: Option<Stamp>) {
        seen.judged = stamp;
        match self.take_up() {
            Ok(Some(new)) => {
                seen.is_refused = false;
                seen.renewed += 1;
                let (ends, host) = (new.ends, &self.host);
                if new.is_for(host) {
                    tracing::info!(%ends, "a renewed certificate is shown from now on");
                } else {
                    tracing::warn!(
                        %ends,
                        host,
                        "a renewed certificate is shown from now on, and it is for another host: browsers refuse it"
                    );
                }
            }
            Ok(None) => {
                seen.is_refused = true;
                tracing::error!(
                    "the renewed certificate is not good now; the old one is shown until the files hold one that is"
                );
            }
            Err(error) => {
                seen.is_refused = true;
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "the renewed certificate cannot be used; the old one is shown until the files hold one that can"
                );
            }
        }
    }

    /// The new one; none where it is not good now, and the old one is.
    fn take_up(&self) -> Result<Option<Pair>, TlsError> {
        let new = Pair::read(&self.files)?;
        let now = self.clock.now();
        let mut shown = self.shown.write().unwrap_or_else(PoisonError::into_inner);
        if new.validity(now) != Validity::Good && shown.validity(now) == Validity::Good {
            return Ok(None);
        }
        *shown = new.clone();
        Ok(Some(new))
    }

    /// How it stands.
    pub fn state(&self) -> CertificatesState {
        let ends = self.shown.read().unwrap_or_else(PoisonError::into_inner).ends;
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        CertificatesState {
            ends,
            is_refused: seen.is_refused,
            renewed: seen.renewed,
        }
    }

    /// TLS 1.2 and 1.3 as rustls has them by default, HTTP/1.1 over it, with the certificate that is shown at the time of each handshake.
    pub(crate) fn server_config(self: &Arc<Self>) -> Result<ServerConfig, rustls::Error> {
        let resolver = Arc::new(Shown(Arc::clone(self)));
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(resolver);
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(config)
    }
}

struct Shown(Arc<Certificates>);

impl std::fmt::Debug for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Shown({})", self.0.files.certificate.display())
    }
}

impl ResolvesServerCert for Shown {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let shown = self.0.shown.read().unwrap_or_else(PoisonError::into_inner);
        Some(Arc::clone(&shown.certified))
    }
}
