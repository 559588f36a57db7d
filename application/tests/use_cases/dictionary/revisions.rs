//! Dictionary revisions: versions of a request keep the former content, differences between two,
//! and changes since a request.

use aditus_application::dictionary::records::Error;
use aditus_application::dictionary::records::variables::{VariableForm, VariableRecords};
use aditus_application::dictionary::records::versions::{VersionForm, VersionRecords};
use aditus_application::dictionary::revisions::version_variables::{
    VersionVariableForm, VersionVariableQuery, VersionVariableRecords,
};
use aditus_application::dictionary::revisions::views::{ComparisonCounts, VersionVariableSort};
use aditus_application::dictionary::revisions::{compare, compare_csv, history};
use aditus_application::paging::{Direction, ListQuery, Page};
use aditus_application::records::{add, change, find, list, remove};
use aditus_application::row_versions::RowVersion;
use aditus_application::{Failure, Kind};
use aditus_domain::dictionary::revision::{Revised, VersionChangeKind};
use aditus_domain::dictionary::{RawVariable, RawVersion};
use aditus_domain::ids::{DataSourceId, VariableId, VersionId, VersionVariableId};
use aditus_domain::roles::Role;

use crate::story::Story;
use crate::world::dictionary::{table_row, variable_row};

fn raw(source: DataSourceId) -> RawVersion {
    RawVersion {
        data_source: Some(source),
        message: "As it is.".to_owned(),
        date_created: None,
    }
}

impl Story {
    fn add_version(
        &self,
        source: DataSourceId,
        variables: Option<Vec<VariableId>>,
    ) -> Result<VersionId, Error> {
        let form = VersionForm {
            version: raw(source),
            commited_by: None,
            variables,
        };
        add::<VersionRecords>(&self.world.ports, &self.super_user, form)
    }

    /// Returns the variables of a version with their meanings.
    fn version_content(&self, version: VersionId) -> Vec<(VersionVariableId, String)> {
        let query = VersionVariableQuery {
            version: Some(version),
            list: ListQuery {
                search: None,
                sort: VersionVariableSort::Dictionary,
                direction: Direction::Ascending,
                page: Page::new(1, 50),
            },
        };
        let listed = list::<VersionVariableRecords>(&self.world.ports, &self.super_user, query).unwrap();
        listed
            .items
            .into_iter()
            .map(|row| (row.version_variable_id, row.meaning))
            .collect()
    }

    /// Changes the meaning of a variable, as a Super User.
    fn change_meaning(&self, id: VariableId, meaning: &str) {
        let known = find::<VariableRecords>(&self.world.ports, &self.super_user, id).unwrap();
        let details = known.variable.details;
        let form = VariableForm {
            data_source: None,
            tbl: None,
            variable: RawVariable {
                ids_column_name: details.ids_column_name,
                var_name: details.var_name,
                data_type: details.data_type.name().to_owned(),
                meaning: meaning.to_owned(),
                date_introduced: details.date_introduced,
                usage: details.usage.name().to_owned(),
                ..RawVariable::default()
            },
        };
        change::<VariableRecords>(&self.world.ports, &self.super_user, id, None, form).unwrap();
    }

    fn compare_versions(
        &self,
        older: impl Into<Option<VersionId>>,
        newer: VersionId,
        kind: Option<VersionChangeKind>,
        page: Page,
    ) -> Result<compare::Answer, compare::Error> {
        let query = compare::Query {
            older: older.into(),
            newer,
            kind,
            page,
        };
        compare::execute(&self.world.ports, &self.super_user, query)
    }
}

#[test]
fn a_version_has_all_variables_of_its_source_unless_some_are_chosen() {
    let story = Story::begin();
    let all = story.add_version(story.source, None).unwrap();
    assert_eq!(story.version_content(all).len(), 4);
    let twice_named = vec![story.variables[0], story.variables[0]];
    let some = story.add_version(story.source, Some(twice_named)).unwrap();
    assert_eq!(story.version_content(some).len(), 1);
    let none = story.add_version(story.source, Some(Vec::new())).unwrap();
    assert!(story.version_content(none).is_empty());

    let elsewhere = story.world.source("Claims");
    let bills = story.world.table(elsewhere, table_row("bills"));
    let amount = story.world.variable(bills, variable_row("bills", "amount"));
    let refused = story
        .add_version(story.source, Some(vec![story.variables[0], amount]))
        .unwrap_err();
    assert_eq!(refused.to_string(), "Choose variables of the data source only.");
    let too_many = (0..=5_000).map(VariableId).collect();
    let refused = story.add_version(story.source, Some(too_many)).unwrap_err();
    assert_eq!(refused.to_string(), "At most 5000 variables can be chosen.");

    let changed = |source, variables| {
        let form = VersionForm {
            version: raw(source),
            commited_by: None,
            variables,
        };
        change::<VersionRecords>(&story.world.ports, &story.super_user, all, None, form).unwrap_err()
    };
    assert_eq!(
        changed(elsewhere, None).fields(),
        [(
            "data_source".to_owned(),
            "The version has variables of its data source, so you can't move it to another one.".to_owned()
        )]
    );
    assert_eq!(
        changed(story.source, Some(vec![story.variables[0]])).to_string(),
        "Change the variables of a version one at a time."
    );
}

#[test]
fn changes_do_not_alter_an_existing_version() {
    let story = Story::begin();
    let first = story.variables[0];
    let version = story.add_version(story.source, Some(vec![first])).unwrap();
    let before = story.version_content(version);
    story.change_meaning(first, "The day of admission.");
    assert_eq!(story.version_content(version), before);
}

#[test]
fn the_variables_of_a_version_are_added_changed_and_removed() {
    let story = Story::begin();
    let first = story.variables[0];
    let version = story.add_version(story.source, Some(vec![first])).unwrap();
    let before = story.version_content(version);

    let save = |id: Option<VersionVariableId>, seen: Option<i64>, version, variable| {
        let form = VersionVariableForm { version, variable };
        let (ports, admin) = (&story.world.ports, &story.super_user);
        match id {
            None => add::<VersionVariableRecords>(ports, admin, form),
            Some(id) => {
                change::<VersionVariableRecords>(ports, admin, id, seen.map(RowVersion), form).map(|()| id)
            }
        }
    };
    let message = |outcome: Result<VersionVariableId, Error>| outcome.unwrap_err().to_string();
    assert_eq!(message(save(None, None, None, None)), "Version is required");
    assert_eq!(
        message(save(None, None, Some(version), None)),
        "Variable is required"
    );
    assert_eq!(
        message(save(None, None, Some(version), Some(first))),
        "The version already has this variable."
    );
    let elsewhere = story.world.source("Claims");
    let bills = story.world.table(elsewhere, table_row("bills"));
    let amount = story.world.variable(bills, variable_row("bills", "amount"));
    assert_eq!(
        message(save(None, None, Some(version), Some(amount))),
        "This variable doesn't belong to the data source of the version."
    );
    let added = save(None, None, Some(version), Some(story.variables[1])).unwrap();
    save(Some(added), Some(1), Some(version), Some(story.variables[2])).unwrap();
    let stale = save(Some(added), Some(1), Some(version), Some(story.variables[1]));
    assert!(matches!(stale, Err(Error::Stale(_))), "{stale:?}");
    assert_eq!(story.version_content(version).len(), 2);
    let (ports, admin) = (&story.world.ports, &story.super_user);
    remove::<VersionVariableRecords>(ports, admin, added).unwrap();
    let gone = find::<VersionVariableRecords>(ports, admin, added).unwrap_err();
    assert_eq!(
        (gone.kind(), gone.to_string().as_str()),
        (Kind::NotFound, "Version variable not found.")
    );
    assert_eq!(story.version_content(version), before);
}

#[test]
fn two_versions_are_compared_page_by_page_and_as_csv() {
    let story = Story::begin();
    let (ports, admin) = (&story.world.ports, &story.super_user);
    let first = story.add_version(story.source, None).unwrap();
    let page = Page::new(1, 50);
    let nothing = story.compare_versions(first, first, None, page).unwrap();
    assert_eq!(nothing.counts, ComparisonCounts::default());
    assert!(nothing.changes.items.is_empty());

    story.change_meaning(story.variables[0], "The day of admission.");
    story.change_meaning(story.variables[1], "=By ICD-11.");
    remove::<VariableRecords>(ports, admin, story.variables[2]).unwrap();
    let births = story.world.table(story.source, table_row("births"));
    story.world.variable(births, variable_row("births", "weight"));
    let second = story.add_version(story.source, None).unwrap();
    let answer = story.compare_versions(first, second, None, page).unwrap();
    let expected = ComparisonCounts {
        added: 2,
        removed: 1,
        altered: 2,
    };
    assert_eq!((answer.counts, answer.changes.total), (expected, 5));
    let with_the_one_before = story.compare_versions(None, second, None, page).unwrap();
    assert_eq!(with_the_one_before, answer);
    let alone = story.compare_versions(None, first, None, page).unwrap_err();
    assert_eq!(
        alone.to_string(),
        "This is the first version of its data source, so there is nothing to compare it with."
    );
    let labels = |answer: &compare::Answer| -> Vec<String> {
        let changes = answer.changes.items.iter();
        changes.map(|change| change.definition.label()).collect()
    };
    let whole = labels(&answer);
    assert_eq!(
        whole,
        [
            "births",
            "births.weight",
            "visits.age_group",
            "visits.visit_date",
            "visits.diagnosis"
        ]
    );
    let pages: Vec<String> = (1..=3)
        .flat_map(|number| {
            labels(
                &story
                    .compare_versions(first, second, None, Page::new(number, 2))
                    .unwrap(),
            )
        })
        .collect();
    assert_eq!(pages, whole);
    let altered = story
        .compare_versions(first, second, Some(VersionChangeKind::Altered), page)
        .unwrap();
    assert_eq!(
        (labels(&altered), altered.changes.total),
        (whole[3..].to_vec(), 2)
    );

    let query = compare_csv::Query {
        older: None,
        newer: second,
    };
    let csv = compare_csv::execute(ports, admin, query).unwrap();
    let text = String::from_utf8(csv.bytes).unwrap();
    assert_eq!(text.lines().count(), 1 + 5);
    let line = "altered,variable,visits,visit_date,meaning,The visit_date of visits,The day of admission.";
    assert!(text.contains(line), "{text}");
    assert!(csv.file_name.starts_with("Household Survey_changes_"));

    let claims = story.world.source("Claims");
    let other = story.add_version(claims, None).unwrap();
    let refused = story.compare_versions(first, other, None, page).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "Choose two versions of the same data source."
    );
    let missing = story
        .compare_versions(first, VersionId(987_654), None, page)
        .unwrap_err();
    assert_eq!(missing.kind(), Kind::NotFound);
}

#[test]
fn a_history_shows_author_change_and_time() {
    let story = Story::begin();
    let (ports, admin) = (&story.world.ports, &story.super_user);
    let first = story.variables[0];
    story.change_meaning(first, "The day of admission.");
    let page = Page::new(1, 10);
    let revisions = history::execute(ports, admin, Revised::Variable(first), page).unwrap();
    assert_eq!(revisions.total, 2);
    let last = &revisions.items[0];
    assert_eq!(last.author.as_deref(), Some("Suubi Okello"));
    assert_eq!(
        (last.created_on, last.fields[0].field),
        (story.world.now(), "meaning")
    );
    assert_eq!(revisions.items[1].author, None);
    remove::<VariableRecords>(ports, admin, first).unwrap();
    let revisions = history::execute(ports, admin, Revised::Variable(first), page).unwrap();
    assert_eq!(
        (revisions.total, revisions.items[0].author.as_deref()),
        (3, Some("Suubi Okello"))
    );
    let nobody = Revised::Variable(VariableId(987_654));
    let missing = history::execute(ports, admin, nobody, page).unwrap_err();
    assert_eq!(missing.to_string(), "Variable not found.");
}

#[test]
fn a_request_shows_later_dictionary_changes() {
    let story = Story::begin();
    let request = story.submitted();
    let remarks = || -> Vec<Option<&'static str>> {
        let detail = story.detail(request);
        let variables = &detail.requested_datasets[0].variables;
        variables.iter().map(|variable| variable.since.remark()).collect()
    };
    assert!(remarks().iter().all(Option::is_none));
    let detail = story.detail(request);
    let asked = detail.requested_datasets[0].variables[0].var.var_id;
    story.change_meaning(asked, "Something else.");
    assert_eq!(remarks()[0], Some("changed since"));
    assert!(remarks()[1..].iter().all(Option::is_none));
    // A later request refers to the current content.
    let later = story.submitted_by(&story.other_requester);
    let detail = story.detail(later);
    let variables = &detail.requested_datasets[0].variables;
    assert!(variables.iter().all(|variable| variable.since.remark().is_none()));

    let table = detail.requested_datasets[0].variables[0].var.tbl_id;
    story.world.write(|transaction| {
        let tables = transaction.dictionary_tables();
        let mut row = tables.table(table).unwrap().unwrap().row;
        row.publish = false;
        tables.update_table(table, &row).unwrap();
    });
    assert!(
        remarks()
            .iter()
            .all(|remark| *remark == Some("no longer offered"))
    );
}

#[test]
fn only_super_users_read_the_history() {
    let story = Story::begin();
    let ports = &story.world.ports;
    let caller = story.staff(Role::DataCustodian);
    let version = story.add_version(story.source, None).unwrap();
    let page = Page::new(1, 10);
    let comparison = compare::Query {
        older: Some(version),
        newer: version,
        kind: None,
        page,
    };
    let csv = compare_csv::Query {
        older: Some(version),
        newer: version,
    };
    let table = Revised::Variable(story.variables[0]);
    for kind in [
        compare::execute(ports, caller, comparison)
            .map(drop)
            .map_err(|error| error.kind()),
        compare_csv::execute(ports, caller, csv)
            .map(drop)
            .map_err(|error| error.kind()),
        history::execute(ports, caller, table, page)
            .map(drop)
            .map_err(|error| error.kind()),
    ] {
        assert_eq!(kind, Err(Kind::Forbidden));
    }
}
