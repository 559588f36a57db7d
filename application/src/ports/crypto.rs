use aditus_domain::ids::{DataSourceId, UserId};
use thiserror::Error;

/// The purpose of a keyed hash. Hashes of one purpose never match those of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyPurpose {
    /// Session tokens (decisions A2).
    SessionToken,
    /// Tokens of sign-ins that wait for the second factor (decisions A12).
    PendingSignIn,
    /// States of sign-ins at identity providers (decisions O5).
    ProviderState,
    /// Nonces of such sign-ins, derived from their state.
    ProviderNonce,
    /// PKCE code verifiers of such sign-ins, derived from their state.
    PkceVerifier,
    /// Cookies that bind such a sign-in to the browser that began it.
    ProviderBrowser,
    /// Tokens of proven identities that belong to no account yet.
    ProvenIdentity,
    /// One-time codes (decisions A3).
    OneTimeCode,
    /// Signed file addresses (decisions F2).
    FileAddress,
    /// Subjects of rate limits, such as an account or a network address.
    LimitSubject,
    /// Cookies of browsers with an earlier sign-in (decisions A12).
    KnownBrowser,
    /// Links that undo a change of an address or number (decisions C15).
    TakeBack,
    /// Tokens in the addresses of calendar feeds (decisions N7).
    CalendarFeed,
    /// Idempotency keys, their callers, and the contents of the requests.
    IdempotencyKey,
    /// Audit entries that wait for the sequencer of the log. Without the secret, an attacker cannot
    /// insert an entry there.
    AuditEntry,
    /// The identity of the installation in its backups. Two servers with the same secrets are the
    /// same installation.
    Installation,
}

/// The place of a sealed value: its purpose and its row. A value that is moved to another row or
/// column cannot be opened, so write access to the database is not enough to read a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SealedPlace {
    /// The signing key of the transparency log with this verifier key.
    LogKey(String),
    /// The stored response of the call with this hash of its idempotency key.
    StoredResponse([u8; 32]),
    /// The database password of this data source.
    SourcePassword(DataSourceId),
    /// The message in the outbox with this reference.
    Message(String),
    /// The secret of this person's authenticator app.
    AppSecret(UserId),
    /// The secret of an authenticator app that this person is setting up.
    AppSetUp(UserId),
    /// The key that hashes the recovery codes of this person.
    RecoveryKey(UserId),
}

impl SealedPlace {
    /// Returns the name of the purpose. An adapter MUST use a key of its own for each.
    pub const fn purpose(&self) -> &'static str {
        match self {
            Self::LogKey(_) => "log key",
            Self::StoredResponse(_) => "kept answer",
            Self::SourcePassword(_) => "source password",
            Self::Message(_) => "message",
            Self::AppSecret(_) => "authenticator app",
            Self::AppSetUp(_) => "authenticator app being set up",
            Self::RecoveryKey(_) => "recovery code key",
        }
    }

    /// Returns the identifier of the row. It is unique among the rows of one purpose, and an
    /// adapter MUST authenticate it.
    pub fn row(&self) -> Vec<u8> {
        match self {
            Self::LogKey(verifier_key) => verifier_key.as_bytes().to_vec(),
            Self::StoredResponse(key_hash) => key_hash.to_vec(),
            Self::SourcePassword(source) => source.0.to_be_bytes().to_vec(),
            Self::Message(reference) => reference.as_bytes().to_vec(),
            Self::AppSecret(user) | Self::AppSetUp(user) | Self::RecoveryKey(user) => {
                user.0.to_be_bytes().to_vec()
            }
        }
    }
}

/// Keyed hashes and authenticated encryption with the secrets of the installation.
pub trait Keys: Send + Sync {
    /// Returns a keyed hash (HMAC-SHA-256 or better). The same purpose and data MUST give the same
    /// hash while the installation keeps its secrets. Use [`Keys::hashes`] to look up a stored hash
    /// and [`Keys::is_hash`] to compare one.
    fn hash(&self, purpose: KeyPurpose, data: &[u8]) -> [u8; 32];

    /// Returns the hashes under which the data may be stored: first that of [`Keys::hash`], then
    /// one for each other secret that is valid during a rotation of the secrets.
    fn hashes(&self, purpose: KeyPurpose, data: &[u8]) -> Vec<[u8; 32]> {
        vec![self.hash(purpose, data)]
    }

    /// Returns true if this is one of the [`Keys::hashes`] of the data, in constant time.
    fn is_hash(&self, hash: &[u8; 32], purpose: KeyPurpose, data: &[u8]) -> bool {
        self.hashes(purpose, data).iter().any(|own| self.equal(own, hash))
    }

    /// Compares two hashes in constant time.
    fn equal(&self, left: &[u8; 32], right: &[u8; 32]) -> bool;

    /// Encrypts a value for this place. Without the secrets it can be neither read nor changed. It
    /// cannot be opened at another place.
    fn seal(&self, place: &SealedPlace, plain: &[u8]) -> Result<Vec<u8>, SealError>;

    /// Decrypts a value that [`Keys::seal`] made for this place, with any valid secret. MUST fail
    /// if a single bit was changed.
    fn open(&self, place: &SealedPlace, sealed: &[u8]) -> Result<Vec<u8>, SealError>;

    /// Returns true if the value opens at this place with the secrets that [`Keys::seal`] uses now.
    fn is_current(&self, place: &SealedPlace, sealed: &[u8]) -> bool {
        self.open(place, sealed).is_ok()
    }
}

/// The value could not be sealed, or was not sealed for this place with these secrets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the data could not be sealed or opened with the secrets of this installation")]
pub struct SealError;

/// Hashes and verifies passwords (decisions A10).
pub trait PasswordHasher: Send + Sync {
    /// Returns a salted hash in PHC string format.
    fn hash(&self, password: &str) -> Result<String, PasswordError>;

    /// Returns true if the password matches the hash. A wrong password MUST give `Ok(false)`. An
    /// error means that the hash cannot be read.
    fn verify(&self, password: &str, hash: &str) -> Result<bool, PasswordError>;

    /// Takes as long as a verification, for callers without an account, so that the response time
    /// does not reveal if an account exists (decisions A12).
    fn verify_dummy(&self, password: &str);

    /// Returns true if the hash was made with parameters other than the configured ones.
    fn needs_rehash(&self, hash: &str) -> bool;
}

/// A password hash could not be made or read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("password hash: {0}")]
pub struct PasswordError(pub String);

/// Estimates how easily a new password can be guessed (decisions A10).
pub trait PasswordStrength: Send + Sync {
    /// Returns advice on a weak password, and none for a strong one.
    ///
    /// `words` are known of the person and the product: names, addresses, the organisation. An
    /// adapter MUST refuse the 10,000 most common passwords, also with capitals, digits and marks
    /// in the usual places, and a password that is little more than one of the words. It MUST
    /// return quickly for a password of any length.
    fn weakness(&self, password: &str, words: &[&str]) -> Option<Weakness>;
}

/// Explanation of why a password is weak, with advice for a better one. It never contains the
/// password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weakness {
    /// Sentences to display.
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
