//! Crash tests with a few kills on each database. `just crash` makes a thousand.
#![allow(clippy::unwrap_used, missing_docs)]

use std::path::Path;
use std::process::Command;

/// Runs `scripts/crash` with the binaries beside this tool, which cargo has built for the tests.
/// The two tests make fifty kills in total, divided so that both take equally long in parallel.
fn nothing_is_lost(database: &str, kills: &str) {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let tool = Path::new(env!("CARGO_BIN_EXE_aditus-bench"));
    let ended = Command::new(repository.join("scripts/crash"))
        .args(["debug", "--kills", kills])
        .env("ADITUS_CRASH_DATABASES", database)
        .env("ADITUS_CRASH_BINARIES", tool.parent().unwrap())
        .status()
        .unwrap();
    assert!(ended.success());
}

#[test]
fn sqlite_keeps_acknowledged_changes_across_kills() {
    nothing_is_lost("sqlite", "32");
}

#[test]
fn postgres_keeps_acknowledged_changes_across_kills() {
    nothing_is_lost("postgres", "18");
}
