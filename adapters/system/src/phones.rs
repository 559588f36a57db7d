use aditus_application::ports::PhoneRules;
use aditus_domain::accounts::PhoneNumber;

/// The rules of libphonenumber (decisions A6). A number exists if it has the dial prefix of a
/// country, and a form and length that this country assigns.
#[derive(Debug, Clone, Copy, Default)]
pub struct LibPhoneRules;

impl PhoneRules for LibPhoneRules {
    fn canonical(&self, phone: &PhoneNumber) -> Option<PhoneNumber> {
        let number = phonenumber::parse(None, phone.as_str()).ok()?;
        if !phonenumber::is_valid(&number) {
            return None;
        }
        let written = number.format().mode(phonenumber::Mode::E164).to_string();
        PhoneNumber::parse(&written).ok()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde::Deserialize;

    use super::*;

    /// A typed number and its canonical form, or `None` if the number does not exist.
    #[derive(Deserialize)]
    struct Case {
        about: String,
        number: String,
        e164: Option<String>,
    }

    /// Reads the list that a test of the frontend also checks, against libphonenumber-js.
    fn cases() -> Vec<Case> {
        serde_json::from_str(include_str!("../../../frontend/src/testing/phoneNumbers.json")).unwrap()
    }

    #[test]
    fn results_match_libphonenumber_js() {
        for Case { about, number, e164 } in cases() {
            let canonical = LibPhoneRules.canonical(&PhoneNumber::parse(&number).unwrap());
            assert_eq!(
                canonical.as_ref().map(PhoneNumber::as_str),
                e164.as_deref(),
                "{about}: {number}"
            );
        }
    }

    #[test]
    fn the_list_covers_many_countries_and_invalid_numbers() {
        let cases = cases();
        let countries: BTreeSet<String> = cases
            .iter()
            .filter_map(|case| phonenumber::parse(None, case.e164.as_ref()?).ok()?.country().id())
            .map(|country| format!("{country:?}"))
            .collect();
        assert!(countries.len() >= 40, "{countries:?}");
        assert!(cases.iter().filter(|case| case.e164.is_none()).count() >= 20);
    }
}
