//! Keys that are derived from one master secret.

use aditus_application::ports::{Entropy, KeyPurpose, SealedPlace};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac};
use secrecy::{ExposeSecret, SecretBox};
use sha2::Sha256;

use crate::SystemEntropy;

/// First byte of a sealed value: the version of its format.
const SEAL_VERSION: u8 = 2;
const NONCE_BYTES: usize = 24;

/// One key per purpose, derived from a master secret of 32 bytes by HMAC-SHA-256 over the purpose's
/// name. The keys are wiped when dropped, and `Debug` never shows them.
#[derive(Debug)]
pub(crate) struct DerivedKeys {
    session_token: SecretBox<[u8; 32]>,
    pending_sign_in: SecretBox<[u8; 32]>,
    provider_state: SecretBox<[u8; 32]>,
    provider_nonce: SecretBox<[u8; 32]>,
    pkce_verifier: SecretBox<[u8; 32]>,
    provider_browser: SecretBox<[u8; 32]>,
    proven_identity: SecretBox<[u8; 32]>,
    one_time_code: SecretBox<[u8; 32]>,
    file_address: SecretBox<[u8; 32]>,
    limit_subject: SecretBox<[u8; 32]>,
    known_browser: SecretBox<[u8; 32]>,
    take_back: SecretBox<[u8; 32]>,
    calendar_feed: SecretBox<[u8; 32]>,
    idempotency_key: SecretBox<[u8; 32]>,
    audit_entry: SecretBox<[u8; 32]>,
    installation: SecretBox<[u8; 32]>,
    /// Key from which the sealing key of each purpose is derived.
    seal: SecretBox<[u8; 32]>,
}

impl DerivedKeys {
    pub(crate) fn new(master: &SecretBox<[u8; 32]>) -> Self {
        let derive =
            |name: &str| SecretBox::new(Box::new(hmac_sha256(master.expose_secret(), name.as_bytes())));
        Self {
            session_token: derive("aditus session token v1"),
            pending_sign_in: derive("aditus pending sign-in v1"),
            provider_state: derive("aditus provider state v1"),
            provider_nonce: derive("aditus provider nonce v1"),
            pkce_verifier: derive("aditus pkce verifier v1"),
            provider_browser: derive("aditus provider browser v1"),
            proven_identity: derive("aditus proven identity v1"),
            one_time_code: derive("aditus one-time code v1"),
            file_address: derive("aditus file address v1"),
            limit_subject: derive("aditus limit subject v1"),
            known_browser: derive("aditus known browser v1"),
            take_back: derive("aditus take back v1"),
            calendar_feed: derive("aditus calendar feed v1"),
            idempotency_key: derive("aditus idempotency key v1"),
            audit_entry: derive("aditus audit entry v1"),
            installation: derive("aditus installation v1"),
            seal: derive("aditus seal v2"),
        }
    }

    pub(crate) fn key(&self, purpose: KeyPurpose) -> &[u8; 32] {
        match purpose {
            KeyPurpose::SessionToken => &self.session_token,
            KeyPurpose::PendingSignIn => &self.pending_sign_in,
            KeyPurpose::ProviderState => &self.provider_state,
            KeyPurpose::ProviderNonce => &self.provider_nonce,
            KeyPurpose::PkceVerifier => &self.pkce_verifier,
            KeyPurpose::ProviderBrowser => &self.provider_browser,
            KeyPurpose::ProvenIdentity => &self.proven_identity,
            KeyPurpose::OneTimeCode => &self.one_time_code,
            KeyPurpose::FileAddress => &self.file_address,
            KeyPurpose::LimitSubject => &self.limit_subject,
            KeyPurpose::KnownBrowser => &self.known_browser,
            KeyPurpose::TakeBack => &self.take_back,
            KeyPurpose::CalendarFeed => &self.calendar_feed,
            KeyPurpose::IdempotencyKey => &self.idempotency_key,
            KeyPurpose::AuditEntry => &self.audit_entry,
            KeyPurpose::Installation => &self.installation,
        }
        .expose_secret()
    }

    fn cipher(&self, place: &SealedPlace) -> XChaCha20Poly1305 {
        let key = hmac_sha256(self.seal.expose_secret(), place.purpose().as_bytes());
        XChaCha20Poly1305::new(SecretBox::new(Box::new(key)).expose_secret().into())
    }

    pub(crate) fn hash(&self, purpose: KeyPurpose, data: &[u8]) -> [u8; 32] {
        hmac_sha256(self.key(purpose), data)
    }

    pub(crate) fn seal(&self, place: &SealedPlace, plain: &[u8]) -> Option<Vec<u8>> {
        let mut nonce = [0; NONCE_BYTES];
        SystemEntropy.fill(&mut nonce);
        let payload = Payload {
            msg: plain,
            aad: &place.row(),
        };
        let secret = self
            .cipher(place)
            .encrypt(XNonce::from_slice(&nonce), payload)
            .ok()?;
        Some([&[SEAL_VERSION], nonce.as_slice(), &secret].concat())
    }

    pub(crate) fn open(&self, place: &SealedPlace, sealed: &[u8]) -> Option<Vec<u8>> {
        decrypt(&self.cipher(place), &place.row(), sealed)
    }
}

fn decrypt(cipher: &XChaCha20Poly1305, aad: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
    let (first, rest) = sealed.split_first()?;
    let (nonce, msg) = rest.split_at_checked(NONCE_BYTES)?;
    if *first != SEAL_VERSION {
        return None;
    }
    cipher
        .decrypt(XNonce::from_slice(nonce), Payload { msg, aad })
        .ok()
}

/// Computes HMAC-SHA-256. HMAC pads keys shorter than its block with zeros; padding the key here
/// avoids a length check that cannot fail.
pub(crate) fn hmac_sha256(key: &[u8; 32], data: &[u8]) -> [u8; 32] {
    let mut block = [0; 64];
    block[..32].copy_from_slice(key);
    let mut mac = <Hmac<Sha256> as Mac>::new(&block.into());
    mac.update(data);
    mac.finalize().into_bytes().into()
}
