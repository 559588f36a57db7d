//! Services of the machine: time, randomness, secrets, password hashes and strength, rules of phone
//! numbers, countries of addresses, trusted authorities for TLS, and threads for long work.
//!
//! This is the only crate that reads the current time or draws random numbers; `clippy.toml`
//! forbids it to the others.

mod authorities;
mod background_threads;
mod clock;
mod countries;
mod country_file;
mod derived_keys;
mod document_threads;
mod entropy;
mod hashing_threads;
mod key_file;
mod key_files;
mod keys;
mod passwords;
mod phones;
mod private_files;
mod strength;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use authorities::{AuthorityFileError, trusted_authorities};
pub use clock::SystemClock;
pub use countries::ConfiguredCountry;
pub use country_file::{CountryFileError, MaxMindCountries};
pub use document_threads::DocumentThreads;
pub use entropy::SystemEntropy;
pub use hashing_threads::HashingThreads;
pub use key_file::KeyFileError;
pub use key_files::{KeyFiles, Rotation};
pub use keys::SecretKeys;
pub use passwords::{Argon2Passwords, PasswordCost};
pub use phones::LibPhoneRules;
pub use private_files::{PrivateFileError, require_private};
pub use strength::ZxcvbnPasswordStrength;
