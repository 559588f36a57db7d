use aditus_domain::accounts::Country;

/// From which country somebody calls (decisions A7).
pub trait Countries: Send + Sync {
    /// The country of a network address. An adapter that cannot tell MUST answer the country that is configured.
    fn country_of(&self, address: &str) -> &'static Country;
}
