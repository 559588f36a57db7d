use aditus_application::ports::PhoneRules;
use aditus_domain::accounts::PhoneNumber;

/// The rules of libphonenumber (decisions A6): a number exists when it has a country's dial prefix and the form and
/// length that this country gives out.
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
    use super::*;

    fn exists(number: &str) -> bool {
        LibPhoneRules.exists(&PhoneNumber::parse(number).unwrap())
    }

    #[test]
    fn numbers_of_many_countries_exist() {
        for (country, number) in [
            ("Uganda", "+256712345678"),
            ("Uganda, fixed", "+256312345678"),
            ("Kenya", "+254712123456"),
            ("Tanzania", "+255621234567"),
            ("Rwanda", "+250720123456"),
            ("Ethiopia", "+251911234567"),
            ("Nigeria", "+2348021234567"),
            ("Ghana", "+233231234567"),
            ("South Africa", "+27711234567"),
            ("Egypt", "+201001234567"),
            ("United Kingdom", "+447400123456"),
            ("Ireland", "+353850123456"),
            ("Germany", "+4915123456789"),
            ("Germany, fixed", "+493012345678"),
            ("France", "+33612345678"),
            ("Spain", "+34612345678"),
            ("Portugal", "+351912345678"),
            ("Italy", "+393123456789"),
            ("Netherlands", "+31612345678"),
            ("Sweden", "+46701234567"),
            ("Poland", "+48512345678"),
            ("Greece", "+306912345678"),
            ("United States", "+12015550123"),
            ("Canada", "+15062345678"),
            ("Brazil", "+5511961234567"),
            ("Mexico", "+522221234567"),
            ("India", "+918123456789"),
            ("China", "+8613123456789"),
            ("Japan", "+819012345678"),
            ("Australia", "+61412345678"),
            ("New Zealand", "+64211234567"),
        ] {
            assert!(exists(number), "{country}: {number}");
        }
    }

    #[test]
    fn a_number_has_one_canonical_form() {
        let canonical = |number: &str| {
            let found = LibPhoneRules.canonical(&PhoneNumber::parse(number).unwrap());
            found.map(|phone| phone.as_str().to_owned())
        };
        for (typed, kept) in [
            ("+256712345678", "+256712345678"),
            // The zero that people dial within the country is no part of the number.
            ("+2560712345678", "+256712345678"),
            ("+4407400123456", "+447400123456"),
            // In Italy it is.
            ("+390612345678", "+390612345678"),
        ] {
            assert_eq!(canonical(typed).as_deref(), Some(kept), "{typed}");
        }
    }

    #[test]
    fn numbers_that_no_country_gives_out_do_not_exist() {
        for (why, number) in [
            ("no dial prefix", "0712345678"),
            ("no country has 999", "+999712345678"),
            ("too short for Uganda", "+25671234567"),
            ("too long for Uganda", "+2567123456789"),
            ("no range of Uganda", "+256112345678"),
            ("too short for Germany", "+49151234"),
            ("no area code of the United States begins with 1", "+11234567890"),
            ("nothing but zeros", "+00000000000"),
        ] {
            assert!(!exists(number), "{why}: {number}");
        }
    }
}
