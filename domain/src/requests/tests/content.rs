//! Differences between two contents: examples, and properties of any two contents.

use proptest::prelude::*;

use super::super::content::{
    Change, Changes, Commitment, Content, DatasetContent, DetailsContent, DeviceContent, DisplayValue,
    DocumentContent, EthicsContent, FiltersContent, FormatContent, ItemChange, ItemKind, Personal,
    PrincipalContent, PurposeContent, Sha256, StaffContent, Subject, VariableContent, WordChange,
};
use super::super::{DocumentKind, Ethics, FileType};
use crate::accounts::erasure::{ERASED_FIRST_NAME, ERASED_PERSON, ERASED_SURNAME, Identity};
use crate::ids::{
    CommitteeId, DataSourceId, DatasetId, DeviceId, EquipmentTypeId, PurposeId, StaffId, VariableId,
};
use crate::review::Section;

fn day(number: u32) -> chrono::NaiveDate {
    chrono::NaiveDate::from_ymd_opt(2026, 5, 1 + number % 28).unwrap()
}

fn document(kind: DocumentKind, content: u8) -> DocumentContent {
    DocumentContent {
        kind,
        file_type: FileType::Pdf,
        size: 2048,
        sha256: Sha256([content; 32]),
        uploaded_on: day(u32::from(content)).and_hms_opt(9, 0, 0).unwrap().and_utc(),
    }
}

fn device(id: i64) -> DeviceContent {
    DeviceContent {
        id: DeviceId(id),
        equipment_type: EquipmentTypeId(1),
        equipment_type_name: "Laptop".into(),
        equipment_name: "Study laptop".into(),
        serial_number: format!("SN-{id}"),
        used_by: "Zoë Aciro".into(),
        organisation: "School of Public Health".into(),
        usage_from: day(1),
        usage_to: day(20),
    }
}

fn member(id: i64) -> StaffContent {
    StaffContent {
        id: StaffId(id),
        first_name: "Amos".into(),
        surname: "Berg".into(),
        phone: "+256700654321".into(),
        email: "amos.berg@study.example".into(),
        identification_type: "Passport".into(),
        identification_number: "P1234567".into(),
        position_in_organisation: "Statistician".into(),
        confidentiality_protocols: true,
        identification_file: Some(document(DocumentKind::StaffIdentification, 3)),
    }
}

fn variable(id: i64) -> VariableContent {
    VariableContent {
        id: VariableId(id),
        table: "visits".into(),
        name: format!("column_{id}"),
        is_distinct: false,
    }
}

fn content() -> Content {
    Content {
        details: DetailsContent {
            title: "Malaria in pregnancy".into(),
            needed_on: day(3),
            department: None,
        },
        purposes: vec![PurposeContent {
            id: PurposeId(1),
            purpose: "Research".into(),
            description: None,
        }],
        principal: PrincipalContent {
            is_requester: false,
            fname: "Ines".into(),
            sname: "Okot".into(),
            email: "ines.okot@study.example".into(),
            phone: "0700111222".into(),
            occupation: "Professor".into(),
            institution: "School of Public Health".into(),
        },
        ethics: EthicsContent {
            committee_name: "Ethics Board".into(),
            answers: Ethics {
                committee: CommitteeId(2),
                protocol_ref_num: "PRN-17/2026".into(),
                approval_letter: true,
                exempted: false,
                additional_committee: None,
            },
        },
        format: FormatContent {
            data_format: "Electronic".into(),
            direct_access_from: None,
            direct_access_to: None,
            no_date_limit: false,
        },
        filters: FiltersContent {
            dataset_description: "Antenatal visits with test results".into(),
            facilities: vec!["All facilities from Lake Region".into()],
            start: None,
            end: None,
        },
        datasets: vec![DatasetContent {
            id: DatasetId(1),
            source: DataSourceId(4),
            source_name: "National HMIS".into(),
            description: "Antenatal visits".into(),
            variables: vec![variable(11), variable(12)],
        }],
        documents: vec![document(DocumentKind::EthicsApprovalLetter, 1)],
        devices: vec![device(1), device(2)],
        staff: vec![member(1)],
    }
}

fn changes_after(change: impl FnOnce(&mut Content)) -> Vec<(Option<Section>, Vec<Change>)> {
    let older = content();
    let mut newer = content();
    change(&mut newer);
    let newer = newer.ordered();
    let sections = Changes::between(&older, &newer).by_section();
    sections
        .into_iter()
        .map(|part| (part.section, part.changes))
        .collect()
}

#[test]
fn texts_are_compared_word_by_word() {
    let sections = changes_after(|content| content.details.title = "Malaria in childhood".into());
    let [(None, changes)] = &sections[..] else {
        panic!("{sections:?}")
    };
    let [Change::Words { field, runs }] = &changes[..] else {
        panic!("{changes:?}")
    };
    let removed = runs.iter().find(|run| run.words == WordChange::Removed);
    assert_eq!(
        (*field, removed.map(|run| run.text.as_str())),
        ("Request title", Some("pregnancy"))
    );
}

#[test]
fn lists_are_compared_item_by_item() {
    let sections = changes_after(|content| {
        content.devices.remove(0);
        content.devices[0].serial_number = "SN-2b".into();
        content.devices.push(device(9));
    });
    let [(Some(Section::Devices), changes)] = &sections[..] else {
        panic!("{sections:?}")
    };
    let became: Vec<_> = changes
        .iter()
        .map(|change| match change {
            Change::Item {
                name,
                became,
                changes,
                ..
            } => (name.as_str(), *became, changes.len()),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        became,
        [
            ("Study laptop (SN-1)", ItemKind::Removed, 7),
            ("Study laptop (SN-2b)", ItemKind::Altered, 1),
            ("Study laptop (SN-9)", ItemKind::Added, 7),
        ]
    );
}

#[test]
fn variables_are_listed_as_added_and_removed() {
    let sections = changes_after(|content| content.datasets[0].variables = vec![variable(12), variable(13)]);
    let [(Some(Section::DataSource), changes)] = &sections[..] else {
        panic!("{sections:?}")
    };
    let [Change::Item { changes, .. }] = &changes[..] else {
        panic!("{changes:?}")
    };
    assert_eq!(
        changes[..],
        [Change::Set {
            field: "Variables",
            added: vec!["visits.column_13".into()],
            removed: vec!["visits.column_11".into()],
        }]
    );
}

#[test]
fn a_changed_document_has_both_versions() {
    let sections = changes_after(|content| {
        content.documents = vec![
            document(DocumentKind::EthicsApprovalLetter, 7),
            document(DocumentKind::DataSharingAgreement, 8),
        ];
    });
    assert_eq!(
        sections,
        [
            (
                Some(Section::EthicsApproval),
                vec![Change::Document {
                    kind: DocumentKind::EthicsApprovalLetter,
                    before: Some(document(DocumentKind::EthicsApprovalLetter, 1)),
                    after: Some(document(DocumentKind::EthicsApprovalLetter, 7)),
                }]
            ),
            (
                Some(Section::SharingAgreement),
                vec![Change::Document {
                    kind: DocumentKind::DataSharingAgreement,
                    before: None,
                    after: Some(document(DocumentKind::DataSharingAgreement, 8)),
                }]
            ),
        ]
    );
}

#[test]
fn identification_numbers_are_marked() {
    let sections = changes_after(|content| content.staff[0].identification_number = "P7654321".into());
    let [(Some(Section::Staff), changes)] = &sections[..] else {
        panic!("{sections:?}")
    };
    let [Change::Item { changes, .. }] = &changes[..] else {
        panic!("{changes:?}")
    };
    assert_eq!(
        changes[..],
        [Change::Value {
            field: "Identification number",
            before: DisplayValue::IdentificationNumber("P1234567".into()),
            after: DisplayValue::IdentificationNumber("P7654321".into()),
        }]
    );
}

#[test]
fn another_choice_with_the_same_name_is_a_change() {
    let sections = changes_after(|content| content.ethics.answers.committee = CommitteeId(9));
    assert!(
        matches!(sections[..], [(Some(Section::EthicsApproval), _)]),
        "{sections:?}"
    );
}

#[test]
fn the_order_of_choices_is_not_a_change() {
    assert_eq!(
        changes_after(|content| {
            content.devices.reverse();
            content.datasets[0].variables.reverse();
        }),
        []
    );
}

#[test]
fn a_renamed_choice_is_not_a_change() {
    let older = content();
    let mut newer = content();
    newer.ethics.committee_name = "Board of Ethics".into();
    newer.purposes[0].purpose = "Science".into();
    newer.datasets[0].source_name = "HMIS of the Nation".into();
    newer.datasets[0].variables[1].name = "age".into();
    newer.devices[0].equipment_type_name = "Notebook".into();
    assert_eq!(newer.clone().with_names_of(&older), older);
    newer.ethics.answers.committee = CommitteeId(9);
    assert_eq!(
        newer.with_names_of(&older).ethics.committee_name,
        "Board of Ethics",
        "another committee keeps its own name"
    );
}

#[test]
fn debug_output_hides_personal_values() {
    let logged = format!("{:?}", content());
    for value in [
        "Ines",
        "Okot",
        "0700111222",
        "Amos",
        "P1234567",
        "amos.berg",
        "Zoë",
    ] {
        assert!(!logged.contains(value), "{value}");
    }
}

fn short() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), Just("A1".to_owned()), Just("B 2".to_owned())]
}

fn any_personal() -> impl Strategy<Value = Personal> {
    prop_oneof![
        short().prop_map(Personal::Known),
        (0_u8..2).prop_map(|byte| Personal::Erased(Commitment([byte; 32])))
    ]
}

fn any_day() -> impl Strategy<Value = Option<chrono::NaiveDate>> {
    proptest::option::of((0_u32..2).prop_map(day))
}

fn any_document(kind: DocumentKind) -> impl Strategy<Value = DocumentContent> {
    (0_u8..3).prop_map(move |byte| DocumentContent {
        sha256: Sha256([byte; 32]),
        ..document(kind, 0)
    })
}

fn any_device() -> impl Strategy<Value = DeviceContent> {
    (0_i64..4, short(), any_personal(), short()).prop_map(|(id, serial_number, used_by, organisation)| {
        DeviceContent {
            serial_number,
            used_by,
            organisation,
            ..device(id)
        }
    })
}

fn any_member() -> impl Strategy<Value = StaffContent> {
    let file = proptest::option::of(any_document(DocumentKind::StaffIdentification));
    (0_i64..4, any_personal(), any_personal(), any::<bool>(), file).prop_map(
        |(id, surname, identification_number, confidentiality_protocols, identification_file)| StaffContent {
            surname,
            identification_number,
            confidentiality_protocols,
            identification_file,
            ..member(id)
        },
    )
}

fn any_dataset() -> impl Strategy<Value = DatasetContent> {
    let variables =
        proptest::collection::btree_map(0_i64..6, (short(), any::<bool>()), 0..4).prop_map(|variables| {
            let variables = variables
                .into_iter()
                .map(|(id, (name, is_distinct))| VariableContent {
                    name,
                    is_distinct,
                    ..variable(id)
                });
            variables.collect::<Vec<_>>()
        });
    (0_i64..3, 0_i64..2, short(), variables).prop_map(|(id, source, description, variables)| DatasetContent {
        id: DatasetId(id),
        source: DataSourceId(source),
        source_name: "A source".into(),
        description,
        variables,
    })
}

fn by_key<T: std::fmt::Debug, K: Ord>(
    item: impl Strategy<Value = T>,
    key: impl Fn(&T) -> K + Copy,
) -> impl Strategy<Value = Vec<T>> {
    proptest::collection::vec(item, 0..4).prop_map(move |mut items| {
        items.sort_by_key(key);
        items.dedup_by_key(|item| key(item));
        items
    })
}

prop_compose! {
    fn any_content()(
        (title, department, needed) in (short(), proptest::option::of(short()), 0_u32..2),
        (fname, phone, occupation) in (any_personal(), any_personal(), short()),
        (committee, letter, additional) in (0_i64..2, any::<bool>(), proptest::option::of(short())),
        (data_format, from, no_date_limit) in (short(), any_day(), any::<bool>()),
        (description, start, facilities) in (short(), any_day(), proptest::collection::btree_set(short(), 0..3)),
        purposes in by_key(
            (0_i64..3, proptest::option::of(short())).prop_map(|(id, description)| PurposeContent {
                id: PurposeId(id), purpose: format!("Purpose {id}"), description,
            }),
            |purpose| purpose.id,
        ),
        datasets in by_key(any_dataset(), |dataset| dataset.id),
        letter_file in proptest::option::of(any_document(DocumentKind::EthicsApprovalLetter)),
        agreement in proptest::option::of(any_document(DocumentKind::DataSharingAgreement)),
        devices in by_key(any_device(), |device| device.id),
        staff in by_key(any_member(), |member| member.id),
    ) -> Content {
        let plain = content();
        Content {
            details: DetailsContent { title, needed_on: day(needed), department },
            purposes,
            principal: PrincipalContent { fname, phone, occupation, ..plain.principal },
            ethics: EthicsContent {
                answers: Ethics {
                    committee: CommitteeId(committee),
                    approval_letter: letter,
                    additional_committee: additional,
                    ..plain.ethics.answers
                },
                ..plain.ethics
            },
            format: FormatContent { data_format, direct_access_from: from, no_date_limit, ..plain.format },
            filters: FiltersContent {
                dataset_description: description,
                facilities: facilities.into_iter().collect(),
                start,
                end: None,
            },
            datasets,
            documents: letter_file.into_iter().chain(agreement).collect(),
            devices,
            staff,
        }
    }
}

fn part<T: Clone>(older: &T, altered: Option<super::super::content::Altered<'_, T>>) -> T {
    altered.map_or_else(|| older.clone(), |altered| altered.after.clone())
}

fn list<T: Clone, K: Ord>(older: &[T], changes: &[ItemChange<'_, T>], key: impl Fn(&T) -> K) -> Vec<T> {
    let mut items: std::collections::BTreeMap<K, T> =
        older.iter().map(|item| (key(item), item.clone())).collect();
    for change in changes {
        match *change {
            ItemChange::Removed(item) => drop(items.remove(&key(item))),
            ItemChange::Added(item) | ItemChange::Altered { after: item, .. } => {
                items.insert(key(item), item.clone());
            }
        }
    }
    items.into_values().collect()
}

/// Rebuilds the newer content from the older one and the changes.
fn applied(older: &Content, changes: &Changes<'_>) -> Content {
    Content {
        details: part(&older.details, changes.details),
        purposes: list(&older.purposes, &changes.purposes, |item| item.id),
        principal: part(&older.principal, changes.principal),
        ethics: part(&older.ethics, changes.ethics),
        format: part(&older.format, changes.format),
        filters: part(&older.filters, changes.filters),
        datasets: list(&older.datasets, &changes.datasets, |item| item.id),
        documents: list(&older.documents, &changes.documents, |item| item.kind),
        devices: list(&older.devices, &changes.devices, |item| item.id),
        staff: list(&older.staff, &changes.staff, |item| item.id),
    }
}

/// Returns every text that the changes show.
fn texts(changes: &[Change]) -> Vec<String> {
    changes
        .iter()
        .flat_map(|change| match change {
            Change::Words { runs, .. } => runs.iter().map(|run| run.text.clone()).collect(),
            Change::Value { before, after, .. } => [before, after]
                .into_iter()
                .filter_map(|value| match value {
                    DisplayValue::Text(text) | DisplayValue::IdentificationNumber(text) => Some(text.clone()),
                    DisplayValue::Nothing
                    | DisplayValue::Date(_)
                    | DisplayValue::Flag(_)
                    | DisplayValue::Erased => None,
                })
                .collect(),
            Change::Set { added, removed, .. } => added.iter().chain(removed).cloned().collect(),
            Change::Document { .. } => Vec::new(),
            Change::Item { changes, .. } => texts(changes),
        })
        .collect()
}

/// Returns all texts of a content, without erased values.
fn everything(content: &Content) -> String {
    let known = |values: &[&Personal]| {
        let texts = values.iter().map(|value| match value {
            Personal::Known(text) => text.clone(),
            Personal::Erased(_) => String::new(),
        });
        texts.collect::<Vec<_>>()
    };
    let Content {
        details,
        principal,
        ethics,
        format,
        filters,
        ..
    } = content;
    let mut all = vec![
        details.title.clone(),
        details.department.clone().unwrap_or_default(),
    ];
    for purpose in &content.purposes {
        all.extend([
            purpose.purpose.clone(),
            purpose.description.clone().unwrap_or_default(),
        ]);
    }
    all.extend(known(&[
        &principal.fname,
        &principal.sname,
        &principal.email,
        &principal.phone,
    ]));
    all.extend([principal.occupation.clone(), principal.institution.clone()]);
    let answers = &ethics.answers;
    all.extend([ethics.committee_name.clone(), answers.protocol_ref_num.clone()]);
    all.extend(answers.additional_committee.clone());
    all.extend([format.data_format.clone(), filters.dataset_description.clone()]);
    all.extend(filters.facilities.clone());
    for dataset in &content.datasets {
        all.extend([dataset.source_name.clone(), dataset.description.clone()]);
        for variable in &dataset.variables {
            all.push(format!("{}.{} (each value once)", variable.table, variable.name));
        }
    }
    for device in &content.devices {
        let texts = [
            &device.equipment_name,
            &device.equipment_type_name,
            &device.serial_number,
            &device.organisation,
        ];
        all.extend(texts.map(Clone::clone));
        all.extend(known(&[&device.used_by]));
    }
    for member in &content.staff {
        let personal = [
            &member.first_name,
            &member.surname,
            &member.phone,
            &member.email,
            &member.identification_number,
        ];
        all.extend(known(&personal));
        all.extend([
            member.identification_type.clone(),
            member.position_in_organisation.clone(),
        ]);
    }
    all.join("\n") + "\n"
}

proptest! {
    #[test]
    fn only_equal_contents_have_no_changes(older in any_content(), newer in any_content()) {
        let itself = Changes::between(&older, &older);
        prop_assert!(itself.is_empty() && itself.by_section().is_empty());
        let changes = Changes::between(&older, &newer);
        prop_assert_eq!(changes.is_empty(), older == newer);
        prop_assert_eq!(changes.by_section().is_empty(), older == newer);
    }

    #[test]
    fn the_newer_content_can_be_rebuilt_from_the_changes(older in any_content(), newer in any_content()) {
        let changes = Changes::between(&older, &newer);
        prop_assert_eq!(applied(&older, &changes), newer);
    }

    #[test]
    fn changes_show_only_texts_of_the_two_contents(older in any_content(), newer in any_content()) {
        let readable = everything(&older) + &everything(&newer);
        for section in Changes::between(&older, &newer).by_section() {
            for text in texts(&section.changes) {
                prop_assert!(readable.contains(&text), "{}", text);
            }
        }
    }

    #[test]
    fn ordering_an_ordered_content_changes_nothing(content in any_content()) {
        prop_assert_eq!(content.clone().ordered(), content);
    }
}

fn zoe() -> Identity {
    let mut zoe = Identity::default();
    zoe.add_name("Zoë", "Aciro");
    zoe
}

#[test]
fn subjects_include_every_mention_of_the_requester() {
    let mut content = content();
    content.principal.is_requester = true;
    content.devices = vec![device(1), device(2)];
    content.devices[1].used_by = "Amos Berg".into();
    content.staff = vec![member(1), member(2), member(3)];
    content.staff[1].first_name = "ZOE".into();
    content.staff[1].surname = "aciro".into();
    assert_eq!(
        content.subjects_matching(&zoe()),
        [
            Subject::Principal,
            Subject::Device(DeviceId(1)),
            Subject::Staff(StaffId(2))
        ]
        .into()
    );
    assert_eq!(content.subjects().len(), 6);
    let hers = content.subjects_matching(&zoe());
    let uploaded_on = day(3).and_hms_opt(9, 0, 0).unwrap().and_utc();
    assert_eq!(
        content.identifications_of(&hers),
        [(StaffId(2), uploaded_on)].into()
    );
    let mut amos = Identity::default();
    amos.add_contact("Amos.Berg@study.example");
    content.principal.is_requester = false;
    let found = content.subjects_matching(&amos);
    assert!(!found.contains(&Subject::Principal) && found.contains(&Subject::Staff(StaffId(1))));
    assert!(
        !found.contains(&Subject::Device(DeviceId(2))),
        "an address alone matches no user of a device"
    );
}

#[test]
fn a_principal_who_is_the_requester_adds_former_names() {
    let mut content = content();
    content.principal.is_requester = false;
    let mut identity = Identity::default();
    content.add_requester_to(&mut identity);
    assert_eq!(identity, Identity::default());
    content.principal.is_requester = true;
    content.principal.fname = "Zoë".into();
    content.principal.sname = "Oldname".into();
    content.add_requester_to(&mut identity);
    assert!(identity.has_name("zoe oldname"));
    content.principal.fname = Personal::Erased(Commitment([1; 32]));
    let mut nobody = Identity::default();
    content.principal.email = Personal::Erased(Commitment([2; 32]));
    content.principal.phone = Personal::Erased(Commitment([3; 32]));
    content.add_requester_to(&mut nobody);
    assert_eq!(nobody, Identity::default());
}

#[test]
fn an_erasure_is_not_a_change() {
    let erased = || Personal::Erased(Commitment([7; 32]));
    let mut kept = content();
    kept.devices = vec![device(1)];
    kept.staff = vec![member(1), member(2)];
    let mut rows = kept.clone();
    kept.principal.fname = erased();
    kept.principal.sname = erased();
    kept.principal.email = erased();
    kept.principal.phone = erased();
    kept.devices[0].used_by = erased();
    kept.staff[1].first_name = erased();
    kept.staff[1].identification_number = erased();
    assert_ne!(
        rows.clone().with_erasures_of(&kept),
        kept,
        "the rows still name the person"
    );
    rows.principal.fname = ERASED_FIRST_NAME.into();
    rows.principal.sname = ERASED_SURNAME.into();
    rows.principal.email = "".into();
    rows.principal.phone = "".into();
    rows.devices[0].used_by = ERASED_PERSON.into();
    rows.staff[1].first_name = ERASED_FIRST_NAME.into();
    rows.staff[1].identification_number = "".into();
    assert_eq!(rows.clone().with_erasures_of(&kept), kept);
    // A new principal in the place of the erased one is a change.
    rows.principal.email = "amos.berg@study.example".into();
    assert_ne!(rows.with_erasures_of(&kept), kept);
}
