//! The checks of the audit log: the progress and name of its transparency log, foreign entries, the
//! witness, and the protection against changes.

use std::time::Duration;

use aditus_application::audit::log::macs::foreign;
use aditus_application::audit::log::origin::{self, is_local};
use aditus_application::audit::log::views::{Pending, WriteProtection};
use aditus_application::audit::log::witness::{TroubleKind, WitnessState};
use aditus_application::audit::log::{Checkpoint, continuity};
use aditus_application::ports::{DemonstrationMark, StoreError};
use chrono::{DateTime, Utc};

use super::report::{Level, Report};
use crate::checkpoint_file::CheckpointFile;
use crate::clean_failure::chain;
use crate::commands::format::format_entries;
use crate::wiring::Wiring;

/// The age of pending entries above which the log counts as stopped. A node normally continues it
/// within a second.
const MAX_LAG: Duration = Duration::from_mins(15);

/// The time after which an unreachable witness counts as wrong: it may be away for a while.
const MAX_SILENCE: Duration = Duration::from_hours(6);

/// Adds the lines about the transparency log, its name, foreign entries, the witness and the write
/// protection. Call it only for a database of this version.
pub(super) fn check(wiring: &Wiring, report: &mut Report) -> Result<(), StoreError> {
    let now = wiring.ports.clock.now();
    let mut views = wiring.ports.database.read()?;
    let log = views.audit_log();
    let (newest, pending) = (log.newest()?, log.pending()?);
    let (witnesses, protection) = (log.witnesses()?, log.write_protection()?);
    let foreign = foreign(wiring.ports.keys.as_ref(), log)?;
    drop(views);
    let mark = wiring.ports.database.begin()?.installation().demonstration()?;
    let kept = CheckpointFile::at(wiring.log_checkpoint.clone());
    let continuity = continuity::execute(continuity::LogPorts::from_ports(&wiring.ports), &kept)?;
    let found = if continuity.obstacles.is_empty() {
        lag(newest.as_ref(), pending, mark, now)
    } else {
        let description: Vec<String> = continuity.obstacles.iter().map(|error| chain(error)).collect();
        Err(description.join(" "))
    };
    report.line("transparency log", found);
    origin(wiring, mark, report)?;
    if !foreign.is_empty() {
        report.line(
            "foreign entries",
            Err(format!(
                "{} in the queue of the log, not written with the secrets of this installation. Run `aditus audit verify`, and see PROOF.md",
                format_entries(foreign.len() as u64)
            )),
        );
    }
    let found = match &wiring.witness {
        None => Ok("none is configured: ADITUS_AUDIT_WITNESS_URL is not set".to_owned()),
        Some(work) => {
            let name = work.witness.name();
            let state = witnesses.into_iter().find(|(found, _)| found == name);
            let size = newest.map_or(0, |newest| newest.head.size);
            witness(
                name,
                &state.map(|(_, state)| state).unwrap_or_default(),
                size,
                now,
            )
        }
    };
    report.line("witness", found);
    match protection {
        WriteProtection::NoRoles => report.line(
            "audit log",
            Ok("the database refuses changes to it; anyone with the database file could change it, which a saved checkpoint would reveal".to_owned()),
        ),
        WriteProtection::InsertOnly => report.line("audit log", Ok("the database role of this server can add entries and change none".to_owned())),
        WriteProtection::Alterable(tables) => report.add(
            Level::Warning,
            "audit log",
            &format!(
                "the database role of this server could disable the protection of {}; GRANTS.md says how to use another role",
                tables.join(", ")
            ),
        ),
    }
    Ok(())
}

/// Reports the name of the log, which is permanent. The name of a demonstration's log does not
/// matter.
fn origin(wiring: &Wiring, mark: DemonstrationMark, report: &mut Report) -> Result<(), StoreError> {
    let origin::Answer { origin, is_final } = origin::execute(&wiring.ports)?;
    let subject = "name of the log";
    let configured = wiring.ports.settings.log_origin.as_ref();
    if let Some(other) = configured.filter(|configured| is_final && **configured != origin) {
        report.add(
            Level::Warning,
            subject,
            &format!("{origin}, permanently: ADITUS_AUDIT_ORIGIN ({other}) no longer has an effect"),
        );
    } else if mark != DemonstrationMark::None || !is_local(&origin) {
        report.line(subject, Ok(origin));
    } else if is_final {
        report.add(
            Level::Warning,
            subject,
            &format!(
                "{origin}, permanently: logs of other installations have the same name, and a witness cannot distinguish them; see \"The name of \
                 the log\" in PROOF.md"
            ),
        );
    } else {
        report.add(
            Level::ToDo,
            subject,
            &format!(
                "the first start would permanently name the transparency log {origin}, like those of other installations: set ADITUS_PUBLIC_URL \
                 or ADITUS_AUDIT_ORIGIN before it"
            ),
        );
    }
    Ok(())
}

/// Reports entries that no node has appended to the log. The history of a demonstration is made up:
/// its entries are written with old dates, so their age is no sign of a delay.
fn lag(
    newest: Option<&Checkpoint>,
    pending: Pending,
    mark: DemonstrationMark,
    now: DateTime<Utc>,
) -> Result<String, String> {
    let signed = match newest {
        Some(newest) => format!(
            "{}, signed {}",
            format_entries(newest.head.size),
            time(newest.signed_at)
        ),
        None => "no checkpoint yet".to_owned(),
    };
    let Some(oldest) = pending.oldest else {
        return Ok(format!("{signed}; no entry is waiting"));
    };
    if mark != DemonstrationMark::None {
        return Ok(format!("{signed}; {} waiting", pending.entries));
    }
    let waits = (now - oldest).to_std().unwrap_or_default();
    let description = format!(
        "{signed}; {} waiting, the oldest for {} minutes",
        pending.entries,
        waits.as_secs() / 60
    );
    if waits > MAX_LAG {
        return Err(format!(
            "{description}. Check that a server is running, and look for \"cannot continue the transparency log\" in its log"
        ));
    }
    Ok(description)
}

fn witness(name: &str, state: &WitnessState, size: u64, now: DateTime<Utc>) -> Result<String, String> {
    let agreed = match &state.agreed {
        Some(agreed) => format!(
            "{name} signed {} of {size} entries, {}",
            agreed.size,
            time(agreed.at)
        ),
        None => format!("{name} has signed nothing yet"),
    };
    let Some(trouble) = &state.trouble else {
        return Ok(agreed);
    };
    let description = format!("{agreed}; since {}: {}", time(trouble.since), trouble.message);
    let silent = (now - trouble.since).to_std().unwrap_or_default();
    match trouble.kind {
        TroubleKind::Unreachable if silent < MAX_SILENCE => Ok(description),
        TroubleKind::Unreachable => Err(format!("{description}; check ADITUS_AUDIT_WITNESS_URL")),
        TroubleKind::Refuses => Err(format!(
            "{description}; check the keys that begin with ADITUS_AUDIT_WITNESS_"
        )),
        TroubleKind::Disagrees => Err(format!(
            "{description}. Run `aditus audit verify`, and see PROOF.md"
        )),
    }
}

fn time(at: DateTime<Utc>) -> impl std::fmt::Display {
    at.format("%Y-%m-%d %H:%M:%S UTC")
}

#[cfg(test)]
mod tests {
    use aditus_application::audit::log::witness::{CosignedCheckpoint, Trouble};

    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    #[test]
    fn old_pending_entries_are_reported() {
        let waiting = Pending {
            entries: 3,
            oldest: Some(at(0)),
        };
        let lag = |pending, now| lag(None, pending, DemonstrationMark::None, now);
        assert_eq!(
            lag(waiting, at(600)).unwrap(),
            "no checkpoint yet; 3 waiting, the oldest for 10 minutes"
        );
        let problem = lag(waiting, at(901)).unwrap_err();
        assert!(
            problem.ends_with(
                "Check that a server is running, and look for \"cannot continue the transparency log\" in its log"
            ),
            "{problem}"
        );
        assert_eq!(
            lag(Pending::default(), at(901)).unwrap(),
            "no checkpoint yet; no entry is waiting"
        );
    }

    #[test]
    fn old_entries_of_a_demonstration_are_no_lag() {
        let waiting = Pending {
            entries: 3,
            oldest: Some(at(0)),
        };
        assert_eq!(
            lag(None, waiting, DemonstrationMark::Complete, at(9_000_000)).unwrap(),
            "no checkpoint yet; 3 waiting"
        );
    }

    #[test]
    fn a_disagreeing_witness_is_wrong_at_once_and_a_silent_one_after_hours() {
        let state = |kind| WitnessState {
            agreed: Some(CosignedCheckpoint {
                size: 4,
                note: String::new(),
                at: at(0),
            }),
            trouble: Some(Trouble {
                kind,
                message: "no".to_owned(),
                since: at(60),
            }),
            ..WitnessState::default()
        };
        let found = |kind, now| witness("https://witness.example", &state(kind), 9, at(now));
        assert_eq!(
            found(TroubleKind::Unreachable, 120).unwrap(),
            "https://witness.example signed 4 of 9 entries, 1970-01-01 00:00:00 UTC; since 1970-01-01 00:01:00 UTC: no"
        );
        assert!(found(TroubleKind::Unreachable, 30_000).is_err());
        assert!(found(TroubleKind::Refuses, 60).is_err());
        assert!(
            found(TroubleKind::Disagrees, 60)
                .unwrap_err()
                .contains("aditus audit verify")
        );
        let never = witness("https://witness.example", &WitnessState::default(), 9, at(0));
        assert_eq!(never.unwrap(), "https://witness.example has signed nothing yet");
    }
}
