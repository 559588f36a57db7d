//! Countries and their dial codes, the caller's own first: `GET users/country/` (1 §5.2; decisions
//! A7).

use aditus_domain::accounts::Country;

use crate::ports::Ports;

/// Returns every country, starting with the country of this network address.
pub fn execute(ports: &Ports, address: &str) -> Vec<Country> {
    ports.countries.country_of(address).list_with_first()
}
