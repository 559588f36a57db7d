//! The contract of keyword searches in the dictionary.

use aditus_domain::dictionary::search::fold;
use aditus_domain::dictionary::{DataType, TableRecords};
use aditus_domain::ids::{DataSourceId, TopicId};
use aditus_domain::text::sort_key;
use chrono::NaiveDate;

use super::dictionary_views::{all, shown};
use super::seed::{commit, source, table, table_row, variable_row, variables};
use crate::dictionary::views::{
    MOST_COUNTED_BY_SOURCE, SourceMatches, VariableFacets, VariableQuery, VariableSearch, VariableSort,
};
use crate::paging::{Direction, Page};
use crate::ports::Database;

fn found(database: &dyn Database, keyword: &str) -> Vec<String> {
    let page = shown(
        database,
        &VariableQuery {
            search: Some(fold(keyword)),
            sort: VariableSort::Relevance,
            ..all()
        },
    );
    assert_eq!(
        (page.total, page.more),
        (page.items.len() as u64, false),
        "{keyword}"
    );
    page.items
        .into_iter()
        .map(|variable| variable.ids_column_name)
        .collect()
}

/// The search covers table, name, type, meaning, "derived" and synonyms, within words as well.
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
    for keyword in ["years boolean", "boolean years", "age é hou 健康"] {
        assert_eq!(found(database, keyword), ["c1"], "{keyword}");
    }
    assert_eq!(found(database, "years nowhere"), [""; 0]);
    assert_eq!(found(database, "yearsboolean"), [""; 0]);
    assert_eq!(found(database, ""), ["c1", "c2"]);
}

/// Special characters of LIKE and of full-text queries have no effect.
pub fn special_characters_in_a_keyword_are_literal(database: &dyn Database) {
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
        "share NOT lab",
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

/// One or two characters match anywhere, through an index of their own or beside longer words.
pub fn short_keywords_match_anywhere(database: &dyn Database) {
    let source = source(database, "National HMIS", true);
    let table = table(database, source, &table_row("t"));
    let rows = [
        ("c1", "Person_ID of birth"),
        ("c2", "Idea"),
        ("c3", "Grid 5%"),
        ("c4", "Ratio é"),
    ]
    .map(|(column, name)| {
        let mut row = variable_row("t", column);
        name.clone_into(&mut row.var_name);
        "Zzz".clone_into(&mut row.meaning);
        row
    });
    variables(database, table, &rows);
    assert_eq!(found(database, "io"), ["c4"]);
    assert_eq!(found(database, "id"), ["c1", "c3", "c2"]);
    assert_eq!(found(database, "G"), ["c3"]);
    assert_eq!(found(database, "q"), [""; 0]);
    assert_eq!(found(database, "%"), ["c3"]);
    assert_eq!(found(database, "5%"), ["c3"]);
    assert_eq!(found(database, "id rs"), ["c1"]);
    assert_eq!(found(database, "zzz ti"), ["c4"]);
    assert_eq!(found(database, "ti zzz q"), [""; 0]);
    assert_eq!(found(database, "é"), found(database, "e"));
}

/// Matches in the name precede other texts, whole words precede parts, the exact name is first;
/// then by name. A requested order is respected.
pub fn the_best_match_comes_first(database: &dyn Database) {
    let source = source(database, "National HMIS", true);
    let table = table(database, source, &table_row("t"));
    let rows = [
        ("meaning part", "Mass", "Birthweights of children."),
        ("meaning whole", "Grams", "The (birth-weight) in grams."),
        ("name part", "Overweight", "Zzz"),
        ("name whole", "Weight at birth", "Zzz"),
        ("exact", "WEIGHT", "Zzz"),
        ("name whole too", "Birth weight", "Zzz"),
    ]
    .map(|(column, name, meaning)| {
        let mut row = variable_row("t", column);
        name.clone_into(&mut row.var_name);
        meaning.clone_into(&mut row.meaning);
        row
    });
    variables(database, table, &rows);
    let ranked = [
        "exact",
        "name whole too",
        "name whole",
        "name part",
        "meaning whole",
        "meaning part",
    ];
    assert_eq!(found(database, "weight"), ranked);
    assert_eq!(
        found(database, "birth WEIGHT")[..2],
        ["name whole too", "name whole"]
    );
    assert_eq!(
        found(database, "weight birth")[..2],
        ["name whole too", "name whole"],
        "both words are whole in both, and the names decide"
    );
    let sorted = |sort, direction| {
        let query = VariableQuery {
            search: Some(fold("weight")),
            sort,
            direction,
            ..all()
        };
        let page = shown(database, &query);
        page.items.into_iter().map(|row| row.var_name).collect::<Vec<_>>()
    };
    assert_eq!(
        sorted(VariableSort::VarName, Direction::Descending)[0],
        "Weight at birth"
    );
    assert_eq!(sorted(VariableSort::Meaning, Direction::Ascending)[0], "Mass");
    let second = VariableQuery {
        search: Some(fold("weight")),
        sort: VariableSort::Relevance,
        page: Page::new(2, 4),
        ..all()
    };
    let page = shown(database, &second);
    assert_eq!((page.total, page.items.len()), (6, 2));
    assert_eq!(page.items[0].ids_column_name, "meaning whole");
}

/// A table of variables with the word "common" in their meaning: 1,150 named by their numbers
/// except for two, and then three with the word in their names.
fn often(database: &dyn Database, source: DataSourceId) -> Vec<String> {
    let table = table(database, source, &table_row("t"));
    let mut names: Vec<String> = (0..1_150).map(|number| format!("Reading {number:04}")).collect();
    "Uncommon sense".clone_into(&mut names[5]);
    "The common one".clone_into(&mut names[7]);
    names.extend(["A common thing", "Common cold", "Common"].map(str::to_owned));
    let rows: Vec<_> = names
        .iter()
        .enumerate()
        .map(|(number, name)| {
            let mut row = variable_row("t", &format!("c{number}"));
            name.clone_into(&mut row.var_name);
            "A common measure.".clone_into(&mut row.meaning);
            row
        })
        .collect();
    variables(database, table, &rows);
    names
}

/// Ranks the first thousand matches by id, and all variables whose name equals or begins with the
/// search text. The others follow by id. A total is counted up to a thousand or the page, and every
/// page exists. A requested order applies to all matches.
pub fn only_the_first_of_many_matches_are_ranked(database: &dyn Database) {
    let names = often(database, source(database, "National HMIS", true));
    let page = |sort, direction, number, size| {
        let query = VariableQuery {
            search: Some(fold("common")),
            sort,
            direction,
            page: Page::new(number, size),
            ..all()
        };
        let page = shown(database, &query);
        let names: Vec<_> = page.items.into_iter().map(|row| row.var_name).collect();
        (names, page.total, page.more)
    };
    let ranked = |number, size| page(VariableSort::Relevance, Direction::Ascending, number, size);
    let first = ["Common", "Common cold", "The common one", "Uncommon sense"];
    let (found, total, more) = ranked(1, 5);
    assert_eq!(
        (&found[..4], found[4].as_str()),
        (&first.map(str::to_owned)[..], "Reading 0000")
    );
    assert_eq!((total, more), (1_000, true));

    let mut expected: Vec<String> = first.map(str::to_owned).to_vec();
    expected.extend(names.iter().filter(|name| name.starts_with("Reading")).cloned());
    expected.push("A common thing".to_owned());
    let mut everything = Vec::new();
    let mut totals = Vec::new();
    for number in 1..=13 {
        let (found, total, more) = ranked(number, 100);
        everything.extend(found);
        totals.push((total, more));
    }
    assert_eq!(everything, expected);
    let mut known = vec![(1_000, true); 10];
    known.extend([(1_100, true), (1_153, false), (1_000, true)]);
    assert_eq!(totals, known);
    // This page contains the last ranked matches and the first unranked ones.
    assert_eq!(ranked(59, 17).0, expected[986..1_003]);

    let mut by_name = names;
    by_name.sort_by_cached_key(|name| sort_key(name));
    by_name.reverse();
    for (number, known) in [(1, (1_000, true)), (12, (1_153, false)), (13, (1_000, true))] {
        let (found, total, more) = page(VariableSort::VarName, Direction::Descending, number, 100);
        let from = (number as usize - 1) * 100;
        assert_eq!(found, by_name[from.min(1_153)..(from + 100).min(1_153)]);
        assert_eq!((total, more), known, "{number}");
    }
}

/// In another source or table, or under a prefix of a name, all matches are ranked and counted,
/// however common the word is elsewhere.
pub fn common_words_are_ranked_in_full_within_another_source(database: &dyn Database) {
    often(database, source(database, "National HMIS", true));
    let other = source(database, "Registry", true);
    let rare = table(database, other, &table_row("rare"));
    let rows = [
        ("x1", "Zeta", "Common."),
        ("x2", "Alpha", "Nothing."),
        ("x3", "Beta common", "Nothing."),
    ]
    .map(|(column, name, meaning)| {
        let mut row = variable_row("rare", column);
        name.clone_into(&mut row.var_name);
        meaning.clone_into(&mut row.meaning);
        row
    });
    variables(database, rare, &rows);
    let of_source = VariableQuery {
        data_source: Some(other),
        ..all()
    };
    let of_table = VariableQuery {
        table: Some(rare),
        ..all()
    };
    let of_name = VariableQuery {
        tbl_name_prefix: Some("RA".to_owned()),
        ..all()
    };
    let of_both = VariableQuery {
        table: Some(rare),
        ..of_source.clone()
    };
    for filter in [of_source, of_table, of_name, of_both] {
        for (searched, expected) in [
            ("common", vec!["x3", "x1"]),
            ("c", vec!["x3", "x1"]),
            ("common co", vec!["x3", "x1"]),
            ("measure", vec![]),
        ] {
            let query = VariableQuery {
                search: Some(fold(searched)),
                sort: VariableSort::Relevance,
                ..filter.clone()
            };
            let page = shown(database, &query);
            let found: Vec<_> = page.items.into_iter().map(|row| row.ids_column_name).collect();
            assert_eq!(found, expected, "{searched} {filter:?}");
            assert_eq!((page.total, page.more), (expected.len() as u64, false));
        }
    }
    let nowhere = VariableQuery {
        data_source: Some(source(database, "Nothing yet", true)),
        search: Some(fold("common")),
        ..all()
    };
    assert_eq!(shown(database, &nowhere).total, 0);
}

/// Meanings are searched and sorted by their displayed text, not by their markup.
pub fn a_meaning_is_found_as_it_is_shown(database: &dyn Database) {
    let source = source(database, "National HMIS", true);
    let table = table(database, source, &table_row("t"));
    let rows = [
        ("c1", "&lt;p&gt;Caf&eacute; &amp; **bar**&lt;/p&gt;"),
        ("c2", "A [report](https://a.example/zebra)"),
    ]
    .map(|(column, meaning)| {
        let mut row = variable_row("t", column);
        meaning.clone_into(&mut row.meaning);
        row
    });
    variables(database, table, &rows);
    assert_eq!(found(database, "cafe & bar"), ["c1"]);
    assert_eq!(found(database, "report"), ["c2"]);
    for hidden in ["eacute", "amp", "lt;", "**", "zebra"] {
        assert_eq!(found(database, hidden), [""; 0], "{hidden}");
    }
    let sorted = VariableQuery {
        sort: VariableSort::Meaning,
        ..all()
    };
    assert_eq!(shown(database, &sorted).items[0].ids_column_name, "c2");
}

/// New words are found and old ones are not, in the variable and in the name of its table.
pub fn the_search_follows_changes(database: &dyn Database) {
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

fn by_source(database: &dyn Database, search: &str, facets: VariableFacets) -> Vec<SourceMatches> {
    let search = VariableSearch {
        search: fold(search),
        data_source: None,
        facets,
        shown: 2,
    };
    database.read().unwrap().dictionary().search(&search).unwrap()
}

fn summary(matches: &[SourceMatches]) -> Vec<(&str, u64, bool, Vec<&str>)> {
    matches
        .iter()
        .map(|source| {
            let names = source.variables.iter().map(|variable| variable.var_name.as_str());
            (source.source.as_str(), source.total, source.more, names.collect())
        })
        .collect()
}

/// A search over all sources groups its matches by source, and the source with the best match is
/// first. Unpublished tables and sources are not found.
pub fn a_search_over_all_sources_is_grouped_and_ranked(database: &dyn Database) {
    let registry = source(database, "Birth Registry", true);
    let clinics = source(database, "Clinics", true);
    let hidden = source(database, "Hidden", false);
    let births = table(database, registry, &table_row("births"));
    let mothers = table(database, registry, &table_row("mothers"));
    let mut draft = table_row("draft");
    draft.publish = false;
    let draft = table(database, registry, &draft);
    let visits = table(database, clinics, &table_row("visits"));
    let secrets = table(database, hidden, &table_row("secrets"));
    let named = |tbl_name: &str, column: &str, name: &str| {
        let mut row = variable_row(tbl_name, column);
        name.clone_into(&mut row.var_name);
        "Zzz".clone_into(&mut row.meaning);
        row
    };
    variables(
        database,
        births,
        &[
            named("births", "c1", "Low weight at birth"),
            named("births", "c2", "Overweight"),
            named("births", "c3", "Length"),
        ],
    );
    variables(
        database,
        mothers,
        &[named("mothers", "c1", "Weight of the mother")],
    );
    variables(database, draft, &[named("draft", "c1", "Weight")]);
    variables(database, visits, &[named("visits", "c1", "Weight")]);
    variables(database, secrets, &[named("secrets", "c1", "Weight")]);

    let matches = by_source(database, "weight", VariableFacets::default());
    assert_eq!(
        summary(&matches),
        [
            ("Clinics", 1, false, vec!["Weight"]),
            (
                "Birth Registry",
                3,
                false,
                vec!["Low weight at birth", "Weight of the mother"]
            ),
        ]
    );
    let tables: Vec<_> = matches[1]
        .tables
        .iter()
        .map(|table| (table.tbl_name.as_str(), table.matches))
        .collect();
    assert_eq!(tables, [("births", 2), ("mothers", 1)]);
    assert_eq!(by_source(database, "nowhere", VariableFacets::default()), []);

    let only = VariableSearch {
        search: fold("weight"),
        data_source: Some(hidden),
        facets: VariableFacets::default(),
        shown: 2,
    };
    assert_eq!(database.read().unwrap().dictionary().search(&only).unwrap(), []);
}

/// A search over all sources counts a common word up to a limit, and finds an exact name beyond it.
pub fn common_words_are_counted_up_to_a_limit_by_source(database: &dyn Database) {
    let survey = source(database, "Household Survey", true);
    often(database, survey);
    let matches = by_source(database, "common", VariableFacets::default());
    assert_eq!(
        summary(&matches),
        [(
            "Household Survey",
            u64::from(MOST_COUNTED_BY_SOURCE),
            true,
            vec!["Common", "Common cold"]
        )]
    );
}

/// Facets narrow lists and searches by type, privacy, derivation, topic and year.
pub fn facets_narrow_lists_and_searches(database: &dyn Database) {
    let source = source(database, "National HMIS", true);
    let mut dated = table_row("visits");
    let mut records = TableRecords::default();
    records.emc.earliest = NaiveDate::from_ymd_opt(2021, 6, 1);
    records.emc.latest = NaiveDate::from_ymd_opt(2023, 2, 1);
    dated.records = Some(records);
    let visits = table(database, source, &dated);
    let tests = table(database, source, &table_row("tests"));
    let row = |tbl_name: &str, column: &str, data_type, identifiable, derived| {
        let mut row = variable_row(tbl_name, column);
        row.data_type = data_type;
        row.is_identifiable = identifiable;
        row.derived = derived;
        "A common measure.".clone_into(&mut row.meaning);
        row
    };
    variables(
        database,
        visits,
        &[
            row("visits", "c1", DataType::Text, true, false),
            row("visits", "c2", DataType::Number, false, true),
        ],
    );
    variables(
        database,
        tests,
        &[row("tests", "c3", DataType::Number, false, false)],
    );
    let facets = VariableFacets::default();
    for (facets, expected) in [
        (
            VariableFacets {
                data_type: Some(DataType::Number),
                ..facets
            },
            vec!["c2", "c3"],
        ),
        (
            VariableFacets {
                is_identifiable: Some(true),
                ..facets
            },
            vec!["c1"],
        ),
        (
            VariableFacets {
                derived: Some(false),
                is_identifiable: Some(false),
                ..facets
            },
            vec!["c3"],
        ),
        (
            VariableFacets {
                year: Some(2022),
                ..facets
            },
            vec!["c1", "c2"],
        ),
        (
            VariableFacets {
                year: Some(2024),
                ..facets
            },
            vec![],
        ),
        (
            VariableFacets {
                topic: Some(TopicId(1)),
                ..facets
            },
            vec![],
        ),
    ] {
        let columns = |query: &VariableQuery| {
            let page = shown(database, query);
            assert_eq!(page.total, page.items.len() as u64, "{facets:?}");
            let columns = page.items.into_iter().map(|variable| variable.ids_column_name);
            columns.collect::<Vec<_>>()
        };
        let listed = columns(&VariableQuery { facets, ..all() });
        let searched = columns(&VariableQuery {
            facets,
            search: Some(fold("common")),
            sort: VariableSort::Relevance,
            ..all()
        });
        let grouped: u64 = by_source(database, "common", facets)
            .iter()
            .map(|source| source.total)
            .sum();
        assert_eq!(listed, expected, "{facets:?}");
        assert_eq!(searched, expected, "{facets:?}");
        assert_eq!(grouped, expected.len() as u64, "{facets:?}");
    }
}
