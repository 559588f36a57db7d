//! Addresses of the buttons in mails. Each contains the role in which it is to be opened, because
//! the browser that opens it may have no session, or a session in another role of the person.

use aditus_domain::ids::{AssignedRoleId, OrganisationId};
use aditus_domain::roles::Role;

/// Returns the address of a path for a mail. Its parameter `as` is the role that the mail concerns.
/// Org User, a role that everyone has, stands for any role.
pub(crate) fn in_role(public_url: &str, path: &str, role: Role) -> String {
    let separator = if path.contains('?') { '&' } else { '?' };
    format!("{public_url}{path}{separator}as={}", encoded(role.name()))
}

/// Returns the address of the page that undoes a change of an address or number. The token follows
/// `#`, because browsers do not send the fragment to a server.
pub(crate) fn take_back(public_url: &str, token: &str) -> String {
    format!("{public_url}/forgotPassword#takeBack={token}")
}

/// A person or role request that waits for an administrator of an organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting<'a> {
    /// The organisation.
    pub organisation: OrganisationId,
    /// Address of the person, or phone number if there is none. The link searches for it.
    pub person: &'a str,
    /// Requested role. None if the person waits for the activation of their account.
    pub requested: Option<AssignedRoleId>,
}

impl Waiting<'_> {
    /// Returns the screen of the reader, with a search for the person or the role request.
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

/// Encodes a text as a query value: letters, digits and a few marks stay, a space becomes `+`, and
/// other bytes are percent-encoded.
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
    fn addresses_contain_the_role() {
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
    fn links_open_the_waiting_request_for_admins_and_super_users() {
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
