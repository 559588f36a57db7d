//! Colours that distinguish table types on a map (2 §7).

// Colours that differ for people with any colour vision (the first eight after Okabe and Ito),
// visible on light and dark backgrounds. Maps also name the type in words.
const COLORS: [&str; 12] = [
    "#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#8C7A00", "#8A6FC7", "#8C564B",
    "#C4316B", "#7BC043", "#7F7F7F",
];

/// Returns a colour for each of these table types, by their ids, as `#RRGGBB`.
///
/// Up to twelve types have different colours. A type keeps its colour when others are added or
/// deleted, unless an older type has the same one.
pub fn table_type_colors(types: &[i64]) -> Vec<&'static str> {
    let mut oldest_first: Vec<usize> = (0..types.len()).collect();
    oldest_first.sort_by_key(|place| types[*place]);
    let mut colors = vec![COLORS[0]; types.len()];
    let mut free = COLORS.to_vec();
    for place in oldest_first {
        // Ids are positive, so the sign does not matter.
        let number = usize::try_from(types[place].unsigned_abs()).unwrap_or_default();
        let own = COLORS[number.wrapping_sub(1) % COLORS.len()];
        let color = if free.contains(&own) {
            own
        } else {
            free.first().copied().unwrap_or(own)
        };
        free.retain(|known| *known != color);
        colors[place] = color;
    }
    colors
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn types_have_different_colours_until_all_are_used() {
        // The ids of an installation with deleted types.
        let types = [1, 9, 13, 25, 14, 2, 3, 40, 41, 42, 43, 44];
        let shown: BTreeSet<_> = table_type_colors(&types).into_iter().collect();
        assert_eq!(shown.len(), COLORS.len());
        assert_eq!(table_type_colors(&[1; 30]).len(), 30);
    }

    #[test]
    fn an_older_type_keeps_its_colour() {
        assert_eq!(table_type_colors(&[13, 1]), [COLORS[1], COLORS[0]]);
        assert_eq!(table_type_colors(&[13]), [COLORS[0]]);
        assert_eq!(table_type_colors(&[2, 13]), [COLORS[1], COLORS[0]]);
    }

    #[test]
    fn every_id_has_a_colour() {
        for id in [i64::MIN + 1, -1, 0, i64::MAX] {
            assert!(COLORS.contains(&table_type_colors(&[id])[0]), "{id}");
        }
    }
}
