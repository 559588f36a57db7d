//! Strategies for arbitrary contents, entries and JSON.

use aditus_domain::accounts::AccountState;
use aditus_domain::audit::stored::{Part, RowDigests, Subject, SubjectKind};
use aditus_domain::audit::{self, Act, Actor, Bytes, Entry, Field};
use aditus_domain::ids::{
    AssignedRoleId, CommitteeId, DataSourceId, DatasetId, DeviceId, DocumentId, EquipmentTypeId, PasskeyId,
    PurposeId, RequestId, SessionId, StaffId, StateId, UserId, VariableId,
};
use aditus_domain::procedures::LetterNumber;
use aditus_domain::requests::content::{
    Commitment, Content, DatasetContent, DetailsContent, DeviceContent, DocumentContent, EthicsContent,
    FiltersContent, FormatContent, Personal, PrincipalContent, PurposeContent, Sha256, StaffContent,
    VariableContent,
};
use aditus_domain::requests::{DocumentKind, Ethics, FileType, VersionNumber};
use aditus_domain::review::{Outcome, OverallStatus, Section, StageNumber};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value};

/// Largest integer that JSON represents exactly.
const LARGEST: i64 = (1 << 53) - 1;

/// Includes characters that JSON has to escape, and some that it may.
fn any_text() -> impl Strategy<Value = String> {
    let special = "\"\\/\u{0}\n\u{1f}\u{7f}é\u{2028}\u{feff}\u{ffff}😀";
    let character = prop_oneof![any::<char>(), select(special.chars().collect::<Vec<_>>())];
    vec(character, 0..6).prop_map(|characters| characters.into_iter().collect())
}

fn any_number() -> impl Strategy<Value = i64> {
    prop_oneof![0_i64..20, -LARGEST..=LARGEST, Just(LARGEST)]
}

fn any_day() -> impl Strategy<Value = NaiveDate> {
    (0_i32..=2_932_896).prop_map(|days| NaiveDate::default() + TimeDelta::days(days.into()))
}

/// Has microseconds, the precision that is stored.
fn any_time() -> impl Strategy<Value = DateTime<Utc>> {
    (0_i64..253_402_300_800_000_000).prop_map(|micros| DateTime::from_timestamp_micros(micros).unwrap())
}

fn any_hash() -> impl Strategy<Value = Sha256> {
    any::<[u8; 32]>().prop_map(Sha256)
}

fn any_personal() -> impl Strategy<Value = Personal> {
    prop_oneof![
        3 => any_text().prop_map(Personal::Known),
        1 => any::<[u8; 32]>().prop_map(|commitment| Personal::Erased(Commitment(commitment)))
    ]
}

fn any_file(kinds: &'static [DocumentKind]) -> impl Strategy<Value = DocumentContent> {
    let size = 0..=LARGEST.unsigned_abs();
    (
        select(kinds),
        select(&FileType::ALL),
        size,
        any_hash(),
        any_time(),
    )
        .prop_map(|(kind, file_type, size, sha256, uploaded_on)| DocumentContent {
            kind,
            file_type,
            size,
            sha256,
            uploaded_on,
        })
}

fn any_variable() -> impl Strategy<Value = VariableContent> {
    (any_number(), any_text(), any_text(), any::<bool>()).prop_map(|(id, table, name, is_distinct)| {
        VariableContent {
            id: VariableId(id),
            table,
            name,
            is_distinct,
        }
    })
}

prop_compose! {
    fn any_dataset()(
        (id, source) in (any_number(), any_number()),
        (source_name, description) in (any_text(), any_text()),
        variables in vec(any_variable(), 0..4),
    ) -> DatasetContent {
        DatasetContent { id: DatasetId(id), source: DataSourceId(source), source_name, description, variables }
    }
}

prop_compose! {
    fn any_device()(
        (id, equipment_type) in (any_number(), any_number()),
        (equipment_type_name, equipment_name, serial_number) in (any_text(), any_text(), any_text()),
        (used_by, organisation) in (any_personal(), any_text()),
        (usage_from, usage_to) in (any_day(), any_day()),
    ) -> DeviceContent {
        DeviceContent {
            id: DeviceId(id), equipment_type: EquipmentTypeId(equipment_type), equipment_type_name, equipment_name,
            serial_number, used_by, organisation, usage_from, usage_to,
        }
    }
}

prop_compose! {
    fn any_member()(
        (id, confidentiality_protocols) in (any_number(), any::<bool>()),
        (first_name, surname, phone, email) in (any_personal(), any_personal(), any_personal(), any_personal()),
        (identification_type, identification_number) in (any_text(), any_personal()),
        position_in_organisation in any_text(),
        identification_file in of(any_file(&DocumentKind::ALL)),
    ) -> StaffContent {
        StaffContent {
            id: StaffId(id), first_name, surname, phone, email, identification_type, identification_number,
            position_in_organisation, confidentiality_protocols, identification_file,
        }
    }
}

prop_compose! {
    /// Has every list in its order and without duplicates.
    pub fn any_content()(
        (title, needed_on, department) in (any_text(), any_day(), of(any_text())),
        purposes in vec((any_number(), any_text(), of(any_text())), 0..3),
        (is_requester, occupation, institution) in (any::<bool>(), any_text(), any_text()),
        (fname, sname, email, phone) in (any_personal(), any_personal(), any_personal(), any_personal()),
        (committee, committee_name, protocol_ref_num) in (any_number(), any_text(), any_text()),
        (approval_letter, exempted, no_date_limit) in any::<(bool, bool, bool)>(),
        (additional_committee, data_format) in (of(any_text()), any_text()),
        (direct_access_from, direct_access_to, start, end) in (of(any_day()), of(any_day()), of(any_day()), of(any_day())),
        (dataset_description, facilities) in (any_text(), vec(any_text(), 0..3)),
        (datasets, documents) in (vec(any_dataset(), 0..3), vec(any_file(&DocumentKind::ALL), 0..5)),
        (devices, staff) in (vec(any_device(), 0..3), vec(any_member(), 0..3)),
    ) -> Content {
        let purposes = purposes.into_iter().map(|(id, purpose, description)| PurposeContent {
            id: PurposeId(id), purpose, description,
        });
        let mut content = Content {
            details: DetailsContent { title, needed_on, department },
            purposes: purposes.collect(),
            principal: PrincipalContent { is_requester, fname, sname, email, phone, occupation, institution },
            ethics: EthicsContent {
                committee_name,
                answers: Ethics {
                    committee: CommitteeId(committee), protocol_ref_num, approval_letter, exempted,
                    additional_committee,
                },
            },
            format: FormatContent { data_format, direct_access_from, direct_access_to, no_date_limit },
            filters: FiltersContent { dataset_description, facilities, start, end },
            datasets, documents, devices, staff,
        }
        .ordered();
        content.devices.dedup_by_key(|device| device.id);
        content.staff.dedup_by_key(|member| member.id);
        content
    }
}

fn any_bytes() -> impl Strategy<Value = Bytes> {
    vec(any::<u8>(), 0..50).prop_map(Bytes)
}

fn any_words() -> impl Strategy<Value = audit::Personal> {
    any_text().prop_map(audit::Personal::new)
}

prop_compose! {
    fn any_decision()(
        (request, state, stage, round) in (any_number(), any_number(), any::<u16>(), any::<u32>()),
        (outcome, status) in (select(Outcome::ALL), select(OverallStatus::ALL)),
        (version, content) in (any::<u32>(), any_hash()),
        (reason, recommendation) in (of(any_words()), of(any_words())),
        (passkey, algorithm, bytes) in (of(any_number()), any_number(), any_bytes()),
    ) -> Act {
        Act::RequestDecided {
            request: RequestId(request), state: StateId(state), stage: StageNumber(stage), round, outcome,
            version: VersionNumber(version), content, reason, recommendation, status,
            passkey: passkey.map(PasskeyId), public_key: passkey.map(|_| bytes.clone()),
            algorithm: passkey.map(|_| algorithm), nonce: passkey.map(|_| Bytes(content.0.to_vec())),
            authenticator_data: passkey.map(|_| bytes.clone()), client_data: passkey.map(|_| bytes.clone()),
            signature: passkey.map(|_| bytes),
        }
    }
}

/// Covers acts of every shape: with and without texts, with absent fields, and with lists.
fn any_act() -> impl Strategy<Value = Act> {
    prop_oneof![
        any_decision(),
        (
            any_number(),
            0..=LARGEST.unsigned_abs(),
            any_time(),
            any_words(),
            any_words()
        )
            .prop_map(|(request, letter, made_on, heading, body)| Act::LetterIssued {
                request: RequestId(request),
                letter: LetterNumber(letter),
                made_on,
                heading,
                body,
            }),
        (any_number(), select(&Section::ALL), any::<u32>(), any_hash()).prop_map(
            |(request, section, version, content)| Act::RequestEdited {
                request: RequestId(request),
                section: Some(section),
                version: VersionNumber(version),
                content,
                comment: None,
                resolved: true,
            }
        ),
        (any_number(), vec(any_number(), 0..4)).prop_map(|(request, documents)| Act::RetentionApplied {
            request: RequestId(request),
            documents: documents.into_iter().map(DocumentId).collect(),
        }),
        (any_number(), any_time(), vec(any_number(), 0..4)).prop_map(
            |(request, last_happened_on, documents)| {
                Act::RequestRemoved {
                    request: RequestId(request),
                    status: OverallStatus::Recalled,
                    last_happened_on,
                    documents: documents.into_iter().map(DocumentId).collect(),
                }
            }
        ),
        (any_number(), any_number(), any_bytes(), any_number()).prop_map(
            |(user, passkey, public_key, algorithm)| Act::PasskeyAdded {
                user: UserId(user),
                passkey: PasskeyId(passkey),
                public_key,
                algorithm,
            }
        ),
        any_number().prop_map(|user| Act::AccountStateChanged {
            user: UserId(user),
            state: AccountState::Disabled,
        }),
        any_words().prop_map(|configuration| Act::ServerStarted {
            version: "0.1.0",
            configuration,
        }),
    ]
}

fn any_actor() -> impl Strategy<Value = Actor> {
    let person = (any_number(), of(any_number()), of(any_number()));
    prop_oneof![
        Just(Actor::Anonymous),
        Just(Actor::System),
        person.prop_map(|(user, role, session)| Actor::Person {
            user: UserId(user),
            role: role.map(AssignedRoleId),
            session: session.map(SessionId),
        })
    ]
}

/// Covers rows of every kind, including deleted ones.
fn any_row_digests() -> impl Strategy<Value = RowDigests> {
    let parts = vec((select(Part::ALL), any_hash()), 0..3);
    (select(&SubjectKind::ALL), any_number(), parts).prop_map(|(kind, id, mut parts)| {
        parts.sort_unstable();
        parts.dedup_by_key(|(part, _)| *part);
        RowDigests {
            subject: Subject { kind, id },
            parts,
        }
    })
}

pub fn any_entry() -> impl Strategy<Value = Entry> {
    (any_time(), any_actor(), any_act(), vec(any_row_digests(), 0..3))
        .prop_map(|(at, by, act, stored)| Entry { at, by, act, stored })
}

fn any_field() -> impl Strategy<Value = Field> {
    let leaf = prop_oneof![
        any_number().prop_map(Field::Number),
        any::<bool>().prop_map(Field::Flag),
        select(vec!["Active", "a\u{301}", "\"", ""]).prop_map(Field::Word),
        any_day().prop_map(Field::Day),
        any_time().prop_map(Field::Time),
        any_hash().prop_map(Field::Digest),
        any_bytes().prop_map(|bytes| Field::Bytes(bytes.0)),
    ];
    leaf.prop_recursive(2, 8, 3, |field| vec(field, 0..3).prop_map(Field::List))
}

type Fields = Vec<(&'static str, Field)>;

/// Fields, and the same fields in another order.
pub fn any_fields() -> impl Strategy<Value = (Fields, Fields)> {
    const NAMES: [&str; 6] = ["id", "state", "State", "states", "é", "😀"];
    vec(any_field(), 0..=NAMES.len()).prop_flat_map(|fields| {
        let fields: Fields = NAMES.into_iter().zip(fields).collect();
        (Just(fields.clone()), Just(fields).prop_shuffle())
    })
}

/// Arbitrary JSON whose numbers survive being written and read.
pub fn any_document() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any_number().prop_map(Value::from),
        any::<i32>().prop_map(|eighths| Value::from(f64::from(eighths) / 8.0)),
        any_text().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |value| {
        prop_oneof![
            vec(value.clone(), 0..4).prop_map(Value::from),
            vec((any_text(), value), 0..4).prop_map(|members| Value::from(Map::from_iter(members))),
        ]
    })
}
