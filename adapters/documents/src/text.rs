//! Lines of text that fit a width.

use aditus_application::ports::DocumentError;

use crate::palette::MUTED;
use crate::typeset::{Area, Mm, Position, Style, fault};

/// Keeps two words on one line.
const NO_BREAK_SPACE: char = '\u{a0}';
/// A box to tick. The fonts have none, so it is drawn.
pub(crate) const TICK_BOX: char = '\u{2610}';
/// The side of that box and the room it takes in a line, as shares of the height of the letters.
const TICK_BOX_SIDE: f64 = 0.78;
const TICK_BOX_ROOM: f64 = 1.2;
/// Letters stand on the foot of their line's height, where their tails belong: this share of the height lifts them to where they
/// should be.
const DESCENT: f64 = 0.215;
/// Where the letters of a line stand, as a share of its height from the top.
const BASE: f64 = 0.79;

/// Writes a line whose upper left corner is at this place of the area.
pub(crate) fn write(line: &str, style: Style, at: (Mm, Mm), area: &Area<'_>) -> Result<(), DocumentError> {
    let measure = Measure { style };
    let (mut x, y) = at;
    let height = style.line_height();
    for (index, part) in line.split(TICK_BOX).enumerate() {
        if index > 0 {
            tick_box(area, (x, y + height * BASE), measure.em());
            x += measure.of_char(TICK_BOX);
        }
        if part.is_empty() {
            continue;
        }
        let top = Position::new(x, y - height * DESCENT);
        if !area.print_str(top, style, part) {
            return Err(fault("a line did not fit its page"));
        }
        x += measure.of(part);
    }
    Ok(())
}

fn tick_box(area: &Area<'_>, (left, base): (Mm, Mm), em: Mm) {
    let side = em * TICK_BOX_SIDE;
    let (right, top) = (left + side, base - side);
    let corners = [
        (left, base),
        (right, base),
        (right, top),
        (left, top),
        (left, base),
    ];
    let corners = corners.map(|(x, y)| Position::new(x, y));
    area.draw_line(&corners, MUTED);
}

/// The lines of a text: one or more for each of its own lines, none wider than `width`. Every character that is no
/// white space is kept, however long the word.
pub(crate) fn lines(text: &str, style: Style, width: Mm) -> Vec<String> {
    let measure = Measure { style };
    let mut lines = Vec::new();
    for paragraph in text.trim_end().split('\n') {
        let mut line = String::new();
        let mut used = Mm::from(0);
        for word in paragraph
            .split(|c: char| c != NO_BREAK_SPACE && (c.is_whitespace() || c.is_control()))
            .filter(|word| !word.is_empty())
        {
            let gap = if line.is_empty() {
                Mm::from(0)
            } else {
                measure.of(" ")
            };
            let needed = measure.of(word);
            // Room between two words is none where a line begins or ends.
            let is_room = word.chars().all(|c| c == NO_BREAK_SPACE);
            if is_room && (line.is_empty() || used + gap + needed > width) {
                continue;
            }
            if used + gap + needed <= width {
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(word);
                used += gap + needed;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            let mut pieces = pieces(word, width, &measure);
            line = pieces.pop().unwrap_or_default();
            lines.append(&mut pieces);
            used = measure.of(&line);
        }
        lines.push(line);
    }
    lines
}

/// A word in pieces that fit; each ends behind a mark that joins words, if it holds one.
fn pieces(word: &str, width: Mm, measure: &Measure) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut piece = String::new();
    let mut used = Mm::from(0);
    for c in word.chars() {
        let needed = measure.of_char(c);
        if used + needed > width && !piece.is_empty() {
            let rest = piece
                .rfind(['_', '-', '/', '.', '@', ',', ';', ':'])
                .map(|mark| piece.split_off(mark + 1));
            pieces.push(std::mem::replace(&mut piece, rest.unwrap_or_default()));
            used = measure.of(&piece);
        }
        piece.push(c);
        used += needed;
    }
    pieces.push(piece);
    pieces
}

struct Measure {
    style: Style,
}

impl Measure {
    fn of(&self, text: &str) -> Mm {
        text.chars()
            .map(|c| self.of_char(c))
            .fold(Mm::from(0), |sum, width| sum + width)
    }

    fn of_char(&self, c: char) -> Mm {
        if c == TICK_BOX {
            return self.em() * TICK_BOX_ROOM;
        }
        self.style.char_width(c)
    }

    /// The height of the letters, about.
    fn em(&self) -> Mm {
        self.style.line_height() * 0.72
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::{INK, text};

    fn wrapped(content: &str, width: i32) -> Vec<String> {
        let found = lines(content, text(9, INK), Mm::from(width));
        let measure = Measure { style: text(9, INK) };
        assert!(
            found.iter().all(|line| measure.of(line) <= Mm::from(width)),
            "{found:?}"
        );
        found
    }

    fn kept(content: &str, width: i32) {
        let without_space = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        assert_eq!(
            without_space(&wrapped(content, width).concat()),
            without_space(content)
        );
    }

    #[test]
    fn short_texts_stay_whole_and_line_breaks_are_kept() {
        assert_eq!(wrapped("one two", 80), ["one two"]);
        assert_eq!(wrapped("one\ntwo\r\n\nthree\n", 80), ["one", "two", "", "three"]);
        assert_eq!(wrapped("", 80), [""]);
    }

    #[test]
    fn nothing_is_lost_however_long_the_words() {
        kept(&"X".repeat(3_000), 20);
        kept(&format!("before {} after", "y".repeat(500)), 15);
        kept("Αθήνα Київ Zażółć Ünïcödé", 12);
        kept(
            &"condition_occurrence_concept_identifier/with-a-path.and@mark ".repeat(20),
            25,
        );
        kept("中文 አማርኛ العربية", 10);
    }

    #[test]
    fn long_names_break_behind_a_mark() {
        assert_eq!(
            wrapped("condition_occurrence_start_datetime", 40),
            ["condition_occurrence_", "start_datetime"]
        );
    }

    #[test]
    fn words_that_belong_together_stay_together() {
        assert_eq!(
            wrapped("one two\u{a0}three four", 20),
            ["one", "two\u{a0}three", "four"]
        );
        assert_eq!(wrapped("\u{a0} one \u{a0} \u{a0} two", 8), ["one \u{a0}", "two"]);
        assert_eq!(wrapped("\u{2610}Yes \u{2610}No", 80), ["\u{2610}Yes \u{2610}No"]);
    }

    #[test]
    fn a_width_of_nothing_ends() {
        assert_eq!(lines("abc", text(9, INK), Mm::from(0)), ["a", "b", "c"]);
    }
}
