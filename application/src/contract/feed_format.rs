//! The rules that every adapter of [`FeedFormat`] MUST follow. An adapter implements
//! [`TestFeedFormat`], which reads calendars in its format, and runs each function of [`CONTRACT`].

use super::seed::at;
use crate::ports::{CalendarFeed, FeedEvent, FeedFormat};

/// The adapter under test, with a reader of calendars.
pub trait TestFeedFormat {
    /// Returns the adapter.
    fn adapter(&self) -> &dyn FeedFormat;

    /// Returns the name and the events of a calendar.
    fn read(&self, text: &str) -> (String, Vec<FeedEvent>);
}

/// One clause of the contract.
pub type Clause = fn(&dyn TestFeedFormat);

/// The clauses of the contract, by name.
pub const CONTRACT: [(&str, Clause); 4] = [
    ("a_calendar_reads_back", a_calendar_reads_back),
    ("a_calendar_may_have_no_events", a_calendar_may_have_no_events),
    (
        "control_characters_of_texts_are_dropped",
        control_characters_of_texts_are_dropped,
    ),
    (
        "the_same_calendar_gives_the_same_text",
        the_same_calendar_gives_the_same_text,
    ),
];

/// Texts with characters that formats use, and with more bytes than a line of some formats has.
const TEXTS: [&str; 7] = [
    "Decide on DAC0012 (Data Access Reviewer)",
    "State: On time\nStage: Reviewer, Ministry; \"Health\"\n\nhttps://aditus.example/",
    r"A backslash \, \n and \\",
    "a | b, c: d; e=f",
    "Ministère de la Santé 老虎 🦁 Ministère de la Santé 老虎 🦁 Ministère de la Santé 老虎 🦁",
    "0123456789012345678901234567890123456789012345678901234567890123456789 1234 6789",
    "x",
];

fn event(number: usize, text: &str) -> FeedEvent {
    FeedEvent {
        uid: format!("stage-{number}-1772452800@aditus.example"),
        day: at(0).date_naive(),
        title: text.replace('\n', " "),
        description: text.to_owned(),
        url: format!("https://aditus.example/datarequest?request_id={number}&as=Data+Access+Reviewer"),
    }
}

fn feed(events: Vec<FeedEvent>) -> CalendarFeed {
    CalendarFeed {
        name: "Aditus, of Halvania; test: due dates".to_owned(),
        made_on: at(0),
        events,
    }
}

fn a_calendar_reads_back(format: &dyn TestFeedFormat) {
    let events: Vec<_> = TEXTS
        .iter()
        .enumerate()
        .map(|(number, text)| event(number, text))
        .collect();
    let feed = feed(events);
    let (name, events) = format.read(&format.adapter().write(&feed));
    assert_eq!(name, feed.name);
    assert_eq!(events, feed.events);
}

fn a_calendar_may_have_no_events(format: &dyn TestFeedFormat) {
    let feed = feed(Vec::new());
    let read = format.read(&format.adapter().write(&feed));
    assert_eq!(read, (feed.name, Vec::new()));
}

fn control_characters_of_texts_are_dropped(format: &dyn TestFeedFormat) {
    let text = "One\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:Two\u{7}\u{85}";
    let (_, events) = format.read(&format.adapter().write(&feed(vec![event(1, text)])));
    let expected = "One\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:Two";
    assert_eq!(events, [event(1, expected)]);
}

fn the_same_calendar_gives_the_same_text(format: &dyn TestFeedFormat) {
    let feed = feed(vec![event(1, TEXTS[0]), event(2, TEXTS[1])]);
    let texts = [(); 2].map(|()| format.adapter().write(&feed));
    assert_eq!(texts[0], texts[1]);
}
