use aditus_domain::accounts::PhoneNumber;

/// Which phone numbers exist (decisions A6).
pub trait PhoneRules: Send + Sync {
    /// Whether the number, with its country's dial prefix, is valid for its country.
    fn exists(&self, phone: &PhoneNumber) -> bool;
}
