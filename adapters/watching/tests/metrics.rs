//! Tests of all metrics in their text form.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeMap;
use std::time::Duration;

use aditus_application::Kind;
use aditus_application::audit::log::views::Pending;
use aditus_application::audit::log::witness::{CosignedCheckpoint, Trouble, TroubleKind, WitnessState};
use aditus_application::installation::monitoring::{Backlog, PoolUse};
use aditus_application::notifications::Channel;
use aditus_watching::disk::DiskSpace;
use aditus_watching::{
    AuditLog, Backups, Certificate, Database, Disk, Metrics, Outbox, Queue, SentMessages, SignInOutcome,
    Snapshot, Websockets,
};
use chrono::{DateTime, TimeDelta, Utc};

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(seconds, 0).unwrap()
}

fn snapshot() -> Snapshot {
    Snapshot {
        now: at(1_000),
        database: Database {
            pools: vec![PoolUse {
                name: "all",
                most: 8,
                open: 3,
                idle: 1,
                lent: 40,
                waited: Duration::from_millis(1_500),
                timeouts: 2,
            }],
            is_up: true,
            answered: Some(at(997)),
            outbox: Some(Outbox {
                backlog: vec![Backlog {
                    channel: Channel::Mail,
                    messages: 5,
                    oldest: at(400),
                    first_due: at(900),
                }],
                clock_skew: Some(TimeDelta::milliseconds(-1_250)),
            }),
            super_users: Some(2),
        },
        audit_log: Some(AuditLog {
            pending: Pending {
                entries: 3,
                oldest: Some(at(988)),
            },
            newest: Some((70, at(980))),
            witness: Some(WitnessState {
                agreed: Some(CosignedCheckpoint {
                    size: 60,
                    note: String::new(),
                    at: at(900),
                }),
                trouble: Some(Trouble {
                    kind: TroubleKind::Refuses,
                    message: "no".to_owned(),
                    since: at(950),
                }),
                failures: 1,
                next: at(1_010),
            }),
        }),
        log_is_stopped: true,
        websockets: Websockets {
            connections: 4,
            people: 3,
        },
        queues: vec![Queue {
            name: "documents",
            slots: 2,
            running: 1,
            waiting: Some(6),
        }],
        body_bytes: 4_096,
        answer_bytes: 8_192,
        disks: vec![Disk {
            folder: "data",
            space: DiskSpace {
                size: 1_000,
                free: 400,
                files: None,
            },
        }],
        certificate: Some(Certificate {
            ends: at(90_000),
            is_refused: true,
            renewed: 1,
        }),
        backups: Backups {
            last: Some(at(800)),
            every: Some(TimeDelta::hours(6)),
        },
        lost_log_lines: 7,
    }
}

fn name(raw: &str) -> String {
    raw.to_owned()
}

fn metrics() -> Metrics {
    let metrics = Metrics::new("1.2.3", at(10)).unwrap();
    metrics.call("GET", "/api/v1/a", 200, Duration::from_millis(3));
    metrics.call("GET", "/api/v1/a", 200, Duration::from_mins(1));
    metrics.call("GET", "/api/v1/a", 418, Duration::ZERO);
    metrics.call("POST", "/api/v1/a", 503, Duration::ZERO);
    metrics.use_case("a::b", name, None, Duration::from_millis(3));
    metrics.use_case("a::b", name, Some(Kind::TooMany(Duration::ZERO)), Duration::ZERO);
    metrics.waited("reads", Duration::from_millis(3));
    metrics.sign_in(SignInOutcome::Refused);
    for status in [403, 403, 401, 200] {
        metrics.access_refused(status);
    }
    metrics.audit_exported();
    metrics.backup_failed();
    let messages = SentMessages {
        sent: 2,
        postponed: 1,
        ..SentMessages::default()
    };
    metrics.messages(Channel::Text, messages);
    metrics
}

#[track_caller]
fn has(text: &str, line: &str) {
    assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
}

#[test]
fn counters_and_gauges_have_their_values() {
    let text = metrics().encode(&snapshot()).unwrap();
    for line in [
        r#"aditus_http_calls_total{method="GET",route="/api/v1/a",status="200"} 2"#,
        r#"aditus_http_calls_total{method="GET",route="/api/v1/a",status="500"} 0"#,
        r#"aditus_http_calls_total{method="GET",route="/api/v1/a",status="other"} 1"#,
        r#"aditus_http_calls_total{method="POST",route="/api/v1/a",status="503"} 1"#,
        r#"aditus_http_call_duration_seconds_bucket{method="GET",route="/api/v1/a",le="0.0025"} 1"#,
        r#"aditus_http_call_duration_seconds_bucket{method="GET",route="/api/v1/a",le="0.005"} 2"#,
        r#"aditus_http_call_duration_seconds_bucket{method="GET",route="/api/v1/a",le="10"} 2"#,
        r#"aditus_http_call_duration_seconds_bucket{method="GET",route="/api/v1/a",le="+Inf"} 3"#,
        r#"aditus_use_cases_total{outcome="done",use_case="a::b"} 1"#,
        r#"aditus_use_cases_total{outcome="too_many",use_case="a::b"} 1"#,
        r#"aditus_use_case_wait_seconds_count{queue="reads"} 1"#,
        r#"aditus_sign_ins_total{outcome="refused"} 1"#,
        r#"aditus_sign_ins_total{outcome="done"} 0"#,
        r#"aditus_access_refused_total{status="403"} 2"#,
        r#"aditus_access_refused_total{status="404"} 0"#,
        "aditus_audit_exports_total 1",
        "aditus_super_users 2",
        "aditus_backup_failures_total 1",
        "aditus_backup_last_success_time_seconds 800",
        "aditus_backup_interval_seconds 21600",
        r#"aditus_messages_total{channel="text",outcome="sent"} 2"#,
        r#"aditus_messages_total{channel="mail",outcome="given_up"} 0"#,
        r#"aditus_build_info{version="1.2.3"} 1"#,
        "process_start_time_seconds 10",
        r#"aditus_database_connections{pool="all",state="idle"} 1"#,
        r#"aditus_database_connections{pool="all",state="used"} 2"#,
        r#"aditus_database_connections_max{pool="all"} 8"#,
        r#"aditus_database_connections_acquired_total{pool="all"} 40"#,
        r#"aditus_database_connections_lent_total{pool="all"} 40"#,
        r#"aditus_database_wait_seconds_total{pool="all"} 1.5"#,
        r#"aditus_database_timeouts_total{pool="all"} 2"#,
        "aditus_database_up 1",
        "aditus_database_answer_age_seconds 3",
        "aditus_clock_skew_seconds -1.25",
        r#"aditus_outbox_messages{channel="mail"} 5"#,
        r#"aditus_outbox_messages{channel="text"} 0"#,
        r#"aditus_outbox_oldest_seconds{channel="mail"} 600"#,
        r#"aditus_outbox_overdue_seconds{channel="mail"} 100"#,
        "aditus_audit_waiting_entries 3",
        "aditus_audit_lag_seconds 12",
        "aditus_audit_log_entries 70",
        "aditus_audit_checkpoint_time_seconds 980",
        "aditus_audit_log_stopped 1",
        "aditus_audit_witness_entries 60",
        "aditus_audit_witness_time_seconds 900",
        r#"aditus_audit_witness_failing{reason="refuses"} 1"#,
        r#"aditus_audit_witness_failing{reason="disagrees"} 0"#,
        r#"aditus_audit_witness_trouble{reason="refuses"} 1"#,
        r#"aditus_audit_witness_trouble{reason="disagrees"} 0"#,
        "aditus_websocket_connections 4",
        "aditus_websocket_people 3",
        r#"aditus_queue_slots{queue="documents"} 2"#,
        r#"aditus_queue_running{queue="documents"} 1"#,
        r#"aditus_queue_waiting{queue="documents"} 6"#,
        "aditus_body_bytes 4096",
        "aditus_answer_bytes 8192",
        r#"aditus_disk_size_bytes{folder="data"} 1000"#,
        r#"aditus_disk_free_bytes{folder="data"} 400"#,
        "aditus_tls_certificate_not_after_seconds 90000",
        "aditus_tls_certificate_refused 1",
        "aditus_tls_certificate_renewals_total 1",
        "aditus_log_lines_lost_total 7",
    ] {
        has(&text, line);
    }
}

#[test]
fn totals_are_not_added_twice_and_unknown_values_disappear() {
    let metrics = metrics();
    metrics.encode(&snapshot()).unwrap();
    let mut later = snapshot();
    later.database.pools[0].lent = 41;
    later.database.is_up = false;
    later.database.outbox = None;
    later.database.super_users = None;
    later.backups.last = None;
    later.audit_log = None;
    later.log_is_stopped = false;
    let text = metrics.encode(&later).unwrap();
    has(
        &text,
        r#"aditus_database_connections_acquired_total{pool="all"} 41"#,
    );
    has(&text, r#"aditus_database_connections_lent_total{pool="all"} 41"#);
    has(&text, r#"aditus_database_wait_seconds_total{pool="all"} 1.5"#);
    has(&text, "aditus_log_lines_lost_total 7");
    has(&text, "aditus_database_up 0");
    has(&text, "aditus_audit_log_stopped 0");
    for gone in [
        "aditus_outbox_",
        "aditus_clock_skew",
        "aditus_audit_lag",
        "aditus_audit_witness",
        "aditus_super_users",
        "aditus_backup_last",
    ] {
        assert!(!text.contains(gone), "{gone} in\n{text}");
    }
}

fn families(text: &str) -> BTreeMap<String, String> {
    let types = text.lines().filter_map(|line| line.strip_prefix("# TYPE "));
    types
        .map(|line| line.split_once(' ').unwrap())
        .map(|(name, kind)| (name.to_owned(), kind.to_owned()))
        .collect()
}

#[test]
fn documented_metrics_match_the_exported_ones() {
    let text = include_str!("../../../docs/operating/WATCHING.md");
    let documented: BTreeMap<String, String> = text
        .lines()
        .filter(|line| line.starts_with("| `aditus_") || line.starts_with("| `process_"))
        .map(|line| {
            let mut cells = line.split('|').map(|cell| cell.trim().trim_matches('`')).skip(1);
            (cells.next().unwrap().to_owned(), cells.next().unwrap().to_owned())
        })
        .collect();
    assert_eq!(families(&metrics().encode(&snapshot()).unwrap()), documented);
}

#[test]
fn sign_in_outcomes_follow_from_the_status() {
    for (status, outcome) in [
        (200, Some(SignInOutcome::Done)),
        (400, None),
        (401, Some(SignInOutcome::Refused)),
        (429, Some(SignInOutcome::Limited)),
        (503, Some(SignInOutcome::Failed)),
    ] {
        assert_eq!(SignInOutcome::from_status(status), outcome, "{status}");
    }
}
