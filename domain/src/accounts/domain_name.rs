//! Internationalised domain names (IDNA) of email addresses and organisations.

/// The maximum length of a domain in its ASCII form, in bytes (RFC 1035).
const LONGEST: usize = 253;
/// Upper bound on the length of a domain in any script, in bytes. Longer input is not converted.
const LONGEST_TYPED: usize = 4 * LONGEST;

/// Returns the domain in its ASCII form and in lower case. Returns `None` if it cannot receive
/// mail: it has a single label, or characters that are not allowed in a host name.
pub fn ascii(domain: &str) -> Option<String> {
    if domain.len() > LONGEST_TYPED {
        return None;
    }
    let ascii = if is_plain(domain) {
        domain.to_ascii_lowercase()
    } else {
        idna::domain_to_ascii(domain).ok()?
    };
    let labels: Vec<&str> = ascii.split('.').collect();
    let well_formed = labels.iter().all(|label| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    });
    let is_top_level =
        |label: &&str| label.starts_with("xn--") || label.bytes().all(|byte| byte.is_ascii_alphabetic());
    let has_room = ascii.len() <= LONGEST && labels.len() >= 2;
    (has_room && well_formed && labels.last().is_some_and(is_top_level)).then_some(ascii)
}

/// Returns the domain in the letters of its script. A plain ASCII domain is returned unchanged.
pub fn readable(domain: &str) -> Option<String> {
    let ascii = ascii(domain)?;
    if is_plain(domain) {
        return Some(domain.to_owned());
    }
    let (readable, checked) = idna::domain_to_unicode(&ascii);
    checked.ok().map(|()| readable)
}

/// Returns true if the ASCII form of a domain is also its readable form.
fn is_plain(domain: &str) -> bool {
    domain.is_ascii()
        && !domain.split('.').any(|label| {
            label
                .get(..4)
                .is_some_and(|start| start.eq_ignore_ascii_case("xn--"))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains_have_an_ascii_and_a_readable_form() {
        for (typed, form, read) in [
            ("Health.Example", "health.example", "Health.Example"),
            ("клиника.рф", "xn--80apagcdp.xn--p1ai", "клиника.рф"),
            ("XN--80APAGCDP.xn--p1ai", "xn--80apagcdp.xn--p1ai", "клиника.рф"),
            ("München.example", "xn--mnchen-3ya.example", "münchen.example"),
            ("straße.example", "xn--strae-oqa.example", "straße.example"),
            ("ｈｅａｌｔｈ。example", "health.example", "health.example"),
            ("b.c", "b.c", "b.c"),
        ] {
            assert_eq!(ascii(typed).as_deref(), Some(form), "{typed}");
            assert_eq!(readable(typed).as_deref(), Some(read), "{typed}");
        }
    }

    #[test]
    fn invalid_hosts_are_refused() {
        for typed in [
            "",
            "example",
            "a..b",
            "-a.example",
            "a-.example",
            "a_b.example",
            "a.e1",
            "xn--.example",
            "xn--a.example",
            "a b.example",
            "127.0.0.1",
            &"a.".repeat(130),
            &format!("{}example", "a.".repeat(130)),
            &format!("{}.example", "ж".repeat(100_000)),
        ] {
            assert_eq!(ascii(typed).and_then(|_| readable(typed)), None, "{typed}");
        }
    }
}
