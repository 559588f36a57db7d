//! The rules for every store about edits of a submitted request
//! ([`crate::requests::edits::RequestEdits`]).

use aditus_domain::ids::{DeviceId, EquipmentTypeId, RequestId, StaffId};
use aditus_domain::requests::search::SearchTerm;
use aditus_domain::requests::{
    DataFormat, DocumentKind, FileType, IdentificationType, Letter, RawEthics, RawEthicsEdit, RawPrincipal,
};
use aditus_domain::review::{RequestList, Tab};

use super::fixtures::{
    Provider, Requester, document, minute, new_request, provider, requester, start, submitted_request,
    transact, wizard,
};
use crate::access::RequestScope;
use crate::paging::{Direction, Page};
use crate::ports::Database;
use crate::requests::edits::EditFacts;
use crate::requests::views::{RequestDetail, RequestFilter, RequestQuery, RequestSort};

fn detail(database: &dyn Database, request: RequestId) -> RequestDetail {
    let mut views = database.read().unwrap();
    let detail = views.requests().detail(&RequestScope::Everything, request);
    detail.unwrap().unwrap()
}

fn facts(database: &dyn Database, request: RequestId) -> EditFacts {
    let mut transaction = database.begin().unwrap();
    transaction.request_edits().facts(request).unwrap().unwrap()
}

/// Replaced answers are read back.
pub fn edited_answers_are_read(database: &dyn Database) {
    let (_, _, request) = submitted_request(database);
    let text = |text: &str| Some(text.to_owned());
    let principal = RawPrincipal {
        principal_fname: text("Iman"),
        principal_sname: text("Otieno"),
        principal_email: text("iman.otieno@people.example"),
        principal_phone: text("+256700000009"),
        principal_institution: text("Lake University"),
        principal_occupation: text("Lecturer"),
    };
    let ethics = RawEthicsEdit {
        answers: RawEthics {
            ethics_committee: Some(1),
            protocol_ref_num: text("P-8"),
            ..RawEthics::default()
        },
        letter: Letter::Kept,
        additional_letter: Letter::Missing,
    };
    transact(database, |transaction| {
        let edits = transaction.request_edits();
        edits
            .set_principal(request, &principal.check().unwrap(), true)
            .unwrap();
        edits.set_data_format(request, DataFormat::Electronic).unwrap();
        edits.set_ethics(request, &ethics.check().unwrap()).unwrap();
    });
    let read = detail(database, request);
    assert_eq!(
        [
            read.principal.fname,
            read.principal.sname,
            read.principal.email,
            read.principal.phone,
            read.principal.institution,
            read.principal.occupation,
        ],
        [
            "Iman",
            "Otieno",
            "iman.otieno@people.example",
            "+256700000009",
            "Lake University",
            "Lecturer",
        ]
    );
    let facts = facts(database, request);
    assert!(read.is_principal && facts.is_principal);
    assert_eq!(facts.version, read.content_version);
    let mut transaction = database.begin().unwrap();
    assert_eq!(
        transaction.request_edits().facts(RequestId(987_654)).unwrap(),
        None
    );
    assert_eq!(
        (
            read.format.data_format.as_str(),
            read.format.direct_access_from,
            read.format.no_date_limit
        ),
        ("Electronic", None, false)
    );
    let read = read.ethics.answers;
    assert_eq!(
        (
            read.protocol_ref_num.as_str(),
            read.additional_committee,
            read.approval_letter,
            read.exempted
        ),
        ("P-8", None, true, false)
    );
}

/// A replaced or removed document no longer belongs to the request, and can still be opened.
pub fn a_replaced_document_can_still_be_opened(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let new = new_request(&requester, &provider, &wizard(&provider, "Malaria"), start());
    let request = transact(database, |transaction| transaction.requests().add(&new).unwrap());
    let [letter, agreement] = [
        DocumentKind::EthicsApprovalLetter,
        DocumentKind::DataSharingAgreement,
    ]
    .map(|kind| document(kind, None, FileType::Png));
    let identification = document(DocumentKind::StaffIdentification, None, FileType::Png);
    let staff = detail(database, request).list_of_staff[0].staff_shared_id;
    transact(database, |transaction| {
        let keys = [&letter, &agreement, &identification].map(|document| document.key.clone());
        transaction.requests().begin_uploads(&keys, minute(1)).unwrap();
        let edits = transaction.request_edits();
        edits.replace_document(request, None, &letter, minute(2)).unwrap();
        edits
            .replace_document(request, None, &agreement, minute(2))
            .unwrap();
        edits
            .remove_document(request, DocumentKind::DataSharingAgreement, minute(3))
            .unwrap();
        edits
            .replace_document(request, Some(staff), &identification, minute(2))
            .unwrap();
        let left = transaction.requests().uploads_begun_before(minute(9), 10);
        assert_eq!(left.unwrap(), []);
    });
    let read = detail(database, request);
    let present = |kind| {
        let of_kind = read.documents.iter().filter(|document| document.kind == kind);
        of_kind.map(|document| document.key.clone()).collect::<Vec<_>>()
    };
    assert_eq!(
        present(DocumentKind::EthicsApprovalLetter),
        vec![letter.key.clone()]
    );
    assert_eq!(present(DocumentKind::DataSharingAgreement), []);
    assert_eq!(
        read.list_of_staff[0].identification_file_path,
        Some(identification.key)
    );
    assert!(
        read.list_of_staff[1].identification_file_path.is_some(),
        "the other one stays"
    );
    assert_eq!(
        facts(database, request).documents,
        [DocumentKind::EthicsApprovalLetter]
    );
    let mut views = database.read().unwrap();
    for old in &new.documents {
        let opened = views.requests().document(&requester.scope(), &old.key).unwrap();
        let kind = opened.map(|found| (found.request, found.view.kind));
        assert_eq!(kind, Some((request, old.kind)));
    }
}

/// Devices are added, replaced and deleted. Deleted ones are neither shown nor counted.
pub fn devices_are_edited(database: &dyn Database) {
    let (provider, _, request) = submitted_request(database);
    let raw = wizard(&provider, "Other").list_of_devices;
    let mut changed = raw[1].clone();
    changed.serial_number = Some("SN-9".to_owned());
    let first = detail(database, request).list_of_devices[0].device_id;
    let added = transact(database, |transaction| {
        let edits = transaction.request_edits();
        assert_eq!(edits.device(first).unwrap(), Some((request, EquipmentTypeId(1))));
        edits.set_device(first, &changed.check(None).unwrap()).unwrap();
        let added = edits.add_device(request, &raw[0].check(None).unwrap()).unwrap();
        assert_eq!(edits.facts(request).unwrap().unwrap().devices, 3);
        added
    });
    let serials = || {
        let mut views = database.read().unwrap();
        let devices = views.requests().devices(&RequestScope::Everything, request);
        let devices = devices.unwrap().unwrap();
        assert_eq!(
            devices,
            views
                .requests()
                .detail(&RequestScope::Everything, request)
                .unwrap()
                .unwrap()
                .list_of_devices
        );
        devices
            .into_iter()
            .map(|listed| listed.device.serial_number)
            .collect::<Vec<_>>()
    };
    assert_eq!(serials(), ["SN-9", "SN-2", "SN-1"]);
    transact(database, |transaction| {
        let edits = transaction.request_edits();
        edits.delete_device(first, minute(4)).unwrap();
        assert_eq!(edits.device(first).unwrap(), None);
        assert_eq!(edits.device(added).unwrap(), Some((request, EquipmentTypeId(1))));
        assert_eq!(edits.device(DeviceId(987_654)).unwrap(), None);
        assert_eq!(edits.facts(request).unwrap().unwrap().devices, 2);
    });
    assert_eq!(serials(), ["SN-2", "SN-1"]);
}

/// Staff are added, replaced and deleted, with their identity documents.
pub fn staff_are_edited(database: &dyn Database) {
    let (provider, requester, request) = submitted_request(database);
    let raw = wizard(&provider, "Other").list_of_staff;
    let mut changed = raw[0].clone();
    changed.identification_type = Some("National ID".to_owned());
    changed.first_name = Some("Iman".to_owned());
    let before = detail(database, request);
    let first = before.list_of_staff[0].staff_shared_id;
    let file = before.list_of_staff[0].identification_file_path.clone().unwrap();
    transact(database, |transaction| {
        let edits = transaction.request_edits();
        assert_eq!(
            edits.staff(first).unwrap(),
            Some((request, IdentificationType::Passport))
        );
        edits.add_staff(request, &changed.check().unwrap()).unwrap();
        edits.set_staff(first, &changed.check().unwrap()).unwrap();
        assert_eq!(
            edits.staff(first).unwrap(),
            Some((request, IdentificationType::NationalId))
        );
        assert_eq!(edits.facts(request).unwrap().unwrap().staff, 3);
    });
    let names = || {
        let mut views = database.read().unwrap();
        let staff = views.requests().staff(&RequestScope::Everything, request);
        let staff = staff.unwrap().unwrap();
        staff
            .into_iter()
            .map(|listed| listed.member.first_name)
            .collect::<Vec<_>>()
    };
    assert_eq!(names(), ["Iman", "Kofi", "Iman"]);
    transact(database, |transaction| {
        let edits = transaction.request_edits();
        edits.delete_staff(first, minute(4)).unwrap();
        assert_eq!(edits.staff(first).unwrap(), None);
        assert_eq!(edits.staff(StaffId(987_654)).unwrap(), None);
        assert_eq!(edits.facts(request).unwrap().unwrap().staff, 2);
    });
    assert_eq!(names(), ["Kofi", "Iman"]);
    let read = detail(database, request);
    assert!(read.documents.iter().all(|document| document.key != file));
    let mut views = database.read().unwrap();
    let opened = views.requests().document(&requester.scope(), &file).unwrap();
    assert!(opened.is_some(), "older versions of the request name it");
    let stranger = Requester::new(database, "Olu", "Bello", "Elsewhere").scope();
    let mut views = database.read().unwrap();
    assert_eq!(views.requests().staff(&stranger, request).unwrap(), None);
    assert_eq!(views.requests().devices(&stranger, request).unwrap(), None);
}

/// Another source replaces the former one: its variables are removed, and lists show and find the
/// request by the new name.
pub fn another_source_is_shown_and_found(database: &dyn Database) {
    let (_, requester, request) = submitted_request(database);
    let other = Provider::new(database, "Central Statistics Office", "Household Survey");
    let before = facts(database, request);
    let (dataset, _) = before.dataset.unwrap();
    transact(database, |transaction| {
        let edits = transaction.request_edits();
        edits.set_data_source(request, dataset, other.source).unwrap();
    });
    assert_eq!(facts(database, request).dataset, Some((dataset, other.source)));
    let read = detail(database, request);
    assert_eq!(read.requested_datasets[0].source, "Household Survey");
    assert_eq!(read.requested_datasets[0].variables, []);
    let found = |text: &str| {
        let query = RequestQuery {
            of: RequestList::Owner(requester.attendant.user),
            tabs: vec![Tab::All],
            search: SearchTerm::parse(text).map(|term| term.text),
            filter: RequestFilter::default(),
            now: start(),
            today: start().date_naive(),
            sort: RequestSort::default(),
            direction: Direction::Ascending,
            page: Page::new(1, 10),
        };
        database.read().unwrap().requests().list(&query).unwrap().items
    };
    assert_eq!(found("household survey")[0].data_sources, ["Household Survey"]);
    assert!(found("national hmis").is_empty());
}
