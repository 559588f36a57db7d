//! Tests of the process that inspects documents.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use aditus_application::testing::papers::{PDF, PDF_WITH_SCRIPT, PNG};

fn inspector() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_aditus"));
    command
        .arg("inspect-document")
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command
}

fn answer(bytes: &[u8]) -> String {
    let mut process = inspector().spawn().unwrap();
    process.stdin.take().unwrap().write_all(bytes).unwrap();
    let output = process.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_process_reports_the_result_of_the_inspection() {
    assert_eq!(answer(PDF), "begun\nsound\n");
    assert_eq!(answer(PNG), "begun\nsound\n");
    assert_eq!(answer(PDF_WITH_SCRIPT), "begun\nscript\n");
    assert_eq!(answer(&PNG[..40]), "begun\ndamaged\n");
}

/// The limits are those of Linux; they apply before the first byte is read.
#[test]
fn the_process_has_limited_memory_and_time() {
    let mut process = inspector().spawn().unwrap();
    let place = format!("/proc/{}", process.id());
    let given_up = Instant::now() + Duration::from_secs(30);
    loop {
        let arguments = std::fs::read_to_string(format!("{place}/cmdline")).unwrap();
        if arguments.contains("--limited") {
            break;
        }
        assert!(Instant::now() < given_up, "it does not limit itself");
        std::thread::yield_now();
    }
    let limits = std::fs::read_to_string(format!("{place}/limits")).unwrap();
    let limit = |name: &str| {
        let line = limits.lines().find(|line| line.starts_with(name)).unwrap();
        let values: Vec<&str> = line[name.len()..].split_whitespace().collect();
        (values[0].to_owned(), values[1].to_owned())
    };
    let both = |value: &str| (value.to_owned(), value.to_owned());
    assert_eq!(limit("Max address space"), both("805306368"));
    assert_eq!(limit("Max cpu time"), both("3"));
    assert_eq!(limit("Max file size"), both("0"));
    // The name may contain blanks. The fields after it begin with the third, and the niceness is
    // the nineteenth.
    let fields = std::fs::read_to_string(format!("{place}/stat")).unwrap();
    let behind_name = fields.rsplit(") ").next().unwrap();
    let niceness: i32 = behind_name.split(' ').nth(19 - 3).unwrap().parse().unwrap();
    assert!(niceness >= 15, "its priority is not low: niceness {niceness}");
    process.stdin.take().unwrap().write_all(PDF).unwrap();
    let mut answer = BufReader::new(process.stdout.take().unwrap());
    let mut first = String::new();
    answer.read_line(&mut first).unwrap();
    let mut rest = String::new();
    answer.read_to_string(&mut rest).unwrap();
    assert_eq!((first.as_str(), rest.as_str()), ("begun\n", "sound\n"));
    assert!(process.wait().unwrap().success());
}
