//! The two rules for typed and pasted texts: [`line`] for names, titles and other texts of one
//! line, [`prose`] for texts of several lines. Every text field of a form uses one of them.
//!
//! Texts from word processors, chats and PDFs contain invisible characters. Those without a meaning
//! are dropped, spaces of any kind become blanks, and those that a script needs are kept. Control
//! characters and characters that override the direction of writing are refused.

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

/// The reason a text cannot be stored. The message follows the name of the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Unusable {
    /// Control characters, such as those for terminals.
    #[error("must not contain control characters.")]
    ControlCharacters,
    /// Characters that override the direction of writing.
    #[error("must not contain invisible characters that change how it is read. Please type it anew.")]
    DirectionOverride,
    /// A private-use character or a noncharacter, which is shown differently on each computer, or
    /// not at all.
    #[error("must not contain the character U+{:04X}, which most computers cannot show. Please remove it.", u32::from(*.0))]
    Unshown(char),
}

/// Normalises a text of one line, such as a name, a title or a number. Trims the text and collapses
/// white space and line ends of any kind into one blank.
///
/// Compatibility variants of letters, such as full-width or mathematical ones, become usual
/// letters. Characters with their own meaning are kept: µ, 10⁶, №, N’Guessan. A text without
/// visible characters becomes empty.
pub fn line(typed: &str) -> Result<String, Unusable> {
    let text = plain_letters(&usable(typed)?);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(if is_blank(&text) { String::new() } else { text })
}

/// Normalises a text of several lines, such as a comment, a reason or a description. Lines end with
/// a line feed; tabs and blanks inside are kept.
///
/// Trims the text. A text without visible characters becomes empty.
pub fn prose(typed: &str) -> Result<String, Unusable> {
    let text: String = usable(typed)?.nfc().collect();
    let text = text.trim();
    Ok(if is_blank(text) {
        String::new()
    } else {
        text.to_owned()
    })
}

/// Returns true if a typed text has no visible characters.
pub fn is_blank(typed: &str) -> bool {
    !typed.chars().any(is_visible)
}

/// Cleans up a text of an unfinished draft: only drops control characters, so that a pasted one
/// never prevents the draft from being saved.
pub fn draft(typed: &str) -> String {
    typed
        .chars()
        .filter(|character| !matches!(kind_of(*character), Character::Control))
        .collect()
}

// Normalises line ends and spaces, and drops characters that have no meaning in their place.
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
            Character::Override => return Err(Unusable::DirectionOverride),
            Character::Unshown => return Err(Unusable::Unshown(character)),
        }
    }
    Ok(drop_meaningless(&characters))
}

#[cfg(test)]
mod tests;
