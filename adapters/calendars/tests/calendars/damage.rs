//! Files of any content are read or refused without a panic.

use aditus_application::ports::{HolidayFile, HolidayFileError, HolidayFiles};
use aditus_calendars::IcalendarFiles;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::helpers::{file_of, years};

const BOTSWANA: &[u8] = include_bytes!("files/botswana.ics");
const BELGIUM: &[u8] = include_bytes!("files/belgium.ics");

/// Pieces of properties, valid and not.
const PIECES: [&str; 44] = [
    "DTSTART",
    "DTEND",
    "DURATION",
    "RRULE",
    "EXDATE",
    "RDATE",
    "RECURRENCE-ID",
    "SUMMARY",
    "UID",
    "STATUS",
    "BEGIN:",
    "END:",
    "VEVENT",
    "VALARM",
    "VCALENDAR",
    ":",
    ";",
    ",",
    "=",
    "\"",
    "\n",
    "\r\n ",
    "\\",
    "-",
    "VALUE=DATE",
    "TZID=",
    "20270504",
    "00000000",
    "99991231",
    "T240000Z",
    "P1D",
    "PT",
    "FREQ=YEARLY",
    "FREQ=DAILY",
    "FREQ=MONTHLY",
    "FREQ=WEEKLY",
    "INTERVAL=4294967295",
    "COUNT=4294967295",
    "BYDAY=-53SU",
    "BYWEEKNO=-53,53",
    "BYYEARDAY=-366",
    "BYSETPOS=-1",
    "UNTIL=99991231",
    "é\u{202e}\u{0}",
];

/// Reads a file, and asserts the properties of every answer.
fn read(file: &[u8]) -> Result<HolidayFile, HolidayFileError> {
    let range = years(2026, 2045);
    let answer = IcalendarFiles.read(file, range);
    if let Ok(file) = &answer {
        assert!(file.holidays.is_sorted_by(|one, next| one.day < next.day));
        assert!(file.holidays.iter().all(|holiday| range.contains(holiday.day)));
        assert!(file.left_out.len() <= file.left_out_count);
    }
    answer
}

proptest! {
    #[test]
    fn any_bytes_are_answered(bytes in vec(any::<u8>(), 0..400)) {
        let _ = read(&bytes);
        let _ = read(&[b"BEGIN:VCALENDAR\n", bytes.as_slice()].concat());
    }

    #[test]
    fn any_pieces_of_properties_are_answered(pieces in vec(select(&PIECES[..]), 0..40)) {
        let text = pieces.concat();
        let start = "DTSTART;VALUE=DATE:20260101\nSUMMARY:Rest\n";
        let _ = read(file_of(&[&text]).as_bytes());
        let _ = read(file_of(&[&format!("{start}{text}")]).as_bytes());
    }

    #[test]
    fn any_rules_are_answered(
        frequency in select(&["YEARLY", "MONTHLY", "WEEKLY", "DAILY"][..]),
        start in select(&["00000101", "19000229", "20260101", "20281231", "20451231", "99991231"][..]),
        parts in vec(select(&[
            "INTERVAL=1", "INTERVAL=7", "INTERVAL=4294967295", "COUNT=5", "UNTIL=20300101", "BYMONTH=2,12",
            "BYDAY=MO,SU", "BYDAY=-1FR,53TH", "BYWEEKNO=1,53,-1", "BYYEARDAY=1,-1,366", "BYMONTHDAY=-31,29,30",
            "BYSETPOS=1,-1,366", "WKST=SU",
        ][..]), 0..5),
    ) {
        let rule = format!("FREQ={frequency};{}", parts.join(";"));
        let event = format!("DTSTART;VALUE=DATE:{start}\nSUMMARY:Rest\nRRULE:{rule}");
        let _ = read(file_of(&[&event]).as_bytes());
    }

    #[test]
    fn changed_files_are_answered(
        is_belgium in any::<bool>(),
        changes in vec((any::<Index>(), any::<u8>(), 0..4_u8), 1..12),
    ) {
        let mut file = if is_belgium { BELGIUM } else { BOTSWANA }.to_vec();
        for (place, byte, kind) in changes {
            let place = place.index(file.len());
            match kind {
                0 => file[place] = byte,
                1 => file.insert(place, byte),
                2 => drop(file.drain(place..(place + usize::from(byte)).min(file.len()))),
                _ => file.extend_from_within(place..(place + usize::from(byte)).min(file.len())),
            }
            if file.is_empty() {
                break;
            }
        }
        let _ = read(&file);
    }

    #[test]
    fn cut_files_are_refused(place in any::<Index>()) {
        // Without the last line and its end.
        let end = BOTSWANA.len() - "END:VCALENDAR\n".len();
        let answer = read(&BOTSWANA[..place.index(end)]);
        prop_assert!(answer.is_err());
    }
}
