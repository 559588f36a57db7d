//! The configuration: a file, overridden by `ADITUS_*` variables. `docs/OPERATING.md` explains
//! every key.

mod audit;
mod backups;
mod contact;
mod environment;
mod extension;
mod keys;
mod load;
mod passkeys;
mod reader;
mod secret_files;
mod secret_url;
mod sign_in;
#[cfg(test)]
mod tests;
mod tls;
mod watching;

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use aditus_application::ports::Authorities;
use aditus_application::settings::{Retention, Settings};
use aditus_documents::FontSource;
use aditus_domain::accounts::second_factor::RequiredFor;
use aditus_domain::accounts::{COUNTRIES, Country, SessionLifetime};
use aditus_domain::limits::{Allowance, Limits};
use aditus_domain::requests::{DraftLifetime, FileQuota};
use aditus_files::{ClamdAddress, S3Settings};
use aditus_http::tls::CertificateFiles;
use aditus_http::{ForwardedHeader, LoadLimits, TrustedProxies};
use aditus_system::PasswordCost;
use aditus_text_messages::{Body, GatewaySettings, SecretHeader, SettingsError};
use aditus_watching::TraceSettings;
use chrono::TimeDelta;
use secrecy::SecretString;

pub(crate) use audit::Witnessing;
pub(crate) use backups::Backups;
pub(crate) use environment::Environment;
pub(crate) use passkeys::RelyingParty;
pub(crate) use reader::{ConfigurationError, Reader};
pub(crate) use secret_url::SecretUrl;
pub(crate) use sign_in::{SignInProvider, variable_of_provider};
pub(crate) use tls::{Trust, host_of};

/// The whole configuration, validated. `Debug` hides secrets.
#[derive(Debug, Clone)]
pub(crate) struct Configuration {
    /// The port to listen on; 0 lets the system choose one.
    pub(crate) port: u16,
    pub(crate) address: IpAddr,
    /// The proxies whose forwarding header is trusted.
    pub(crate) trusted_proxies: TrustedProxies,
    /// Certificate and key, if the server itself speaks TLS.
    pub(crate) tls: Option<CertificateFiles>,
    /// The authorities that outgoing TLS connections trust.
    pub(crate) trust: Trust,
    /// The folder for the data of this node.
    pub(crate) data_dir: PathBuf,
    pub(crate) database_url: SecretUrl,
    /// The largest number of connections to the database. `None` for a number that fits the
    /// machine.
    pub(crate) database_connections: Option<u32>,
    /// The mail server. Without one, mails are written to files.
    pub(crate) smtp_url: Option<SecretUrl>,
    /// The sender of mails.
    pub(crate) mail_from: String,
    /// The gateway for text messages. Without one, codes for phone numbers are sent by email.
    pub(crate) text_gateway: Option<GatewaySettings>,
    /// The settings of the use cases.
    pub(crate) settings: Settings,
    /// The website to which passkeys belong. `None` if browsers have no passkeys at the public
    /// address.
    pub(crate) relying_party: Option<RelyingParty>,
    /// The providers with which people can sign in.
    pub(crate) sign_in_providers: Vec<SignInProvider>,
    /// The assumed country of a caller whose country is unknown.
    pub(crate) country: &'static Country,
    /// The `MaxMind` database that maps addresses to countries.
    pub(crate) geoip_file: Option<PathBuf>,
    /// The cost of password hashes.
    pub(crate) password_cost: PasswordCost,
    /// The store of uploaded documents.
    pub(crate) files: Files,
    /// The backups that the server makes by itself, if it makes any.
    pub(crate) backups: Option<Backups>,
    /// The witness of the transparency log, if there is one.
    pub(crate) witness: Option<Witnessing>,
    /// The virus scanner for uploaded documents.
    pub(crate) virus_scanner: Option<ClamdAddress>,
    /// The places that are searched for additional fonts.
    pub(crate) fonts: Vec<FontSource>,
    /// The number of threads that read and write sockets.
    pub(crate) workers: usize,
    /// The time a shutdown waits for running requests.
    pub(crate) grace: Duration,
    /// The limits of the server's load.
    pub(crate) load: LoadLimits,
    /// The format of logs.
    pub(crate) log_format: LogFormat,
    /// The address of the metrics, if they are served.
    pub(crate) metrics: Option<SocketAddr>,
    /// The collector of traces, if there is one.
    pub(crate) traces: Option<TraceSettings>,
}

/// The store of uploaded documents.
#[derive(Debug, Clone)]
pub(crate) enum Files {
    /// The data folder.
    Folder,
    /// An S3-compatible store.
    S3(S3Settings),
}

/// The format of logs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LogFormat {
    /// Text for people.
    Text,
    /// JSON for machines, one object per line.
    Json,
}

/// The default limit of threads that serve sockets. Use cases run on other threads.
const MAX_DEFAULT_WORKERS: usize = 4;

impl Configuration {
    /// Reads every key. The reader collects the errors, and the affected fields hold valid values
    /// until it reports them.
    pub(crate) fn from_reader(reader: &Reader) -> Self {
        let port = reader.number("port", 0, u16::MAX);
        let data_dir = PathBuf::from(reader.text("data_dir"));
        let trust = tls::trust(reader);
        let settings = settings(reader, port);
        Self {
            port,
            address: address(reader),
            trusted_proxies: trusted_proxies(reader),
            tls: tls::read(reader),
            database_url: database_url(reader, &data_dir),
            database_connections: Some(reader.number("database_connections", 0, 1000))
                .filter(|most| *most > 0),
            smtp_url: smtp_url(reader),
            mail_from: mail_from(reader),
            relying_party: RelyingParty::at(&settings.public_url),
            settings,
            sign_in_providers: sign_in::read(reader),
            text_gateway: text_gateway(reader, &trust.authorities),
            country: country(reader),
            geoip_file: reader.optional_text("geoip_file").map(PathBuf::from),
            password_cost: password_cost(reader),
            files: files(reader, &trust.authorities),
            backups: backups::read(reader),
            witness: audit::witness(reader, &trust.authorities),
            virus_scanner: virus_scanner(reader),
            fonts: fonts(reader),
            workers: workers(reader),
            grace: Duration::from_secs(reader.number("shutdown_seconds", 0, 3600)),
            load: load::read(reader),
            log_format: reader.one_of("log.format", ("text", LogFormat::Text), ("json", LogFormat::Json)),
            metrics: watching::metrics(reader, port),
            traces: watching::traces(reader, &trust.authorities),
            trust,
            data_dir,
        }
    }
}

fn virus_scanner(reader: &Reader) -> Option<ClamdAddress> {
    let text = reader.optional_text("virus_scanner")?;
    ClamdAddress::parse(&text)
        .map_err(|error| reader.add_error("virus_scanner", error))
        .ok()
}

/// Returns the places to search. Only those that are explicitly configured have to exist.
fn fonts(reader: &Reader) -> Vec<FontSource> {
    let key = "documents.fonts";
    let is_configured = reader.optional_text(key).is_some();
    let text = reader.text(key);
    let sources = text.split(',').map(str::trim).filter(|place| !place.is_empty());
    let sources = sources.map(FontSource::parse);
    if is_configured {
        sources.collect()
    } else {
        sources.map(FontSource::optional).collect()
    }
}

fn address(reader: &Reader) -> IpAddr {
    let text = reader.text("address");
    text.parse().unwrap_or_else(|_| {
        reader.add_error(
            "address",
            format!("must be an IP address such as 127.0.0.1 or 0.0.0.0, not {text:?}"),
        );
        IpAddr::from([127, 0, 0, 1])
    })
}

fn trusted_proxies(reader: &Reader) -> TrustedProxies {
    let header = reader.one_of(
        "forwarded_header",
        ("x-forwarded-for", ForwardedHeader::XForwardedFor),
        ("forwarded", ForwardedHeader::Forwarded),
    );
    TrustedProxies::parse(&reader.text("trusted_proxies"), header).unwrap_or_else(|error| {
        reader.add_error("trusted_proxies", format!("has an invalid value: {error}"));
        TrustedProxies::default()
    })
}

fn database_url(reader: &Reader, data_dir: &Path) -> SecretUrl {
    let url = reader
        .text("database_url")
        .replace("{data_dir}", &data_dir.to_string_lossy());
    if !["sqlite://", "postgres://", "postgresql://"]
        .iter()
        .any(|scheme| url.starts_with(scheme))
    {
        reader.add_error("database_url", "must begin with sqlite:// or postgres://");
    }
    SecretUrl::new(url)
}

fn smtp_url(reader: &Reader) -> Option<SecretUrl> {
    let url = reader.optional_text("smtp_url")?;
    if !url.starts_with("smtp://") && !url.starts_with("smtps://") {
        reader.add_error("smtp_url", "must begin with smtp:// or smtps://");
    }
    let url = SecretUrl::new(url);
    // The mail library would omit the user, and the server would refuse the mails.
    if url.lacks_password() {
        reader.add_error(
            "smtp_url",
            "names a user without a password; write smtps://USER:PASSWORD@HOST, or leave the user out",
        );
    }
    Some(url)
}

/// A code must arrive well before it expires after five minutes.
const TEXT_TIMEOUT: Duration = Duration::from_secs(20);

fn text_gateway(reader: &Reader, authorities: &Authorities) -> Option<GatewaySettings> {
    // Read even without a gateway, so that a wrong value is reported before one is added.
    let body = Body::parse(&reader.text("text_gateway.body"))
        .map_err(|error| reader.add_error("text_gateway.body", error))
        .ok();
    let secret = reader.optional_text("text_gateway.secret").unwrap_or_default();
    let header = SecretHeader::new(&reader.text("text_gateway.header"), &secret)
        .map_err(|error| {
            let name = match error {
                SettingsError::HeaderValue => "text_gateway.secret",
                SettingsError::HeaderName | SettingsError::Url => "text_gateway.header",
            };
            reader.add_error(name, error);
        })
        .ok();
    let sender = reader.text("text_gateway.sender");
    let url = reader.optional_text("text_gateway.url")?;
    if let Err(error) = GatewaySettings::parse_url(&url) {
        reader.add_error("text_gateway.url", error);
    }
    Some(GatewaySettings {
        url: SecretString::from(url),
        header: header.filter(|_| !secret.is_empty()),
        sender,
        body: body?,
        timeout: TEXT_TIMEOUT,
        authorities: authorities.clone(),
    })
}

/// Returns the sender of mails. The product's name is quoted in it, since it may contain commas and
/// other special characters.
fn mail_from(reader: &Reader) -> String {
    let name = reader
        .text("product.name")
        .replace('\\', "\\\\")
        .replace('"', "\\\"");
    reader
        .text("mail_from")
        .replace("{product.name}", &format!("\"{name}\""))
}

/// Reads the settings of the use cases. The availability of text messages is set later, once their
/// gateway is created.
fn settings(reader: &Reader, port: u16) -> Settings {
    let public_url = tls::public_url(reader, port);
    let public_url = public_url.trim_end_matches('/').to_owned();
    Settings {
        product_name: reader.text("product.name"),
        log_origin: audit::origin(reader),
        provider_organisation: reader.text("provider_organisation"),
        recommendation_on_approval: reader.one_of(
            "decisions.recommendation_on_approval",
            ("false", false),
            ("true", true),
        ),
        four_eyes: reader.one_of("decisions.four_eyes", ("false", false), ("true", true)),
        text_messages: false,
        click_tracking: reader.one_of("click_tracking", ("false", false), ("true", true)),
        session_life: session_life(reader),
        known_browser_for: TimeDelta::days(reader.number("sessions.known_browser_days", 1, 366)),
        second_factor_required_for: second_factor_required_for(reader),
        confirm_by: passkeys::confirm_by(reader, &public_url),
        public_url,
        limits: limits(reader),
        stored_bytes: FileQuota::MIB * reader.number("limits.stored_mib", MIN_STORED_MIB, MAX_STORED_MIB),
        retention: retention(reader),
        draft_life: draft_life(reader),
        escalate_after: reader.number("reminders.escalate_after", 1, 60),
        contact: contact::read(reader),
    }
}

fn second_factor_required_for(reader: &Reader) -> RequiredFor {
    const NAME: &str = "second_factor.required_for";
    let named = reader.text(NAME);
    if named == "none" {
        return RequiredFor::default();
    }
    RequiredFor::parse(&named).unwrap_or_else(|_| {
        reader.add_error(
            NAME,
            "must be none, or name staff, admin and super-user, or some of them, separated by commas",
        );
        RequiredFor::default()
    })
}

fn session_life(reader: &Reader) -> SessionLifetime {
    SessionLifetime {
        // At least the interval at which the use of a session is recorded.
        idle: TimeDelta::minutes(reader.number("sessions.idle_minutes", 5, 366 * 24 * 60)),
        absolute: TimeDelta::hours(reader.number("sessions.absolute_hours", 1, 366 * 24)),
    }
}

/// One Data Request with all of its files has to fit.
const MIN_STORED_MIB: u64 = 64;
const MAX_STORED_MIB: u64 = 1024 * 1024;

fn limits(reader: &Reader) -> Limits {
    Limits::from_fn(|limit| {
        let name = format!("limits.{}", limit.name());
        Allowance::parse(&reader.text(&name)).unwrap_or_else(|error| {
            reader.add_error(&name, error);
            limit.default_allowance()
        })
    })
}

fn retention(reader: &Reader) -> Retention {
    let days = |name| TimeDelta::days(reader.number(name, 1, 3660));
    let unless_zero = |name| match reader.number(name, 0, 36_600) {
        0 => None,
        kept => Some(TimeDelta::days(kept)),
    };
    Retention {
        codes: days("retention.code_days"),
        clicks: days("retention.click_days"),
        messages: days("retention.message_days"),
        identification: unless_zero("retention.identification_days"),
        requests: unless_zero("retention.request_days"),
        notifications: unless_zero("retention.notification_days"),
        feedback: unless_zero("retention.feedback_days"),
    }
}

fn draft_life(reader: &Reader) -> DraftLifetime {
    let untouched = reader.number("drafts.untouched_days", 2, 3660);
    let notice = reader.number("drafts.notice_days", 1, 3659);
    if notice >= untouched {
        reader.add_error("drafts.notice_days", "must be less than drafts.untouched_days");
    }
    DraftLifetime {
        untouched: TimeDelta::days(untouched),
        notice: TimeDelta::days(notice),
    }
}

fn country(reader: &Reader) -> &'static Country {
    let code = reader.text("country");
    Country::parse(&code).unwrap_or_else(|_| {
        reader.add_error(
            "country",
            format!("must be a code of two letters such as UG, not {code:?}"),
        );
        &COUNTRIES[0]
    })
}

fn password_cost(reader: &Reader) -> PasswordCost {
    let parallelism = reader.number("argon2.parallelism", 1, 64);
    PasswordCost {
        memory_kib: reader.number("argon2.memory_kib", 8 * parallelism, 4 * 1024 * 1024),
        iterations: reader.number("argon2.iterations", 1, 100),
        parallelism,
    }
}

fn files(reader: &Reader, authorities: &Authorities) -> Files {
    let is_folder = reader.one_of("files.kind", ("folder", true), ("s3", false));
    // Read even without a store, so that a wrong value is reported before one is added.
    let needed = |name: &str| {
        let text = reader.optional_text(name);
        if text.is_none() && !is_folder {
            reader.add_error(name, "must be set when files.kind is s3");
        }
        text.unwrap_or_default()
    };
    let store = S3Settings {
        bucket: needed("files.bucket"),
        region: reader.text("files.region"),
        endpoint: reader.optional_text("files.endpoint"),
        access_key_id: needed("files.access_key_id"),
        secret_access_key: SecretString::from(needed("files.secret_access_key")),
        prefix: reader.text("files.prefix"),
        timeout: S3_TIMEOUT,
        authorities: authorities.clone(),
    };
    if is_folder {
        Files::Folder
    } else {
        Files::S3(store)
    }
}

/// An upload of ten MiB over a slow line must fit in.
const S3_TIMEOUT: Duration = Duration::from_secs(30);

fn workers(reader: &Reader) -> usize {
    match reader.number("workers", 0, 256) {
        0 => std::thread::available_parallelism()
            .map_or(1, std::num::NonZero::get)
            .min(MAX_DEFAULT_WORKERS),
        workers => workers,
    }
}
