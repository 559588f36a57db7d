//! Writes calendar feeds (RFC 5545).

use aditus_application::ports::{CalendarFeed, FeedEvent, FeedFormat};
use chrono::Days;
use icalendar::{Calendar, Component, Event, EventLike, Parameter, Property};

/// The time after which calendar programs should read the feed again.
const REFRESH: &str = "PT1H";

/// Writes calendars in the format iCalendar. Folding, escapes and line ends are the library's.
pub struct IcalendarFeeds;

impl FeedFormat for IcalendarFeeds {
    fn write(&self, feed: &CalendarFeed) -> String {
        let mut calendar = Calendar::empty();
        for (name, value) in [
            ("VERSION", "2.0"),
            ("PRODID", "-//Aditus//Due dates//EN"),
            ("CALSCALE", "GREGORIAN"),
            ("METHOD", "PUBLISH"),
        ] {
            calendar.append_property((name, value));
        }
        // The library would not escape the text of `NAME` (RFC 7986), and programs know this one.
        calendar.append_property(Property::new("X-WR-CALNAME", printable(&feed.name)));
        let mut refresh = Property::new("REFRESH-INTERVAL", REFRESH);
        refresh.append_parameter(Parameter::new("VALUE", "DURATION"));
        calendar.append_property(refresh);
        calendar.append_property(("X-PUBLISHED-TTL", REFRESH));
        for event in &feed.events {
            calendar.push(written(event, feed));
        }
        calendar.to_string()
    }
}

fn written(event: &FeedEvent, feed: &CalendarFeed) -> Event {
    let mut written = Event::new();
    written
        .uid(&printable(&event.uid))
        .timestamp(feed.made_on)
        .starts(event.day)
        .summary(&printable(&event.title))
        .description(&printable(&event.description))
        .url(&printable(&event.url))
        // The day stays free for meetings.
        .add_property("TRANSP", "TRANSPARENT");
    // The day after the last one (RFC 5545, section 3.6.1). Some programs show no event without it.
    if let Some(end) = event.day.checked_add_days(Days::new(1)) {
        written.ends(end);
    }
    written
}

/// Returns the text without control characters other than line feeds, which the library escapes.
fn printable(text: &str) -> String {
    text.chars()
        .filter(|letter| *letter == '\n' || !letter.is_control())
        .collect()
}
