//! Calendars to which a person subscribes (decisions N7).

use chrono::{DateTime, NaiveDate, Utc};

/// A calendar of due dates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalendarFeed {
    /// The name of the calendar.
    pub name: String,
    /// The time at which it was made.
    pub made_on: DateTime<Utc>,
    /// Its events.
    pub events: Vec<FeedEvent>,
}

/// An event of a calendar, which lasts the whole day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedEvent {
    /// The identifier, by which calendar programs recognise the event when its day or its texts have
    /// changed.
    pub uid: String,
    /// The day.
    pub day: NaiveDate,
    /// The title, in one line.
    pub title: String,
    /// The description, in one or more lines.
    pub description: String,
    /// The address of the page about it.
    pub url: String,
}

/// Writes calendars in the format iCalendar (RFC 5545).
///
/// An adapter MUST write one complete calendar, also without events, with the events in their order.
/// Texts MUST read back as they were given, and no text may add a line or a property: control
/// characters other than line feeds are dropped. The same calendar MUST give the same text.
pub trait FeedFormat: Send + Sync {
    /// Returns the text of the calendar.
    fn write(&self, feed: &CalendarFeed) -> String;
}
