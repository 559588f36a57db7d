use std::os::unix::fs::PermissionsExt;

use aditus_domain::accounts::passkey::ConfirmBy;
use aditus_domain::limits::Limit;
use aditus_http::load::QueueLimits;

use super::keys::{
    KEYS, Key, MAY_COME_FROM_FILES, PROVIDER_KEYS, PROVIDER_TABLES, RENAMED_KEYS, variable_of,
};
use super::*;

/// Reads the configuration of a program without own keys.
fn read(file: &Path, environment: &Environment) -> Result<Configuration, ConfigurationError> {
    let reader = Reader::open(Some(file), environment)?;
    let configuration = Configuration::from_reader(&reader);
    reader.refuse_extension();
    reader.finish()?;
    Ok(configuration)
}

fn load<const N: usize>(variables: [(&str, &str); N]) -> Result<Configuration, ConfigurationError> {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("aditus.toml");
    std::fs::write(&file, "").unwrap();
    read(&file, &Environment::from(variables))
}

fn load_file(text: &str, environment: &Environment) -> Result<Configuration, ConfigurationError> {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("aditus.toml");
    std::fs::write(&file, text).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
    read(&file, environment)
}

#[test]
fn an_empty_configuration_has_defaults() {
    let configuration = load([]).unwrap();
    assert_eq!(
        (configuration.port, configuration.address.to_string()),
        (8080, "127.0.0.1".to_owned())
    );
    assert_eq!(configuration.database_url.expose(), "sqlite://./data/aditus.db");
    assert_eq!(configuration.settings.public_url, "http://localhost:8080");
    assert_eq!(configuration.password_cost, PasswordCost::default());
    assert!(configuration.smtp_url.is_none());
    assert!(matches!(configuration.files, Files::Folder));
}

#[test]
fn variables_override_the_file_and_defaults_follow_other_keys() {
    let file = "port = 9000\ndata_dir = '/srv/aditus'\n[product]\nname = 'Porta'\n[argon2]\niterations = 3\n";
    let configuration = load_file(file, &Environment::from([("ADITUS_PORT", "9001")])).unwrap();
    assert_eq!(configuration.port, 9001);
    assert_eq!(configuration.settings.public_url, "http://localhost:9001");
    assert_eq!(configuration.settings.product_name, "Porta");
    assert_eq!(configuration.mail_from, "\"Porta\" <no-reply@aditus.example>");
    assert_eq!(
        configuration.database_url.expose(),
        "sqlite:///srv/aditus/aditus.db"
    );
    assert_eq!(configuration.password_cost.iterations, 3);
}

#[test]
fn all_errors_are_reported_with_key_and_variable() {
    let ConfigurationError(problems) = load([
        ("ADITUS_PORT", "80800"),
        ("ADITUS_ADDRESS", "localhost"),
        ("ADITUS_DATABASE_URL", "mysql://ada:s3cret@db.example/x"),
        ("ADITUS_SMTP_URL", "mail.example:s3cret"),
        ("ADITUS_PUBLIC_URL", "data.example"),
        ("ADITUS_LOG_FORMAT", "xml"),
        ("ADITUS_DECISIONS_RECOMMENDATION_ON_APPROVAL", "perhaps"),
        ("ADITUS_ARGON2_MEMORY_KIB", "7"),
        ("ADITUS_WORKERS", "many"),
        ("ADITUS_COUNTRY", "Uganda"),
        ("ADITUS_TEXT_GATEWAY_URL", "gateway:s3cret"),
        ("ADITUS_TEXT_GATEWAY_HEADER", "not a name"),
        ("ADITUS_TEXT_GATEWAY_BODY", "to={to}&text={txt}"),
        ("ADITUS_TRUSTED_PROXIES", "10.0.0.0/8, proxy.example"),
        ("ADITUS_FORWARDED_HEADER", "x-real-ip"),
        ("ADITUS_PROT", "8081"),
    ])
    .unwrap_err();
    assert_eq!(problems.len(), 16, "{problems:#?}");
    for begin in [
        "ADITUS_PROT: there is no key with this variable",
        "ADITUS_PORT: port must be a whole number from 0 to 65535, not \"80800\"",
        "ADITUS_ADDRESS: address must be an IP address",
        "ADITUS_TRUSTED_PROXIES: trusted_proxies has an invalid value: \"proxy.example\" is neither an address",
        "ADITUS_FORWARDED_HEADER: forwarded_header must be x-forwarded-for or forwarded, not \"x-real-ip\"",
        "ADITUS_DATABASE_URL: database_url must begin with sqlite:// or postgres://",
        "ADITUS_SMTP_URL: smtp_url must begin with smtp:// or smtps://",
        "ADITUS_PUBLIC_URL: public_url must begin with https://",
        "ADITUS_TEXT_GATEWAY_URL: text_gateway.url must be an address such as https://",
        "ADITUS_TEXT_GATEWAY_HEADER: text_gateway.header must be the name of a header",
        "ADITUS_TEXT_GATEWAY_BODY: text_gateway.body has an unknown placeholder {txt}; there are {to}",
        "ADITUS_LOG_FORMAT: log.format must be text or json, not \"xml\"",
        "ADITUS_DECISIONS_RECOMMENDATION_ON_APPROVAL: decisions.recommendation_on_approval must be false or true",
        "ADITUS_ARGON2_MEMORY_KIB: argon2.memory_kib must be a whole number from 8",
        "ADITUS_WORKERS: workers must be a whole number",
        "ADITUS_COUNTRY: country must be a code of two letters such as UG",
    ] {
        assert!(
            problems.iter().any(|problem| problem.starts_with(begin)),
            "{begin} in {problems:#?}"
        );
    }
    assert!(!problems.concat().contains("s3cret"));
}

#[test]
fn a_witness_needs_a_valid_address_and_key() {
    let key = "witness.example/w1+b11c3f76+BAJ6dY3fo9HYFCjbAhTXBgfYpuZC45OzEz0qlef63Dgy";
    assert!(load([]).unwrap().witness.is_none());
    assert!(
        load([("ADITUS_AUDIT_WITNESS_KEY", key)])
            .unwrap()
            .witness
            .is_none()
    );
    let url = ("ADITUS_AUDIT_WITNESS_URL", "https://witness.example/aditus");
    let witness = load([url, ("ADITUS_AUDIT_WITNESS_KEY", key)])
        .unwrap()
        .witness
        .unwrap();
    assert_eq!(
        (witness.settings.url.as_str(), witness.every.as_secs()),
        (url.1, 60)
    );
    let alone = load([url]).unwrap_err().to_string();
    assert!(
        alone.contains("ADITUS_AUDIT_WITNESS_KEY: audit.witness_key must be set if audit.witness_url is set"),
        "{alone}"
    );
    for (variable, value, reported) in [
        (
            "ADITUS_AUDIT_WITNESS_URL",
            "https://ada:s3cret@witness.example",
            "ADITUS_AUDIT_WITNESS_URL: audit.witness_url must be an address such as",
        ),
        (
            "ADITUS_AUDIT_WITNESS_KEY",
            "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
            "ADITUS_AUDIT_WITNESS_KEY: audit.witness_key must be the key of a witness",
        ),
        (
            "ADITUS_AUDIT_WITNESS_SECONDS",
            "0",
            "ADITUS_AUDIT_WITNESS_SECONDS: audit.witness_seconds must be a whole number from 1 to 86400",
        ),
    ] {
        let error = load([(variable, value)]).unwrap_err().to_string();
        assert!(error.contains(reported) && !error.contains("s3cret"), "{error}");
    }
}

#[test]
fn an_origin_that_is_not_a_name_with_a_host_is_refused() {
    let origin = |value| load([("ADITUS_AUDIT_ORIGIN", value)]);
    let named = origin("data.example/log").unwrap().settings.log_origin;
    assert_eq!(named.as_deref(), Some("data.example/log"));
    assert_eq!(load([]).unwrap().settings.log_origin, None);
    for wrong in [
        "https://data.example/log",
        "data log.example",
        "data.example+log",
        "log",
    ] {
        let error = origin(wrong).unwrap_err().to_string();
        assert!(
            error.contains("ADITUS_AUDIT_ORIGIN: audit.origin must be a name such as"),
            "{wrong}: {error}"
        );
    }
}

#[test]
fn tls_needs_a_certificate_a_key_and_an_https_address() {
    let with_both = |more: &[(&'static str, &'static str)]| {
        let both = [("ADITUS_TLS_CERTIFICATE", "/c.pem"), ("ADITUS_TLS_KEY", "/k.pem")];
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("aditus.toml");
        std::fs::write(&file, "").unwrap();
        read(&file, &both.iter().chain(more).copied().collect())
    };
    let configuration = with_both(&[("ADITUS_PORT", "8443")]).unwrap();
    assert_eq!(configuration.tls.unwrap().key, Path::new("/k.pem"));
    assert_eq!(configuration.settings.public_url, "https://localhost:8443");
    let named = with_both(&[("ADITUS_PUBLIC_URL", "https://data.example/")]).unwrap();
    assert_eq!(named.settings.public_url, "https://data.example");
    for with_more in [
        "https://data.example/aditus",
        "https://data.example/aditus/",
        "https://data.example?x=1",
        "https://data.example/#a",
        "https://name:word@data.example",
        "https://data.example:99999",
        "https://data.example:",
        "https://",
    ] {
        let refused = with_both(&[("ADITUS_PUBLIC_URL", with_more)]).unwrap_err();
        assert!(
            refused
                .to_string()
                .contains("Aditus cannot be served under a path and needs its own host name"),
            "{refused}"
        );
    }
    let plain = with_both(&[("ADITUS_PUBLIC_URL", "http://data.example")]).unwrap_err();
    assert!(
        plain.to_string().contains(
            "ADITUS_PUBLIC_URL: public_url must begin with https:// if tls.certificate is set, not \"http://data.example\""
        ),
        "{plain}"
    );
    for (set, missing) in [
        ("ADITUS_TLS_CERTIFICATE", "ADITUS_TLS_KEY: tls.key must be set"),
        (
            "ADITUS_TLS_KEY",
            "ADITUS_TLS_CERTIFICATE: tls.certificate must be set",
        ),
    ] {
        let error = load([(set, "/some.pem")]).unwrap_err().to_string();
        assert!(error.contains(missing), "{error}");
    }
}

#[test]
fn trusted_authorities_come_from_all_configured_files() {
    let place = tempfile::tempdir().unwrap();
    let written = |name: &str, text: &str| {
        let file = place.path().join(name);
        std::fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let certificate = || {
        let params = rcgen::CertificateParams::new([]).unwrap();
        let key = rcgen::KeyPair::generate().unwrap();
        params.self_signed(&key).unwrap().pem()
    };
    let (first, second) = (
        written("first.pem", &certificate()),
        written("second.pem", &certificate()),
    );
    let trust = |files: &str| {
        load([
            ("ADITUS_TLS_CA_CERTIFICATES", files),
            ("ADITUS_TLS_SYSTEM_ROOTS", "false"),
        ])
        .map(|configuration| configuration.trust)
    };
    let count = |files: &str| trust(files).unwrap().authorities.certificates().count();
    assert_eq!(count(&format!("{first}, {second}")), count("") + 2);
    let refused = trust(&format!("{first},{}/missing.pem", place.path().display())).unwrap_err();
    let refused = refused.to_string();
    assert!(
        refused.contains("ADITUS_TLS_CA_CERTIFICATES: tls.ca_certificates cannot be used:")
            && refused.contains("/missing.pem cannot be read: "),
        "{refused}"
    );
}

#[test]
fn metrics_and_traces_are_off_by_default() {
    let configuration = load([]).unwrap();
    assert!(configuration.metrics.is_none() && configuration.traces.is_none());
    let configuration = load([
        ("ADITUS_METRICS_ADDRESS", "[::1]:9464"),
        ("ADITUS_TRACES_ENDPOINT", "https://traces.example:4318"),
        ("ADITUS_TRACES_SECRET", "Bearer s3cret"),
    ])
    .unwrap();
    assert_eq!(configuration.metrics.unwrap().port(), 9464);
    let traces = configuration.traces.unwrap();
    assert_eq!(traces.percent, 10);
    assert!(!format!("{traces:?}").contains("s3cret"));

    let ConfigurationError(problems) = load([
        ("ADITUS_METRICS_ADDRESS", "localhost"),
        ("ADITUS_TRACES_ENDPOINT", "collector:4318"),
        ("ADITUS_TRACES_HEADER", "no name"),
        ("ADITUS_TRACES_SECRET", "s3cret"),
        ("ADITUS_TRACES_PERCENT", "0"),
    ])
    .unwrap_err();
    for begin in [
        "ADITUS_METRICS_ADDRESS: metrics.address must be an IP address with a port",
        "ADITUS_TRACES_ENDPOINT: traces.endpoint must be an address such as",
        "ADITUS_TRACES_HEADER: traces.header must be the name of a header",
        "ADITUS_TRACES_PERCENT: traces.percent must be a whole number from 1 to 100",
    ] {
        assert!(
            problems.iter().any(|problem| problem.starts_with(begin)),
            "{begin} in {problems:#?}"
        );
    }
    assert_eq!(problems.len(), 4, "{problems:#?}");
    assert!(!problems.concat().contains("s3cret"));

    let ConfigurationError(problems) = load([
        ("ADITUS_METRICS_ADDRESS", "127.0.0.1:8080"),
        ("ADITUS_TRACES_SECRET", "two\nlines"),
    ])
    .unwrap_err();
    assert!(problems[0].starts_with("ADITUS_METRICS_ADDRESS: metrics.address must have another port"));
    assert!(problems[1].starts_with("ADITUS_TRACES_SECRET: traces.secret must be one line"));
}

#[test]
fn keys_that_do_not_exist_are_refused() {
    let refused = |text: &str| load_file(text, &Environment::default()).unwrap_err().to_string();
    assert!(refused("prot = 1").contains("there is no key \"prot\""));
    assert!(refused("[product]\ntitle = 'x'").contains("there is no key \"product.title\""));
    assert!(refused("port = [1]").contains("ADITUS_PORT: port must be a single value"));
    assert!(refused("port = ").contains("aditus.toml"));
    let missing = read(Path::new("/nowhere/aditus.toml"), &Environment::default());
    assert!(missing.unwrap_err().to_string().contains("/nowhere/aditus.toml"));
}

/// Returns the configuration, in the form of `Debug`, and the warnings about it.
fn load_with_warnings(text: &str, environment: &Environment) -> (String, Vec<String>) {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("aditus.toml");
    std::fs::write(&file, text).unwrap();
    let reader = Reader::open(Some(&file), environment).unwrap();
    let configuration = Configuration::from_reader(&reader);
    reader.finish().unwrap();
    (format!("{configuration:?}"), reader.warnings())
}

#[test]
fn a_renamed_key_is_read_by_its_old_name_with_a_warning() {
    for key in RENAMED_KEYS {
        assert!(Key::by_name(key.old).is_none() && !MAY_COME_FROM_FILES.contains(&key.new));
        let (_, value) = OTHER_VALUES.iter().find(|(name, _)| *name == key.new).unwrap();
        let (expected, warnings) =
            load_with_warnings(&format!("{} = '{value}'", key.new), &Environment::default());
        assert!(warnings.is_empty(), "{warnings:?}");

        let in_file = format!("{} = '{value}'", key.old);
        let (read, warnings) = load_with_warnings(&in_file, &Environment::default());
        assert_eq!(read, expected, "{}", key.old);
        let warning = format!("aditus.toml: {} is now called {};", key.old, key.new);
        assert!(
            warnings.len() == 1 && warnings[0].contains(&warning),
            "{warnings:?}"
        );

        let (old, new) = (variable_of(key.old), variable_of(key.new));
        let variable = [(old.as_str(), *value)].into_iter().collect();
        let (read, warnings) = load_with_warnings("", &variable);
        assert_eq!(read, expected, "{old}");
        let warning = format!("{old} is now called {new};");
        assert!(
            warnings.len() == 1 && warnings[0].starts_with(&warning),
            "{warnings:?}"
        );
    }
}

#[test]
fn the_new_name_of_a_renamed_key_wins_over_the_old_one() {
    let new = |value: &str| Environment::from([("ADITUS_HASHING_UNKNOWN_BROWSERS", value)]);
    let old = |value: &str| Environment::from([("ADITUS_HASHING_STRANGERS", value)]);
    let (four, _) = load_with_warnings("", &new("4"));
    let (one, _) = load_with_warnings("", &new("1"));
    assert_ne!(four, one);
    for (text, environment) in [
        (
            "[hashing]\nstrangers = 1\nunknown_browsers = 4\n",
            Environment::default(),
        ),
        ("[hashing]\nunknown_browsers = 4\n", old("1")),
        ("[hashing]\nstrangers = 1\n", new("4")),
        // Of two old names, the variable overrides the file as usual.
        ("[hashing]\nstrangers = 1\n", old("4")),
    ] {
        let (read, warnings) = load_with_warnings(text, &environment);
        assert_eq!(read, four, "{text}");
        assert!(!warnings.is_empty(), "{text}");
    }
}

#[test]
fn a_file_with_secrets_must_not_be_readable_by_other_accounts() {
    let place = tempfile::tempdir_in("/tmp").unwrap();
    std::fs::set_permissions(place.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    let file = place.path().join("aditus.toml");
    let reported = |text: &str, mode: u32| {
        std::fs::write(&file, text).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
        read(&file, &Environment::default())
            .map(drop)
            .map_err(|error| error.to_string())
    };
    for (secret, name) in [
        ("smtp_url = 'smtps://mailer:s3cret@mail.example'", "smtp_url"),
        (
            "database_url = 'postgres://ada:s3cret@db.example/aditus'",
            "database_url",
        ),
        ("[files]\nsecret_access_key = 's3cret'", "files.secret_access_key"),
        ("text_gateway.secret = 's3cret'", "text_gateway.secret"),
        ("traces.secret = 's3cret'", "traces.secret"),
    ] {
        let error = reported(secret, 0o644).unwrap_err();
        assert!(
            error.contains(&format!(
                "aditus.toml contains secrets ({name}): other accounts of this machine may read"
            )) && error.contains("chmod 600")
                && !error.contains("s3cret"),
            "{error}"
        );
        assert_eq!(reported(secret, 0o640), Ok(()), "{name}");
    }
    let error = reported(&with_providers(None), 0o644).unwrap_err();
    let names = "sign_in.provider.google.client_secret, sign_in.provider.keycloak.client_secret";
    assert!(
        error.contains(&format!("contains secrets ({names}): ")) && !error.contains("s3cret"),
        "{error}"
    );
    assert_eq!(reported(&with_providers(None), 0o640), Ok(()));
    // Without a secret, everyone may read it.
    assert_eq!(reported("smtp_url = 'smtp://localhost:25'", 0o644), Ok(()));
}

#[test]
fn variables_of_commands_and_tools_are_ignored() {
    assert!(
        load([
            ("ADITUS_NEW_PASSWORD", "x"),
            ("ADITUS_NEW_DATABASE_URL", "postgres://db.example/aditus"),
            ("ADITUS_NEW_DATABASE_URL_FILE", "/run/address"),
            ("ADITUS_E2E_URL", "http://localhost")
        ])
        .is_ok()
    );
}

#[test]
fn a_user_of_the_mail_server_needs_a_password() {
    for url in [
        "smtps://mailer@mail.example",
        "smtp://mailer:@mail.example:587?tls=required",
    ] {
        let error = load([("ADITUS_SMTP_URL", url)]).unwrap_err().to_string();
        assert!(
            error.contains("ADITUS_SMTP_URL: smtp_url names a user without a password"),
            "{error}"
        );
    }
    for url in [
        "smtps://mailer:s3cret@mail.example",
        "smtp://mailer%40health.example:s3%2Fcret@mail.example:587?tls=required",
        "smtp://localhost:25",
    ] {
        assert!(load([("ADITUS_SMTP_URL", url)]).is_ok(), "{url}");
    }
}

#[test]
fn an_object_store_needs_its_keys() {
    let error = load([("ADITUS_FILES_KIND", "s3"), ("ADITUS_FILES_BUCKET", "documents")]).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("ADITUS_FILES_ACCESS_KEY_ID: files.access_key_id must be set")
    );
    let configuration = load([
        ("ADITUS_FILES_KIND", "s3"),
        ("ADITUS_FILES_BUCKET", "documents"),
        ("ADITUS_FILES_ACCESS_KEY_ID", "key"),
        ("ADITUS_FILES_SECRET_ACCESS_KEY", "s3cret"),
    ])
    .unwrap();
    assert!(matches!(&configuration.files, Files::S3(settings) if settings.bucket == "documents"));
    assert!(!format!("{configuration:?}").contains("s3cret"));
}

#[test]
fn the_debug_output_hides_the_secrets_of_the_text_gateway() {
    assert!(load([]).unwrap().text_gateway.is_none());
    let configuration = load([
        (
            "ADITUS_TEXT_GATEWAY_URL",
            "https://ada:s3cret@gateway.example/messages",
        ),
        ("ADITUS_TEXT_GATEWAY_SECRET", "Bearer s3cret"),
    ])
    .unwrap();
    assert!(configuration.text_gateway.is_some());
    assert!(!format!("{configuration:?}").contains("s3cret"));
}

#[derive(Debug, PartialEq, serde::Deserialize)]
struct OwnKeys {
    queue: String,
    #[serde(default)]
    attempts: u8,
    #[serde(default)]
    archive: Option<Archive>,
}

#[derive(Debug, PartialEq, serde::Deserialize)]
struct Archive {
    folder: PathBuf,
}

fn load_own(text: &str, environment: &Environment) -> Result<OwnKeys, ConfigurationError> {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("aditus.toml");
    std::fs::write(&file, text).unwrap();
    let reader = Reader::open(Some(&file), environment)?;
    let _ = Configuration::from_reader(&reader);
    let keys = reader.extension();
    reader.finish()?;
    Ok(keys.unwrap())
}

#[test]
fn a_program_reads_its_own_keys_and_variables_override_them() {
    let text = "[extension]\nqueue = 'a'\nattempts = 3\n[extension.archive]\nfolder = '/srv/archive'\n";
    let keys = load_own(text, &Environment::from([("ADITUS_EXTENSION_QUEUE", "b")])).unwrap();
    let folder = PathBuf::from("/srv/archive");
    let expected = OwnKeys {
        queue: "b".to_owned(),
        attempts: 3,
        archive: Some(Archive { folder }),
    };
    assert_eq!(keys, expected);
    let variables = [
        ("ADITUS_EXTENSION_QUEUE", "c"),
        ("ADITUS_EXTENSION_ATTEMPTS", "7"),
    ];
    let keys = load_own("", &Environment::from(variables)).unwrap();
    assert_eq!((keys.queue.as_str(), keys.attempts, keys.archive), ("c", 7, None));
}

#[test]
fn errors_of_program_keys_are_reported_with_the_others_without_values() {
    let reported = |text: &str, variables: &[(&str, &str)]| {
        let environment = variables.iter().copied().collect();
        load_own(text, &environment).unwrap_err().to_string()
    };
    let all = reported(
        "port = 'many'\n[extension]\nqueue = 'a'\nqeue = 'b'\n[extension.archive]\nfolder = '/a'\nfolders = 1\n",
        &[("ADITUS_EXTENSION_ATTEMPTS", "s3cret"), ("ADITUS_PROT", "1")],
    );
    for part in [
        "ADITUS_PORT: port must be a whole number",
        "ADITUS_PROT: there is no key",
        "ADITUS_EXTENSION_ATTEMPTS: extension.attempts must be",
    ] {
        assert!(all.contains(part), "{part} in {all}");
    }
    assert!(!all.contains("s3cret"), "{all}");
    let unknown = reported(
        "[extension]\nqueue = 'a'\nqeue = 'b'\n[extension.archive]\nfolder = '/a'\nfolders = 1\n",
        &[("ADITUS_EXTENSION_ATEMPTS", "1")],
    );
    for name in ["extension.qeue", "extension.archive.folders", "extension.atempts"] {
        assert!(
            unknown.contains(&format!("there is no key {name:?}")),
            "{unknown}"
        );
    }
    let missing = reported("port = 1\n[extension]\nattempts = 1\n", &[]);
    assert!(
        missing.contains("ADITUS_EXTENSION_QUEUE: extension.queue must be set"),
        "{missing}"
    );
    let nested = reported("[extension]\nqueue = 'a'\n[extension.archive]\n", &[]);
    assert!(
        nested.contains("extension.archive.folder must be set"),
        "{nested}"
    );
    let no_table = reported("extension = 3\n", &[]);
    assert!(no_table.contains("the table [extension] must be "), "{no_table}");
}

#[test]
fn a_program_without_keys_of_its_own_refuses_them() {
    let environment = Environment::from([("ADITUS_EXTENSION_ATTEMPTS", "1")]);
    let refused = load_file("[extension]\nqueue = 'a'\n", &environment).unwrap_err();
    let ConfigurationError(problems) = refused;
    assert_eq!(problems.len(), 2, "{problems:?}");
    for name in ["extension.queue", "extension.attempts"] {
        let is_reported = |problem: &String| problem.contains(name) && problem.contains("this one has none");
        assert!(problems.iter().any(is_reported), "{problems:?}");
    }
}

#[test]
fn contact_details_are_kept_verbatim() {
    let contact = load_file(
        "[contact]\nsupport_email = 'help@data.example'\nphone = '+256 (700) 123-456'\nphone_hours = 'Weekdays'\n",
        &Environment::from([]),
    )
    .unwrap()
    .settings
    .contact;
    assert_eq!(contact.requests_email, None);
    assert_eq!(contact.support_email.unwrap().as_str(), "help@data.example");
    assert_eq!(contact.phone.as_deref(), Some("+256 (700) 123-456"));
    assert_eq!(contact.phone_hours.as_deref(), Some("Weekdays"));
}

#[test]
fn contact_details_must_be_valid() {
    let ConfigurationError(problems) = load_file(
        "[contact]\nrequests_email = 'at the desk'\nsupport_email = 'help@'\nphone = 'room 1234567'\n",
        &Environment::from([]),
    )
    .unwrap_err();
    for name in ["contact.requests_email", "contact.support_email", "contact.phone"] {
        assert!(
            problems.iter().any(|problem| problem.contains(name)),
            "{problems:?}"
        );
    }
    let alone = load_file("[contact]\nphone_hours = 'Weekdays'\n", &Environment::from([])).unwrap_err();
    assert!(alone.0[0].contains("contact.phone_hours"), "{alone:?}");
}

/// A value for each key that differs from its default.
const OTHER_VALUES: &[(&str, &str)] = &[
    ("port", "8081"),
    ("address", "0.0.0.0"),
    ("trusted_proxies", "10.0.0.0/8, ::1"),
    ("forwarded_header", "forwarded"),
    ("public_url", "https://data.example"),
    ("tls.certificate", "/other/certificate.pem"),
    ("tls.key", "/other/key.pem"),
    ("tls.ca_certificates", "/nowhere/authority.pem"),
    ("tls.system_roots", "false"),
    ("data_dir", "/srv/aditus"),
    ("database_url", "postgres://db.example/aditus"),
    ("database_connections", "7"),
    ("smtp_url", "smtp://mail.example"),
    ("mail_from", "no-reply@data.example"),
    ("text_gateway.url", ""),
    ("text_gateway.header", "X-Api-Key"),
    ("text_gateway.secret", ""),
    ("text_gateway.sender", "Porta"),
    ("text_gateway.body", "To={to}&Body={text}"),
    ("product.name", "Porta"),
    ("provider_organisation", "Institute"),
    ("contact.requests_email", "requests@data.example"),
    ("contact.support_email", "support@data.example"),
    ("contact.phone", "+1 555 0100"),
    ("contact.phone_hours", "Weekdays"),
    ("decisions.recommendation_on_approval", "true"),
    ("decisions.four_eyes", "false"),
    ("decisions.confirm_by", "code, passkey"),
    ("country", "KE"),
    ("geoip_file", "/srv/countries.mmdb"),
    ("click_tracking", "true"),
    ("argon2.memory_kib", "20000"),
    ("argon2.iterations", "3"),
    ("argon2.parallelism", "2"),
    ("files.kind", "s3"),
    ("files.bucket", "other"),
    ("files.region", "eu-west-1"),
    ("files.endpoint", "https://s3.example"),
    ("files.access_key_id", "other"),
    ("files.secret_access_key", ""),
    ("files.prefix", "aditus"),
    ("documents.fonts", "/srv/fonts, /srv/more/han.ttc#2"),
    ("backup.dir", "/srv/other"),
    ("backup.every", "6 hours"),
    ("backup.keep", "3"),
    ("virus_scanner", "/run/clamav/clamd.ctl"),
    ("sessions.idle_minutes", "30"),
    ("sessions.absolute_hours", "8"),
    ("sessions.known_browser_days", "30"),
    ("second_factor.required_for", "staff, super-user"),
    ("sign_in.providers", "keycloak"),
    ("limits.sign_in", "7 in 2 days"),
    ("limits.sign_in_known_browser", "7 in 2 days"),
    ("limits.sign_in_account", "7 in 2 days"),
    ("limits.sign_in_slowed", "7 in 2 days"),
    ("limits.sign_in_network", "7 in 2 days"),
    ("limits.attack_mail", "7 in 2 days"),
    ("limits.new_browser_mail", "7 in 2 days"),
    ("limits.password_confirmation", "7 in 2 days"),
    ("limits.password_confirmation_account", "7 in 2 days"),
    ("limits.second_factor", "7 in 2 days"),
    ("limits.second_factor_account", "7 in 2 days"),
    ("limits.provider_sign_in", "7 in 2 days"),
    ("limits.passkey_sign_in", "7 in 2 days"),
    ("limits.sign_up", "7 in 2 days"),
    ("limits.forgotten_password", "7 in 2 days"),
    ("limits.reset_mail", "7 in 2 days"),
    ("limits.duplicate_check", "7 in 2 days"),
    ("limits.password_check", "7 in 2 days"),
    ("limits.code", "7 in 2 days"),
    ("limits.click", "7 in 2 days"),
    ("limits.submission", "7 in 2 days"),
    ("limits.daily_submission", "7 in 2 days"),
    ("limits.edit", "7 in 2 days"),
    ("limits.upload", "7 in 2 days"),
    ("limits.reply", "7 in 2 days"),
    ("limits.comment", "7 in 2 days"),
    ("limits.export", "7 in 2 days"),
    ("limits.opening", "7 in 2 days"),
    ("limits.calendar_feed", "7 in 2 days"),
    ("limits.profile", "7 in 2 days"),
    ("limits.session", "7 in 2 days"),
    ("limits.stored_mib", "2048"),
    ("retention.code_days", "2"),
    ("retention.click_days", "30"),
    ("retention.message_days", "7"),
    ("retention.identification_days", "730"),
    ("retention.request_days", "3650"),
    ("retention.notification_days", "365"),
    ("retention.feedback_days", "1825"),
    ("drafts.untouched_days", "30"),
    ("drafts.notice_days", "7"),
    ("reminders.escalate_after", "3"),
    ("workers", "9"),
    ("shutdown_seconds", "5"),
    ("connections.per_network", "512"),
    ("connections.new_per_network", "64"),
    ("connections.keep_alive_seconds", "120"),
    ("bodies.guest_kib", "32"),
    ("bodies.memory_mib", "256"),
    ("bodies.deadline_seconds", "60"),
    ("bodies.least_kib", "7"),
    ("bodies.window_seconds", "5"),
    ("audit.origin", "data.example/log"),
    ("audit.witness_url", "https://another.example/"),
    (
        "audit.witness_key",
        "witness.example/w2+b0167269+BAJ6dY3fo9HYFCjbAhTXBgfYpuZC45OzEz0qlef63Dgy",
    ),
    ("audit.witness_seconds", "61"),
    ("heavy.slots", "1 or 2"),
    ("heavy.queue", "5"),
    ("heavy.per_account", "6"),
    ("inspections.slots", "3"),
    ("inspections.queue", "7"),
    ("inspections.per_account", "5"),
    ("hashing.slots", "3"),
    ("hashing.queue", "11"),
    ("hashing.per_account", "12"),
    ("hashing.per_network", "13"),
    ("hashing.unknown_browsers", "4"),
    ("log.format", "json"),
    ("metrics.address", "127.0.0.1:9465"),
    ("traces.endpoint", ""),
    ("traces.header", "X-Token"),
    ("traces.secret", ""),
    ("traces.percent", "11"),
];

/// The keys that other keys need to have an effect.
const NEEDED: &[(&str, &str)] = &[
    ("text_gateway.url", "https://gateway.example/"),
    ("text_gateway.secret", "secret"),
    ("files.kind", "s3"),
    ("files.bucket", "documents"),
    ("files.access_key_id", "key"),
    ("files.secret_access_key", "secret"),
    ("tls.certificate", "/certificate.pem"),
    ("tls.key", "/key.pem"),
    ("traces.endpoint", "http://127.0.0.1:4318"),
    ("traces.secret", "secret"),
    ("backup.dir", "/srv/backups"),
    ("audit.witness_url", "https://witness.example/"),
    (
        "audit.witness_key",
        "witness.example/w1+b11c3f76+BAJ6dY3fo9HYFCjbAhTXBgfYpuZC45OzEz0qlef63Dgy",
    ),
];

#[test]
fn every_documented_key_has_an_effect() {
    let read = |changed: Option<(&str, &str)>| {
        let is_set = |name: &str| changed.is_none_or(|(other, _)| other != "files.kind" && other != name);
        let set = NEEDED.iter().copied().filter(|(name, _)| is_set(name));
        let changed = changed.filter(|(name, _)| *name != "files.kind");
        let lines: Vec<String> = set
            .chain(changed)
            .map(|(name, value)| format!("{name} = '{value}'"))
            .collect();
        let text = lines.join("\n");
        format!("{:?}", load_file(&text, &Environment::default()))
    };
    let before = read(None);
    // One of the two values is the default, depending on the number of processors.
    let other_slots = if QueueLimits::heavy_slots() == 1 { "2" } else { "1" };
    for key in KEYS {
        let other = OTHER_VALUES.iter().find(|(name, _)| *name == key.name);
        let (name, value) = *other.unwrap_or_else(|| panic!("no value to try {} with", key.name));
        let value = if name == "heavy.slots" { other_slots } else { value };
        let after = read(Some((name, value)));
        assert_ne!(before, after, "{} has no effect", key.name);
    }
    assert_eq!(KEYS.len(), OTHER_VALUES.len());
}

/// Returns an invalid value for the key, or the reason why every text is valid.
fn wrong_value(name: &str) -> Result<&'static str, &'static str> {
    const FREE: &str = "it is free text";
    const PATH: &str = "it is the path of something, which is looked for at the start";
    Ok(match name {
        "address" | "metrics.address" => "localhost",
        "trusted_proxies" => "proxy.example",
        "forwarded_header" => "x-real-ip",
        "public_url" => "data.example",
        "database_url" => "mysql://db.example/aditus",
        "smtp_url" | "virus_scanner" => "mail.example",
        "text_gateway.url" | "audit.witness_url" | "traces.endpoint" => "no address",
        "text_gateway.header" | "traces.header" => "no name",
        "text_gateway.secret" | "traces.secret" => "two\nlines",
        "text_gateway.body" => "to={to}&text={txt}",
        "contact.requests_email" | "contact.support_email" => "at the desk",
        "contact.phone" => "room 1234567",
        "contact.phone_hours" => "Weekdays, without a number",
        "decisions.recommendation_on_approval"
        | "decisions.four_eyes"
        | "click_tracking"
        | "tls.system_roots" => "perhaps",
        "decisions.confirm_by" => "password",
        "second_factor.required_for" => "everyone",
        "sign_in.providers" => "Keycloak",
        "country" => "Uganda",
        // Read together with the configuration, because every connection of the server depends on
        // it.
        "tls.ca_certificates" => "/nowhere/authority.pem",
        "files.kind" => "ftp",
        "log.format" => "xml",
        "audit.origin" => "https://data.example/log",
        "audit.witness_key" => "no key",
        "backup.every" => "daily",
        // Invalid if another key needs them.
        "tls.certificate"
        | "tls.key"
        | "files.bucket"
        | "files.access_key_id"
        | "files.secret_access_key" => "",
        "port"
        | "database_connections"
        | "workers"
        | "shutdown_seconds"
        | "backup.keep"
        | "audit.witness_seconds"
        | "traces.percent" => "many",
        "data_dir" | "geoip_file" | "documents.fonts" | "backup.dir" => return Err(PATH),
        "product.name"
        | "provider_organisation"
        | "text_gateway.sender"
        | "files.region"
        | "files.prefix" => {
            return Err(FREE);
        }
        "mail_from" => return Err("it is read where mails leave, with the name of the product in it"),
        "files.endpoint" => return Err("it is read where the store is opened"),
        "limits.stored_mib" => "much",
        _ if name.starts_with("limits.") => "many times",
        _ if [
            "argon2.",
            "sessions.",
            "retention.",
            "drafts.",
            "reminders.",
            "connections.",
            "bodies.",
            "heavy.",
            "inspections.",
            "hashing.",
        ]
        .iter()
        .any(|table| name.starts_with(table)) =>
        {
            "-1"
        }
        _ => panic!("no wrong value to try {name} with"),
    })
}

/// The prefix of all errors of a key.
fn about(key: &Key) -> String {
    format!("{}: {} ", key.variable(), key.name)
}

/// Returns the errors of a configuration in which all needed keys are set, overridden by these
/// variables.
fn problems_with(variables: &[(String, &str)]) -> Vec<String> {
    let lines: Vec<String> = NEEDED
        .iter()
        .map(|(name, value)| format!("{name} = '{value}'"))
        .collect();
    let variables = variables.iter().map(|(name, value)| (name.as_str(), *value));
    match load_file(&lines.join("\n"), &variables.collect()) {
        Ok(_) => Vec::new(),
        Err(ConfigurationError(problems)) => problems,
    }
}

#[test]
fn every_invalid_value_is_reported_with_its_key() {
    assert!(problems_with(&[]).is_empty());
    for key in KEYS {
        let (wrong, is_reported) = match wrong_value(key.name) {
            Ok(wrong) => (wrong, true),
            Err(_) => ("whatever it is", false),
        };
        let problems = problems_with(&[(key.variable(), wrong)]);
        let reported = problems.iter().any(|problem| problem.starts_with(&about(key)));
        assert_eq!(reported, is_reported, "{} = {wrong:?}: {problems:#?}", key.name);
    }
}

#[test]
fn all_invalid_values_are_reported_at_once() {
    // Errors in these keys are not reported while the other keys are wrong.
    let masked_by_others = [
        // The certificate is missing as well.
        "tls.key",
        "tls.certificate",
        // The header's name is checked first, and an invalid kind of store needs no keys.
        "text_gateway.secret",
        "traces.secret",
        "files.bucket",
        "files.access_key_id",
        "files.secret_access_key",
        // There is a number, though a wrong one.
        "contact.phone_hours",
    ];
    let wrong: Vec<(&Key, &str)> = KEYS
        .iter()
        .filter_map(|key| Some((key, wrong_value(key.name).ok()?)))
        .collect();
    let variables: Vec<(String, &str)> = wrong
        .iter()
        .map(|(key, value)| (key.variable(), *value))
        .collect();
    let problems = problems_with(&variables);
    for (key, _) in &wrong {
        let reported = problems
            .iter()
            .filter(|problem| problem.starts_with(&about(key)))
            .count();
        let expected = usize::from(!masked_by_others.contains(&key.name));
        assert_eq!(reported, expected, "{} in {problems:#?}", key.name);
    }
    assert_eq!(
        problems.len(),
        wrong.len() - masked_by_others.len(),
        "{problems:#?}"
    );
}

#[test]
fn a_list_as_the_value_of_a_key_is_reported_for_every_key() {
    let lines: Vec<String> = KEYS.iter().map(|key| format!("{} = [1]", key.name)).collect();
    let ConfigurationError(problems) = load_file(&lines.join("\n"), &Environment::default()).unwrap_err();
    for key in KEYS {
        let reported = format!("{}must be a single value", about(key));
        assert!(problems.contains(&reported), "{reported} in {problems:#?}");
    }
}

#[test]
fn the_documentation_lists_every_key_with_its_variable_and_default() {
    let text = include_str!("../../../docs/OPERATING.md");
    let documented: Vec<(String, String, String)> = text
        .lines()
        .filter(|line| line.starts_with("| `") && line.contains("| `ADITUS_"))
        .map(|line| {
            let mut cells = line
                .split('|')
                .map(|cell| cell.trim().trim_matches('`').to_owned())
                .skip(1);
            (
                cells.next().unwrap(),
                cells.next().unwrap(),
                cells.next().unwrap(),
            )
        })
        .collect();
    let of_each_provider = PROVIDER_KEYS.iter().map(|key| {
        let name = format!("{PROVIDER_TABLES}.NAME.{}", key.name);
        (name.clone(), variable_of(&name), key.default.to_owned())
    });
    let keys: Vec<(String, String, String)> = KEYS
        .iter()
        .map(|key| (key.name.to_owned(), key.variable(), key.default.to_owned()))
        .chain(of_each_provider)
        .collect();
    assert_eq!(documented, keys);
}

#[test]
fn second_factor_is_required_for_the_named_groups() {
    let required_for = |groups: &str| {
        let configuration = load([("ADITUS_SECOND_FACTOR_REQUIRED_FOR", groups)])?;
        Ok::<_, ConfigurationError>(configuration.settings.second_factor_required_for)
    };
    let administrators = RequiredFor::parse("admin,super-user").unwrap();
    assert_eq!(required_for("").unwrap(), administrators);
    assert_eq!(required_for("none").unwrap(), RequiredFor::default());
    let staff = RequiredFor::parse("staff").unwrap();
    assert_eq!(required_for("staff").unwrap(), staff);
    let ConfigurationError(problems) = required_for("admin, everyone").unwrap_err();
    assert_eq!(
        problems,
        [
            "ADITUS_SECOND_FACTOR_REQUIRED_FOR: second_factor.required_for must be none, or name staff, admin and super-user, \
          or some of them, separated by commas"
        ]
    );
}

#[test]
fn decisions_are_confirmed_in_the_configured_ways() {
    let confirm_by = |ways: &str| {
        let configuration = load([("ADITUS_DECISIONS_CONFIRM_BY", ways)])?;
        Ok::<_, ConfigurationError>(configuration.settings.confirm_by)
    };
    let ways = |code, passkey| ConfirmBy { code, passkey };
    assert_eq!(confirm_by("").unwrap(), ways(true, false));
    assert_eq!(confirm_by("code").unwrap(), ways(true, false));
    assert_eq!(confirm_by("passkey").unwrap(), ways(false, true));
    assert_eq!(confirm_by("code, passkey").unwrap(), ways(true, true));
    let ConfigurationError(problems) = confirm_by("code, password").unwrap_err();
    assert_eq!(
        problems,
        [
            "ADITUS_DECISIONS_CONFIRM_BY: decisions.confirm_by must be code, passkey, or both with a comma between them"
        ]
    );
}

#[test]
fn passkeys_alone_confirm_decisions_only_where_browsers_have_passkeys() {
    let at = |public_url: &str, ways: &str| {
        load([
            ("ADITUS_PUBLIC_URL", public_url),
            ("ADITUS_DECISIONS_CONFIRM_BY", ways),
        ])
    };
    for address in [
        "http://data.health.example",
        "https://10.0.0.7",
        "https://[::1]:8443",
    ] {
        let ConfigurationError(problems) = at(address, "passkey").unwrap_err();
        let expected = format!(
            "ADITUS_DECISIONS_CONFIRM_BY: decisions.confirm_by cannot be passkey alone, because browsers have no passkeys at {address}: \
             they need https:// and a host name, or http://localhost"
        );
        assert_eq!(problems, [expected]);
        let with_code = at(address, "code, passkey").unwrap();
        assert_eq!(with_code.relying_party, None, "{address}");
    }
    let configuration = at("https://data.health.example/", "passkey").unwrap();
    let relying_party = configuration.relying_party.unwrap();
    assert_eq!(relying_party.id, "data.health.example");
    assert_eq!(relying_party.origin, "https://data.health.example");
    let relying_party = load([("ADITUS_PORT", "9001")]).unwrap().relying_party.unwrap();
    assert_eq!(relying_party.id, "localhost");
    assert_eq!(relying_party.origin, "http://localhost:9001");
}

#[test]
fn lifetimes_limits_and_retention_have_the_specified_defaults() {
    let settings = load([]).unwrap().settings;
    assert_eq!(settings.session_life, SessionLifetime::default());
    assert_eq!(settings.known_browser_for, TimeDelta::days(90));
    assert_eq!(settings.limits, Limits::default());
    assert_eq!(settings.retention, Retention::default());
    assert_eq!(settings.draft_life, DraftLifetime::default());
    assert_eq!(settings.escalate_after, 5);

    let settings = load([
        ("ADITUS_SESSIONS_IDLE_MINUTES", "30"),
        ("ADITUS_SESSIONS_ABSOLUTE_HOURS", "8"),
        ("ADITUS_LIMITS_SIGN_IN", "5 in 1 hour"),
        ("ADITUS_RETENTION_CLICK_DAYS", "30"),
        ("ADITUS_RETENTION_IDENTIFICATION_DAYS", "730"),
        ("ADITUS_RETENTION_REQUEST_DAYS", "3650"),
        ("ADITUS_RETENTION_NOTIFICATION_DAYS", "365"),
        ("ADITUS_RETENTION_FEEDBACK_DAYS", "1825"),
    ])
    .unwrap()
    .settings;
    let life = SessionLifetime {
        idle: TimeDelta::minutes(30),
        absolute: TimeDelta::hours(8),
    };
    assert_eq!(settings.session_life, life);
    assert_eq!(settings.limits.get(Limit::SignIn).to_string(), "5 in 1 hour");
    assert_eq!(
        settings.limits.get(Limit::Export),
        Limit::Export.default_allowance()
    );
    assert_eq!(settings.retention.clicks, TimeDelta::days(30));
    assert_eq!(settings.retention.identification, Some(TimeDelta::days(730)));
    assert_eq!(settings.retention.requests, Some(TimeDelta::days(3650)));
    assert_eq!(settings.retention.notifications, Some(TimeDelta::days(365)));
    assert_eq!(settings.retention.feedback, Some(TimeDelta::days(1825)));

    let ConfigurationError(problems) = load([
        ("ADITUS_LIMITS_EXPORT", "many"),
        ("ADITUS_SESSIONS_IDLE_MINUTES", "0"),
        ("ADITUS_RETENTION_CODE_DAYS", "0"),
        ("ADITUS_DRAFTS_NOTICE_DAYS", "90"),
        ("ADITUS_REMINDERS_ESCALATE_AFTER", "61"),
        ("ADITUS_BACKUP_EVERY", "daily"),
        ("ADITUS_BACKUP_KEEP", "0"),
    ])
    .unwrap_err();
    for (variable, key) in [
        (
            "ADITUS_LIMITS_EXPORT",
            "limits.export must be a number of times and a time",
        ),
        (
            "ADITUS_SESSIONS_IDLE_MINUTES",
            "sessions.idle_minutes must be a whole number from 5",
        ),
        (
            "ADITUS_RETENTION_CODE_DAYS",
            "retention.code_days must be a whole number from 1",
        ),
        (
            "ADITUS_DRAFTS_NOTICE_DAYS",
            "drafts.notice_days must be less than drafts.untouched_days",
        ),
        (
            "ADITUS_REMINDERS_ESCALATE_AFTER",
            "reminders.escalate_after must be a whole number from 1 to 60",
        ),
        ("ADITUS_BACKUP_EVERY", "backup.every must be a time such as"),
        ("ADITUS_BACKUP_KEEP", "backup.keep must be a whole number from 1"),
    ] {
        let reported = problems
            .iter()
            .any(|problem| problem.contains(&format!("{variable}: {key}")));
        assert!(reported, "{variable}: {problems:?}");
    }
}

#[test]
fn secrets_may_come_from_files_of_their_own() {
    let place = tempfile::tempdir().unwrap();
    let secret = |name: &str, text: &str| {
        let file = place.path().join(name);
        std::fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let smtp = secret("relay", "smtps://ada:s3cret@mail.example:465\n");
    let named = load([("ADITUS_SMTP_URL_FILE", smtp.as_str())]).unwrap();
    assert_eq!(
        named.smtp_url.unwrap().expose(),
        "smtps://ada:s3cret@mail.example:465"
    );

    // A credential overrides the file, and a variable overrides both.
    secret("smtp_url", "smtp://credential.example:25");
    let file = "smtp_url = 'smtp://file.example:25'";
    let credential = Environment::default().with_credentials(place.path());
    let variable = Environment::from([("ADITUS_SMTP_URL", "smtp://variable.example:25")]);
    for (environment, url) in [
        (credential, "smtp://credential.example:25"),
        (
            variable.with_credentials(place.path()),
            "smtp://variable.example:25",
        ),
    ] {
        let configuration = load_file(file, &environment).unwrap();
        assert_eq!(configuration.smtp_url.unwrap().expose(), url);
    }

    let both = load([
        ("ADITUS_SMTP_URL_FILE", smtp.as_str()),
        ("ADITUS_SMTP_URL", "smtp://variable.example:25"),
    ]);
    let both = both.unwrap_err().to_string();
    assert!(both.contains("ADITUS_SMTP_URL is set as well"), "{both}");
    let away = load([("ADITUS_SMTP_URL_FILE", "/nowhere/relay")]);
    let away = away.unwrap_err().to_string();
    assert!(
        away.contains("ADITUS_SMTP_URL_FILE: /nowhere/relay cannot be read for ADITUS_SMTP_URL"),
        "{away}"
    );
    let no_secret = load([("ADITUS_PORT_FILE", "/nowhere/port")]);
    let no_secret = no_secret.unwrap_err().to_string();
    assert!(
        no_secret.contains("ADITUS_PORT_FILE: there is no key with this variable"),
        "{no_secret}"
    );
}

/// The keys without which a sign-in provider is refused.
const PROVIDER: &[(&str, &str)] = &[
    ("label", "Ministry of Health"),
    ("issuer", "https://login.health.example/realms/health"),
    ("client_id", "aditus"),
    ("client_secret", "s3cret"),
];

/// Returns a configuration file with the providers `keycloak` and `google`. One key of the first
/// one has another value, or none if the value is empty.
fn with_providers(changed: Option<(&str, &str)>) -> String {
    let mut lines = vec!["sign_in.providers = 'keycloak, google'".to_owned()];
    for provider in ["keycloak", "google"] {
        let changed = changed.filter(|_| provider == "keycloak");
        let unchanged = PROVIDER
            .iter()
            .copied()
            .filter(|(name, _)| changed.is_none_or(|(other, _)| other != *name));
        for (name, value) in unchanged.chain(changed) {
            let value = match (provider, name) {
                ("google", "label") => "Google",
                _ => value,
            };
            lines.push(format!("{PROVIDER_TABLES}.{provider}.{name} = '{value}'"));
        }
    }
    lines.join("\n")
}

fn load_providers(text: &str, environment: &Environment) -> Result<Vec<SignInProvider>, ConfigurationError> {
    load_file(text, environment).map(|configuration| configuration.sign_in_providers)
}

#[test]
fn sign_in_providers_are_read_in_their_order_and_without_secrets_in_debug() {
    assert!(load([]).unwrap().sign_in_providers.is_empty());
    let providers = load_providers(&with_providers(None), &Environment::default()).unwrap();
    let names: Vec<&str> = providers.iter().map(|provider| provider.id.as_str()).collect();
    assert_eq!(names, ["keycloak", "google"]);
    assert_eq!(providers[0].issuer, "https://login.health.example/realms/health");
    assert_eq!(providers[0].scopes, ["openid", "profile", "email"]);
    assert!(providers[0].required_acr.is_empty() && providers[0].only_for.is_empty());
    assert!(!format!("{providers:?}").contains("s3cret"));

    let text = "[sign_in]\nproviders = 'keycloak'\n[sign_in.provider.keycloak]\nlabel = 'Ministry'\n\
                issuer = 'http://localhost:8081/realms/health'\nclient_id = 'aditus'\nclient_secret = 's3cret'\n\
                acr = 'urn:health:high  urn:health:substantial'\nmulti_factor_acr = 'urn:health:high'\n\
                email_domains = 'Health.Example, xn--mnchen-3ya.example'\nonly_for = 'Institute of Health, Uganda; Ministry'\n";
    let providers = load_providers(text, &Environment::default()).unwrap();
    let [provider] = &providers[..] else {
        panic!("{providers:?}");
    };
    assert_eq!(
        provider.required_acr,
        ["urn:health:high", "urn:health:substantial"]
    );
    assert_eq!(provider.multi_factor_acr, ["urn:health:high"]);
    assert_eq!(provider.email_domains, ["health.example", "münchen.example"]);
    assert_eq!(provider.only_for, ["Institute of Health, Uganda", "Ministry"]);
}

#[test]
fn variables_and_files_override_keys_of_a_sign_in_provider() {
    use secrecy::ExposeSecret;
    let place = tempfile::tempdir().unwrap();
    let secret = |name: &str, text: &str| {
        let file = place.path().join(name);
        std::fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let of_file = secret("secret", "from-file\n");
    secret("sign_in.provider.keycloak.client_secret", "from-credential");
    let read = |environment: &Environment| {
        let providers = load_providers(&with_providers(None), environment).unwrap();
        let provider = providers.into_iter().next().unwrap();
        (provider.label, provider.client_secret.expose_secret().to_owned())
    };
    let label = ("ADITUS_SIGN_IN_PROVIDER_KEYCLOAK_LABEL", "Institute");
    let named = (
        "ADITUS_SIGN_IN_PROVIDER_KEYCLOAK_CLIENT_SECRET_FILE",
        of_file.as_str(),
    );
    assert_eq!(
        read(&Environment::from([label, named])),
        ("Institute".to_owned(), "from-file".to_owned())
    );
    let credential = Environment::default().with_credentials(place.path());
    assert_eq!(read(&credential).1, "from-credential");

    // Everything can come from variables.
    let variables = [
        ("ADITUS_SIGN_IN_PROVIDERS", "entra2"),
        ("ADITUS_SIGN_IN_PROVIDER_ENTRA2_LABEL", "Institute"),
        (
            "ADITUS_SIGN_IN_PROVIDER_ENTRA2_ISSUER",
            "https://login.example/v2.0",
        ),
        ("ADITUS_SIGN_IN_PROVIDER_ENTRA2_CLIENT_ID", "aditus"),
        ("ADITUS_SIGN_IN_PROVIDER_ENTRA2_CLIENT_SECRET", "s3cret"),
        ("ADITUS_SIGN_IN_PROVIDER_ENTRA2_MULTI_FACTOR_ACR", "c1"),
    ];
    let providers = load(variables).unwrap().sign_in_providers;
    assert_eq!(providers[0].id.as_str(), "entra2");
    assert_eq!(providers[0].multi_factor_acr, ["c1"]);
}

#[test]
fn a_sign_in_provider_that_is_not_named_is_refused() {
    let refused = |text: &str, variables: &[(&str, &str)]| {
        let environment = variables.iter().copied().collect();
        let ConfigurationError(problems) = load_file(text, &environment).unwrap_err();
        problems
    };
    // The table has two keys, and is reported once.
    let table = "[sign_in.provider.google]\nlabel = 'Google'\nclient_id = 'aditus'\n";
    let problems = refused(table, &[]);
    assert_eq!(problems.len(), 1, "{problems:#?}");
    assert!(
        problems[0].ends_with(
            "aditus.toml: the table [sign_in.provider.google] has no effect: add \"google\" to sign_in.providers, or remove it"
        ),
        "{problems:#?}"
    );
    for variable in [
        "ADITUS_SIGN_IN_PROVIDER_GOOGLE_LABEL",
        "ADITUS_SIGN_IN_PROVIDER_GOOGLE_CLIENT_SECRET_FILE",
    ] {
        assert_eq!(
            refused("", &[(variable, "x")]),
            [format!(
                "{variable}: it has no effect: add \"google\" to sign_in.providers, or remove it"
            )]
        );
    }
    // A variable without providers overrides the file.
    let problems = refused(&with_providers(None), &[("ADITUS_SIGN_IN_PROVIDERS", "keycloak")]);
    assert!(
        problems.len() == 1 && problems[0].contains("[sign_in.provider.google] has no effect"),
        "{problems:#?}"
    );
    for (text, variable, reported) in [
        (
            "sign_in.provider.keycloak.secret = 'x'",
            "ADITUS_PORT",
            "there is no key \"sign_in.provider.keycloak.secret\"",
        ),
        (
            "",
            "ADITUS_SIGN_IN_PROVIDER_KEYCLOAK_SECRET",
            "ADITUS_SIGN_IN_PROVIDER_KEYCLOAK_SECRET: there is no key with this variable",
        ),
    ] {
        let text = [&with_providers(None), text].join("\n");
        let problems = refused(&text, &[(variable, "8081")]);
        assert!(
            problems.len() == 1 && problems[0].contains(reported),
            "{problems:#?}"
        );
    }
}

#[test]
fn every_key_of_a_sign_in_provider_has_an_effect() {
    let read = |changed: Option<(&str, &str)>| {
        format!(
            "{:?}",
            load_file(&with_providers(changed), &Environment::default())
        )
    };
    let before = read(None);
    for key in PROVIDER_KEYS {
        let other = match key.name {
            "label" | "only_for" => "Institute of Health",
            "issuer" => "https://login.health.example/realms/other",
            "client_id" => "other",
            // A secret is not visible, except when it is missing.
            "client_secret" => "",
            "scopes" => "openid",
            "acr" | "multi_factor_acr" => "urn:health:high",
            "email_domains" => "health.example",
            name => panic!("no value to try {name} with"),
        };
        assert_ne!(
            before,
            read(Some((key.name, other))),
            "{} has no effect",
            key.name
        );
    }
}

#[test]
fn every_invalid_value_of_a_sign_in_provider_is_reported_with_its_key() {
    let problems_with = |name: &str, value: &str| {
        let variable = variable_of(&format!("{PROVIDER_TABLES}.keycloak.{name}"));
        let variables: Environment = [(variable.as_str(), value)].into_iter().collect();
        match load_file(&with_providers(None), &variables) {
            Ok(_) => Vec::new(),
            Err(ConfigurationError(problems)) => problems,
        }
    };
    for key in PROVIDER_KEYS {
        let wrong: &[&str] = match key.name {
            "label" => &[
                "",
                "two\nlines",
                "a label that is so long that no button of any screen could show all of it",
            ],
            "issuer" => &[
                "",
                "http://login.health.example",
                "https://ada:s3cret@login.health.example",
                "https://login.health.example/?key=s3cret",
            ],
            "client_id" | "client_secret" => &[""],
            "scopes" => &["profile email", "openid \"profile\""],
            "email_domains" => &["health", "health.example, @"],
            "acr" | "multi_factor_acr" => &["sécurité"],
            // Names of organisations, which only the database knows.
            "only_for" => &[],
            name => panic!("no wrong value to try {name} with"),
        };
        for value in wrong {
            let problems = problems_with(key.name, value);
            let name = format!("{PROVIDER_TABLES}.keycloak.{}", key.name);
            let reported = format!("{}: {name} ", variable_of(&name));
            assert!(
                problems.len() == 1 && problems[0].starts_with(&reported) && !problems[0].contains("s3cret"),
                "{value:?}: {problems:#?}"
            );
        }
    }
    let lists: Vec<String> = PROVIDER_KEYS
        .iter()
        .map(|key| format!("{PROVIDER_TABLES}.keycloak.{} = [1]", key.name))
        .collect();
    let text = format!("sign_in.providers = 'keycloak'\n{}", lists.join("\n"));
    let ConfigurationError(problems) = load_file(&text, &Environment::default()).unwrap_err();
    for key in PROVIDER_KEYS {
        let name = format!("{PROVIDER_TABLES}.keycloak.{}", key.name);
        let reported = format!("{}: {name} must be a single value", variable_of(&name));
        assert!(problems.contains(&reported), "{reported} in {problems:#?}");
    }
}

#[test]
fn names_of_sign_in_providers_are_valid_and_different() {
    for (names, reported) in [
        (
            "keycloak, keycloak",
            "ADITUS_SIGN_IN_PROVIDERS: sign_in.providers names keycloak twice",
        ),
        (
            "keycloak, e-id",
            "ADITUS_SIGN_IN_PROVIDERS: sign_in.providers must be names separated by commas",
        ),
    ] {
        let problems = load([("ADITUS_SIGN_IN_PROVIDERS", names)])
            .unwrap_err()
            .to_string();
        assert!(problems.contains(reported), "{problems}");
    }
}

/// Two buttons with one label could not be told apart.
#[test]
fn providers_with_the_same_label_are_refused() {
    let ConfigurationError(problems) = load_file(
        &with_providers(Some(("label", "Google"))),
        &Environment::default(),
    )
    .unwrap_err();
    assert_eq!(
        problems,
        [
            "ADITUS_SIGN_IN_PROVIDER_GOOGLE_LABEL: sign_in.provider.google.label is also sign_in.provider.keycloak.label"
        ]
    );
}

#[test]
fn an_organisation_signs_in_with_one_provider() {
    let text = [
        &with_providers(Some(("only_for", "Ministry, Institute  of Health"))),
        "sign_in.provider.google.only_for = 'institute of health'",
    ]
    .join("\n");
    let ConfigurationError(problems) = load_file(&text, &Environment::default()).unwrap_err();
    assert_eq!(
        problems,
        [
            "ADITUS_SIGN_IN_PROVIDER_GOOGLE_ONLY_FOR: sign_in.provider.google.only_for names \"institute of health\", which \
             sign_in.provider.keycloak.only_for names as well; people sign in with one of the two"
        ]
    );
}
