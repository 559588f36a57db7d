//! Checks the published log with independent transparency-log programs (`scripts/tlog-tools`): a
//! verifier, and a witness that signs its checkpoints.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::installation::{Installation, Server, exchange, stderr_text, stdout_text, until};
use crate::proof::{json, settled};

fn tool(name: &str) -> Command {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/tlog-venv/bin");
    let program = folder.join(name);
    assert!(
        program.exists(),
        "scripts/setup test installs {}",
        program.display()
    );
    Command::new(program)
}

/// The verifier that ships with the product. It needs only Python.
const SHIPPED: &str = "../packaging/aditus-verify.py";

/// Runs a verifier. Returns true if the check holds, and the output.
fn run_check(script: &str, arguments: &[&str]) -> (bool, String) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join(script);
    let output = tool("python").arg(script).args(arguments).output().unwrap();
    (
        output.status.success(),
        stdout_text(&output) + &stderr_text(&output),
    )
}

/// Runs the independent verifier.
fn checked_by_others(arguments: &[&str]) -> (bool, String) {
    run_check("tests/independent/check.py", arguments)
}

/// Removes the key of a witness from the arguments, since the shipped verifier does not support
/// witnesses.
fn without_witness<'a>(arguments: &'a [&'a str]) -> Option<&'a [&'a str]> {
    match arguments {
        ["tree", _, _, _] => arguments.get(..3),
        _ => None,
    }
}

/// Asserts that both verifiers accept the input.
#[track_caller]
fn assert_valid(arguments: &[&str]) {
    let (is_valid, reported) = checked_by_others(arguments);
    assert!(is_valid, "{arguments:?}: {reported}");
    let (is_valid, reported) = run_check(SHIPPED, without_witness(arguments).unwrap_or(arguments));
    assert!(is_valid, "{arguments:?}: {reported}");
}

/// Asserts that both verifiers reject the input for the expected reason.
#[track_caller]
fn assert_invalid(arguments: &[&str], expected: &str) {
    let (is_valid, reported) = checked_by_others(arguments);
    assert!(
        !is_valid && reported.contains(expected),
        "{arguments:?}: {reported}"
    );
    if without_witness(arguments).is_none() {
        let (is_valid, reported) = run_check(SHIPPED, arguments);
        assert!(
            !is_valid && reported.starts_with("Wrong: "),
            "{arguments:?}: {reported}"
        );
    }
}

#[test]
fn the_shipped_verifier_judges_altered_evidence_as_the_command_does() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let arguments = [SHIPPED, "../frontend/src/testing/evidence.json"].map(|path| folder.join(path));
    let arguments = arguments.each_ref().map(|path| path.to_str().unwrap());
    let (agree, reported) = run_check("tests/independent/vectors.py", &arguments);
    assert!(agree, "{reported}");
}

/// A running witness. It is stopped when this is dropped.
struct Witness {
    place: TempDir,
    address: String,
    key: String,
    child: Option<Child>,
}

impl Witness {
    fn new() -> Self {
        // The program cannot report a port chosen by the system, so the test chooses a free one.
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut witness = Self {
            place: tempfile::tempdir().unwrap(),
            address: free.local_addr().unwrap().to_string(),
            key: String::new(),
            child: None,
        };
        let made = witness.run(&["init", "--name", "witness.example/w1"]);
        stdout_text(&made).trim().clone_into(&mut witness.key);
        witness
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = tool("aics-witness");
        command
            .args(arguments)
            .env("AICS_WITNESS_CONFIG", self.place.path().join("witness.json"));
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let output = self.command(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", stderr_text(&output));
        output
    }

    /// Registers the key of a log with the witness.
    fn trusts(&self, key: &str) {
        let origin = key.split('+').next().unwrap();
        self.run(&["add-log", "--origin", origin, "--vkey", key]);
    }

    /// Restarts the witness, so that it reads the registered keys.
    fn serve(&mut self) {
        self.end();
        let mut command = self.command(&["serve", "--listen", &self.address]);
        let log = fs::File::create(self.place.path().join("log")).unwrap();
        self.child = Some(command.stdout(Stdio::null()).stderr(log).spawn().unwrap());
        until(|| TcpStream::connect(&self.address).ok());
    }

    fn end(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Witness {
    fn drop(&mut self) {
        self.end();
    }
}

fn sign_in(server: &Server) -> String {
    server.sign_in("ada@people.example", "Quiet-River-7!")
}

/// Returns the newest checkpoint, once the witness has signed it.
fn wait_for_witness(server: &Server) -> String {
    until(|| {
        let (_, note) = exchange(server.address(), "GET", "/log/checkpoint", None, None);
        note.contains("\n— witness.example/w1 ").then_some(note)
    })
}

/// Returns the line about the witness in `aditus check`.
fn witness_line(installation: &Installation) -> String {
    let reported = stdout_text(&installation.run(&["check"]));
    reported
        .lines()
        .find(|line| line.contains(" witness: "))
        .unwrap()
        .to_owned()
}

fn exported(installation: &Installation, name: &str) -> String {
    let folder = installation.path(name);
    let output = installation.run(&["audit", "export", &folder]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr_text(&output));
    folder
}

fn only_tile(folder: &str) -> PathBuf {
    let found = fs::read_dir(format!("{folder}/tile/0/000.p")).unwrap().next();
    found.unwrap().unwrap().path()
}

/// Runs a check while a file has altered content.
fn altered<T>(file: &Path, alter: impl FnOnce(Vec<u8>) -> Vec<u8>, check: impl FnOnce() -> T) -> T {
    let before = fs::read(file).unwrap();
    fs::write(file, alter(before.clone())).unwrap();
    let answer = check();
    fs::write(file, before).unwrap();
    answer
}

fn replaced(from: &'static str, to: &'static str) -> impl FnOnce(Vec<u8>) -> Vec<u8> {
    move |bytes| {
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.contains(from), "{from} in {text}");
        text.replacen(from, to, 1).into_bytes()
    }
}

#[test]
fn an_independent_verifier_accepts_the_log_and_refuses_alterations() {
    for installation in Installation::on_both() {
        installation.create_super_user();
        let server = Server::start(&installation, &[]);
        let token = sign_in(&server);
        let log = settled(&server);
        let key = log["keys"][0]["verifier_key"].as_str().unwrap();
        let earlier = exported(&installation, "earlier");
        sign_in(&server);
        settled(&server);
        let (_, entries) = server.call(
            "GET",
            "/api/v1/audit/entries/?kind=account.signed_in",
            Some(&token),
            None,
        );
        let path = format!(
            "/api/v1/audit/entries/{}/evidence/",
            entries["data"]["entries"][0]["entry_id"]
        );
        let (_, evidence) = exchange(server.address(), "GET", &path, Some(&token), None);
        let file = installation.path("entry.evidence.json");
        fs::write(&file, evidence).unwrap();
        settled(&server);
        let folder = exported(&installation, "published");
        assert_eq!(server.end("-TERM"), Some(0));

        assert_valid(&["tree", &earlier, key]);
        assert_valid(&["tree", &folder, key]);
        assert_valid(&["growth", &earlier, &folder, key]);
        assert_valid(&["evidence", &file, key]);

        let other = Installation::on_sqlite();
        other.create_super_user();
        let server = Server::start(&other, &[]);
        let other_key = key_of(&server);
        let other_folder = exported(&other, "published");
        assert_eq!(server.end("-TERM"), Some(0));
        assert_invalid(&["tree", &folder, &other_key], "checkpoint: ");
        assert_invalid(&["growth", &other_folder, &folder, key], "checkpoint: ");

        let checkpoint = Path::new(&folder).join("checkpoint");
        let size = fs::read_to_string(&checkpoint)
            .unwrap()
            .lines()
            .nth(1)
            .unwrap()
            .to_owned();
        let smaller = |bytes: Vec<u8>| {
            let text = String::from_utf8(bytes).unwrap();
            text.replacen(&format!("\n{size}\n"), "\n3\n", 1).into_bytes()
        };
        altered(&checkpoint, smaller, || {
            assert_invalid(&["tree", &folder, key], "checkpoint: ");
        });
        let flipped = |place: fn(usize) -> usize| {
            move |mut bytes: Vec<u8>| {
                let place = place(bytes.len());
                bytes[place] ^= 1;
                bytes
            }
        };
        altered(&only_tile(&folder), flipped(|_| 0), || {
            assert_invalid(&["tree", &folder, key], "TileVerificationError");
        });
        altered(&only_tile(&folder), flipped(|length| length - 1), || {
            assert_invalid(&["growth", &earlier, &folder, key], "does not go on");
        });
        let file = Path::new(&file);
        let arguments = ["evidence", file.to_str().unwrap(), key];
        altered(file, replaced("account.signed_in", "account.signed_at"), || {
            assert_invalid(&arguments, "the way does not lead");
        });
        altered(file, replaced("index ", "index 1"), || {
            assert_invalid(&arguments, "the way does not lead");
        });
        altered(file, replaced("/log\\n", "/log2\\n"), || {
            assert_invalid(&arguments, "checkpoint: ");
        });
        assert_valid(&arguments);
    }
}

/// Returns the key that signs the log, once everything is in it.
fn key_of(server: &Server) -> String {
    let log = settled(server);
    log["keys"][0]["verifier_key"].as_str().unwrap().to_owned()
}

/// Returns an installation that sends its checkpoints to the witness.
fn witnessed_by(witness: &Witness) -> Installation {
    let mut installation = Installation::on_sqlite();
    installation.configure("ADITUS_METRICS_ADDRESS", "127.0.0.1:0");
    installation.configure(
        "ADITUS_AUDIT_WITNESS_URL",
        &format!("http://{}/", witness.address),
    );
    installation.configure("ADITUS_AUDIT_WITNESS_KEY", &witness.key);
    installation.configure("ADITUS_AUDIT_WITNESS_SECONDS", "1");
    installation.create_super_user();
    installation
}

#[test]
fn an_independent_witness_signs_a_continued_log() {
    let mut witness = Witness::new();
    let installation = witnessed_by(&witness);
    // The witness is unreachable, and everything else continues.
    let server = Server::start(&installation, &[]);
    let key = key_of(&server);
    let silent =
        until(|| Some(witness_line(&installation)).filter(|reported| reported.contains("does not answer")));
    assert!(
        silent.starts_with("OK     witness: http://127.0.0.1:"),
        "{silent}"
    );
    assert!(silent.contains("has signed nothing yet"), "{silent}");
    // The witness is reachable and does not know this log.
    witness.serve();
    let refused = until(|| {
        Some(witness_line(&installation)).filter(|reported| reported.contains("does not know the origin"))
    });
    assert!(refused.starts_with("WRONG"), "{refused}");
    witness.trusts(&key);
    witness.serve();
    let first = wait_for_witness(&server);
    sign_in(&server);
    settled(&server);
    wait_for_witness(&server);
    let metrics = server.metrics();
    assert!(
        metrics.contains("\naditus_audit_witness_failing{reason=\"disagrees\"} 0\n"),
        "{metrics}"
    );
    assert!(
        metrics.contains("\naditus_audit_witness_time_seconds "),
        "{metrics}"
    );
    assert_eq!(server.end("-TERM"), Some(0));
    assert!(witness_line(&installation).starts_with("OK     witness: http://127.0.0.1:"));

    // The independent verifier checks the published log with both keys.
    let folder = exported(&installation, "published");
    let note = fs::read_to_string(format!("{folder}/checkpoint")).unwrap();
    assert_ne!(note.lines().nth(1), first.lines().nth(1), "the log went on");
    assert_valid(&["tree", &folder, &key, &witness.key]);
    let stranger = Witness::new();
    assert_invalid(&["tree", &folder, &key, &stranger.key], "checkpoint: ");
}

/// An older copy of the database is restored and the log continues from it: two histories, signed
/// by one key.
#[test]
fn an_independent_witness_and_a_kept_checkpoint_detect_a_fork() {
    let mut witness = Witness::new();
    let installation = witnessed_by(&witness);
    let server = Server::start(&installation, &[]);
    let key = key_of(&server);
    assert_eq!(server.end("-TERM"), Some(0));
    witness.trusts(&key);
    witness.serve();
    let file = |name: &str, end: &str| installation.data(&format!("{name}.db{end}"));
    for end in ["", "-wal"] {
        let _ = fs::copy(file("aditus", end), file("older", end));
    }
    let server = Server::start(&installation, &[]);
    sign_in(&server);
    settled(&server);
    let kept = installation.path("kept.checkpoint");
    fs::write(&kept, wait_for_witness(&server)).unwrap();
    assert_eq!(server.end("-TERM"), Some(0));
    let verified = json(
        &installation,
        &["audit", "verify", "--checkpoint", &kept, "--json"],
        0,
    );
    assert_eq!(
        subject(&verified, "kept checkpoints")["checked"],
        2,
        "with that of the data folder"
    );
    for end in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(file("aditus", end));
        let _ = fs::rename(file("older", end), file("aditus", end));
    }
    let reported = stdout_text(&installation.run(&["check"]));
    assert!(
        reported.contains(
            "WRONG  transparency log: The transparency log is not continued: this node has published"
        ),
        "{reported}"
    );
    let verified = json(&installation, &["audit", "verify", "--json"], 1);
    let wrong = subject(&verified, "kept checkpoints")["wrong"][0].to_string();
    assert!(wrong.contains("log.checkpoint: the database is older"), "{wrong}");
    fs::remove_file(installation.data("log.checkpoint")).unwrap();
    let verified = json(
        &installation,
        &["audit", "verify", "--checkpoint", &kept, "--json"],
        1,
    );
    let wrong = subject(&verified, "kept checkpoints")["wrong"].to_string();
    assert!(wrong.contains("the database is older"), "{wrong}");

    // The log continues, and the kept checkpoint shows the fork.
    let server = Server::start(&installation, &[]);
    let size: u64 = fs::read_to_string(&kept)
        .unwrap()
        .lines()
        .nth(1)
        .unwrap()
        .parse()
        .unwrap();
    until(|| {
        sign_in(&server);
        let checkpoint = settled(&server)["checkpoint"].clone();
        (checkpoint["size"].as_u64().unwrap() > size).then_some(())
    });
    let alarm = until(|| Some(witness_line(&installation)).filter(|reported| reported.contains("disagrees")));
    assert!(alarm.starts_with("WRONG"), "{alarm}");
    until(|| {
        server
            .metrics()
            .contains("\naditus_audit_witness_failing{reason=\"disagrees\"} 1\n")
            .then_some(())
    });
    assert_eq!(server.end("-TERM"), Some(0));
    let verified = json(
        &installation,
        &["audit", "verify", "--checkpoint", &kept, "--json"],
        1,
    );
    let wrong = subject(&verified, "kept checkpoints")["wrong"].to_string();
    assert!(wrong.contains("the history was forked"), "{wrong}");
    let missing = installation.run(&["audit", "verify", "--checkpoint", "/nowhere"]);
    assert_eq!(missing.status.code(), Some(2));
}

fn subject(verified: &Value, name: &str) -> Value {
    let subjects = verified["subjects"].as_array().unwrap();
    let found = subjects.iter().find(|subject| subject["subject"] == name);
    found.cloned().unwrap_or_else(|| panic!("{name} in {verified}"))
}
