//! TLS by a certificate and a key in files, which are taken up anew when they are renewed (design O3).

mod certificates;
mod pair;
mod probe;

pub use certificates::{Certificates, CertificatesState};
pub use pair::{CertificateFiles, Pair, TlsError, Validity};
pub use probe::local_stream;
