use aditus_domain::accounts::Country;

/// Determines the country of a caller (decisions A7).
pub trait Countries: Send + Sync {
    /// Returns the country of a network address. An adapter that cannot determine it MUST return
    /// the configured country.
    fn country_of(&self, address: &str) -> &'static Country;
}
