//! Checks the sign-in providers (decisions O5).

use aditus_application::ports::{OfferedProvider, ProviderError};
use aditus_domain::organisations::name_key;

use super::Report;
use super::report::Level;
use crate::clean_failure::chain;
use crate::configuration::{SignInProvider, variable_of_provider};
use crate::setup::Setup;
use crate::wiring::{Wiring, return_address};

/// Adds a line to the report for each provider.
pub(super) fn check(setup: &Setup, wiring: &Wiring, report: &mut Report) {
    let configured = &setup.configuration.sign_in_providers;
    if configured.is_empty() {
        return report.line(
            "sign-in providers",
            Ok("none is configured: people sign in with a password".to_owned()),
        );
    }
    let redirect = return_address(&setup.configuration.settings.public_url);
    for provider in configured {
        let Some(offered) = wiring.ports.identity_providers.by_id(provider.id.as_str()) else {
            continue;
        };
        let subject = format!("sign-in provider {}", provider.id);
        report.line(&subject, answered(provider, offered, &redirect));
        for organisation in unknown_organisations(wiring, offered) {
            report.add(
                Level::Warning,
                &subject,
                &format!(
                    "there is no organisation {organisation:?}, so the requirement has no effect; check {}",
                    variable_of_provider(&provider.id, "only_for")
                ),
            );
        }
    }
}

/// Reports the configuration and keys of a provider. Only a first sign-in tests the client secret.
fn answered(provider: &SignInProvider, offered: &OfferedProvider, redirect: &str) -> Result<String, String> {
    offered
        .adapter
        .check()
        .map(|found| format!("{found}; its redirect address is {redirect}"))
        .map_err(|error| {
            format!(
                "{}: {}; check {}, and that this machine reaches {} and trusts its certificate (ADITUS_TLS_CA_CERTIFICATES)",
                provider.issuer,
                cause_of(&error),
                variable_of_provider(&provider.id, "issuer"),
                discovery_address(&provider.issuer)
            )
        })
}

/// Describes the cause of an error. Its own text is for people who sign in.
fn cause_of(error: &ProviderError) -> String {
    match error {
        ProviderError::Unreachable(cause) | ProviderError::Invalid(cause) => chain(cause.as_ref()),
        ProviderError::NotCompleted | ProviderError::AssuranceTooLow => chain(error),
    }
}

/// Returns the address of the provider's configuration (OpenID Connect Discovery 1.0, section 4).
fn discovery_address(issuer: &str) -> String {
    format!(
        "{}/.well-known/openid-configuration",
        issuer.trim_end_matches('/')
    )
}

/// Returns the names of organisations that no organisation has, active or not. An error of the
/// database was reported already.
fn unknown_organisations<'a>(wiring: &Wiring, provider: &'a OfferedProvider) -> Vec<&'a str> {
    let is_unknown = |name: &&str| {
        let found = wiring.ports.database.begin().and_then(|mut transaction| {
            transaction
                .organisations()
                .other_with_name_key(&name_key(name), None)
        });
        matches!(found, Ok(None))
    };
    let names = provider.only_for.iter().map(String::as_str);
    names.filter(is_unknown).collect()
}
