//! Browsing the published dictionary (2 §2, 3 §2.13).

use crate::world::World;
use crate::world::dictionary::{table_row, variable_row};
use aditus_application::dictionary::browse::{
    colors, edges, search, source, sources, tables, tree, variables,
};
use aditus_application::dictionary::views::{VariableFacets, VariableSort};
use aditus_application::paging::{Direction, Page};
use aditus_application::{Failure, Kind};
use aditus_domain::dictionary::{DataType, VariableRow};
use aditus_domain::ids::VariableId;

fn page() -> Page {
    Page::new(1, 100)
}

fn everything() -> variables::Query {
    variables::Query {
        data_source: None,
        table: None,
        tbl_name: None,
        search: None,
        ids: None,
        facets: VariableFacets::default(),
        sort: VariableSort::Dictionary,
        direction: Direction::Ascending,
        page: page(),
    }
}

fn names(world: &World, query: variables::Query) -> Vec<String> {
    let answer = variables::execute(&world.ports, query).unwrap();
    assert_eq!(answer.total, answer.items.len() as u64);
    answer
        .items
        .into_iter()
        .map(|variable| variable.var_name)
        .collect()
}

fn search(world: &World, text: &str) -> Vec<String> {
    names(
        world,
        variables::Query {
            search: Some(text.to_owned()),
            ..everything()
        },
    )
}

/// A world with a published source that has a published and a hidden table, and with a hidden
/// source.
fn world_with_a_dictionary() -> World {
    let world = World::new();
    let births = world.source("Birth Register");
    let table = world.table(births, table_row("births"));
    world.variable(
        table,
        VariableRow {
            data_type: DataType::Decimal,
            ..variable_row("births", "birth_weight")
        },
    );
    let meaning = "Le sexe de l'enfant né".to_owned();
    world.variable(
        table,
        VariableRow {
            meaning,
            synonyms: vec!["Gender".into()],
            ..variable_row("births", "sex")
        },
    );
    let hidden_table = world.table(
        births,
        aditus_domain::dictionary::TableRow {
            publish: false,
            ..table_row("staff")
        },
    );
    world.variable(hidden_table, variable_row("staff", "salary"));
    let hidden_source = world.hidden_source("Payroll");
    let table = world.table(hidden_source, table_row("payments"));
    world.variable(table, variable_row("payments", "amount"));
    world
}

#[test]
fn only_what_is_published_is_shown() {
    let world = world_with_a_dictionary();
    let shown = sources::execute(
        &world.ports,
        &sources::Query {
            search: None,
            direction: Direction::Ascending,
            page: page(),
        },
    )
    .unwrap();
    assert_eq!(
        shown
            .items
            .iter()
            .map(|source| source.source.as_str())
            .collect::<Vec<_>>(),
        ["Birth Register"]
    );
    assert_eq!(
        (shown.items[0].tables_count, shown.items[0].variables_count),
        (1, 2)
    );
    let query = tables::Query {
        data_source: None,
        search: None,
        direction: Direction::Ascending,
        page: page(),
    };
    let shown = tables::execute(&world.ports, &query).unwrap();
    assert_eq!(
        shown
            .items
            .iter()
            .map(|table| table.tbl_name.as_str())
            .collect::<Vec<_>>(),
        ["births"]
    );
    assert_eq!(names(&world, everything()), ["birth_weight", "sex"]);
    assert!(search(&world, "salary").is_empty());
    assert!(search(&world, "amount").is_empty());
}

#[test]
fn a_map_shows_what_is_published() {
    let world = world_with_a_dictionary();
    let [shown, hidden] = ["Birth Register", "Payroll"].map(|name| {
        let data_source_id = world
            .read_in_transaction(|transaction| transaction.dictionary().source_by_name(name).unwrap())
            .unwrap();
        source::Query { data_source_id }
    });
    let answer = tree::execute(&world.ports, shown).unwrap();
    let groups: Vec<_> = answer.tables.iter().map(|(_, tables)| tables.len()).collect();
    assert_eq!(
        (answer.source.source.as_str(), groups),
        ("Birth Register", vec![1])
    );
    assert_eq!(
        tree::execute(&world.ports, hidden).unwrap_err().kind(),
        Kind::NotFound
    );
    let all = edges::Query { data_source: None };
    assert_eq!(edges::execute(&world.ports, all).unwrap(), []);
    let colors = colors::execute(&world.ports).unwrap();
    assert_eq!(colors.len(), 1);
    assert_eq!(colors[0].table_type_name, answer.tables[0].0);
}

#[test]
fn a_hidden_source_is_not_found() {
    let world = world_with_a_dictionary();
    let hidden = world.read_in_transaction(|transaction| {
        transaction
            .dictionary()
            .source_by_name("Payroll")
            .unwrap()
            .unwrap()
    });
    let error = source::execute(
        &world.ports,
        source::Query {
            data_source_id: hidden,
        },
    )
    .unwrap_err();
    assert_eq!(
        (error.to_string().as_str(), error.kind()),
        ("Data source not found.", Kind::NotFound)
    );
    let shown = world.read_in_transaction(|transaction| {
        transaction
            .dictionary()
            .source_by_name("Birth Register")
            .unwrap()
            .unwrap()
    });
    let found = source::execute(
        &world.ports,
        source::Query {
            data_source_id: shown,
        },
    )
    .unwrap();
    assert_eq!((found.data_source_id, found.publish), (shown, true));
}

#[test]
fn sources_are_found_by_name_and_description_whatever_the_case() {
    let world = world_with_a_dictionary();
    for (text, found) in [
        ("BIRTH", 1),
        ("dictionary of", 1),
        ("  ", 1),
        ("payroll", 0),
        ("100%", 0),
        ("_", 1),
    ] {
        let query = sources::Query {
            search: Some(text.to_owned()),
            direction: Direction::Ascending,
            page: page(),
        };
        assert_eq!(
            sources::execute(&world.ports, &query).unwrap().total,
            found,
            "{text:?}"
        );
    }
}

#[test]
fn variables_are_found_by_each_of_the_fields_however_written() {
    let world = world_with_a_dictionary();
    assert_eq!(search(&world, "Birth_Weight"), ["birth_weight"]);
    assert_eq!(search(&world, "birth weight"), ["birth_weight"]);
    assert_eq!(search(&world, "DECIMAL"), ["birth_weight"]);
    assert_eq!(search(&world, "l'enfant ne"), ["sex"]);
    assert_eq!(search(&world, "gender"), ["sex"]);
    assert_eq!(search(&world, "births"), ["birth_weight", "sex"]);
    assert!(search(&world, "%").is_empty());
    assert_eq!(search(&world, ""), ["birth_weight", "sex"]);
}

#[test]
fn the_table_filter_is_a_prefix_whatever_the_case() {
    let world = world_with_a_dictionary();
    let of = |prefix: &str| {
        names(
            &world,
            variables::Query {
                tbl_name: Some(prefix.to_owned()),
                ..everything()
            },
        )
        .len()
    };
    assert_eq!((of("BIR"), of("irths"), of(" "), of("b%")), (2, 0, 2, 0));
}

#[test]
fn variables_are_sorted_and_paged() {
    let world = world_with_a_dictionary();
    let by_name = variables::Query {
        sort: VariableSort::VarName,
        direction: Direction::Descending,
        ..everything()
    };
    assert_eq!(names(&world, by_name.clone()), ["sex", "birth_weight"]);
    let second = variables::execute(
        &world.ports,
        variables::Query {
            page: Page::new(2, 1),
            ..by_name
        },
    )
    .unwrap();
    assert_eq!(
        (second.items[0].var_name.as_str(), second.total),
        ("birth_weight", 2)
    );
}

#[test]
fn a_selection_is_previewed_by_its_ids() {
    let world = world_with_a_dictionary();
    let all = variables::execute(&world.ports, everything()).unwrap();
    let sex = all
        .items
        .iter()
        .find(|variable| variable.var_name == "sex")
        .unwrap()
        .var_id;
    let of = |ids| variables::Query {
        ids: Some(ids),
        ..everything()
    };
    assert_eq!(names(&world, of(vec![sex, VariableId(9_999)])), ["sex"]);
    assert!(names(&world, of(Vec::new())).is_empty());
    let error = variables::execute(&world.ports, of((0..1001).map(VariableId).collect())).unwrap_err();
    assert_eq!((error.kind(), error.fields().len()), (Kind::Invalid, 1));
    assert!(variables::execute(&world.ports, of((0..1000).map(VariableId).collect())).is_ok());
}

#[test]
fn a_search_over_all_sources_marks_its_matches() {
    let world = world_with_a_dictionary();
    let found = |text: &str| {
        let query = search::Query {
            search: Some(text.to_owned()),
            data_source: None,
            facets: VariableFacets::default(),
        };
        search::execute(&world.ports, &query).unwrap()
    };
    for nothing in ["", "  ", "\u{200B}", "salary"] {
        assert_eq!(found(nothing), [], "{nothing:?}");
    }
    let sources = found("WEIGHT");
    assert_eq!(sources.len(), 1);
    assert_eq!(sources[0].source, "Birth Register");
    assert_eq!(sources[0].variables[0].hits, ["weight"]);
}
