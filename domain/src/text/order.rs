//! Sort keys of names: Unicode collation algorithm with numeric ordering.

use std::sync::LazyLock;

use icu_collator::options::CollatorOptions;
use icu_collator::preferences::CollationNumericOrdering;
use icu_collator::{CollatorBorrowed, CollatorPreferences};

use super::fold;

/// The number of characters of a text that determine its order.
const BEGINNING: usize = 120;
/// The maximum size of a key in bytes. Fits an index of either database together with other
/// columns.
const MAX_BYTES: usize = 500;

/// Returns the sort key of a name. Keys are compared byte by byte, in the same way on both
/// databases. "Ward 2" comes before "Ward 10", "Östersund" after "Oslo", and "de" before "De".
/// Encoded in hexadecimal digits, so that every collation of a database sorts keys alike.
pub fn sort_key(text: &str) -> String {
    let beginning: String = text.chars().take(BEGINNING).collect();
    let mut key = Vec::new();
    match COLLATOR.as_ref() {
        // Writing into a vector cannot fail.
        Some(collator) => {
            let Ok(()) = collator.write_sort_key_to(beginning.trim(), &mut key);
        }
        None => key.extend_from_slice(fold(&beginning).as_bytes()),
    }
    key.truncate(MAX_BYTES);
    let mut hex = String::with_capacity(key.len() * 2);
    for byte in key {
        for half in [byte >> 4, byte & 0xF] {
            hex.extend(char::from_digit(u32::from(half), 16));
        }
    }
    hex
}

/// The language-independent collator. Its data is compiled in, so loading does not fail.
static COLLATOR: LazyLock<Option<CollatorBorrowed<'static>>> = LazyLock::new(|| {
    let mut preferences = CollatorPreferences::default();
    preferences.numeric_ordering = Some(CollationNumericOrdering::True);
    CollatorBorrowed::try_new(preferences, CollatorOptions::default()).ok()
});

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(mut names: Vec<&str>) -> Vec<&str> {
        names.sort_by_key(|name| sort_key(name));
        names
    }

    #[test]
    fn names_are_sorted_by_the_unicode_collation_algorithm() {
        let names = vec![
            "Zebra",
            "Östersund",
            "oslo",
            "Oslo",
            "Ost",
            "Étude",
            "Eta",
            "Łódź",
            "Lublin",
            "Ward 10",
            "Ward 2",
            "ward 1",
            "Άλφα",
            "Βήτα",
        ];
        assert_eq!(
            sorted(names),
            [
                "Eta",
                "Étude",
                "Łódź",
                "Lublin",
                "oslo",
                "Oslo",
                "Ost",
                "Östersund",
                "ward 1",
                "Ward 2",
                "Ward 10",
                "Zebra",
                "Άλφα",
                "Βήτα",
            ]
        );
    }

    #[test]
    fn numbers_within_names_are_sorted_by_value() {
        assert_eq!(
            sorted(vec!["q10_b", "q9_b", "q9_a", "q100"]),
            ["q9_a", "q9_b", "q10_b", "q100"]
        );
    }

    #[test]
    fn keys_of_the_longest_texts_fit_an_index() {
        for text in [
            "語".repeat(5000),
            "é".repeat(5000),
            "1".repeat(5000),
            "\u{1F3F4}\u{300}".repeat(5000),
        ] {
            assert!(sort_key(&text).len() <= 2 * MAX_BYTES);
        }
        assert_eq!(sort_key(""), sort_key(" "));
    }
}
