//! Tests of acts and their fields.

use std::collections::BTreeSet;

use super::{Act, Actor, Bytes, Field, Kind, Personal, RecordKind};
use crate::ids::{AssignedRoleId, PasskeyId, RequestId, SessionId, StateId, UserId};
use crate::requests::VersionNumber;
use crate::requests::content::Sha256;
use crate::review::{Outcome, OverallStatus, StageNumber};

fn decision(reason: Option<Personal>) -> Act {
    Act::RequestDecided {
        request: RequestId(7),
        state: StateId(70),
        stage: StageNumber(2),
        round: 1,
        outcome: Outcome::Denied,
        version: VersionNumber(3),
        content: Sha256([1; 32]),
        reason,
        recommendation: None,
        status: OverallStatus::Denied,
        passkey: None,
        public_key: None,
        algorithm: None,
        nonce: None,
        authenticator_data: None,
        client_data: None,
        signature: None,
    }
}

#[test]
fn names_and_descriptions_of_kinds_are_unique() {
    let names: BTreeSet<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    let labels: BTreeSet<_> = Kind::ALL.iter().map(|kind| kind.label()).collect();
    assert_eq!(names.len(), Kind::ALL.len());
    assert_eq!(labels.len(), Kind::ALL.len());
    for kind in Kind::ALL {
        assert_eq!(Kind::parse(kind.name()), Ok(*kind));
    }
    for name in names {
        let (slice, act) = name.split_once('.').unwrap();
        assert!([slice, act].iter().all(|part| {
            part.chars()
                .all(|letter| letter.is_ascii_lowercase() || letter == '_')
                && !part.is_empty()
        }));
    }
}

#[test]
fn kinds_of_records_have_unique_names() {
    for kind in RecordKind::ALL {
        assert_eq!(RecordKind::parse(kind.name()), Some(*kind));
    }
    assert_eq!(RecordKind::parse("Version variable"), None);
}

#[test]
fn kinds_without_change_are_sign_ins_codes_reading_and_exports() {
    let changes = |slice: &str| {
        Kind::ALL
            .iter()
            .filter(|kind| kind.name().starts_with(slice) && !Kind::WITHOUT_CHANGE.contains(kind))
            .count()
    };
    let all = |slice: &str| {
        Kind::ALL
            .iter()
            .filter(|kind| kind.name().starts_with(slice))
            .count()
    };
    for slice in [
        "role.",
        "record.",
        "calendar.",
        "import.",
        "retention.",
        "secrets.",
        "log.",
    ] {
        assert_eq!(changes(slice), all(slice), "{slice}");
    }
    assert_eq!(
        all("request.") - changes("request."),
        3,
        "codes, opened documents and exports"
    );
    for kind in [
        Kind::SignedIn,
        Kind::SignInRefused,
        Kind::CodeRefused,
        Kind::PasskeyConfirmed,
        Kind::PasskeyRefused,
    ] {
        assert!(Kind::WITHOUT_CHANGE.contains(&kind), "{}", kind.name());
    }
}

#[test]
fn missing_values_have_no_field() {
    let names = |act: &Act| act.fields().into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    let without = decision(None);
    assert_eq!(
        names(&without),
        [
            "request", "state", "stage", "round", "outcome", "version", "content", "status"
        ]
    );
    let with = decision(Some(Personal::new("Not enough is said of the purpose")));
    assert!(names(&with).contains(&"reason"));
}

#[test]
fn an_enrolment_contains_the_public_key() {
    let added = Act::PasskeyAdded {
        user: UserId(5),
        passkey: PasskeyId(3),
        public_key: Bytes(vec![0x30, 0x59]),
        algorithm: -7,
    };
    assert_eq!(
        added.fields(),
        [
            ("user", Field::Number(5)),
            ("passkey", Field::Number(3)),
            ("public_key", Field::Bytes(vec![0x30, 0x59])),
            ("algorithm", Field::Number(-7)),
        ]
    );
    assert_eq!(added.concerns(), Some(UserId(5)));
}

#[test]
fn acts_return_their_request_and_user() {
    assert_eq!(decision(None).request(), Some(RequestId(7)));
    assert_eq!(decision(None).concerns(), None);
    let refused = Act::SignInRefused {
        user: Some(UserId(5)),
    };
    assert_eq!((refused.request(), refused.concerns()), (None, Some(UserId(5))));
    assert_eq!(Act::SignInRefused { user: None }.fields(), []);
}

#[test]
fn personal_text_is_a_personal_field_and_hidden_from_debug() {
    let act = decision(Some(Personal::new("Ama Nobody has said so")));
    assert!(!format!("{act:?}").contains("Nobody"));
    let personal = act
        .fields()
        .into_iter()
        .find(|(name, _)| *name == "reason")
        .unwrap()
        .1;
    assert_eq!(personal, Field::Personal(Personal::new("Ama Nobody has said so")));
}

#[test]
fn only_users_act_in_a_role() {
    let person = Actor::Person {
        user: UserId(1),
        role: None,
        session: Some(SessionId(2)),
    };
    assert_eq!(
        person.in_role(AssignedRoleId(3)),
        Actor::Person {
            user: UserId(1),
            role: Some(AssignedRoleId(3)),
            session: Some(SessionId(2)),
        }
    );
    assert_eq!(Actor::Anonymous.in_role(AssignedRoleId(3)), Actor::Anonymous);
    assert_eq!((Actor::Anonymous.user(), Actor::System.user()), (None, None));
}
