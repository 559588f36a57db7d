use aditus_application::ports::Countries;
use aditus_domain::accounts::Country;

/// Returns the configured country for every address (decisions A7).
#[derive(Debug, Clone, Copy)]
pub struct ConfiguredCountry(pub &'static Country);

impl Countries for ConfiguredCountry {
    fn country_of(&self, _address: &str) -> &'static Country {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use aditus_domain::accounts::COUNTRIES;

    use super::*;

    #[test]
    fn every_ip_address_maps_to_the_configured_country() {
        let kenya = ConfiguredCountry(Country::parse("ke").unwrap());
        assert_eq!(kenya.country_of("192.0.2.1").code, "KE");
    }

    #[test]
    fn dial_codes_match_libphonenumber() {
        for country in COUNTRIES {
            let metadata = phonenumber::metadata::DATABASE.by_id(country.code);
            let known = metadata.unwrap_or_else(|| panic!("{} has no numbers", country.name));
            assert_eq!(
                format!("+{}", known.country_code()),
                country.dial_code,
                "{}",
                country.name
            );
        }
    }
}
