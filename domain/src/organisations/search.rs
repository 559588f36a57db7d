//! The search text of organisations.

use crate::dictionary::search::fold;

/// Returns the text for the keyword search of Super Users (3 §2.5): all fields, folded, one a line.
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
    fn every_field_is_folded_on_its_own_line() {
        assert_eq!(
            keywords(["Universität Zürich", "", "A\nuniversity", "CH"]),
            "universitat zurich\na university\nch"
        );
    }
}
