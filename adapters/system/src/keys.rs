use std::path::Path;

use aditus_application::ports::{Entropy, KeyPurpose, Keys, SealError, SealedPlace};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac};
use secrecy::{ExposeSecret, SecretBox};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use crate::SystemEntropy;
use crate::key_file::{self, KeyFileError};

/// The first byte of a sealed value: the way of sealing.
const SEAL_VERSION: u8 = 2;
/// The way of version 0.1.0, which bound values to no place.
const UNBOUND_VERSION: u8 = 1;
const UNBOUND_CONTEXT: &[u8] = b"aditus sealed v1";
const NONCE_BYTES: usize = 24;

/// The secrets of the installation: one master secret of 32 bytes, from which a key for each purpose is derived by
/// HMAC-SHA-256 over the purpose's name. The derived keys are wiped when dropped and `Debug` never shows them.
#[derive(Debug)]
pub struct SecretKeys {
    session_token: SecretBox<[u8; 32]>,
    one_time_code: SecretBox<[u8; 32]>,
    file_address: SecretBox<[u8; 32]>,
    limit_subject: SecretBox<[u8; 32]>,
    known_browser: SecretBox<[u8; 32]>,
    take_back: SecretBox<[u8; 32]>,
    idempotency_key: SecretBox<[u8; 32]>,
    audit_entry: SecretBox<[u8; 32]>,
    installation: SecretBox<[u8; 32]>,
    /// The key from which the key of each purpose of sealing is derived.
    seal: SecretBox<[u8; 32]>,
    unbound_seal: SecretBox<[u8; 32]>,
}

impl SecretKeys {
    /// Keys of a master secret that comes from elsewhere.
    pub fn new(master: &SecretBox<[u8; 32]>) -> Self {
        let derive =
            |name: &str| SecretBox::new(Box::new(hmac_sha256(master.expose_secret(), name.as_bytes())));
        Self {
            session_token: derive("aditus session token v1"),
            one_time_code: derive("aditus one-time code v1"),
            file_address: derive("aditus file address v1"),
            limit_subject: derive("aditus limit subject v1"),
            known_browser: derive("aditus known browser v1"),
            take_back: derive("aditus take back v1"),
            idempotency_key: derive("aditus idempotency key v1"),
            audit_entry: derive("aditus audit entry v1"),
            installation: derive("aditus installation v1"),
            seal: derive("aditus seal v2"),
            unbound_seal: derive("aditus seal v1"),
        }
    }

    /// Keys of the master secret in this file. A missing file is made, with mode 0600, in a folder that is made with
    /// mode 0700 when it is missing; of two processes that make it at once, both use the one secret that was stored.
    /// A file that others may read or write, or one in a folder where everybody may replace it, is refused.
    pub fn load_or_create(path: &Path) -> Result<Self, KeyFileError> {
        key_file::load_or_create(path, &SystemEntropy).map(|master| Self::new(&master))
    }

    fn key(&self, purpose: KeyPurpose) -> &[u8; 32] {
        match purpose {
            KeyPurpose::SessionToken => &self.session_token,
            KeyPurpose::OneTimeCode => &self.one_time_code,
            KeyPurpose::FileAddress => &self.file_address,
            KeyPurpose::LimitSubject => &self.limit_subject,
            KeyPurpose::KnownBrowser => &self.known_browser,
            KeyPurpose::TakeBack => &self.take_back,
            KeyPurpose::IdempotencyKey => &self.idempotency_key,
            KeyPurpose::AuditEntry => &self.audit_entry,
            KeyPurpose::Installation => &self.installation,
        }
        .expose_secret()
    }

    /// The cipher of the purpose of this place.
    fn cipher(&self, place: &SealedPlace) -> XChaCha20Poly1305 {
        let key = hmac_sha256(self.seal.expose_secret(), place.purpose().as_bytes());
        XChaCha20Poly1305::new(SecretBox::new(Box::new(key)).expose_secret().into())
    }
}

impl Keys for SecretKeys {
    fn hash(&self, purpose: KeyPurpose, data: &[u8]) -> [u8; 32] {
        hmac_sha256(self.key(purpose), data)
    }

    fn equal(&self, left: &[u8; 32], right: &[u8; 32]) -> bool {
        left.ct_eq(right).into()
    }

    fn seal(&self, place: &SealedPlace, plain: &[u8]) -> Result<Vec<u8>, SealError> {
        let mut nonce = [0; NONCE_BYTES];
        SystemEntropy.fill(&mut nonce);
        let payload = Payload {
            msg: plain,
            aad: &place.row(),
        };
        let secret = self
            .cipher(place)
            .encrypt(XNonce::from_slice(&nonce), payload)
            .map_err(|_| SealError)?;
        Ok([&[SEAL_VERSION], nonce.as_slice(), &secret].concat())
    }

    fn open(&self, place: &SealedPlace, sealed: &[u8]) -> Result<Vec<u8>, SealError> {
        decrypt(&self.cipher(place), SEAL_VERSION, &place.row(), sealed).ok_or(SealError)
    }

    fn open_unbound(&self, sealed: &[u8]) -> Option<Vec<u8>> {
        let cipher = XChaCha20Poly1305::new(self.unbound_seal.expose_secret().into());
        decrypt(&cipher, UNBOUND_VERSION, UNBOUND_CONTEXT, sealed)
    }
}

fn decrypt(cipher: &XChaCha20Poly1305, version: u8, aad: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
    let (first, rest) = sealed.split_first()?;
    let (nonce, msg) = rest.split_at_checked(NONCE_BYTES)?;
    if *first != version {
        return None;
    }
    cipher
        .decrypt(XNonce::from_slice(nonce), Payload { msg, aad })
        .ok()
}

/// HMAC pads a key shorter than its block with zeros; padding it here spares a length check that cannot fail.
fn hmac_sha256(key: &[u8; 32], data: &[u8]) -> [u8; 32] {
    let mut block = [0; 64];
    block[..32].copy_from_slice(key);
    let mut mac = <Hmac<Sha256> as Mac>::new(&block.into());
    mac.update(data);
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use aditus_domain::ids::DataSourceId;

    use super::*;

    fn keys(byte: u8) -> SecretKeys {
        SecretKeys::new(&SecretBox::new(Box::new([byte; 32])))
    }

    const PURPOSES: [KeyPurpose; 9] = [
        KeyPurpose::SessionToken,
        KeyPurpose::OneTimeCode,
        KeyPurpose::FileAddress,
        KeyPurpose::LimitSubject,
        KeyPurpose::KnownBrowser,
        KeyPurpose::TakeBack,
        KeyPurpose::IdempotencyKey,
        KeyPurpose::AuditEntry,
        KeyPurpose::Installation,
    ];

    #[test]
    fn hmac_is_the_one_of_rfc_4231() {
        // Test case 2 has the key "Jefe", which zero padding turns into the same block.
        let mut key = [0; 32];
        key[..4].copy_from_slice(b"Jefe");
        let made = hmac_sha256(&key, b"what do ya want for nothing?");
        assert_eq!(made[..8], [0x5b, 0xdc, 0xc1, 0x46, 0xbf, 0x60, 0x75, 0x4e]);
        assert_eq!(made[24..], [0x9d, 0xec, 0x58, 0xb9, 0x64, 0xec, 0x38, 0x43]);
    }

    #[test]
    fn a_hash_depends_on_secret_purpose_and_data_and_on_nothing_else() {
        for (index, purpose) in PURPOSES.into_iter().enumerate() {
            assert_eq!(keys(1).hash(purpose, b"data"), keys(1).hash(purpose, b"data"));
            assert_ne!(keys(1).hash(purpose, b"data"), keys(2).hash(purpose, b"data"));
            assert_ne!(keys(1).hash(purpose, b"data"), keys(1).hash(purpose, b"date"));
            for other in &PURPOSES[index + 1..] {
                assert_ne!(keys(1).hash(purpose, b"data"), keys(1).hash(*other, b"data"));
            }
        }
    }

    #[test]
    fn equality_is_of_every_byte() {
        let left = [7; 32];
        assert!(keys(1).equal(&left, &[7; 32]));
        for index in 0..32 {
            let mut right = left;
            right[index] ^= 0x80;
            assert!(!keys(1).equal(&left, &right), "byte {index}");
        }
    }

    /// One place of each purpose, and a second row of each.
    fn places() -> Vec<SealedPlace> {
        ["7", "8"]
            .into_iter()
            .flat_map(|row| {
                let number: i64 = row.parse().unwrap();
                [
                    SealedPlace::LogKey(row.to_owned()),
                    SealedPlace::KeptAnswer([row.as_bytes()[0]; 32]),
                    SealedPlace::SourcePassword(DataSourceId(number)),
                    SealedPlace::Message(row.to_owned()),
                ]
            })
            .collect()
    }

    #[test]
    fn a_sealed_value_opens_at_its_place_and_is_never_the_same_twice() {
        let keys = keys(1);
        for place in places() {
            for plain in [b"".as_slice(), b"482913", &vec![0xff; 100_000]] {
                let sealed = keys.seal(&place, plain).unwrap();
                assert_eq!(keys.open(&place, &sealed).unwrap(), plain);
                assert_ne!(sealed, keys.seal(&place, plain).unwrap());
                if !plain.is_empty() {
                    assert!(!sealed.windows(plain.len()).any(|window| window == plain));
                }
            }
        }
    }

    #[test]
    fn a_sealed_value_opens_at_no_other_place() {
        for (index, place) in places().iter().enumerate() {
            let sealed = keys(1).seal(place, b"secret").unwrap();
            assert_eq!(keys(1).open_unbound(&sealed), None);
            for (other_index, other) in places().iter().enumerate() {
                let opens = keys(1).open(other, &sealed).is_ok();
                assert_eq!(opens, index == other_index, "{place:?} at {other:?}");
            }
        }
    }

    #[test]
    fn a_changed_bit_a_shorter_value_and_another_secret_open_nothing() {
        let place = SealedPlace::Message("0a0b".to_owned());
        let sealed = keys(1).seal(&place, b"482913").unwrap();
        for bit in 0..sealed.len() * 8 {
            let mut changed = sealed.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(keys(1).open(&place, &changed), Err(SealError), "bit {bit}");
        }
        for length in 0..sealed.len() {
            assert_eq!(
                keys(1).open(&place, &sealed[..length]),
                Err(SealError),
                "length {length}"
            );
        }
        assert_eq!(keys(2).open(&place, &sealed), Err(SealError));
    }

    /// Seals as version 0.1.0 did.
    fn sealed_by_0_1_0(master: u8, plain: &[u8]) -> Vec<u8> {
        let key = hmac_sha256(&[master; 32], b"aditus seal v1");
        let nonce = [5; NONCE_BYTES];
        let payload = Payload {
            msg: plain,
            aad: b"aditus sealed v1",
        };
        let cipher = XChaCha20Poly1305::new(&key.into());
        let secret = cipher.encrypt(XNonce::from_slice(&nonce), payload).unwrap();
        [[1].as_slice(), &nonce, &secret].concat()
    }

    #[test]
    fn a_value_of_version_0_1_0_opens_as_unbound_and_at_no_place() {
        let sealed = sealed_by_0_1_0(1, b"482913");
        assert_eq!(
            keys(1).open_unbound(&sealed).as_deref(),
            Some(b"482913".as_slice())
        );
        assert_eq!(keys(2).open_unbound(&sealed), None);
        for place in places() {
            assert_eq!(keys(1).open(&place, &sealed), Err(SealError), "{place:?}");
        }
    }

    #[test]
    fn debug_shows_no_secret() {
        let keys = keys(0xab);
        let shown = format!("{keys:?}");
        let first = keys.key(KeyPurpose::SessionToken)[0];
        assert!(shown.contains("REDACTED"));
        assert!(
            !shown.contains("171") && !shown.contains(&format!("[{first}")),
            "{shown}"
        );
    }
}
