//! Character classes for cleaning up typed and pasted texts.

/// The treatment of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Character {
    /// Kept, unless it has no meaning in its place.
    Usual,
    /// A space of any width; becomes a blank.
    Blank,
    /// The end of a line, paragraph or page; becomes a line feed.
    LineEnd,
    /// A list bullet of a word processor in a special font; becomes •.
    Bullet,
    /// Dropped.
    Meaningless,
    /// Refused: a control character.
    Control,
    /// Refused: overrides the direction of writing.
    Override,
    /// Refused: a private-use character or a noncharacter, which is not shown everywhere.
    Unshown,
}

pub(super) const fn kind_of(character: char) -> Character {
    match character {
        '\t' | ' '..='~' => Character::Usual,
        // The vertical tab is a line break of word processors, and the form feed a page break of
        // PDFs.
        '\n' | '\u{B}' | '\u{C}' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => Character::LineEnd,
        '\0'..='\u{1F}' | '\u{7F}'..='\u{9F}' => Character::Control,
        // The blank Braille pattern looks like a space.
        '\u{A0}'
        | '\u{1680}'
        | '\u{2000}'..='\u{200A}'
        | '\u{202F}'
        | '\u{205F}'
        | '\u{2800}'
        | '\u{3000}' => Character::Blank,
        '\u{202D}' | '\u{202E}' => Character::Override,
        '\u{F020}'..='\u{F0FF}' => Character::Bullet,
        '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{10FFFF}' | '\u{FDD0}'..='\u{FDEF}' => Character::Unshown,
        _ if (character as u32) & 0xFFFE == 0xFFFE => Character::Unshown,
        _ if is_meaningless(character) => Character::Meaningless,
        _ => Character::Usual,
    }
}

// Invisible characters that can be dropped everywhere: soft hyphens, zero-width spaces, byte order
// marks, fillers, placeholders of pasted pictures, and code points reserved for such uses.
const fn is_meaningless(character: char) -> bool {
    matches!(
        character,
        '\u{AD}'
            | '\u{34F}'
            | '\u{115F}'
            | '\u{1160}'
            | '\u{17B4}'
            | '\u{17B5}'
            | '\u{200B}'
            | '\u{2060}'..='\u{2065}'
            | '\u{206A}'..='\u{206F}'
            | '\u{3164}'
            | '\u{FEFF}'
            | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFFC}'
            | '\u{16FE4}'
            | '\u{1BCA0}'..='\u{1BCA3}'
            | '\u{1D159}'
            | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E001F}'
            | '\u{E0080}'..='\u{E00FF}'
            | '\u{E01F0}'..='\u{E0FFF}'
    )
}

// Zero-width characters that have a meaning in some places.
pub(super) const fn is_format(character: char) -> bool {
    is_joiner(character)
        || is_direction_mark(character)
        || is_opening(character)
        || is_closing(character)
        || is_selector(character)
        || is_tag(character)
}

// Joins or separates letters and emoji.
pub(super) const fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200C}' | '\u{200D}')
}

pub(super) const fn is_direction_mark(character: char) -> bool {
    matches!(character, '\u{200E}' | '\u{200F}' | '\u{61C}')
}

// Opens a part of a text with its own direction.
pub(super) const fn is_opening(character: char) -> bool {
    matches!(character, '\u{202A}' | '\u{202B}' | '\u{2066}'..='\u{2068}')
}

// Closes a part of a text with its own direction.
pub(super) const fn is_closing(character: char) -> bool {
    matches!(character, '\u{202C}' | '\u{2069}')
}

// Selects a variant of the preceding character.
pub(super) const fn is_selector(character: char) -> bool {
    matches!(character, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' | '\u{180B}'..='\u{180F}')
}

// Spells the region of a flag emoji.
pub(super) const fn is_tag(character: char) -> bool {
    matches!(character, '\u{E0020}'..='\u{E007F}')
}

/// Returns true for characters without width: joiners, separators, direction marks and meaningless
/// ones. Searches ignore them.
pub fn is_invisible(character: char) -> bool {
    is_format(character) || matches!(kind_of(character), Character::Meaningless | Character::Override)
}

pub(super) fn is_visible(character: char) -> bool {
    let kind = kind_of(character);
    !character.is_whitespace() && kind != Character::Blank && !is_invisible(character)
}

// Letters of joining scripts, emoji, and other characters next to which joiners are used.
pub(super) const fn may_be_joined(character: char) -> bool {
    matches!(
        character,
        '\u{590}'..='\u{1CFF}'
            | '\u{2190}'..='\u{2BFF}'
            | '\u{A800}'..='\u{ABFF}'
            | '\u{FB1D}'..='\u{FDFF}'
            | '\u{FE0F}'
            | '\u{FE70}'..='\u{FEFC}'
            | '\u{10A00}'..='\u{11FFF}'
            | '\u{1E900}'..='\u{1E95F}'
            | '\u{1F000}'..='\u{1FAFF}'
    )
}

// Signs that remove the vowel of a letter. A joiner after one is visible even at the end of a word.
pub(super) const fn is_virama(character: char) -> bool {
    matches!(
        character,
        '\u{94D}'
            | '\u{9CD}'
            | '\u{A4D}'
            | '\u{ACD}'
            | '\u{B4D}'
            | '\u{BCD}'
            | '\u{C4D}'
            | '\u{CCD}'
            | '\u{D4D}'
            | '\u{DCA}'
            | '\u{1039}'
            | '\u{17D2}'
    )
}

// Characters whose appearance a selector can change.
pub(super) const fn has_variants(character: char) -> bool {
    may_be_joined(character)
        || matches!(
            character,
            '#' | '*'
                | '0'..='9'
                | '\u{A9}'
                | '\u{AE}'
                | '\u{203C}'
                | '\u{2049}'
                | '\u{2100}'..='\u{214F}'
                | '\u{2E80}'..='\u{9FFF}'
                | '\u{F900}'..='\u{FAFF}'
                | '\u{20000}'..='\u{3FFFF}'
        )
}
