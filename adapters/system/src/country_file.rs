use std::net::IpAddr;
use std::path::Path;

use aditus_application::ports::Countries;
use aditus_domain::accounts::Country;
use maxminddb::{MaxMindDbError, PathElement, Reader};
use thiserror::Error;

/// Finds the country of an address in a `MaxMind` database (decisions A7). The database is read
/// once and kept in memory.
#[derive(Debug)]
pub struct MaxMindCountries {
    reader: Reader<Vec<u8>>,
    otherwise: &'static Country,
}

/// The file of countries is unusable.
#[derive(Debug, Error)]
pub enum CountryFileError {
    /// The file is missing, or is not a complete `MaxMind` database.
    #[error("it cannot be read as a MaxMind database")]
    Unreadable(#[from] MaxMindDbError),
    /// The database does not contain countries.
    #[error("it has the type {0:?}, which has no countries; use a database of countries or cities")]
    OtherType(String),
}

impl MaxMindCountries {
    /// Reads a file and verifies all of it. Addresses that it does not contain, such as private
    /// ones, are assigned to the country `otherwise`.
    pub fn open(file: &Path, otherwise: &'static Country) -> Result<Self, CountryFileError> {
        let reader = Reader::open_readfile(file)?;
        let kind = &reader.metadata().database_type;
        let knows_countries = ["country", "city", "enterprise"]
            .iter()
            .any(|word| kind.to_lowercase().contains(word));
        if !knows_countries {
            return Err(CountryFileError::OtherType(kind.clone()));
        }
        reader.verify()?;
        Ok(Self { reader, otherwise })
    }

    /// Returns the country of an address, or `None` if the text is not an address or the file does
    /// not contain it.
    fn find(&self, address: &str) -> Option<&'static Country> {
        const CODE: [PathElement<'_>; 2] = [PathElement::Key("country"), PathElement::Key("iso_code")];
        let address: IpAddr = address.parse().ok()?;
        let found = self.reader.lookup(address.to_canonical()).ok()?;
        let code: &str = found.decode_path(&CODE).ok()??;
        Country::parse(code).ok()
    }
}

impl Countries for MaxMindCountries {
    fn country_of(&self, address: &str) -> &'static Country {
        self.find(address).unwrap_or(self.otherwise)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::country_file;

    fn uganda() -> &'static Country {
        Country::parse("UG").unwrap()
    }

    fn open(bytes: &[u8]) -> Result<MaxMindCountries, CountryFileError> {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("countries.mmdb");
        std::fs::write(&file, bytes).unwrap();
        MaxMindCountries::open(&file, uganda())
    }

    fn networks() -> Vec<u8> {
        country_file(
            "Test-Country",
            &[
                ("203.0.113.0", 24, "KE"),
                ("198.51.100.128", 25, "TZ"),
                ("192.0.2.0", 24, "XX"),
                ("2001:db8::", 32, "RW"),
            ],
        )
    }

    #[test]
    fn known_addresses_have_their_country_and_others_the_configured_one() {
        let countries = open(&networks()).unwrap();
        for (address, code) in [
            ("203.0.113.9", "KE"),
            ("::ffff:203.0.113.9", "KE"),
            ("198.51.100.129", "TZ"),
            ("198.51.100.127", "UG"),
            ("2001:db8:7::1", "RW"),
            ("2001:db9::1", "UG"),
            ("192.0.2.1", "UG"),
            ("10.1.2.3", "UG"),
            ("127.0.0.1", "UG"),
            ("::1", "UG"),
            ("", "UG"),
            ("not an address", "UG"),
        ] {
            assert_eq!(countries.country_of(address).code, code, "{address}");
        }
    }

    #[test]
    fn missing_truncated_and_unrelated_files_are_refused() {
        let missing = MaxMindCountries::open(Path::new("/nowhere/countries.mmdb"), uganda());
        assert!(matches!(missing, Err(CountryFileError::Unreadable(_))));
        let whole = networks();
        for bytes in [&[][..], b"country,code\n", &whole[..whole.len() / 2]] {
            assert!(matches!(open(bytes), Err(CountryFileError::Unreadable(_))));
        }
        // The metadata is complete, but a node points nowhere.
        let mut broken = whole;
        broken[0..3].copy_from_slice(&[0xFF; 3]);
        assert!(matches!(open(&broken), Err(CountryFileError::Unreadable(_))));
        let of_networks = open(&country_file("Test-ASN", &[]));
        assert!(matches!(of_networks, Err(CountryFileError::OtherType(kind)) if kind == "Test-ASN"));
    }
}
