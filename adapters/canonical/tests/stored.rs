//! Digests of stored rows in entries.
#![allow(clippy::unwrap_used, reason = "these are tests")]

use aditus_application::contract::encoding::entry;
use aditus_application::ports::ContentEncoding as _;
use aditus_application::testing::CountingEntropy;
use aditus_canonical::CanonicalJson;
use aditus_domain::audit::stored::{Part, RowDigests, Subject, SubjectKind};
use aditus_domain::audit::{Act, Entry};
use aditus_domain::requests::content::Sha256;

fn written(stored: Vec<RowDigests>) -> String {
    let act = Act::RecordChanged {
        record: "Stage",
        id: 9,
    };
    let entry = Entry {
        act,
        stored,
        ..entry()
    };
    let encoded = CanonicalJson.encode_entry(&entry, &CountingEntropy::default());
    encoded.unwrap().canonical
}

fn states() -> Vec<RowDigests> {
    let subject = |kind, id| Subject { kind, id };
    vec![
        RowDigests {
            subject: subject(SubjectKind::Procedure, 3),
            parts: vec![(Part::Letter, Sha256([1; 32])), (Part::Stages, Sha256([2; 32]))],
        },
        RowDigests {
            subject: subject(SubjectKind::Account, 12),
            parts: Vec::new(),
        },
    ]
}

#[test]
fn stored_states_round_trip() {
    let canonical = written(states());
    let digests = format!(r#""letter":"{}","stages":"{}""#, "01".repeat(32), "02".repeat(32));
    let stored = format!(
        r#","schema":1,"stored":[{{"id":3,"parts":{{{digests}}},"record":"Approval Procedure"}},{{"id":12,"parts":{{}},"record":"Account"}}]}}"#
    );
    assert!(canonical.ends_with(&stored), "{canonical}");
    assert!(CanonicalJson.is_canonical(&canonical));
    assert_eq!(CanonicalJson.row_digests(&canonical).unwrap(), states());
}

#[test]
fn an_entry_without_states_has_no_stored_field() {
    let canonical = written(Vec::new());
    assert!(canonical.ends_with(r#","schema":1}"#), "{canonical}");
    assert_eq!(CanonicalJson.row_digests(&canonical).unwrap(), []);
}

#[test]
fn unknown_parts_are_skipped_and_malformed_states_refused() {
    let canonical = written(states());
    let later = canonical
        .replace("\"letter\"", "\"colour\"")
        .replace("Account", "Robot");
    let expected = RowDigests {
        parts: vec![(Part::Stages, Sha256([2; 32]))],
        ..states().remove(0)
    };
    assert_eq!(CanonicalJson.row_digests(&later).unwrap(), [expected]);
    for (from, to) in [
        ("\"0101", "\"01"),
        ("\"id\":12", "\"id\":\"12\""),
        ("\"parts\"", "\"pieces\""),
    ] {
        let broken = canonical.replace(from, to);
        assert_ne!(broken, canonical);
        assert!(CanonicalJson.row_digests(&broken).is_err(), "{broken}");
    }
}
