//! Bytes as hexadecimal digits.

use std::fmt::Write as _;

/// Returns the bytes as lower-case hexadecimal digits.
pub fn encode(bytes: &[u8]) -> String {
    let mut digits = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing to a `String` cannot fail.
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::encode;

    #[test]
    fn each_byte_has_two_digits() {
        assert_eq!(encode(&[0, 0xab, 0x10]), "00ab10");
        assert_eq!(encode(&[]), "");
    }
}
