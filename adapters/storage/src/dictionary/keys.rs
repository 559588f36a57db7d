//! Keys that texts are looked up, sorted and found by.

use aditus_domain::dictionary::search::{SearchableVariable, fold, search_text};
use aditus_domain::dictionary::{TableRow, VariableRow};

use crate::search::indexed;

/// By which a table is known in its source, and a variable in its table: compared without regard to case.
pub(super) fn lookup_key(name: &str) -> String {
    name.to_lowercase()
}

/// By which lists are sorted. Long texts sort by their beginning: an index takes no more, and no reader either.
pub(super) fn sort_key(text: &str) -> String {
    fold(text).chars().take(120).collect()
}

/// What a source or a table is found by: its name and description.
pub(super) fn named_text(name: &str, description: &str) -> String {
    indexed(&format!("{}\n{}", fold(name), fold(description)))
}

/// What a table is found by.
pub(super) fn table_text(table: &TableRow) -> String {
    named_text(&table.tbl_name, &table.tbl_description)
}

/// What a variable is found by. "Derived" is found at those that are.
pub(super) fn variable_text(tbl_name: &str, variable: &VariableRow) -> String {
    indexed(&search_text(&SearchableVariable {
        tbl_name,
        var_name: &variable.var_name,
        data_type: variable.data_type.name(),
        meaning: &variable.meaning,
        derived: variable.derived,
        synonyms: &variable.synonyms,
    }))
}
