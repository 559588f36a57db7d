//! Countries and their dial codes (1 §3, "Country code entry"; decisions A7).

use thiserror::Error;

/// A country with its dial code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Country {
    /// The two-letter code (ISO 3166).
    pub code: &'static str,
    /// The name of the country.
    pub name: &'static str,
    /// The dial code with the leading +. Several countries may share one.
    pub dial_code: &'static str,
}

/// No country has this code.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no country with the code {0:?}")]
pub struct UnknownCountry(pub String);

const fn country(code: &'static str, name: &'static str, dial_code: &'static str) -> Country {
    Country {
        code,
        name,
        dial_code,
    }
}

impl Country {
    /// Returns the country with this code. Ignores case.
    pub fn parse(code: &str) -> Result<&'static Self, UnknownCountry> {
        COUNTRIES
            .iter()
            .find(|country| country.code.eq_ignore_ascii_case(code.trim()))
            .ok_or_else(|| UnknownCountry(code.to_owned()))
    }

    /// Returns all countries: this one first, the others by name.
    pub fn list_with_first(&self) -> Vec<Self> {
        let others = COUNTRIES.iter().filter(|country| country.code != self.code);
        std::iter::once(self).chain(others).copied().collect()
    }
}

/// All countries, by name.
pub const COUNTRIES: &[Country] = &[
    country("AF", "Afghanistan", "+93"),
    country("AX", "Åland Islands", "+358"),
    country("AL", "Albania", "+355"),
    country("DZ", "Algeria", "+213"),
    country("AS", "American Samoa", "+1"),
    country("AD", "Andorra", "+376"),
    country("AO", "Angola", "+244"),
    country("AI", "Anguilla", "+1"),
    country("AG", "Antigua and Barbuda", "+1"),
    country("AR", "Argentina", "+54"),
    country("AM", "Armenia", "+374"),
    country("AW", "Aruba", "+297"),
    country("AC", "Ascension Island", "+247"),
    country("AU", "Australia", "+61"),
    country("AT", "Austria", "+43"),
    country("AZ", "Azerbaijan", "+994"),
    country("BS", "Bahamas", "+1"),
    country("BH", "Bahrain", "+973"),
    country("BD", "Bangladesh", "+880"),
    country("BB", "Barbados", "+1"),
    country("BY", "Belarus", "+375"),
    country("BE", "Belgium", "+32"),
    country("BZ", "Belize", "+501"),
    country("BJ", "Benin", "+229"),
    country("BM", "Bermuda", "+1"),
    country("BT", "Bhutan", "+975"),
    country("BO", "Bolivia", "+591"),
    country("BQ", "Bonaire, Sint Eustatius and Saba", "+599"),
    country("BA", "Bosnia and Herzegovina", "+387"),
    country("BW", "Botswana", "+267"),
    country("BR", "Brazil", "+55"),
    country("IO", "British Indian Ocean Territory", "+246"),
    country("VG", "British Virgin Islands", "+1"),
    country("BN", "Brunei", "+673"),
    country("BG", "Bulgaria", "+359"),
    country("BF", "Burkina Faso", "+226"),
    country("BI", "Burundi", "+257"),
    country("KH", "Cambodia", "+855"),
    country("CM", "Cameroon", "+237"),
    country("CA", "Canada", "+1"),
    country("CV", "Cape Verde", "+238"),
    country("KY", "Cayman Islands", "+1"),
    country("CF", "Central African Republic", "+236"),
    country("TD", "Chad", "+235"),
    country("CL", "Chile", "+56"),
    country("CN", "China", "+86"),
    country("CX", "Christmas Island", "+61"),
    country("CC", "Cocos (Keeling) Islands", "+61"),
    country("CO", "Colombia", "+57"),
    country("KM", "Comoros", "+269"),
    country("CG", "Congo", "+242"),
    country("CD", "Congo, Democratic Republic of the", "+243"),
    country("CK", "Cook Islands", "+682"),
    country("CR", "Costa Rica", "+506"),
    country("CI", "Côte d'Ivoire", "+225"),
    country("HR", "Croatia", "+385"),
    country("CU", "Cuba", "+53"),
    country("CW", "Curaçao", "+599"),
    country("CY", "Cyprus", "+357"),
    country("CZ", "Czechia", "+420"),
    country("DK", "Denmark", "+45"),
    country("DJ", "Djibouti", "+253"),
    country("DM", "Dominica", "+1"),
    country("DO", "Dominican Republic", "+1"),
    country("EC", "Ecuador", "+593"),
    country("EG", "Egypt", "+20"),
    country("SV", "El Salvador", "+503"),
    country("GQ", "Equatorial Guinea", "+240"),
    country("ER", "Eritrea", "+291"),
    country("EE", "Estonia", "+372"),
    country("SZ", "Eswatini", "+268"),
    country("ET", "Ethiopia", "+251"),
    country("FK", "Falkland Islands", "+500"),
    country("FO", "Faroe Islands", "+298"),
    country("FJ", "Fiji", "+679"),
    country("FI", "Finland", "+358"),
    country("FR", "France", "+33"),
    country("GF", "French Guiana", "+594"),
    country("PF", "French Polynesia", "+689"),
    country("GA", "Gabon", "+241"),
    country("GM", "Gambia", "+220"),
    country("GE", "Georgia", "+995"),
    country("DE", "Germany", "+49"),
    country("GH", "Ghana", "+233"),
    country("GI", "Gibraltar", "+350"),
    country("GR", "Greece", "+30"),
    country("GL", "Greenland", "+299"),
    country("GD", "Grenada", "+1"),
    country("GP", "Guadeloupe", "+590"),
    country("GU", "Guam", "+1"),
    country("GT", "Guatemala", "+502"),
    country("GG", "Guernsey", "+44"),
    country("GN", "Guinea", "+224"),
    country("GW", "Guinea-Bissau", "+245"),
    country("GY", "Guyana", "+592"),
    country("HT", "Haiti", "+509"),
    country("HN", "Honduras", "+504"),
    country("HK", "Hong Kong", "+852"),
    country("HU", "Hungary", "+36"),
    country("IS", "Iceland", "+354"),
    country("IN", "India", "+91"),
    country("ID", "Indonesia", "+62"),
    country("IR", "Iran", "+98"),
    country("IQ", "Iraq", "+964"),
    country("IE", "Ireland", "+353"),
    country("IM", "Isle of Man", "+44"),
    country("IL", "Israel", "+972"),
    country("IT", "Italy", "+39"),
    country("JM", "Jamaica", "+1"),
    country("JP", "Japan", "+81"),
    country("JE", "Jersey", "+44"),
    country("JO", "Jordan", "+962"),
    country("KZ", "Kazakhstan", "+7"),
    country("KE", "Kenya", "+254"),
    country("KI", "Kiribati", "+686"),
    country("XK", "Kosovo", "+383"),
    country("KW", "Kuwait", "+965"),
    country("KG", "Kyrgyzstan", "+996"),
    country("LA", "Laos", "+856"),
    country("LV", "Latvia", "+371"),
    country("LB", "Lebanon", "+961"),
    country("LS", "Lesotho", "+266"),
    country("LR", "Liberia", "+231"),
    country("LY", "Libya", "+218"),
    country("LI", "Liechtenstein", "+423"),
    country("LT", "Lithuania", "+370"),
    country("LU", "Luxembourg", "+352"),
    country("MO", "Macao", "+853"),
    country("MG", "Madagascar", "+261"),
    country("MW", "Malawi", "+265"),
    country("MY", "Malaysia", "+60"),
    country("MV", "Maldives", "+960"),
    country("ML", "Mali", "+223"),
    country("MT", "Malta", "+356"),
    country("MH", "Marshall Islands", "+692"),
    country("MQ", "Martinique", "+596"),
    country("MR", "Mauritania", "+222"),
    country("MU", "Mauritius", "+230"),
    country("YT", "Mayotte", "+262"),
    country("MX", "Mexico", "+52"),
    country("FM", "Micronesia", "+691"),
    country("MD", "Moldova", "+373"),
    country("MC", "Monaco", "+377"),
    country("MN", "Mongolia", "+976"),
    country("ME", "Montenegro", "+382"),
    country("MS", "Montserrat", "+1"),
    country("MA", "Morocco", "+212"),
    country("MZ", "Mozambique", "+258"),
    country("MM", "Myanmar", "+95"),
    country("NA", "Namibia", "+264"),
    country("NR", "Nauru", "+674"),
    country("NP", "Nepal", "+977"),
    country("NL", "Netherlands", "+31"),
    country("NC", "New Caledonia", "+687"),
    country("NZ", "New Zealand", "+64"),
    country("NI", "Nicaragua", "+505"),
    country("NE", "Niger", "+227"),
    country("NG", "Nigeria", "+234"),
    country("NU", "Niue", "+683"),
    country("NF", "Norfolk Island", "+672"),
    country("KP", "North Korea", "+850"),
    country("MK", "North Macedonia", "+389"),
    country("MP", "Northern Mariana Islands", "+1"),
    country("NO", "Norway", "+47"),
    country("OM", "Oman", "+968"),
    country("PK", "Pakistan", "+92"),
    country("PW", "Palau", "+680"),
    country("PS", "Palestine", "+970"),
    country("PA", "Panama", "+507"),
    country("PG", "Papua New Guinea", "+675"),
    country("PY", "Paraguay", "+595"),
    country("PE", "Peru", "+51"),
    country("PH", "Philippines", "+63"),
    country("PL", "Poland", "+48"),
    country("PT", "Portugal", "+351"),
    country("PR", "Puerto Rico", "+1"),
    country("QA", "Qatar", "+974"),
    country("RE", "Réunion", "+262"),
    country("RO", "Romania", "+40"),
    country("RU", "Russia", "+7"),
    country("RW", "Rwanda", "+250"),
    country("BL", "Saint Barthélemy", "+590"),
    country("SH", "Saint Helena", "+290"),
    country("KN", "Saint Kitts and Nevis", "+1"),
    country("LC", "Saint Lucia", "+1"),
    country("MF", "Saint Martin", "+590"),
    country("PM", "Saint Pierre and Miquelon", "+508"),
    country("VC", "Saint Vincent and the Grenadines", "+1"),
    country("WS", "Samoa", "+685"),
    country("SM", "San Marino", "+378"),
    country("ST", "São Tomé and Príncipe", "+239"),
    country("SA", "Saudi Arabia", "+966"),
    country("SN", "Senegal", "+221"),
    country("RS", "Serbia", "+381"),
    country("SC", "Seychelles", "+248"),
    country("SL", "Sierra Leone", "+232"),
    country("SG", "Singapore", "+65"),
    country("SX", "Sint Maarten", "+1"),
    country("SK", "Slovakia", "+421"),
    country("SI", "Slovenia", "+386"),
    country("SB", "Solomon Islands", "+677"),
    country("SO", "Somalia", "+252"),
    country("ZA", "South Africa", "+27"),
    country("KR", "South Korea", "+82"),
    country("SS", "South Sudan", "+211"),
    country("ES", "Spain", "+34"),
    country("LK", "Sri Lanka", "+94"),
    country("SD", "Sudan", "+249"),
    country("SR", "Suriname", "+597"),
    country("SJ", "Svalbard and Jan Mayen", "+47"),
    country("SE", "Sweden", "+46"),
    country("CH", "Switzerland", "+41"),
    country("SY", "Syria", "+963"),
    country("TW", "Taiwan", "+886"),
    country("TJ", "Tajikistan", "+992"),
    country("TZ", "Tanzania", "+255"),
    country("TH", "Thailand", "+66"),
    country("TL", "Timor-Leste", "+670"),
    country("TG", "Togo", "+228"),
    country("TK", "Tokelau", "+690"),
    country("TO", "Tonga", "+676"),
    country("TT", "Trinidad and Tobago", "+1"),
    country("TA", "Tristan da Cunha", "+290"),
    country("TN", "Tunisia", "+216"),
    country("TR", "Türkiye", "+90"),
    country("TM", "Turkmenistan", "+993"),
    country("TC", "Turks and Caicos Islands", "+1"),
    country("TV", "Tuvalu", "+688"),
    country("UG", "Uganda", "+256"),
    country("UA", "Ukraine", "+380"),
    country("AE", "United Arab Emirates", "+971"),
    country("GB", "United Kingdom", "+44"),
    country("US", "United States", "+1"),
    country("VI", "United States Virgin Islands", "+1"),
    country("UY", "Uruguay", "+598"),
    country("UZ", "Uzbekistan", "+998"),
    country("VU", "Vanuatu", "+678"),
    country("VA", "Vatican City", "+39"),
    country("VE", "Venezuela", "+58"),
    country("VN", "Vietnam", "+84"),
    country("WF", "Wallis and Futuna", "+681"),
    country("EH", "Western Sahara", "+212"),
    country("YE", "Yemen", "+967"),
    country("ZM", "Zambia", "+260"),
    country("ZW", "Zimbabwe", "+263"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn country_codes_are_unique_and_dial_codes_well_formed() {
        let codes: std::collections::BTreeSet<_> = COUNTRIES.iter().map(|country| country.code).collect();
        assert_eq!(codes.len(), COUNTRIES.len());
        for country in COUNTRIES {
            assert!(country.code.len() == 2 && !country.name.is_empty());
            let digits = country.dial_code.strip_prefix('+').unwrap();
            assert!((1..=3).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit()));
        }
    }

    #[test]
    fn list_starts_with_the_given_country_and_is_complete() {
        let list = Country::parse("ug").unwrap().list_with_first();
        assert_eq!((list[0].name, list[1].name), ("Uganda", "Afghanistan"));
        assert_eq!(list.len(), COUNTRIES.len());
        assert_eq!(
            Country::parse("ZZ").unwrap_err().to_string(),
            "there is no country with the code \"ZZ\""
        );
    }
}
