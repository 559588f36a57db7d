//! Tests of the metrics of a running server, as monitoring reads them, and with a real Prometheus
//! that scrapes it and evaluates the rules that ship (decisions O1).

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::installation::{Installation, Server, exchange, fixture, stderr_text, stdout_text, until};

fn watched() -> [Installation; 2] {
    Installation::on_both().map(|mut installation| {
        installation.configure("ADITUS_METRICS_ADDRESS", "127.0.0.1:0");
        installation
    })
}

/// Returns the value of a series in the metrics.
fn value(metrics: &str, series: &str) -> Option<f64> {
    let line = metrics
        .lines()
        .find_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
    line.map(|value| value.parse().unwrap())
}

/// Signs in to a demonstration, sends a wrong password, and requests existing and missing pages.
/// Returns the values that must not appear in metrics.
fn visit(server: &Server) -> [String; 4] {
    let (_, accounts) = server.call("GET", "/api/v1/demo/accounts", None, None);
    let username = accounts["data"][0]["username"].as_str().unwrap().to_owned();
    let token = server.sign_in(&username, "Demo-2026!");
    let wrong = format!(r#"{{"username":"{username}","password":"Wrong-passphrase-1"}}"#);
    assert_eq!(
        server.call("POST", "/api/v1/users/signin/", None, Some(&wrong)).0,
        401
    );
    for path in [
        "/api/v1/nowhere/s3cret",
        "/api/v1/users/sessions/424242424?x=s3cret",
        "/s3cret-page",
    ] {
        let _ = exchange(server.address(), "DELETE", path, Some(&token), None);
    }
    let _ = exchange(server.address(), "S3CRET", "/api/v1/users/signin", None, None);
    let (status, _) = server.call("GET", "/api/v1/users/sessions/", Some(&token), None);
    assert_eq!(status, 200);
    let path = "/api/v1/data_requests/?request_id=424242424";
    let refused = server.call("GET", path, Some(&token), None);
    assert_eq!(refused.0, 404);
    assert_eq!(server.call("GET", "/health/live", None, None).0, 200);
    ["s3cret".to_owned(), "424242424".to_owned(), username, token]
}

#[test]
fn calls_are_counted_by_declared_routes_without_repeating_inputs() {
    for installation in watched() {
        let server = Server::start(&installation, &["--demo"]);
        let secrets = visit(&server);
        let metrics = server.metrics();
        for (series, expected) in [
            (
                r#"aditus_http_calls_total{method="POST",route="/api/v1/users/signin",status="200"}"#,
                1.0,
            ),
            (
                r#"aditus_http_calls_total{method="POST",route="/api/v1/users/signin",status="401"}"#,
                1.0,
            ),
            (
                r#"aditus_http_calls_total{method="POST",route="/api/v1/users/signin",status="500"}"#,
                0.0,
            ),
            (
                r#"aditus_http_calls_total{method="DELETE",route="none",status="404"}"#,
                1.0,
            ),
            (
                r#"aditus_http_call_duration_seconds_count{method="POST",route="/api/v1/users/signin"}"#,
                2.0,
            ),
            (r#"aditus_sign_ins_total{outcome="done"}"#, 1.0),
            (r#"aditus_sign_ins_total{outcome="refused"}"#, 1.0),
            (r#"aditus_access_refused_total{status="403"}"#, 1.0),
            ("aditus_audit_exports_total", 0.0),
            ("aditus_backup_failures_total", 0.0),
            (
                r#"aditus_use_cases_total{outcome="done",use_case="accounts::sign_in_call"}"#,
                1.0,
            ),
            (
                r#"aditus_use_cases_total{outcome="unauthenticated",use_case="accounts::sign_in_call"}"#,
                1.0,
            ),
            (r#"aditus_use_case_wait_seconds_count{queue="passwords"}"#, 2.0),
            (
                r#"aditus_http_calls_total{method="GET",route="/health/live",status="200"}"#,
                1.0,
            ),
            ("aditus_database_up", 1.0),
            (r#"aditus_outbox_overdue_seconds{channel="text"}"#, 0.0),
            ("aditus_websocket_connections", 0.0),
            ("aditus_log_lines_lost_total", 0.0),
            ("aditus_audit_log_stopped", 0.0),
        ] {
            assert_eq!(value(&metrics, series), Some(expected), "{series} in {metrics}");
        }
        for series in [
            r#"aditus_queue_slots{queue="use_cases"}"#,
            "aditus_super_users",
            r#"aditus_access_refused_total{status="404"}"#,
            r#"aditus_disk_free_bytes{folder="data"}"#,
            "process_resident_memory_bytes",
            "process_cpu_seconds_total",
        ] {
            assert!(
                value(&metrics, series).is_some_and(|value| value > 0.0),
                "{series} in {metrics}"
            );
        }
        let pool = if metrics.contains(r#"pool="all""#) {
            "all"
        } else {
            "reading"
        };
        let acquired = format!(r#"aditus_database_connections_acquired_total{{pool="{pool}"}}"#);
        assert!(
            value(&metrics, &acquired).is_some_and(|acquired| acquired > 1.0),
            "{metrics}"
        );
        let skew = value(&metrics, "aditus_clock_skew_seconds");
        assert_eq!(skew.is_some(), pool == "all", "{metrics}");
        assert!(skew.is_none_or(|skew| skew.abs() < 5.0), "{metrics}");
        let lowered = metrics.to_lowercase();
        for sent in secrets.iter().map(String::as_str).chain(["127.0.0.1"]) {
            assert!(!lowered.contains(&sent.to_lowercase()), "{sent} in {metrics}");
        }
        for line in metrics.lines().filter(|line| line.contains("use_case=")) {
            let (_, rest) = line.split_once("use_case=\"").unwrap();
            let (name, _) = rest.split_once('"').unwrap();
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "_: ".contains(c);
            assert!(name.chars().all(is_plain) && !name.contains("aditus"), "{name}");
        }
        // The metrics port serves nothing else, and the main port serves no metrics.
        let (head, _) = exchange(server.metrics_address(), "GET", "/", None, None);
        assert!(head.starts_with("HTTP/1.1 404"), "{head}");
        let (_, page) = exchange(server.address(), "GET", "/metrics", None, None);
        assert!(!page.contains("aditus_http"), "{page}");
        assert_eq!(server.end("-TERM"), Some(0));
    }
}

#[test]
fn all_output_of_a_server_with_a_json_log_is_json() {
    let mut installation = Installation::on_sqlite();
    installation.configure("ADITUS_METRICS_ADDRESS", "127.0.0.1:0");
    installation.configure("ADITUS_LOG_FORMAT", "json");
    let path = installation.path("backups");
    installation.configure("ADITUS_BACKUP_DIR", &path);
    let log = fs::File::create(installation.path("log")).unwrap();
    let stdout_text = fs::File::create(installation.path("said")).unwrap();
    let mut child = installation
        .aditus(&["serve"])
        .stdout(stdout_text)
        .stderr(log)
        .spawn()
        .unwrap();
    let text = |name: &str| fs::read_to_string(installation.path(name)).unwrap();
    until(|| text("said").contains("Aditus is ready at").then_some(()));
    // The folder of backups is missing, which is logged at the start and does not prevent it.
    until(|| {
        text("log")
            .contains("backups are retried: ADITUS_BACKUP_DIR: the folder")
            .then_some(())
    });
    let ended = Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert!(ended.success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let lines = [text("said"), text("log")].concat();
    assert!(lines.contains("Metrics are served at"), "{lines}");
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        assert!(
            line["timestamp"].is_string() && line["level"].is_string(),
            "{line}"
        );
    }
}

#[test]
fn failed_backups_and_the_last_successful_one_are_measured() {
    let mut installation = Installation::on_sqlite();
    installation.configure("ADITUS_METRICS_ADDRESS", "127.0.0.1:0");
    let away = installation.path("backups");
    installation.configure("ADITUS_BACKUP_DIR", &away);
    let server = Server::start(&installation, &[]);
    until(|| value(&server.metrics(), "aditus_backup_failures_total").filter(|failures| *failures >= 1.0));
    let last = || value(&server.metrics(), "aditus_backup_last_success_time_seconds");
    assert_eq!(last(), None);
    assert_eq!(
        value(&server.metrics(), "aditus_backup_interval_seconds"),
        Some(86_400.0)
    );
    // A backup made by the command counts as well.
    let made = installation.run(&["backup", &installation.path("by-hand")]);
    assert_eq!(made.status.code(), Some(0), "{}", stderr_text(&made));
    assert!(last().is_some_and(|at| at > 0.0));
    assert_eq!(server.end("-TERM"), Some(0));
}

#[test]
fn an_occupied_metrics_address_is_reported_before_anything_is_changed() {
    let mut installation = Installation::on_sqlite();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();
    let (port, address) = (address.port(), address.to_string());
    installation.configure("ADITUS_METRICS_ADDRESS", &address);
    let output = installation.run(&["serve"]);
    assert_eq!(output.status.code(), Some(2));
    let reported = stderr_text(&output);
    assert!(
        reported.contains(&format!(
            "ADITUS_METRICS_ADDRESS: cannot listen on 127.0.0.1 port {port}: the port is in use"
        )),
        "{reported}"
    );
    assert!(!installation.data("").exists());
    let check = stdout_text(&installation.run(&["check"]));
    assert!(
        check.contains(&format!("OK     metrics: served at http://{address}/metrics")),
        "{check}"
    );
}

#[test]
fn check_reports_disk_space_clocks_and_messages() {
    for installation in Installation::on_both() {
        assert_eq!(installation.run(&["migrate"]).status.code(), Some(0));
        let reported = stdout_text(&installation.run(&["check"]));
        for line in [
            "OK     disk space: ",
            "OK     certificate: none is configured",
            "OK     metrics: not served",
            "OK     traces: not sent",
            "OK     clock: ",
            "OK     outbox: no messages are waiting",
            "OK     reminders: none were sent yet",
            "OK     transparency log: ",
            "OK     witness: none is configured",
        ] {
            assert!(
                reported.lines().any(|reported| reported.starts_with(line)),
                "{line} in {reported}"
            );
        }
    }
}

fn shipped(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../docs/operating")
        .join(name)
}

/// A Prometheus that scrapes one server every second. It is stopped when this is dropped.
struct Prometheus {
    child: Child,
    address: String,
    _place: TempDir,
}

impl Prometheus {
    fn watching(server: &Server) -> Self {
        let place = tempfile::tempdir().unwrap();
        let rules = fs::canonicalize(shipped("alerts.yaml")).unwrap();
        let configuration = format!(
            "global: {{scrape_interval: 1s, evaluation_interval: 1s}}\n\
             rule_files: [{}]\n\
             scrape_configs:\n  - job_name: aditus\n    static_configs: [{{targets: ['{}']}}]\n",
            rules.display(),
            server.metrics_address()
        );
        let file = place.path().join("prometheus.yml");
        fs::write(&file, configuration).unwrap();
        // The program cannot report a port chosen by the system, so the test chooses a free one.
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap().to_string();
        drop(free);
        let log = fs::File::create(place.path().join("log")).unwrap();
        let child = Command::new("prometheus")
            .arg(format!("--config.file={}", file.display()))
            .arg(format!(
                "--storage.tsdb.path={}",
                place.path().join("data").display()
            ))
            .arg(format!("--web.listen-address={address}"))
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("prometheus is installed by scripts/setup test");
        let mut prometheus = Self {
            child,
            address,
            _place: place,
        };
        let address = prometheus.address.clone();
        while TcpStream::connect(&address).is_err() {
            assert!(prometheus.child.try_wait().unwrap().is_none(), "it has ended");
            std::thread::yield_now();
        }
        prometheus
    }

    /// Returns the data of a successful answer.
    fn ask(&self, path: &str) -> Option<Value> {
        let (head, body) = exchange(&self.address, "GET", path, None, None);
        if !head.starts_with("HTTP/1.1 200") && !head.starts_with("HTTP/1.1 400") {
            return None;
        }
        let body = body
            .lines()
            .find(|line| line.starts_with('{'))
            .unwrap_or_default();
        let answer: Value = serde_json::from_str(body).unwrap();
        assert_eq!(answer["status"], "success", "{path}: {answer}");
        Some(answer["data"].clone())
    }

    /// Returns the result of an expression.
    fn query(&self, expression: &str) -> Value {
        let encoded = expression.bytes().fold(String::new(), |mut text, byte| {
            write!(text, "%{byte:02X}").unwrap();
            text
        });
        let data = until(|| self.ask(&format!("/api/v1/query?query={encoded}")));
        data["result"].clone()
    }

    /// Returns the rules, each with its name, its health and its state.
    fn rules(&self) -> Vec<(String, String, String)> {
        let data = self.ask("/api/v1/rules").unwrap_or_default();
        let groups = data["groups"].as_array().cloned().unwrap_or_default();
        let rules = groups
            .iter()
            .flat_map(|group| group["rules"].as_array().cloned().unwrap());
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        rules
            .map(|rule| (text(&rule["name"]), text(&rule["health"]), text(&rule["state"])))
            .collect()
    }
}

impl Drop for Prometheus {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn names_of_metrics(text: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words = text.split(|c: char| !is_part(c));
    let is_metric = |word: &&str| word.starts_with("aditus_") || word.starts_with("process_");
    let family = |word: &str| {
        let parts = ["_bucket", "_sum", "_count"];
        let family = parts.iter().find_map(|part| word.strip_suffix(part));
        family.unwrap_or(word).to_owned()
    };
    words.filter(is_metric).map(family).collect()
}

fn documented() -> BTreeSet<String> {
    let text = fs::read_to_string(shipped("WATCHING.md")).unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    names_of_metrics(&rows.collect::<Vec<_>>().join("\n"))
}

#[test]
fn the_shipped_alert_rules_fire_only_on_their_conditions() {
    for (arguments, folder) in [
        (["check", "rules", "alerts.yaml"], shipped("")),
        (["test", "rules", "alerts.test.yaml"], PathBuf::from(fixture(""))),
    ] {
        let output = Command::new("promtool")
            .args(arguments)
            .current_dir(folder)
            .output()
            .expect("promtool is installed by scripts/setup test");
        assert!(
            output.status.success(),
            "{}{}",
            stdout_text(&output),
            stderr_text(&output)
        );
    }
}

#[test]
fn prometheus_scrapes_a_server_evaluates_every_rule_and_draws_every_panel() {
    let dashboard = fs::read_to_string(shipped("grafana-dashboard.json")).unwrap();
    let rules = fs::read_to_string(shipped("alerts.yaml")).unwrap();
    let known = documented();
    for (file, text) in [("the dashboard", &dashboard), ("the rules", &rules)] {
        let unknown: Vec<_> = names_of_metrics(text).difference(&known).cloned().collect();
        assert!(unknown.is_empty(), "{file} asks for {unknown:?}");
    }
    let board: Value = serde_json::from_str(&dashboard).unwrap();
    let panels = board["panels"].as_array().unwrap();
    let expressions: Vec<String> = panels
        .iter()
        .flat_map(|panel| panel["targets"].as_array().cloned().unwrap_or_default())
        .map(|target| target["expr"].as_str().unwrap().to_owned())
        .map(|text| text.replace("$__rate_interval", "4s").replace("$instance", ".*"))
        .collect();
    assert!(expressions.len() > 30, "{expressions:?}");

    let mut installation = Installation::on_postgres();
    installation.configure("ADITUS_METRICS_ADDRESS", "127.0.0.1:0");
    let server = Server::start(&installation, &[]);
    let prometheus = Prometheus::watching(&server);
    let (status, _) = server.call("GET", "/api/v1/data_dictionary/data_sources/", None, None);
    assert_eq!(status, 200);
    let called = r#"aditus_use_cases_total{outcome="done"} > 0 and on (instance) aditus_database_up == 1"#;
    until(|| prometheus.query(called).get(0).cloned());
    for expression in &expressions {
        prometheus.query(expression);
    }
    // Every metric family of a server without TLS was scraped.
    let found: BTreeSet<String> = prometheus
        .query(r#"count by (__name__) ({__name__=~"aditus_.+|process_.+"})"#)
        .as_array()
        .unwrap()
        .iter()
        .map(|series| series["metric"]["__name__"].as_str().unwrap().to_owned())
        .collect();
    let families = names_of_metrics(&found.into_iter().collect::<Vec<_>>().join(" "));
    assert!(families.is_subset(&known), "{:?}", families.difference(&known));
    assert!(families.len() > 30, "{families:?}");

    let expected = rules.matches("- alert: ").count();
    let evaluated = until(|| {
        let rules = prometheus.rules();
        let is_evaluated = |(_, health, _): &(String, String, String)| health != "unknown";
        (rules.len() == expected && rules.iter().all(is_evaluated)).then_some(rules)
    });
    for (name, health, state) in &evaluated {
        assert_eq!((health.as_str(), state.as_str()), ("ok", "inactive"), "{name}");
    }
    // The rule for unreachable servers becomes pending.
    assert_eq!(server.end("-TERM"), Some(0));
    let is_noticed = |(name, _, state): &(String, String, String)| name == "AditusDown" && state == "pending";
    until(|| prometheus.rules().into_iter().find(is_noticed));
}
