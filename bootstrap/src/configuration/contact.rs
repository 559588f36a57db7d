//! The contact details for people who need help.

use aditus_domain::accounts::{EmailAddress, PhoneNumber};
use aditus_domain::information::ContactDetails;

use super::Reader;

/// Reads the content of the contact page.
pub(super) fn read(reader: &Reader) -> ContactDetails {
    let phone = phone(reader);
    let phone_hours = reader.optional_text("contact.phone_hours");
    if phone.is_none() && phone_hours.is_some() {
        reader.add_error("contact.phone_hours", "needs contact.phone, which is not set");
    }
    ContactDetails {
        requests_email: email(reader, "contact.requests_email"),
        support_email: email(reader, "contact.support_email"),
        phone,
        phone_hours,
    }
}

fn email(reader: &Reader, name: &str) -> Option<EmailAddress> {
    let text = reader.optional_text(name)?;
    EmailAddress::parse(&text)
        .map_err(|_| reader.add_error(name, format!("must be an email address, not {text:?}")))
        .ok()
}

/// Returns the number as it was written, since people read it.
fn phone(reader: &Reader) -> Option<String> {
    let name = "contact.phone";
    let text = reader.optional_text(name)?;
    let is_spaced = |c: char| c.is_ascii_digit() || "+ -.()/".contains(c);
    if !text.chars().all(is_spaced) || PhoneNumber::parse_lenient(&text).is_err() {
        reader.add_error(
            name,
            format!("must be a telephone number such as +256 700 123 456, not {text:?}"),
        );
    }
    Some(text)
}
