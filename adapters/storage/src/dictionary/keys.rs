//! Keys for looking up, sorting and searching texts.

pub(super) use aditus_domain::dictionary::lookup_key;
use aditus_domain::dictionary::meaning::Meaning;
use aditus_domain::dictionary::search::{SearchableVariable, fold, search_text, whole_words};
use aditus_domain::dictionary::{TableRow, VariableRow};
pub(super) use aditus_domain::text::sort_key;
use diesel::prelude::*;

use super::variable_search::grams;
use crate::schema::variables;
use crate::search::indexed;

/// Returns the key for finding and ranking tables and variables by the beginning of their names. It
/// is truncated, because index entries have a maximum size.
pub(super) fn prefix_key(text: &str) -> String {
    fold(text).chars().take(120).collect()
}

/// Returns the search text of a source, table or topic: name and description.
pub(super) fn named_text(name: &str, description: &str) -> String {
    indexed(&format!("{}\n{}", fold(name), fold(description)))
}

pub(super) fn table_text(table: &TableRow) -> String {
    named_text(&table.tbl_name, &table.tbl_description)
}

/// The columns that a variable is searched, ranked and sorted by.
#[derive(AsChangeset)]
#[diesel(table_name = variables)]
pub(super) struct SearchColumns {
    pub(super) meaning_sort_key: String,
    pub(super) search_text: String,
    pub(super) search_name: String,
    pub(super) search_grams: String,
}

impl SearchColumns {
    /// Computes the columns. The meaning is given in its stored form. The word "derived" finds
    /// variables whose meaning is derived.
    pub(super) fn new(variable: &SearchableVariable<'_>) -> Self {
        let meaning = Meaning::parse(variable.meaning).plain();
        let search_text = search_text(&SearchableVariable {
            meaning: &meaning,
            ..*variable
        });
        Self {
            meaning_sort_key: sort_key(&meaning),
            search_grams: grams(&search_text),
            search_text: bounded(&search_text),
            search_name: bounded(&whole_words(variable.var_name)),
        }
    }

    pub(super) fn from_row(tbl_name: &str, variable: &VariableRow) -> Self {
        Self::new(&SearchableVariable {
            tbl_name,
            var_name: &variable.var_name,
            data_type: variable.data_type.name(),
            meaning: &variable.meaning,
            derived: variable.derived,
            synonyms: &variable.synonyms,
        })
    }
}

/// Returns the indexed text with two spaces after the last word of each line as well, so that every
/// whole word is between spaces.
fn bounded(folded: &str) -> String {
    indexed(folded)
        .lines()
        .map(|line| format!("{line}  "))
        .collect::<Vec<_>>()
        .join("\n")
}
