//! Calendar feeds: the file that is written, and what another program reads in it.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use aditus_application::ports::{CalendarFeed, FeedEvent, FeedFormat};
use aditus_calendars::IcalendarFeeds;

const WRITTEN: &str = include_str!("files/feed.ics");

fn event(number: u8, day: &str, title: &str, description: &str) -> FeedEvent {
    FeedEvent {
        uid: format!("stage-{number}-1804410000@aditus.example"),
        day: day.parse().unwrap(),
        title: title.to_owned(),
        description: description.to_owned(),
        url: format!("https://aditus.example/datarequest?request_id={number}&as=Data+Access+Reviewer"),
    }
}

fn feed() -> CalendarFeed {
    CalendarFeed {
        name: "Aditus, of Halvania; test: due dates".to_owned(),
        made_on: "2027-03-12T09:00:00Z".parse().unwrap(),
        events: vec![
            event(
                12,
                "2027-03-15",
                "Decide on DAC0012 (Data Access Reviewer)",
                "State: Due soon\nStage: Data Access Reviewer, National Health Data Authority",
            ),
            event(
                13,
                "2027-12-31",
                "Decide on DAC0013 (Data Access Reviewer)",
                "State: On time\nStage: Data Access Reviewer, Ministère de la Santé; \\ \"Études\", 老虎老虎老虎老虎老虎 \
                 🦁🦁🦁🦁🦁\n",
            ),
        ],
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', r"\\").replace('\n', r"\n")
}

#[test]
fn a_feed_is_folded_and_escaped() {
    assert_eq!(IcalendarFeeds.write(&feed()), WRITTEN);
    for line in WRITTEN.split("\r\n") {
        assert!(line.len() <= 75, "{line}");
    }
}

/// Returns what Python's icalendar reads in the feed (`feed.py`).
fn read_by_another(feed: &str) -> String {
    let this_crate = Path::new(env!("CARGO_MANIFEST_DIR"));
    let python = this_crate.join("../../target/tlog-venv/bin/python");
    assert!(
        python.exists(),
        "scripts/setup test installs {}",
        python.display()
    );
    let mut reader = Command::new(python)
        .arg(this_crate.join("tests/calendars/feed.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = reader.stdin.take().unwrap();
    input.write_all(feed.as_bytes()).unwrap();
    drop(input);
    let output = reader.wait_with_output().unwrap();
    assert!(output.status.success(), "it is no calendar: {feed}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn another_program_reads_what_was_written() {
    let feed = feed();
    let mut expected = format!(
        "2.0 | -//Aditus//Due dates//EN | PUBLISH | {}\n",
        escaped(&feed.name)
    );
    for event in &feed.events {
        let parts = [
            event.uid.clone(),
            event.day.to_string(),
            event.day.succ_opt().unwrap().to_string(),
            feed.made_on.format("%Y-%m-%d %H:%M:%S+00:00").to_string(),
            escaped(&event.title),
            escaped(&event.description),
            event.url.clone(),
            "TRANSPARENT".to_owned(),
        ];
        expected.push_str(&parts.join(" | "));
        expected.push('\n');
    }
    assert_eq!(read_by_another(&IcalendarFeeds.write(&feed)), expected);
}
