//! Tests of backup and restore: installations are backed up under load and restored into new ones,
//! and unusable backups are refused.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::Value;

use crate::installation::{Installation, Server, stderr_text, stdout_text};
use crate::proof::settled;
use crate::s3_store::{S3Store, files_in};
use crate::workload::{Act, Workload, assert_stored};

/// Asserts that a command succeeded, and returns its standard output.
pub fn succeeded(output: &Output) -> String {
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}{}",
        stdout_text(output),
        stderr_text(output)
    );
    stdout_text(output)
}

/// Asserts that a command ended with code 2, and returns its standard error.
pub fn refused(output: &Output) -> String {
    assert_eq!(
        output.status.code(),
        Some(2),
        "{}{}",
        stdout_text(output),
        stderr_text(output)
    );
    stderr_text(output)
}

fn manifest(backup: &str) -> Value {
    serde_json::from_slice(&fs::read(Path::new(backup).join("manifest.json")).unwrap()).unwrap()
}

/// Copies the master key, which is stored apart from backups.
pub fn take_key(from: &Installation, to: &Installation) {
    let place = to.data("secrets");
    fs::create_dir_all(&place).unwrap();
    fs::set_permissions(&place, std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
    fs::copy(from.data("secrets/master.key"), place.join("master.key")).unwrap();
}

/// Returns every value of every table, read with the database's own tools.
fn every_row(installation: &Installation) -> Vec<String> {
    match installation.postgres() {
        Some(address) => {
            let script = "SELECT format('SELECT %L; SELECT each_row::text FROM %I AS each_row ORDER BY 1;', tablename, tablename) \
                 FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename \\gexec";
            let mut child = Command::new("psql")
                .args([
                    "--no-psqlrc",
                    "--quiet",
                    "--tuples-only",
                    "--no-align",
                    "--dbname",
                    address,
                ])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            std::io::Write::write_all(&mut child.stdin.take().unwrap(), script.as_bytes()).unwrap();
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success());
            stdout_text(&output).lines().map(str::to_owned).collect()
        }
        None => rows_of_sqlite(&installation.data("aditus.db")),
    }
}

/// Returns all rows, including the search tables except their internal page order.
pub fn rows_of_sqlite(file: &Path) -> Vec<String> {
    let database = rusqlite::Connection::open(file).unwrap();
    let texts = |statement: &str| -> Vec<String> {
        let mut statement = database.prepare(statement).unwrap();
        let columns = statement.column_count();
        let rows = statement.query_map((), |row| {
            let values: Result<Vec<String>, _> = (0..columns)
                .map(|column| row.get_ref(column).map(|value| format!("{value:?}")))
                .collect();
            Ok(values?.join("|"))
        });
        rows.unwrap().map(Result::unwrap).collect()
    };
    let mut all = texts("SELECT sql FROM sqlite_master ORDER BY name");
    let names: Vec<String> = {
        let mut statement = database
            .prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
            .unwrap();
        statement
            .query_map((), |row| row.get(0))
            .unwrap()
            .map(Result::unwrap)
            .collect()
    };
    for name in names {
        let mut rows = texts(&format!("SELECT * FROM \"{name}\""));
        rows.sort();
        all.push(name);
        all.append(&mut rows);
    }
    all
}

/// Runs `work` while people submit with documents, decide and comment over several connections.
/// `work` starts once one act of each kind was acknowledged.
fn under_load<T>(server: &Server, work: impl FnOnce(&Workload, &dyn Fn()) -> T) -> T {
    let workload = Workload::default();
    std::thread::scope(|scope| {
        let workload = &workload;
        let mut threads: Vec<_> = (0..2)
            .map(|number| scope.spawn(move || workload.submit(server, number)))
            .collect();
        threads.push(scope.spawn(|| workload.review(server)));
        let wait_for_progress = || {
            let before = workload.acts().len();
            while workload.acts().len() < before + 4 {
                assert!(
                    threads.iter().all(|thread| !thread.is_finished()),
                    "a person of the workload failed"
                );
                std::thread::sleep(Duration::from_millis(5));
            }
        };
        let worked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let any = |is: fn(&Act) -> bool| workload.acts().iter().any(is);
            while !(any(|act| matches!(act, Act::Submitted(..)))
                && any(|act| matches!(act, Act::Approved(_)))
                && any(|act| matches!(act, Act::Commented(..))))
            {
                wait_for_progress();
            }
            work(workload, &wait_for_progress)
        }));
        workload.stop();
        worked.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Returns the findings of a check, except the refusal of the demonstration's data.
pub fn wrong_beside_the_demonstration(installation: &Installation, arguments: &[&str]) -> Vec<String> {
    let text = stdout_text(&installation.run(arguments));
    let wrong = text
        .lines()
        .filter(|line| line.starts_with("WRONG") && !line.starts_with("WRONG  demonstration: "));
    wrong.map(str::to_owned).collect()
}

/// Backs up a demonstration under load and at rest, and restores each backup into a new
/// installation.
fn assert_backup_restores(
    installation: &Installation,
    documents: &Path,
    prepare: impl Fn(&mut Installation) -> std::path::PathBuf,
) {
    // The log has a line for each of these many acts.
    let server = Server::logging_to(Stdio::null(), installation, &["--demo"]);
    let (in_use, at_rest) = (installation.path("in-use"), installation.path("at-rest"));
    let (reported, acknowledged) = under_load(&server, |workload, wait_for_progress| {
        loop {
            let acknowledged = workload.acts();
            let reported = succeeded(&installation.run(&["backup", &in_use]));
            // A backup that was made between two acts does not count as one under load.
            if workload.acts().len() > acknowledged.len() {
                wait_for_progress();
                return (reported, acknowledged);
            }
            fs::remove_dir_all(&in_use).unwrap();
        }
    });
    assert!(reported.contains("Not included: the secrets"), "{reported}");
    assert_eq!(server.end("-TERM"), Some(0));
    succeeded(&installation.run(&["backup", &at_rest]));
    assert!(refused(&installation.run(&["backup", &at_rest])).contains("is not empty"));
    for backup in [&in_use, &at_rest] {
        let reported = succeeded(&installation.run(&["verify-backup", backup]));
        assert!(
            reported.contains("is complete") && reported.contains("Verified: the SHA-256"),
            "{reported}"
        );
    }
    let check = stdout_text(&installation.run(&["check"]));
    assert!(
        check.contains("OK     backups: the server makes no backups"),
        "{check}"
    );
    assert!(check.contains("at-rest"), "{check}");
    let before = every_row(installation);
    let files = files_in(documents);
    assert!(
        before.len() > 1000 && files.len() > 10,
        "{} and {}",
        before.len(),
        files.len()
    );
    assert_eq!(
        manifest(&at_rest)["documents"].as_array().unwrap().len(),
        files.len()
    );

    let mut quiet = installation.beside("quiet");
    let place = prepare(&mut quiet);
    let without = refused(&quiet.run(&["restore", &at_rest]));
    assert!(without.contains("master.key is missing"), "{without}");
    assert!(!quiet.data("secrets/master.key").exists() && !quiet.data("restore.unfinished").exists());
    take_key(installation, &quiet);
    let reported = succeeded(&quiet.run(&["restore", &at_rest]));
    assert!(
        reported.contains("Every table of the database has its content from the backup"),
        "{reported}"
    );
    assert_eq!(every_row(&quiet), before);
    assert_eq!(files_in(&place), files);
    assert!(refused(&quiet.run(&["restore", &at_rest])).contains("the database is in use"));

    let mut busy = installation.beside("busy");
    prepare(&mut busy);
    take_key(installation, &busy);
    for list in ["lost", "altered"] {
        assert_eq!(manifest(&in_use)[list], Value::Array(Vec::new()), "{list}");
    }
    succeeded(&busy.run(&["restore", &in_use]));
    // Covers every request with its chain, versions and documents, the counters and search texts,
    // and every audit entry with its derived data.
    let wrong = wrong_beside_the_demonstration(&busy, &["check", "--deep"]);
    assert_eq!(wrong, Vec::<String>::new());
    succeeded(&busy.run(&["audit", "verify"]));
    let server = Server::start(&busy, &["--demo"]);
    assert_stored(&server, &acknowledged);
    let running = refused(&busy.run(&["restore", &in_use]));
    assert!(running.contains("stop"), "{running}");
    assert_eq!(server.end("-TERM"), Some(0));
}

/// Raises the limits: these people do more within seconds than real ones do within an hour.
fn with_raised_limits(mut installation: Installation) -> Installation {
    for limit in [
        "ADITUS_LIMITS_SUBMISSION",
        "ADITUS_LIMITS_UPLOAD",
        "ADITUS_LIMITS_CODE",
        "ADITUS_LIMITS_SESSION",
    ] {
        installation.configure(limit, "100000 in 1 hour");
    }
    installation.configure("ADITUS_LIMITS_DAILY_SUBMISSION", "100000 in 1 day");
    installation.configure("ADITUS_INSPECTIONS_PER_ACCOUNT", "100");
    installation
}

#[test]
fn an_installation_on_sqlite_with_a_folder_is_restored() {
    let installation = with_raised_limits(Installation::on_sqlite());
    let documents = installation.data("files");
    assert_backup_restores(&installation, &documents, |new| new.data("files"));
}

#[test]
fn an_installation_on_postgres_with_an_object_store_is_restored() {
    let mut installation = with_raised_limits(Installation::on_postgres());
    let stores: Vec<S3Store> = (0..3).map(|_| S3Store::start()).collect();
    let use_store = |installation: &mut Installation, store: &S3Store| {
        for (variable, value) in store.configuration() {
            installation.configure(variable, value);
        }
    };
    use_store(&mut installation, &stores[0]);
    let next = AtomicUsize::new(1);
    assert_backup_restores(&installation, &stores[0].documents(), |new| {
        let store = &stores[next.fetch_add(1, Ordering::SeqCst)];
        use_store(new, store);
        store.documents()
    });
    // PostgreSQL's programs are found through `PATH`.
    let folder = installation.path("without-programs");
    let without = installation
        .aditus(&["backup", &folder])
        .env("PATH", "/nowhere")
        .output()
        .unwrap();
    let reported = refused(&without);
    assert!(
        reported.contains("install the package postgresql-client"),
        "{reported}"
    );
    assert!(!Path::new(&folder).exists());
    let mut verify = installation.aditus(&["verify-backup", &installation.path("at-rest")]);
    let reported = succeeded(&verify.env("PATH", "/nowhere").output().unwrap());
    assert!(
        reported.contains("Not verified: the content of the copy of the database"),
        "{reported}"
    );
    assert_password_is_on_no_command_line(&installation);
    // A bucket that outlived its database contains the documents already.
    let mut survivor = installation.beside("survivor");
    use_store(&mut survivor, &stores[0]);
    take_key(&installation, &survivor);
    let reported = succeeded(&survivor.run(&["restore", &installation.path("at-rest")]));
    assert!(reported.contains("were already in the file store"), "{reported}");
}

/// Command lines are visible to everyone on the machine. Also interrupts a backup.
fn assert_password_is_on_no_command_line(installation: &Installation) {
    let path = std::env::var_os("PATH").unwrap();
    let programs = installation.path("programs");
    fs::create_dir(&programs).unwrap();
    let heard = installation.path("heard");
    let real = std::env::split_paths(&path)
        .map(|folder| folder.join("pg_dump"))
        .find(|program| program.exists())
        .unwrap();
    let script = format!(
        "#!/bin/sh\necho \"$@\" >> {heard}\necho \"PGPASSWORD is $PGPASSWORD\" >> {heard}\nexec {} \"$@\"\n",
        real.display()
    );
    let program = Path::new(&programs).join("pg_dump");
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let first = std::iter::once(std::path::PathBuf::from(&programs));
    let path = std::env::join_paths(first.chain(std::env::split_paths(&path))).unwrap();
    let address = format!("{}&password=s3%2Fcret", installation.postgres().unwrap());
    let mut command = installation.aditus(&["backup", &installation.path("with-a-password")]);
    command.env("PATH", &path).env("ADITUS_DATABASE_URL", address);
    succeeded(&command.output().unwrap());
    let slow = format!(
        "#!/bin/sh\n[ \"$1\" = --version ] && exec {} --version\nexec sleep 600\n",
        real.display()
    );
    fs::write(&program, slow).unwrap();
    let folder = installation.path("interrupted");
    let mut command = installation.aditus(&["backup", &folder]);
    command.env("PATH", path).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    while !Path::new(&folder).join("database.postgresql").exists() {
        std::thread::yield_now();
    }
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
    let reported = refused(&child.wait_with_output().unwrap());
    assert!(reported.contains("it was stopped before its end"), "{reported}");
    assert!(!Path::new(&folder).exists());
    let heard = fs::read_to_string(&heard).unwrap();
    assert!(
        heard.contains("--snapshot=") && heard.contains("PGPASSWORD is s3/cret"),
        "{heard}"
    );
    let reported: Vec<&str> = heard.lines().filter(|line| line.contains("cret")).collect();
    assert_eq!(reported, ["PGPASSWORD is s3/cret"]);
}

/// Returns an installation in use, and a backup of it.
fn backed_up() -> (Installation, String) {
    let installation = Installation::on_sqlite();
    installation.create_super_user();
    let backup = installation.path("backup");
    succeeded(&installation.run(&["backup", &backup]));
    (installation, backup)
}

#[test]
fn an_incomplete_or_foreign_backup_is_refused_and_changes_nothing() {
    let (installation, backup) = backed_up();
    let target = installation.beside("target");
    take_key(&installation, &target);
    let file = Path::new(&backup).join("manifest.json");
    let whole = fs::read_to_string(&file).unwrap();
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    for (from, to, reported) in [
        (
            version.as_str(),
            "\"version\": \"99.0.0\"",
            "made by Aditus 99.0.0",
        ),
        ("\"format\": 1", "\"format\": 7", "it is of the format 7"),
        (
            "\"kind\": \"sqlite\"",
            "\"kind\": \"postgresql\"",
            "of the kind postgresql",
        ),
        (
            "\"20261128000001\"",
            "\"29991231000001\"",
            "does not know the migrations 29991231000001",
        ),
    ] {
        assert!(whole.contains(from), "{from} in {whole}");
        fs::write(&file, whole.replacen(from, to, 1)).unwrap();
        let text = refused(&target.run(&["restore", &backup]));
        assert!(
            text.contains(reported) && text.contains("nothing was restored or changed"),
            "{text}"
        );
    }
    fs::remove_file(&file).unwrap();
    for command in ["restore", "verify-backup"] {
        let text = refused(&target.run(&[command, &backup]));
        assert!(text.contains("is not a complete backup"), "{text}");
    }
    fs::write(&file, &whole).unwrap();
    let database = Path::new(&backup).join("database.sqlite");
    let mut bytes = fs::read(&database).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&database, &bytes).unwrap();
    let text = refused(&target.run(&["restore", &backup]));
    assert!(text.contains("the backup is damaged"), "{text}");
    let verified = target.run(&["verify-backup", &backup]);
    assert_eq!(verified.status.code(), Some(1));
    assert!(stderr_text(&verified).contains("WRONG  the copy of the database is not the one"));
    assert!(!target.data("restore.unfinished").exists());
    bytes[middle] ^= 1;
    fs::write(&database, &bytes).unwrap();
    succeeded(&target.run(&["restore", &backup]));
}

/// Returns the inode of a document in a backup; shared files have the same one.
fn file_number(backup: &str, key: &str) -> u64 {
    let file = Path::new(backup).join("documents").join(key);
    std::os::unix::fs::MetadataExt::ino(&fs::metadata(file).unwrap())
}

fn keys_of(backup: &str) -> Vec<String> {
    let manifest = manifest(backup);
    let documents = manifest["documents"].as_array().unwrap();
    let keys = documents.iter().map(|document| document["key"].as_str().unwrap());
    keys.map(str::to_owned).collect()
}

#[test]
fn backups_share_documents_and_a_damaged_one_is_restored_without_those_that_are_lost() {
    for installation in Installation::on_both() {
        let server = Server::start(&installation, &["--demo"]);
        assert_eq!(server.end("-TERM"), Some(0));
        let [first, second, moved] =
            ["first", "second", "moved"].map(|name| format!("{}/{name}", installation.path("shelf")));
        succeeded(&installation.run(&["backup", &first]));
        let reported = succeeded(&installation.run(&["backup", &second]));
        let keys = keys_of(&second);
        let shared = format!("  {} of the documents are shared with {first}", keys.len());
        assert!(reported.contains(&shared), "{reported}");
        for key in &keys {
            assert_eq!(file_number(&first, key), file_number(&second, key), "{key}");
        }
        fs::remove_dir_all(&first).unwrap();
        succeeded(&installation.run(&["verify-backup", &second]));
        let copied = Command::new("cp").args(["-a", &second, &moved]).status();
        assert!(copied.unwrap().success());
        fs::remove_dir_all(&second).unwrap();
        succeeded(&installation.run(&["verify-backup", &moved]));

        assert_restored_without_lost_documents(&installation, &moved, &keys);
    }
}

fn assert_restored_without_lost_documents(installation: &Installation, backup: &str, keys: &[String]) {
    let documents = Path::new(backup).join("documents");
    let (missing, cut) = (&keys[0], &keys[1]);
    fs::remove_file(documents.join(missing)).unwrap();
    fs::write(documents.join(cut), b"%PDF").unwrap();
    let verified = installation.run(&["verify-backup", backup]);
    assert_eq!(verified.status.code(), Some(1));
    assert!(
        stdout_text(&verified).contains("--except-damaged"),
        "{}",
        stdout_text(&verified)
    );

    let target = installation.beside("target");
    take_key(installation, &target);
    let text = refused(&target.run(&["restore", backup]));
    assert!(
        text.contains("nothing was restored or changed")
            && text.contains("--except-damaged")
            && text.contains(missing),
        "{text}"
    );
    assert!(!target.data("restore.unfinished").exists() && !target.data("restore.losses").exists());
    let restored = target.run(&["restore", "--except-damaged", backup]);
    let text = stdout_text(&restored);
    assert_eq!(
        restored.status.code(),
        Some(1),
        "{text}{}",
        stderr_text(&restored)
    );
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("LOST   ")).collect();
    assert_eq!(lines.len(), 2, "{text}");
    for (key, fault) in [(missing, "is not there"), (cut, "has 4 bytes, and had")] {
        let named = format!("the document {key} {fault}");
        let is_named = |line: &&str| line.starts_with("LOST   Data Request ") && line.contains(&named);
        assert!(lines.iter().any(is_named), "{named} in {lines:?}");
    }
    let list = fs::read_to_string(target.data("restore.losses")).unwrap();
    assert!(
        lines
            .iter()
            .all(|line| list.contains(line.trim_start_matches("LOST   "))),
        "{list}"
    );
    assert!(!target.data("restore.unfinished").exists());
    assert_eq!(files_in(&target.data("files")).len(), keys.len() - 2);

    // The process may have died before it wrote the list.
    fs::rename(target.data("restore.losses"), target.data("restore.unfinished")).unwrap();
    let text = refused(&target.run(&["restore", backup]));
    assert!(text.contains("--except-damaged"), "{text}");
    let again = target.run(&["restore", "--except-damaged", backup]);
    assert_eq!(again.status.code(), Some(1), "{}", stderr_text(&again));
    assert_eq!(fs::read_to_string(target.data("restore.losses")).unwrap(), list);
    assert!(!target.data("restore.unfinished").exists());
    let check = stdout_text(&target.run(&["check", "--deep"]));
    assert!(
        check.contains("WARN   restore: documents were missing in the restored backup (2,"),
        "{check}"
    );
    for key in [missing, cut] {
        let begins = format!("wrong: {key} (Data Request ");
        let is_named = |line: &str| line.contains(&begins) && line.contains("the file is missing");
        assert!(check.lines().any(is_named), "{key} in {check}");
    }
    // A document that was put back is no longer reported as missing.
    for key in [missing, cut] {
        fs::copy(
            installation.data("files").join(key),
            target.data("files").join(key),
        )
        .unwrap();
    }
    fs::remove_file(target.data("restore.losses")).unwrap();
    let wrong = wrong_beside_the_demonstration(&target, &["check", "--deep"]);
    assert_eq!(wrong, Vec::<String>::new());

    let other = installation.beside("other");
    take_key(installation, &other);
    let kind = if installation.postgres().is_some() {
        "postgresql"
    } else {
        "sqlite"
    };
    let database = Path::new(backup).join(format!("database.{kind}"));
    let mut bytes = fs::read(&database).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&database, &bytes).unwrap();
    let text = refused(&other.run(&["restore", "--except-damaged", backup]));
    assert!(text.contains("the backup is damaged"), "{text}");
}

/// Returns the number of entries in the newest checkpoint that a node has seen.
fn log_size(installation: &Installation) -> u64 {
    let checkpoint = fs::read_to_string(installation.data("log.checkpoint")).unwrap();
    checkpoint.lines().nth(1).unwrap().parse().unwrap()
}

/// Runs a server for some sign-ins, until all entries are in the log.
fn use_installation(installation: &Installation, sign_ins: u32) {
    let server = Server::start(installation, &[]);
    for _ in 0..sign_ins {
        server.sign_in("ada@people.example", "Quiet-River-7!");
    }
    settled(&server);
    assert_eq!(server.end("-TERM"), Some(0));
}

/// Runs a server whose log has stopped: entries wait and the log keeps its size.
fn assert_log_has_stopped(installation: &Installation, size: u64) {
    let server = Server::start(installation, &[]);
    server.sign_in("ada@people.example", "Quiet-River-7!");
    let (_, log) = server.call("GET", "/api/v1/audit/log/", None, None);
    assert_eq!(log["data"]["checkpoint"]["size"], size, "{log}");
    assert!(log["data"]["waiting"].as_u64().unwrap() > 0, "{log}");
    assert_eq!(server.end("-TERM"), Some(0));
}

/// Asserts that the log is the only finding of the installation's check.
fn assert_only_the_log_is_wrong(installation: &Installation, words: &str) {
    let check = installation.run(&["check"]);
    assert_eq!(check.status.code(), Some(1), "{}", stdout_text(&check));
    let text = stdout_text(&check);
    let wrong: Vec<&str> = text.lines().filter(|line| line.starts_with("WRONG")).collect();
    assert!(
        matches!(wrong[..], [only] if only.starts_with("WRONG  transparency log: ") && only.contains(words)),
        "{text}"
    );
}

/// Asserts that the log grows again, and that all of it is verified.
fn assert_log_continues_after(installation: &Installation, size: u64) {
    use_installation(installation, 1);
    assert!(log_size(installation) > size);
    succeeded(&installation.run(&["check"]));
    succeeded(&installation.run(&["audit", "verify"]));
}

#[test]
fn a_restore_reports_signed_entries_that_the_backup_lacks() {
    for installation in Installation::on_both() {
        installation.create_super_user();
        use_installation(&installation, 1);
        let backup = installation.path("backup");
        succeeded(&installation.run(&["backup", &backup]));
        let stored = log_size(&installation);
        use_installation(&installation, 20);
        let kept = log_size(&installation);
        assert!(kept > stored + 20);

        // Only the database is lost; the data folder still exists.
        let target = installation.beside("survivor");
        take_key(&installation, &target);
        fs::copy(installation.data("log.checkpoint"), target.data("log.checkpoint")).unwrap();
        let reported = succeeded(&target.run(&["restore", &backup]));
        let lost = format!(
            "had {kept} entries when this node last saw it, and the backup has {stored}: {} signed entries are lost",
            kept - stored
        );
        let file = target.data("log.checkpoint").display().to_string();
        assert!(
            reported.contains(&lost) && reported.contains(&format!("move {file} out of the data folder")),
            "{reported}"
        );
        assert_eq!(log_size(&target), kept, "the witness stays");
        assert_only_the_log_is_wrong(&target, &format!("has published a checkpoint of {kept} entries"));
        assert_log_has_stopped(&target, stored);

        let witness = target.path("kept.checkpoint");
        fs::rename(&file, &witness).unwrap();
        assert_log_continues_after(&target, stored);
        // A checkpoint kept from before shows the loss.
        let verified = target.run(&["audit", "verify", "--checkpoint", &witness]);
        assert_eq!(verified.status.code(), Some(1), "{}", stdout_text(&verified));
        assert!(
            stdout_text(&verified).contains("the database is older: the checkpoint has"),
            "{}",
            stdout_text(&verified)
        );

        // If the folder is lost as well, the node does not know what was signed. If the folder has
        // seen no later entries, nothing is lost.
        let anew = installation.beside("anew");
        take_key(&installation, &anew);
        let reported = succeeded(&anew.run(&["restore", &backup]));
        assert!(
            reported.contains("This data folder has seen none of it"),
            "{reported}"
        );
        assert_log_continues_after(&anew, stored);
    }
}

#[test]
fn the_log_continues_with_a_new_key_after_the_loss_of_the_old_one() {
    for installation in Installation::on_both() {
        installation.create_super_user();
        use_installation(&installation, 1);
        let (backup, stored) = (installation.path("backup"), log_size(&installation));
        succeeded(&installation.run(&["backup", &backup]));
        let target = installation.beside("target");
        fs::create_dir_all(target.data("")).unwrap();
        fs::copy(installation.data("log.checkpoint"), target.data("log.checkpoint")).unwrap();
        let reported = succeeded(&target.run(&["restore", "--without-key", &backup]));
        assert!(
            reported.contains("does NOT continue") && reported.contains("`aditus audit keys --rotate`"),
            "{reported}"
        );
        assert!(!reported.contains("out of the data folder"), "{reported}");
        assert_only_the_log_is_wrong(&target, "its key was sealed with other secrets");
        let serve = refused(&target.run(&["serve"]));
        assert!(serve.contains("run `aditus audit keys --rotate`"), "{serve}");

        let reported = succeeded(&target.run(&["audit", "keys", "--rotate"]));
        assert!(reported.contains("Publish the new key"), "{reported}");
        assert_log_continues_after(&target, stored);
    }
}

#[test]
fn a_restore_without_the_key_needs_an_explicit_option() {
    let (installation, backup) = backed_up();
    let target = installation.beside("target");
    // A server that was started there before has created another secret.
    succeeded(&target.run(&["migrate"]));
    let other = Server::start(&target, &[]);
    settled(&other);
    assert_eq!(other.end("-TERM"), Some(0));
    let text = refused(&target.run(&["restore", &backup]));
    assert!(
        text.contains("is not the secret of the backed-up installation"),
        "{text}"
    );
    let reported = succeeded(&target.run(&["restore", "--without-key", &backup]));
    assert!(reported.contains("sessions have ended"), "{reported}");
    // That server had begun its own log.
    assert!(
        reported.contains("is not signed by any key in the backup"),
        "{reported}"
    );
    let server = Server::start(&target, &[]);
    server.sign_in("ada@people.example", "Quiet-River-7!");
    assert_eq!(server.end("-TERM"), Some(0));
}

/// Runs a command with a limit on the size of written files in KiB, which simulates a full disk.
fn with_little_room(installation: &Installation, kib: u32, arguments: &[&str]) -> Output {
    let command = installation.aditus(arguments);
    let program = command.get_program().to_owned();
    let mut limited = Command::new("bash");
    let script = format!("trap '' XFSZ; ulimit -f {kib}; exec \"$0\" \"$@\"");
    limited
        .arg("-c")
        .arg(script)
        .arg(program)
        .args(command.get_args());
    limited.env_clear();
    limited.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    for (name, value) in command.get_envs() {
        if let Some(value) = value {
            limited.env(name, value);
        }
    }
    limited
        .current_dir(command.get_current_dir().unwrap())
        .output()
        .unwrap()
}

#[test]
fn a_full_disk_leaves_no_partial_backup_and_an_interrupted_restore_can_be_repeated() {
    let (installation, backup) = backed_up();
    let new = installation.path("no-room");
    let text = refused(&with_little_room(&installation, 200, &["backup", &new]));
    assert!(text.contains("no backup was made"), "{text}");
    assert!(!Path::new(&new).exists(), "half a backup is removed");

    let target = installation.beside("target");
    take_key(&installation, &target);
    let text = refused(&with_little_room(&target, 200, &["restore", &backup]));
    assert!(text.contains("the restore was interrupted"), "{text}");
    for command in [&["serve"][..], &["migrate"], &["backup", &new]] {
        let text = refused(&target.run(command));
        assert!(
            text.contains("a restore was interrupted: run"),
            "{command:?}: {text}"
        );
        assert!(text.contains(&backup), "{text}");
    }
    let check = target.run(&["check"]);
    assert_eq!(check.status.code(), Some(1));
    assert!(
        stdout_text(&check).contains("WRONG  restore: "),
        "{}",
        stdout_text(&check)
    );
    succeeded(&target.run(&["restore", &backup]));
    // A process may have died when everything but the mark was done.
    fs::write(target.data("restore.unfinished"), &backup).unwrap();
    let reported = succeeded(&target.run(&["restore", &backup]));
    assert!(reported.contains("Everything was already restored"), "{reported}");
    let server = Server::start(&target, &[]);
    server.sign_in("ada@people.example", "Quiet-River-7!");
    assert_eq!(server.end("-TERM"), Some(0));
}

fn list_backups(place: &str) -> Vec<String> {
    let names = fs::read_dir(place).unwrap().map(|entry| entry.unwrap());
    let mut names: Vec<String> = names
        .filter(|entry| entry.path().join("manifest.json").exists())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn the_server_makes_backups_and_keeps_the_configured_number() {
    let (mut installation, by_hand) = backed_up();
    let place = installation.path("backups");
    installation.configure("ADITUS_BACKUP_DIR", &place);
    installation.configure("ADITUS_BACKUP_EVERY", "1 second");
    installation.configure("ADITUS_BACKUP_KEEP", "2");
    let check = installation.run(&["check"]);
    assert_eq!(check.status.code(), Some(1), "{}", stdout_text(&check));
    assert!(
        stdout_text(&check).contains("WRONG  backups: ADITUS_BACKUP_DIR: the folder"),
        "{}",
        stdout_text(&check)
    );
    fs::create_dir(&place).unwrap();
    let check = installation.run(&["check"]);
    assert_eq!(check.status.code(), Some(0), "{}", stdout_text(&check));
    assert!(
        stdout_text(&check).contains("WARN   backups: there is none yet"),
        "{}",
        stdout_text(&check)
    );
    let moved = Path::new(&place).join("by-hand");
    fs::rename(&by_hand, &moved).unwrap();

    let server = Server::start(&installation, &[]);
    let own = || {
        let mut names = list_backups(&place);
        names.retain(|name| name != "by-hand");
        names
    };
    while own().is_empty() {
        std::thread::yield_now();
    }
    let first = own()[0].clone();
    while own().contains(&first) {
        std::thread::yield_now();
    }
    assert_eq!(server.end("-TERM"), Some(0));
    let kept = own();
    assert_eq!(kept.len(), 2, "{kept:?}");
    assert!(moved.join("manifest.json").exists());
    let last = Path::new(&place).join(&kept[1]);
    let reported = succeeded(&installation.run(&["verify-backup", last.to_str().unwrap()]));
    assert!(reported.contains("made by the server"), "{reported}");
    // As long as the backup's files stay where they are, the backup is known without being read as
    // a whole.
    installation.configure("ADITUS_BACKUP_EVERY", "1 day");
    let check = stdout_text(&installation.run(&["check"]));
    assert!(check.contains("OK     backups: the last of 3 in"), "{check}");
}
