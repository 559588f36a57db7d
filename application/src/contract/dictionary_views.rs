//! The contract of the read models of the dictionary.

use aditus_domain::dictionary::{DataType, Dependency};
use aditus_domain::ids::{DataSourceId, VariableId};
use aditus_domain::text::sort_key;

use super::seed::{commit, source, table, table_row, variable_row, variables};
use crate::dictionary::views::{VariableFacets, VariableQuery, VariableSort, VariableView};
use crate::paging::{Direction, Page, Paged};
use crate::ports::Database;

/// A query for everything on one page.
pub(super) fn all() -> VariableQuery {
    VariableQuery {
        data_source: None,
        table: None,
        tbl_name_prefix: None,
        search: None,
        ids: None,
        facets: VariableFacets::default(),
        sort: VariableSort::Dictionary,
        direction: Direction::Ascending,
        page: Page::new(1, Page::MAX_SIZE),
    }
}

pub(super) fn shown(database: &dyn Database, query: &VariableQuery) -> Paged<VariableView> {
    database.read().unwrap().dictionary().variables(query).unwrap()
}

/// Returns the value that a page is sorted by.
type SortKey = fn(&VariableView) -> String;

/// A source with three tables of seven variables each. The second table is not published.
fn fill(database: &dyn Database, name: &str) -> (DataSourceId, Vec<VariableId>) {
    let source = source(database, name, true);
    let mut ids = Vec::new();
    for (tbl_name, publish) in [("visit_occurrence", true), ("draft", false), ("Person", true)] {
        let mut row = table_row(tbl_name);
        row.publish = publish;
        let table = table(database, source, &row);
        let rows: Vec<_> = ["g", "a", "f", "b", "e", "c", "d"]
            .into_iter()
            .enumerate()
            .map(|(number, column)| {
                let mut row = variable_row(tbl_name, column);
                row.data_type = DataType::ALL[number % 3];
                row.meaning = format!("Meaning {}", number % 4);
                row
            })
            .collect();
        ids.extend(variables(database, table, &rows));
    }
    (source, ids)
}

/// Published sources are sorted by name, with the number of their published tables and variables.
pub fn sources_are_shown_with_counts(database: &dyn Database) {
    let (registry, _) = fill(database, "registry of births");
    let hidden = source(database, "Hidden", false);
    let unseen = table(database, hidden, &table_row("unseen"));
    variables(database, unseen, &[variable_row("unseen", "a")]);
    let empty = source(database, "National HMIS", true);
    let mut views = database.read().unwrap();
    let page = views
        .dictionary()
        .sources(None, Direction::Ascending, Page::new(1, 9))
        .unwrap();
    let facts: Vec<_> = page
        .items
        .iter()
        .map(|source| (source.data_source_id, source.tables_count, source.variables_count))
        .collect();
    assert_eq!((facts, page.total), (vec![(empty, 0, 0), (registry, 2, 14)], 2));
    let second = views
        .dictionary()
        .sources(None, Direction::Ascending, Page::new(2, 1))
        .unwrap();
    assert_eq!((second.items[0].data_source_id, second.total), (registry, 2));
    for (term, expected) in [
        ("births", 1),
        ("what national", 1),
        ("collects", 2),
        ("hidden", 0),
        ("%", 0),
    ] {
        assert_eq!(
            views
                .dictionary()
                .sources(Some(term), Direction::Ascending, Page::new(1, 9))
                .unwrap()
                .total,
            expected,
            "{term}"
        );
    }
    assert_eq!(
        views
            .dictionary()
            .source(registry)
            .unwrap()
            .unwrap()
            .variables_count,
        14
    );
    assert_eq!(views.dictionary().published_counts().unwrap(), (2, 14));
    assert_eq!(views.dictionary().source(hidden).unwrap(), None);
    assert_eq!(views.dictionary().source(DataSourceId(4711)).unwrap(), None);
}

/// Tables of published sources, sorted ignoring case.
pub fn tables_are_shown_by_name(database: &dyn Database) {
    let (one, _) = fill(database, "One");
    let hidden = source(database, "Hidden", false);
    table(database, hidden, &table_row("secret"));
    let other = source(database, "Other", true);
    table(database, other, &table_row("observation"));
    let mut views = database.read().unwrap();
    let mut names = |source: Option<DataSourceId>, search: Option<&str>| {
        let page = views
            .dictionary()
            .tables(source, search, Direction::Ascending, Page::new(1, 20))
            .unwrap();
        assert_eq!(page.total, page.items.len() as u64);
        page.items
            .into_iter()
            .map(|table| (table.tbl_name, table.variables_count))
            .collect::<Vec<_>>()
    };
    let [observation, person, visit] = [("observation", 0), ("Person", 7), ("visit_occurrence", 7)]
        .map(|(name, count)| (name.to_owned(), count));
    assert_eq!(names(None, None), [observation, person.clone(), visit.clone()]);
    assert_eq!(names(Some(one), None), [person, visit.clone()]);
    assert_eq!(names(None, Some("visit occ")), [visit]);
    assert_eq!(names(Some(hidden), None), []);
    assert_eq!(names(None, Some("secret")), []);
}

/// Each pair of tables occurs once, with the number of dependent variables. Edges within a table
/// and unpublished tables are left out.
pub fn edges_lead_between_published_tables(database: &dyn Database) {
    let row = |table: &str, column: &str, on: &[&str]| {
        let mut row = variable_row(table, column);
        row.dependencies = on.iter().map(|on| Dependency::parse(on).unwrap()).collect();
        row
    };
    let fill = |name: &str| {
        let source = source(database, name, true);
        let mut types = ["Event", "Person", "Event"].into_iter();
        let tables = ["visit", "person", "drug"].map(|name| {
            let mut row = table_row(name);
            types.next().unwrap().clone_into(&mut row.table_type);
            table(database, source, &row)
        });
        variables(
            database,
            tables[1],
            &[row("person", "id", &[]), row("person", "mother", &["person.id"])],
        );
        let visits = [
            row("visit", "id", &[]),
            row("visit", "patient", &["person.id", "person.mother"]),
            row("visit", "doctor", &["person.id"]),
        ];
        variables(database, tables[0], &visits);
        variables(database, tables[2], &[row("drug", "visit", &["visit.id"])]);
        (source, tables)
    };
    let (one, [visit, person, drug]) = fill("One");
    let (two, _) = fill("Two");
    let edges = |source: Option<DataSourceId>| {
        let edges = database.read().unwrap().dictionary().table_edges(source).unwrap();
        edges
            .into_iter()
            .map(|edge| (edge.tbl_id, edge.depend_on, edge.variables_count))
            .collect::<Vec<_>>()
    };
    assert_eq!(edges(Some(one)), [(visit, person, 2), (drug, visit, 1)]);
    assert_eq!(edges(None).len(), 4);
    let types = || {
        let types = database
            .read()
            .unwrap()
            .dictionary()
            .published_table_types()
            .unwrap();
        types.into_iter().map(|(_, name)| name).collect::<Vec<_>>()
    };
    assert_eq!(types(), ["Event", "Person"]);
    let by_type = database.read().unwrap().dictionary().tables_by_type(one).unwrap();
    assert_eq!(
        by_type.iter().map(|table| table.tbl_id).collect::<Vec<_>>(),
        [drug, visit, person]
    );
    let mut hidden = table_row("person");
    hidden.publish = false;
    "Person".clone_into(&mut hidden.table_type);
    commit(database, |transaction| {
        transaction.dictionary().update_table(person, &hidden).unwrap();
    });
    assert_eq!(edges(Some(one)), [(drug, visit, 1)]);
    assert_eq!(types(), ["Event", "Person"], "of the other source");
    assert_eq!(edges(Some(DataSourceId(two.0 + 100))), []);
}

/// In each order, no variable occurs twice and none is missing.
pub fn pages_cover_everything_once_in_each_order(database: &dyn Database) {
    fill(database, "One");
    fill(database, "Two");
    let keys: [(VariableSort, SortKey); 5] = [
        (VariableSort::Dictionary, |v| format!("{:09}", v.tbl_id.0)),
        (VariableSort::TblName, |v| sort_key(&v.tbl_name)),
        (VariableSort::VarName, |v| sort_key(&v.var_name)),
        (VariableSort::DataType, |v| sort_key(&v.data_type)),
        (VariableSort::Meaning, |v| sort_key(&v.meaning)),
    ];
    for (sort, key) in keys {
        for direction in [Direction::Ascending, Direction::Descending] {
            let mut walked = Vec::new();
            for number in 1..=6 {
                let page = shown(
                    database,
                    &VariableQuery {
                        sort,
                        direction,
                        page: Page::new(number, 5),
                        ..all()
                    },
                );
                assert_eq!(page.total, 28);
                walked.extend(page.items);
            }
            let mut ids: Vec<_> = walked.iter().map(|variable| variable.var_id).collect();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), 28, "{sort:?} {direction:?}");
            let mut order: Vec<_> = walked.iter().map(key).collect();
            if direction == Direction::Descending {
                order.reverse();
            }
            assert!(order.is_sorted(), "{sort:?} {direction:?}: {order:?}");
        }
    }
}

/// Filters work alone and combined, and the total counts the matches.
pub fn filters_narrow_and_are_counted(database: &dyn Database) {
    let (one, ids) = fill(database, "One");
    let (two, _) = fill(database, "Two");
    let in_table = shown(
        database,
        &VariableQuery {
            ids: Some(vec![ids[0]]),
            ..all()
        },
    )
    .items[0]
        .tbl_id;
    let prefix = |text: &str| VariableQuery {
        tbl_name_prefix: Some(text.to_owned()),
        ..all()
    };
    let cases = [
        (
            VariableQuery {
                data_source: Some(one),
                ..all()
            },
            14,
        ),
        (
            VariableQuery {
                table: Some(in_table),
                ..all()
            },
            7,
        ),
        (
            VariableQuery {
                table: Some(in_table),
                data_source: Some(two),
                ..all()
            },
            0,
        ),
        (prefix("PERS"), 14),
        (prefix("visit_o"), 14),
        (prefix("occurrence"), 0),
        (prefix("%"), 0),
        (prefix("draft"), 0),
        (
            VariableQuery {
                data_source: Some(two),
                ..prefix("visit")
            },
            7,
        ),
        (
            VariableQuery {
                ids: Some(vec![ids[0], ids[7], ids[20], VariableId(4711)]),
                ..all()
            },
            2,
        ),
        (
            VariableQuery {
                ids: Some(Vec::new()),
                ..all()
            },
            0,
        ),
        (
            VariableQuery {
                search: Some("meaning 3".to_owned()),
                data_source: Some(one),
                ..all()
            },
            2,
        ),
    ];
    for (query, expected) in cases {
        let page = shown(database, &query);
        assert_eq!(
            (page.total, page.items.len()),
            (expected, usize::try_from(expected).unwrap()),
            "{query:?}"
        );
    }
}

/// Only variables of the requested source are returned, for any number of unrelated ids.
pub fn picked_variables_are_shown_if_they_are_or_were_published(database: &dyn Database) {
    let (one, ids) = fill(database, "One");
    let (_, others) = fill(database, "Other");
    let picked = |picked: &[VariableId]| {
        let mut found = database
            .read()
            .unwrap()
            .dictionary()
            .picked_variables(one, picked)
            .unwrap();
        found.sort_by_key(|variable| variable.var_id);
        found
    };
    assert_eq!(picked(&[]), []);
    let unknown = (0..40_000).map(|number| VariableId(1_000_000 + number));
    let all: Vec<_> = ids.iter().chain(&others).copied().chain(unknown).collect();
    let found = picked(&all);
    let shown_ids: Vec<_> = found.iter().map(|variable| variable.var_id).collect();
    let published: Vec<_> = ids[..7].iter().chain(&ids[14..]).copied().collect();
    assert_eq!(shown_ids, published);
    let third = &found[2];
    assert_eq!(
        (
            &*third.var_name,
            &*third.tbl_name,
            &*third.meaning,
            &*third.data_type,
            third.is_identifiable
        ),
        (
            "f",
            "visit_occurrence",
            "Meaning 2",
            DataType::ALL[2].name(),
            false
        )
    );
}

/// Unpublishing a table hides its variables, and publishing it shows them again.
pub fn unpublishing_a_table_hides_its_variables(database: &dyn Database) {
    let source = source(database, "National HMIS", true);
    let mut row = table_row("person");
    let id = table(database, source, &row);
    let ids = variables(database, id, &[variable_row("person", "c1")]);
    for publish in [false, true] {
        row.publish = publish;
        commit(database, |transaction| {
            transaction.dictionary().update_table(id, &row).unwrap();
        });
        let page = shown(database, &all());
        assert_eq!(
            (page.total, page.items.len()),
            (u64::from(publish), usize::from(publish))
        );
        let by_word = VariableQuery {
            search: Some("person".to_owned()),
            ..all()
        };
        assert_eq!(shown(database, &by_word).total, u64::from(publish));
        let published = database
            .begin()
            .unwrap()
            .dictionary()
            .published_among(source, &ids)
            .unwrap();
        assert_eq!(published.len(), usize::from(publish));
        let picked = database
            .read()
            .unwrap()
            .dictionary()
            .picked_variables(source, &ids);
        let offered: Vec<_> = picked.unwrap().iter().map(|picked| picked.is_offered).collect();
        assert_eq!(offered, [publish], "its name is still known");
    }
}

/// Names, synonyms and values are those of the right variable.
pub fn a_page_shows_the_details_of_its_variables(database: &dyn Database) {
    let source = source(database, "National HMIS", true);
    let id = table(database, source, &table_row("person"));
    let rows = ["c1", "c2"].map(|column| {
        let mut row = variable_row("person", column);
        row.synonyms = vec![format!("{column} one"), format!("{column} two")];
        row.input_values = vec![format!("{column} value")];
        row
    });
    variables(database, id, &rows);
    let page = shown(database, &all());
    for (variable, row) in page.items.iter().zip(&rows) {
        assert_eq!((variable.tbl_id, variable.tbl_name.as_str()), (id, "person"));
        assert_eq!(
            (variable.data_source, variable.source.as_str()),
            (source, "National HMIS")
        );
        assert_eq!(variable.ids_column_name, row.ids_column_name);
        let texts = |pairs: &[(i64, String)]| pairs.iter().map(|(_, text)| text.clone()).collect::<Vec<_>>();
        assert_eq!(texts(&variable.synonyms), row.synonyms);
        assert_eq!(texts(&variable.input_values), row.input_values);
        assert_eq!(
            (variable.data_type.as_str(), variable.usage.as_str()),
            ("Number", "Analytical")
        );
    }
}
