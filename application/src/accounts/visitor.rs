//! Creates an id for a visitor, which the browser stores in a cookie: `GET users/generate-uuid/` (1
//! §7.1; decisions A11).

use crate::ports::Ports;

/// The id, and whether it is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// A random UUID (version 4).
    pub uuid: String,
    /// True if this installation tracks clicks; only then is the visitor asked for consent.
    pub tracking: bool,
}

/// Creates a random id, which is not stored.
pub fn execute(ports: &Ports) -> Answer {
    let mut bytes = [0_u8; 16];
    ports.entropy.fill(&mut bytes);
    let number = u128::from_be_bytes(bytes);
    // Sets version 4 and the variant of RFC 9562; the other 122 bits stay random.
    let number = number & !(0xF << 76) | 4 << 76;
    let number = number & !(0b11 << 62) | 0b10 << 62;
    let digits = format!("{number:032x}");
    let groups = [0..8, 8..12, 12..16, 16..20, 20..32].map(|range| digits.get(range).unwrap_or_default());
    Answer {
        uuid: groups.join("-"),
        tracking: ports.settings.click_tracking,
    }
}
