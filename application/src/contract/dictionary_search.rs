//! The contract of keyword searches in the dictionary.

use aditus_domain::dictionary::DataType;
use aditus_domain::dictionary::search::fold;

use super::dictionary_views::{all, shown};
use super::seed::{commit, source, table, table_row, variable_row, variables};
use crate::dictionary::views::VariableQuery;
use crate::ports::Database;

fn found(database: &dyn Database, keyword: &str) -> Vec<String> {
    let page = shown(
        database,
        &VariableQuery {
            search: Some(fold(keyword)),
            ..all()
        },
    );
    assert_eq!(page.total, page.items.len() as u64, "{keyword}");
    page.items
        .into_iter()
        .map(|variable| variable.ids_column_name)
        .collect()
}

/// Table, name, type, meaning, "derived" and synonyms, in the middle of words too.
pub fn a_keyword_is_found_in_every_searched_field(database: &dyn Database) {
    let source = source(database, "National HMIS", true);
    let table = table(database, source, &table_row("household_survey"));
    let mut row = variable_row("household_survey", "c1");
    row.var_name = "Age in completed years".to_owned();
    row.data_type = DataType::Boolean;
    row.meaning = "Données \"mesurées\" à la main: 健康状態".to_owned();
    row.derived = true;
    row.synonyms = vec!["Zeitalter".to_owned()];
    variables(database, table, &[row, variable_row("household_survey", "c2")]);
    for keyword in [
        "Completed  Years",
        "olean",
        "mesurées",
        "MESUREES",
        "\"mesurees\"",
        "derived",
        "zeit",
        "健康状",
        "age in",
    ] {
        assert_eq!(found(database, keyword), ["c1"], "{keyword}");
    }
    assert_eq!(found(database, "usehold surv"), ["c1", "c2"]);
    assert_eq!(
        found(database, "years boolean"),
        [""; 0],
        "no match across two fields"
    );
    assert_eq!(found(database, ""), ["c1", "c2"]);
}

/// Neither those of LIKE nor those of a full-text query.
pub fn marks_in_a_keyword_mean_nothing(database: &dyn Database) {
    let source = source(database, "National HMIS", true);
    let table = table(database, source, &table_row("lab"));
    let rows = [
        ("c1", "Share of 100% and more"),
        ("c2", "Share of 1000 and more"),
        ("c3", "a\\b OR c*d \"e\"f"),
    ]
    .map(|(column, meaning)| {
        let mut row = variable_row("lab", column);
        meaning.clone_into(&mut row.meaning);
        row
    });
    variables(database, table, &rows);
    assert_eq!(found(database, "100%"), ["c1"]);
    assert_eq!(found(database, "a\\b"), ["c3"]);
    assert_eq!(found(database, "c*d"), ["c3"]);
    assert_eq!(found(database, "\"e\"f"), ["c3"]);
    for keyword in [
        "share OR lab",
        "%%%",
        "100%0",
        "search_text : share",
        "a\0b",
        "\\\\\\",
        "\"\"\"",
        "(((",
        "'; --",
    ] {
        assert_eq!(found(database, keyword), [""; 0], "{keyword:?}");
    }
}

/// One or two characters: anything else would read every row.
pub fn short_keywords_match_beginnings_of_words(database: &dyn Database) {
    let source = source(database, "National HMIS", true);
    let table = table(database, source, &table_row("t"));
    let rows = [("c1", "Person_ID of birth"), ("c2", "Idea"), ("c3", "Grid")].map(|(column, name)| {
        let mut row = variable_row("t", column);
        name.clone_into(&mut row.var_name);
        "Zzz".clone_into(&mut row.meaning);
        row
    });
    variables(database, table, &rows);
    assert_eq!(found(database, "id"), ["c1", "c2"]);
    assert_eq!(found(database, "G"), ["c3"]);
    assert_eq!(found(database, "q"), [""; 0]);
    assert_eq!(found(database, "%"), [""; 0]);
}

/// New words are found, old ones no more, in the variable and in its table's name.
pub fn a_change_changes_what_is_found(database: &dyn Database) {
    let source = source(database, "National HMIS", true);
    let mut row = table_row("laboratory");
    let id = table(database, source, &row);
    let mut variable = variable_row("laboratory", "c1");
    variable.synonyms = vec!["Haemoglobin".to_owned()];
    let variable_id = variables(database, id, std::slice::from_ref(&variable))[0];
    assert_eq!(found(database, "haemoglobin"), ["c1"]);
    variable.synonyms = vec!["Platelets".to_owned()];
    commit(database, |transaction| {
        transaction
            .dictionary()
            .update_variable(variable_id, &variable)
            .unwrap();
    });
    assert_eq!(found(database, "haemoglobin"), [""; 0]);
    assert_eq!(found(database, "platelets"), ["c1"]);
    "microscopy".clone_into(&mut row.tbl_name);
    commit(database, |transaction| {
        transaction.dictionary().update_table(id, &row).unwrap();
    });
    assert_eq!(found(database, "laboratory"), [""; 0]);
    assert_eq!(found(database, "microscopy"), ["c1"]);
    assert_eq!(found(database, "platelets"), ["c1"]);
    let by_name = VariableQuery {
        tbl_name_prefix: Some("micro".to_owned()),
        ..all()
    };
    assert_eq!(shown(database, &by_name).total, 1);
}
