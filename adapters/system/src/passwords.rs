use aditus_application::ports::{PasswordError, PasswordHasher};
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{self, PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};

/// Cost of one verification (decisions A10).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PasswordCost {
    /// Memory in KiB, at least 8 per lane.
    pub memory_kib: u32,
    /// Passes over the memory.
    pub iterations: u32,
    /// Lanes.
    pub parallelism: u32,
}

impl Default for PasswordCost {
    /// The first recommendation for argon2id in OWASP's password storage sheet: 19 MiB, 2 passes, 1
    /// lane.
    fn default() -> Self {
        Self {
            memory_kib: 19 * 1024,
            iterations: 2,
            parallelism: 1,
        }
    }
}

/// Equally strong pairs of memory in KiB and passes in OWASP's password storage sheet. Higher
/// values are fine too.
const OWASP_COSTS: [(u32, u32); 5] = [(47_104, 1), (19_456, 2), (12_288, 3), (9_216, 4), (7_168, 5)];

impl PasswordCost {
    /// Returns true if a hash costs at least as much as OWASP recommends.
    #[must_use]
    pub fn meets_owasp(self) -> bool {
        OWASP_COSTS
            .iter()
            .any(|(memory_kib, iterations)| self.memory_kib >= *memory_kib && self.iterations >= *iterations)
    }
}

/// Hashes passwords with argon2id. The hashes are PHC strings, which contain their own parameters.
#[derive(Debug)]
pub struct Argon2Passwords {
    hasher: Argon2<'static>,
    /// A hash that no password matches, with the current parameters. [`PasswordHasher::verify_dummy`]
    /// verifies against it, so that it takes as long as a real verification.
    dummy_hash: String,
}

impl Argon2Passwords {
    /// Uses these parameters. Returns an error if argon2 does not allow them.
    pub fn new(cost: PasswordCost) -> Result<Self, PasswordError> {
        let params = Params::new(cost.memory_kib, cost.iterations, cost.parallelism, None)
            .map_err(|error| PasswordError(format!("the configured parameters are not allowed: {error}")))?;
        let dummy_hash = dummy_hash_string(&params);
        let hasher = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        Ok(Self { hasher, dummy_hash })
    }
}

impl PasswordHasher for Argon2Passwords {
    fn hash(&self, password: &str) -> Result<String, PasswordError> {
        hash_with(&self.hasher, password)
    }

    fn verify(&self, password: &str, hash: &str) -> Result<bool, PasswordError> {
        let hash = PasswordHash::new(hash).map_err(|error| PasswordError(error.to_string()))?;
        match self.hasher.verify_password(password.as_bytes(), &hash) {
            Ok(()) => Ok(true),
            Err(password_hash::Error::PasswordInvalid) => Ok(false),
            Err(error) => Err(PasswordError(error.to_string())),
        }
    }

    fn verify_dummy(&self, password: &str) {
        if let Err(error) = self.verify(password, &self.dummy_hash) {
            tracing::error!(%error, "the dummy password verification failed");
        }
    }

    fn needs_rehash(&self, hash: &str) -> bool {
        let Ok(hash) = PasswordHash::new(hash) else {
            return true;
        };
        let current = self.hasher.params();
        let same_parameters = Params::try_from(&hash).is_ok_and(|made| {
            (made.m_cost(), made.t_cost(), made.p_cost())
                == (current.m_cost(), current.t_cost(), current.p_cost())
        });
        let same_algorithm = hash.algorithm.as_str() == Algorithm::Argon2id.as_str();
        let same_version = hash.version == Some(Version::V0x13.into());
        !(same_parameters && same_algorithm && same_version)
    }
}

/// Returns a valid hash string that was never computed. Computing one would allocate the memory of
/// a hash at startup, which the allocator of an idle server does not return to the system.
fn dummy_hash_string(params: &Params) -> String {
    let (memory, passes, lanes) = (params.m_cost(), params.t_cost(), params.p_cost());
    let (algorithm, version) = (Algorithm::Argon2id.as_str(), u32::from(Version::V0x13));
    // A fixed salt and 32 zero bytes, in the base64 of PHC strings.
    let (salt, hash) = ("bm9ib2R5IGhhcyB0aGlzLg", "A".repeat(43));
    format!("${algorithm}$v={version}$m={memory},t={passes},p={lanes}${salt}${hash}")
}

fn hash_with(hasher: &Argon2<'_>, password: &str) -> Result<String, PasswordError> {
    let hash: PasswordHash = hasher
        .hash_password(password.as_bytes())
        .map_err(|error| PasswordError(error.to_string()))?;
    Ok(hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cheap() -> Argon2Passwords {
        Argon2Passwords::new(PasswordCost {
            memory_kib: 64,
            iterations: 1,
            parallelism: 1,
        })
        .unwrap()
    }

    #[test]
    fn a_hash_is_a_salted_phc_string_with_its_parameters() {
        let hash = Argon2Passwords::new(PasswordCost::default())
            .unwrap()
            .hash("Quiet-River-7!")
            .unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_ne!(
            cheap().hash("Quiet-River-7!").unwrap(),
            cheap().hash("Quiet-River-7!").unwrap()
        );
    }

    #[test]
    fn meets_owasp_compares_with_each_recommended_pair() {
        let meets_owasp = |memory_kib, iterations| {
            let cost = PasswordCost {
                memory_kib,
                iterations,
                parallelism: 1,
            };
            cost.meets_owasp()
        };
        assert!(PasswordCost::default().meets_owasp());
        for (memory_kib, iterations) in [
            (47_104, 1),
            (19_456, 2),
            (12_288, 3),
            (9_216, 4),
            (7_168, 5),
            (65_536, 10),
        ] {
            assert!(meets_owasp(memory_kib, iterations), "{memory_kib} {iterations}");
        }
        for (memory_kib, iterations) in [(8, 1), (47_103, 1), (19_455, 2), (8_192, 2), (7_167, 100)] {
            assert!(!meets_owasp(memory_kib, iterations), "{memory_kib} {iterations}");
        }
    }

    #[test]
    fn only_the_right_password_verifies() {
        let passwords = cheap();
        let hash = passwords.hash("Quiet-River-7!").unwrap();
        assert_eq!(passwords.verify("Quiet-River-7!", &hash), Ok(true));
        assert_eq!(passwords.verify("quiet-river-7!", &hash), Ok(false));
        assert_eq!(passwords.verify("", &hash), Ok(false));
        assert!(passwords.verify("Quiet-River-7!", "not a hash").is_err());
    }

    #[test]
    fn a_hash_with_other_parameters_verifies_and_needs_a_rehash() {
        let before = cheap();
        let after = Argon2Passwords::new(PasswordCost {
            memory_kib: 128,
            iterations: 2,
            parallelism: 1,
        })
        .unwrap();
        let hash = before.hash("Quiet-River-7!").unwrap();
        assert_eq!(after.verify("Quiet-River-7!", &hash), Ok(true));
        assert!(after.needs_rehash(&hash));
        assert!(!before.needs_rehash(&hash));
        assert!(before.needs_rehash(&hash.replace("argon2id", "argon2i")));
        assert!(before.needs_rehash("unreadable"));
    }

    #[test]
    fn a_dummy_verification_costs_what_the_configured_parameters_cost() {
        let passwords = cheap();
        assert!(!passwords.needs_rehash(&passwords.dummy_hash));
        assert_eq!(passwords.verify("any password", &passwords.dummy_hash), Ok(false));
        passwords.verify_dummy("any password");
    }

    #[test]
    fn parameters_that_argon2_forbids_are_refused() {
        let refusal = Argon2Passwords::new(PasswordCost {
            memory_kib: 4,
            iterations: 1,
            parallelism: 1,
        });
        assert!(refusal.unwrap_err().to_string().contains("parameters"));
    }
}
