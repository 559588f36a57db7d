//! `aditus audit check`: checks a file of evidence. Needs no installation.

use std::fs::File;
use std::io::Read as _;
use std::process::ExitCode;

use aditus_application::audit::check::{self, Answer, MAX_FILE_SIZE};
use aditus_canonical::{CanonicalJson, check_result_json};
use aditus_domain::audit::Kind;
use aditus_log::C2spLog;
use aditus_webauthn::WebauthnEvidence;

use super::NOT_PROVED;
use crate::clean_failure::CleanFailure;
use crate::command_line::CheckEvidence;
use crate::console;

/// Checks the file and prints the result of each check.
pub(crate) fn run(arguments: &CheckEvidence) -> Result<ExitCode, CleanFailure> {
    let name = arguments.file.display().to_string();
    let unreadable = |error: std::io::Error| CleanFailure::because(&name, &error);
    let mut bytes = Vec::new();
    // One byte above the limit suffices to detect a file that is too large.
    File::open(&arguments.file)
        .map_err(unreadable)?
        .take(MAX_FILE_SIZE as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.len() > MAX_FILE_SIZE {
        return Err(CleanFailure::new(format!(
            "{name} is larger than {} MiB, so it is not an evidence file",
            MAX_FILE_SIZE / 1024 / 1024
        )));
    }
    let keys: Vec<&str> = arguments.key.iter().map(String::as_str).collect();
    let answer = check::execute(&CanonicalJson, &C2spLog, &WebauthnEvidence, &bytes, &keys);
    if arguments.json {
        console::print(&check_result_json(&answer).to_string());
    } else {
        print_result(&name, &answer);
    }
    Ok(if answer.is_proved() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(NOT_PROVED)
    })
}

fn print_result(name: &str, answer: &Answer) {
    for check in &answer.checks {
        match &check.fault {
            None => console::print(&format!("OK     {}", check.what)),
            Some(fault) => console::print(&format!("WRONG  {}: {fault}", check.what)),
        }
    }
    if !answer.is_proved() {
        console::print(&format!("{name} could not be verified."));
        return;
    }
    if let (Some(facts), Some(index), Some(signed)) = (&answer.facts, answer.index, &answer.signed) {
        let indexed = &facts.indexed;
        let words = match Kind::parse(&indexed.kind) {
            Ok(kind) => kind.label(),
            Err(_) => &indexed.kind,
        };
        console::print(&format!(
            "{name} proves: \"{words}\", recorded at {}, is entry {index} of the {} entries that {} signed.",
            indexed.at.format("%Y-%m-%d %H:%M:%S UTC"),
            signed.head.size,
            signed.origin
        ));
        if let Some(words) = answer.summary() {
            console::print(&format!("The entry says: {words}."));
        }
        console::print(&format!("Signed by {}.", answer.signed_by.join(" and ")));
        console::print(&format!(
            "The file does not show whether a key was retired since: see /log or `aditus audit keys` of the installation. If the log had fewer \
             than {} entries then, the file is forged.",
            signed.head.size
        ));
    }
}
