//! A request with every optional part, its changes, a letter and a proof, for tests of adapters.

use aditus_domain::audit::Kind;
use aditus_domain::audit::log::TreeHash;
use aditus_domain::dictionary::revision::RequestedVariableState;
use aditus_domain::ids::{
    AuditEntryId, CommitteeId, DataSourceId, DatasetId, DatasetVariableId, DeviceId, EquipmentTypeId,
    OrganisationRoleId, PurposeId, RequestId, StaffId, StateId, TableId, UserId, VariableId,
};
use aditus_domain::procedures::{LetterNumber, StageType, specimen, standard_template};
use aditus_domain::requests::content::{
    Change, DetailsContent, DisplayValue, DocumentContent, EthicsContent, FiltersContent, FormatContent,
    ItemKind, Run, SectionChanges, Sha256, WordChange,
};
use aditus_domain::requests::{
    Device, DocumentKind, Ethics, FileType, IdentificationType, Principal, StaffMember, VersionNumber,
};
use aditus_domain::review::{OverallStatus, Section, StageState};
use aditus_domain::roles::Role;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

use crate::dictionary::views::VariableView;
use crate::ports::{FileKey, LetterSheet, PrintedEntry, PrintedProof};
use crate::requests::versions::rounds::RoundChanges;
use crate::requests::versions::views::VersionView;
use crate::requests::views::{
    DatasetVariableView, DatasetView, DeviceView, DocumentView, PersonView, PurposeView, RequestDetail,
    StaffView,
};
use crate::review::views::{AttendantView, StateView};

/// Returns a date.
pub fn date(year: i32, month: u32, day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, day).unwrap()
}

fn time(day: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_770_000_000, 0).unwrap() + TimeDelta::days(day)
}

/// A variable of a data source. Its name determines if it is a key, if it identifies persons, and
/// if distinct values are requested.
pub fn variable(id: i64, table: &str, name: &str, data_type: &str, meaning: &str) -> DatasetVariableView {
    let var = VariableView {
        var_id: VariableId(id),
        var_name: name.to_owned(),
        ids_column_name: name.to_owned(),
        tbl_id: TableId(1),
        tbl_name: table.to_owned(),
        data_source: DataSourceId(1),
        source: "National Malaria Register".to_owned(),
        publish: true,
        data_type: data_type.to_owned(),
        meaning: meaning.to_owned(),
        date_introduced: Some(date(2019, 4, 1)),
        range: Some("0-120".to_owned()),
        old_var_name: None,
        reference: None,
        derived: false,
        usage: String::new(),
        is_primary: name.ends_with("_id"),
        is_foreign: false,
        is_identifiable: name.contains("birth"),
        is_analytical: true,
        enumerated: false,
        synonyms: Vec::new(),
        input_values: Vec::new(),
        dependencies: Vec::new(),
        timeline_of_changes: Vec::new(),
        variable_metadata: Vec::new(),
        hits: Vec::new(),
    };
    DatasetVariableView {
        dataset_variable_id: DatasetVariableId(id),
        rdataset: DatasetId(1),
        is_distinct: name == "sex",
        var,
        since: RequestedVariableState::unchanged(true),
    }
}

fn variables() -> Vec<DatasetVariableView> {
    vec![
        variable(
            1,
            "patient_visit",
            "visit_id",
            "integer",
            "Number of the visit, given once and never again.",
        ),
        variable(
            2,
            "patient_visit",
            "visit_start_date",
            "date",
            "The day on which the patient came to the facility.",
        ),
        variable(
            3,
            "patient_visit",
            "district_code",
            "varchar(8)",
            "Code of the district in which the facility lies.",
        ),
        variable(
            4,
            "patient",
            "year_of_birth",
            "integer",
            "Year of birth as the patient or a relative stated it.",
        ),
        variable(
            5,
            "patient",
            "sex",
            "char(1)",
            "F, M or U where it was not recorded.",
        ),
        variable(
            6,
            "laboratory_result",
            "rapid_diagnostic_test_result_concept_id",
            "integer",
            "Result of the rapid diagnostic test: positive, negative or invalid. Taken before treatment; where a blood \
             smear was read as well, its result stands in a row of its own.",
        ),
        variable(
            7,
            "laboratory_result",
            "parasite_density_per_microlitre",
            "numeric(10,2)",
            "Parasites per microlitre of blood, counted against 200 white cells.",
        ),
        variable(
            8,
            "treatment",
            "drug_given",
            "varchar(120)",
            "The drug that was given, by its generic name.",
        ),
    ]
}

fn stage(number: u16, role: Role, stage_type: StageType, state: StageState, activity: &str) -> StateView {
    let answered = matches!(state, StageState::Approved | StageState::Denied);
    let requesters = role == Role::DataRequester;
    StateView {
        request_state_id: StateId(i64::from(number)),
        number,
        state,
        stage_type,
        role,
        org_role_id: OrganisationRoleId(i64::from(number)),
        organisation: if requesters {
            "Lakeside University"
        } else {
            "Ministry of Health"
        }
        .to_owned(),
        stage_order: i32::from(number),
        stage_activity: activity.to_owned(),
        branch_level: 0,
        pos_x: 0.0,
        pos_y: 0.0,
        next: Vec::new(),
        icon: "Send".to_owned(),
        created_on: time(0),
        unattended_since: (state == StageState::Unattended).then(|| time(9)),
        target: None,
        due_dates: None,
        due: None,
        responded_on: answered.then(|| time(i64::from(number))),
        reason: None,
        recommendation: answered
            .then(|| "The variables fit the study questions. Age is enough at the level of years.".to_owned())
            .filter(|_| !requesters),
        attended_by: answered.then(|| AttendantView {
            user_id: UserId(i64::from(number)),
            fname: if requesters { "Amara" } else { "Jonas" }.to_owned(),
            sname: if requesters { "Okello" } else { "Lindqvist" }.to_owned(),
            org_email: Some("jonas.lindqvist@health.example".to_owned()),
            phone: "+256712345678".to_owned(),
            org_name: if requesters {
                "Lakeside University"
            } else {
                "Ministry of Health"
            }
            .to_owned(),
        }),
    }
}

fn states() -> Vec<StateView> {
    use StageState::{Approved, Incoming, Unattended};
    vec![
        stage(
            1,
            Role::DataRequester,
            StageType::Initial,
            Approved,
            "Request created",
        ),
        stage(2, Role::DataRequester, StageType::Junction, Approved, "Submitted"),
        stage(
            3,
            Role::DataAccessReviewer,
            StageType::Junction,
            Approved,
            "Access review",
        ),
        stage(
            4,
            Role::DataAccessApprover,
            StageType::Junction,
            Approved,
            "Access approval",
        ),
        stage(
            5,
            Role::DataSecurityReviewer,
            StageType::Junction,
            Unattended,
            "Security review",
        ),
        stage(
            6,
            Role::DataSecurityApprover,
            StageType::Junction,
            Incoming,
            "Security approval",
        ),
        stage(
            7,
            Role::DataCustodian,
            StageType::Junction,
            Incoming,
            "Custodian's consent",
        ),
        stage(
            8,
            Role::DataOfficer,
            StageType::Junction,
            Incoming,
            "Release of the data",
        ),
        stage(9, Role::DataRequester, StageType::Terminal, Incoming, "Feedback"),
    ]
}

fn document(kind: DocumentKind, staff: Option<i64>, size: u64) -> DocumentView {
    DocumentView {
        kind,
        staff: staff.map(StaffId),
        key: FileKey::parse("requests/a.pdf").unwrap(),
        name: None,
        file_type: if staff.is_some() {
            FileType::Png
        } else {
            FileType::Pdf
        },
        is_protected: false,
        size,
        sha256: Sha256([0xab; 32]),
        uploaded_on: time(0),
        gone: None,
    }
}

fn staff(id: i64, first_name: &str, surname: &str, number: &str) -> StaffView {
    StaffView {
        staff_shared_id: StaffId(id),
        member: StaffMember {
            first_name: first_name.to_owned(),
            surname: surname.to_owned(),
            phone: "+256712345678".to_owned(),
            email: format!("{}@lakeside.example", first_name.to_lowercase()),
            identification_type: if id == 1 {
                IdentificationType::Passport
            } else {
                IdentificationType::NationalId
            },
            identification_number: number.to_owned(),
            position_in_organisation: "Research assistant".to_owned(),
            confidentiality_protocols: id == 1,
        },
        identification_file_path: Some(FileKey::parse("requests/b.png").unwrap()),
    }
}

fn requester() -> PersonView {
    PersonView {
        user_id: UserId(1),
        fname: "Amara".to_owned(),
        sname: "Okello".to_owned(),
        department: "Public Health".to_owned(),
        designation: "Lecturer".to_owned(),
        phone: "+256712345678".to_owned(),
        org_email: Some("amara.okello@lakeside.example".to_owned()),
        org_name: "Lakeside University".to_owned(),
    }
}

fn purposes() -> Vec<PurposeView> {
    vec![
        PurposeView {
            purpose_id: PurposeId(1),
            purpose: "Research".to_owned(),
            purpose_description: None,
        },
        PurposeView {
            purpose_id: PurposeId(3),
            purpose: "Other".to_owned(),
            purpose_description: Some(
                "Planning of bed net distribution with the district health teams.".to_owned(),
            ),
        },
    ]
}

fn datasets() -> Vec<DatasetView> {
    vec![DatasetView {
        rdataset_id: DatasetId(1),
        dataset_description: "Visits, tests and treatments of children under five.".to_owned(),
        data_source_id: DataSourceId(1),
        source: "National Malaria Register".to_owned(),
        source_description: "Every suspected case of malaria that a public facility has seen since 2015."
            .to_owned(),
        release_date: None,
        variables_count: variables().len() as u64,
        tables: Vec::new(),
        variables: variables(),
    }]
}

/// A request that is pending in its second round, with three answered stages.
pub fn request() -> RequestDetail {
    RequestDetail {
        request_id: RequestId(123),
        details: DetailsContent {
            title:
                "Seasonal malaria in children under five: testing, treatment and outcome in three lake districts"
                    .to_owned(),
            needed_on: date(2026, 6, 15),
            department: None,
        },
        status: OverallStatus::Pending,
        round: 2,
        rounds: Vec::new(),
        requester: requester(),
        organization: "Lakeside University".to_owned(),
        purposes: purposes(),
        requested_datasets: datasets(),
        date_created: time(0),
        submitted_on: time(0),
        last_responded_on: Some(time(4)),
        ethics: EthicsContent {
            committee_name: "Lakeside University Research Ethics Committee".to_owned(),
            answers: Ethics {
                committee: CommitteeId(1),
                protocol_ref_num: "LU-ETH-2026/041".to_owned(),
                approval_letter: true,
                exempted: false,
                additional_committee: Some("National Council for Science".to_owned()),
            },
        },
        format: FormatContent {
            data_format: "Direct access".to_owned(),
            direct_access_from: Some(date(2026, 7, 1)),
            direct_access_to: Some(date(2026, 12, 31)),
            no_date_limit: false,
        },
        principal: Principal {
            fname: "Zażółć".to_owned(),
            sname: "Ελένη-Київська".to_owned(),
            email: "principal@lakeside.example".to_owned(),
            phone: "+48512345678".to_owned(),
            occupation: "Professor of Epidemiology".to_owned(),
            institution: "Institute for Tropical Medicine, Gdańsk".to_owned(),
        },
        is_principal: false,
        filters: FiltersContent {
            dataset_description:
                "All visits of children under five with a test for malaria.\nOne row for each visit, with the \
                test, its result and the treatment that was given."
                    .to_owned(),
            facilities: vec![
                "All facilities from Lake Region".to_owned(),
                "Hill District Hospital".to_owned(),
            ],
            start: Some(date(2020, 1, 1)),
            end: Some(date(2025, 12, 31)),
        },
        documents: vec![
            document(DocumentKind::EthicsApprovalLetter, None, 312_400),
            document(DocumentKind::AdditionalEthicsLetter, None, 90_113),
            document(DocumentKind::DataSharingAgreement, None, 2_411_724),
            document(DocumentKind::StaffIdentification, Some(1), 801_220),
        ],
        list_of_devices: vec![DeviceView {
            device_id: DeviceId(1),
            equipment_type: "Laptop".to_owned(),
            device: Device {
                equipment_name: "Analysis laptop".to_owned(),
                equipment_type: EquipmentTypeId(1),
                serial_number: "SN-4471-0098-LKS".to_owned(),
                used_by: "Amara Okello".to_owned(),
                organisation: "Lakeside University".to_owned(),
                usage_from: date(2026, 7, 1),
                usage_to: date(2026, 12, 31),
            },
        }],
        list_of_staff: vec![
            staff(1, "Grace", "Namutebi", "B09876543"),
            staff(2, "Peter", "Ssali", "CM9001234ABCD"),
        ],
        request_states: states(),
        content_digest: [0; 32],
        content_version: VersionNumber::FIRST,
        has_feedback: false,
    }
}

/// The log entries of the decision on the request and of the letter after it.
pub fn proof() -> PrintedProof {
    let entry = |id, kind, version, leaf| PrintedEntry {
        id: AuditEntryId(id),
        kind,
        version,
        leaf: TreeHash([leaf; 32]),
        index: u64::try_from(id - 1).ok(),
    };
    PrintedProof {
        origin: "aditus.example/log".to_owned(),
        entries: vec![
            entry(1_345, Kind::LetterIssued, None, 0xa7),
            entry(1_343, Kind::RequestDecided, Some(VersionNumber(2)), 0x3c),
        ],
        version: Some((VersionNumber(2), Sha256([0x5e; 32]))),
        address: "https://aditus.example/log?entry=1345&index=1344&request=REQ000123".to_owned(),
    }
}

/// The changes of a request in a round.
pub fn changes(request: &RequestDetail) -> [RoundChanges; 1] {
    let version = |number| VersionView {
        number: VersionNumber(number),
        author: UserId(4),
        author_fname: "Amara".to_owned(),
        author_sname: "Okello".to_owned(),
        author_role: Role::DataRequester,
        at: request.submitted_on,
        section: Some(Section::Staff),
        comment: None,
    };
    let run = |words, text: &str| Run {
        words,
        text: text.to_owned(),
    };
    let letter = DocumentContent {
        kind: DocumentKind::EthicsApprovalLetter,
        file_type: FileType::Pdf,
        size: 300_000,
        sha256: Sha256([0xcd; 32]),
        uploaded_on: request.submitted_on,
    };
    [RoundChanges {
        round: 1,
        decisions: Vec::new(),
        from: VersionNumber(1),
        to: VersionNumber(3),
        versions: vec![version(2), version(3)],
        sections: vec![
            SectionChanges {
                section: None,
                changes: vec![
                    Change::Words {
                        field: "Request title",
                        runs: vec![
                            run(WordChange::Kept, "Nets and "),
                            run(WordChange::Removed, "mortality"),
                            run(WordChange::Added, "survival"),
                        ],
                    },
                    Change::Set {
                        field: "Facilities",
                        added: vec!["Mirrin Clinic".to_owned()],
                        removed: vec!["Ormeda Clinic".to_owned()],
                    },
                ],
            },
            SectionChanges {
                section: Some(Section::EthicsApproval),
                changes: vec![Change::Document {
                    kind: DocumentKind::EthicsApprovalLetter,
                    before: None,
                    after: Some(letter),
                }],
            },
            SectionChanges {
                section: Some(Section::Staff),
                changes: vec![Change::Item {
                    kind: "Staff member",
                    name: "Thea Blackwood".to_owned(),
                    became: ItemKind::Altered,
                    changes: vec![Change::Value {
                        field: "Identification number",
                        before: DisplayValue::IdentificationNumber("QX1112223".to_owned()),
                        after: DisplayValue::IdentificationNumber("QX4445556".to_owned()),
                    }],
                }],
            },
        ],
    }]
}

/// The letter of the standard template.
pub fn letter(is_specimen: bool) -> LetterSheet {
    let values = specimen("Default procedure", "National Health Data Authority", "Aditus");
    LetterSheet {
        number: LetterNumber(12),
        text: standard_template().render(&values),
        made_on: date(2026, 6, 15),
        is_specimen,
        proof: None,
    }
}
