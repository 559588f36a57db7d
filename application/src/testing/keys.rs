use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::ports::{KeyPurpose, Keys, SealError, SealedPlace};

/// Hashes and seals that behave like real ones but protect nothing.
#[derive(Debug, Default)]
pub struct TestKeys {
    secret: u8,
    others: Vec<u8>,
    sealed: AtomicU64,
}

impl TestKeys {
    /// Returns keys of this secret. The default is secret 0.
    pub fn with_secret(secret: u8) -> Self {
        Self {
            secret,
            ..Self::default()
        }
    }

    /// Adds another valid secret.
    #[must_use]
    pub fn with_other(mut self, secret: u8) -> Self {
        self.others.push(secret);
        self
    }

    fn secrets(&self) -> impl Iterator<Item = u8> {
        std::iter::once(self.secret).chain(self.others.iter().copied())
    }
}

const NONCE: usize = 8;
const SUM: usize = 32;

impl Keys for TestKeys {
    fn hash(&self, purpose: KeyPurpose, data: &[u8]) -> [u8; 32] {
        hash_of(self.secret, purpose, data)
    }

    fn hashes(&self, purpose: KeyPurpose, data: &[u8]) -> Vec<[u8; 32]> {
        self.secrets()
            .map(|secret| hash_of(secret, purpose, data))
            .collect()
    }

    fn equal(&self, left: &[u8; 32], right: &[u8; 32]) -> bool {
        left == right
    }

    fn seal(&self, place: &SealedPlace, plain: &[u8]) -> Result<Vec<u8>, SealError> {
        let nonce = self.sealed.fetch_add(1, Ordering::Relaxed).to_le_bytes();
        let mut sealed = [&[SEALED], nonce.as_slice()].concat();
        sealed.extend(veil(nonce, plain));
        sealed.extend(sum(self.secret, place, &sealed));
        Ok(sealed)
    }

    fn open(&self, place: &SealedPlace, sealed: &[u8]) -> Result<Vec<u8>, SealError> {
        self.secrets()
            .find_map(|secret| open_by(secret, place, sealed))
            .ok_or(SealError)
    }

    fn is_current(&self, place: &SealedPlace, sealed: &[u8]) -> bool {
        open_by(self.secret, place, sealed).is_some()
    }
}

/// First byte of a sealed value, as in the production adapter.
const SEALED: u8 = 2;

fn hash_of(secret: u8, purpose: KeyPurpose, data: &[u8]) -> [u8; 32] {
    digest(&(secret, purpose, data))
}

fn open_by(secret: u8, place: &SealedPlace, sealed: &[u8]) -> Option<Vec<u8>> {
    let end = sealed.len().checked_sub(SUM)?;
    let (content, appended) = sealed.split_at_checked(end)?;
    let (nonce, veiled) = content
        .strip_prefix(&[SEALED])
        .and_then(<[u8]>::split_first_chunk::<NONCE>)?;
    (appended == sum(secret, place, content)).then(|| veil(*nonce, veiled))
}

fn sum(secret: u8, place: &SealedPlace, content: &[u8]) -> [u8; SUM] {
    digest(&(secret, place.purpose(), place.row(), content))
}

fn digest(data: &impl Hash) -> [u8; 32] {
    let mut digest = [0; 32];
    for (index, chunk) in digest.chunks_mut(8).enumerate() {
        let mut hasher = DefaultHasher::new();
        (index, data).hash(&mut hasher);
        chunk.copy_from_slice(&hasher.finish().to_le_bytes());
    }
    digest
}

/// Scrambles bytes. Applying it twice restores them.
fn veil(nonce: [u8; NONCE], bytes: &[u8]) -> Vec<u8> {
    let stream = (0_u64..).flat_map(|block| digest(&(nonce, block)));
    bytes.iter().zip(stream).map(|(byte, mask)| byte ^ mask).collect()
}
