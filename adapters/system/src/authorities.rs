//! Certificate authorities that outgoing TLS connections trust: built-in ones, those of the system,
//! and those of the configuration.

use std::io;
use std::path::{Path, PathBuf};

use aditus_application::ports::Authorities;
use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::{Error as PemError, PemObject};
use thiserror::Error;

/// A file of certificates is unusable.
#[derive(Debug, Error)]
pub enum AuthorityFileError {
    /// The file cannot be read.
    #[error("{} cannot be read", .0.display())]
    Unreadable(PathBuf, #[source] io::Error),
    /// The file is malformed PEM, or contains a damaged certificate.
    #[error("{} contains no readable PEM certificates", .0.display())]
    NotPem(PathBuf, #[source] Box<dyn std::error::Error + Send + Sync>),
    /// The file contains no certificate.
    #[error("{} contains no PEM certificate", .0.display())]
    Empty(PathBuf),
}

/// Returns the trusted authorities: Mozilla's, which are compiled in; those of these PEM files;
/// and, if `with_system`, those that the system trusts. Unreadable certificates of the system are
/// skipped, as is usual.
pub fn trusted_authorities(files: &[PathBuf], with_system: bool) -> Result<Authorities, AuthorityFileError> {
    let mut certificates: Vec<Vec<u8>> = webpki_root_certs::TLS_SERVER_ROOT_CERTS
        .iter()
        .map(|certificate| certificate.to_vec())
        .collect();
    if with_system {
        let of_system = rustls_native_certs::load_native_certs().certs;
        certificates.extend(
            of_system
                .into_iter()
                .filter(|certificate| check(certificate).is_ok())
                .map(|certificate| certificate.to_vec()),
        );
    }
    for file in files {
        certificates.extend(read(file)?);
    }
    certificates.sort_unstable();
    certificates.dedup();
    Ok(Authorities::new(certificates))
}

fn read(file: &Path) -> Result<Vec<Vec<u8>>, AuthorityFileError> {
    let text = std::fs::read(file).map_err(|error| AuthorityFileError::Unreadable(file.to_owned(), error))?;
    let not_pem =
        |error: Box<dyn std::error::Error + Send + Sync>| AuthorityFileError::NotPem(file.to_owned(), error);
    let found: Vec<CertificateDer<'static>> = CertificateDer::pem_slice_iter(&text)
        .collect::<Result<_, PemError>>()
        .map_err(|error| not_pem(Box::new(error)))?;
    if found.is_empty() {
        return Err(AuthorityFileError::Empty(file.to_owned()));
    }
    for certificate in &found {
        check(certificate).map_err(|error| not_pem(Box::new(error)))?;
    }
    Ok(found.iter().map(|certificate| certificate.to_vec()).collect())
}

/// Returns an error if a TLS library could not use the certificate as a root.
fn check(certificate: &CertificateDer<'static>) -> Result<(), rustls::Error> {
    RootCertStore::empty().add(certificate.clone())
}

#[cfg(test)]
mod tests {
    use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};

    use super::*;

    fn authority() -> CertifiedIssuer<'static, KeyPair> {
        let mut params = CertificateParams::new([]).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
    }

    #[test]
    fn certificates_of_files_are_added_to_the_built_in_ones() {
        let place = tempfile::tempdir().unwrap();
        let (first, second) = (authority(), authority());
        let file = place.path().join("both.pem");
        std::fs::write(&file, format!("# two\n{}{}", first.pem(), second.pem())).unwrap();
        let built_in = trusted_authorities(&[], false).unwrap().certificates().count();
        assert!(built_in > 100);
        // A file that is listed twice counts once.
        let all = trusted_authorities(&[file.clone(), file], false).unwrap();
        assert_eq!(all.certificates().count(), built_in + 2);
        for added in [first, second] {
            assert!(
                all.certificates()
                    .any(|certificate| certificate == added.der().as_ref())
            );
        }
    }

    #[test]
    fn an_unusable_file_is_named_in_the_error() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("ca.pem");
        let refused = || trusted_authorities(std::slice::from_ref(&file), false).unwrap_err();
        assert!(matches!(refused(), AuthorityFileError::Unreadable(..)));
        std::fs::write(&file, "no certificate").unwrap();
        assert!(matches!(refused(), AuthorityFileError::Empty(_)));
        std::fs::write(
            &file,
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
        )
        .unwrap();
        assert!(matches!(refused(), AuthorityFileError::NotPem(..)));
        assert!(refused().to_string().contains(&*file.to_string_lossy()));
    }
}
