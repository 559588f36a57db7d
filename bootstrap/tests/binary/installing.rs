//! Tests of the parts of the binary for installers: the readiness probe, completions, manual pages,
//! and the configuration file of the packages.

use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process::{Command, Output};

use crate::installation::{Installation, Server, stderr_text, stdout_text};

/// Every visible command.
const COMMANDS: [&str; 19] = [
    "audit",
    "backup",
    "check",
    "completions",
    "create-super-user",
    "health",
    "import-dictionary",
    "keys",
    "man",
    "migrate",
    "migrate-database",
    "openapi",
    "reset-second-factor",
    "restore",
    "retention",
    "send-test-mail",
    "serve",
    "set-password",
    "verify-backup",
];

/// The subcommands.
const PARTS: [&str; 8] = [
    "audit-check",
    "audit-export",
    "audit-keys",
    "audit-verify",
    "keys-prepare",
    "keys-replace-lost",
    "keys-rotate",
    "keys-status",
];

fn health_at(installation: &Installation, port: &str) -> Output {
    installation
        .aditus(&["health"])
        .env("ADITUS_PORT", port)
        .output()
        .unwrap()
}

#[test]
fn health_asks_the_server_that_runs_with_the_same_configuration() {
    let installation = Installation::on_sqlite();
    let server = Server::start(&installation, &[]);
    let port = server.port().to_owned();
    let ready = health_at(&installation, &port);
    assert_eq!(ready.status.code(), Some(0), "{}", stderr_text(&ready));
    assert_eq!(stdout_text(&ready), format!("ready at 127.0.0.1:{port}\n"));
    assert_eq!(server.end("-TERM"), Some(0));
    let gone = health_at(&installation, &port);
    assert_eq!(gone.status.code(), Some(1));
    assert!(
        stdout_text(&gone).starts_with(&format!("no answer at 127.0.0.1:{port}: ")),
        "{}",
        stdout_text(&gone)
    );
}

#[test]
fn health_needs_a_configured_port() {
    let unknown = health_at(&Installation::on_sqlite(), "0");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(
        stderr_text(&unknown).contains("ADITUS_PORT: the system chooses the port"),
        "{}",
        stderr_text(&unknown)
    );
}

#[test]
fn systemd_is_notified_when_the_server_is_ready_and_when_it_stops() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("notify");
    let manager = UnixDatagram::bind(&path).unwrap();
    let mut installation = Installation::on_sqlite();
    installation.configure("NOTIFY_SOCKET", path.to_str().unwrap());
    let heard = || {
        let mut message = [0; 256];
        let length = manager.recv(&mut message).unwrap();
        String::from_utf8_lossy(&message[..length]).trim().to_owned()
    };
    let server = Server::start(&installation, &[]);
    assert_eq!(heard(), "READY=1");
    assert_eq!(server.end("-TERM"), Some(0));
    assert_eq!(heard(), "STOPPING=1");
}

#[test]
fn each_shell_can_complete_every_command() {
    let installation = Installation::on_sqlite();
    for shell in ["bash", "zsh", "fish"] {
        let script = stdout_text(&installation.run(&["completions", shell]));
        for command in COMMANDS {
            assert!(script.contains(command), "{shell} does not know {command}");
        }
        assert!(!script.contains("ADITUS_NEW_PASSWORD="));
    }
}

#[test]
fn there_is_a_manual_page_for_the_program_and_for_each_command() {
    let installation = Installation::on_sqlite();
    let folder = tempfile::tempdir().unwrap();
    let written = installation.run(&["man", folder.path().to_str().unwrap()]);
    assert_eq!(written.status.code(), Some(0), "{}", stderr_text(&written));
    let page = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let program = page("aditus.8");
    for heading in [
        "NAME",
        "SYNOPSIS",
        "OPTIONS",
        "EXIT STATUS",
        "ENVIRONMENT",
        "FILES",
    ] {
        assert!(
            program.contains(&format!(".SH {heading}")) || program.contains(&format!(".SH \"{heading}\"")),
            "{heading} in {program}"
        );
    }
    for command in COMMANDS.into_iter().chain(PARTS) {
        assert!(
            page(&format!("aditus-{command}.8")).starts_with(".ie "),
            "{command}"
        );
    }
    let synopsis = |name: &str| {
        let text = page(name)
            .replace("\\fB", "")
            .replace("\\fR", "")
            .replace("\\-", "-");
        let (_, after) = text.split_once(".SH SYNOPSIS\n").unwrap();
        after.lines().next().unwrap().to_owned()
    };
    assert_eq!(synopsis("aditus.8"), "aditus [OPTIONS] <COMMAND>");
    assert_eq!(synopsis("aditus-backup.8"), "aditus backup [OPTIONS] <FOLDER>");
    let of_import = synopsis("aditus-import-dictionary.8");
    assert!(
        of_import.contains("--source <NAME>") && of_import.contains("--variables <FILE>"),
        "options have their values: {of_import}"
    );
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        COMMANDS.len() + PARTS.len() + 1,
        "commands that are the server's own have no page"
    );
    let refused = installation.run(&["man", "/nowhere/at/all"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        stderr_text(&refused).contains("/nowhere/at/all"),
        "{}",
        stderr_text(&refused)
    );
}

#[test]
fn the_version_is_the_same_everywhere() {
    let version = env!("CARGO_PKG_VERSION");
    let reported = stdout_text(&Installation::on_sqlite().run(&["--version"]));
    assert!(reported.starts_with(&format!("aditus {version}")), "{reported}");
    let read = |name: &str| {
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)).unwrap()
    };
    assert!(
        read("CHANGELOG.md").contains(&format!("\n## [{version}] - ")),
        "the changelog says nothing of {version}"
    );
    let package: serde_json::Value = serde_json::from_str(&read("frontend/package.json")).unwrap();
    assert_eq!(package["version"], version);
}

/// No line of it may be outdated, including those that are commented out.
#[test]
fn the_configuration_file_of_the_packages_can_be_used_with_every_line_of_it() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../packaging/aditus.toml");
    let shipped = std::fs::read_to_string(&path).unwrap();
    let place = tempfile::tempdir().unwrap();
    // Prose has a space after the comment mark, and keys have none.
    let whole: Vec<&str> = shipped
        .lines()
        .map(|line| match line.strip_prefix('#') {
            Some(key) if !key.is_empty() && !key.starts_with(' ') => key,
            _ => line,
        })
        .collect();
    assert!(
        whole.iter().filter(|line| line.contains(" = ")).count() > 20,
        "{whole:#?}"
    );
    let authority = place.path().join("authority.pem");
    let certified = rcgen::generate_simple_self_signed(["mail.example".to_owned()]).unwrap();
    std::fs::write(&authority, certified.cert.pem()).unwrap();
    for (name, text) in [("as-it-ships", shipped.clone()), ("whole", whole.join("\n"))] {
        let file = place.path().join(format!("{name}.toml"));
        let text = text.replace("/etc/aditus/tls/authority.pem", authority.to_str().unwrap());
        std::fs::write(&file, text).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_aditus"));
        let output = command
            .args(["--config", file.to_str().unwrap(), "health"])
            .env_clear()
            .env("ADITUS_PORT", "1")
            .output()
            .unwrap();
        // The server is unreachable, so the configuration was accepted.
        assert_eq!(output.status.code(), Some(1), "{name}: {}", stderr_text(&output));
    }
}
