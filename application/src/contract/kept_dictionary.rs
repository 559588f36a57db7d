//! The contract of tables, variables, their details, and tables under topics, as Super Users
//! maintain them.

use std::sync::Barrier;

use aditus_domain::dictionary::search::fold;
use aditus_domain::dictionary::{
    Detail, DetailTab, TableReferences, TableTopicDetails, TopicDetails, TopicReferences, VariableDetails,
};
use aditus_domain::ids::{DetailId, TableId, TableTopicId, TopicId, VariableId};
use chrono::NaiveDate;

use super::dictionary_views::{all, shown};
use super::seed::{at, commit, source, table, table_row, unrecorded_in_test, variable_row, variables};
use crate::dictionary::records::variables::repository::DictionaryVariables;
use crate::dictionary::records::views::{
    TableTopicSort, TopicSort, VariableRecordQuery, VariableRecordSort, WholeVariable,
};
use crate::paging::{Direction, ListQuery, Page};
use crate::ports::{Database, StoreError};
use crate::row_versions::RowVersion;

fn list<Sort>(sort: Sort, direction: Direction) -> ListQuery<Sort> {
    ListQuery {
        search: None,
        sort,
        direction,
        page: Page::new(1, 50),
    }
}

/// The variables that repeat its values change with it. A table with references cannot be removed.
pub fn a_table_is_changed_and_removed(database: &dyn Database) {
    let hmis = source(database, "National HMIS", true);
    let births = table(database, hmis, &table_row("births"));
    let deaths = table(database, hmis, &table_row("deaths"));
    let weight = variables(database, births, &[variable_row("births", "weight")])[0];
    commit(database, |transaction| {
        let tables = transaction.dictionary_tables();
        let mut known = tables.table(births).unwrap().unwrap();
        assert_eq!(
            (known.data_source, known.row.clone()),
            (hmis, table_row("births"))
        );
        known.row.tbl_name = "deliveries".to_owned();
        tables.update_table(births, &known.row).unwrap();
        assert_eq!(tables.table(births).unwrap().unwrap().row, known.row);
        let expected = TableReferences {
            variables: 1,
            topics: 0,
        };
        assert_eq!(tables.table_references(births).unwrap(), expected);
        assert_eq!(
            tables.table_references(deaths).unwrap(),
            TableReferences::default()
        );
    });
    assert_eq!(shown(database, &all()).items[0].tbl_name, "deliveries");
    let twice = database
        .begin()
        .unwrap()
        .dictionary_tables()
        .update_table(births, &table_row("Deaths"));
    assert!(matches!(twice, Err(StoreError::Duplicate(_))), "{twice:?}");
    let nobody = TableId(987_654);
    let missing = database
        .begin()
        .unwrap()
        .dictionary_tables()
        .update_table(nobody, &table_row("x"));
    assert!(matches!(missing, Err(StoreError::Reference(_))), "{missing:?}");
    let used = database.begin().unwrap().dictionary_tables().remove_table(births);
    assert!(matches!(used, Err(StoreError::Reference(_))), "{used:?}");
    commit(database, |transaction| {
        transaction
            .dictionary_variables()
            .remove_variable(weight)
            .unwrap();
        transaction.dictionary_tables().remove_table(births).unwrap();
        assert_eq!(transaction.dictionary_tables().table(births).unwrap(), None);
    });
    let mut views = database.read().unwrap();
    let one = views.dictionary_records().table_record(deaths).unwrap().unwrap();
    assert_eq!(
        (one.definition.tbl_name.as_str(), one.row_version),
        ("deaths", RowVersion(1))
    );
    assert_eq!(views.dictionary_records().table_record(births).unwrap(), None);
}

/// Each type exists once.
pub fn table_types_are_added(database: &dyn Database) {
    let id = commit(database, |transaction| {
        let tables = transaction.dictionary_tables();
        let id = tables.add_table_type("Vocabulary").unwrap();
        assert_eq!(tables.table_type(id).unwrap().as_deref(), Some("Vocabulary"));
        id
    });
    let again = database
        .begin()
        .unwrap()
        .dictionary_tables()
        .add_table_type("Vocabulary");
    assert!(matches!(again, Err(StoreError::Duplicate(_))), "{again:?}");
    let mut views = database.read().unwrap();
    let types = views.dictionary_records().table_types().unwrap();
    assert_eq!(types, [(id, "Vocabulary".to_owned())]);
}

fn details(database: &dyn Database, id: VariableId) -> VariableDetails {
    let mut transaction = database.begin().unwrap();
    let found = transaction.dictionary_variables().variable(id).unwrap();
    found.unwrap().details
}

fn columns(database: &dyn Database, query: &VariableRecordQuery) -> (Vec<String>, u64) {
    let mut views = database.read().unwrap();
    let page = views.dictionary_variables().variable_records(query).unwrap();
    let names = page.items.into_iter().map(|row| row.details.ids_column_name);
    (names.collect(), page.total)
}

/// Holds for published and unpublished ones. Search texts and counts follow.
pub fn a_variable_is_added_changed_and_removed(database: &dyn Database) {
    let hmis = source(database, "National HMIS", true);
    let births = table(database, hmis, &table_row("births"));
    let known = variables(database, births, &[variable_row("births", "weight")])[0];
    let mut new = details(database, known);
    new.ids_column_name = "length".to_owned();
    new.var_name = "Length at birth".to_owned();
    new.value_count = Some(61);
    new.date_introduced = NaiveDate::from_ymd_opt(2026, 1, 2);
    let id = commit(database, |transaction| {
        transaction
            .dictionary_variables()
            .add_variable(births, &new)
            .unwrap()
    });
    assert_eq!(details(database, id), new);
    let mut twice = new.clone();
    twice.ids_column_name = "WEIGHT".to_owned();
    let try_to = |change: &dyn Fn(&mut dyn DictionaryVariables) -> Result<(), StoreError>| {
        let mut transaction = database.begin().unwrap();
        change(transaction.dictionary_variables())
    };
    for refused in [
        try_to(&|variables| variables.add_variable(births, &twice).map(drop)),
        try_to(&|variables| variables.update_variable(id, &twice)),
    ] {
        assert!(matches!(refused, Err(StoreError::Duplicate(_))), "{refused:?}");
    }
    let synonym = Detail::Synonym {
        synonym: "Stature".to_owned(),
    };
    commit(database, |transaction| {
        let variables = transaction.dictionary_variables();
        variables.add_detail(id, &synonym).unwrap();
        new.meaning = "From head to heel.".to_owned();
        new.date_introduced = None;
        new.value_count = None;
        variables.update_variable(id, &new).unwrap();
    });
    assert_eq!(details(database, id), new);
    let of_table = |search: Option<&str>, sort, direction| VariableRecordQuery {
        table: Some(births),
        data_source: None,
        list: ListQuery {
            search: search.map(fold),
            ..list(sort, direction)
        },
    };
    let by = |sort, direction| columns(database, &of_table(None, sort, direction)).0;
    assert_eq!(
        by(VariableRecordSort::Dictionary, Direction::Ascending),
        ["weight", "length"]
    );
    for sort in [VariableRecordSort::ColumnName, VariableRecordSort::VarName] {
        assert_eq!(by(sort, Direction::Ascending), ["length", "weight"], "{sort:?}");
        assert_eq!(by(sort, Direction::Descending), ["weight", "length"], "{sort:?}");
    }
    let found = |text| {
        columns(
            database,
            &of_table(Some(text), VariableRecordSort::Dictionary, Direction::Ascending),
        )
    };
    // The search finds the variable by its synonym after a change as well.
    assert_eq!(found("stature"), (vec!["length".to_owned()], 1));
    assert_eq!(found("head to heel"), (vec!["length".to_owned()], 1));
    assert_eq!(found("nothing").1, 0);
    let elsewhere = VariableRecordQuery {
        table: None,
        data_source: Some(source(database, "Registry", true)),
        list: list(VariableRecordSort::Dictionary, Direction::Ascending),
    };
    assert_eq!(columns(database, &elsewhere).1, 0);

    commit(database, |transaction| {
        transaction.dictionary_variables().remove_variable(id).unwrap();
    });
    assert_eq!(found("stature").1, 0);
    let mut views = database.read().unwrap();
    assert_eq!(views.dictionary_variables().whole_variable(id).unwrap(), None);
    let table = views.dictionary_records().table_record(births).unwrap().unwrap();
    assert_eq!(table.variables_count, 1);
}

/// Holds for a table, a source and all, with and without a search, published and unpublished.
pub fn a_page_of_variables_has_the_total(database: &dyn Database) {
    let hmis = source(database, "National HMIS", false);
    let registry = source(database, "Registry", true);
    let fill = |source, name: &str, number| {
        let id = table(database, source, &table_row(name));
        let rows: Vec<_> = (0..number)
            .map(|row| variable_row(name, &format!("column_{row}")))
            .collect();
        (id, variables(database, id, &rows))
    };
    let (births, of_births) = fill(hmis, "births", 13);
    fill(hmis, "visits", 11);
    fill(registry, "persons", 3);
    commit(database, |transaction| {
        transaction
            .dictionary_variables()
            .remove_variable(of_births[0])
            .unwrap();
    });
    let total = |table, data_source, search: Option<&str>, number| {
        let query = VariableRecordQuery {
            table,
            data_source,
            list: ListQuery {
                search: search.map(fold),
                page: Page::new(number, 10),
                ..list(VariableRecordSort::Dictionary, Direction::Ascending)
            },
        };
        columns(database, &query).1
    };
    assert_eq!(total(Some(births), None, None, 1), 12);
    assert_eq!(total(Some(births), Some(registry), None, 1), 0);
    assert_eq!(total(None, Some(hmis), None, 1), 23);
    assert_eq!(total(None, None, None, 2), 26);
    assert_eq!(total(None, None, None, 9), 26);
    assert_eq!(total(Some(births), None, Some("column_1"), 1), 4);
    assert_eq!(total(None, Some(hmis), Some("column"), 1), 23);
}

fn whole(database: &dyn Database, id: VariableId) -> WholeVariable {
    let mut views = database.read().unwrap();
    views.dictionary_variables().whole_variable(id).unwrap().unwrap()
}

/// Entries are stored one after the other, on each of the five tabs.
pub fn details_of_a_variable_are_stored(database: &dyn Database) {
    let hmis = source(database, "National HMIS", true);
    let births = table(database, hmis, &table_row("births"));
    let ids = variables(
        database,
        births,
        &[variable_row("births", "weight"), variable_row("births", "scale")],
    );
    let entries = [
        Detail::Dependency { depend_on: ids[1] },
        Detail::InputValue {
            value: "unknown".to_owned(),
        },
        Detail::TimelineOfChange {
            change_date: NaiveDate::from_ymd_opt(2026, 3, 1),
            comment: None,
        },
        Detail::Synonym {
            synonym: "mass".to_owned(),
        },
        Detail::Metadata {
            key: "unit".to_owned(),
            val_type: "Text".to_owned(),
            value: "g".to_owned(),
        },
    ];
    let added: Vec<DetailId> = commit(database, |transaction| {
        let variables = transaction.dictionary_variables();
        entries
            .iter()
            .map(|entry| variables.add_detail(ids[0], entry).unwrap())
            .collect()
    });
    let known = whole(database, ids[0]);
    assert_eq!(known.source, "National HMIS");
    assert_eq!(known.dependencies[0].1.var_name, "scale");
    assert_eq!(known.input_values, [(added[1].0, "unknown".to_owned())]);
    assert_eq!(known.timeline_of_changes[0].change_id, added[2].0);
    assert_eq!(known.synonyms, [(added[3].0, "mass".to_owned())]);
    assert_eq!(known.variable_metadata[0].value, "g");

    for entry in &entries {
        let again = database
            .begin()
            .unwrap()
            .dictionary_variables()
            .add_detail(ids[0], entry);
        let is_refused = matches!(again, Err(StoreError::Duplicate(_)));
        assert_eq!(is_refused, entry.distinct().is_some(), "{entry:?}");
    }
    let nobody = database
        .begin()
        .unwrap()
        .dictionary_variables()
        .add_detail(VariableId(987_654), &entries[3]);
    assert!(nobody.is_err());

    let mut transaction = database.begin().unwrap();
    let references = transaction.dictionary_variables().variable_references(ids[1]);
    assert_eq!(references.unwrap().dependencies, 1);
    let used = transaction.dictionary_variables().remove_variable(ids[1]);
    assert!(matches!(used, Err(StoreError::Reference(_))), "{used:?}");
    drop(transaction);

    commit(database, |transaction| {
        let variables = transaction.dictionary_variables();
        for (entry, id) in entries.iter().zip(&added) {
            let tab = entry.tab();
            assert_eq!(variables.variable_of_detail(tab, *id).unwrap(), Some(ids[0]));
            variables.remove_detail(tab, *id).unwrap();
            assert_eq!(variables.variable_of_detail(tab, *id).unwrap(), None);
        }
        variables
            .remove_detail(DetailTab::Synonym, DetailId(987_654))
            .unwrap();
    });
    let known = whole(database, ids[0]);
    assert!(known.synonyms.is_empty() && known.dependencies.is_empty() && known.input_values.is_empty());
    assert!(known.timeline_of_changes.is_empty() && known.variable_metadata.is_empty());
}

/// An import increments the version, so that an open form is stale.
pub fn an_import_makes_open_forms_stale(database: &dyn Database) {
    let hmis = source(database, "National HMIS", true);
    let births = table(database, hmis, &table_row("births"));
    let weight = variables(database, births, &[variable_row("births", "weight")])[0];
    commit(database, |transaction| {
        let dictionary = transaction.dictionary();
        dictionary.update_table(births, &table_row("births")).unwrap();
        dictionary
            .update_variable(weight, &variable_row("births", "weight"))
            .unwrap();
    });
    assert_eq!(whole(database, weight).variable.row_version, RowVersion(2));
    let mut views = database.read().unwrap();
    let table = views.dictionary_records().table_record(births).unwrap().unwrap();
    assert_eq!(table.row_version, RowVersion(2));
}

/// Eight writers each add a variable if there is none. Eight more change the table and the variable
/// without a deadlock.
pub fn changes_of_a_source_are_serialised_by_a_lock(database: &dyn Database) {
    let hmis = source(database, "National HMIS", true);
    let births = table(database, hmis, &table_row("births"));
    let start = Barrier::new(8);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                start.wait();
                let mut one = database.begin().unwrap();
                one.dictionary_tables().lock_exclusive(hmis).unwrap();
                let known = one.dictionary_tables().table_references(births).unwrap();
                if known.variables == 0 {
                    let row = (births, variable_row("births", "weight"));
                    one.dictionary().add_variables(&[row]).unwrap();
                }
                one.commit(unrecorded_in_test()).unwrap();
            });
        }
    });
    let id = {
        let page = shown(database, &all());
        assert_eq!(page.total, 1);
        page.items[0].var_id
    };
    std::thread::scope(|scope| {
        for number in 0..8 {
            let start = &start;
            scope.spawn(move || {
                start.wait();
                let mut one = database.begin().unwrap();
                one.dictionary_tables().lock_exclusive(hmis).unwrap();
                if number % 2 == 0 {
                    let name = format!("births {number}");
                    one.dictionary_tables()
                        .update_table(births, &table_row(&name))
                        .unwrap();
                } else {
                    let variables = one.dictionary_variables();
                    let mut details = variables.variable(id).unwrap().unwrap().details;
                    details.meaning = format!("Number {number}.");
                    variables.update_variable(id, &details).unwrap();
                }
                one.commit(unrecorded_in_test()).unwrap();
            });
        }
    });
}

fn topic(database: &dyn Database, name: &str, active: bool) -> TopicId {
    let details = TopicDetails {
        topic: name.to_owned(),
        description: "All about them.".to_owned(),
        active,
    };
    commit(database, |transaction| {
        transaction
            .dictionary_records()
            .add_topic(&details, at(0))
            .unwrap()
    })
}

/// Returns active topics with published tables of published sources, and counts only those tables.
pub fn published_topics_lead_to_published_tables(database: &dyn Database) {
    let hmis = source(database, "National HMIS", true);
    let kept_back = source(database, "Kept Back", false);
    let mut draft = table_row("abortions");
    draft.publish = false;
    let tables = [
        table(database, hmis, &table_row("births")),
        table(database, hmis, &draft),
        table(database, kept_back, &table_row("secrets")),
    ];
    let under = |name: &str, active, tables: &[TableId]| {
        let topic = topic(database, name, active);
        commit(database, |transaction| {
            for tbl in tables {
                let place = TableTopicDetails {
                    tbl: *tbl,
                    topic,
                    pos_x: 0.5,
                    pos_y: 0.5,
                };
                transaction
                    .dictionary_tables()
                    .add_table_topic(&place, at(5))
                    .unwrap();
            }
        });
        topic
    };
    let people = under("People", true, &tables);
    let others = [
        under("Drafts", true, &tables[1..]),
        under("Empty", true, &[]),
        under("Idle", false, &tables),
    ];
    let rows = |published_only| {
        let mut views = database.read().unwrap();
        let query = list(TopicSort::Topic, Direction::Ascending);
        let page = views.dictionary_records().topic_records(&query, published_only);
        let page = page.unwrap();
        assert_eq!(page.total, page.items.len() as u64);
        page.items
            .into_iter()
            .map(|row| (row.topic, row.tables_count))
            .collect::<Vec<_>>()
    };
    let named = |name: &str, count: u64| (name.to_owned(), count);
    assert_eq!(rows(true), [named("People", 1)]);
    assert_eq!(
        rows(false),
        [
            named("Drafts", 2),
            named("Empty", 0),
            named("Idle", 3),
            named("People", 3)
        ]
    );
    let one = |id, published_only| {
        let mut views = database.read().unwrap();
        let found = views.dictionary_records().topic_record(id, published_only);
        found.unwrap().map(|row| row.tables_count)
    };
    assert_eq!((one(people, true), one(people, false)), (Some(1), Some(3)));
    for other in others {
        assert_eq!(one(other, true), None);
        assert!(one(other, false).is_some());
    }
}

/// Each table is under a topic once. The public map contains the published ones only.
pub fn tables_are_assigned_to_topics(database: &dyn Database) {
    let hmis = source(database, "National HMIS", true);
    let births = table(database, hmis, &table_row("births"));
    let mut draft = table_row("abortions");
    draft.publish = false;
    let draft = table(database, hmis, &draft);
    let (people, idle) = (topic(database, "People", true), topic(database, "Idle", false));
    let place = |tbl, topic, pos_x| TableTopicDetails {
        tbl,
        topic,
        pos_x,
        pos_y: 0.5,
    };
    let ids: Vec<TableTopicId> = commit(database, |transaction| {
        let tables = transaction.dictionary_tables();
        [
            place(births, people, 0.25),
            place(draft, people, 0.75),
            place(births, idle, 1.0),
        ]
        .iter()
        .map(|place| tables.add_table_topic(place, at(5)).unwrap())
        .collect()
    });
    let found = |topic, published_only, query: &ListQuery<TableTopicSort>| {
        let mut views = database.read().unwrap();
        let page = views
            .dictionary_variables()
            .table_topic_records(topic, published_only, query)
            .unwrap();
        assert_eq!(page.total, page.items.len() as u64);
        page.items.into_iter().map(|row| row.tt_id).collect::<Vec<_>>()
    };
    let by_name = list(TableTopicSort::EntityName, Direction::Ascending);
    assert_eq!(found(Some(people), false, &by_name), [ids[1], ids[0]]);
    assert_eq!(found(None, true, &by_name), [ids[0]]);
    assert_eq!(found(Some(idle), true, &by_name), []);
    let by_x = list(TableTopicSort::PosX, Direction::Descending);
    assert_eq!(found(None, false, &by_x), [ids[2], ids[1], ids[0]]);
    let mut searched = list(TableTopicSort::TblDescription, Direction::Ascending);
    searched.search = Some(fold("abort"));
    assert_eq!(found(None, false, &searched), [ids[1]]);

    let one = |id| {
        let mut views = database.read().unwrap();
        views.dictionary_variables().table_topic_record(id).unwrap()
    };
    let row = one(ids[0]).unwrap();
    assert_eq!(
        (row.entity_name.as_str(), row.topic_name.as_str()),
        ("births", "People")
    );
    assert_eq!((row.assigned_on, row.source.as_str()), (at(5), "National HMIS"));
    assert_eq!(
        (row.table_type_name.as_str(), row.variables_count),
        ("Clinical", 0)
    );
    assert!((row.pos_x - 0.25).abs() < f64::EPSILON);
    let twice = database
        .begin()
        .unwrap()
        .dictionary_tables()
        .add_table_topic(&place(births, people, 0.1), at(6));
    assert!(matches!(twice, Err(StoreError::Duplicate(_))), "{twice:?}");
    commit(database, |transaction| {
        let tables = transaction.dictionary_tables();
        assert_eq!(
            tables.topic_references(people).unwrap(),
            TopicReferences { tables: 2 }
        );
        assert_eq!(tables.table_references(births).unwrap().topics, 2);
        tables
            .update_table_topic(ids[0], &place(births, people, 0.4))
            .unwrap();
        assert!(tables.has_table_topic(ids[0]).unwrap());
        tables.remove_table_topic(ids[1]).unwrap();
        assert!(!tables.has_table_topic(ids[1]).unwrap());
    });
    let moved = one(ids[0]).unwrap();
    assert!((moved.pos_x - 0.4).abs() < f64::EPSILON);
    assert_eq!((moved.assigned_on, one(ids[1])), (at(5), None));
    let used = database
        .begin()
        .unwrap()
        .dictionary_records()
        .remove_topic(people);
    assert!(matches!(used, Err(StoreError::Reference(_))), "{used:?}");
}
