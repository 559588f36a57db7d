//! Boxes for characters that no font contains. A box shows the digits of the code point in two
//! rows, so that readers see which character is missing.

/// Width of a digit. All lengths of this file are shares of the font size.
const DIGIT_WIDTH: f32 = 0.24;
const PADDING: f32 = 0.07;
/// Space on each side of the box.
const GAP: f32 = 0.06;
/// Font size of the digits.
pub(super) const DIGIT_FONT_SIZE: f32 = 0.4;
/// Upper and lower edge of the box, above the baseline of the line.
pub(super) const TOP: f32 = 0.80;
pub(super) const BOTTOM: f32 = -0.14;
/// Baselines of the two rows, above the baseline of the line.
const ROWS: [f32; 2] = [0.40, -0.04];

/// Returns the width of the box including the space beside it.
pub(super) fn width(c: char) -> f32 {
    box_width(c) + 2.0 * GAP
}

/// Returns the width of the box without the space beside it.
pub(super) fn box_width(c: char) -> f32 {
    columns(c) * DIGIT_WIDTH + 2.0 * PADDING
}

/// Returns the two rows of digits, each with its left edge and its baseline relative to the
/// character's position.
pub(super) fn rows(c: char) -> [(String, f32, f32); 2] {
    let digits = format!("{:04X}", u32::from(c));
    let digits = if digits.len() > 4 {
        format!("{digits:0>6}")
    } else {
        digits
    };
    let (upper, lower) = digits.split_at(digits.len() / 2);
    let [above, below] = ROWS;
    let left = GAP + PADDING;
    [(upper.to_owned(), left, above), (lower.to_owned(), left, below)]
}

/// Returns the left edge of the box, relative to the character's position.
pub(super) fn box_left() -> f32 {
    GAP
}

fn columns(c: char) -> f32 {
    if u32::from(c) > 0xffff { 3.0 } else { 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_points_are_split_into_two_rows_of_digits() {
        let digits = |c| rows(c).map(|(digits, _, _)| digits);
        assert_eq!(digits('中'), ["4E", "2D"]);
        assert_eq!(digits('\u{e5}'), ["00", "E5"]);
        assert_eq!(digits('🦟'), ["01F", "99F"]);
        assert_eq!(digits('\u{10ffff}'), ["10F", "FFF"]);
        assert!(width('🦟') > width('中'));
    }
}
