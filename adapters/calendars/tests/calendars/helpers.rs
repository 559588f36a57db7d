use aditus_application::ports::{HolidayFile, HolidayFileError, HolidayFiles};
use aditus_calendars::IcalendarFiles;
use aditus_domain::deadlines::HolidayYears;

pub fn years(first: i32, last: i32) -> HolidayYears {
    HolidayYears::check(Some(first), Some(last), first).unwrap()
}

/// Returns a file with these events, each given by its lines.
pub fn file_of(events: &[&str]) -> String {
    let mut file = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Ministry//Holidays//EN\n".to_owned();
    for event in events {
        file.push_str("BEGIN:VEVENT\n");
        file.push_str(event.trim());
        file.push_str("\nEND:VEVENT\n");
    }
    file + "END:VCALENDAR\n"
}

pub fn read(file: impl AsRef<[u8]>) -> Result<HolidayFile, HolidayFileError> {
    IcalendarFiles.read(file.as_ref(), years(2026, 2031))
}

/// Reads a file with these events.
pub fn read_events(events: &[&str]) -> HolidayFile {
    read(file_of(events)).unwrap()
}

/// Returns each holiday as `2027-09-30 Botswana Day`.
pub fn listed(file: &HolidayFile) -> Vec<String> {
    file.holidays
        .iter()
        .map(|holiday| format!("{} {}", holiday.day, holiday.name.as_str()))
        .collect()
}

/// Returns the days of the holidays.
pub fn days(file: &HolidayFile) -> Vec<String> {
    file.holidays
        .iter()
        .map(|holiday| holiday.day.to_string())
        .collect()
}

/// Returns each omitted event as `Staff meeting: It is cancelled.`
pub fn left_out(file: &HolidayFile) -> Vec<String> {
    file.left_out
        .iter()
        .map(|event| {
            let name = event.name.as_ref().map_or("", |name| name.as_str());
            format!("{name}: {}", event.reason)
        })
        .collect()
}
