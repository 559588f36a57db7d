//! Where the buttons of mails lead: an address of the product, with the role in which it is to be opened. A mail is often opened
//! in a browser where nobody is signed in, or somebody in another role of theirs: the address is all that the frontend knows.

use aditus_domain::ids::{AssignedRoleId, OrganisationId};
use aditus_domain::roles::Role;

/// The address of a path as a mail names it. `as` is the role that the mail is about; Org User, which everybody is, stands for
/// whatever role somebody has.
pub(crate) fn in_role(public_url: &str, path: &str, role: Role) -> String {
    let separator = if path.contains('?') { '&' } else { '?' };
    format!("{public_url}{path}{separator}as={}", encoded(role.name()))
}

/// The address of the page that takes a change of an address or number back. The token stands behind `#`: no browser sends it.
pub(crate) fn take_back(public_url: &str, token: &str) -> String {
    format!("{public_url}/forgotPassword#takeBack={token}")
}

/// What waits for whoever serves an organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting<'a> {
    /// The organisation.
    pub organisation: OrganisationId,
    /// By what the person is found: the address, or the phone number where there is none.
    pub person: &'a str,
    /// The role that was asked for; none for somebody who waits to be activated.
    pub requested: Option<AssignedRoleId>,
}

impl Waiting<'_> {
    /// The screen of this reader, with the person, or the very request, that the mail is about.
    pub(crate) fn path(&self, reader: Role) -> String {
        let person = encoded(self.person);
        let request = self
            .requested
            .map_or_else(String::new, |id| format!("&assigned_role_id={id}"));
        if reader == Role::SuperUser {
            let tab = if self.requested.is_some() {
                "&tab=requests"
            } else {
                ""
            };
            let organisation = self.organisation;
            format!("/superuser/organisation?org_id={organisation}{tab}&search={person}{request}")
        } else if self.requested.is_some() {
            format!("/admin/rolesrequests?search={person}{request}")
        } else {
            format!("/admin/users?search={person}")
        }
    }
}

/// A text as the value of a query: bytes other than letters, digits and a few marks are percent-encoded, a space is `+`.
fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b' ' => encoded.push('+'),
            b'-' | b'.' | b'_' | b'~' | b'@' => encoded.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => encoded.push(char::from(byte)),
            _ => {
                encoded.push('%');
                for nibble in [byte >> 4, byte & 15] {
                    let digit = char::from_digit(u32::from(nibble), 16).unwrap_or('0');
                    encoded.push(digit.to_ascii_uppercase());
                }
            }
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_its_role() {
        let url = "https://aditus.example";
        assert_eq!(
            in_role(url, "/datarequest?request_id=7", Role::DataAccessReviewer),
            "https://aditus.example/datarequest?request_id=7&as=Data+Access+Reviewer"
        );
        assert_eq!(
            in_role(url, "/profile", Role::OrgUser),
            "https://aditus.example/profile?as=Org+User"
        );
    }

    #[test]
    fn what_waits_is_found_by_each_who_serves() {
        let asks = Waiting {
            organisation: OrganisationId(9),
            person: "ada+x@people.example",
            requested: Some(AssignedRoleId(41)),
        };
        assert_eq!(
            asks.path(Role::Admin),
            "/admin/rolesrequests?search=ada%2Bx@people.example&assigned_role_id=41"
        );
        assert_eq!(
            asks.path(Role::SuperUser),
            "/superuser/organisation?org_id=9&tab=requests&search=ada%2Bx@people.example&assigned_role_id=41"
        );
        let registered = Waiting {
            requested: None,
            person: "+256772000111",
            ..asks
        };
        assert_eq!(
            registered.path(Role::Admin),
            "/admin/users?search=%2B256772000111"
        );
        assert_eq!(
            registered.path(Role::SuperUser),
            "/superuser/organisation?org_id=9&search=%2B256772000111"
        );
    }
}
