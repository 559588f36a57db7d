use std::path::Path;

use aditus_application::ports::{Entropy, KeyPurpose, Keys, SealError, SealedPlace};
use secrecy::{ExposeSecretMut, SecretBox};
use subtle::ConstantTimeEq;

use crate::SystemEntropy;
use crate::derived_keys::DerivedKeys;
use crate::key_file::{self, KeyFileError};

/// Keys of the installation. Those of the current master secret seal and hash. Those of other
/// secrets, which are valid during a rotation, only open and compare. `Debug` never shows them.
#[derive(Debug)]
pub struct SecretKeys {
    current: DerivedKeys,
    others: Vec<DerivedKeys>,
}

impl SecretKeys {
    /// Derives the keys from a given master secret.
    pub fn new(master: &SecretBox<[u8; 32]>) -> Self {
        Self {
            current: DerivedKeys::new(master),
            others: Vec::new(),
        }
    }

    /// Adds another valid master secret: the former or the next one.
    #[must_use]
    pub fn with_other(mut self, master: &SecretBox<[u8; 32]>) -> Self {
        self.others.push(DerivedKeys::new(master));
        self
    }

    /// Returns keys of a random master secret that is not stored, for commands on an installation
    /// that has none yet.
    pub fn of_this_process() -> Self {
        let mut master = SecretBox::new(Box::new([0; 32]));
        SystemEntropy.fill(master.expose_secret_mut());
        Self::new(&master)
    }

    /// Returns the keys of the master secret in this file.
    ///
    /// Creates a missing file with mode 0600, and a missing folder with mode 0700. If two processes
    /// create it at the same time, both use the secret that was stored. Refuses a file that others
    /// may read or write, or whose folder lets every account replace it.
    pub fn load_or_create(path: &Path) -> Result<Self, KeyFileError> {
        key_file::create_missing(path, &SystemEntropy)?;
        key_file::load(path).map(|master| Self::new(&master))
    }

    fn all(&self) -> impl Iterator<Item = &DerivedKeys> {
        std::iter::once(&self.current).chain(&self.others)
    }
}

impl Keys for SecretKeys {
    fn hash(&self, purpose: KeyPurpose, data: &[u8]) -> [u8; 32] {
        self.current.hash(purpose, data)
    }

    fn hashes(&self, purpose: KeyPurpose, data: &[u8]) -> Vec<[u8; 32]> {
        self.all().map(|keys| keys.hash(purpose, data)).collect()
    }

    fn equal(&self, left: &[u8; 32], right: &[u8; 32]) -> bool {
        left.ct_eq(right).into()
    }

    fn seal(&self, place: &SealedPlace, plain: &[u8]) -> Result<Vec<u8>, SealError> {
        self.current.seal(place, plain).ok_or(SealError)
    }

    fn open(&self, place: &SealedPlace, sealed: &[u8]) -> Result<Vec<u8>, SealError> {
        self.all()
            .find_map(|keys| keys.open(place, sealed))
            .ok_or(SealError)
    }

    fn is_current(&self, place: &SealedPlace, sealed: &[u8]) -> bool {
        self.current.open(place, sealed).is_some()
    }
}

#[cfg(test)]
mod tests {
    use aditus_domain::ids::DataSourceId;

    use super::*;
    use crate::derived_keys::hmac_sha256;

    fn master(byte: u8) -> SecretBox<[u8; 32]> {
        SecretBox::new(Box::new([byte; 32]))
    }

    fn keys(byte: u8) -> SecretKeys {
        SecretKeys::new(&master(byte))
    }

    const PURPOSES: [KeyPurpose; 16] = [
        KeyPurpose::SessionToken,
        KeyPurpose::PendingSignIn,
        KeyPurpose::ProviderState,
        KeyPurpose::ProviderNonce,
        KeyPurpose::PkceVerifier,
        KeyPurpose::ProviderBrowser,
        KeyPurpose::ProvenIdentity,
        KeyPurpose::OneTimeCode,
        KeyPurpose::FileAddress,
        KeyPurpose::LimitSubject,
        KeyPurpose::KnownBrowser,
        KeyPurpose::TakeBack,
        KeyPurpose::CalendarFeed,
        KeyPurpose::IdempotencyKey,
        KeyPurpose::AuditEntry,
        KeyPurpose::Installation,
    ];

    #[test]
    fn hmac_matches_rfc_4231() {
        // Test case 2 has the key "Jefe", which zero padding turns into the same block.
        let mut key = [0; 32];
        key[..4].copy_from_slice(b"Jefe");
        let made = hmac_sha256(&key, b"what do ya want for nothing?");
        assert_eq!(made[..8], [0x5b, 0xdc, 0xc1, 0x46, 0xbf, 0x60, 0x75, 0x4e]);
        assert_eq!(made[24..], [0x9d, 0xec, 0x58, 0xb9, 0x64, 0xec, 0x38, 0x43]);
    }

    #[test]
    fn a_hash_depends_only_on_secret_purpose_and_data() {
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
    fn equality_compares_every_byte() {
        let left = [7; 32];
        assert!(keys(1).equal(&left, &[7; 32]));
        for index in 0..32 {
            let mut right = left;
            right[index] ^= 0x80;
            assert!(!keys(1).equal(&left, &right), "byte {index}");
        }
    }

    /// Two rows of each kind of place.
    fn places() -> Vec<SealedPlace> {
        ["7", "8"]
            .into_iter()
            .flat_map(|row| {
                let number: i64 = row.parse().unwrap();
                [
                    SealedPlace::LogKey(row.to_owned()),
                    SealedPlace::StoredResponse([row.as_bytes()[0]; 32]),
                    SealedPlace::SourcePassword(DataSourceId(number)),
                    SealedPlace::Message(row.to_owned()),
                ]
            })
            .collect()
    }

    #[test]
    fn sealing_round_trips_and_never_repeats() {
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
            for (other_index, other) in places().iter().enumerate() {
                let opens = keys(1).open(other, &sealed).is_ok();
                assert_eq!(opens, index == other_index, "{place:?} at {other:?}");
            }
        }
    }

    #[test]
    fn altered_truncated_and_foreign_values_do_not_open() {
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

    #[test]
    fn debug_output_hides_the_secrets() {
        let keys = keys(0xab);
        let shown = format!("{keys:?}");
        let first = keys.current.key(KeyPurpose::SessionToken)[0];
        assert!(shown.contains("REDACTED"));
        assert!(
            !shown.contains("171") && !shown.contains(&format!("[{first}")),
            "{shown}"
        );
    }

    #[test]
    fn other_master_secrets_open_and_compare_but_never_seal_or_hash() {
        let (before, after) = (keys(1), keys(2));
        let both = keys(2).with_other(&master(1));
        for place in places() {
            let sealed = before.seal(&place, b"482913").unwrap();
            assert_eq!(both.open(&place, &sealed).unwrap(), b"482913");
            assert!(!both.is_current(&place, &sealed) && before.is_current(&place, &sealed));
            let sealed = both.seal(&place, b"482913").unwrap();
            assert!(both.is_current(&place, &sealed));
            assert_eq!(after.open(&place, &sealed).unwrap(), b"482913");
            assert_eq!(before.open(&place, &sealed), Err(SealError));
        }
        for purpose in PURPOSES {
            let (old, new) = (before.hash(purpose, b"data"), after.hash(purpose, b"data"));
            assert_eq!(both.hash(purpose, b"data"), new);
            assert_eq!(both.hashes(purpose, b"data"), [new, old]);
            assert!(both.is_hash(&old, purpose, b"data") && both.is_hash(&new, purpose, b"data"));
            assert!(!both.is_hash(&old, purpose, b"date") && !after.is_hash(&old, purpose, b"data"));
        }
    }

    #[test]
    fn temporary_secrets_differ_each_time() {
        let hash = || SecretKeys::of_this_process().hash(KeyPurpose::SessionToken, b"token");
        assert_ne!(hash(), hash());
    }
}
