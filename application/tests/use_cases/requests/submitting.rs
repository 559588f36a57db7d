//! Valid submissions.

use aditus_application::dictionary::Custodian;
use aditus_application::requests::submit;
use aditus_domain::requests::{DocumentKind, FileType, VersionNumber};
use aditus_domain::review::{OverallStatus, StageState};
use aditus_domain::roles::Role;

use crate::story::Story;
use crate::story::form::{PDF, PNG};

#[test]
fn a_submission_starts_the_chain_and_stores_everything() {
    use StageState::{Approved, Incoming, Unattended};
    let story = Story::begin();
    let answer = submit::execute(
        &story.world.ports,
        &story.requester,
        story.filled_in(&story.requester),
    )
    .unwrap();
    assert_eq!(answer.message, "Data Request Successfully Created");
    let expected = [
        Approved, Approved, Unattended, Incoming, Incoming, Incoming, Incoming, Incoming, Incoming,
    ];
    assert_eq!(story.stage_states(answer.request_id), expected);

    let stored = story.detail(answer.request_id);
    assert_eq!((stored.status, stored.round), (OverallStatus::Pending, 1));
    assert_eq!(stored.details.title, "Malaria in the highlands");
    assert_eq!(
        stored.organization, "Institute of Public Health",
        "the requester's own, not that of the role"
    );
    assert_eq!(
        stored.principal.fname, "Amara",
        "copied from the account of a requester who is the principal"
    );
    assert_eq!(stored.filters.facilities, ["Karrow"]);
    let dataset = &stored.requested_datasets[0];
    assert_eq!(
        (dataset.source.as_str(), dataset.release_date),
        ("Household Survey", None)
    );
    assert_eq!(dataset.variables.len(), 3);
    assert_eq!(stored.list_of_devices[0].device.serial_number, "SN-1");
    let mut documents: Vec<_> = stored
        .documents
        .iter()
        .map(|document| (document.kind, document.file_type))
        .collect();
    documents.sort_unstable();
    assert_eq!(
        documents,
        [
            (DocumentKind::EthicsApprovalLetter, FileType::Pdf),
            (DocumentKind::DataSharingAgreement, FileType::Pdf),
            (DocumentKind::StaffIdentification, FileType::Png),
        ]
    );
    assert_eq!(
        stored.list_of_staff[0].identification_file_path,
        stored
            .documents
            .iter()
            .find(|d| d.staff.is_some())
            .map(|d| d.key.clone())
    );
    assert_eq!(stored.content_version, VersionNumber::FIRST);
    let kept = story.world.read_in_transaction(|transaction| {
        let versions = transaction.request_versions();
        versions.latest(answer.request_id).unwrap().unwrap()
    });
    assert_eq!(kept.encoded.digest.0, stored.content_digest);
    assert_eq!(story.world.files.count(), 3);
    for document in &stored.documents {
        let content = story.world.ports.files.get(&document.key).unwrap();
        assert_eq!(
            content,
            if document.file_type == FileType::Png {
                PNG
            } else {
                PDF
            }
        );
        let name = document.key.as_str().strip_prefix("requests/").unwrap();
        assert_eq!(name.len(), "0123456789abcdef0123456789abcdef.pdf".len(), "{name}");
    }
}

#[test]
fn a_submission_notifies_requester_and_first_stage() {
    let story = Story::begin();
    let id = story.submitted();
    assert_eq!(
        story.notifications_of(&story.requester),
        [format!("Your Data Request REQ{:06} was submitted.", id.0)]
    );
    assert_eq!(
        story.mailed(&story.requester),
        [format!("REQ{:06}: Data Request submitted", id.0)]
    );
    let turn = format!("Data Request DAC00{id} awaits your decision as Data Access Reviewer.");
    for reviewer in [story.staff(Role::DataAccessReviewer), &story.second_reviewer] {
        assert_eq!(story.notifications_of(reviewer), std::slice::from_ref(&turn));
        assert_eq!(
            story.mailed(reviewer),
            [format!("DAC00{id}: A Data Request awaits your decision")]
        );
    }
    for other in [
        story.staff(Role::DataAccessApprover),
        &story.outsider,
        &story.other_requester,
    ] {
        assert_eq!(story.notifications_of(other), [""; 0]);
    }
}

#[test]
fn variables_picked_before_signing_in_get_their_own_message() {
    let story = Story::begin();
    let command = submit::Command {
        as_guest: true,
        ..story.filled_in(&story.requester)
    };
    let answer = submit::execute(&story.world.ports, &story.requester, command).unwrap();
    assert_eq!(answer.message, "Data Request successfully submitted!");
}

#[test]
fn stages_are_bound_to_the_custodian_first_and_else_to_the_provider() {
    let story = Story::begin();
    let id = story.submitted();
    for role in Role::STAFF {
        let organisation = if role == Role::DataCustodian {
            story.custody
        } else {
            story.provider
        };
        assert_eq!(
            story.state(id, role).org_role_id,
            story.world.org_role(organisation, role),
            "{role}"
        );
    }
}

#[test]
fn a_broker_comes_before_the_other_custodians() {
    let story = Story::begin();
    let world = &story.world;
    let broker = world.organisation("Data Brokers");
    let custodian = world.org_role(broker, Role::DataCustodian);
    let officer = world.org_role(broker, Role::DataOfficer);
    let person = world.person("Bola");
    for role in [Role::DataCustodian, Role::DataOfficer] {
        world.grant(person, broker, role);
    }
    world.write(|transaction| {
        transaction
            .dictionary()
            .add_custodian(story.source, custodian, true)
            .unwrap()
    });
    let known = world.read_in_transaction(|transaction| transaction.dictionary().custodians(story.source).unwrap());
    let brokers: Vec<bool> = known
        .iter()
        .map(|custodian: &Custodian| custodian.broker)
        .collect();
    assert_eq!(brokers, [true, false]);
    let id = story.submitted();
    assert_eq!(story.state(id, Role::DataCustodian).org_role_id, custodian);
    assert_eq!(story.state(id, Role::DataOfficer).org_role_id, officer);
    let provider = world.org_role(story.provider, Role::DataAccessReviewer);
    assert_eq!(story.state(id, Role::DataAccessReviewer).org_role_id, provider);
}

#[test]
fn a_source_without_custodian_belongs_to_the_provider() {
    let story = Story::begin();
    let world = &story.world;
    let source = world.source("Birth Register");
    let custodian = world.org_role(story.provider, Role::DataCustodian);
    let mut command = story.filled_in(&story.requester);
    command.submission.data_source_id = Some(source.0);
    command.submission.dataset_variables.clear();
    command.uploads.push(crate::story::form::upload(
        DocumentKind::DataSpecification,
        None,
        PDF,
    ));
    let id = submit::execute(&world.ports, &story.requester, command)
        .unwrap()
        .request_id;
    assert_eq!(story.state(id, Role::DataCustodian).org_role_id, custodian);
}
