use aditus_domain::ids::DataSourceId;
use thiserror::Error;

/// What a keyed hash is for. Hashes of one purpose never match those of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyPurpose {
    /// Session tokens (decisions A2).
    SessionToken,
    /// One-time codes (decisions A3).
    OneTimeCode,
    /// Signed file addresses (decisions F2).
    FileAddress,
    /// Whom limits are counted by.
    LimitSubject,
    /// Cookies of browsers in which somebody signed in (decisions A12).
    KnownBrowser,
    /// Links that take a change of an address or number back (decisions C15).
    TakeBack,
    /// Idempotency keys, their callers, and what was sent with them.
    IdempotencyKey,
    /// Entries of the record that wait for the log: who cannot make such a hash cannot add to it.
    AuditEntry,
    /// The installation itself, by what is in its backups: who has the same secrets is the same installation.
    Installation,
}

/// The one place where a sealed value opens: its purpose and the row that holds it. Moved to another row or another column it does not
/// open, so that write access to the database is not enough to read a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SealedPlace {
    /// The secret of the key of the transparency log that has this verifier key.
    LogKey(String),
    /// The kept answer of the call with this hash of its idempotency key.
    KeptAnswer([u8; 32]),
    /// The password of the database of this data source.
    SourcePassword(DataSourceId),
    /// The message in the outbox with this reference.
    Message(String),
}

impl SealedPlace {
    /// Returns the name of the purpose. An adapter MUST use a key of its own for each.
    pub const fn purpose(&self) -> &'static str {
        match self {
            Self::LogKey(_) => "log key",
            Self::KeptAnswer(_) => "kept answer",
            Self::SourcePassword(_) => "source password",
            Self::Message(_) => "message",
        }
    }

    /// Returns the identifier of the row. It is unique among the rows of one purpose, and an adapter MUST authenticate it.
    pub fn row(&self) -> Vec<u8> {
        match self {
            Self::LogKey(verifier_key) => verifier_key.as_bytes().to_vec(),
            Self::KeptAnswer(key_hash) => key_hash.to_vec(),
            Self::SourcePassword(source) => source.0.to_be_bytes().to_vec(),
            Self::Message(reference) => reference.as_bytes().to_vec(),
        }
    }
}

/// Keyed hashes and authenticated encryption with the secrets of the installation.
pub trait Keys: Send + Sync {
    /// A keyed hash (HMAC-SHA-256 or better). The same purpose and data MUST give the same hash for as long as the
    /// installation keeps its secrets. What was stored is looked up by [`Keys::hashes`] and compared by [`Keys::is_hash`].
    fn hash(&self, purpose: KeyPurpose, data: &[u8]) -> [u8; 32];

    /// The hashes under which the same data may be stored: that of [`Keys::hash`] first, and one more for each other secret that is valid
    /// while the secrets of the installation are replaced.
    fn hashes(&self, purpose: KeyPurpose, data: &[u8]) -> Vec<[u8; 32]> {
        vec![self.hash(purpose, data)]
    }

    /// Returns true if this is one of the [`Keys::hashes`] of the data, in constant time.
    fn is_hash(&self, hash: &[u8; 32], purpose: KeyPurpose, data: &[u8]) -> bool {
        self.hashes(purpose, data).iter().any(|own| self.equal(own, hash))
    }

    /// Compares two hashes in constant time.
    fn equal(&self, left: &[u8; 32], right: &[u8; 32]) -> bool;

    /// Encrypts a value for this place. Without the secrets it can be neither read nor changed, nor opened at another place.
    fn seal(&self, place: &SealedPlace, plain: &[u8]) -> Result<Vec<u8>, SealError>;

    /// Opens a value that [`Keys::seal`] made for this place, with any secret that is valid. MUST fail when a single bit was changed.
    fn open(&self, place: &SealedPlace, sealed: &[u8]) -> Result<Vec<u8>, SealError>;

    /// Returns true if the value opens at this place with the secrets that [`Keys::seal`] uses now.
    fn is_current(&self, place: &SealedPlace, sealed: &[u8]) -> bool {
        self.open(place, sealed).is_ok()
    }
}

/// The bytes could not be sealed, or were not sealed for this place with these secrets.
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

/// Judges how easily new passwords are guessed (decisions A10).
pub trait PasswordStrength: Send + Sync {
    /// What to tell of a password that is guessed too easily; none when it is strong enough.
    ///
    /// `words` are known of the person and the product: names, addresses, the organisation. An adapter MUST refuse the 10,000
    /// most common passwords, also with capitals, digits and marks in the usual places, and a password that is little more than
    /// one of the words. It MUST answer a password of any length within a moment.
    fn weakness(&self, password: &str, words: &[&str]) -> Option<Weakness>;
}

/// Why a password is guessed too easily, and how to choose a better one. It never holds the password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weakness {
    /// Sentences for the person.
    pub advice: Vec<String>,
}

impl std::fmt::Display for Weakness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("This password is too easy to guess.")?;
        for sentence in &self.advice {
            write!(f, " {sentence}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Weakness {}
