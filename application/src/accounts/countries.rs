//! Countries and their dial codes, the caller's own first: `GET users/country/` (1 §5.2; decisions A7).

use aditus_domain::accounts::Country;

use crate::ports::Ports;

/// Every country, the one that this network address belongs to first.
pub fn execute(ports: &Ports, address: &str) -> Vec<Country> {
    ports.countries.country_of(address).list_with_first()
}
