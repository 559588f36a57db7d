//! QR codes (ISO/IEC 18004) as vector graphics.

use aditus_application::ports::DocumentError;
use qrcode::{Color, EcLevel, QrCode};

use super::fault;

/// A QR code as a list of dark rectangles that do not overlap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Raster {
    /// Number of modules per side.
    pub(super) side: u16,
    pub(super) dark: Vec<Dark>,
}

/// A dark rectangle, in modules from the upper left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dark {
    pub(super) left: u16,
    pub(super) right: u16,
    pub(super) top: u16,
    pub(super) bottom: u16,
}

impl Raster {
    /// Creates the QR code of a text. The code stays readable if an eighth of it is covered or worn
    /// off. Fails if the text is too long.
    pub(crate) fn code(text: &str) -> Result<Self, DocumentError> {
        let code = QrCode::with_error_correction_level(text, EcLevel::M).map_err(fault)?;
        let side = u16::try_from(code.width()).map_err(fault)?;
        let colors = code.to_colors();
        let rows = colors
            .chunks(code.width().max(1))
            .map(|row| row.iter().map(|color| *color == Color::Dark));
        Ok(Self {
            side,
            dark: rectangles(rows),
        })
    }
}

/// Merges dark modules into rectangles: first the neighbours within a row, then equal runs in
/// consecutive rows.
fn rectangles(rows: impl Iterator<Item = impl Iterator<Item = bool>>) -> Vec<Dark> {
    let mut done = Vec::new();
    let mut open: Vec<Dark> = Vec::new();
    for (top, row) in (0u16..).zip(rows) {
        let mut runs: Vec<Dark> = Vec::new();
        for (left, _) in (0u16..).zip(row).filter(|(_, is_dark)| *is_dark) {
            match runs.last_mut().filter(|run| run.right == left) {
                Some(run) => run.right += 1,
                None => runs.push(Dark {
                    left,
                    right: left + 1,
                    top,
                    bottom: top + 1,
                }),
            }
        }
        for run in &mut runs {
            let above = open
                .iter()
                .position(|above| (above.left, above.right) == (run.left, run.right));
            if let Some(above) = above {
                run.top = open.swap_remove(above).top;
            }
        }
        done.append(&mut open);
        open = runs;
    }
    done.append(&mut open);
    done.sort_unstable_by_key(|dark| (dark.top, dark.left));
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(picture: &[&str]) -> Vec<[u16; 4]> {
        let rows = picture.iter().map(|row| row.chars().map(|square| square == '#'));
        let dark = rectangles(rows).into_iter();
        dark.map(
            |Dark {
                 left,
                 right,
                 top,
                 bottom,
             }| [left, right, top, bottom],
        )
        .collect()
    }

    #[test]
    fn adjacent_modules_are_merged_into_rectangles() {
        assert_eq!(drawn(&["....", "...."]), [[0; 4]; 0]);
        assert_eq!(drawn(&["##", "##", "##"]), [[0, 2, 0, 3]]);
        assert_eq!(
            drawn(&["##.#", "##..", "#..#"]),
            [[0, 2, 0, 2], [3, 4, 0, 1], [0, 1, 2, 3], [3, 4, 2, 3]]
        );
    }

    #[test]
    fn a_text_too_long_for_a_qr_code_is_an_error() {
        assert!(Raster::code(&"x".repeat(2331)).is_ok());
        assert!(Raster::code(&"x".repeat(2332)).is_err());
    }
}
