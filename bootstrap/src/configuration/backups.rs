//! The keys that begin with `backup.`.

use std::path::PathBuf;

use aditus_application::backup::repeat::Plan;
use chrono::TimeDelta;

use super::reader::Reader;

/// The backups that the server makes by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Backups {
    /// The folder in which each backup gets a subfolder.
    pub(crate) dir: PathBuf,
    /// The interval, and the number of backups to keep.
    pub(crate) plan: Plan,
}

pub(super) fn read(reader: &Reader) -> Option<Backups> {
    // Read even without a folder, so that a wrong value is reported before one is added.
    let text = reader.text("backup.every");
    let every = parse_time(&text).unwrap_or_else(|| {
        reader.add_error(
            "backup.every",
            format!("must be a time such as \"1 day\", \"6 hours\" or \"30 minutes\", of at most 366 days, not {text:?}"),
        );
        TimeDelta::days(1)
    });
    let keep = reader.number("backup.keep", 1, 10_000);
    Some(Backups {
        dir: PathBuf::from(reader.optional_text("backup.dir")?),
        plan: Plan { every, keep },
    })
}

/// Parses a number and a unit, in the format of the keys that begin with `limits.`.
fn parse_time(text: &str) -> Option<TimeDelta> {
    let (number, unit) = text.split_once(' ')?;
    let number: i64 = number.parse().ok()?;
    let seconds = match unit.trim().trim_end_matches('s') {
        "second" => 1,
        "minute" => 60,
        "hour" => 60 * 60,
        "day" => 24 * 60 * 60,
        _ => return None,
    };
    let time = TimeDelta::try_seconds(number.checked_mul(seconds)?)?;
    (TimeDelta::seconds(1)..=TimeDelta::days(366))
        .contains(&time)
        .then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_number_and_a_unit() {
        for (text, time) in [
            ("1 day", Some(TimeDelta::days(1))),
            ("6 hours", Some(TimeDelta::hours(6))),
            ("30 minutes", Some(TimeDelta::minutes(30))),
            ("1 second", Some(TimeDelta::seconds(1))),
            ("366 days", Some(TimeDelta::days(366))),
            ("367 days", None),
            ("0 days", None),
            ("-1 days", None),
            ("9223372036854775807 days", None),
            ("daily", None),
            ("1", None),
            ("1 week", None),
        ] {
            assert_eq!(parse_time(text), time, "{text}");
        }
    }
}
