//! Numbers and sizes in the output of commands.

/// Returns a number with its noun, such as `2 rows`.
pub(crate) fn format_count(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Returns a number of audit entries, such as `2 entries`.
pub(crate) fn format_entries(number: u64) -> String {
    if number == 1 {
        "1 entry".to_owned()
    } else {
        format!("{number} entries")
    }
}

/// Returns a number of bytes in a readable unit.
pub(crate) fn format_size(bytes: u64) -> String {
    const UNITS: [(&str, u64); 3] = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];
    for (name, unit) in UNITS {
        if bytes >= unit {
            return format!("{}.{} {name}", bytes / unit, bytes % unit * 10 / unit);
        }
    }
    format_count(bytes, "byte")
}

#[cfg(test)]
mod tests {
    use super::{format_count, format_entries, format_size};

    #[test]
    fn counts_of_one_use_the_singular() {
        assert_eq!(
            (format_count(1, "row"), format_count(2, "row")),
            ("1 row".to_owned(), "2 rows".to_owned())
        );
        assert_eq!(
            (format_entries(1), format_entries(0)),
            ("1 entry".to_owned(), "0 entries".to_owned())
        );
    }

    #[test]
    fn sizes_use_a_readable_unit() {
        for (bytes, expected) in [
            (0, "0 bytes"),
            (1, "1 byte"),
            (1023, "1023 bytes"),
            (1536, "1.5 KiB"),
            (5 << 20, "5.0 MiB"),
            (u64::MAX, "17179869183.9 GiB"),
        ] {
            assert_eq!(format_size(bytes), expected);
        }
    }
}
