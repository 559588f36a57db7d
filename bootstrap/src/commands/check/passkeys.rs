//! Checks if people can use passkeys (decisions O6, O7).

use aditus_domain::accounts::passkey::ConfirmBy;

use super::Report;
use super::report::Level;
use crate::configuration::Configuration;

/// Adds a line to the report. It is a warning if decisions cannot be confirmed in all configured
/// ways.
pub(super) fn check(configuration: &Configuration, report: &mut Report) {
    let settings = &configuration.settings;
    let ConfirmBy { code, passkey } = settings.confirm_by;
    let Some(relying_party) = &configuration.relying_party else {
        let none = format!(
            "browsers have none at {}: they need https:// and a host name, or http://localhost",
            settings.public_url
        );
        if passkey {
            let without = format!(
                "{none}; decisions are confirmed by a mailed code alone; check ADITUS_PUBLIC_URL, or set ADITUS_DECISIONS_CONFIRM_BY to code"
            );
            return report.add(Level::Warning, "passkeys", &without);
        }
        return report.line("passkeys", Ok(none));
    };
    let ways = match (code, passkey) {
        (true, true) => "a mailed code or a passkey",
        (_, false) => "a mailed code",
        (false, true) => "a passkey",
    };
    report.line(
        "passkeys",
        Ok(format!(
            "they belong to {} and work at no other host name; decisions are confirmed by {ways}",
            relying_party.id
        )),
    );
}
