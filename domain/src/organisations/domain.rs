//! The email domain of an organisation (1 §5.2; decisions A8).

use crate::accounts::domain_name;
use crate::typed::trimmed;

/// Normalises a typed domain for looking up organisations.
///
/// The input may be a whole email address or URL ("URL input", 3 §3). The key is in lower case and
/// in the letters of its script. `mailto:` or another scheme, a name in front of an address in
/// angle brackets, `www.`, port and path are removed. Returns `None` if the rest cannot be the
/// domain of an email address.
pub fn domain_key(typed: &str) -> Option<String> {
    let lower = trimmed(typed).to_lowercase();
    let without_scheme = lower.split_once("://").map_or(lower.as_str(), |(_, rest)| rest);
    let address = without_scheme.rsplit('<').next().unwrap_or_default();
    let host = address
        .strip_prefix("mailto:")
        .unwrap_or(address)
        .split(['/', '?', '#', ':', '>'])
        .next()
        .unwrap_or_default();
    let host = host.rsplit('@').next().unwrap_or_default();
    let host = host.strip_prefix("www.").unwrap_or(host).trim_matches('.');
    domain_name::readable(host)
}

/// Returns the domain of an email address and its parent domains, except the top-level domain: an
/// address at `lab.health.example` belongs to `health.example` too.
pub fn parent_domains(email_domain: &str) -> Vec<String> {
    let lower = domain_key(email_domain).unwrap_or_default();
    let mut domains = Vec::new();
    let mut rest = lower.as_str();
    while rest.contains('.') {
        domains.push(rest.to_owned());
        rest = rest.split_once('.').map_or("", |(_, above)| above);
    }
    domains
}

/// Normalises the name of an organisation for lookup: ignores case and spacing.
pub fn name_key(name: &str) -> String {
    name.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_reduced_to_their_domain() {
        for typed in [
            "health.example",
            " Health.Example ",
            "https://www.health.example/about?x=1",
            "http://health.example:8080",
            "@health.example",
            "info@health.example",
            "mailto:Info@Health.example?subject=Data",
            "Health Institute <info@health.example>",
        ] {
            assert_eq!(domain_key(typed).as_deref(), Some("health.example"), "{typed}");
        }
        for typed in ["клиника.рф", "https://XN--80apagcdp.xn--p1ai/", "info@клиника.рф"] {
            assert_eq!(domain_key(typed).as_deref(), Some("клиника.рф"), "{typed}");
        }
        for typed in ["", "example", "https://", "a b.example c"] {
            assert_eq!(domain_key(typed), None, "{typed}");
        }
    }

    #[test]
    fn parent_domains_are_listed() {
        assert_eq!(
            parent_domains("Lab.Health.example"),
            ["lab.health.example", "health.example"]
        );
        assert_eq!(parent_domains("xn--80apagcdp.xn--p1ai"), ["клиника.рф"]);
        assert_eq!(parent_domains("@health.example"), ["health.example"]);
        assert_eq!(parent_domains("example"), [""; 0]);
        assert_eq!(
            parent_domains(&"a.".repeat(30_000)),
            [""; 0],
            "no host is as long"
        );
    }

    #[test]
    fn name_key_ignores_case_and_spacing() {
        assert_eq!(name_key("  Institut  Öresund "), "institut öresund");
    }
}
