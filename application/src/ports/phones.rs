use aditus_domain::accounts::PhoneNumber;

/// Validates phone numbers (decisions A6).
pub trait PhoneRules: Send + Sync {
    /// Returns the form of a valid number in which it is stored and compared: with the country's
    /// dial prefix, without separators or other extra characters. None if the number is invalid for
    /// its country. All notations of one number MUST have the same canonical form.
    fn canonical(&self, phone: &PhoneNumber) -> Option<PhoneNumber>;

    /// Returns true if the number, with its country's dial prefix, is valid for its country.
    fn exists(&self, phone: &PhoneNumber) -> bool {
        self.canonical(phone).is_some()
    }
}
