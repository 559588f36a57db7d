use std::fmt::Write as _;

use aditus_application::contract::feed_format::{self, TestFeedFormat};
use aditus_application::contract::holiday_files::{CONTRACT, TestEvent, TestHolidayFiles};
use aditus_application::ports::{FeedEvent, FeedFormat, HolidayFiles};
use aditus_calendars::{IcalendarFeeds, IcalendarFiles};
use icalendar::{Calendar, Component};

struct Real;

impl TestHolidayFiles for Real {
    fn adapter(&self) -> &dyn HolidayFiles {
        &IcalendarFiles
    }

    fn file(&self, events: &[TestEvent]) -> Vec<u8> {
        let mut file = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n".to_owned();
        for event in events {
            let time = if event.has_time { "T080000Z" } else { "" };
            let (day, name) = (event.day.format("%Y%m%d"), &event.name);
            write!(
                file,
                "BEGIN:VEVENT\r\nDTSTART:{day}{time}\r\nSUMMARY:{name}\r\nEND:VEVENT\r\n"
            )
            .unwrap();
        }
        file.push_str("END:VCALENDAR\r\n");
        file.into_bytes()
    }
}

#[test]
fn icalendar_files_satisfy_the_contract() {
    for (_, clause) in CONTRACT {
        clause(&Real);
    }
}

impl TestFeedFormat for Real {
    fn adapter(&self) -> &dyn FeedFormat {
        &IcalendarFeeds
    }

    fn read(&self, text: &str) -> (String, Vec<FeedEvent>) {
        let calendar: Calendar = text.parse().unwrap();
        let name = calendar.property_value("X-WR-CALNAME").unwrap().to_owned();
        let events = calendar.events().map(|event| FeedEvent {
            uid: event.get_uid().unwrap().to_owned(),
            day: event.get_start().unwrap().date_naive(),
            title: event.get_summary().unwrap().to_owned(),
            description: event.get_description().unwrap().to_owned(),
            url: event.get_url().unwrap().to_owned(),
        });
        (name, events.collect())
    }
}

#[test]
fn icalendar_feeds_satisfy_the_contract() {
    for (_, clause) in feed_format::CONTRACT {
        clause(&Real);
    }
}
