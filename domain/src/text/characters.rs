//! Classes of characters, above all of invisible ones.

/// The treatment of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Character {
    /// It stays, unless it has no meaning where it stands.
    Usual,
    /// A space of any width.
    Blank,
    /// An end of a line, paragraph or page.
    LineEnd,
    /// A bullet of a list in a word processor, in a font of its own.
    Bullet,
    /// It is dropped.
    Meaningless,
    /// It is refused: a control character.
    Control,
    /// It is refused: it turns the direction of writing around.
    Override,
    /// It is refused: no character that is shown everywhere.
    Unshown,
}

pub(super) const fn kind_of(character: char) -> Character {
    match character {
        '\t' | ' '..='~' => Character::Usual,
        // The vertical tab is a word processor's line break, the form feed a PDF's page break.
        '\n' | '\u{B}' | '\u{C}' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => Character::LineEnd,
        '\0'..='\u{1F}' | '\u{7F}'..='\u{9F}' => Character::Control,
        // The blank of Braille looks like any other.
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

/// Invisible characters that no text loses anything without: soft hyphens, zero-width spaces, byte order marks, fillers,
/// places of pasted pictures, and those that are reserved for such uses.
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

/// Characters without width that have a meaning in some places.
pub(super) const fn is_format(character: char) -> bool {
    is_joiner(character)
        || is_direction_mark(character)
        || is_opening(character)
        || is_closing(character)
        || is_selector(character)
        || is_tag(character)
}

/// Joins or parts letters and pictures.
pub(super) const fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200C}' | '\u{200D}')
}

pub(super) const fn is_direction_mark(character: char) -> bool {
    matches!(character, '\u{200E}' | '\u{200F}' | '\u{61C}')
}

/// Opens a part of a text with a direction of its own.
pub(super) const fn is_opening(character: char) -> bool {
    matches!(character, '\u{202A}' | '\u{202B}' | '\u{2066}'..='\u{2068}')
}

/// Closes such a part.
pub(super) const fn is_closing(character: char) -> bool {
    matches!(character, '\u{202C}' | '\u{2069}')
}

/// Selects a variant of the character before it.
pub(super) const fn is_selector(character: char) -> bool {
    matches!(character, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' | '\u{180B}'..='\u{180F}')
}

/// Spells the name of a flag.
pub(super) const fn is_tag(character: char) -> bool {
    matches!(character, '\u{E0020}'..='\u{E007F}')
}

/// Returns true if the character has no width: it joins, separates or turns the characters around it, or means nothing. Searches ignore it.
pub fn is_invisible(character: char) -> bool {
    is_format(character) || matches!(kind_of(character), Character::Meaningless | Character::Override)
}

pub(super) fn is_visible(character: char) -> bool {
    let kind = kind_of(character);
    !character.is_whitespace() && kind != Character::Blank && !is_invisible(character)
}

/// Letters whose neighbours change their form, pictures, and everything else that joiners are written between.
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

/// The signs that take a letter's vowel away. A joiner behind one is seen even at the end of a word.
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

/// Pictures and signs of which a selector chooses how they are drawn, and characters with variants.
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
