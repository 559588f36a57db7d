use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::ports::{KeyPurpose, Keys, SealError};

/// Hashes and seals that behave like real ones and protect nothing.
#[derive(Debug, Default)]
pub struct TestKeys {
    sealed: AtomicU64,
}

const NONCE: usize = 8;
const SUM: usize = 32;

impl Keys for TestKeys {
    fn hash(&self, purpose: KeyPurpose, data: &[u8]) -> [u8; 32] {
        digest(&(purpose, data))
    }

    fn equal(&self, left: &[u8; 32], right: &[u8; 32]) -> bool {
        left == right
    }

    fn seal(&self, plain: &[u8]) -> Result<Vec<u8>, SealError> {
        let nonce = self.sealed.fetch_add(1, Ordering::Relaxed).to_le_bytes();
        let mut sealed = nonce.to_vec();
        sealed.extend(veil(nonce, plain));
        sealed.extend(digest(&sealed.as_slice()));
        Ok(sealed)
    }

    fn open(&self, sealed: &[u8]) -> Result<Vec<u8>, SealError> {
        let end = sealed.len().checked_sub(SUM).ok_or(SealError)?;
        let (content, sum) = sealed.split_at_checked(end).ok_or(SealError)?;
        let (nonce, veiled) = content.split_first_chunk::<NONCE>().ok_or(SealError)?;
        if sum != digest(&content) {
            return Err(SealError);
        }
        Ok(veil(*nonce, veiled))
    }
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

/// Makes bytes unreadable, and readable when it is done again.
fn veil(nonce: [u8; NONCE], bytes: &[u8]) -> Vec<u8> {
    let stream = (0_u64..).flat_map(|block| digest(&(nonce, block)));
    bytes.iter().zip(stream).map(|(byte, mask)| byte ^ mask).collect()
}
