//! The backup checks of `aditus check`.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

use aditus_application::backup::last;
use aditus_application::ports::DatabaseBackup;
use aditus_backup::FolderShelf;
use chrono::{DateTime, TimeDelta, Utc};

use crate::clean_failure::chain;
use crate::commands::backup::{no_backup, unusable};
use crate::configuration::Backups;
use crate::data_folder::{DataFolder, LastBackup};
use crate::setup::Setup;
use crate::wiring::Wiring;

/// The age above which a manual backup counts as missed: a timer makes at least one each week.
const MAX_MANUAL_AGE: TimeDelta = TimeDelta::days(8);

/// The result of the check.
pub(super) enum Found {
    /// Nothing is wrong.
    Fine(String),
    /// There is data to lose and no known backup of it.
    ToDo(String),
    /// The last backup is too old, or the server has made none yet.
    Warning(String),
    /// The server cannot make backups with its present configuration.
    Wrong(String),
}

/// Checks the backups that the server makes, or the last one that was made manually.
pub(super) fn check(setup: &Setup, folder: &DataFolder, wiring: &Wiring) -> Found {
    let now = wiring.ports.clock.now();
    let kind = wiring.database.backup().map(DatabaseBackup::kind);
    let Some(backups) = &setup.configuration.backups else {
        // A database that was reported already counts as one without data to lose.
        let begun = wiring.ports.database.begin();
        let is_untouched = begun.and_then(|mut transaction| transaction.installation().is_untouched());
        return judge_manual(folder.last_backup(), kind, now, is_untouched.unwrap_or(true));
    };
    let Some(database) = wiring.database.backup() else {
        return Found::Wrong(format!("ADITUS_BACKUP_DIR: {}", no_backup(setup)));
    };
    if let Some(problem) = unusable(&backups.dir) {
        return Found::Wrong(problem);
    }
    let made_with = match database.ready() {
        Ok(made_with) => made_with,
        Err(error) => return Found::Wrong(setup.redacted(&chain(&error))),
    };
    let shelf = FolderShelf::at(&backups.dir);
    match last::execute(wiring.ports.keys.as_ref(), database.kind(), &shelf) {
        Ok(answer) => judge_automatic(
            backups,
            &answer,
            now,
            &made_with,
            shares_disk(setup, &backups.dir),
        ),
        Err(error) => Found::Wrong(format!("ADITUS_BACKUP_DIR: {}", chain(&error))),
    }
}

/// Judges manual backups. `last` is the last one that was made with this data folder, and `kind`
/// the kind of the database.
fn judge_manual(
    last: Option<LastBackup>,
    kind: Option<&str>,
    now: DateTime<Utc>,
    is_untouched: bool,
) -> Found {
    let Some(last) = last else {
        let text = "the server makes no backups (backup.dir is not set), and none was ever made with this data folder";
        return if is_untouched {
            Found::Fine(text.to_owned())
        } else {
            Found::ToDo(format!(
                "{text}: set ADITUS_BACKUP_DIR, or run `aditus backup` from a timer"
            ))
        };
    };
    let LastBackup { made_on, place, .. } = &last;
    if kind.is_some_and(|kind| last.kind != kind) {
        return Found::ToDo(format!(
            "the last backup, in {place}, is of another kind of database ({}) and not of this one: run `aditus backup`, or set \
             ADITUS_BACKUP_DIR",
            last.kind
        ));
    }
    let text = format!(
        "the server makes no backups (backup.dir is not set); the last manual one is {} old, in {place}",
        age(now, *made_on)
    );
    if now - *made_on > MAX_MANUAL_AGE {
        Found::Warning(format!("{text}. Is its timer running?"))
    } else {
        Found::Fine(text)
    }
}

fn judge_automatic(
    backups: &Backups,
    answer: &last::Answer,
    now: DateTime<Utc>,
    made_with: &str,
    shares_disk: bool,
) -> Found {
    let place = backups.dir.display();
    let mut text = match &answer.newest {
        Some((name, made_on)) => format!(
            "the last of {} in {place} is {} old, {name}; made with {made_with}",
            answer.whole,
            age(now, *made_on)
        ),
        None => format!("there is none yet in {place}; the running server will make one, with {made_with}"),
    };
    if let Some((name, kind)) = &answer.of_another_kind {
        text = format!(
            "{text}; {name}, which is newer, is of another kind of database ({kind}) and not of this one"
        );
    }
    if shares_disk {
        text.push_str("; backups are on the same disk as the data folder: copy them elsewhere");
    }
    if !answer.half.is_empty() {
        text = format!(
            "{text}; incomplete, delete them unless a backup is running: {}",
            answer.half.join(", ")
        );
    }
    match &answer.newest {
        Some((_, made_on)) if now - *made_on > backups.plan.every * 2 => Found::Warning(format!(
            "{text}. The last one should not be older than {}. Check that the server is running, and look for \"backup failed\" in its log",
            span(backups.plan.every * 2)
        )),
        None => Found::Warning(text),
        Some(_) => Found::Fine(text),
    }
}

/// Returns true if the backups lie on the disk of the data folder: losing that disk would lose
/// both.
fn shares_disk(setup: &Setup, folder: &Path) -> bool {
    let disk = |path: &Path| std::fs::metadata(path).map(|about| about.dev()).ok();
    disk(&setup.configuration.data_dir) == disk(folder)
}

fn age(now: DateTime<Utc>, then: DateTime<Utc>) -> String {
    span((now - then).max(TimeDelta::zero()))
}

/// Returns a duration in the largest unit that fits at least twice.
fn span(time: TimeDelta) -> String {
    let (number, unit) = match time.num_minutes() {
        0..=119 => (time.num_minutes(), "minute"),
        120..=2879 => (time.num_hours(), "hour"),
        _ => (time.num_days(), "day"),
    };
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {unit}{plural}")
}

#[cfg(test)]
mod tests {
    use aditus_application::backup::repeat::Plan;

    use super::*;

    fn judged(newest: Option<TimeDelta>, half: &[&str]) -> (char, String) {
        let now = DateTime::from_timestamp(1_780_000_000, 0).unwrap();
        let backups = Backups {
            dir: "/backups".into(),
            plan: Plan {
                every: TimeDelta::hours(6),
                keep: 7,
            },
        };
        let answer = last::Answer {
            newest: newest.map(|age| ("aditus-x".to_owned(), now - age)),
            whole: usize::from(newest.is_some()),
            of_another_kind: None,
            half: half.iter().map(|name| (*name).to_owned()).collect(),
        };
        match judge_automatic(&backups, &answer, now, "SQLite 3", false) {
            Found::Fine(text) => ('f', text),
            Found::ToDo(text) => ('t', text),
            Found::Warning(text) => ('w', text),
            Found::Wrong(text) => ('x', text),
        }
    }

    #[test]
    fn a_backup_may_be_twice_as_old_as_the_time_between_two() {
        assert_eq!(
            judged(Some(TimeDelta::hours(12)), &[]),
            (
                'f',
                "the last of 1 in /backups is 12 hours old, aditus-x; made with SQLite 3".to_owned()
            )
        );
        let (kind, text) = judged(Some(TimeDelta::hours(12) + TimeDelta::seconds(1)), &[]);
        assert_eq!(kind, 'w');
        assert!(text.contains("should not be older than 12 hours"), "{text}");
        assert_eq!(judged(None, &[]).0, 'w');
    }

    #[test]
    fn an_installation_in_use_without_a_backup_is_reported() {
        let now = DateTime::from_timestamp(1_780_000_000, 0).unwrap();
        let kind = Some("sqlite");
        assert!(matches!(judge_manual(None, kind, now, true), Found::Fine(_)));
        assert!(matches!(judge_manual(None, kind, now, false), Found::ToDo(_)));
        let last = |days| {
            Some(LastBackup {
                made_on: now - TimeDelta::days(days),
                kind: "sqlite".to_owned(),
                place: "/backups/1".to_owned(),
            })
        };
        assert!(matches!(judge_manual(last(8), kind, now, false), Found::Fine(_)));
        assert!(matches!(
            judge_manual(last(9), kind, now, false),
            Found::Warning(_)
        ));
        let Found::ToDo(message) = judge_manual(last(0), Some("postgresql"), now, false) else {
            panic!("a backup of SQLite is none of PostgreSQL");
        };
        assert!(
            message.contains("/backups/1, is of another kind of database (sqlite) and not of this one"),
            "{message}"
        );
    }

    #[test]
    fn unfinished_backups_are_named() {
        let (kind, text) = judged(Some(TimeDelta::minutes(5)), &["aditus-y"]);
        assert_eq!(kind, 'f');
        assert!(text.ends_with("unless a backup is running: aditus-y"), "{text}");
    }
}
