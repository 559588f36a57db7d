//! Single events.

use aditus_application::ports::{HolidayFileError, HolidayFiles, MAX_LISTED_OMISSIONS};
use aditus_calendars::IcalendarFiles;

use crate::helpers::{days, file_of, left_out, listed, read, read_events, years};

/// Returns an event on 4 May 2027 with more lines.
fn event(lines: &str) -> String {
    format!("DTSTART;VALUE=DATE:20270504\nSUMMARY:Strike\n{lines}")
}

#[track_caller]
fn assert_days(lines: &str, expected: &[&str]) {
    let file = read_events(&[&event(lines)]);
    assert_eq!(days(&file), expected, "{lines}");
    assert_eq!(file.left_out_count, 0, "{lines}");
}

#[track_caller]
fn assert_left_out(lines: &str, reason: &str) {
    let file = read_events(&[&event(lines)]);
    assert_eq!(file.holidays.len(), 0, "{lines}");
    assert_eq!(left_out(&file), [format!("Strike: {reason}")], "{lines}");
}

#[test]
fn the_end_is_the_day_after_the_last_one() {
    let one = &["2027-05-04"][..];
    let two = &["2027-05-04", "2027-05-05"][..];
    assert_days("", one);
    assert_days("DTEND;VALUE=DATE:20270505", one);
    assert_days("DTEND;VALUE=DATE:20270506", two);
    assert_days("DTEND:20270506", two);
    // Against the standard, and common.
    assert_days("DTEND;VALUE=DATE:20270504", one);
    assert_days("DURATION:P1D", one);
    assert_days("DURATION:PT48H", two);
    assert_days("TRANSP:TRANSPARENT\nSTATUS:CONFIRMED\nCLASS:PUBLIC", one);
    assert_left_out("DTEND;VALUE=DATE:20270503", "Its end is not valid.");
    assert_left_out("DTEND;VALUE=DATE:20270532", "Its end is not valid.");
    assert_left_out("DURATION:PT5H", "Its end is not valid.");
    assert_left_out("DURATION:P400D", "It is longer than a year.");
}

#[test]
fn an_event_that_begins_before_the_years_has_days_in_them() {
    let closed = "SUMMARY:Closed\nDTSTART;VALUE=DATE:20251229\nDTEND;VALUE=DATE:20260103";
    let file = read_events(&[closed]);
    assert_eq!(days(&file), ["2026-01-01", "2026-01-02"]);
    let yearly = format!("{closed}\nRRULE:FREQ=YEARLY;COUNT=2");
    let file = IcalendarFiles.read(file_of(&[&yearly]).as_bytes(), years(2027, 2030));
    assert_eq!(days(&file.unwrap()), ["2027-01-01", "2027-01-02"]);
}

#[test]
fn times_of_any_zone_are_left_out() {
    for start in [
        "DTSTART:20270504T080000",
        "DTSTART:20270504T080000Z",
        "DTSTART;TZID=Europe/Brussels:20270504T000000",
        "DTSTART;TZID=\"Mars; Olympus: Mons\":20270504T000000",
        "DTSTART;VALUE=DATE-TIME;TZID=/freeassociation.example/Nowhere:20270504T000000",
    ] {
        let file = read_events(&[&format!("{start}\nSUMMARY:Meeting")]);
        assert_eq!(
            left_out(&file),
            ["Meeting: It has a time of day. A holiday is a whole day."],
            "{start}"
        );
    }
    assert_left_out(
        "DTEND:20270505T120000",
        "It has a time of day. A holiday is a whole day.",
    );
}

#[test]
fn events_without_a_valid_date_are_left_out() {
    for start in [
        "",
        "DTSTART",
        "DTSTART;VALUE=DATE:",
        "DTSTART;VALUE=DATE:20270230",
        "DTSTART;VALUE=DATE:2027-05-04",
        "DTSTART;VALUE=DATE 20270504",
        "DTSTART;VALUE=DATE:next Monday",
    ] {
        let file = read_events(&[&format!("{start}\nSUMMARY:Strike")]);
        assert_eq!(left_out(&file), ["Strike: It has no valid date."], "{start}");
    }
}

#[test]
fn cancelled_events_are_left_out() {
    assert_left_out("STATUS:CANCELLED", "It is cancelled.");
    assert_left_out("status:cancelled", "It is cancelled.");
    assert_days("STATUS:TENTATIVE", &["2027-05-04"]);
}

#[test]
fn names_are_cleaned_and_cut() {
    let named = |name: &str| {
        let event = format!("DTSTART;VALUE=DATE:20270504\n{name}");
        let file = read_events(&[&event]);
        let names: Vec<String> = file
            .holidays
            .iter()
            .map(|holiday| holiday.name.as_str().to_owned())
            .collect();
        names.first().cloned().ok_or_else(|| left_out(&file)[0].clone())
    };
    let name = |text: &str| Ok(text.to_owned());
    assert_eq!(
        named("SUMMARY:All Saints\\, All\\nSouls\\; and more"),
        name("All Saints, All Souls; and more")
    );
    assert_eq!(
        named("summary;language=\"fr;x:y\":Pâques\\, lundi"),
        name("Pâques, lundi")
    );
    assert_eq!(named("SUMMARY:New\u{1b}[31m Year\u{7}"), name("New[31m Year"));
    let long = "é".repeat(150);
    assert_eq!(
        named(&format!("SUMMARY:{long}")),
        name(&format!("{}…", "é".repeat(99)))
    );
    assert_eq!(
        named(&format!("SUMMARY:{}", "é".repeat(100))),
        name(&"é".repeat(100))
    );
    for empty in ["", "SUMMARY:", "SUMMARY: \\n ", "SUMMARY:\u{200b}"] {
        assert_eq!(named(empty), Err(": It has no name.".to_owned()), "{empty:?}");
    }
    assert_eq!(
        named("SUMMARY:\u{202e}raeY weN"),
        Err(": Its name contains characters that cannot be shown.".to_owned())
    );
}

#[test]
fn properties_of_alarms_and_other_components_are_ignored() {
    let alarm =
        "BEGIN:VALARM\nTRIGGER:-P1D\nSUMMARY:Reminder\nDTSTART:20270101\nSTATUS:CANCELLED\nEND:VALARM";
    let file = read_events(&[&format!("{alarm}\n{}", event(""))]);
    assert_eq!(listed(&file), ["2027-05-04 Strike"]);
    let task = "BEGIN:VTODO\nDTSTART;VALUE=DATE:20270505\nSUMMARY:Task\nEND:VTODO\nEND:VCALENDAR";
    let with_task = file_of(&[&event("")]).replace("END:VCALENDAR", task);
    assert_eq!(listed(&read(&with_task).unwrap()), ["2027-05-04 Strike"]);
}

#[test]
fn the_calendars_of_one_file_are_read_together() {
    let first = file_of(&[&event("")]);
    let second = file_of(&["DTSTART;VALUE=DATE:20270505\nSUMMARY:Second"]);
    let file = read(first + &second).unwrap();
    assert_eq!(listed(&file), ["2027-05-04 Strike", "2027-05-05 Second"]);
}

#[test]
fn unreadable_lines_of_an_event_are_ignored() {
    let broken = "no colon here\n:\n;;;\n=\nX-\u{1}:?\nDESCRIPTION:first\nsecond: with; colon\n%%%";
    assert_days(broken, &["2027-05-04"]);
}

#[test]
fn incomplete_files_are_refused() {
    let file = file_of(&[&event("")]);
    for damaged in [
        file.replace("END:VCALENDAR\n", ""),
        file.replace("END:VEVENT\n", ""),
        file.replace("END:VEVENT", "END:VEVENTS"),
        file.replace("BEGIN:VEVENT", "BEGIN:VTODO"),
        file.clone() + "END:VCALENDAR\n",
        file.clone() + "BEGIN:VCALENDAR\n",
        format!("BEGIN:VCALENDAR\n{}", "BEGIN:A\n".repeat(100_000)),
    ] {
        assert_eq!(read(&damaged), Err(HolidayFileError::Damaged));
    }
    for cut in 1..file.len() - "END:VCALENDAR\n".len() {
        let answer = read(&file[..cut]);
        let error = answer.unwrap_err();
        assert!(
            matches!(error, HolidayFileError::Damaged | HolidayFileError::NotACalendar),
            "{cut}: {error}"
        );
    }
}

#[test]
fn other_encodings_are_refused() {
    let file = file_of(&[&event("COMMENT:No\u{eb}l")]);
    let utf16: Vec<u8> = [0xfeff]
        .into_iter()
        .chain(file.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let latin1: Vec<u8> = file.chars().map(|letter| u8::try_from(letter).unwrap()).collect();
    for bytes in [utf16, latin1] {
        assert_eq!(read(bytes), Err(HolidayFileError::NotUtf8));
    }
}

#[test]
fn the_first_name_of_a_day_is_kept_among_several_events() {
    let file = read_events(&[
        "DTSTART;VALUE=DATE:20270501\nDTEND;VALUE=DATE:20270504\nSUMMARY:Long weekend",
        "DTSTART;VALUE=DATE:20270501\nSUMMARY:Labour Day",
    ]);
    assert_eq!(
        listed(&file),
        [
            "2027-05-01 Long weekend",
            "2027-05-02 Long weekend",
            "2027-05-03 Long weekend"
        ]
    );
}

#[test]
fn a_file_with_20_000_meetings_is_counted() {
    let meetings = vec!["DTSTART:20270504T08\nSUMMARY:M"; 18_000];
    let file = read_events(&meetings);
    assert_eq!(file.left_out.len(), MAX_LISTED_OMISSIONS);
    assert_eq!(file.left_out_count, 18_000);
}

#[test]
fn a_file_with_100_000_events_is_too_large() {
    let events = vec!["DTSTART:20270504\nSUMMARY:M"; 100_000];
    assert_eq!(read(file_of(&events)), Err(HolidayFileError::TooLarge));
}
