//! Detects misspelt names.

/// Returns the nearest of the names, if only a few letters differ.
pub(super) fn closest_name(typed: &str, names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let typed: Vec<char> = typed.to_lowercase().chars().take(MAX_LENGTH).collect();
    let max_edits = if typed.len() > 5 { 2 } else { 1 };
    names
        .map(|name| {
            let letters: Vec<char> = name.to_lowercase().chars().collect();
            (edits(&typed, &letters), name)
        })
        .filter(|(edits, name)| *edits <= max_edits && *edits < name.len() / 2)
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, name)| name)
}

// Longer than any known name, so the rest of the typed name need not be compared.
const MAX_LENGTH: usize = 80;

// The optimal string alignment distance: the number of letters that have to be added, removed,
// replaced or swapped with the next one.
fn edits(from: &[char], to: &[char]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (row, letter) in from.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, other) in to.iter().enumerate() {
            let at =
                |distances: &[usize], place: usize| distances.get(place).copied().unwrap_or(usize::MAX / 2);
            let replaced = at(&last, column) + usize::from(letter != other);
            let mut fewest = replaced
                .min(at(&last, column + 1) + 1)
                .min(at(&current, column) + 1);
            let is_swapped = row > 0
                && column > 0
                && from.get(row - 1) == Some(other)
                && to.get(column - 1) == Some(letter);
            if is_swapped {
                fewest = fewest.min(at(&before_last, column - 1) + 1);
            }
            current.push(fewest);
        }
        before_last = std::mem::replace(&mut last, current);
    }
    last.last().copied().unwrap_or(from.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_few_wrong_letters_is_the_nearest_known_one() {
        let names = ["is_identifiable", "cdmDatatype", "range", "icon", "meaning"];
        let meant = |typed: &str| closest_name(typed, names.into_iter());
        assert_eq!(meant("is_identifiabel"), Some("is_identifiable"));
        assert_eq!(meant("cdmDatatipe"), Some("cdmDatatype"));
        assert_eq!(meant("Is Identifiable"), Some("is_identifiable"));
        assert_eq!(meant("rnage"), Some("range"));
        assert_eq!(meant("icons"), Some("icon"));
        for another in ["cdmDatatypeThreshold", "unit", "rank", "", "label", "id"] {
            assert_eq!(meant(another), None, "{another}");
        }
        assert_eq!(meant(&"x".repeat(1_000_000)), None);
    }

    #[test]
    fn an_added_removed_replaced_or_swapped_letter_counts_one() {
        let edits = |from: &str, to: &str| {
            super::edits(&from.chars().collect::<Vec<_>>(), &to.chars().collect::<Vec<_>>())
        };
        for (from, to, count) in [
            ("ab", "ba", 1),
            ("abc", "ac", 1),
            ("", "abc", 3),
            ("abc", "xbc", 1),
            ("abcd", "badc", 2),
        ] {
            assert_eq!((edits(from, to), edits(to, from)), (count, count), "{from} {to}");
        }
    }
}
