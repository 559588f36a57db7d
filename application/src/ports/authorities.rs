use std::fmt;
use std::sync::Arc;

/// Certificates of the authorities that outgoing TLS connections trust.
///
/// An adapter MUST trust these authorities alone if the list has any. Otherwise it trusts those of
/// its TLS library.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Authorities(Arc<[Vec<u8>]>);

impl Authorities {
    /// Wraps X.509 certificates in DER. The caller has checked that a TLS library can read each.
    pub fn new(certificates: Vec<Vec<u8>>) -> Self {
        Self(certificates.into())
    }

    /// Returns the certificates in DER.
    pub fn certificates(&self) -> impl Iterator<Item = &[u8]> {
        self.0.iter().map(Vec::as_slice)
    }

    /// Returns true if no authority is given.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Authorities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Authorities({} certificates)", self.0.len())
    }
}
