//! An installation for one test: a data folder, a database, and the real binary.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use tempfile::TempDir;

/// A folder with a data folder, and a database server for PostgreSQL.
pub struct Installation {
    place: TempDir,
    postgres: Option<String>,
    /// True if the database server was started for this installation and stops with it.
    has_server: bool,
    configured: BTreeMap<String, String>,
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Returns the path of a fixture.
pub fn fixture(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(name)
        .to_str()
        .unwrap()
        .to_owned()
}

impl Installation {
    /// Creates an installation on SQLite, in the data folder.
    pub fn on_sqlite() -> Self {
        Self {
            place: tempfile::tempdir().unwrap(),
            postgres: None,
            has_server: false,
            configured: BTreeMap::new(),
        }
    }

    /// Creates an installation on its own PostgreSQL server.
    pub fn on_postgres() -> Self {
        use std::os::unix::fs::PermissionsExt;
        let place = tempfile::tempdir().unwrap();
        // PostgreSQL runs as another user if the tests run as root.
        std::fs::set_permissions(place.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
        let started = Command::new(repository().join("scripts/postgres"))
            .arg("start")
            .arg(place.path().join("pg"))
            .output()
            .unwrap();
        assert!(
            started.status.success(),
            "{}",
            String::from_utf8_lossy(&started.stderr)
        );
        let address = String::from_utf8(started.stdout).unwrap().trim().to_owned();
        Self {
            place,
            postgres: Some(address),
            has_server: true,
            configured: BTreeMap::new(),
        }
    }

    /// Creates one installation on each database.
    pub fn on_both() -> [Self; 2] {
        [Self::on_sqlite(), Self::on_postgres()]
    }

    /// Creates an empty installation on the same database server. This one has to outlive it.
    pub fn beside(&self, name: &str) -> Self {
        let postgres = self.postgres.is_some().then(|| {
            let created = Command::new(repository().join("scripts/postgres"))
                .arg("create")
                .arg(self.place.path().join("pg"))
                .arg(name)
                .output()
                .unwrap();
            assert!(created.status.success(), "{}", stderr_text(&created));
            stdout_text(&created).trim().to_owned()
        });
        Self {
            place: tempfile::tempdir().unwrap(),
            postgres,
            has_server: false,
            configured: BTreeMap::new(),
        }
    }

    /// Returns the address of the database if it is PostgreSQL.
    pub fn postgres(&self) -> Option<&str> {
        self.postgres.as_deref()
    }

    /// Returns a path beside the data folder.
    pub fn path(&self, name: &str) -> String {
        self.place.path().join(name).to_str().unwrap().to_owned()
    }

    /// Sets a variable for all later commands.
    pub fn configure(&mut self, variable: &str, value: &str) {
        self.configured.insert(variable.to_owned(), value.to_owned());
    }

    /// Returns a path in the data folder.
    pub fn data(&self, path: &str) -> PathBuf {
        self.place.path().join("data").join(path)
    }

    /// Returns a command that runs the binary with only the configuration of this installation.
    pub fn aditus(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_aditus"));
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("ADITUS_") {
                command.env_remove(name);
            }
        }
        command
            .args(arguments)
            .current_dir(self.place.path())
            .env("ADITUS_DATA_DIR", self.place.path().join("data"))
            .env("ADITUS_PORT", "0")
            .stdin(Stdio::null());
        // `aditus check` reports such a low password cost as wrong.
        if arguments.first() != Some(&"check") {
            command
                .env("ADITUS_ARGON2_MEMORY_KIB", "64")
                .env("ADITUS_ARGON2_ITERATIONS", "1");
        }
        command.envs(&self.configured);
        if let Some(address) = &self.postgres {
            command.env("ADITUS_DATABASE_URL", address);
        }
        command
    }

    /// Creates a Super User, which puts the installation into use.
    pub fn create_super_user(&self) {
        let created = self
            .aditus(&[
                "create-super-user",
                "--email",
                "ada@people.example",
                "--fname",
                "Ada",
                "--sname",
                "Okello",
                "--phone",
                "+12125550199",
            ])
            .env("ADITUS_NEW_PASSWORD", "Quiet-River-7!")
            .output()
            .unwrap();
        assert_eq!(created.status.code(), Some(0), "{}", stderr_text(&created));
    }

    /// Runs a command to its end.
    pub fn run(&self, arguments: &[&str]) -> Output {
        self.aditus(arguments).output().unwrap()
    }
}

impl Drop for Installation {
    fn drop(&mut self) {
        if self.has_server {
            let _ = Command::new(repository().join("scripts/postgres"))
                .arg("stop")
                .arg(self.place.path().join("pg"))
                .output();
        }
    }
}

/// Returns the standard output of a command.
pub fn stdout_text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Returns the standard error of a command.
pub fn stderr_text(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A running server.
pub struct Server {
    child: Child,
    host: String,
    metrics: Option<String>,
}

impl Server {
    /// Starts `serve` and waits until it is ready.
    pub fn start(installation: &Installation, arguments: &[&str]) -> Self {
        Self::logging_to(Stdio::inherit(), installation, arguments)
    }

    /// Starts `serve` with its own log and waits until it is ready.
    pub fn logging_to(log: Stdio, installation: &Installation, arguments: &[&str]) -> Self {
        let arguments = [&["serve"], arguments].concat();
        let mut child = installation
            .aditus(&arguments)
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut metrics = None;
        let address = lines
            .find_map(|line| {
                let line = log_message(&line.unwrap());
                if let Some(address) = line.strip_prefix("Metrics are served at http://") {
                    metrics = address.strip_suffix("/metrics").map(str::to_owned);
                }
                let address = line.strip_prefix("Aditus is ready at ")?;
                address.split_once("://").map(|(_, host)| host.to_owned())
            })
            .expect("the server says where it is");
        // Reads the remaining output, so that it does not fill the pipe.
        std::thread::spawn(move || lines.count());
        Self {
            child,
            host: address,
            metrics,
        }
    }

    /// Returns the host and port of the server.
    pub fn address(&self) -> &str {
        &self.host
    }

    /// Returns the host and port of the metrics.
    pub fn metrics_address(&self) -> &str {
        self.metrics.as_deref().expect("it tells metrics")
    }

    /// Returns the metrics.
    pub fn metrics(&self) -> String {
        let (head, text) = exchange(self.metrics_address(), "GET", "/metrics", None, None);
        assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
        text
    }

    /// Returns the port of the server.
    pub fn port(&self) -> &str {
        self.host.rsplit(':').next().unwrap()
    }

    /// Sends a call and returns the status and the body.
    pub fn call(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Option<&str>,
    ) -> (u16, serde_json::Value) {
        let (head, body) = self.exchange(method, path, token, body);
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (
            status,
            serde_json::from_str(&body)
                .unwrap_or_else(|error| panic!("{method} {path}: {error} in {body:?}")),
        )
    }

    /// Requests a page of the frontend, and returns the body.
    pub fn page(&self, path: &str) -> String {
        let (head, page) = self.exchange("GET", path, None, None);
        assert!(head.starts_with("HTTP/1.1 200 "), "{path}: {head}");
        page
    }

    fn exchange(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Option<&str>,
    ) -> (String, String) {
        exchange(&self.host, method, path, token, body)
    }

    /// Signs in and returns the token.
    pub fn sign_in(&self, username: &str, password: &str) -> String {
        let body = serde_json::json!({ "username": username, "password": password }).to_string();
        let (status, answer) = self.call("POST", "/api/v1/users/signin/", None, Some(&body));
        assert_eq!(status, 200, "{answer}");
        answer["user"]["token"].as_str().expect("a token").to_owned()
    }

    /// Sends a signal.
    pub fn signal(&self, signal: &str) {
        let sent = Command::new("kill")
            .args([signal, &self.child.id().to_string()])
            .status()
            .unwrap();
        assert!(sent.success());
    }

    /// Sends a signal, waits for the end, and returns the exit code.
    pub fn end(mut self, signal: &str) -> Option<i32> {
        self.signal(signal);
        self.child.wait().unwrap().code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the message of a line, which is plain text or a JSON object.
fn log_message(line: &str) -> String {
    let object: Option<serde_json::Value> = serde_json::from_str(line).ok();
    let message = object.and_then(|object| object["message"].as_str().map(str::to_owned));
    message.unwrap_or_else(|| line.to_owned())
}

/// Calls `poll` until it returns a value, with short sleeps in between.
pub fn until<T>(poll: impl Fn() -> Option<T>) -> T {
    loop {
        if let Some(seen) = poll() {
            return seen;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Sends a call and returns the head and the body.
pub fn exchange(
    host: &str,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<&str>,
) -> (String, String) {
    converse(TcpStream::connect(host).unwrap(), host, method, path, token, body)
}

/// Sends a call over any connection.
pub fn converse(
    mut stream: impl Read + Write,
    host: &str,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<&str>,
) -> (String, String) {
    let body = body.unwrap_or_default();
    let signed_in = token.map_or_else(String::new, |token| format!("Authorization: Token {token}\r\n"));
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{signed_in}\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let answer = String::from_utf8(answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.to_owned(), body.to_owned())
}
