//! Colours that distinguish table types on a map (2 §7).

// Colours that differ for people with any colour vision (after Okabe and Ito), visible on light and
// dark backgrounds. Maps also name the type in words.
const COLORS: [&str; 8] = [
    "#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#8C7A00", "#8A6FC7",
];

/// Returns the colour of a table type by its id, as `#RRGGBB`. It is stable when other types are
/// added or deleted. Colours repeat after eight types.
#[must_use]
pub fn table_type_color(table_type: i64) -> &'static str {
    // Ids are positive, so the sign does not matter.
    let number = usize::try_from(table_type.unsigned_abs()).unwrap_or_default();
    COLORS[number.wrapping_sub(1) % COLORS.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_eight_table_types_have_different_colours() {
        let shown: std::collections::BTreeSet<_> = (1..=8).map(table_type_color).collect();
        assert_eq!(shown.len(), COLORS.len());
        assert_eq!(table_type_color(9), table_type_color(1));
    }

    #[test]
    fn every_id_has_a_colour() {
        for id in [i64::MIN + 1, -1, 0, i64::MAX] {
            assert!(COLORS.contains(&table_type_color(id)), "{id}");
        }
    }
}
