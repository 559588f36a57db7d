//! Runs the program of the ministry as users do. Every command works with its adapters.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::queue_server::QueueServer;
use crate::register_server::RegisterServer;

/// A folder with data and configuration, a queue and a register.
pub struct Installation {
    place: TempDir,
    pub queue: QueueServer,
    pub register: RegisterServer,
}

impl Installation {
    pub fn new() -> Self {
        let place = tempfile::tempdir().unwrap();
        let (queue, register) = (QueueServer::start(), RegisterServer::start());
        let keys = format!(
            "[extension]\nqueue = '{}'\nregister = '{}'\n",
            queue.address(),
            register.address()
        );
        std::fs::write(place.path().join("aditus.toml"), keys).unwrap();
        Self {
            place,
            queue,
            register,
        }
    }

    /// Returns the program, configured only for this installation.
    pub fn program(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_aditus-ministry"));
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("ADITUS_") {
                command.env_remove(name);
            }
        }
        command
            .args(arguments)
            .current_dir(self.place.path())
            .env("ADITUS_PORT", "0")
            .stdin(Stdio::null());
        // The command `check` reports such a low cost as an error.
        if arguments.first() != Some(&"check") {
            command
                .env("ADITUS_ARGON2_MEMORY_KIB", "64")
                .env("ADITUS_ARGON2_ITERATIONS", "1");
        }
        command
    }

    /// Waits until a server has signed the log for the first time.
    fn wait_for_checkpoint(&self) {
        while !self.place.path().join("data/log.checkpoint").exists() {
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Starts a server and waits until it reports its address.
    pub fn serve(&self, arguments: &[&str]) -> Server {
        let arguments = [&["serve"], arguments].concat();
        let mut child = self.program(&arguments).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let ready = "Aditus is ready at ";
        let address = lines.find_map(|line| line.unwrap().strip_prefix(ready).map(str::to_owned));
        std::thread::spawn(move || lines.count());
        Server {
            child,
            address: address.expect("the server says where it is"),
        }
    }
}

pub struct Server {
    child: Child,
    pub address: String,
}

impl Server {
    /// Sends SIGTERM and returns the exit code.
    pub fn end(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-TERM", &id])
                .status()
                .unwrap()
                .success()
        );
        self.child.wait().unwrap().code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn output_text(output: &Output) -> String {
    let texts = [output.stdout.as_slice(), output.stderr.as_slice()];
    texts.map(String::from_utf8_lossy).concat()
}

fn fixture(name: &str) -> String {
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bootstrap/tests/fixtures");
    PathBuf::from(fixtures).join(name).to_str().unwrap().to_owned()
}

#[test]
fn every_command_works_with_the_adapters_of_the_program() {
    let installation = Installation::new();
    let (tables, variables) = (fixture("tables.csv"), fixture("variables.csv"));
    let person = [
        "--email",
        "ada@people.example",
        "--fname",
        "Ada",
        "--sname",
        "Okello",
        "--phone",
        "+12125550199",
    ];
    let files = [
        "--source",
        "Malaria register",
        "--tables",
        &tables,
        "--variables",
        &variables,
    ];
    for (arguments, expected) in [
        (vec!["migrate"], "applied "),
        (
            [&["create-super-user"][..], &person].concat(),
            "ada@people.example can sign in",
        ),
        (
            [&["import-dictionary"][..], &files].concat(),
            "Tables: 3 read, 2 added",
        ),
    ] {
        let mut command = installation.program(&arguments);
        let ended = command
            .env("ADITUS_NEW_PASSWORD", "Quiet-River-7!")
            .output()
            .unwrap();
        let text = output_text(&ended);
        assert!(ended.status.success() && text.contains(expected), "{text}");
    }
    let checked = installation.program(&["check"]).output().unwrap();
    let text = output_text(&checked);
    let queue = format!(
        "OK     mail: the queue at {} answers",
        installation.queue.address()
    );
    let register = format!(
        "OK     worker: the register at {} answers",
        installation.register.address()
    );
    for line in [&queue, &register] {
        assert!(checked.status.success() && text.contains(line), "{text}");
    }
    assert!(installation.queue.mails().is_empty());

    // The log has a checkpoint once a server has run. The remaining commands inspect the state that
    // it left.
    let server = installation.serve(&[]);
    installation.wait_for_checkpoint();
    assert_eq!(server.end(), Some(0));
    let published = installation.place.path().join("published");
    let published = published.to_str().unwrap();
    for (arguments, expected) in [
        (
            vec!["retention"],
            "passports and national IDs of finished requests: kept for as long as their requests",
        ),
        (
            vec!["check", "--deep"],
            "OK     pages, indexes and references of the database: nothing is wrong",
        ),
        (vec!["audit", "verify"], "OK     entries in the log: "),
        (vec!["audit", "export", published], ": the log of "),
        (vec!["audit", "keys"], "  signs since "),
    ] {
        let ended = installation.program(&arguments).output().unwrap();
        let text = output_text(&ended);
        assert!(
            ended.status.success() && text.contains(expected),
            "{arguments:?}: {text}"
        );
        assert!(!text.contains("WRONG"), "{text}");
    }
}

#[test]
fn an_installation_is_restored_from_its_backup() {
    let installation = Installation::new();
    let backup = installation.place.path().join("backup");
    let backup = backup.to_str().unwrap();
    for arguments in [vec!["migrate"], vec!["backup", backup]] {
        let ended = installation.program(&arguments).output().unwrap();
        assert!(ended.status.success(), "{}", output_text(&ended));
    }
    let again = Installation::new();
    let restored = again
        .program(&["restore", "--without-key", backup])
        .output()
        .unwrap();
    let text = output_text(&restored);
    assert!(
        restored.status.success() && text.contains("Restored from"),
        "{text}"
    );
    let migrated = output_text(&again.program(&["migrate"]).output().unwrap());
    assert!(migrated.contains("The database is up to date."), "{migrated}");
}

#[test]
fn configuration_errors_of_the_extension_are_reported_with_all_others() {
    let installation = Installation::new();
    let mut command = installation.program(&["check"]);
    let wrong = [
        ("ADITUS_EXTENSION_QUEU", "x"),
        ("ADITUS_PORT", "many"),
        ("ADITUS_PROT", "1"),
    ];
    let refused = command.envs(wrong).output().unwrap();
    let text = output_text(&refused);
    assert_eq!(refused.status.code(), Some(2), "{text}");
    for part in [
        "there is no key \"extension.queu\"",
        "ADITUS_PORT: port must be a whole number",
        "ADITUS_PROT: there is no key",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn keys_of_unused_adapters_are_refused() {
    let installation = Installation::new();
    let mut command = installation.program(&["serve"]);
    let refused = command
        .env("ADITUS_SMTP_URL", "smtp://mail.example")
        .output()
        .unwrap();
    let text = output_text(&refused);
    assert_eq!(refused.status.code(), Some(2), "{text}");
    assert!(
        text.contains("smtp_url has no effect: this program uses the queue at"),
        "{text}"
    );
}
