//! Calendar files in the format iCalendar (RFC 5545; decisions N1, N7).

mod content;
mod event;
mod feed;
mod holidays;
mod rule;
mod work;

use std::collections::{HashMap, HashSet};

use aditus_application::ports::{HolidayFile, HolidayFileError, HolidayFiles, MAX_HOLIDAY_FILE_BYTES};
use aditus_domain::deadlines::HolidayYears;
use chrono::NaiveDate;

pub use self::feed::IcalendarFeeds;

use self::event::Event;
use self::holidays::Found;

/// Reads holidays from iCalendar files.
///
/// Lines that cannot be read are ignored, because they are mostly parts of descriptions. If it is
/// the line of the date, the event is left out.
pub struct IcalendarFiles;

impl HolidayFiles for IcalendarFiles {
    fn read(&self, file: &[u8], years: HolidayYears) -> Result<HolidayFile, HolidayFileError> {
        if file.len() > MAX_HOLIDAY_FILE_BYTES {
            return Err(HolidayFileError::TooLarge);
        }
        let text = content::unfold(file)?;
        let events: Vec<Event> = content::events(&text)?
            .iter()
            .map(|lines| Event::read(lines))
            .collect();
        let replaced = replaced_dates(&events);
        let none = HashSet::new();
        let mut found = Found::new(years);
        for event in &events {
            let uid = event.uid.as_deref().unwrap_or_default();
            found.add(event, replaced.get(uid).unwrap_or(&none))?;
        }
        found.finish()
    }
}

/// Returns the dates of repeating events that other events of the file replace, by the UID of the
/// event (RFC 5545, section 3.8.4.4).
fn replaced_dates(events: &[Event]) -> HashMap<&str, HashSet<NaiveDate>> {
    let mut replaced: HashMap<&str, HashSet<NaiveDate>> = HashMap::new();
    for event in events {
        if let (Some(uid), Some(day)) = (&event.uid, event.replaced_day()) {
            replaced.entry(uid).or_default().insert(day);
        }
    }
    replaced
}
