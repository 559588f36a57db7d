//! The rules that every adapter of [`HolidayFiles`] MUST follow. An adapter implements
//! [`TestHolidayFiles`], which writes files in its format, and runs each function of [`CONTRACT`].

use aditus_domain::deadlines::{HolidayYears, RawCalendar};
use chrono::{Days, NaiveDate};

use crate::ports::{
    HolidayFile, HolidayFileError, HolidayFiles, MAX_HOLIDAY_FILE_BYTES, MAX_LISTED_OMISSIONS, Omission,
};

/// An event of a file.
#[derive(Debug, Clone)]
pub struct TestEvent {
    /// The day.
    pub day: NaiveDate,
    /// The name.
    pub name: String,
    /// True if the event has a time of day.
    pub has_time: bool,
}

/// The adapter under test, with a writer of files.
pub trait TestHolidayFiles {
    /// Returns the adapter.
    fn adapter(&self) -> &dyn HolidayFiles;

    /// Returns a file with these events.
    fn file(&self, events: &[TestEvent]) -> Vec<u8>;
}

/// One clause of the contract.
pub type Clause = fn(&dyn TestHolidayFiles);

/// The clauses of the contract, by name.
pub const CONTRACT: [(&str, Clause); 7] = [
    ("holidays_are_sorted_by_date", holidays_are_sorted_by_date),
    ("the_first_event_names_its_day", the_first_event_names_its_day),
    ("other_years_are_ignored", other_years_are_ignored),
    ("events_with_a_time_are_left_out", events_with_a_time_are_left_out),
    ("further_omissions_are_counted", further_omissions_are_counted),
    ("the_size_is_limited", the_size_is_limited),
    ("other_files_are_refused", other_files_are_refused),
];

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn event(day_of_event: &str, name: &str) -> TestEvent {
    TestEvent {
        day: day(day_of_event),
        name: name.to_owned(),
        has_time: false,
    }
}

fn years(first: i32, last: i32) -> HolidayYears {
    HolidayYears::check(Some(first), Some(last), first).unwrap()
}

fn read(files: &dyn TestHolidayFiles, events: &[TestEvent]) -> Result<HolidayFile, HolidayFileError> {
    files.adapter().read(&files.file(events), years(2027, 2030))
}

fn holidays(file: &HolidayFile) -> Vec<(String, &str)> {
    file.holidays
        .iter()
        .map(|holiday| (holiday.day.to_string(), holiday.name.as_str()))
        .collect()
}

fn holidays_are_sorted_by_date(files: &dyn TestHolidayFiles) {
    let file = read(
        files,
        &[
            event("2027-09-30", "Botswana Day"),
            event("2027-01-01", "New Year's Day"),
        ],
    );
    assert_eq!(
        holidays(&file.unwrap()),
        [
            ("2027-01-01".to_owned(), "New Year's Day"),
            ("2027-09-30".to_owned(), "Botswana Day")
        ]
    );
}

fn the_first_event_names_its_day(files: &dyn TestHolidayFiles) {
    let file = read(
        files,
        &[event("2027-05-01", "Labour Day"), event("2027-05-01", "May Day")],
    )
    .unwrap();
    assert_eq!(holidays(&file), [("2027-05-01".to_owned(), "Labour Day")]);
    assert_eq!(file.left_out_count, 0);
}

fn other_years_are_ignored(files: &dyn TestHolidayFiles) {
    let early = event("2026-12-31", "Old Year's Day");
    let late = event("2031-01-01", "New Year's Day");
    let inside = [event("2027-01-01", "First"), event("2030-12-31", "Last")];
    let [first, last] = inside;
    let file = read(files, &[early.clone(), first, late.clone(), last]).unwrap();
    assert_eq!(
        holidays(&file),
        [
            ("2027-01-01".to_owned(), "First"),
            ("2030-12-31".to_owned(), "Last")
        ]
    );
    for events in [&[early, late][..], &[]] {
        assert_eq!(
            read(files, events),
            Err(HolidayFileError::NothingInThoseYears(years(2027, 2030)))
        );
    }
}

fn meeting(number: usize) -> TestEvent {
    TestEvent {
        has_time: true,
        ..event("2027-02-03", &format!("Meeting {number}"))
    }
}

fn events_with_a_time_are_left_out(files: &dyn TestHolidayFiles) {
    let file = read(files, &[meeting(1), event("2027-01-01", "New Year's Day")]).unwrap();
    assert_eq!(file.holidays.len(), 1);
    let omitted = &file.left_out[0];
    assert_eq!(omitted.reason, Omission::TimeOfDay);
    assert_eq!(omitted.name.as_ref().unwrap().as_str(), "Meeting 1");
    assert_eq!(file.left_out_count, 1);
    // A file in which every event was left out says so instead of being refused.
    assert_eq!(read(files, &[meeting(1)]).unwrap().left_out, file.left_out);
}

fn further_omissions_are_counted(files: &dyn TestHolidayFiles) {
    let meetings: Vec<TestEvent> = (0..MAX_LISTED_OMISSIONS + 3).map(meeting).collect();
    let file = read(files, &meetings).unwrap();
    assert_eq!(file.left_out.len(), MAX_LISTED_OMISSIONS);
    assert_eq!(file.left_out_count, meetings.len());
}

fn the_size_is_limited(files: &dyn TestHolidayFiles) {
    let first = day("2027-01-01");
    let on = |days: usize| {
        let day_of_event = first + Days::new(u64::try_from(days).unwrap());
        event(&day_of_event.to_string(), "Strike")
    };
    let mut events: Vec<TestEvent> = (0..RawCalendar::MAX_HOLIDAYS).map(on).collect();
    assert_eq!(
        read(files, &events).unwrap().holidays.len(),
        RawCalendar::MAX_HOLIDAYS
    );
    events.push(on(RawCalendar::MAX_HOLIDAYS));
    assert_eq!(
        read(files, &events),
        Err(HolidayFileError::TooMany(years(2027, 2030)))
    );
    let large = vec![b'\n'; MAX_HOLIDAY_FILE_BYTES + 1];
    let answer = files.adapter().read(&large, years(2027, 2030));
    assert_eq!(answer, Err(HolidayFileError::TooLarge));
}

fn other_files_are_refused(files: &dyn TestHolidayFiles) {
    for bytes in [
        &b""[..],
        b"day,name\n2027-01-01,New Year\n",
        b"%PDF-1.7\n",
        b"\0\0",
    ] {
        let answer = files.adapter().read(bytes, years(2027, 2030));
        assert_eq!(answer, Err(HolidayFileError::NotACalendar), "{bytes:?}");
    }
    let mut latin1 = files.file(&[event("2027-01-01", "Nouvel An")]);
    latin1.extend_from_slice(b"\nX:No\xebl\n");
    let answer = files.adapter().read(&latin1, years(2027, 2030));
    assert_eq!(answer, Err(HolidayFileError::NotUtf8));
}
