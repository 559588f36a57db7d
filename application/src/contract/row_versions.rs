//! The contract of the row versions of records that several people edit.

use std::sync::Barrier;

use aditus_domain::dictionary::{TableTopicDetails, TopicDetails, VersionDetails};
use aditus_domain::ids::{CommitteeId, EquipmentTypeId, FacilityId, PurposeId, TopicId};
use aditus_domain::procedures::{Link, ProcedureStatus, ProcedureText, StageTypeName, default_procedure};
use aditus_domain::reference::EntryId;
use aditus_domain::roles::Role;

use super::fixtures;
use super::procedure_edits::{empty, stage};
use super::seed::{
    at, commit, org_role, organisation, reference_data, source, table, table_row, unrecorded_in_test,
    variable_row, variables,
};
use crate::ports::{Database, StoreError};
use crate::row_versions::{RowVersion, Versioned};

fn topic(database: &dyn Database) -> TopicId {
    commit(database, |transaction| {
        let details = TopicDetails {
            topic: "Births".to_owned(),
            description: "All of them".to_owned(),
            active: true,
        };
        transaction
            .dictionary_records()
            .add_topic(&details, at(0))
            .unwrap()
    })
}

/// Adds a record of every kind and returns them.
fn records(database: &dyn Database) -> Vec<Versioned> {
    let organisation = organisation(database, "Lake Clinic");
    let role = org_role(database, organisation, Role::DataCustodian);
    let source = source(database, "Registry", true);
    let requester = fixtures::Requester::new(database, "Asta", "Lindqvist", "Institute of Asta");
    let topic = topic(database);
    reference_data(database);
    let table = table(database, source, &table_row("births"));
    let variable = variables(database, table, &[variable_row("births", "weight")])[0];
    commit(database, |transaction| {
        let procedure = empty(transaction, "Slow track");
        let procedures = transaction.procedures();
        let [from, to] = ["One", "Two"].map(|name| procedures.add_stage(&stage(procedure, name)).unwrap());
        let link = procedures.add_link(Link { from, to }).unwrap();
        let name = StageTypeName::parse("Appeal").unwrap();
        let stage_type = transaction.stage_types().add(&name).unwrap();
        let custodian = transaction
            .dictionary()
            .add_custodian(source, role, true)
            .unwrap();
        let details = VersionDetails {
            data_source: source,
            message: "Weights in grams".to_owned(),
            date_created: at(0),
        };
        let version = transaction
            .dictionary_records()
            .add_version(&details, requester.attendant.assigned_role)
            .unwrap();
        let held = transaction
            .dictionary_revisions()
            .add_variable(version, variable)
            .unwrap();
        let place = TableTopicDetails {
            tbl: table,
            topic,
            pos_x: 0.5,
            pos_y: 0.5,
        };
        let place = transaction
            .dictionary_tables()
            .add_table_topic(&place, at(0))
            .unwrap();
        vec![
            Versioned::StageType(stage_type),
            Versioned::Procedure(procedure),
            Versioned::Drawing(procedure),
            Versioned::Letter(procedure),
            Versioned::Stage(from),
            Versioned::NextStage(link),
            Versioned::Organisation(organisation),
            Versioned::OrganisationRole(role),
            Versioned::Source(source),
            Versioned::Custodian(custodian),
            Versioned::Version(version),
            Versioned::Topic(topic),
            Versioned::Entry(EntryId::Purpose(PurposeId(1))),
            Versioned::Entry(EntryId::Committee(CommitteeId(1))),
            Versioned::Entry(EntryId::EquipmentType(EquipmentTypeId(1))),
            Versioned::Place(FacilityId(1)),
            Versioned::Table(table),
            Versioned::Variable(variable),
            Versioned::VersionVariable(held),
            Versioned::TableTopic(place),
            Versioned::Calendar,
        ]
    })
}

/// The first state is version 1. Each save increments it, with or without an expected version.
pub fn a_stale_version_is_a_conflict_for_every_kind_of_record(database: &dyn Database) {
    for record in records(database) {
        let advance = |seen: Option<i64>| {
            let mut transaction = database.begin().unwrap();
            transaction.row_versions().advance(record, seen.map(RowVersion))?;
            transaction.commit(unrecorded_in_test())
        };
        advance(Some(1)).unwrap();
        for stale in [1, 0, 3] {
            let refused = advance(Some(stale));
            assert!(
                matches!(refused, Err(StoreError::Conflict)),
                "{record:?}, {stale}: {refused:?}"
            );
        }
        advance(None).unwrap();
        advance(Some(3)).unwrap();
    }
    let mut transaction = database.begin().unwrap();
    let nobody = Versioned::Topic(TopicId(999_999));
    let missing = transaction.row_versions().advance(nobody, None);
    assert!(matches!(missing, Err(StoreError::Conflict)), "{missing:?}");
}

/// One of eight concurrent saves succeeds.
pub fn one_of_two_concurrent_increments_is_refused(database: &dyn Database) {
    let record = Versioned::Topic(topic(database));
    let start = Barrier::new(8);
    let wins = std::thread::scope(|scope| {
        let saves: Vec<_> = (0..8)
            .map(|_| {
                scope.spawn(|| {
                    start.wait();
                    let mut one = database.begin().unwrap();
                    one.row_versions().advance(record, Some(RowVersion(1)))?;
                    one.commit(unrecorded_in_test())
                })
            })
            .collect();
        let won = |result: &Result<(), StoreError>| result.is_ok();
        saves
            .into_iter()
            .map(|save| save.join().unwrap())
            .filter(won)
            .count()
    });
    assert_eq!(wins, 1);
    let mut views = database.read().unwrap();
    let Versioned::Topic(id) = record else { return };
    let stored = views
        .dictionary_records()
        .topic_record(id, false)
        .unwrap()
        .unwrap();
    assert_eq!(stored.row_version, RowVersion(2));
}

/// A person who read it as the default must not save it as the default without noticing.
pub fn losing_the_default_increments_the_version(database: &dyn Database) {
    let (old, new) = commit(database, |transaction| {
        let old = transaction
            .procedures()
            .add(&default_procedure(), true, true)
            .unwrap();
        (old, empty(transaction, "Slow track"))
    });
    commit(database, |transaction| {
        let text = ProcedureText::parse("Slow track", "For large requests").unwrap();
        let status = ProcedureStatus {
            is_active: true,
            is_default: true,
        };
        transaction.procedures().save(new, &text, status).unwrap();
    });
    let mut views = database.read().unwrap();
    let stored = views.procedures().procedure(old).unwrap().unwrap();
    assert!(!stored.status.is_default);
    assert_eq!(stored.row_version, RowVersion(2));
}
