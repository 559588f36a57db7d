//! Configuration that works and protects too little.

use std::net::IpAddr;

use aditus_system::PasswordCost;

use super::Report;
use crate::configuration::{Configuration, Files, SecretUrl, host_of};
use crate::setup::Setup;

/// Adds a line to the report for each subject.
pub(super) fn look(setup: &Setup, report: &mut Report) {
    let configuration = &setup.configuration;
    report.line("passwords", passwords(configuration.password_cost));
    report.line(
        "public address",
        public_address(&configuration.settings.public_url),
    );
    report.line("trusted proxies", trusted_proxies(configuration));
    report.line("encryption", encryption(setup));
}

fn passwords(cost: PasswordCost) -> Result<String, String> {
    let PasswordCost {
        memory_kib,
        iterations,
        ..
    } = cost;
    let told = format!("argon2id with {memory_kib} KiB and {iterations} iterations");
    if cost.is_sound() {
        Ok(told)
    } else {
        Err(format!(
            "{told} is less than OWASP recommends, such as 19456 KiB with 2 iterations or 7168 KiB with 5; look at \
             ADITUS_ARGON2_MEMORY_KIB and ADITUS_ARGON2_ITERATIONS"
        ))
    }
}

fn public_address(url: &str) -> Result<String, String> {
    if url.starts_with("https://") || is_this_machine(host_of(url)) {
        return Ok(url.to_owned());
    }
    Err(format!(
        "{url} is not encrypted: passwords and documents can be read on their way; look at ADITUS_PUBLIC_URL"
    ))
}

fn trusted_proxies(configuration: &Configuration) -> Result<String, String> {
    let wide: Vec<String> = configuration.trusted_proxies.wide_networks().collect();
    if wide.is_empty() {
        return Ok("no network of strangers is believed".to_owned());
    }
    Err(format!(
        "callers in {} are believed when they say for whom they call, so that limits by network can be evaded; name the proxies alone in \
         ADITUS_TRUSTED_PROXIES",
        wide.join(", ")
    ))
}

/// Connections to other machines that are not encrypted. An adapter of the program's own looks after itself.
fn encryption(setup: &Setup) -> Result<String, String> {
    let Setup {
        configuration, own, ..
    } = setup;
    let usual = |is_own: bool, url: Option<SecretUrl>| url.filter(|_| !is_own);
    let database = usual(own.database.is_some(), Some(configuration.database_url.clone()));
    let mail = usual(own.mailer.is_some(), configuration.smtp_url.clone());
    let gateway = configuration
        .text_gateway
        .as_ref()
        .map(|gateway| gateway.url.clone().into());
    let gateway = usual(own.text_messages.is_some(), gateway);
    let store = match &configuration.files {
        Files::S3(settings) => settings.endpoint.clone().map(SecretUrl::new),
        Files::Folder => None,
    };
    let store = usual(own.files.is_some(), store);
    let traces = configuration
        .traces
        .as_ref()
        .map(|traces| traces.endpoint.clone().into());
    let told: Vec<String> = [
        database
            .filter(|url| is_readable_database(url.expose()))
            .map(|url| {
                format!("{url} may be read on its way; add sslmode=verify-full to ADITUS_DATABASE_URL")
            }),
        mail.filter(|url| is_readable_mail(url.expose())).map(|url| {
            format!(
                "{url} may be read on its way; begin ADITUS_SMTP_URL with smtps:// or add ?tls=required to it"
            )
        }),
        told_of_http(gateway, "ADITUS_TEXT_GATEWAY_URL"),
        told_of_http(store, "ADITUS_FILES_ENDPOINT"),
        told_of_http(traces, "ADITUS_TRACES_ENDPOINT"),
    ]
    .into_iter()
    .flatten()
    .collect();
    if told.is_empty() {
        Ok("connections to other machines are encrypted".to_owned())
    } else {
        Err(told.join("; "))
    }
}

fn told_of_http(url: Option<SecretUrl>, variable: &str) -> Option<String> {
    let url = url?;
    let is_readable = url.expose().starts_with("http://") && !is_this_machine(host_of(url.expose()));
    is_readable.then(|| format!("{url} may be read on its way; begin {variable} with https://"))
}

/// Returns true for a mail server on another machine that TLS is not required of.
fn is_readable_mail(url: &str) -> bool {
    url.starts_with("smtp://") && parameter(url, "tls") != Some("required") && !is_this_machine(host_of(url))
}

/// Returns true for a PostgreSQL server on another machine that TLS is not required of. libpq takes the host from the parameters
/// where the address names none, and a path is that of a socket.
fn is_readable_database(url: &str) -> bool {
    if url.starts_with("sqlite://") {
        return false;
    }
    if let Some("require" | "verify-ca" | "verify-full") = parameter(url, "sslmode") {
        return false;
    }
    let named = parameter(url, "hostaddr").or_else(|| parameter(url, "host"));
    let hosts = named.unwrap_or_else(|| host_of(url));
    let is_socket = |host: &str| {
        host.is_empty()
            || host.starts_with('/')
            || host.starts_with('@')
            || host.to_lowercase().starts_with("%2f")
    };
    hosts
        .split(',')
        .any(|host| !is_socket(host) && !is_this_machine(host))
}

fn parameter<'a>(url: &'a str, name: &str) -> Option<&'a str> {
    let (_, query) = url.split_once('?')?;
    // libpq takes the last of several.
    let mut parameters = query
        .split('&')
        .rev()
        .filter_map(|parameter| parameter.split_once('='));
    parameters.find(|(key, _)| *key == name).map(|(_, value)| value)
}

fn is_this_machine(host: &str) -> bool {
    match host.parse::<IpAddr>() {
        Ok(address) => address.is_loopback(),
        Err(_) => host == "localhost" || host.ends_with(".localhost"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_address_without_tls_is_wrong_beyond_this_machine() {
        for url in [
            "https://data.health.example",
            "http://localhost:8080",
            "http://127.0.0.1:8080",
            "http://[::1]:8080",
        ] {
            assert!(public_address(url).is_ok(), "{url}");
        }
        for url in ["http://data.health.example", "http://192.168.0.7:8080"] {
            let problem = public_address(url).unwrap_err();
            assert!(problem.contains("look at ADITUS_PUBLIC_URL"), "{problem}");
        }
    }

    #[test]
    fn a_database_on_another_machine_needs_tls() {
        for url in [
            "sqlite://./data/aditus.db",
            "postgres:///aditus?host=/run/postgresql",
            "postgres://aditus@%2Frun%2Fpostgresql/aditus",
            "postgres:///aditus",
            "postgres://ada:s3cret@localhost:5432/aditus",
            "postgres://ada@127.0.0.1/aditus",
            "postgres://ada@db.example/aditus?sslmode=verify-full",
            "postgres://ada@db.example/aditus?connect_timeout=3&sslmode=require",
        ] {
            assert!(!is_readable_database(url), "{url}");
        }
        for url in [
            "postgres://ada@db.example/aditus",
            "postgresql://ada@10.0.0.7:5432/aditus?sslmode=prefer",
            "postgres:///aditus?host=db.example",
            "postgres://ada@db.example/aditus?sslmode=disable",
        ] {
            assert!(is_readable_database(url), "{url}");
        }
    }

    #[test]
    fn mail_servers_and_services_on_other_machines_need_tls() {
        for url in [
            "smtps://mail.example",
            "smtp://mail.example:587?tls=required",
            "smtp://localhost:25",
        ] {
            assert!(!is_readable_mail(url), "{url}");
        }
        for url in ["smtp://mail.example:25", "smtp://mail.example?tls=opportunistic"] {
            assert!(is_readable_mail(url), "{url}");
        }
        let told = |url: &str| told_of_http(Some(SecretUrl::new(url.to_owned())), "ADITUS_FILES_ENDPOINT");
        assert_eq!(told("https://s3.example"), None);
        assert_eq!(told("http://127.0.0.1:9000"), None);
        let problem = told("http://key:s3cret@store.internal:9000").unwrap();
        assert!(
            problem.contains("ADITUS_FILES_ENDPOINT") && !problem.contains("s3cret"),
            "{problem}"
        );
    }

    #[test]
    fn a_weak_password_hash_is_told_with_what_is_sound() {
        let cost = |memory_kib, iterations| PasswordCost {
            memory_kib,
            iterations,
            parallelism: 1,
        };
        assert!(passwords(PasswordCost::default()).is_ok());
        let problem = passwords(cost(8, 1)).unwrap_err();
        assert!(
            problem.contains("8 KiB and 1 iterations is less than OWASP recommends"),
            "{problem}"
        );
    }
}
