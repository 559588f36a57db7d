//! Whole files, as authorities publish them.

use aditus_application::ports::HolidayFiles;
use aditus_calendars::IcalendarFiles;

use crate::helpers::{days, left_out, listed, read, years};

const BOTSWANA: &[u8] = include_bytes!("files/botswana.ics");
/// With a byte order mark, CRLF, and lines that are folded within characters.
const BELGIUM: &[u8] = include_bytes!("files/belgium.ics");

#[test]
fn repeating_holidays_are_expanded_within_the_years() {
    let file = IcalendarFiles.read(BOTSWANA, years(2027, 2028)).unwrap();
    assert_eq!(
        listed(&file),
        [
            "2027-01-01 New Year",
            "2027-01-02 New Year",
            "2027-03-26 Easter",
            "2027-03-27 Easter",
            "2027-03-28 Easter",
            "2027-03-29 Easter",
            "2027-05-01 Labour Day",
            "2027-05-06 Ascension Day",
            "2027-07-01 Sir Seretse Khama Day",
            "2027-07-19 President's Day",
            "2027-07-20 President's Day",
            "2027-12-25 Christmas Day and Boxing Day",
            "2027-12-26 Christmas Day and Boxing Day",
            "2028-01-01 New Year",
            "2028-01-02 New Year",
            "2028-04-14 Easter",
            "2028-04-15 Easter",
            "2028-04-16 Easter",
            "2028-04-17 Easter",
            "2028-05-01 Labour Day",
            "2028-05-25 Ascension Day",
            "2028-07-01 Sir Seretse Khama Day",
            "2028-07-17 President's Day",
            "2028-07-18 President's Day",
            "2028-09-29 Botswana Day (observed on Friday)",
        ]
    );
    assert_eq!(left_out(&file), ["Election Day: It is cancelled."]);
}

#[test]
fn events_before_the_years_are_not_listed_as_left_out() {
    let file = IcalendarFiles.read(BOTSWANA, years(2026, 2026)).unwrap();
    assert_eq!(
        left_out(&file),
        ["Reception on the eve of Botswana Day: It has a time of day. A holiday is a whole day."]
    );
    assert_eq!(file.left_out_count, 1);
}

#[test]
fn marks_line_ends_and_folded_lines_are_understood() {
    let file = read(BELGIUM).unwrap();
    assert_eq!(file.holidays.len(), 20);
    assert_eq!(listed(&file)[1], "2026-04-06 Paasmaandag / Lundi de Pâques");
    assert_eq!(file.left_out_count, 0);
    let mut unfolded = String::from_utf8_lossy(BELGIUM).replace("\r\n", "\n");
    for ends in ["\n", "\r"] {
        unfolded = unfolded.replace('\n', ends);
        assert_eq!(days(&read(&unfolded).unwrap()), days(&file), "{ends:?}");
    }
}
