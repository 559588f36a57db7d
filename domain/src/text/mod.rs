//! The two rules for texts that people type and paste: [`line`] for names, titles and other texts of one line, [`prose`] for
//! texts of several. Every text of a form passes one of them.
//!
//! Texts from word processors, chats and PDFs bring invisible characters. Those without a meaning are dropped, spaces
//! of any kind become blanks, and those that a script needs stay. Control characters and characters that turn the direction of
//! writing around are refused, and the error says at which field.

mod characters;
mod folding;
mod order;
mod scripts;
mod spelling;

pub use characters::is_invisible;
pub use folding::fold;
pub use order::sort_key;
pub use scripts::mixed_scripts;
use thiserror::Error;
use unicode_normalization::UnicodeNormalization;

use self::characters::{Character, is_visible, kind_of};
pub(crate) use self::folding::is_part_of_the_letter_before;
use self::spelling::{drop_meaningless, plain_letters};

/// Why a text cannot be stored. The message stands behind the name of the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Unusable {
    /// Characters such as those that terminals use.
    #[error("must not contain control characters.")]
    ControlCharacters,
    /// Characters that turn the direction of writing around.
    #[error("must not contain invisible characters that change how it is read. Please type it anew.")]
    Disguised,
    /// A character of private use, or none at all: it looks different everywhere, or like nothing.
    #[error("must not contain the character U+{:04X}, which most computers cannot show. Please remove it.", u32::from(*.0))]
    Unshown(char),
}

/// A text of one line: a name, a title, a number. Trimmed; white space and line ends of any kind count as one blank.
///
/// Variants that only look like usual letters, such as those of full width or of mathematics, become these; everything that
/// has a meaning of its own stays as it was typed: µ, 10⁶, №, N’Guessan. A text of nothing visible is empty.
pub fn line(typed: &str) -> Result<String, Unusable> {
    let text = plain_letters(&usable(typed)?);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(if is_blank(&text) { String::new() } else { text })
}

/// A text of several lines: a comment, a reason, a description. Lines end in a line feed; tabs and blanks inside stay.
///
/// White space around the text is cut off. A text of nothing visible is empty.
pub fn prose(typed: &str) -> Result<String, Unusable> {
    let text: String = usable(typed)?.nfc().collect();
    let text = text.trim();
    Ok(if is_blank(text) {
        String::new()
    } else {
        text.to_owned()
    })
}

/// Returns true if a text as it was typed shows nothing.
pub fn is_blank(typed: &str) -> bool {
    !typed.chars().any(is_visible)
}

/// A text of a draft, which may be unfinished: it stays as it is but for control characters, which are dropped so that a pasted
/// one never stops the draft from being saved.
pub fn draft(typed: &str) -> String {
    typed
        .chars()
        .filter(|character| !matches!(kind_of(*character), Character::Control))
        .collect()
}

/// The text with line feeds and blanks, and without characters that have no meaning where they stand.
fn usable(typed: &str) -> Result<String, Unusable> {
    let mut characters = Vec::with_capacity(typed.len());
    let mut rest = typed.chars().peekable();
    while let Some(character) = rest.next() {
        match kind_of(character) {
            Character::Usual => characters.push(character),
            Character::Blank => characters.push(' '),
            Character::LineEnd => {
                if character == '\r' {
                    rest.next_if_eq(&'\n');
                }
                characters.push('\n');
            }
            Character::Bullet => characters.push('•'),
            Character::Meaningless => {}
            Character::Control => return Err(Unusable::ControlCharacters),
            Character::Override => return Err(Unusable::Disguised),
            Character::Unshown => return Err(Unusable::Unshown(character)),
        }
    }
    Ok(drop_meaningless(&characters))
}

#[cfg(test)]
mod tests;
