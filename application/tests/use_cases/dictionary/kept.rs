//! Super Users maintain tables, variables and their details, and assign tables to topics.

use aditus_application::dictionary::records::Error;
use aditus_application::dictionary::records::table_topics::{self, TableTopicRecords};
use aditus_application::dictionary::records::tables::{TableForm, TableRecords, types};
use aditus_application::dictionary::records::topics::{self, TopicRecords};
use aditus_application::dictionary::records::variables::details::{DetailEntry, DetailForm, DetailRecords};
use aditus_application::dictionary::records::variables::{VariableForm, VariableRecords};
use aditus_application::dictionary::records::views::{TableTopicSort, TopicSort};
use aditus_application::dictionary::records::views::{VariableRecordQuery, VariableRecordSort};
use aditus_application::paging::{Direction, ListQuery, Page};
use aditus_application::records::{add, change, find, list as listed, remove};
use aditus_application::row_versions::RowVersion;
use aditus_application::{Failure, Kind};
use aditus_domain::dictionary::{DetailTab, RawDetail, RawTable, RawTableTopic, RawTopic, RawVariable};
use aditus_domain::ids::{DataSourceId, TableId, TableTopicId, TableTypeId, TopicId, VariableId};
use aditus_domain::roles::Role;
use chrono::NaiveDate;

use crate::story::Story;
use crate::world::dictionary::{table_row, variable_row};

fn list<Sort>(sort: Sort) -> ListQuery<Sort> {
    ListQuery {
        search: None,
        sort,
        direction: Direction::Ascending,
        page: Page::new(1, 20),
    }
}

fn typed_table(table_type: TableTypeId) -> RawTable {
    RawTable {
        table_type: Some(table_type),
        tbl_name: "births".to_owned(),
        tbl_description: "One row a birth.".to_owned(),
        entity_name: "Birth".to_owned(),
        icon: "ChildCare".to_owned(),
        publish: Some(true),
        ..RawTable::default()
    }
}

fn typed_variable() -> RawVariable {
    RawVariable {
        ids_column_name: "weight".to_owned(),
        var_name: "Weight at birth".to_owned(),
        data_type: "Decimal".to_owned(),
        meaning: "In grams.".to_owned(),
        date_introduced: NaiveDate::from_ymd_opt(2026, 1, 2),
        usage: "Analytical".to_owned(),
        ..RawVariable::default()
    }
}

fn refused<T: std::fmt::Debug>(outcome: Result<T, Error>, kind: Kind, message: &str) {
    let error = outcome.unwrap_err();
    assert_eq!((error.kind(), error.to_string().as_str()), (kind, message));
}

impl Story {
    fn table_type(&self) -> TableTypeId {
        types::list(&self.world.ports, &self.super_user).unwrap()[0].0
    }

    fn saves_table(
        &self,
        id: Option<TableId>,
        seen: Option<i64>,
        source: Option<DataSourceId>,
        table: RawTable,
    ) -> Result<TableId, Error> {
        let form = TableForm {
            data_source: source,
            table,
        };
        let (ports, admin) = (&self.world.ports, &self.super_user);
        match id {
            None => add::<TableRecords>(ports, admin, form),
            Some(id) => change::<TableRecords>(ports, admin, id, seen.map(RowVersion), form).map(|()| id),
        }
    }

    fn saves_variable(
        &self,
        id: Option<VariableId>,
        seen: Option<i64>,
        tbl: Option<TableId>,
        variable: RawVariable,
    ) -> Result<VariableId, Error> {
        let form = VariableForm {
            tbl,
            data_source: None,
            variable,
        };
        let (ports, admin) = (&self.world.ports, &self.super_user);
        match id {
            None => add::<VariableRecords>(ports, admin, form),
            Some(id) => change::<VariableRecords>(ports, admin, id, seen.map(RowVersion), form).map(|()| id),
        }
    }

    fn adds_detail(&self, variable: VariableId, detail: RawDetail) -> Result<DetailEntry, Error> {
        let form = DetailForm {
            variable: Some(variable),
            detail,
        };
        add::<DetailRecords>(&self.world.ports, &self.super_user, form)
    }
}

fn synonym(text: &str) -> RawDetail {
    RawDetail::Synonym {
        synonym: text.to_owned(),
    }
}

#[test]
fn only_super_users_edit_table_types_and_details() {
    let story = Story::begin();
    let ports = &story.world.ports;
    let caller = story.staff(Role::DataCustodian);
    let entry = DetailEntry::new(DetailTab::Synonym, 1);
    let detail = DetailForm {
        variable: Some(story.variables[0]),
        detail: synonym("mass"),
    };
    for kind in [
        types::list(ports, caller).map(drop).map_err(|error| error.kind()),
        types::add(ports, caller, "Other")
            .map(drop)
            .map_err(|error| error.kind()),
        add::<DetailRecords>(ports, caller, detail)
            .map(drop)
            .map_err(|error| error.kind()),
        remove::<DetailRecords>(ports, caller, entry).map_err(|error| error.kind()),
    ] {
        assert_eq!(kind, Err(Kind::Forbidden));
    }
}

#[test]
fn a_table_is_added_changed_and_deleted() {
    let story = Story::begin();
    let (ports, admin) = (&story.world.ports, &story.super_user);
    let table_type = story.table_type();
    let id = story
        .saves_table(None, None, Some(story.source), typed_table(table_type))
        .unwrap();
    let known = find::<TableRecords>(ports, admin, id).unwrap();
    assert_eq!(
        (known.definition.tbl_name.as_str(), known.row_version),
        ("births", RowVersion(1))
    );

    refused(
        story.saves_table(None, None, Some(story.source), RawTable::default()),
        Kind::Invalid,
        "Table Type is required",
    );
    refused(
        story.saves_table(None, None, None, typed_table(table_type)),
        Kind::Invalid,
        "Data Source is required",
    );
    refused(
        story.saves_table(None, None, Some(story.source), typed_table(TableTypeId(987_654))),
        Kind::Invalid,
        "Table Type is required",
    );
    let mut same = typed_table(table_type);
    same.tbl_name = "BIRTHS".to_owned();
    refused(
        story.saves_table(None, None, Some(story.source), same),
        Kind::Conflict,
        "There is a table with this name in the data source already.",
    );

    let mut changed = typed_table(table_type);
    changed.entity_name = "Delivery".to_owned();
    changed.publish = None;
    story
        .saves_table(Some(id), Some(1), None, changed.clone())
        .unwrap();
    let known = find::<TableRecords>(ports, admin, id).unwrap();
    let table = known.definition;
    assert_eq!((table.entity_name.as_str(), table.publish), ("Delivery", true));
    let stale = story
        .saves_table(Some(id), Some(1), None, changed.clone())
        .unwrap_err();
    assert!(matches!(stale, Error::Stale(_)), "{stale:?}");
    let elsewhere = story.world.source("Claims");
    refused(
        story.saves_table(Some(id), Some(2), Some(elsewhere), changed),
        Kind::Invalid,
        "A table stays in its data source.",
    );

    story
        .saves_variable(None, None, Some(id), typed_variable())
        .unwrap();
    refused(
        remove::<TableRecords>(ports, admin, id),
        Kind::Conflict,
        "This table cannot be deleted: 1 variable refers to it.",
    );
    let empty = story.world.table(story.source, table_row("empty"));
    remove::<TableRecords>(ports, admin, empty).unwrap();
    refused(
        remove::<TableRecords>(ports, admin, empty),
        Kind::NotFound,
        "Table not found.",
    );
}

#[test]
fn a_type_of_tables_is_added_once() {
    let story = Story::begin();
    let (ports, admin) = (&story.world.ports, &story.super_user);
    let (id, name) = types::add(ports, admin, " Vocabulary ").unwrap();
    assert_eq!(name, "Vocabulary");
    let types = types::list(ports, admin).unwrap();
    assert!(types.contains(&(id, "Vocabulary".to_owned())));
    refused(
        types::add(ports, admin, "Vocabulary"),
        Kind::Conflict,
        "There is a table type with this name already.",
    );
    refused(
        types::add(ports, admin, " "),
        Kind::Invalid,
        "Please enter the Table Type Name.",
    );
}

#[test]
fn a_variable_is_added_changed_and_deleted() {
    let story = Story::begin();
    let (ports, admin) = (&story.world.ports, &story.super_user);
    let births = story.world.table(story.source, table_row("births"));
    let id = story
        .saves_variable(None, None, Some(births), typed_variable())
        .unwrap();
    refused(
        story.saves_variable(None, None, Some(births), RawVariable::default()),
        Kind::Invalid,
        "Column Name is required",
    );
    refused(
        story.saves_variable(None, None, None, typed_variable()),
        Kind::Invalid,
        "Please select the Table Name.",
    );
    refused(
        story.saves_variable(None, None, Some(births), typed_variable()),
        Kind::Conflict,
        "There is a variable with this column name in the table already.",
    );
    let mut changed = typed_variable();
    changed.meaning = "In kilograms.".to_owned();
    story
        .saves_variable(Some(id), Some(1), Some(births), changed.clone())
        .unwrap();
    let known = find::<VariableRecords>(ports, admin, id).unwrap().variable;
    assert_eq!(
        (known.details.meaning.as_str(), known.row_version),
        ("In kilograms.", RowVersion(2))
    );
    let stale = story
        .saves_variable(Some(id), Some(1), None, changed.clone())
        .unwrap_err();
    assert!(matches!(stale, Error::Stale(_)), "{stale:?}");
    let deaths = story.world.table(story.source, table_row("deaths"));
    refused(
        story.saves_variable(Some(id), None, Some(deaths), changed),
        Kind::Invalid,
        "A variable stays in its table.",
    );
    let query = VariableRecordQuery {
        table: Some(births),
        data_source: None,
        list: ListQuery {
            search: Some("KILOGRAMS".to_owned()),
            ..list(VariableRecordSort::VarName)
        },
    };
    let found = listed::<VariableRecords>(ports, admin, query).unwrap();
    assert_eq!((found.total, found.items[0].var_id), (1, id));
    remove::<VariableRecords>(ports, admin, id).unwrap();
    refused(
        remove::<VariableRecords>(ports, admin, id),
        Kind::NotFound,
        "Variable not found.",
    );
}

#[test]
fn a_requested_variable_cannot_be_deleted() {
    let story = Story::begin();
    let (ports, admin) = (&story.world.ports, &story.super_user);
    story.submitted();
    let asked = story.variables[0];
    let depends = RawDetail::Dependency {
        depend_on: Some(asked),
    };
    story.adds_detail(story.variables[1], depends).unwrap();
    refused(
        remove::<VariableRecords>(ports, admin, asked),
        Kind::Conflict,
        "This variable cannot be deleted: 1 data request and 1 other variable refer to it.",
    );
}

#[test]
fn details_of_a_variable_are_added_and_removed() {
    let story = Story::begin();
    let (ports, admin) = (&story.world.ports, &story.super_user);
    let variable = story.variables[0];
    let id = story.adds_detail(variable, synonym("Day of the visit")).unwrap();
    refused(
        story.adds_detail(variable, synonym("Day of the visit")),
        Kind::Conflict,
        "The variable has this synonym already.",
    );
    refused(
        story.adds_detail(variable, synonym(" ")),
        Kind::Invalid,
        "Please fill all required fields in \"Synonym\".",
    );
    refused(
        story.adds_detail(VariableId(987_654), synonym("x")),
        Kind::NotFound,
        "Variable not found.",
    );
    let claims = story.world.source("Claims");
    let bills = story.world.table(claims, table_row("bills"));
    let amount = story.world.variable(bills, variable_row("bills", "amount"));
    refused(
        story.adds_detail(
            variable,
            RawDetail::Dependency {
                depend_on: Some(amount),
            },
        ),
        Kind::Invalid,
        "Choose a variable of the same data source.",
    );
    // A version of the variable from before the synonym was added is stale.
    let stale = story
        .saves_variable(Some(variable), Some(1), None, typed_variable())
        .unwrap_err();
    assert!(matches!(stale, Error::Stale(_)), "{stale:?}");
    remove::<DetailRecords>(ports, admin, id).unwrap();
    refused(
        remove::<DetailRecords>(ports, admin, id),
        Kind::NotFound,
        "Synonym not found.",
    );
    let whole = find::<VariableRecords>(ports, admin, variable).unwrap();
    assert!(whole.synonyms.is_empty());
}

#[test]
fn a_table_is_assigned_to_a_topic_once() {
    let story = Story::begin();
    let (ports, admin) = (&story.world.ports, &story.super_user);
    let topic = RawTopic {
        topic: "Births".to_owned(),
        description: "All about them.".to_owned(),
        active: None,
    };
    let topic = add::<TopicRecords>(ports, admin, topic).unwrap();
    let births = story.world.table(story.source, table_row("births"));
    let save = |id: Option<TableTopicId>, seen: Option<i64>, tbl, topic: Option<TopicId>, pos_x: &str| {
        let form = RawTableTopic {
            tbl,
            topic,
            pos_x: pos_x.to_owned(),
            pos_y: "0.5".to_owned(),
        };
        match id {
            None => add::<TableTopicRecords>(ports, admin, form),
            Some(id) => {
                change::<TableTopicRecords>(ports, admin, id, seen.map(RowVersion), form).map(|()| id)
            }
        }
    };
    let id = save(None, None, Some(births), Some(topic), "0.25").unwrap();
    refused(
        save(None, None, Some(births), Some(topic), "0.75"),
        Kind::Conflict,
        "This table stands under the topic already.",
    );
    refused(
        save(None, None, Some(births), Some(topic), "0.0"),
        Kind::Invalid,
        "Please enter the Position X.",
    );
    refused(
        save(None, None, Some(TableId(987_654)), Some(topic), "0.25"),
        Kind::Invalid,
        "Please select the Table Name.",
    );
    refused(
        save(None, None, Some(births), Some(TopicId(987_654)), "0.25"),
        Kind::Invalid,
        "Please select the Topic Name.",
    );
    save(Some(id), Some(1), Some(births), Some(topic), "0.75").unwrap();
    let stale = save(Some(id), Some(1), Some(births), Some(topic), "0.5").unwrap_err();
    assert!(matches!(stale, Error::Stale(_)), "{stale:?}");
    let under = |caller| {
        let query = list(TableTopicSort::EntityName);
        table_topics::list(ports, caller, true, Some(topic), query).unwrap()
    };
    assert_eq!(under(None).items[0].assigned_on, story.world.now());
    let type_of = story.table_type();
    let mut hidden = typed_table(type_of);
    hidden.publish = Some(false);
    story.saves_table(Some(births), None, None, hidden).unwrap();
    assert_eq!((under(None).total, under(Some(admin)).total), (0, 1));
    // A Super User who asks for the published list gets the same as everyone.
    let query = list(TableTopicSort::EntityName);
    let published = table_topics::list(ports, Some(admin), false, Some(topic), query).unwrap();
    assert_eq!(published.total, 0);
    let found = |caller, all| topics::find(ports, caller, all, topic).map(|topic| topic.tables_count);
    assert_eq!(found(Some(admin), true).unwrap(), 1);
    for (caller, all) in [(None, true), (Some(admin), false)] {
        refused(found(caller, all), Kind::NotFound, "Topic not found.");
        let page = topics::list(ports, caller, all, list(TopicSort::Topic)).unwrap();
        assert_eq!(page.total, 0);
    }

    refused(
        remove::<TopicRecords>(ports, admin, topic),
        Kind::Conflict,
        "This topic cannot be deleted: 1 table refers to it.",
    );
    remove::<TableTopicRecords>(ports, admin, id).unwrap();
    refused(
        find::<TableTopicRecords>(ports, admin, id),
        Kind::NotFound,
        "Table topic not found.",
    );
    remove::<TopicRecords>(ports, admin, topic).unwrap();
}
