//! Formats one event as one line of limited length, without characters that a terminal or a log
//! reader would interpret as anything but text.

use std::fmt::Write;

use serde_json::{Map, Value};

/// The length limit of a line in bytes, including its end.
pub(super) const MAX_LENGTH: usize = 8 * 1024;

/// Marks a truncated text.
const CUT: &str = "… (cut)";

/// Formats a line for people.
pub(super) fn text(event: &str) -> String {
    let event = event.strip_suffix('\n').unwrap_or(event);
    let most = MAX_LENGTH - 1;
    let mut line = String::with_capacity(event.len().min(MAX_LENGTH));
    for character in event.chars() {
        let before = line.len();
        match character {
            '\n' => line.push_str("\\n"),
            '\r' => line.push_str("\\r"),
            '\t' => line.push_str("\\t"),
            _ if is_plain(character) => line.push(character),
            _ => {
                // Writing to a `String` cannot fail.
                let _ = write!(line, "\\u{{{:x}}}", u32::from(character));
            }
        }
        if line.len() > most {
            line.truncate(before);
            while line.len() > most - CUT.len() {
                line.pop();
            }
            line.push_str(CUT);
            break;
        }
    }
    line.push('\n');
    line
}

/// Formats a line for machines: a valid JSON object even if it had to be shortened.
pub(super) fn json(event: &str) -> String {
    let event = event.strip_suffix('\n').unwrap_or(event);
    let mut line = escaped(event);
    if line.len() >= MAX_LENGTH
        && let Ok(Value::Object(mut fields)) = serde_json::from_str(event)
    {
        // An escaped control character takes six bytes.
        for longest in [2000, 500, 100, 20] {
            shorten(&mut fields, longest);
            line = escaped(&Value::Object(fields.clone()).to_string());
            if line.len() < MAX_LENGTH {
                break;
            }
        }
    }
    if line.len() >= MAX_LENGTH {
        r#"{"level":"WARN","message":"a log line was too long and is left out"}"#.clone_into(&mut line);
    }
    line.push('\n');
    line
}

/// The line that replaces lost lines.
pub(super) fn loss_as_text(lost: u64) -> String {
    format!(" WARN log lines were dropped, because they could not be written in time lost={lost}\n")
}

/// The line that replaces lost lines, as JSON.
pub(super) fn loss_as_json(lost: u64) -> String {
    format!(
        "{{\"level\":\"WARN\",\"message\":\"log lines were dropped, because they could not be written in time\",\"lost\":{lost}}}\n"
    )
}

/// Returns false for control characters, and for characters that change the text direction or end a
/// line in some readers.
fn is_plain(character: char) -> bool {
    !character.is_control()
        && !matches!(character, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Escapes characters that are not plain. They occur only in strings, and JSON itself escapes only
/// those below the space.
fn escaped(json: &str) -> String {
    let mut line = String::with_capacity(json.len());
    for character in json.chars() {
        if is_plain(character) {
            line.push(character);
        } else {
            // All of them are in the Basic Multilingual Plane.
            let _ = write!(line, "\\u{:04x}", u32::from(character));
        }
    }
    line
}

fn shorten(fields: &mut Map<String, Value>, longest: usize) {
    for value in fields.values_mut() {
        match value {
            Value::String(text) if text.len() > longest => {
                let cut = text.floor_char_boundary(longest);
                text.truncate(cut);
                text.push_str(CUT);
            }
            Value::Object(inner) => shorten(inner, longest),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_unchanged() {
        assert_eq!(text("INFO a \"b\" é 😀\n"), "INFO a \"b\" é 😀\n");
        assert_eq!(json("{\"a\":\"é\\n\"}\n"), "{\"a\":\"é\\n\"}\n");
    }

    #[test]
    fn a_line_cannot_be_forged() {
        assert_eq!(
            text("a\nINFO forged\r\u{1b}[2J\u{9b}\u{202e}\u{2028}\n"),
            "a\\nINFO forged\\r\\u{1b}[2J\\u{9b}\\u{202e}\\u{2028}\n"
        );
        assert_eq!(
            json("{\"a\":\"\u{7f}\u{9b}\u{2066}\"}\n"),
            "{\"a\":\"\\u007f\\u009b\\u2066\"}\n"
        );
    }

    #[test]
    fn long_lines_are_shortened_to_the_limit() {
        for piece in ["x", "é", "\n", "\u{1b}", "😀", "\u{9b}"] {
            for count in [8_180, 8_190, 8_191, 8_192, 100_000] {
                let line = text(&piece.repeat(count));
                assert!(
                    line.len() <= MAX_LENGTH && line.ends_with('\n'),
                    "{piece:?} {count}"
                );
                assert_eq!(line.matches('\n').count(), 1);
                let event = serde_json::json!({
                    "level": "INFO", "message": piece.repeat(count), "span": { "a": piece.repeat(count) },
                });
                let line = json(&event.to_string());
                assert!(line.len() <= MAX_LENGTH, "{piece:?} {count}: {}", line.len());
                let read: Value = serde_json::from_str(&line).unwrap();
                assert_eq!(read["level"], "INFO", "{piece:?} {count}");
            }
        }
        let long = text(&"x".repeat(9_000));
        assert!(long.ends_with("x… (cut)\n") && long.len() == MAX_LENGTH);
    }

    #[test]
    fn an_event_with_too_many_fields_is_replaced_by_a_warning() {
        let fields: Map<String, Value> = (0..2_000)
            .map(|n| (format!("field{n}"), Value::from(n)))
            .collect();
        let line = json(&Value::Object(fields).to_string());
        assert!(line.contains("too long and is left out"), "{line}");
    }
}
