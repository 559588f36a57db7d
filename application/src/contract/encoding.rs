//! The rules that every [`ContentEncoding`] MUST follow. An adapter runs each function of
//! [`CONTRACT`] on itself.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "these are tests"
)]
#![allow(clippy::missing_panics_doc, reason = "a panic is how a test fails")]

use aditus_domain::accounts::passkey::PasskeySignature;
use aditus_domain::audit::ConfirmedDecision;
use aditus_domain::audit::{self, Act, Actor, Bytes, Entry, Field};
use aditus_domain::ids::{
    AssignedRoleId, CommitteeId, DataSourceId, DatasetId, DeviceId, EquipmentTypeId, PasskeyId, PurposeId,
    RequestId, SessionId, StaffId, StateId, UserId, VariableId,
};
use aditus_domain::requests::content::{
    Content, DatasetContent, DetailsContent, DeviceContent, DocumentContent, EthicsContent, FiltersContent,
    FormatContent, Personal, PrincipalContent, PurposeContent, Sha256, StaffContent, Subject,
    VariableContent,
};
use aditus_domain::requests::{DocumentKind, Ethics, FileType, VersionNumber};
use aditus_domain::review::{Outcome, OverallStatus, StageNumber};
use chrono::NaiveDate;

use crate::ports::{ContentEncoding, EncodingError, PasskeyConfirmation, PasskeyEnrolment};
use crate::testing::CountingEntropy;

/// One clause of the contract.
pub type Clause = fn(&dyn ContentEncoding);

/// The clauses of the contract, by name.
pub const CONTRACT: [(&str, Clause); 13] = [
    (
        "a_content_is_read_as_it_was_written",
        a_content_is_read_as_it_was_written,
    ),
    ("the_digest_is_that_of_the_text", the_digest_is_that_of_the_text),
    (
        "the_text_contains_no_personal_data",
        the_text_contains_no_personal_data,
    ),
    (
        "unchanged_values_keep_their_salts",
        unchanged_values_keep_their_salts,
    ),
    (
        "every_change_results_in_another_text",
        every_change_results_in_another_text,
    ),
    (
        "an_erased_value_keeps_the_digest",
        an_erased_value_keeps_the_digest,
    ),
    (
        "commitments_are_found_by_subject",
        commitments_are_found_by_subject,
    ),
    ("altered_values_are_refused", altered_values_are_refused),
    (
        "equal_entries_have_different_texts",
        equal_entries_have_different_texts,
    ),
    (
        "fields_have_one_digest_without_personal_data",
        fields_have_one_digest_without_personal_data,
    ),
    (
        "an_entry_contains_commitments_to_personal_data",
        an_entry_contains_commitments_to_personal_data,
    ),
    (
        "a_confirmation_by_passkey_is_read_as_it_was_written",
        a_confirmation_by_passkey_is_read_as_it_was_written,
    ),
    (
        "an_enrolment_is_read_as_it_was_written",
        an_enrolment_is_read_as_it_was_written,
    ),
];

/// A decision with texts.
pub fn entry() -> Entry {
    let person = Actor::Person {
        user: UserId(5),
        role: None,
        session: Some(SessionId(9)),
    };
    Entry {
        at: day(2).and_hms_micro_opt(8, 30, 0, 250).unwrap().and_utc(),
        by: person.in_role(AssignedRoleId(12)),
        act: Act::RequestDecided {
            request: RequestId(7),
            state: StateId(70),
            stage: StageNumber(2),
            round: 1,
            outcome: Outcome::Denied,
            version: VersionNumber(3),
            content: Sha256([1; 32]),
            reason: Some(audit::Personal::new("Amara Nobody has left the study")),
            recommendation: Some(audit::Personal::new("Amara Nobody has left the study")),
            status: OverallStatus::Denied,
            passkey: None,
            public_key: None,
            algorithm: None,
            nonce: None,
            authenticator_data: None,
            client_data: None,
            signature: None,
        },
        stored: Vec::new(),
    }
}

fn day(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 5, day).unwrap()
}

fn document(kind: DocumentKind, byte: u8) -> DocumentContent {
    DocumentContent {
        kind,
        file_type: FileType::Pdf,
        size: 2048,
        sha256: Sha256([byte; 32]),
        uploaded_on: day(2).and_hms_micro_opt(8, 30, 0, 250).unwrap().and_utc(),
    }
}

/// A content with a value in every field.
pub fn content() -> Content {
    Content {
        details: DetailsContent {
            title: "Malaria in the \"highlands\" – Übersicht".into(),
            needed_on: day(4),
            department: Some("Epidemiology".into()),
        },
        purposes: vec![PurposeContent {
            id: PurposeId(3),
            purpose: "Other".into(),
            description: Some("A doctoral\nthesis".into()),
        }],
        principal: PrincipalContent {
            is_requester: false,
            fname: "Nia".into(),
            sname: "Tembo".into(),
            email: "nia.tembo@people.example".into(),
            phone: "+256700000001".into(),
            occupation: "Professor".into(),
            institution: "Halden University".into(),
        },
        ethics: EthicsContent {
            committee_name: "Halden Review Board".into(),
            answers: Ethics {
                committee: CommitteeId(2),
                protocol_ref_num: "P-2026-7".into(),
                approval_letter: true,
                exempted: false,
                additional_committee: Some("Second committee".into()),
            },
        },
        format: FormatContent {
            data_format: "Direct access".into(),
            direct_access_from: Some(day(10)),
            direct_access_to: Some(day(20)),
            no_date_limit: false,
        },
        filters: FiltersContent {
            dataset_description: "Visits with a diagnosis".into(),
            facilities: vec!["All facilities from Lake Region".into()],
            start: Some(day(1)),
            end: None,
        },
        datasets: vec![DatasetContent {
            id: DatasetId(5),
            source: DataSourceId(6),
            source_name: "National HMIS".into(),
            description: "Visits".into(),
            variables: vec![
                VariableContent {
                    id: VariableId(7),
                    table: "visit".into(),
                    name: "day".into(),
                    is_distinct: false,
                },
                VariableContent {
                    id: VariableId(8),
                    table: "visit".into(),
                    name: "place".into(),
                    is_distinct: true,
                },
            ],
        }],
        documents: vec![
            document(DocumentKind::EthicsApprovalLetter, 9),
            document(DocumentKind::DataSharingAgreement, 7),
        ],
        devices: vec![DeviceContent {
            id: DeviceId(11),
            equipment_type: EquipmentTypeId(1),
            equipment_type_name: "Laptop".into(),
            equipment_name: "Analysis laptop".into(),
            serial_number: "SN-1".into(),
            used_by: "Amara Tembo".into(),
            organisation: "Halden University".into(),
            usage_from: day(10),
            usage_to: day(20),
        }],
        staff: vec![StaffContent {
            id: StaffId(12),
            first_name: "Amara".into(),
            surname: "Tembo".into(),
            phone: "+256700000002".into(),
            email: "amara.tembo@people.example".into(),
            identification_type: "Passport".into(),
            identification_number: "B1234567".into(),
            position_in_organisation: "Analyst".into(),
            confidentiality_protocols: true,
            identification_file: Some(document(DocumentKind::StaffIdentification, 3)),
        }],
    }
}

/// A content is read back as it was written.
pub fn a_content_is_read_as_it_was_written(encoding: &dyn ContentEncoding) {
    let encoded = encoding
        .encode(&content(), None, &CountingEntropy::default())
        .unwrap();
    let read = encoding.decode(&encoded.canonical, &encoded.values).unwrap();
    assert_eq!(read, content());
    assert!(matches!(encoding.decode("{}", &[]), Err(EncodingError::Form(_))));
}

/// The digest is the SHA-256 of the text.
pub fn the_digest_is_that_of_the_text(encoding: &dyn ContentEncoding) {
    let encoded = encoding
        .encode(&content(), None, &CountingEntropy::default())
        .unwrap();
    assert_eq!(encoding.sha256(encoded.canonical.as_bytes()), encoded.digest);
    let Sha256(of_nothing) = encoding.sha256(b"");
    assert_eq!(of_nothing[..4], [0xe3, 0xb0, 0xc4, 0x42]);
}

/// The text contains no personal data, except where other values are equal.
pub fn the_text_contains_no_personal_data(encoding: &dyn ContentEncoding) {
    let encoded = encoding
        .encode(&content(), None, &CountingEntropy::default())
        .unwrap();
    for value in ["Nia", "Tembo", "@people.example", "+2567", "B1234567", "Amara"] {
        assert!(!encoded.canonical.contains(value), "{value}");
    }
    // Four of the principal, one of the device, five of the member of staff.
    assert_eq!(encoded.values.len(), 10);
}

/// An unchanged value keeps its salt, so that the text shows no change. A changed value gets a new
/// salt.
pub fn unchanged_values_keep_their_salts(encoding: &dyn ContentEncoding) {
    let entropy = CountingEntropy::default();
    let first = encoding.encode(&content(), None, &entropy).unwrap();
    let again = encoding.encode(&content(), Some(&first), &entropy).unwrap();
    assert_eq!(again, first);
    let apart = encoding.encode(&content(), None, &entropy).unwrap();
    assert_ne!(apart.canonical, first.canonical);

    let mut changed = content();
    changed.staff[0].phone = "+256700000003".into();
    let second = encoding.encode(&changed, Some(&first), &entropy).unwrap();
    let new = second.values.iter().filter(|value| !first.values.contains(value));
    assert_eq!(
        new.map(|value| value.value.as_str()).collect::<Vec<_>>(),
        ["+256700000003"]
    );
    // The values of all versions are stored together.
    let values: Vec<_> = first.values.iter().chain(&second.values).cloned().collect();
    assert_eq!(encoding.decode(&second.canonical, &values).unwrap(), changed);
    assert_eq!(encoding.decode(&first.canonical, &values).unwrap(), content());
}

/// Different contents result in different texts.
pub fn every_change_results_in_another_text(encoding: &dyn ContentEncoding) {
    let changes: [fn(&mut Content); 16] = [
        |_| (),
        |content| content.details.title.push('!'),
        |content| content.details.needed_on = day(5),
        |content| content.details.department = None,
        |content| content.purposes[0].description = None,
        |content| content.principal.fname = "Nía".into(),
        |content| content.ethics.answers.approval_letter = false,
        |content| content.ethics.answers.additional_committee = None,
        |content| content.format.no_date_limit = true,
        |content| content.filters.facilities.push("Mirrin District Hospital".into()),
        |content| content.datasets[0].variables.truncate(1),
        |content| content.datasets[0].variables[0].is_distinct = true,
        |content| content.documents[0].sha256 = Sha256([8; 32]),
        |content| content.devices[0].used_by = "Kofi Tembo".into(),
        |content| content.devices.clear(),
        |content| content.staff[0].confidentiality_protocols = false,
    ];
    let entropy = CountingEntropy::default();
    let first = encoding.encode(&content(), None, &entropy).unwrap();
    let texts: std::collections::BTreeSet<String> = changes
        .into_iter()
        .map(|change| {
            let mut content = content();
            change(&mut content);
            encoding
                .encode(&content, Some(&first), &entropy)
                .unwrap()
                .canonical
        })
        .collect();
    assert_eq!(texts.len(), changes.len());
}

/// A deleted value is read as erased, and written as its commitment.
pub fn an_erased_value_keeps_the_digest(encoding: &dyn ContentEncoding) {
    let entropy = CountingEntropy::default();
    let first = encoding.encode(&content(), None, &entropy).unwrap();
    let kept: Vec<_> = first
        .values
        .iter()
        .filter(|value| value.value != "B1234567")
        .cloned()
        .collect();
    let read = encoding.decode(&first.canonical, &kept).unwrap();
    assert!(matches!(read.staff[0].identification_number, Personal::Erased(_)));
    let again = encoding.encode(&read, Some(&first), &entropy).unwrap();
    assert_eq!((again.digest, again.values), (first.digest, kept));
}

/// All personal data of the subject is found, and none of other people.
pub fn commitments_are_found_by_subject(encoding: &dyn ContentEncoding) {
    let content = content();
    let encoded = encoding
        .encode(&content, None, &CountingEntropy::default())
        .unwrap();
    let erased_of = |subjects: &[Subject]| {
        let subjects = subjects.iter().copied().collect();
        let erased = encoding.commitments_of(&encoded.canonical, &subjects).unwrap();
        let kept: Vec<_> = encoded
            .values
            .iter()
            .filter(|value| !erased.contains(&value.commitment))
            .cloned()
            .collect();
        encoding.decode(&encoded.canonical, &kept).unwrap()
    };
    assert_eq!(erased_of(&[]), content);
    let principal = erased_of(&[Subject::Principal]);
    for value in [&principal.principal.fname, &principal.principal.phone] {
        assert!(matches!(value, Personal::Erased(_)));
    }
    assert_eq!(
        (&principal.staff, &principal.devices),
        (&content.staff, &content.devices)
    );
    let staff = erased_of(&[Subject::Staff(content.staff[0].id)]);
    assert_eq!(staff.principal, content.principal);
    for value in [
        &staff.staff[0].surname,
        &staff.staff[0].email,
        &staff.staff[0].identification_number,
    ] {
        assert!(matches!(value, Personal::Erased(_)));
    }
    let device = erased_of(&[Subject::Device(content.devices[0].id)]);
    assert!(matches!(device.devices[0].used_by, Personal::Erased(_)));
    assert_eq!(device.staff, content.staff);
}

/// A replaced value beside a version is detected.
pub fn altered_values_are_refused(encoding: &dyn ContentEncoding) {
    let mut encoded = encoding
        .encode(&content(), None, &CountingEntropy::default())
        .unwrap();
    encoded.values[0].value.push('x');
    assert!(matches!(
        encoding.decode(&encoded.canonical, &encoded.values),
        Err(EncodingError::Altered)
    ));
}

/// An act cannot be guessed by computing its hash.
pub fn equal_entries_have_different_texts(encoding: &dyn ContentEncoding) {
    let entropy = CountingEntropy::default();
    let first = encoding.encode_entry(&entry(), &entropy).unwrap();
    let second = encoding.encode_entry(&entry(), &entropy).unwrap();
    assert_ne!(first.canonical, second.canonical);
}

/// Equal values have different salts.
pub fn an_entry_contains_commitments_to_personal_data(encoding: &dyn ContentEncoding) {
    let encoded = encoding
        .encode_entry(&entry(), &CountingEntropy::default())
        .unwrap();
    assert!(!encoded.canonical.contains("Nobody"));
    let [reason, recommendation] = encoded.values.as_slice() else {
        panic!("{} values", encoded.values.len());
    };
    assert_eq!(reason.value, "Amara Nobody has left the study");
    assert_eq!(reason.value, recommendation.value);
    assert_ne!(reason.commitment, recommendation.commitment);
    for value in &encoded.values {
        let salted = [value.salt.as_slice(), value.value.as_bytes()].concat();
        assert_eq!(encoding.sha256(&salted).0, value.commitment.0);
    }
}

fn written(encoding: &dyn ContentEncoding, act: Act) -> String {
    let entry = Entry { act, ..entry() };
    let encoded = encoding.encode_entry(&entry, &CountingEntropy::default());
    encoded.unwrap().canonical
}

/// The entry states the decision and the signature. One that lacks a part is refused.
pub fn a_confirmation_by_passkey_is_read_as_it_was_written(encoding: &dyn ContentEncoding) {
    let bytes = |first: u8| vec![first, 0xfb, 0xff, 0];
    let by_passkey = |nonce: Option<Vec<u8>>| Act::RequestDecided {
        request: RequestId(7),
        state: StateId(70),
        stage: StageNumber(2),
        round: 3,
        outcome: Outcome::Denied,
        version: VersionNumber(3),
        content: Sha256([1; 32]),
        reason: Some(audit::Personal::new("Amara Nobody has left the study")),
        recommendation: None,
        status: OverallStatus::Denied,
        passkey: Some(PasskeyId(4)),
        public_key: Some(Bytes(bytes(1))),
        algorithm: Some(-7),
        nonce: nonce.map(Bytes),
        authenticator_data: Some(Bytes(bytes(2))),
        client_data: Some(Bytes(bytes(3))),
        signature: Some(Bytes(bytes(4))),
    };
    let canonical = written(encoding, by_passkey(Some(vec![0x5c; 32])));
    let decision = ConfirmedDecision {
        user: UserId(5),
        request: RequestId(7),
        state: StateId(70),
        round: 3,
        outcome: Outcome::Denied,
        content: Sha256([1; 32]),
        nonce: [0x5c; 32],
    };
    let signature = PasskeySignature {
        passkey: PasskeyId(4),
        public_key: bytes(1),
        algorithm: -7,
        nonce: [0x5c; 32],
        authenticator_data: bytes(2),
        client_data: bytes(3),
        signature: bytes(4),
    };
    assert_eq!(
        encoding.passkey_confirmation(&canonical).unwrap(),
        Some(PasskeyConfirmation { decision, signature })
    );
    for nonce in [None, Some(vec![0x5c; 31])] {
        let lacking = written(encoding, by_passkey(nonce));
        assert!(encoding.passkey_confirmation(&lacking).is_err());
    }
    let by_code = encoding
        .encode_entry(&entry(), &CountingEntropy::default())
        .unwrap();
    assert_eq!(encoding.passkey_confirmation(&by_code.canonical).unwrap(), None);
    assert_eq!(encoding.passkey_enrolment(&canonical).unwrap(), None);
}

/// The entry states the account, the passkey and its key.
pub fn an_enrolment_is_read_as_it_was_written(encoding: &dyn ContentEncoding) {
    let public_key = vec![0x30, 0x59, 0xfb, 0xff];
    let added = PasskeyEnrolment {
        user: UserId(8),
        passkey: PasskeyId(4),
        public_key: public_key.clone(),
        algorithm: -257,
    };
    let act = Act::PasskeyAdded {
        user: added.user,
        passkey: added.passkey,
        public_key: Bytes(public_key),
        algorithm: added.algorithm,
    };
    let canonical = written(encoding, act);
    assert_eq!(encoding.passkey_enrolment(&canonical).unwrap(), Some(added));
    assert_eq!(encoding.passkey_confirmation(&canonical).unwrap(), None);
    // Without its key, an enrolment proves nothing.
    let lacking = canonical.replace("public_key", "publicly_key");
    assert!(encoding.passkey_enrolment(&lacking).is_err());
}

/// The order of fields does not matter. Another field, value or name results in another digest.
pub fn fields_have_one_digest_without_personal_data(encoding: &dyn ContentEncoding) {
    let digest = |fields: &[(&'static str, Field)]| encoding.digest(fields).unwrap();
    let (id, word) = (("id", Field::Number(7)), ("state", Field::Word("Active")));
    let time = (
        "at",
        Field::List(vec![Field::Time(entry().at), Field::Flag(true)]),
    );
    let one = digest(&[id.clone(), word.clone(), time.clone()]);
    assert_eq!(digest(&[time.clone(), word.clone(), id.clone()]), one);
    for other in [
        digest(&[id.clone(), word.clone()]),
        digest(&[id.clone(), ("state", Field::Word("Disabled")), time.clone()]),
        digest(&[id, ("status", Field::Word("Active")), time]),
    ] {
        assert_ne!(other, one);
    }
    let personal = ("name", Field::Personal(audit::Personal::new("Amara Nobody")));
    assert!(matches!(
        encoding.digest(&[personal]),
        Err(EncodingError::Personal)
    ));
}
