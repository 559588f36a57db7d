use aditus_domain::accounts::PhoneNumber;

/// Which phone numbers exist (decisions A6).
pub trait PhoneRules: Send + Sync {
    /// The number as it is stored and compared, if it is valid for its country: with the country's dial prefix, and without
    /// whatever people write into it besides. Two ways to write one number MUST have the same canonical one.
    fn canonical(&self, phone: &PhoneNumber) -> Option<PhoneNumber>;

    /// Whether the number, with its country's dial prefix, is valid for its country.
    fn exists(&self, phone: &PhoneNumber) -> bool {
        self.canonical(phone).is_some()
    }
}
