use std::fmt::Write as _;

use aditus_application::contract::holiday_files::{CONTRACT, TestEvent, TestHolidayFiles};
use aditus_application::ports::HolidayFiles;
use aditus_calendars::IcalendarFiles;

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
