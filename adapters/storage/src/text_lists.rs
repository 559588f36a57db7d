//! Lists of texts that are stored in one column, so that one query returns rows with their lists.

use crate::error::{DbResult, unreadable};

/// Serialises a list for its column.
pub(crate) fn to_column(texts: &[String]) -> DbResult<String> {
    serde_json::to_string(texts).map_err(unreadable("list of texts"))
}

pub(crate) fn from_column(column: &str) -> DbResult<Vec<String>> {
    serde_json::from_str(column).map_err(unreadable("list of texts"))
}

/// Serialises one text as it appears in such a column.
pub(crate) fn element(text: &str) -> DbResult<String> {
    serde_json::to_string(text).map_err(unreadable("text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_texts_round_trip() {
        let texts = [
            "Research".to_owned(),
            "Ré\"search\", \n[]".to_owned(),
            String::new(),
        ];
        assert_eq!(from_column(&to_column(&texts).unwrap()).unwrap(), texts);
        assert!(from_column("Research").is_err());
    }
}
