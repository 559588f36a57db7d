use aditus_domain::accounts::{COUNTRIES, Country};

use crate::ports::Countries;

/// Takes everybody to call from Uganda, but for those whose address begins with 203: they call from Kenya.
#[derive(Debug, Clone, Copy, Default)]
pub struct TwoCountries;

impl Countries for TwoCountries {
    fn country_of(&self, address: &str) -> &'static Country {
        let code = if address.starts_with("203.") { "KE" } else { "UG" };
        Country::parse(code).unwrap_or(&COUNTRIES[0])
    }
}
