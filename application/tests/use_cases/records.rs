//! Rules common to all kinds of records that Super Users maintain.

use aditus_application::access::{AccessError, Caller};
use aditus_application::dictionary::records::custodians::{CustodianForm, CustodianRecords};
use aditus_application::dictionary::records::sources::SourceRecords;
use aditus_application::dictionary::records::table_topics::TableTopicRecords;
use aditus_application::dictionary::records::tables::{TableForm, TableRecords};
use aditus_application::dictionary::records::topics::TopicRecords;
use aditus_application::dictionary::records::variables::{VariableForm, VariableRecords};
use aditus_application::dictionary::records::versions::{VersionForm, VersionRecords};
use aditus_application::dictionary::revisions::version_variables::{
    VersionVariableForm, VersionVariableRecords,
};
use aditus_application::organisations::OrganisationRecords;
use aditus_application::procedures::approval_procedures::{ProcedureForm, ProcedureRecords};
use aditus_application::procedures::next_stages::{LinkForm, NextStageRecords};
use aditus_application::procedures::stage_types::StageTypeRecords;
use aditus_application::procedures::stages::StageRecords;
use aditus_application::records::{
    Addable, Error, Readable, Record, Removable, Updatable, add, change, find, remove,
};
use aditus_application::reference::entries::{CommitteeRecords, EquipmentTypeRecords, PurposeRecords};
use aditus_application::reference::places::PlaceRecords;
use aditus_application::row_versions::{RowVersion, Stale};
use aditus_application::{Failure, Kind};
use aditus_domain::dictionary::{RawSource, RawTable, RawTableTopic, RawTopic, RawVariable, RawVersion};
use aditus_domain::ids::{
    CommitteeId, CustodianId, DataSourceId, EquipmentTypeId, FacilityId, NextStageId, OrganisationId,
    ProcedureId, PurposeId, StageId, StageTypeId, TableId, TableTopicId, TopicId, VariableId, VersionId,
    VersionVariableId,
};
use aditus_domain::organisations::RawOrganisation;
use aditus_domain::procedures::RawStage;
use aditus_domain::reference::{RawEntry, RawPlace};
use aditus_domain::roles::{Role, RoleStatus};

use crate::world::World;

/// An id that no record has.
const NOBODYS: i64 = 987_654;

struct Scene {
    world: World,
    super_user: Caller,
    admin: Caller,
    /// A person who was a Super User when the call began.
    former: Caller,
}

impl Scene {
    fn new() -> Self {
        let world = World::new();
        let provider = world.provider();
        let super_user = world.caller_with("Sol", provider, Role::SuperUser);
        let admin = world.caller_with("Olga", provider, Role::Admin);
        let former = world.caller_with("Tara", provider, Role::SuperUser);
        let held = former.role(Role::SuperUser).unwrap().id;
        world.write(|transaction| {
            let mut assigned = transaction.roles().by_id(held).unwrap().unwrap().assigned;
            let change = assigned
                .change(RoleStatus::Revoked, super_user.user, None, world.now())
                .unwrap();
            transaction.roles().change(assigned.user, &change).unwrap();
        });
        Self {
            world,
            super_user,
            admin,
            former,
        }
    }
}

fn kind<T, E: Failure>(result: Result<T, E>) -> Option<Kind> {
    result.err().map(|error| error.kind())
}

/// Asserts the refusals of records that are found, added and changed.
fn assert_refusals<K: Readable + Addable + Updatable>(scene: &Scene, id: K::Id, form: impl Fn() -> K::Form) {
    let ports = &scene.world.ports;
    let name = std::any::type_name::<K>();
    assert_eq!(
        kind(find::<K>(ports, &scene.admin, id)),
        Some(Kind::Forbidden),
        "{name}"
    );
    for caller in [&scene.admin, &scene.former] {
        assert_eq!(
            kind(add::<K>(ports, caller, form())),
            Some(Kind::Forbidden),
            "{name}"
        );
        let changed = change::<K>(ports, caller, id, None, form());
        assert_eq!(kind(changed), Some(Kind::Forbidden), "{name}");
    }
    let caller = &scene.super_user;
    assert_eq!(kind(find::<K>(ports, caller, id)), Some(Kind::NotFound), "{name}");
    let changed = change::<K>(ports, caller, id, Some(RowVersion(1)), form());
    assert_eq!(kind(changed), Some(Kind::NotFound), "{name}");
}

/// Same as [`assert_refusals`], for records that are deleted besides.
fn assert_refusals_with_removal<K: Readable + Addable + Updatable + Removable>(
    scene: &Scene,
    id: K::Id,
    form: impl Fn() -> K::Form,
) {
    let ports = &scene.world.ports;
    let name = std::any::type_name::<K>();
    for caller in [&scene.admin, &scene.former] {
        assert_eq!(
            kind(remove::<K>(ports, caller, id)),
            Some(Kind::Forbidden),
            "{name}"
        );
    }
    let removed = remove::<K>(ports, &scene.super_user, id);
    assert_eq!(kind(removed), Some(Kind::NotFound), "{name}");
    assert_refusals::<K>(scene, id, form);
}

fn topic(name: &str) -> RawTopic {
    RawTopic {
        topic: name.to_owned(),
        description: "What people died of".to_owned(),
        active: None,
    }
}

#[test]
fn reference_data_keeps_the_rules_of_all_records() {
    let scene = Scene::new();
    let entry = || RawEntry {
        name: "Something new".to_owned(),
        active: None,
    };
    assert_refusals_with_removal::<PurposeRecords>(&scene, PurposeId(NOBODYS), entry);
    assert_refusals_with_removal::<CommitteeRecords>(&scene, CommitteeId(NOBODYS), entry);
    assert_refusals_with_removal::<EquipmentTypeRecords>(&scene, EquipmentTypeId(NOBODYS), entry);
    assert_refusals_with_removal::<PlaceRecords>(&scene, FacilityId(NOBODYS), || RawPlace {
        level: Some("Region".to_owned()),
        label: "North".to_owned(),
        ..RawPlace::default()
    });
}

#[test]
fn topics_follow_the_rules_of_all_records() {
    assert_refusals_with_removal::<TopicRecords>(&Scene::new(), TopicId(NOBODYS), || topic("Mortality"));
}

#[test]
fn sources_follow_the_rules_of_all_records() {
    assert_refusals_with_removal::<SourceRecords>(&Scene::new(), DataSourceId(NOBODYS), || RawSource {
        source: "Birth Register".to_owned(),
        description: "Births".to_owned(),
        db_type: "Relational".to_owned(),
        dbms: "PostgreSQL".to_owned(),
        ..RawSource::default()
    });
}

#[test]
fn custodians_follow_the_rules_of_all_records() {
    assert_refusals_with_removal::<CustodianRecords>(&Scene::new(), CustodianId(NOBODYS), || CustodianForm {
        data_source: None,
        org_role: None,
        broker: None,
    });
}

#[test]
fn versions_follow_the_rules_of_all_records() {
    assert_refusals_with_removal::<VersionRecords>(&Scene::new(), VersionId(NOBODYS), || VersionForm {
        version: RawVersion {
            data_source: Some(DataSourceId(1)),
            message: "First".to_owned(),
            date_created: None,
        },
        commited_by: None,
        variables: None,
    });
}

#[test]
fn tables_follow_the_rules_of_all_records() {
    assert_refusals_with_removal::<TableRecords>(&Scene::new(), TableId(NOBODYS), || TableForm {
        data_source: None,
        table: RawTable::default(),
    });
}

#[test]
fn variables_follow_the_rules_of_all_records() {
    assert_refusals_with_removal::<VariableRecords>(&Scene::new(), VariableId(NOBODYS), || VariableForm {
        data_source: None,
        tbl: None,
        variable: RawVariable::default(),
    });
}

#[test]
fn variables_of_versions_follow_the_rules_of_all_records() {
    let nobodys = VersionVariableId(NOBODYS);
    assert_refusals_with_removal::<VersionVariableRecords>(&Scene::new(), nobodys, || VersionVariableForm {
        version: Some(VersionId(1)),
        variable: Some(VariableId(1)),
    });
}

#[test]
fn tables_under_topics_follow_the_rules_of_all_records() {
    assert_refusals_with_removal::<TableTopicRecords>(&Scene::new(), TableTopicId(NOBODYS), || {
        RawTableTopic {
            tbl: Some(TableId(1)),
            topic: Some(TopicId(1)),
            pos_x: "0.5".to_owned(),
            pos_y: "0.5".to_owned(),
        }
    });
}

#[test]
fn procedures_follow_the_rules_of_all_records() {
    assert_refusals_with_removal::<ProcedureRecords>(&Scene::new(), ProcedureId(NOBODYS), || ProcedureForm {
        name: "Fast track".to_owned(),
        description: "For small requests".to_owned(),
        term: None,
        completion_window: None,
        is_active: None,
        is_default: None,
    });
}

#[test]
fn stages_follow_the_rules_of_all_records() {
    assert_refusals_with_removal::<StageRecords>(&Scene::new(), StageId(NOBODYS), || RawStage {
        approval_procedure: Some(1),
        role: Some(Role::DataOfficer.id()),
        stage_type: Some(2),
        stage_order: Some(3),
        stage_activity: "Review".to_owned(),
        branch_level: Some(0),
        pos_x: Some(0.5),
        pos_y: Some(0.5),
        icon: "FactCheck".to_owned(),
        target: None,
    });
}

#[test]
fn links_follow_the_rules_of_all_records() {
    assert_refusals_with_removal::<NextStageRecords>(&Scene::new(), NextStageId(NOBODYS), || LinkForm {
        current_stage: Some(1),
        next: Some(2),
    });
}

#[test]
fn stage_types_follow_the_rules_of_all_records() {
    assert_refusals_with_removal::<StageTypeRecords>(&Scene::new(), StageTypeId(NOBODYS), || {
        "Appeal".to_owned()
    });
}

#[test]
fn organisations_follow_the_rules_of_all_records_and_are_not_deleted() {
    assert_refusals::<OrganisationRecords>(&Scene::new(), OrganisationId(NOBODYS), || RawOrganisation {
        name: "Institute of Public Health".to_owned(),
        description: "An institute".to_owned(),
        country: "Halvania".to_owned(),
        ..RawOrganisation::default()
    });
}

#[test]
fn a_record_is_added_changed_and_deleted() {
    let scene = Scene::new();
    let (ports, caller) = (&scene.world.ports, &scene.super_user);
    let id = add::<TopicRecords>(ports, caller, topic("Mortality")).unwrap();
    let shown = find::<TopicRecords>(ports, caller, id).unwrap();
    assert_eq!(
        (shown.topic.as_str(), shown.row_version),
        ("Mortality", RowVersion(1))
    );

    change::<TopicRecords>(ports, caller, id, Some(shown.row_version), topic("Deaths")).unwrap();
    let shown = find::<TopicRecords>(ports, caller, id).unwrap();
    assert_eq!(
        (shown.topic.as_str(), shown.row_version),
        ("Deaths", RowVersion(2))
    );

    remove::<TopicRecords>(ports, caller, id).unwrap();
    let gone = find::<TopicRecords>(ports, caller, id).unwrap_err();
    assert!(matches!(gone, Error::NotFound(Record::Topic)), "{gone}");
}

#[test]
fn a_change_of_an_older_version_is_refused_and_leaves_no_trace() {
    let scene = Scene::new();
    let (ports, caller) = (&scene.world.ports, &scene.super_user);
    let id = add::<TopicRecords>(ports, caller, topic("Mortality")).unwrap();
    let seen = find::<TopicRecords>(ports, caller, id).unwrap().row_version;
    change::<TopicRecords>(ports, caller, id, Some(seen), topic("Deaths")).unwrap();

    let refused =
        change::<TopicRecords>(ports, caller, id, Some(seen), topic("Causes of death")).unwrap_err();
    assert_eq!(refused.kind(), Kind::Conflict);
    assert_eq!(refused.fields()[0].0, Stale::FIELD);
    assert_eq!(find::<TopicRecords>(ports, caller, id).unwrap().topic, "Deaths");

    // Without a version, the change applies to the stored row.
    change::<TopicRecords>(ports, caller, id, None, topic("Causes of death")).unwrap();
    let shown = find::<TopicRecords>(ports, caller, id).unwrap();
    assert_eq!(
        (shown.topic.as_str(), shown.row_version),
        ("Causes of death", RowVersion(3))
    );
}

#[test]
fn a_change_that_is_refused_counts_no_version() {
    let scene = Scene::new();
    let (ports, caller) = (&scene.world.ports, &scene.super_user);
    let id = add::<TopicRecords>(ports, caller, topic("Mortality")).unwrap();
    add::<TopicRecords>(ports, caller, topic("Births")).unwrap();
    let refused = change::<TopicRecords>(ports, caller, id, None, topic("births")).unwrap_err();
    assert!(matches!(refused, Error::Taken("topic", _)), "{refused}");
    let refused = change::<TopicRecords>(ports, caller, id, None, topic(" ")).unwrap_err();
    assert_eq!(refused.kind(), Kind::Invalid);
    let shown = find::<TopicRecords>(ports, caller, id).unwrap();
    assert_eq!(shown.row_version, RowVersion(1));
}

#[test]
fn a_version_must_be_committed_in_a_role_of_the_caller() {
    let scene = Scene::new();
    let other = scene.admin.role(Role::Admin).unwrap().id;
    let form = VersionForm {
        version: RawVersion {
            data_source: None,
            message: String::new(),
            date_created: None,
        },
        commited_by: Some(other),
        variables: None,
    };
    let refused = add::<VersionRecords>(&scene.world.ports, &scene.super_user, form).unwrap_err();
    assert!(
        matches!(refused, Error::Access(AccessError::NotHeld)),
        "{refused}"
    );
}
