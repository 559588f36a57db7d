//! `aditus audit keys`: the keys of the transparency log.

use std::process::ExitCode;

use aditus_application::audit::log::rotate;
use aditus_application::audit::log::state::{self, Retired};
use chrono::{DateTime, Utc};
use serde_json::json;

use crate::clean_failure::CleanFailure;
use crate::console;
use crate::setup::Setup;
use crate::wiring::{MissingKey, Wiring};

/// Lists the keys, newest first. With `rotates`, creates a new key before.
pub(super) fn run(setup: &Setup, rotates: bool, json: bool) -> Result<ExitCode, CleanFailure> {
    let wiring = if rotates {
        Wiring::without_migrating(setup, MissingKey::Create)?
    } else {
        Wiring::read_only(setup)?
    };
    let failed = |error: &dyn std::error::Error| CleanFailure::because("the keys of the log", error);
    if rotates {
        rotate::execute(&wiring.ports).map_err(|error| failed(&error))?;
    }
    let log = state::execute(&wiring.ports).map_err(|error| failed(&error))?;
    if json {
        let keys: Vec<_> = log
            .keys
            .iter()
            .map(|key| {
                json!({
                    "verifier_key": key.verifier_key,
                    "made_at": key.made_at,
                    "retired_at": key.retired.map(|retired| retired.at),
                    "retired_size": key.retired.map(|retired| retired.size),
                })
            })
            .collect();
        console::print(&json!({ "origin": log.origin, "keys": keys }).to_string());
        return Ok(ExitCode::SUCCESS);
    }
    if log.keys.is_empty() {
        console::print("There is no key yet: the server creates it with the first checkpoint.");
    }
    for key in &log.keys {
        let time = |at: DateTime<Utc>| at.format("%Y-%m-%d %H:%M:%S UTC");
        let since = time(key.made_at);
        let use_of_it = match key.retired {
            None => format!("signs since {since}"),
            Some(Retired { at, size }) => format!(
                "signed from {since} to {}, when the log had {size} entries",
                time(at)
            ),
        };
        console::print(&format!("{}  {use_of_it}", key.verifier_key));
    }
    if rotates {
        console::print(
            "Publish the new key where you published the former one, with the number of entries that the log had when the former was retired: anyone \
             who trusts only the former key rejects newer checkpoints, and anyone who stole it can sign false ones.",
        );
    }
    Ok(ExitCode::SUCCESS)
}
