//! What organisations are found by.

use crate::dictionary::search::fold;

/// What the keyword search of Super Users looks in (3 §2.5): every field of an organisation, folded, each on a line of its own.
pub fn keywords<'a>(fields: impl IntoIterator<Item = &'a str>) -> String {
    let folded: Vec<String> = fields.into_iter().map(fold).collect();
    folded
        .into_iter()
        .filter(|field| !field.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_is_folded_and_stands_apart() {
        assert_eq!(
            keywords(["Universität Zürich", "", "A\nuniversity", "CH"]),
            "universitat zurich\na university\nch"
        );
    }
}
