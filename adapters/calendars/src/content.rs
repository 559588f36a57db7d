//! The lines and components of a file (RFC 5545, section 3.1).

use aditus_application::ports::HolidayFileError;

const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";
const UTF16_MARKS: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];
const CALENDAR: &str = "VCALENDAR";
const EVENT: &str = "VEVENT";

/// The deepest nesting. An alarm in an event has depth 3.
const MAX_DEPTH: usize = 16;

/// Returns the text with line feeds as line ends, and with folded lines joined.
///
/// Lines are joined before the text is decoded, because a line may be folded within a character.
pub(crate) fn unfold(file: &[u8]) -> Result<String, HolidayFileError> {
    if UTF16_MARKS.iter().any(|mark| file.starts_with(mark)) {
        return Err(HolidayFileError::NotUtf8);
    }
    let file = file.strip_prefix(UTF8_MARK).unwrap_or(file).trim_ascii_start();
    let is_calendar = file
        .split(|byte| matches!(byte, b'\r' | b'\n'))
        .next()
        .and_then(|line| std::str::from_utf8(line).ok())
        .and_then(|line| value_of("BEGIN:", line))
        .is_some_and(|name| name.eq_ignore_ascii_case(CALENDAR));
    if !is_calendar {
        return Err(HolidayFileError::NotACalendar);
    }
    let mut text = Vec::with_capacity(file.len());
    let mut bytes = file.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        if !matches!(byte, b'\r' | b'\n') {
            text.push(byte);
            continue;
        }
        if byte == b'\r' {
            bytes.next_if_eq(&b'\n');
        }
        if bytes.next_if(|next| matches!(next, b' ' | b'\t')).is_none() {
            text.push(b'\n');
        }
    }
    String::from_utf8(text).map_err(|_| HolidayFileError::NotUtf8)
}

/// Returns the lines of each event, without those of components inside it, such as alarms.
pub(crate) fn events(text: &str) -> Result<Vec<Vec<&str>>, HolidayFileError> {
    let mut events: Vec<Vec<&str>> = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    for line in text.lines() {
        if let Some(name) = value_of("BEGIN:", line) {
            if open.len() == MAX_DEPTH {
                return Err(HolidayFileError::Damaged);
            }
            open.push(name);
            if is_event(&open) {
                events.push(Vec::new());
            }
        } else if let Some(name) = value_of("END:", line) {
            if !open.pop().is_some_and(|begun| begun.eq_ignore_ascii_case(name)) {
                return Err(HolidayFileError::Damaged);
            }
        } else if is_event(&open)
            && let Some(event) = events.last_mut()
        {
            event.push(line);
        }
    }
    if open.is_empty() {
        Ok(events)
    } else {
        Err(HolidayFileError::Damaged)
    }
}

fn is_event(open: &[&str]) -> bool {
    matches!(open, [calendar, event]
        if calendar.eq_ignore_ascii_case(CALENDAR) && event.eq_ignore_ascii_case(EVENT))
}

fn value_of<'t>(prefix: &str, line: &'t str) -> Option<&'t str> {
    let (name, value) = line.split_at_checked(prefix.len())?;
    name.eq_ignore_ascii_case(prefix).then(|| value.trim())
}
