//! TLS with a certificate and a key from files, which are reloaded when they are renewed (decisions
//! O3).

mod certificates;
mod pair;
mod probe;

pub use certificates::{Certificates, CertificatesState};
pub use pair::{CertificateFiles, CertificatePair, TlsError, Validity};
pub use probe::local_stream;
