//! Base 32, in the alphabet of RFC 4648 and in Crockford's.

/// The alphabet of RFC 4648, which authenticator apps read.
pub(super) const RFC_4648: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// Crockford's alphabet, without letters that look like digits.
pub(super) const CROCKFORD: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Returns the symbol for the lowest five bits.
pub(super) fn symbol(alphabet: &[u8; 32], bits: u8) -> char {
    char::from(alphabet[usize::from(bits & 31)])
}

/// Encodes bytes without padding.
pub(super) fn encode(alphabet: &[u8; 32], bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(5) * 8);
    let (mut buffer, mut bits) = (0_u16, 0_u32);
    for byte in bytes {
        buffer = (buffer << 8) | u16::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            text.push(symbol(alphabet, low_byte(buffer >> bits)));
        }
    }
    if bits > 0 {
        text.push(symbol(alphabet, low_byte(buffer << (5 - bits))));
    }
    text
}

const fn low_byte(value: u16) -> u8 {
    value.to_be_bytes()[1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoding_matches_rfc_4648() {
        for (plain, text) in [
            ("", ""),
            ("f", "MY"),
            ("fo", "MZXQ"),
            ("foo", "MZXW6"),
            ("foob", "MZXW6YQ"),
            ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ] {
            assert_eq!(encode(RFC_4648, plain.as_bytes()), text);
        }
    }
}
