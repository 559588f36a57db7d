//! Tests of the other commands of the real binary.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection, SqliteConnection};
use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};

use crate::installation::{Installation, Server, fixture, stderr_text, stdout_text};

fn import(installation: &Installation, format: &str, tables: &str, variables: &str) -> Output {
    let (tables, variables) = (fixture(tables), fixture(variables));
    let arguments = [
        "import-dictionary",
        "--source",
        "Malaria register",
        "--format",
        format,
    ];
    installation.run(&[&arguments[..], &["--tables", &tables, "--variables", &variables]].concat())
}

#[test]
fn an_import_reports_each_row_and_changes_nothing_the_second_time() {
    for installation in Installation::on_both() {
        let first = import(&installation, "aditus", "tables.csv", "variables.csv");
        assert_eq!(first.status.code(), Some(0), "{}", stderr_text(&first));
        let text = stdout_text(&first);
        assert!(text.contains("Source \"Malaria register\": added"), "{text}");
        assert!(
            text.contains("Tables: 3 read, 2 added, 0 changed, 1 refused"),
            "{text}"
        );
        assert!(
            text.contains("Variables: 6 read, 4 added, 0 changed, 2 refused"),
            "{text}"
        );
        assert!(
            text.contains("tables.csv line 4: tbl_name: Table Name is required"),
            "{text}"
        );
        assert!(
            text.contains("variables.csv line 6: data_type: \"Picture\" is not a known data type"),
            "{text}"
        );
        assert!(
            text.contains("variables.csv line 7: there is no table \"unknown_table\""),
            "{text}"
        );

        let second = stdout_text(&import(&installation, "aditus", "tables.csv", "variables.csv"));
        assert!(
            second.contains("Source \"Malaria register\": already known"),
            "{second}"
        );
        assert!(
            second.contains("Tables: 3 read, 0 added, 0 changed, 1 refused"),
            "{second}"
        );
        assert!(
            second.contains("Variables: 6 read, 0 added, 0 changed, 2 refused"),
            "{second}"
        );
    }
}

#[test]
fn omop_is_imported_completely_and_changes_nothing_the_second_time() {
    for installation in Installation::on_both() {
        let first = stdout_text(&import(
            &installation,
            "omop",
            "omop_tables.csv",
            "omop_fields.csv",
        ));
        assert!(
            first.contains("Tables: 2 read, 2 added, 0 changed, 0 refused"),
            "{first}"
        );
        assert!(
            first.contains("Variables: 5 read, 5 added, 0 changed, 0 refused"),
            "{first}"
        );
        let second = stdout_text(&import(
            &installation,
            "omop",
            "omop_tables.csv",
            "omop_fields.csv",
        ));
        assert!(
            second.contains("Variables: 5 read, 0 added, 0 changed, 0 refused"),
            "{second}"
        );
    }
}

#[test]
fn a_dry_run_reports_the_same_and_changes_nothing() {
    for installation in Installation::on_both() {
        let preview = || {
            installation.run(&[
                "import-dictionary",
                "--dry-run",
                "--source",
                "Malaria register",
                "--tables",
                &fixture("tables.csv"),
                "--variables",
                &fixture("variables.csv"),
            ])
        };
        let first = preview();
        assert_eq!(first.status.code(), Some(0), "{}", stderr_text(&first));
        for text in [stdout_text(&first), stdout_text(&preview())] {
            assert!(
                text.contains("Source \"Malaria register\": would be added"),
                "{text}"
            );
            assert!(
                text.contains("Tables: 3 read, 2 added, 0 changed, 1 refused"),
                "{text}"
            );
            assert!(
                text.contains("tables.csv line 4: tbl_name: Table Name is required"),
                "{text}"
            );
            assert!(text.contains("Nothing was changed."), "{text}");
        }
    }
}

#[test]
fn an_import_of_unusable_files_exits_with_2_and_of_refused_rows_with_1() {
    let installation = Installation::on_sqlite();
    let wrong_format = import(&installation, "omop", "tables.csv", "variables.csv");
    assert_eq!(wrong_format.status.code(), Some(2));
    assert!(stderr_text(&wrong_format).contains(
        "line 1: these are the columns of another format: choose Columns by the names of the fields (aditus)"
    ));
    let missing = import(&installation, "aditus", "nowhere.csv", "variables.csv");
    assert!(stderr_text(&missing).contains("nowhere.csv: No such file"));
    assert_eq!(missing.status.code(), Some(2));

    let empty = installation.data("empty.csv");
    std::fs::create_dir_all(empty.parent().unwrap()).unwrap();
    std::fs::write(&empty, "tbl_name,table_type,tbl_description\n").unwrap();
    let arguments = [
        "import-dictionary",
        "--source",
        "X",
        "--tables",
        empty.to_str().unwrap(),
        "--variables",
    ];
    let nothing = installation.run(&[&arguments[..], &[&fixture("variables.csv")]].concat());
    assert_eq!(
        nothing.status.code(),
        Some(1),
        "all variables are of no table: {}",
        stdout_text(&nothing)
    );

    let refused = installation.data("refused.csv");
    std::fs::write(
        &refused,
        "tbl_name,var_name,data_type,meaning\nnowhere,a,Text,b\n",
    )
    .unwrap();
    let taken = import(&installation, "aditus", "tables.csv", refused.to_str().unwrap());
    assert!(
        stdout_text(&taken).contains("Tables: 3 read, 2 added"),
        "{}",
        stdout_text(&taken)
    );
    assert_eq!(taken.status.code(), Some(1), "tables were taken, and no variable");
}

#[test]
fn a_dictionary_of_redcap_is_imported_from_one_file_without_the_columns_that_are_not_read() {
    let installation = Installation::on_sqlite();
    let file = installation.data("redcap.csv");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(
        &file,
        "field_name,form_name,field_type,field_label,colour\nsex,visit,yesno,Female?,red\n",
    )
    .unwrap();
    let import = |more: &[&str]| {
        let arguments = [
            "import-dictionary",
            "--source",
            "Cohort",
            "--variables",
            file.to_str().unwrap(),
        ];
        installation.run(&[&arguments[..], more].concat())
    };
    let without_tables = import(&[]);
    assert_eq!(without_tables.status.code(), Some(2));
    assert!(
        stderr_text(&without_tables).contains("--tables"),
        "{}",
        stderr_text(&without_tables)
    );
    let refused = import(&["--format", "redcap", "--dry-run"]);
    assert!(
        stdout_text(&refused).contains("--leave-unknown"),
        "{}",
        stdout_text(&refused)
    );
    assert!(
        stderr_text(&refused).contains("1 column is not read."),
        "{}",
        stderr_text(&refused)
    );
    let taken = import(&["--format", "redcap", "--leave-unknown", "--publish"]);
    assert_eq!(taken.status.code(), Some(0), "{}", stderr_text(&taken));
    let text = stdout_text(&taken);
    assert!(text.contains("Variables: 1 read, 1 added"), "{text}");
    assert!(
        text.contains("redcap.csv line 1: these columns are left out: colour"),
        "{text}"
    );
}

const ADA: [&str; 9] = [
    "create-super-user",
    "--email",
    "ada@aditus.example",
    "--fname",
    "Ada",
    "--sname",
    "Okello",
    "--phone",
    "+12125550199",
];

#[test]
fn a_super_user_is_created_once_and_can_sign_in() {
    for installation in Installation::on_both() {
        let weak = installation
            .aditus(&ADA)
            .env("ADITUS_NEW_PASSWORD", "short")
            .output()
            .unwrap();
        assert_eq!(weak.status.code(), Some(2));
        assert!(
            stderr_text(&weak).contains("the password: "),
            "{}",
            stderr_text(&weak)
        );

        let mut piped = installation
            .aditus(&ADA)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        piped
            .stdin
            .take()
            .unwrap()
            .write_all(b"Quiet-River-7!\n")
            .unwrap();
        let created = piped.wait_with_output().unwrap();
        assert_eq!(created.status.code(), Some(0), "{}", stderr_text(&created));
        assert!(stdout_text(&created).contains("ada@aditus.example can sign in as Super User"));

        let again = installation
            .aditus(&ADA)
            .env("ADITUS_NEW_PASSWORD", "Other-River-8!")
            .output()
            .unwrap();
        assert_eq!(again.status.code(), Some(2));
        assert!(
            stderr_text(&again).contains("already exists; nothing was changed"),
            "{}",
            stderr_text(&again)
        );
        let another = ADA.map(|argument| match argument {
            "ada@aditus.example" => "ben@aditus.example",
            "Ada" => "Ben",
            "+12125550199" => "+12125550198",
            other => other,
        });
        let created = installation
            .aditus(&another)
            .env("ADITUS_NEW_PASSWORD", "Quiet-River-7!")
            .output()
            .unwrap();
        assert_eq!(created.status.code(), Some(0), "{}", stderr_text(&created));

        let server = Server::start(&installation, &[]);
        let token = server.sign_in("ada@aditus.example", "Quiet-River-7!");
        let (_, user) = server.call("GET", "/api/v1/users/detailuser/", Some(&token), None);
        assert_eq!(user["user"]["assigned_roles"][0]["role"], "Super User", "{user}");
        let path = "/api/v1/notifications/user-notifications/";
        let (_, notified) = server.call("GET", path, Some(&token), None);
        assert_eq!(
            notified["data"][0]["message"],
            "Ben Okello is a Super User now. An operator of the server made this change.",
            "{notified}"
        );
        assert_eq!(server.end("-TERM"), Some(0));
    }
}

#[test]
fn migrating_twice_changes_nothing_the_second_time_and_check_finds_all_in_order() {
    for installation in Installation::on_both() {
        let before = installation.run(&["check"]);
        assert_eq!(before.status.code(), Some(1));
        assert!(
            stdout_text(&before).contains("run `aditus migrate`"),
            "{}",
            stdout_text(&before)
        );

        let first = stdout_text(&installation.run(&["migrate"]));
        assert!(
            first.lines().count() >= 5 && first.lines().all(|line| line.starts_with("applied ")),
            "{first}"
        );
        assert_eq!(
            stdout_text(&installation.run(&["migrate"])),
            "The database is up to date.\n"
        );

        let check = installation.run(&["check"]);
        let text = stdout_text(&check);
        assert_eq!(check.status.code(), Some(0), "{text}");
        for what in [
            "configuration",
            "data folder",
            "database",
            "approval procedures",
            "file store",
            "mail",
        ] {
            assert!(text.contains(&format!("OK     {what}: ")), "{text}");
        }
        for missing in [
            "There is no active ethics committee",
            "There is no published data source",
            "No organisation offers the role Data Officer",
        ] {
            assert!(
                text.contains(&format!("TO DO  first request: {missing}")),
                "{text}"
            );
        }
        assert!(
            text.contains("/superuser/reference-data?tab=committees"),
            "{text}"
        );
        assert!(!text.contains("equipment type"), "{text}");
    }
}

#[test]
fn check_reports_weak_configuration() {
    let installation = Installation::on_sqlite();
    installation.run(&["migrate"]);
    let sound = stdout_text(&installation.run(&["check"]));
    for line in [
        "OK     passwords: ",
        "OK     public address: ",
        "OK     trusted proxies: ",
        "OK     encryption: ",
    ] {
        assert!(sound.contains(line), "{line} in {sound}");
    }
    assert!(
        sound.contains("WARN   virus scanner: none is configured"),
        "{sound}"
    );

    let output = installation
        .aditus(&["check"])
        .env("ADITUS_ARGON2_MEMORY_KIB", "8192")
        .env("ADITUS_TRUSTED_PROXIES", "0.0.0.0/0")
        .env("ADITUS_PUBLIC_URL", "http://data.health.example")
        .env("ADITUS_TEXT_GATEWAY_URL", "http://0.0.0.0:1/send")
        .output()
        .unwrap();
    let text = stdout_text(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    for line in [
        "WRONG  passwords: argon2id with 8192 KiB and 2 iterations is less than OWASP recommends",
        "WRONG  public address: http://data.health.example is not encrypted",
        "WRONG  trusted proxies: all callers in 0.0.0.0/0 are trusted",
        "WRONG  encryption: the connection to http://0.0.0.0:1/send is not encrypted",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }

    // A service in a private network is no fault. A link-local address cannot be reached without
    // its interface.
    let output = installation
        .aditus(&["check"])
        .env("ADITUS_TEXT_GATEWAY_URL", "http://[fe80::1]:1/send")
        .output()
        .unwrap();
    let text = stdout_text(&output);
    assert!(
        text.contains(
            "TO DO  encryption: the connection to http://[fe80::1]:1/send is not encrypted in the private network"
        ),
        "{text}"
    );
    assert!(!text.contains("WRONG  encryption"), "{text}");
}

/// Creates a folder that every account may enter.
fn open_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir_in("/tmp").unwrap();
    set_mode(folder.path(), 0o755);
    folder
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_database_outside_of_the_data_folder_is_made_private_and_refused_where_others_may_read_it() {
    let folder = open_folder();
    let file = folder.path().join("elsewhere.db");
    let mut installation = Installation::on_sqlite();
    installation.configure("ADITUS_DATABASE_URL", &format!("sqlite://{}", file.display()));
    let migrated = installation.run(&["migrate"]);
    assert_eq!(migrated.status.code(), Some(0), "{}", stderr_text(&migrated));
    let mode = std::fs::metadata(&file).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o600, "{mode:o}");

    set_mode(&file, 0o644);
    for command in ["serve", "migrate"] {
        let refused = installation.run(&[command]);
        let text = stderr_text(&refused);
        assert_eq!(refused.status.code(), Some(2), "{text}");
        assert!(
            text.contains("ADITUS_DATABASE_URL: other accounts of this machine may read or change"),
            "{text}"
        );
    }
    let check = stdout_text(&installation.run(&["check"]));
    assert!(
        check.contains("WRONG  database: ADITUS_DATABASE_URL: other accounts"),
        "{check}"
    );
}

/// Runs a command as an account that file modes bind; they do not bind root.
fn bound_by_file_modes(installation: &Installation, arguments: &[&str]) -> Output {
    let command = installation.aditus(arguments);
    if !rustix::process::geteuid().is_root() {
        return installation.run(arguments);
    }
    let rights = "-dac_override,-dac_read_search";
    let mut bound = Command::new("setpriv");
    bound
        .args(["--bounding-set", rights, "--inh-caps", rights, "--"])
        .arg(command.get_program())
        .args(command.get_args())
        .current_dir(command.get_current_dir().unwrap());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => bound.env(name, value),
            None => bound.env_remove(name),
        };
    }
    bound.output().unwrap()
}

#[test]
fn a_sqlite_file_that_may_not_be_written_is_named_as_the_cause() {
    let installation = Installation::on_sqlite();
    installation.create_super_user();
    let file = installation.data("aditus.db");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o400)).unwrap();
    let served = bound_by_file_modes(&installation, &["serve"]);
    let checked = bound_by_file_modes(&installation, &["check"]);
    assert_eq!((served.status.code(), checked.status.code()), (Some(2), Some(1)));
    for reported in [stderr_text(&served), stdout_text(&checked)] {
        assert!(
            reported.contains("this account may not write to the file")
                && reported.contains("aditus.db: check its owner"),
            "{reported}"
        );
    }
    let text = stderr_text(&served);
    assert!(
        !text.contains("our side") && !text.contains("tell its administrators"),
        "{text}"
    );
    let line = stdout_text(&checked);
    assert!(
        line.contains("WRONG  database: ") && !line.contains("Is the database server running?"),
        "{line}"
    );
}

/// Returns the names of the files in the data folder.
fn names_in_data(installation: &Installation) -> BTreeSet<OsString> {
    let entries = std::fs::read_dir(installation.data("")).unwrap();
    entries.map(|entry| entry.unwrap().file_name()).collect()
}

#[test]
fn reading_commands_work_where_nothing_can_be_written() {
    let installation = Installation::on_sqlite();
    installation.create_super_user();
    let before = names_in_data(&installation);
    let backup = installation.path("backup");
    let (file, folder) = (installation.data("aditus.db"), installation.data(""));
    // First the file alone is read-only, then the folder as well.
    for mode_of_folder in [0o700, 0o500] {
        set_mode(&file, 0o400);
        set_mode(&folder, mode_of_folder);
        for command in [
            &["audit", "verify"][..],
            &["audit", "keys"],
            &["keys", "status"],
            &["retention"],
            &["backup", &format!("{backup}-{mode_of_folder:o}")],
        ] {
            let output = bound_by_file_modes(&installation, command);
            let reported = stderr_text(&output);
            assert_eq!(
                output.status.code(),
                Some(0),
                "{command:?} {mode_of_folder:o}: {reported}"
            );
        }
        let checked = bound_by_file_modes(&installation, &["check", "--deep"]);
        assert_eq!(checked.status.code(), Some(1));
        let reported = stdout_text(&checked);
        assert!(
            reported.contains("WRONG  database: ") && reported.contains("aditus.db: check its owner"),
            "{reported}"
        );
        // The check continues after the failure.
        assert!(
            reported.contains("transparency log: ") && reported.contains("versions of Data Requests: "),
            "{reported}"
        );
        let is_folder_wrong =
            reported.contains("WRONG  data folder: ") && reported.contains("may not write to the folder");
        assert_eq!(is_folder_wrong, mode_of_folder == 0o500, "{reported}");
        set_mode(&folder, 0o700);
        set_mode(&file, 0o600);
    }
    let mut after = names_in_data(&installation);
    after.remove(OsStr::new("last-backup"));
    assert_eq!(after, before, "nothing is left that the server could not write");
}

#[test]
fn a_configuration_with_secrets_that_others_may_read_is_refused() {
    let folder = open_folder();
    let file = folder.path().join("aditus.toml");
    std::fs::write(&file, "smtp_url = 'smtps://mailer:s3cret@mail.example'\n").unwrap();
    set_mode(&file, 0o644);
    let installation = Installation::on_sqlite();
    let refused = installation.run(&["--config", file.to_str().unwrap(), "check"]);
    let text = stderr_text(&refused);
    assert_eq!(refused.status.code(), Some(2), "{text}");
    assert!(
        text.contains("aditus.toml contains secrets (smtp_url): other accounts") && !text.contains("s3cret"),
        "{text}"
    );
    assert!(!installation.data("").exists(), "nothing was made");
}

#[test]
fn check_reports_errors_and_continues() {
    let installation = Installation::on_sqlite();
    installation.run(&["migrate"]);
    let output = installation
        .aditus(&["check"])
        .env("ADITUS_SMTP_URL", "smtp://ada:s3cret@127.0.0.1:1")
        .output();
    let output = output.unwrap();
    let text = stdout_text(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("WRONG  mail: smtp://ada:***@127.0.0.1:1"), "{text}");
    assert!(
        text.contains("check ADITUS_SMTP_URL") && !text.contains("s3cret"),
        "{text}"
    );
    assert!(text.contains("OK     file store"), "{text}");
}

#[test]
fn the_openapi_document_needs_no_configuration() {
    let installation = Installation::on_sqlite();
    let output = installation
        .aditus(&["openapi"])
        .env("ADITUS_PORT", "wrong")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    assert!(
        document["paths"]
            .as_object()
            .unwrap()
            .keys()
            .any(|path| path.contains("users/signin"))
    );
}

#[test]
fn a_deep_check_looks_at_everything_while_the_server_runs() {
    for installation in Installation::on_both() {
        let server = Server::start(&installation, &["--demo"]);
        let check = installation.run(&["check", "--deep"]);
        let text = stdout_text(&check);
        // Only the check that refuses a demonstration fails.
        let wrong: Vec<&str> = text.lines().filter(|line| line.starts_with("WRONG")).collect();
        assert!(
            matches!(wrong[..], [only] if only.starts_with("WRONG  demonstration: ")),
            "{text}"
        );
        for subject in [
            "Data Requests",
            "versions of Data Requests",
            "documents of Data Requests",
            "accounts",
            "tables of the dictionary",
            "variables of the dictionary",
            "due dates of Data Requests",
            "counters of organisation roles",
            "files in the file store",
        ] {
            let line = text
                .lines()
                .find(|line| line.starts_with(&format!("OK     {subject}: ")));
            let line = line.unwrap_or_else(|| panic!("{subject}: {text}"));
            assert!(line.contains(" checked, nothing is wrong"), "{line}");
            assert!(!line.contains(": 0 checked"), "{line}");
        }
        assert_eq!(server.end("-TERM"), Some(0));

        let key = std::fs::read_dir(installation.data("files/requests"))
            .unwrap()
            .next()
            .unwrap()
            .unwrap();
        std::fs::write(key.path(), "something else").unwrap();
        let check = installation.run(&["check", "--deep", "--repair"]);
        let name = key.file_name().into_string().unwrap();
        assert!(
            stdout_text(&check).contains(&format!("wrong: requests/{name} (Data Request "))
                && stdout_text(&check).contains("): the file has another size"),
            "{}",
            stdout_text(&check)
        );
        assert_eq!(check.status.code(), Some(1));
    }
}

#[test]
fn a_renamed_variable_is_accepted_with_a_warning() {
    let installation = Installation::on_sqlite();
    assert_eq!(installation.run(&["migrate"]).status.code(), Some(0));
    let output = installation
        .aditus(&["check"])
        .env("ADITUS_HASHING_STRANGERS", "2")
        .output()
        .unwrap();
    let text = stdout_text(&output);
    let warning =
        "WARN   configuration: ADITUS_HASHING_STRANGERS is now called ADITUS_HASHING_UNKNOWN_BROWSERS;";
    assert!(text.contains(warning), "{text}");
    assert_eq!(output.status.code(), Some(0), "{text}");
}

#[test]
fn a_repair_requires_the_deep_check() {
    let installation = Installation::on_sqlite();
    // `--mend` is the name of the option in earlier versions.
    for option in ["--repair", "--mend"] {
        let output = installation.run(&["check", option]);
        assert_eq!(output.status.code(), Some(2));
        assert!(
            stderr_text(&output).contains("--deep"),
            "{}",
            stderr_text(&output)
        );
    }
}

/// Executes a statement in the database of an installation.
pub fn execute(installation: &Installation, statement: &str) {
    if let Some(address) = installation.postgres() {
        let mut connection = PgConnection::establish(address).unwrap();
        connection.batch_execute(statement).unwrap();
    } else {
        let path = installation.data("aditus.db");
        let mut connection = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
        connection.batch_execute(statement).unwrap();
    }
}

#[test]
fn commands_that_do_not_migrate_refuse_a_database_of_an_older_version() {
    const LAST: &str = "20261128000013";
    for installation in Installation::on_both() {
        let folder = installation.path("published");
        let commands: [&[&str]; 5] = [
            &["audit", "verify"],
            &["audit", "export", &folder],
            &["audit", "keys"],
            &["retention"],
            &["retention", "--apply"],
        ];
        let are_refused = |words: &str| {
            for command in commands {
                let output = installation.run(command);
                assert_eq!(output.status.code(), Some(2), "{command:?}");
                let reported = stderr_text(&output);
                assert!(
                    reported.contains(words) && reported.contains("run `aditus migrate`"),
                    "{command:?}: {reported}"
                );
            }
            let check = stdout_text(&installation.run(&["check"]));
            assert!(
                check.contains("WRONG  database: ") && check.contains(words),
                "{check}"
            );
        };
        are_refused("is not of this version yet: the migration 20261128000001 was not applied");

        installation.create_super_user();
        execute(
            &installation,
            &format!("DELETE FROM __diesel_schema_migrations WHERE version = '{LAST}'"),
        );
        are_refused(&format!(
            "is not of this version yet: the migration {LAST} was not applied (1 in all)"
        ));
        execute(
            &installation,
            &format!("INSERT INTO __diesel_schema_migrations (version) VALUES ('{LAST}')"),
        );
        for command in [&["audit", "verify"][..], &["audit", "keys"], &["retention"]] {
            let output = installation.run(command);
            assert_eq!(output.status.code(), Some(0), "{}", stderr_text(&output));
        }
    }
}

#[test]
fn a_database_of_a_newer_version_is_refused_with_the_reason() {
    let installation = Installation::on_sqlite();
    installation.run(&["migrate"]);
    let path = installation.data("aditus.db");
    let mut connection = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
    connection
        .batch_execute("INSERT INTO __diesel_schema_migrations (version) VALUES ('20991231000001')")
        .unwrap();
    let words = "is of a newer version of Aditus: it has the migration 20991231000001, which version";
    for command in ["serve", "migrate"] {
        let output = installation.run(&[command]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr_text(&output).contains(words), "{}", stderr_text(&output));
    }
    let check = stdout_text(&installation.run(&["check"]));
    assert!(
        check.contains("WRONG  database: ") && check.contains(words),
        "{check}"
    );
}

#[test]
fn set_password_works_beside_a_running_server_and_ends_every_session() {
    for installation in Installation::on_both() {
        installation.create_super_user();
        let server = Server::start(&installation, &[]);
        let token = server.sign_in("ada@people.example", "Quiet-River-7!");
        let set = |username: &str, password: &str| {
            installation
                .aditus(&["set-password", username])
                .env("ADITUS_NEW_PASSWORD", password)
                .output()
                .unwrap()
        };
        let unknown = set("nobody@people.example", "Other-River-8!");
        assert_eq!(unknown.status.code(), Some(2));
        assert!(stderr_text(&unknown).contains("there is no account with"));
        let weak = set("ada@people.example", "short");
        assert_eq!(weak.status.code(), Some(2));
        assert!(
            stderr_text(&weak).contains("the password: "),
            "{}",
            stderr_text(&weak)
        );
        server.sign_in("ada@people.example", "Quiet-River-7!");

        let done = set("+12125550199", "Other-River-8!");
        assert_eq!(done.status.code(), Some(0), "{}", stderr_text(&done));
        assert!(stdout_text(&done).contains("An email to ada@people.example reports this."));
        let detail = server.call("GET", "/api/v1/users/detailuser/", Some(&token), None);
        assert_eq!(detail.0, 401, "{}", detail.1);
        let token = server.sign_in("ada@people.example", "Other-River-8!");
        let path = "/api/v1/audit/entries/?kind=account.password_set";
        let (status, entries) = server.call("GET", path, Some(&token), None);
        assert_eq!(status, 200, "{entries}");
        assert_eq!(
            entries["data"]["entries"].as_array().map(Vec::len),
            Some(1),
            "{entries}"
        );
        assert_eq!(server.end("-TERM"), Some(0));
    }
}

#[test]
fn reset_second_factor_refuses_accounts_without_one() {
    for installation in Installation::on_both() {
        installation.create_super_user();
        let reset = |username: &str| installation.run(&["reset-second-factor", username]);
        for (username, words) in [
            ("nobody@people.example", "there is no account with"),
            ("ada@people.example", "This person has no second factor."),
        ] {
            let refused = reset(username);
            assert_eq!(refused.status.code(), Some(2));
            assert!(stderr_text(&refused).contains(words), "{}", stderr_text(&refused));
        }
    }
}

#[test]
fn passwords_with_words_of_the_provider_organisation_are_refused() {
    let mut installation = Installation::on_sqlite();
    installation.configure("ADITUS_PROVIDER_ORGANISATION", "Ops Health Institute");
    let refused = installation
        .aditus(&ADA)
        .env("ADITUS_NEW_PASSWORD", "OpsHealthInstitute2026!")
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2), "{}", stdout_text(&refused));
    assert!(
        stderr_text(&refused).contains("too easy to guess"),
        "{}",
        stderr_text(&refused)
    );
}

#[test]
fn a_password_typed_at_a_terminal_is_hidden() {
    let installation = Installation::on_sqlite();
    let typed = |lines: [&str; 2]| {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY;
        let controller = openpt(flags).unwrap();
        grantpt(&controller).unwrap();
        unlockpt(&controller).unwrap();
        let terminal = ioctl_tiocgptpeer(&controller, flags).unwrap();
        let mut child = installation
            .aditus(&ADA)
            .stdin(Stdio::from(terminal))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut keyboard = File::from(controller);
        let mut asked = child.stderr.take().unwrap();
        let mut reported = Vec::new();
        for (question, line) in ["New password (not shown): ", "Repeat it: "].iter().zip(lines) {
            while !reported.ends_with(question.as_bytes()) {
                let mut byte = [0];
                asked.read_exact(&mut byte).unwrap();
                reported.extend(byte);
            }
            keyboard.write_all(format!("{line}\n").as_bytes()).unwrap();
        }
        asked.read_to_end(&mut reported).unwrap();
        let code = child.wait().unwrap().code();
        // Reading ends with an error once no program has the terminal open.
        let mut shown = Vec::new();
        let _ = keyboard.read_to_end(&mut shown);
        assert!(!String::from_utf8_lossy(&shown).contains("River"));
        (code, String::from_utf8(reported).unwrap())
    };
    let (code, reported) = typed(["Quiet-River-7!", "Quiet-River-8!"]);
    assert_eq!(code, Some(2));
    assert!(
        reported.contains("the two passwords differ; nothing was changed"),
        "{reported}"
    );
    let (code, reported) = typed(["Quiet-River-7!", "Quiet-River-7!"]);
    assert_eq!(code, Some(0), "{reported}");
}

#[test]
fn a_test_mail_is_sent_at_once() {
    let installation = Installation::on_sqlite();
    installation.run(&["migrate"]);
    let wrong = installation.run(&["send-test-mail", "nobody"]);
    assert_eq!(wrong.status.code(), Some(2));
    let sent = installation.run(&["send-test-mail", "ada@people.example"]);
    assert_eq!(sent.status.code(), Some(0), "{}", stderr_text(&sent));
    assert!(
        stdout_text(&sent).contains("the mail is a file in"),
        "{}",
        stdout_text(&sent)
    );
    let mails = std::fs::read_dir(installation.data("mail")).unwrap();
    let texts = mails.map(|mail| std::fs::read_to_string(mail.unwrap().path()).unwrap());
    let texts: Vec<String> = texts.collect();
    assert!(
        texts
            .iter()
            .any(|text| text.contains("ada@people.example") && text.contains("This is a test")),
        "{texts:?}"
    );
    let refused = installation
        .aditus(&["send-test-mail", "ada@people.example"])
        .env("ADITUS_SMTP_URL", "smtp://ada:s3cret@127.0.0.1:1")
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let reported = stderr_text(&refused);
    assert!(
        reported.contains("the mail was not sent: smtp://ada:***@127.0.0.1:1")
            && !reported.contains("s3cret"),
        "{reported}"
    );
}

#[test]
fn check_prints_its_report_as_json() {
    let installation = Installation::on_sqlite();
    installation.create_super_user();
    let output = installation
        .aditus(&["check", "--json"])
        .env("ADITUS_SMTP_URL", "smtp://127.0.0.1:1")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(report["wrong"].as_u64() >= Some(1), "{report}");
    let lines = report["lines"].as_array().unwrap();
    let level = |subject: &str| {
        let line = lines.iter().find(|line| line["subject"] == subject);
        line.unwrap_or_else(|| panic!("{subject} in {report}"))["level"].clone()
    };
    for (subject, expected) in [
        ("configuration", "ok"),
        ("mail", "wrong"),
        ("first request", "to_do"),
        // The installation is in use and has no backup.
        ("backups", "to_do"),
    ] {
        assert_eq!(level(subject), expected, "{subject}");
    }
}
