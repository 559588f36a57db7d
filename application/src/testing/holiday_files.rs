//! Files of holidays in a format of one line for each event.

use std::collections::BTreeMap;

use aditus_domain::deadlines::{Holiday, HolidayName, HolidayYears, RawCalendar};
use chrono::NaiveDate;

use crate::ports::{
    HolidayFile, HolidayFileError, HolidayFiles, MAX_HOLIDAY_FILE_BYTES, MAX_LISTED_OMISSIONS, Omission,
    OmittedEvent,
};

/// The first line of each file.
const HEAD: &str = "holidays";

/// Reads files that begin with the line `holidays`. The other lines are a date and a name, such as
/// `2027-09-30 Botswana Day`, or `2027-09-30T08:00 Staff meeting` with a time of day.
pub struct PlainHolidayFiles;

impl HolidayFiles for PlainHolidayFiles {
    fn read(&self, file: &[u8], years: HolidayYears) -> Result<HolidayFile, HolidayFileError> {
        if file.len() > MAX_HOLIDAY_FILE_BYTES {
            return Err(HolidayFileError::TooLarge);
        }
        let text = std::str::from_utf8(file).map_err(|_| HolidayFileError::NotUtf8)?;
        let lines = text
            .strip_prefix(HEAD)
            .ok_or(HolidayFileError::NotACalendar)?
            .lines()
            .filter(|line| !line.is_empty());
        let mut holidays = BTreeMap::new();
        let mut left_out = Vec::new();
        for line in lines {
            match event(line) {
                Ok((day, _)) if !years.contains(day) => {}
                Ok((day, name)) => {
                    holidays.entry(day).or_insert(name);
                }
                Err(omitted) => left_out.push(omitted),
            }
        }
        if holidays.len() > RawCalendar::MAX_HOLIDAYS {
            return Err(HolidayFileError::TooMany(years));
        }
        if holidays.is_empty() && left_out.is_empty() {
            return Err(HolidayFileError::NothingInThoseYears(years));
        }
        let left_out_count = left_out.len();
        left_out.truncate(MAX_LISTED_OMISSIONS);
        Ok(HolidayFile {
            holidays: holidays
                .into_iter()
                .map(|(day, name)| Holiday { day, name })
                .collect(),
            left_out,
            left_out_count,
        })
    }
}

fn event(line: &str) -> Result<(NaiveDate, HolidayName), OmittedEvent> {
    let (moment, name) = line.split_once(' ').unwrap_or((line, ""));
    let omitted = |name: Option<HolidayName>, reason| OmittedEvent { name, reason };
    let Ok(name) = HolidayName::parse(name) else {
        return Err(omitted(None, Omission::Nameless));
    };
    if moment.contains('T') {
        return Err(omitted(Some(name), Omission::TimeOfDay));
    }
    match moment.parse() {
        Ok(day) => Ok((day, name)),
        Err(_) => Err(omitted(Some(name), Omission::NoDate)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::holiday_files::{CONTRACT, TestEvent, TestHolidayFiles};

    impl TestHolidayFiles for PlainHolidayFiles {
        fn adapter(&self) -> &dyn HolidayFiles {
            self
        }

        fn file(&self, events: &[TestEvent]) -> Vec<u8> {
            let lines = events.iter().map(|event| {
                let time = if event.has_time { "T08:00" } else { "" };
                format!("\n{}{time} {}", event.day, event.name)
            });
            [HEAD.to_owned()]
                .into_iter()
                .chain(lines)
                .collect::<String>()
                .into_bytes()
        }
    }

    #[test]
    fn plain_holiday_files_satisfy_the_contract() {
        for (_, clause) in CONTRACT {
            clause(&PlainHolidayFiles);
        }
    }
}
