use std::sync::atomic::{AtomicU32, Ordering};

use crate::ports::{PasswordError, PasswordHasher};

/// "Hashes" that consist of the password after a number, which stands for the parameters.
#[derive(Debug, Default)]
pub struct PlainPasswords {
    parameters: AtomicU32,
    dummy_verifications: AtomicU32,
}

impl PlainPasswords {
    /// Changes the configured parameters.
    pub fn change_parameters(&self) {
        self.parameters.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the number of verifications that were simulated without an account.
    pub fn dummy_verifications(&self) -> u32 {
        self.dummy_verifications.load(Ordering::Relaxed)
    }

    fn prefix(&self) -> String {
        format!("$plain${}$", self.parameters.load(Ordering::Relaxed))
    }
}

impl PasswordHasher for PlainPasswords {
    fn hash(&self, password: &str) -> Result<String, PasswordError> {
        Ok(format!("{}{password}", self.prefix()))
    }

    fn verify(&self, password: &str, hash: &str) -> Result<bool, PasswordError> {
        let behind = hash.strip_prefix("$plain$").and_then(|rest| rest.split_once('$'));
        let (_, stored) =
            behind.ok_or_else(|| PasswordError(format!("{hash:?} is no hash of these tests")))?;
        Ok(stored == password)
    }

    fn verify_dummy(&self, _password: &str) {
        self.dummy_verifications.fetch_add(1, Ordering::Relaxed);
    }

    fn needs_rehash(&self, hash: &str) -> bool {
        !hash.starts_with(&self.prefix())
    }
}
