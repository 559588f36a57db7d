//! Checks for configuration that works but protects too little.

use std::net::IpAddr;

use aditus_domain::limits::is_internal;
use aditus_files::ClamdAddress;
use aditus_system::PasswordCost;

use super::Report;
use super::report::Level;
use crate::configuration::{Configuration, Files, SecretUrl, host_of};
use crate::setup::Setup;

/// Adds a line to the report for each subject.
pub(super) fn check(setup: &Setup, report: &mut Report) {
    let configuration = &setup.configuration;
    report.line("passwords", passwords(configuration.password_cost));
    report.line(
        "public address",
        public_address(&configuration.settings.public_url),
    );
    report.line("trusted proxies", trusted_proxies(configuration));
    encryption(setup, report);
}

fn passwords(cost: PasswordCost) -> Result<String, String> {
    let PasswordCost {
        memory_kib,
        iterations,
        ..
    } = cost;
    let summary = format!("argon2id with {memory_kib} KiB and {iterations} iterations");
    if cost.meets_owasp() {
        Ok(summary)
    } else {
        Err(format!(
            "{summary} is less than OWASP recommends, such as 19456 KiB with 2 iterations or 7168 KiB with 5; raise \
             ADITUS_ARGON2_MEMORY_KIB and ADITUS_ARGON2_ITERATIONS"
        ))
    }
}

fn public_address(url: &str) -> Result<String, String> {
    if url.starts_with("https://") || is_this_machine(host_of(url)) {
        return Ok(url.to_owned());
    }
    Err(format!(
        "{url} is not encrypted, so passwords and documents can be read in transit; check ADITUS_PUBLIC_URL"
    ))
}

fn trusted_proxies(configuration: &Configuration) -> Result<String, String> {
    let wide: Vec<String> = configuration.trusted_proxies.wide_networks().collect();
    if wide.is_empty() {
        return Ok("no public network is trusted".to_owned());
    }
    Err(format!(
        "all callers in {} are trusted to name the address of their client, so they can evade limits by network; list only the proxies in \
         ADITUS_TRUSTED_PROXIES",
        wide.join(", ")
    ))
}

/// Reports unencrypted connections to other machines. The program's own adapters are not checked.
fn encryption(setup: &Setup, report: &mut Report) {
    let Setup {
        configuration, own, ..
    } = setup;
    let unless_own = |is_own: bool, url: Option<SecretUrl>| url.filter(|_| !is_own);
    let gateway = configuration
        .text_gateway
        .as_ref()
        .map(|gateway| gateway.url.clone().into());
    let store = match &configuration.files {
        Files::S3(settings) => settings.endpoint.clone().map(SecretUrl::new),
        Files::Folder => None,
    };
    let traces = configuration
        .traces
        .as_ref()
        .map(|traces| traces.endpoint.clone().into());
    let scanner = match &configuration.virus_scanner {
        Some(ClamdAddress::Tcp(address)) => Some(SecretUrl::new(address.clone())),
        Some(ClamdAddress::Socket(_)) | None => None,
    };
    let database = Some(configuration.database_url.clone());
    let mail = configuration.smtp_url.clone();
    let checks: [AddressCheck; 6] = [
        (
            unless_own(own.database.is_some(), database),
            of_database,
            "add sslmode=verify-full to ADITUS_DATABASE_URL",
        ),
        (
            unless_own(own.mailer.is_some(), mail),
            of_mail,
            "begin ADITUS_SMTP_URL with smtps:// or add ?tls=required to it",
        ),
        (
            unless_own(own.text_messages.is_some(), gateway),
            of_http,
            "begin ADITUS_TEXT_GATEWAY_URL with https://",
        ),
        (
            unless_own(own.files.is_some(), store),
            of_http,
            "begin ADITUS_FILES_ENDPOINT with https://",
        ),
        (
            unless_own(own.scanner.is_some(), scanner),
            of_scanner,
            "run clamd on this machine, because it receives whole documents and cannot encrypt",
        ),
        (traces, of_http, "begin ADITUS_TRACES_ENDPOINT with https://"),
    ];
    let found: Vec<(Readable, String)> = checks.into_iter().filter_map(readable).collect();
    let summary = |of: Readable| {
        let texts = found.iter().filter(|(readable, _)| *readable == of);
        texts
            .map(|(_, text)| text.as_str())
            .collect::<Vec<_>>()
            .join("; ")
    };
    let (beyond, within) = (summary(Readable::Anywhere), summary(Readable::InPrivateNetwork));
    if !beyond.is_empty() {
        report.line("encryption", Err(beyond));
    }
    if !within.is_empty() {
        report.add(Level::ToDo, "encryption", &within);
    }
    if found.is_empty() {
        report.line(
            "encryption",
            Ok("connections to other machines are encrypted".to_owned()),
        );
    }
}

/// An address, the function that judges it, and the remedy.
type AddressCheck = (Option<SecretUrl>, fn(&str) -> Option<Readable>, &'static str);

/// The networks in which an unencrypted connection can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Readable {
    /// Only in a private network, which an administrator may know to be safe.
    InPrivateNetwork,
    Anywhere,
}

impl Readable {
    /// Judges an unencrypted connection to these hosts. `None` if all of them are this machine.
    fn to<'a>(hosts: impl Iterator<Item = &'a str>) -> Option<Self> {
        let others: Vec<&str> = hosts.filter(|host| !is_this_machine(host)).collect();
        if others.is_empty() {
            None
        } else if others.iter().all(|host| is_in_private_network(host)) {
            Some(Self::InPrivateNetwork)
        } else {
            Some(Self::Anywhere)
        }
    }
}

/// Returns the networks in which the connection to an address can be read, with the text to report.
/// `None` for an encrypted connection and for this machine.
fn readable((url, judge, to_do): AddressCheck) -> Option<(Readable, String)> {
    let url = url?;
    let readable = judge(url.expose())?;
    let place = match readable {
        Readable::InPrivateNetwork => " in the private network",
        Readable::Anywhere => "",
    };
    Some((
        readable,
        format!("the connection to {url} is not encrypted{place}; {to_do}"),
    ))
}

fn of_http(url: &str) -> Option<Readable> {
    if !url.starts_with("http://") {
        return None;
    }
    Readable::to(std::iter::once(host_of(url)))
}

/// Judges the host and port of clamd, which has no encryption.
fn of_scanner(address: &str) -> Option<Readable> {
    Readable::to(std::iter::once(host_of(address)))
}

/// Judges a mail server that is not required to speak TLS.
fn of_mail(url: &str) -> Option<Readable> {
    if !url.starts_with("smtp://") || parameter(url, "tls") == Some("required") {
        return None;
    }
    Readable::to(std::iter::once(host_of(url)))
}

/// Judges a PostgreSQL server that is not required to speak TLS. libpq takes the host from the
/// parameters if the address names none, and a path is that of a socket.
fn of_database(url: &str) -> Option<Readable> {
    if url.starts_with("sqlite://") {
        return None;
    }
    if let Some("require" | "verify-ca" | "verify-full") = parameter(url, "sslmode") {
        return None;
    }
    let named = parameter(url, "hostaddr").or_else(|| parameter(url, "host"));
    let hosts = named.unwrap_or_else(|| host_of(url));
    let is_socket = |host: &str| {
        host.is_empty()
            || host.starts_with('/')
            || host.starts_with('@')
            || host.to_lowercase().starts_with("%2f")
    };
    Readable::to(hosts.split(',').filter(|host| !is_socket(host)))
}

fn parameter<'a>(url: &'a str, name: &str) -> Option<&'a str> {
    let (_, query) = url.split_once('?')?;
    // libpq uses the last one of repeated parameters.
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

/// Suffixes of names that public name servers do not resolve: those of private networks, and those
/// of Kubernetes.
const PRIVATE_NAMES: [&str; 6] = [".internal", ".local", ".lan", ".home.arpa", ".intranet", ".svc"];

/// Returns true for a private address and for a name of a private network: one without a dot, as
/// used within containers, or one with a suffix that is reserved for such networks.
fn is_in_private_network(host: &str) -> bool {
    if let Ok(address) = host.parse::<IpAddr>() {
        return is_internal(address);
    }
    let name = host.to_lowercase();
    !name.contains('.') || PRIVATE_NAMES.iter().any(|end| name.ends_with(end))
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
            assert!(problem.contains("check ADITUS_PUBLIC_URL"), "{problem}");
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
            assert_eq!(of_database(url), None, "{url}");
        }
        for url in [
            "postgres://ada@db.example/aditus",
            "postgres:///aditus?host=db.example",
            "postgres:///aditus?host=10.0.0.7,db.example",
            "postgres://ada@db.example/aditus?sslmode=disable",
        ] {
            assert_eq!(of_database(url), Some(Readable::Anywhere), "{url}");
        }
        let near = "postgresql://ada@10.0.0.7:5432/aditus?sslmode=prefer";
        assert_eq!(of_database(near), Some(Readable::InPrivateNetwork));
    }

    #[test]
    fn mail_servers_and_services_on_other_machines_need_tls() {
        for url in [
            "smtps://mail.example",
            "smtp://mail.example:587?tls=required",
            "smtp://localhost:25",
        ] {
            assert_eq!(of_mail(url), None, "{url}");
        }
        for url in ["smtp://mail.example:25", "smtp://mail.example?tls=opportunistic"] {
            assert_eq!(of_mail(url), Some(Readable::Anywhere), "{url}");
        }
        assert_eq!(of_mail("smtp://192.168.0.7:25"), Some(Readable::InPrivateNetwork));
        for url in ["https://s3.example", "http://127.0.0.1:9000", "http://[::1]:9000"] {
            assert_eq!(of_http(url), None, "{url}");
        }
        for (address, expected) in [
            ("localhost:3310", None),
            ("[::1]:3310", None),
            ("10.0.0.7:3310", Some(Readable::InPrivateNetwork)),
            ("clamav.example:3310", Some(Readable::Anywhere)),
        ] {
            assert_eq!(of_scanner(address), expected, "{address}");
        }
    }

    #[test]
    fn unencrypted_services_are_told_apart_by_private_and_public_address() {
        for url in [
            "http://10.0.0.7:9000",
            "http://172.16.3.4",
            "http://[fd00::7]:9000",
            "http://minio:9000",
            "http://store.internal:9000",
            "http://minio.storage.svc",
        ] {
            assert_eq!(of_http(url), Some(Readable::InPrivateNetwork), "{url}");
        }
        for url in [
            "http://s3.example",
            "http://203.0.113.9:9000",
            "http://internal.example",
            "http://[2001:db8::1]:9000",
        ] {
            assert_eq!(of_http(url), Some(Readable::Anywhere), "{url}");
        }
        let endpoint = SecretUrl::new("http://key:s3cret@store.internal:9000".to_owned());
        let (_, text) = readable((
            Some(endpoint),
            of_http,
            "begin ADITUS_FILES_ENDPOINT with https://",
        ))
        .unwrap();
        assert_eq!(
            text,
            "the connection to http://key:***@store.internal:9000 is not encrypted in the private network; begin ADITUS_FILES_ENDPOINT with https://"
        );
    }

    #[test]
    fn a_weak_password_hash_is_reported_with_a_sound_setting() {
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
