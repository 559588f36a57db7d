use thiserror::Error;

/// What a keyed hash is for. Hashes of one purpose never match those of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyPurpose {
    /// Session tokens (decisions A2).
    SessionToken,
    /// One-time codes (decisions A3).
    OneTimeCode,
    /// Digests of requests as they were shown (decisions C7).
    RequestDigest,
    /// Signed file addresses (decisions F2).
    FileAddress,
    /// Idempotency keys, their callers, and what was sent with them.
    IdempotencyKey,
}

/// Keyed hashes and authenticated encryption with the secrets of the installation.
pub trait Keys: Send + Sync {
    /// A keyed hash (HMAC-SHA-256 or better). The same purpose and data MUST give the same hash for as long as the
    /// installation keeps its secrets.
    fn hash(&self, purpose: KeyPurpose, data: &[u8]) -> [u8; 32];

    /// Compares two hashes in constant time.
    fn equal(&self, left: &[u8; 32], right: &[u8; 32]) -> bool;

    /// Encrypts so that nobody without the secrets can read or change it.
    fn seal(&self, plain: &[u8]) -> Result<Vec<u8>, SealError>;

    /// Opens what [`Keys::seal`] made. MUST fail when a single bit was changed.
    fn open(&self, sealed: &[u8]) -> Result<Vec<u8>, SealError>;
}

/// The bytes could not be sealed, or were not sealed with these secrets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the data could not be sealed or opened with the secrets of this installation")]
pub struct SealError;

/// Hashes and checks passwords (decisions A10).
pub trait PasswordHasher: Send + Sync {
    /// A salted hash in PHC string format.
    fn hash(&self, password: &str) -> Result<String, PasswordError>;

    /// Whether the password fits the hash. MUST be `Ok(false)` for a wrong password, an error only when the hash
    /// cannot be read.
    fn verify(&self, password: &str, hash: &str) -> Result<bool, PasswordError>;

    /// Spends the time of a verification without an account, so that a caller cannot tell whether one exists
    /// (decisions A12).
    fn pretend(&self, password: &str);

    /// Whether the hash was made with other parameters than the ones configured now.
    fn needs_rehash(&self, hash: &str) -> bool;
}

/// A password hash could not be made or read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("password hash: {0}")]
pub struct PasswordError(pub String);
