//! The form of an organisation (3 §3, §5).

use thiserror::Error;

use super::{OrganisationName, domain_key};
use crate::form::{Form, FormFaults};
use crate::text::{Unusable, line, prose};

/// The fields of an organisation as typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct RawOrganisation {
    pub name: String,
    /// An empty text removes the stored value; `None` keeps it.
    pub domain: Option<String>,
    pub description: String,
    pub country: String,
    /// An empty text removes the stored value; `None` keeps it.
    pub abbreviation: Option<String>,
    /// 0 or 1. `None` makes a new organisation active and leaves an existing one as it is.
    pub active: Option<i64>,
}

/// A valid organisation, made by [`RawOrganisation::check`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct OrganisationDetails {
    pub name: String,
    pub domain: Option<String>,
    pub description: String,
    pub active: bool,
    pub country: String,
    pub abbreviation: Option<String>,
}

/// The longest description, in characters.
pub const DESCRIPTION_LIMIT: usize = 2_000;
/// The longest domain, in characters.
pub const DOMAIN_LIMIT: usize = 254;
/// The longest name of a country, in characters.
pub const COUNTRY_LIMIT: usize = 100;
/// The longest abbreviation, in characters.
pub const ABBREVIATION_LIMIT: usize = 30;

// Reads a text as one line or as several.
type Rule = fn(&str) -> Result<String, Unusable>;

/// The error of a field other than the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
enum FieldError {
    #[error("Please enter {0}")]
    Missing(&'static str),
    #[error("The {0} must not be longer than {1} characters")]
    TooLong(&'static str, usize),
    #[error("The {0} {1}")]
    Unusable(&'static str, Unusable),
    #[error("Please enter a domain such as health.example")]
    NoDomain,
    #[error("Please select whether the organisation is active")]
    NotActiveNorInactive,
}

/// Reads an optional field. Returns `None` if the text has nothing visible.
fn optional(typed: &str, name: &'static str, limit: usize, rule: Rule) -> Result<Option<String>, FieldError> {
    let text = rule(typed).map_err(|why| FieldError::Unusable(name, why))?;
    if text.chars().count() > limit {
        Err(FieldError::TooLong(name, limit))
    } else {
        Ok((!text.is_empty()).then_some(text))
    }
}

fn required(typed: &str, name: &'static str, limit: usize, rule: Rule) -> Result<String, FieldError> {
    optional(typed, name, limit, rule)?.ok_or(FieldError::Missing(name))
}

fn domain(typed: &str) -> Result<Option<String>, FieldError> {
    let domain = optional(typed, "domain", DOMAIN_LIMIT, line)?;
    let Some(typed) = domain else {
        return Ok(None);
    };
    match domain_key(&typed) {
        None => Err(FieldError::NoDomain),
        // Browsers show and copy the Punycode form of a domain; people read the other one.
        Some(readable) if typed.to_ascii_lowercase().contains("xn--") => Ok(Some(readable)),
        Some(_) => Ok(Some(typed)),
    }
}

fn active(chosen: Option<i64>) -> Result<bool, FieldError> {
    match chosen {
        Some(0) => Ok(false),
        None | Some(1) => Ok(true),
        Some(_) => Err(FieldError::NotActiveNorInactive),
    }
}

impl RawOrganisation {
    /// Validates the form. Domain and abbreviation are optional (3 §5). The organisation is active
    /// by default.
    pub fn check(&self) -> Result<OrganisationDetails, FormFaults> {
        let mut form = Form::default();
        let name = form.read("name", OrganisationName::parse(&self.name));
        let domain = form.read("domain", domain(self.domain.as_deref().unwrap_or_default()));
        let description = required(&self.description, "description", DESCRIPTION_LIMIT, prose);
        let description = form.read("description", description);
        let country = form.read("country", required(&self.country, "country", COUNTRY_LIMIT, line));
        let abbreviation = self.abbreviation.as_deref().unwrap_or_default();
        let abbreviation = optional(abbreviation, "abbreviation", ABBREVIATION_LIMIT, line);
        let abbreviation = form.read("abbreviation", abbreviation);
        let active = form.read("active", active(self.active));
        let read = || {
            Some(OrganisationDetails {
                name: name?.as_str().to_owned(),
                domain: domain?,
                description: description?,
                active: active?,
                country: country?,
                abbreviation: abbreviation?,
            })
        };
        form.finish(read())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed() -> RawOrganisation {
        RawOrganisation {
            name: " Lake Clinic ".to_owned(),
            domain: Some("https://www.lake-clinic.example/".to_owned()),
            description: "A clinic.\nBy the lake.".to_owned(),
            country: " Halvania".to_owned(),
            abbreviation: Some("LC".to_owned()),
            active: Some(1),
        }
    }

    fn faults(raw: &RawOrganisation) -> Vec<(String, String)> {
        raw.check().unwrap_err().by_field()
    }

    fn domain_of(typed_as: &str) -> String {
        let raw = RawOrganisation {
            domain: Some(typed_as.to_owned()),
            ..typed()
        };
        raw.check().unwrap().domain.unwrap()
    }

    #[test]
    fn valid_form_is_trimmed_and_active_by_default() {
        let form = typed().check().unwrap();
        assert_eq!(form.name, "Lake Clinic");
        let domain = "https://www.lake-clinic.example/".to_owned();
        assert_eq!(form.domain, Some(domain));
        assert_eq!(
            (form.description.as_str(), form.country.as_str()),
            ("A clinic.\nBy the lake.", "Halvania")
        );
        assert!(form.active);
        assert_eq!(domain_of("https://xn--80apagcdp.xn--p1ai/"), "клиника.рф");
        let sparse = RawOrganisation {
            domain: Some(" ".to_owned()),
            abbreviation: None,
            active: None,
            ..typed()
        };
        let form = sparse.check().unwrap();
        assert_eq!(
            (form.domain, form.abbreviation, form.active),
            (None, None, true),
            "a new organisation is active"
        );
    }

    #[test]
    fn missing_fields_have_the_prescribed_messages() {
        let nothing = RawOrganisation {
            active: Some(2),
            ..RawOrganisation::default()
        };
        let expected = [
            ("name", "Please enter name"),
            ("description", "Please enter description"),
            ("country", "Please enter country"),
            ("active", "Please select whether the organisation is active"),
        ];
        let expected = expected.map(|(field, message)| (field.to_owned(), message.to_owned()));
        assert_eq!(faults(&nothing), expected);
    }

    #[test]
    fn invalid_fields_are_refused() {
        let with = |change: fn(&mut RawOrganisation)| {
            let mut raw = typed();
            change(&mut raw);
            let found = faults(&raw);
            assert_eq!(found.len(), 1, "{found:?}");
            found[0].1.clone()
        };
        assert_eq!(
            with(|raw| raw.domain = Some("lake clinic".to_owned())),
            "Please enter a domain such as health.example"
        );
        assert_eq!(
            with(|raw| raw.abbreviation = Some("x".repeat(31))),
            "The abbreviation must not be longer than 30 characters"
        );
        assert_eq!(
            with(|raw| raw.country = "a\u{1b}b".to_owned()),
            "The country must not contain control characters."
        );
        assert_eq!(
            with(|raw| raw.description = "a\u{7}".to_owned()),
            "The description must not contain control characters."
        );
        assert_eq!(
            with(|raw| raw.description = "x".repeat(2_001)),
            "The description must not be longer than 2000 characters"
        );
    }
}
