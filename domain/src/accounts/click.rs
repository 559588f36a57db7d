//! Click tracking, if the deployer turns it on (1 §3, "Click tracking record"; decisions A11).

use std::net::IpAddr;

use chrono::{DateTime, Utc};

use crate::form::{Form, FormFaults};

/// A click as reported by the browser.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct RawClick {
    pub cookie_id: String,
    pub done_at: DateTime<Utc>,
    pub action: String,
    pub page: String,
    pub object: String,
}

/// A valid click, ready to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct Click {
    pub cookie_id: String,
    pub done_at: DateTime<Utc>,
    pub action: String,
    pub page: String,
    pub object: String,
}

impl Click {
    /// The longest text field of a click, in characters.
    pub const MAX_LENGTH: usize = 200;
    /// The most clicks in one call.
    pub const MAX_AT_ONCE: usize = 200;
}

impl RawClick {
    /// Validates the fields of the click.
    pub fn check(&self) -> Result<Click, FormFaults> {
        let mut form = Form::default();
        let cookie_id = self.cookie_id.trim().to_lowercase();
        if !is_uuid(&cookie_id) {
            form.note("cookie_id", "This is not a visitor id.");
        }
        let mut text = |field, value: &str, required: bool| {
            let value = value.trim();
            if required && value.is_empty() {
                form.note(field, "This field is required.");
            } else if value.chars().count() > Click::MAX_LENGTH || value.chars().any(char::is_control) {
                form.note(field, "This text is not allowed here.");
            }
            value.to_owned()
        };
        let action = text("action", &self.action, true);
        let page = text("page", &self.page, true);
        let object = text("object", &self.object, false);
        form.finish(Some(Click {
            cookie_id,
            done_at: self.done_at,
            action,
            page,
            object,
        }))
    }
}

fn is_uuid(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    groups.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12])
        && groups
            .iter()
            .all(|group| group.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Anonymises a network address: keeps the first 24 bits of an IPv4 address and the first 48 of an
/// IPv6 one, so that it no longer identifies a household. Returns an empty text for an invalid
/// address.
pub fn truncated_address(address: &str) -> String {
    let parsed = address.parse::<IpAddr>().map(|address| address.to_canonical());
    match parsed {
        Ok(IpAddr::V4(address)) => {
            let [a, b, c, _] = address.octets();
            format!("{a}.{b}.{c}.0")
        }
        Ok(IpAddr::V6(address)) => {
            let [a, b, c, ..] = address.segments();
            std::net::Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0).to_string()
        }
        Err(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn click() -> RawClick {
        RawClick {
            cookie_id: "6F9619FF-8B86-4D01-B42D-00CF4FC964FF".to_owned(),
            done_at: DateTime::UNIX_EPOCH,
            action: "click".to_owned(),
            page: "/datasource".to_owned(),
            object: " View Data Source ".to_owned(),
        }
    }

    #[test]
    fn clicks_are_trimmed_and_limited() {
        let kept = click().check().unwrap();
        assert_eq!(kept.object, "View Data Source");
        assert_eq!(kept.cookie_id, "6f9619ff-8b86-4d01-b42d-00cf4fc964ff");
        for (field, wrong) in [
            (
                "cookie_id",
                RawClick {
                    cookie_id: "me".to_owned(),
                    ..click()
                },
            ),
            (
                "action",
                RawClick {
                    action: " ".to_owned(),
                    ..click()
                },
            ),
            (
                "page",
                RawClick {
                    page: "x".repeat(201),
                    ..click()
                },
            ),
            (
                "object",
                RawClick {
                    object: "a\u{0}".to_owned(),
                    ..click()
                },
            ),
        ] {
            let faults = wrong.check().unwrap_err();
            assert_eq!(
                faults.list().iter().map(|fault| fault.field).collect::<Vec<_>>(),
                [field]
            );
        }
    }

    #[test]
    fn addresses_are_truncated_to_their_network() {
        for (address, kept) in [
            ("192.0.2.77", "192.0.2.0"),
            ("::ffff:192.0.2.77", "192.0.2.0"),
            ("2001:db8:aa:bb:cc::1", "2001:db8:aa::"),
            ("somewhere", ""),
        ] {
            assert_eq!(truncated_address(address), kept);
        }
    }
}
