//! Drops characters that have no meaning in their place, and replaces compatibility variants of
//! letters.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::decompose_compatible;

use super::characters::{
    has_variants, is_closing, is_direction_mark, is_format, is_joiner, is_opening, is_selector, is_tag,
    is_virama, may_be_joined,
};

/// The black flag. Tags after it turn it into the flag of a region.
const FLAG: char = '\u{1F3F4}';
/// The maximum number of tags after a flag, with the tag that ends them.
const LONGEST_FLAG: usize = 7;

/// Drops joiners, selectors, tags and direction marks that have no effect in their place.
pub(super) fn drop_meaningless(characters: &[char]) -> String {
    let mut kept: Vec<char> = Vec::with_capacity(characters.len());
    let mut shown = Shown::default();
    // Openings and closings do not separate two marks, because they may be dropped later.
    let mut follows_mark = false;
    for (at, character) in characters.iter().copied().enumerate() {
        let before = kept.last().copied().unwrap_or(' ');
        let stays = if is_joiner(character) {
            let after = shown.behind(characters, at);
            is_virama(before) || may_be_joined(before) && after.is_some_and(may_be_joined)
        } else if is_selector(character) {
            has_variants(before) && !is_selector(before)
        } else if is_tag(character) {
            let tags = kept.iter().rev().take_while(|tag| is_tag(**tag)).count();
            tags < LONGEST_FLAG && kept.iter().rev().nth(tags) == Some(&FLAG)
        } else if is_direction_mark(character) {
            !follows_mark
        } else {
            true
        };
        if stays {
            kept.push(character);
            if !is_opening(character) && !is_closing(character) {
                follows_mark = is_direction_mark(character);
            }
        }
    }
    kept.split_inclusive(|character| *character == '\n')
        .flat_map(paired)
        .collect()
}

// Caches the next visible character for a run of invisible ones. Pasted runs may be as long as the
// request body, and a look-ahead from each character would be quadratic.
#[derive(Default)]
struct Shown {
    place: usize,
    character: Option<char>,
}

impl Shown {
    fn behind(&mut self, characters: &[char], at: usize) -> Option<char> {
        if self.place <= at {
            let mut behind = characters.iter().copied().enumerate().skip(at + 1);
            let next = behind.find(|(_, next)| !is_format(*next));
            self.place = next.map_or(characters.len(), |(place, _)| place);
            self.character = next.map(|(_, character)| character);
        }
        self.character
    }
}

/// Keeps the openings and closings of a line if all of them are paired, and drops them otherwise.
fn paired(line: &[char]) -> Vec<char> {
    let mut open: usize = 0;
    let mut is_paired = true;
    for character in line {
        if is_opening(*character) {
            open += 1;
        } else if is_closing(*character) {
            is_paired &= open > 0;
            open = open.saturating_sub(1);
        }
    }
    let stays = is_paired && open == 0;
    line.iter()
        .copied()
        .filter(|character| stays || !is_opening(*character) && !is_closing(*character))
        .collect()
}

/// Replaces compatibility variants (NFKC), except characters with their own meaning. Drops
/// directional openings and closings, because in a list or an email they would affect the text
/// after the name.
pub(super) fn plain_letters(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        if is_opening(character) || is_closing(character) {
            continue;
        }
        if has_meaning(character) {
            plain.push(character);
        } else {
            decompose_compatible(character, |part| plain.push(part));
        }
    }
    let plain: String = plain.nfc().collect();
    plain
        .trim_matches(|character: char| character.is_whitespace() || is_direction_mark(character))
        .to_owned()
}

// Characters that would be misread in their NFKC form: superscripts, subscripts, enclosed and
// squared characters, fractions, units, signs, standalone accents, dots, primes, and the
// non-breaking hyphen.
const fn has_meaning(character: char) -> bool {
    matches!(
        character,
        '\u{A8}'
            | '\u{AA}'
            | '\u{AF}'
            | '\u{B2}'..='\u{B5}'
            | '\u{B8}'..='\u{BA}'
            | '\u{BC}'..='\u{BE}'
            | '\u{2D8}'..='\u{2DD}'
            | '\u{37A}'
            | '\u{384}'
            | '\u{1FBD}'
            | '\u{1FBF}'..='\u{1FC0}'
            | '\u{1FFE}'
            | '\u{2011}'
            | '\u{2017}'
            | '\u{2024}'..='\u{2026}'
            | '\u{2033}'..='\u{2037}'
            | '\u{203C}'..='\u{203E}'
            | '\u{2047}'..='\u{2049}'
            | '\u{2057}'
            | '\u{2070}'..='\u{20A8}'
            | '\u{2100}'..='\u{2101}'
            | '\u{2103}'
            | '\u{2105}'..='\u{2109}'
            | '\u{2113}'
            | '\u{2116}'
            | '\u{2120}'..='\u{2122}'
            | '\u{2150}'..='\u{215F}'
            | '\u{2460}'..='\u{24FF}'
            | '\u{3131}'..='\u{318E}'
            | '\u{3200}'..='\u{33FF}'
            | '\u{1F100}'..='\u{1F1FF}'
    )
}
