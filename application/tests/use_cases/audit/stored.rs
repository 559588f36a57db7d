//! Accounts and administrative records match their last audit entries. Rows that were altered by
//! hand are reported.

use aditus_application::access::Caller;
use aditus_application::accounts::erasure::erase;
use aditus_application::accounts::{set_password, update_profile};
use aditus_application::audit::views::EntryView;
use aditus_application::dictionary::records::custodians::{CustodianForm, CustodianRecords};
use aditus_application::dictionary::records::sources::SourceRecords;
use aditus_application::integrity::scan::Finding;
use aditus_application::organisations::OrganisationRecords;
use aditus_application::procedures::approval_procedures::{ProcedureForm, ProcedureRecords};
use aditus_application::procedures::duplicate;
use aditus_application::procedures::letter::{TemplateForm, TemplateRecords};
use aditus_application::procedures::next_stages::{LinkForm, NextStageRecords};
use aditus_application::procedures::stage_types::StageTypeRecords;
use aditus_application::procedures::stages::StageRecords;
use aditus_application::records::{add, change, remove};
use aditus_application::reference::entries::{CommitteeRecords, EquipmentTypeRecords, PurposeRecords};
use aditus_application::roles::offer::{OfferForm, Offers};
use aditus_application::roles::update_status::{OfferStatuses, StatusForm};
use aditus_application::testing::verified;
use aditus_domain::accounts::RawProfile;
use aditus_domain::audit::Kind;
use aditus_domain::audit::stored::{Subject, SubjectKind};
use aditus_domain::dictionary::RawSource;
use aditus_domain::ids::{AuditEntryId, ProcedureId, UserId};
use aditus_domain::organisations::RawOrganisation;
use aditus_domain::procedures::{Procedure, RawStage, StageType, default_procedure};
use aditus_domain::reference::{RawEntry, ReferenceList};
use aditus_domain::roles::Role;
use chrono::TimeDelta;

use super::entries;
use super::verify::finding_texts;
use crate::both_databases::Database;
use crate::story::Story;
use crate::world::World;
use crate::world::people::{PASSWORD, address_of};

on_both_databases!(
    changes_through_use_cases_have_no_findings,
    only_altered_rows_are_reported,
);

const PURPOSES: SubjectKind = SubjectKind::Entry(ReferenceList::Purposes);
const COMMITTEES: SubjectKind = SubjectKind::Entry(ReferenceList::EthicsCommittees);
const EQUIPMENT: SubjectKind = SubjectKind::Entry(ReferenceList::EquipmentTypes);

/// Returns the last entry that holds the stored content of a row.
pub fn last_entry_of(world: &World, kind: SubjectKind, id: i64) -> AuditEntryId {
    let subject = Subject { kind, id };
    let says = |entry: &EntryView| {
        let digests = world.ports.encoding.row_digests(&entry.canonical).unwrap();
        digests.iter().any(|row| row.subject == subject)
    };
    entries(world).into_iter().rfind(says).unwrap().id
}

/// Returns the findings about accounts and records.
pub fn found(world: &World) -> Finding {
    let mut findings = verified(&world.ports).into_iter();
    findings
        .find(|finding| finding.subject == "accounts and records of the administration")
        .unwrap()
}

/// Returns the differences between the rows and their entries.
pub fn differing(world: &World) -> Vec<String> {
    found(world).wrong
}

/// A story whose prepared rows were recorded two days ago.
fn recorded_before(database: Database, prepare: impl FnOnce(&Story)) -> Story {
    let story = Story::on(database());
    prepare(&story);
    let story = story.recorded();
    let found = found(&story.world);
    assert!(found.checked > 20, "{}", found.checked);
    assert_eq!((found.wrong, found.remarks), (vec![], vec![]));
    story.world.wait(TimeDelta::days(2));
    story
}

fn name(name: &str) -> RawEntry {
    RawEntry {
        name: name.to_owned(),
        active: None,
    }
}

fn changes_of_names(story: &Story, caller: &Caller) {
    let ports = &story.world.ports;
    let purpose = add::<PurposeRecords>(ports, caller, name("Teaching")).unwrap();
    change::<PurposeRecords>(ports, caller, purpose, None, name("Training")).unwrap();
    let committee = add::<CommitteeRecords>(ports, caller, name("Board of Teaching")).unwrap();
    remove::<CommitteeRecords>(ports, caller, committee).unwrap();
    add::<EquipmentTypeRecords>(ports, caller, name("Abacus")).unwrap();
    let appeal = "Appeal".to_owned();
    let stage_type = add::<StageTypeRecords>(ports, caller, appeal).unwrap();
    change::<StageTypeRecords>(ports, caller, stage_type, None, "Second look".to_owned()).unwrap();
}

fn source(name: &str, publish: bool) -> RawSource {
    RawSource {
        source: name.to_owned(),
        description: "What was registered".to_owned(),
        db_type: "Relational".to_owned(),
        dbms: "PostgreSQL".to_owned(),
        publish: Some(publish),
        ..RawSource::default()
    }
}

fn changes_of_sources(story: &Story, caller: &Caller) {
    let ports = &story.world.ports;
    let births = add::<SourceRecords>(ports, caller, source("Births", true)).unwrap();
    let deaths = add::<SourceRecords>(ports, caller, source("Deaths", true)).unwrap();
    let custody = story.world.org_role(story.custody, Role::DataCustodian);
    let form = |data_source, broker| CustodianForm {
        data_source: Some(data_source),
        org_role: Some(custody),
        broker,
    };
    let moved = add::<CustodianRecords>(ports, caller, form(births, None)).unwrap();
    change::<CustodianRecords>(ports, caller, moved, None, form(deaths, Some(true))).unwrap();
    let removed = add::<CustodianRecords>(ports, caller, form(births, None)).unwrap();
    remove::<CustodianRecords>(ports, caller, removed).unwrap();
    change::<SourceRecords>(ports, caller, births, None, source("Births", false)).unwrap();
}

fn changes_of_organisations(story: &Story, caller: &Caller) {
    let world = &story.world;
    let clinic = world.organisation("Harbour Clinic Group");
    let form = OfferForm {
        organisation: Some(clinic),
        role: Some(Role::DataOfficer.id()),
    };
    let offered = add::<Offers>(&world.ports, caller, form).unwrap();
    let form = StatusForm {
        status: Some(false),
        reason: "No contract".to_owned(),
    };
    change::<OfferStatuses>(&world.ports, caller, offered, None, form).unwrap();
    let form = RawOrganisation {
        name: "Harbour Clinics".to_owned(),
        description: "Clinics".to_owned(),
        country: "Halvania".to_owned(),
        ..RawOrganisation::default()
    };
    change::<OrganisationRecords>(&world.ports, caller, clinic, None, form).unwrap();
}

fn stage(story: &Story, procedure: ProcedureId, role: Role) -> RawStage {
    let types = story
        .world
        .read_in_transaction(|transaction| transaction.stage_types().all().unwrap());
    let junction = types
        .iter()
        .find(|stage_type| stage_type.behaves_as() == StageType::Junction);
    RawStage {
        approval_procedure: Some(procedure.0),
        role: Some(role.id()),
        stage_type: Some(junction.unwrap().id.0),
        stage_order: Some(1),
        stage_activity: format!("Review by {role}"),
        branch_level: Some(0),
        pos_x: Some(0.5),
        pos_y: Some(0.5),
        icon: "FactCheck".to_owned(),
        target: Some(Some(10)),
    }
}

fn changes_of_procedures(story: &Story, caller: &Caller) {
    let ports = &story.world.ports;
    let command = duplicate::Command {
        procedure: story.default_procedure(),
        name: None,
    };
    let copy = duplicate::execute(ports, caller, &command).unwrap();
    let form = TemplateForm {
        heading: "Approval {{letter_number}}".to_owned(),
        body: "Dear {{requester_name}}".to_owned(),
    };
    change::<TemplateRecords>(ports, caller, copy, None, form).unwrap();
    // Changes the previous default procedure as well.
    let form = ProcedureForm {
        name: "Fast track".to_owned(),
        description: "For small requests".to_owned(),
        term: None,
        completion_window: None,
        is_active: Some(true),
        is_default: Some(true),
    };
    change::<ProcedureRecords>(ports, caller, copy, None, form).unwrap();
    remove::<TemplateRecords>(ports, caller, copy).unwrap();

    let bare = story.bare_procedure("Slow track");
    let [first, second] = [Role::DataAccessReviewer, Role::DataAccessApprover]
        .map(|role| add::<StageRecords>(ports, caller, stage(story, bare, role)).unwrap());
    let form = LinkForm {
        current_stage: Some(first.0),
        next: Some(second.0),
    };
    let link = add::<NextStageRecords>(ports, caller, form).unwrap();
    let form = stage(story, bare, Role::DataSecurityReviewer);
    change::<StageRecords>(ports, caller, second, None, form).unwrap();
    remove::<NextStageRecords>(ports, caller, link).unwrap();
    remove::<StageRecords>(ports, caller, second).unwrap();
    remove::<StageRecords>(ports, caller, first).unwrap();
    remove::<ProcedureRecords>(ports, caller, bare).unwrap();
}

fn changes_of_accounts(story: &Story, caller: &Caller) {
    let world = &story.world;
    let set = set_password::Command {
        user: story.org_user.user,
        password: "Quiet-River-7!".to_owned(),
    };
    set_password::execute(&world.ports, &set).unwrap();
    let profile = update_profile::Command {
        user_id: story.requester.user,
        form: RawProfile {
            fname: "Amara".to_owned(),
            middle_name: None,
            sname: "Namara".to_owned(),
            designation: "Researcher".to_owned(),
            department: "Kitara".to_owned(),
        },
    };
    update_profile::execute(&world.ports, &story.requester, &profile).unwrap();
    world.passwords.change_parameters();
    world.token("Xola");
    assert_eq!(entries_of(world, Kind::PasswordHashedAnew), [story.outsider.user]);
    let command = erase::Command {
        user: story.org_user.user,
        password: PASSWORD.to_owned(),
        confirmation: address_of("Olu"),
        reason: "Asked for by letter of 2 March".to_owned(),
        address: "192.0.2.1".to_owned(),
    };
    erase::execute(&world.ports, caller, &command).unwrap();
}

/// Returns the accounts that the entries of a kind concern.
fn entries_of(world: &World, kind: Kind) -> Vec<UserId> {
    let of_kind = entries(world).into_iter().filter(|entry| entry.kind == kind);
    of_kind.map(|entry| entry.concerns.unwrap().user).collect()
}

fn changes_through_use_cases_have_no_findings(database: Database) {
    let story = recorded_before(database, |_| {});
    let world = &story.world;
    let caller = world.confirmed(&story.super_user);
    let changes: [fn(&Story, &Caller); 5] = [
        changes_of_names,
        changes_of_sources,
        changes_of_organisations,
        changes_of_procedures,
        changes_of_accounts,
    ];
    for changes in changes {
        changes(&story, &caller);
        assert_eq!(finding_texts(world), [""; 0]);
    }
    assert_eq!(found(world).remarks, [""; 0]);
}

/// A statement that alters a row by hand, the row, and the part of it that the finding names.
type Alteration = (String, SubjectKind, i64, &'static str);

const DETAILS: &str = "name, state or other details";

fn alterations(story: &Story) -> Vec<Alteration> {
    let mut all = alterations_of_accounts(story);
    all.extend(alterations_of_records(story));
    all
}

fn alterations_of_accounts(story: &Story) -> Vec<Alteration> {
    let [requester, other, org_user, outsider, second] = [
        &story.requester,
        &story.other_requester,
        &story.org_user,
        &story.outsider,
        &story.second_reviewer,
    ]
    .map(|caller| caller.user.0);
    let account = SubjectKind::Account;
    vec![
        (
            format!(
                "UPDATE users SET org_email = 'm@people.example', email_key = 'm@people.example' WHERE id = {requester}"
            ),
            account,
            requester,
            "email address",
        ),
        (
            format!(
                "UPDATE users SET phone = '+256772999999', phone_key = '+256772999999' WHERE id = {other}"
            ),
            account,
            other,
            "phone number",
        ),
        (
            format!("UPDATE users SET password_hash = password_hash || 'x' WHERE id = {org_user}"),
            account,
            org_user,
            "password",
        ),
        (
            format!("UPDATE users SET state = 'Disabled' WHERE id = {outsider}"),
            account,
            outsider,
            DETAILS,
        ),
        (
            format!("UPDATE users SET sname = 'Nobody' WHERE id = {second}"),
            account,
            second,
            DETAILS,
        ),
    ]
}

fn alterations_of_records(story: &Story) -> Vec<Alteration> {
    let procedures = story
        .world
        .read_in_transaction(|transaction| transaction.procedures().names().unwrap());
    let procedure = |name: &str| {
        let found = procedures.iter().find(|(_, other)| other == name);
        found.unwrap().0.0
    };
    let [letter, links, targets, term, window, used] =
        ["Letter", "Links", "Targets", "Term", "Window", "Used"].map(procedure);
    let stages = story.default_procedure().0;
    let hidden = story.world.read_in_transaction(|transaction| {
        let found = transaction.dictionary().source_by_name("Birth Register");
        found.unwrap().unwrap().0
    });
    let (custody, source) = (story.custody.0, story.source.0);
    let of_procedure = |set: &str, id: i64, part: &'static str| {
        let statement = format!("UPDATE approval_procedures SET {set} WHERE id = {id}");
        (statement, SubjectKind::Procedure, id, part)
    };
    vec![
        (
            format!("UPDATE organisation_roles SET active = (1 = 0) WHERE organisation_id = {custody}"),
            SubjectKind::Organisation,
            custody,
            "offered roles",
        ),
        (
            format!(
                "UPDATE stages SET role_id = CASE role_id WHEN 2 THEN 3 ELSE 2 END
                 WHERE id = (SELECT max(id) FROM stages WHERE procedure_id = {stages})"
            ),
            SubjectKind::Procedure,
            stages,
            "stages",
        ),
        (
            format!(
                "DELETE FROM next_stages WHERE current_stage_id IN (SELECT id FROM stages WHERE procedure_id = {links})"
            ),
            SubjectKind::Procedure,
            links,
            "links between stages",
        ),
        (
            format!(
                "UPDATE stages SET target = 250
                 WHERE id = (SELECT min(id) FROM stages WHERE procedure_id = {targets})"
            ),
            SubjectKind::Procedure,
            targets,
            "targets of stages",
        ),
        of_procedure("term_unit = 'weeks', term_count = 2", term, "term"),
        of_procedure("completion_weeks = 2", window, "completion window"),
        (
            format!(
                "UPDATE approval_procedures SET letter_heading = 'Refused', letter_body = 'Refused' WHERE id = {letter}"
            ),
            SubjectKind::Procedure,
            letter,
            "template of the letter",
        ),
        of_procedure("is_active = (1 = 1)", used, DETAILS),
        (
            format!("DELETE FROM data_custodians WHERE data_source_id = {source}"),
            SubjectKind::Source,
            source,
            "custodians",
        ),
        (
            format!("UPDATE data_sources SET publish = (1 = 0) WHERE id = {hidden}"),
            SubjectKind::Source,
            hidden,
            DETAILS,
        ),
        (
            "UPDATE stage_types SET name = 'Anything' WHERE id = 1".to_owned(),
            SubjectKind::StageType,
            1,
            DETAILS,
        ),
        (
            "UPDATE ethics_committees SET active = (1 = 0) WHERE id = 1".to_owned(),
            COMMITTEES,
            1,
            DETAILS,
        ),
        (
            "UPDATE purposes SET purpose = 'Anything' WHERE id = 1".to_owned(),
            PURPOSES,
            1,
            DETAILS,
        ),
    ]
}

/// Adds a row with the id 7777 to the purposes.
const ADDED: &str = "INSERT INTO purposes (id, purpose, active, search_text, row_version, sort_key)
    SELECT 7777, 'Any other', active, search_text, row_version, sort_key FROM purposes WHERE id = 1";

fn only_altered_rows_are_reported(database: Database) {
    let story = recorded_before(database, |story| {
        story.world.source("Birth Register");
        for name in ["Letter", "Links", "Targets", "Term", "Window", "Used"] {
            let procedure = Procedure {
                name: name.to_owned(),
                ..default_procedure()
            };
            story
                .world
                .write(|transaction| transaction.procedures().add(&procedure, false, false).unwrap());
        }
    });
    let world = &story.world;
    let mut expected = Vec::new();
    for (alteration, kind, id, part) in alterations(&story) {
        world.tamper(&alteration);
        let entry = last_entry_of(world, kind, id);
        expected.push(format!(
            "{} {id} differs from entry {entry} in its {part}",
            kind.name()
        ));
        expected.sort_unstable();
        let mut differing = differing(world);
        differing.sort_unstable();
        assert_eq!(differing, expected, "{alteration}");
    }
    world.tamper(ADDED);
    world.tamper("DELETE FROM equipment_types WHERE id = 1");
    let entry = last_entry_of(world, EQUIPMENT, 1);
    expected.push("Purpose 7777: no entry says what is stored".to_owned());
    expected.push(format!(
        "Equipment Type 1: by entry {entry} it is there, but it no longer exists"
    ));
    expected.sort_unstable();
    let mut differing = differing(world);
    differing.sort_unstable();
    assert_eq!(differing, expected);
}
