//! The list of items missing before a first request is possible.

use aditus_application::contract::seed;
use aditus_application::reference::first_request;
use aditus_application::{Failure, Kind};
use aditus_domain::dictionary::TableRow;
use aditus_domain::procedures::default_procedure;
use aditus_domain::reference::{Missing, ReferenceList};
use aditus_domain::roles::Role;

use super::{added, set_active};
use crate::story::Story;
use crate::world::World;
use crate::world::dictionary::{table_row, variable_row};

fn kinds(world: &World) -> Vec<&'static str> {
    let missing = first_request::missing(&world.ports).unwrap();
    missing.iter().map(Missing::kind).collect()
}

#[test]
fn only_super_users_see_the_missing_items() {
    let story = Story::begin();
    let missing = first_request::execute(&story.world.ports, &story.super_user).unwrap();
    assert_eq!(missing, [], "everything is there");
    let refused = first_request::execute(&story.world.ports, &story.requester).unwrap_err();
    assert_eq!(refused.kind(), Kind::Forbidden);
}

#[test]
fn a_new_installation_is_made_ready_step_by_step() {
    let world = World::new();
    assert_eq!(
        kinds(&world),
        ["ethics_committee", "data_source", "approval_procedure"]
    );
    seed::reference_data(world.ports.database.as_ref());
    world.write(|transaction| {
        transaction
            .procedures()
            .add(&default_procedure(), true, true)
            .unwrap()
    });
    let mut expected = vec!["data_source"];
    expected.extend(["organisation_role"; 6]);
    assert_eq!(kinds(&world), expected);
    let custodian = &first_request::missing(&world.ports).unwrap()[1];
    assert_eq!(
        first_request::page_of(custodian),
        "/superuser/organisation-roles?offer=3"
    );
    let provider = world.provider();
    for role in Role::STAFF {
        world.org_role(provider, role);
    }
    let mut expected = vec!["data_source"];
    expected.extend(["assigned_role"; 6]);
    assert_eq!(kinds(&world), expected);
    let names = ["Abena", "Bakari", "Chipo", "Daudi", "Esi", "Farai"];
    for (name, role) in names.into_iter().zip(Role::STAFF) {
        let user = world.person(name);
        world.grant(user, provider, role);
    }
    assert_eq!(kinds(&world), ["data_source"]);
    world.hidden_source("Drafts");
    assert_eq!(kinds(&world), ["data_source"]);
    let source = world.source("Household Survey");
    assert_eq!(kinds(&world), ["published_table"]);
    let hidden = TableRow {
        publish: false,
        ..table_row("members")
    };
    let hidden = world.table(source, hidden);
    world.variable(hidden, variable_row("members", "age"));
    let table = world.table(source, table_row("households"));
    assert_eq!(kinds(&world), ["published_table"]);
    world.variable(table, variable_row("households", "size"));
    assert_eq!(kinds(&world), [""; 0]);
}

#[test]
fn a_deactivated_item_is_missing_again() {
    let story = Story::begin();
    let list = ReferenceList::EquipmentTypes;
    let only = added(&story, list, "Typewriter");
    let others = story
        .world
        .read_in_transaction(|transaction| transaction.reference().entries(list).unwrap());
    for entry in others.iter().filter(|entry| entry.id != only) {
        set_active(&story, entry.id, false);
    }
    assert_eq!(kinds(&story.world), [""; 0]);
    story.world.execute("UPDATE equipment_types SET active = FALSE");
    story.world.execute("UPDATE ethics_committees SET active = FALSE");
    assert_eq!(kinds(&story.world), ["ethics_committee", "equipment_type"]);
    story.world.execute(
        "UPDATE equipment_types SET active = TRUE; UPDATE ethics_committees SET active = TRUE;
         UPDATE users SET state = 'Disabled' WHERE fname = 'Chipo'",
    );
    let missing = first_request::missing(&story.world.ports).unwrap();
    assert_eq!(missing.len(), 1);
    let message = missing[0].to_string();
    assert!(
        message.starts_with(
            "No one has the role Data Security Reviewer for the data of Central Statistics Office"
        ),
        "{message}"
    );
    story
        .world
        .execute("UPDATE organisation_roles SET active = FALSE WHERE role_id = 7");
    let message = first_request::missing(&story.world.ports).unwrap()[0].to_string();
    assert!(
        message.starts_with("No organisation offers the role Data Security Approver"),
        "{message}"
    );
}
