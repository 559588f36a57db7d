//! Checks of resources that run out or drift: disk space, clocks, waiting messages, the
//! certificate, and the monitoring itself.

use std::path::Path;
use std::time::Duration;

use aditus_application::installation::monitoring::Backlog;
use aditus_application::ports::{Database, StoreError};
use aditus_http::tls::{CertificatePair, Validity};
use aditus_system::require_private;
use aditus_watching::{disk, traces as collector};
use chrono::{DateTime, TimeDelta, Utc};

use crate::clean_failure::chain;
use crate::configuration::{Configuration, SecretUrl, host_of};
use crate::setup::Setup;

const MIB: u64 = 1024 * 1024;

/// The least free space in the data folder: a busy day of documents, and SQLite's files beside its
/// database.
const MIN_FREE_SPACE: u64 = 1024 * MIB;

/// The least free space in the folder for temporary files: two imports at the same time.
const MIN_FREE_TEMPORARY: u64 = 256 * MIB;

/// The least number of files that must still fit on the disk.
const MIN_FREE_FILES: u64 = 1_000;

/// The largest clock skew. Codes live for five minutes, and nodes read each other's data.
const MAX_SKEW: TimeDelta = TimeDelta::seconds(10);

/// The age above which a message counts as overdue. A worker sends due messages within seconds.
const MAX_OVERDUE: Duration = Duration::from_mins(15);

/// The minutes after which the reminders should have been looked for again. A server does so every
/// minute.
const MAX_WITHOUT_REMINDERS: i64 = 15;

/// The remaining validity below which a certificate should have been renewed; a third of its
/// lifetime if that is shorter.
const RENEWED_BEFORE: TimeDelta = TimeDelta::days(14);

/// Lists the authorities that outgoing connections trust. Unreadable files are errors of the
/// configuration.
pub(super) fn authorities(configuration: &Configuration) -> String {
    let trust = &configuration.trust;
    let mut sources = vec!["built in".to_owned()];
    if trust.with_system {
        sources.push("of the system".to_owned());
    }
    sources.extend(trust.files.iter().map(|file| file.display().to_string()));
    format!(
        "{} trusted for connections to other servers: {}",
        trust.authorities.certificates().count(),
        sources.join(", ")
    )
}

/// Checks the free space of the data folder and of the folder for temporary files.
pub(super) fn disk_space(data: &Path) -> Result<String, String> {
    let temporary = std::env::temp_dir();
    let found = [
        check_space("the data folder", data, MIN_FREE_SPACE),
        check_space("the folder for temporary files", &temporary, MIN_FREE_TEMPORARY),
    ];
    let all_is_well = found.iter().all(Result::is_ok);
    let summary: Vec<String> = found
        .into_iter()
        .filter(|found| all_is_well || found.is_err())
        .map(|found| found.unwrap_or_else(|problem| problem))
        .collect();
    let summary = summary.join("; ");
    if all_is_well { Ok(summary) } else { Err(summary) }
}

fn check_space(what: &str, path: &Path, least: u64) -> Result<String, String> {
    let space = disk::space(path).map_err(|error| format!("{what} {}: {error}", path.display()))?;
    let size = |bytes: u64| format!("{} MiB", bytes / MIB);
    let summary = format!("{} of {} are free in {what}", size(space.free), size(space.size));
    if space.free < least {
        return Err(format!(
            "{summary} {}, and at least {} are needed; free space before it is full",
            path.display(),
            size(least)
        ));
    }
    match space.files {
        Some(files) if files < MIN_FREE_FILES => Err(format!(
            "{summary} {}, but only {files} more files can be created there",
            path.display()
        )),
        _ => Ok(summary),
    }
}

/// Checks the skew between this machine's clock and the database's, which all nodes share.
pub(super) fn clock(skew: Option<TimeDelta>) -> Result<String, String> {
    let Some(skew) = skew else {
        return Ok("the database uses the clock of this machine".to_owned());
    };
    let seconds = skew.abs().as_seconds_f64();
    let side = if skew < TimeDelta::zero() {
        "behind"
    } else {
        "ahead of"
    };
    if skew.abs() > MAX_SKEW {
        return Err(format!(
            "the clock of this machine is {seconds:.0} seconds {side} the clock of the database server; synchronise both with a time server (NTP)"
        ));
    }
    Ok(format!(
        "{seconds:.1} seconds {side} the clock of the database server"
    ))
}

/// Returns the messages that wait in the outbox.
pub(super) fn backlog(database: &dyn Database) -> Result<Vec<Backlog>, StoreError> {
    database.read()?.monitoring().backlog()
}

/// Checks that the workers send due messages. Messages that are retried again and again are
/// reported, but are no fault of this installation.
pub(super) fn outbox(backlog: &[Backlog], now: DateTime<Utc>) -> Result<String, String> {
    if backlog.is_empty() {
        return Ok("no messages are waiting".to_owned());
    }
    let summary = |waiting: &Backlog| {
        let name = waiting.channel.name();
        let minutes = waiting.age(now).as_secs() / 60;
        format!(
            "{name}: {} waiting, the oldest for {minutes} minutes",
            waiting.messages
        )
    };
    let all: Vec<String> = backlog.iter().map(summary).collect();
    let longest = backlog
        .iter()
        .map(|waiting| waiting.overdue(now))
        .max()
        .unwrap_or_default();
    if longest > MAX_OVERDUE {
        return Err(format!(
            "{}; due messages have not been sent for {} minutes. Check that a server is running, and look for \"cannot deliver messages\" in its log",
            all.join("; "),
            longest.as_secs() / 60
        ));
    }
    Ok(all.join("; "))
}

/// Returns the time at which a server last sent the reminders that were due.
pub(super) fn reminders_ran_on(database: &dyn Database) -> Result<Option<DateTime<Utc>>, StoreError> {
    database.read()?.monitoring().reminders_ran_on()
}

/// Says when a server last sent the reminders that were due. The error is a warning: no server may
/// run on purpose.
pub(super) fn reminders(ran_on: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Result<String, String> {
    let Some(ran_on) = ran_on else {
        return Ok("none were sent yet; a running server looks for them every minute".to_owned());
    };
    let minutes = (now - ran_on).num_minutes();
    let text = format!("last looked for on {}", ran_on.format("%B %-d, %Y %-I:%M %p UTC"));
    if minutes > MAX_WITHOUT_REMINDERS {
        return Err(format!(
            "{text}, {minutes} minutes ago. Check that a server is running, and look for \"cannot send reminders\" in its log"
        ));
    }
    Ok(text)
}

/// Checks the certificate if the server speaks TLS itself.
pub(super) fn certificate(setup: &Setup) -> Result<String, String> {
    let configuration = &setup.configuration;
    let Some(files) = &configuration.tls else {
        return Ok("none is configured: a proxy handles TLS".to_owned());
    };
    let look_at = "check ADITUS_TLS_CERTIFICATE and ADITUS_TLS_KEY";
    let pair = CertificatePair::read(files).map_err(|error| format!("{}; {look_at}", chain(&error)))?;
    require_private(&files.key).map_err(|error| format!("{}; check ADITUS_TLS_KEY", chain(&error)))?;
    let host = host_of(&configuration.settings.public_url);
    if !pair.is_for(host) {
        return Err(format!(
            "{} is not for {host}, the host of ADITUS_PUBLIC_URL, so browsers reject it",
            files.certificate.display()
        ));
    }
    validity(&pair, setup.clock().now())
        .map_err(|problem| format!("{}: {problem}", files.certificate.display()))
}

/// Describes the remaining validity of a certificate. Fails if it is invalid or overdue for renewal.
fn validity(pair: &CertificatePair, now: DateTime<Utc>) -> Result<String, String> {
    let day = |time: DateTime<Utc>| time.format("%Y-%m-%d %H:%M UTC");
    match pair.validity(now) {
        Validity::NotYet => return Err(format!("it is not valid before {}", day(pair.begins))),
        Validity::Ended => return Err(format!("it expired on {}; renew it", day(pair.ends))),
        Validity::Good => {}
    }
    let left = pair.ends - now;
    let least = RENEWED_BEFORE.min((pair.ends - pair.begins) / 3);
    let summary = format!("valid until {}, {} days left", day(pair.ends), left.num_days());
    if left < least {
        return Err(format!("{summary}; it should have been renewed by now"));
    }
    Ok(summary)
}

/// Reports the address of the metrics.
pub(super) fn metrics(configuration: &Configuration) -> String {
    match configuration.metrics {
        Some(address) => format!("served at http://{address}/metrics, to anyone who can reach it"),
        None => "not served: ADITUS_METRICS_ADDRESS is not set".to_owned(),
    }
}

/// Checks that the collector accepts traces.
pub(super) fn traces(configuration: &Configuration) -> Result<String, String> {
    let Some(settings) = &configuration.traces else {
        return Ok("not sent: ADITUS_TRACES_ENDPOINT is not set".to_owned());
    };
    let url = SecretUrl::from(settings.endpoint.clone());
    collector::check(settings)
        .map(|()| format!("{url} accepts them; {} of 100 calls are traced", settings.percent))
        .map_err(|error| {
            let summary = url.redacted(&chain(&error));
            format!("{url}: {summary}; check the keys that begin with ADITUS_TRACES_")
        })
}

#[cfg(test)]
mod tests {
    use aditus_application::notifications::Channel;
    use aditus_http::tls::CertificateFiles;
    use rcgen::{CertificateParams, KeyPair, date_time_ymd};

    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    #[test]
    fn a_clock_that_is_a_minute_off_is_wrong_on_either_side() {
        assert!(clock(None).is_ok());
        assert_eq!(
            clock(Some(TimeDelta::milliseconds(-1500))).unwrap(),
            "1.5 seconds behind the clock of the database server"
        );
        for (skew, summary) in [
            (60, "60 seconds ahead of the clock"),
            (-61, "61 seconds behind the clock"),
        ] {
            let problem = clock(Some(TimeDelta::seconds(skew))).unwrap_err();
            assert!(problem.contains(summary), "{problem}");
        }
    }

    #[test]
    fn overdue_messages_are_wrong_and_retried_ones_are_not() {
        assert_eq!(outbox(&[], at(0)).unwrap(), "no messages are waiting");
        let waiting = Backlog {
            channel: Channel::Mail,
            messages: 3,
            oldest: at(0),
            first_due: at(10_000),
        };
        assert_eq!(
            outbox(&[waiting], at(7_200)).unwrap(),
            "mail: 3 waiting, the oldest for 120 minutes"
        );
        let problem = outbox(&[waiting], at(10_961)).unwrap_err();
        assert!(
            problem.contains("due messages have not been sent for 16 minutes"),
            "{problem}"
        );
    }

    #[test]
    fn reminders_are_looked_for_every_minute() {
        let ran_on = Some(at(1_800_000_000));
        let said = |later: i64| reminders(ran_on, at(1_800_000_000 + later));
        assert!(reminders(None, at(0)).unwrap().starts_with("none were sent yet"));
        assert_eq!(
            said(900).unwrap(),
            "last looked for on January 15, 2027 8:00 AM UTC"
        );
        let problem = said(960).unwrap_err();
        assert!(problem.contains("16 minutes ago"), "{problem}");
    }

    /// A certificate that is valid from the beginning of 2026 until the beginning of the given day.
    fn pair(month: u8, day: u8) -> CertificatePair {
        let place = tempfile::tempdir().unwrap();
        let files = CertificateFiles {
            certificate: place.path().join("certificate.pem"),
            key: place.path().join("key.pem"),
        };
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(["data.example".to_owned()]).unwrap();
        params.not_before = date_time_ymd(2026, 1, 1);
        params.not_after = date_time_ymd(2026, month, day);
        std::fs::write(&files.certificate, params.self_signed(&key).unwrap().pem()).unwrap();
        std::fs::write(&files.key, key.serialize_pem()).unwrap();
        CertificatePair::read(&files).unwrap()
    }

    #[test]
    fn a_certificate_that_was_not_renewed_is_wrong_before_its_end() {
        let day = |days: i64| pair(1, 1).begins + TimeDelta::days(days);
        // A certificate of 90 days must be renewed 14 days before its end, one of 6 days 2 days
        // before.
        for (pair, days, last_good) in [(pair(4, 1), 90, 76), (pair(1, 7), 6, 4)] {
            assert_eq!(pair.ends, day(days));
            let summary = validity(&pair, day(last_good)).unwrap();
            assert!(
                summary.ends_with(&format!("{} days left", days - last_good)),
                "{summary}"
            );
            let problem = validity(&pair, day(last_good) + TimeDelta::seconds(1)).unwrap_err();
            assert!(
                problem.starts_with("valid until 2026-")
                    && problem.ends_with("; it should have been renewed by now"),
                "{problem}"
            );
            let problem = validity(&pair, pair.ends + TimeDelta::seconds(1)).unwrap_err();
            assert!(problem.ends_with("; renew it"), "{problem}");
            let problem = validity(&pair, day(-1)).unwrap_err();
            assert!(
                problem.starts_with("it is not valid before 2026-01-01"),
                "{problem}"
            );
        }
    }

    #[test]
    fn a_folder_without_room_is_reported_with_the_missing_space() {
        let problem = check_space("the data folder", Path::new("."), u64::MAX).unwrap_err();
        assert!(problem.contains("free space before it is full"), "{problem}");
        assert!(check_space("the data folder", Path::new("/nowhere"), 0).is_err());
        assert!(
            check_space("the data folder", Path::new("."), 0)
                .unwrap()
                .ends_with("free in the data folder")
        );
    }
}
