//! Files of holidays (decisions N1).

use aditus_domain::deadlines::{Holiday, HolidayName, HolidayYears, RawCalendar};
use thiserror::Error;

use crate::failure::failure;

/// The largest file, in bytes.
pub const MAX_HOLIDAY_FILE_BYTES: usize = 1024 * 1024;

/// The maximum number of omitted events that are listed. Further ones are only counted.
pub const MAX_LISTED_OMISSIONS: usize = 99;

/// The content of a file of holidays.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HolidayFile {
    /// The holidays by date, at most one a day.
    pub holidays: Vec<Holiday>,
    /// The first [`MAX_LISTED_OMISSIONS`] events that were left out, in the order of the file.
    pub left_out: Vec<OmittedEvent>,
    /// The number of events that were left out.
    pub left_out_count: usize,
}

/// An event of a file that is not among the holidays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OmittedEvent {
    /// The name; `None` if it has none, or none that can be shown.
    pub name: Option<HolidayName>,
    /// The reason.
    pub reason: Omission,
}

/// The reason an event was left out. `Display` is for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Omission {
    /// There is no name.
    #[error("It has no name.")]
    Nameless,
    /// The name has characters that a holiday must not have.
    #[error("Its name contains characters that cannot be shown.")]
    UnusableName,
    /// There is no date, or one that does not exist.
    #[error("It has no valid date.")]
    NoDate,
    /// It is not a whole day.
    #[error("It has a time of day. A holiday is a whole day.")]
    TimeOfDay,
    /// It does not take place.
    #[error("It is cancelled.")]
    Cancelled,
    /// The last day is unknown.
    #[error("Its end is not valid.")]
    InvalidEnd,
    /// It has too many days.
    #[error("It is longer than a year.")]
    TooLong,
    /// It repeats on the same day.
    #[error("It repeats more often than daily.")]
    RepeatsWithinADay,
    /// The rule of repetition is malformed or not supported.
    #[error("The rule by which it repeats is not valid or not supported.")]
    InvalidRule,
    /// The repetitions take too long to compute.
    #[error("It repeats too often.")]
    TooManyRepetitions,
    /// It replaces all later repetitions of another event.
    #[error("It changes all later dates of another event, which is not supported.")]
    ChangesLaterDates,
}

/// The reason a file has no holidays to import. `Display` is for people, and contains nothing of
/// the file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum HolidayFileError {
    /// It exceeds [`MAX_HOLIDAY_FILE_BYTES`].
    #[error("The file is too large. The limit is {} MB.", MAX_HOLIDAY_FILE_BYTES / 1024 / 1024)]
    TooLarge,
    /// It is another kind of file.
    #[error("This is not a calendar file. Choose a file in the iCalendar format (.ics).")]
    NotACalendar,
    /// It is not text in UTF-8.
    #[error("The calendar file is not text in UTF-8. Export it again as iCalendar (.ics).")]
    NotUtf8,
    /// Its end is missing, or its parts are not nested correctly.
    #[error("The calendar file is incomplete or damaged. Download or export it again.")]
    Damaged,
    /// It has no event on any of the days.
    #[error("The file has no event {}.", period(*.0))]
    NothingInThoseYears(HolidayYears),
    /// It has more holidays than a calendar.
    #[error(
        "The file has more than {} holidays {}. Choose fewer years, or another file.",
        RawCalendar::MAX_HOLIDAYS,
        period(*.0)
    )]
    TooMany(HolidayYears),
}

fn period(years: HolidayYears) -> String {
    let (first, last) = (years.first(), years.last());
    if first == last {
        format!("in the year {first}")
    } else {
        format!("in the years {first} to {last}")
    }
}

failure! {
    HolidayFileError {
        TooLarge => TooLarge, reason: FileTooLarge, params: { most_mb: MAX_HOLIDAY_FILE_BYTES / 1024 / 1024 },
            field: "file";
        NotACalendar | NotUtf8 | Damaged => UnsupportedFile, reason: FileTypeNotAccepted, field: "file";
        NothingInThoseYears(_) | TooMany(_) => Invalid, reason: InvalidFields, field: "file";
    }
}

/// Reads files of holidays in the format iCalendar (RFC 5545).
///
/// An adapter MUST return every day of an event that lasts several days, and expand repetitions
/// within the given years. It MUST leave out cancelled events and events with a time of day, and
/// name them with the reason. If a day has several events, the first one of the file names it.
/// Characters that a name must not have are dropped where that keeps its meaning; a name of more
/// than [`HolidayName::MAX_LENGTH`] characters is cut, and ends with an ellipsis. Events outside the
/// years are neither holidays nor left out.
///
/// The time and memory for a file MUST be bounded, whatever its rules of repetition. Errors contain
/// nothing of the file.
pub trait HolidayFiles: Send + Sync {
    /// Returns the holidays of these years.
    fn read(&self, file: &[u8], years: HolidayYears) -> Result<HolidayFile, HolidayFileError>;
}
