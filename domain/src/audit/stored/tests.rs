//! Tests that a row that differs from its last audit entry is reported.

use super::*;
use crate::audit::{Act, Kind};
use crate::ids::{AuditEntryId, UserId};
use crate::reference::ReferenceList;
use crate::requests::content::Sha256;

const PURPOSE: Subject = Subject {
    kind: SubjectKind::Entry(ReferenceList::Purposes),
    id: 4,
};
const ACCOUNT: Subject = Subject {
    kind: SubjectKind::Account,
    id: 12,
};

fn last_entry(parts: &[(Part, u8)]) -> LastEntry {
    LastEntry {
        entry: AuditEntryId(9),
        parts: digests(parts),
    }
}

fn digests(parts: &[(Part, u8)]) -> Vec<(Part, Sha256)> {
    parts
        .iter()
        .map(|(part, byte)| (*part, Sha256([*byte; 32])))
        .collect()
}

fn fault(subject: Subject, stored: Option<&[(Part, u8)]>, last: Option<&LastEntry>) -> Option<String> {
    let stored = stored.map(digests);
    check(subject, stored.as_deref(), last).map(|fault| fault.to_string())
}

#[test]
fn names_round_trip() {
    for kind in SubjectKind::ALL {
        assert_eq!(SubjectKind::parse(kind.name()), Some(kind));
    }
    for part in Part::ALL {
        assert_eq!(Part::parse(part.name()), Some(*part));
    }
    assert_eq!(SubjectKind::parse("Variable"), None);
    assert_eq!(Part::parse("colour"), None);
}

#[test]
fn row_that_matches_its_last_entry_has_no_fault() {
    let parts = [(Part::Details, 1)];
    assert_eq!(fault(PURPOSE, Some(&parts), Some(&last_entry(&parts))), None);
    assert_eq!(
        fault(PURPOSE, None, Some(&last_entry(&[]))),
        None,
        "the row was deleted"
    );
    assert_eq!(fault(PURPOSE, None, None), None);
    // An entry of an earlier version of the product may contain fewer parts.
    let more = [(Part::Details, 1), (Part::Roles, 2)];
    assert_eq!(fault(PURPOSE, Some(&more), Some(&last_entry(&parts))), None);
}

#[test]
fn altered_added_and_removed_rows_are_reported() {
    let parts = [(Part::Details, 1)];
    assert_eq!(
        fault(PURPOSE, Some(&[(Part::Details, 2)]), Some(&last_entry(&parts))).unwrap(),
        "Purpose 4 differs from entry 9 in its name, state or other details"
    );
    assert_eq!(
        fault(PURPOSE, Some(&parts), None).unwrap(),
        "Purpose 4: no entry says what is stored"
    );
    assert_eq!(
        fault(PURPOSE, None, Some(&last_entry(&parts))).unwrap(),
        "Purpose 4: by entry 9 it is there, but it no longer exists"
    );
    assert_eq!(
        fault(PURPOSE, Some(&parts), Some(&last_entry(&[]))).unwrap(),
        "Purpose 4: by entry 9 it no longer exists, but it is there"
    );
}

#[test]
fn differing_parts_are_named() {
    let before = last_entry(&[(Part::Address, 1), (Part::Number, 2), (Part::Password, 3)]);
    let now = [(Part::Address, 7), (Part::Number, 8), (Part::Password, 3)];
    assert_eq!(
        fault(ACCOUNT, Some(&now), Some(&before)).unwrap(),
        "Account 12 differs from entry 9 in its email address, phone number"
    );
    // The digests of the other parts are salted with the password hash.
    let now = [(Part::Address, 7), (Part::Number, 8), (Part::Password, 9)];
    assert_eq!(
        fault(ACCOUNT, Some(&now), Some(&before)).unwrap(),
        "Account 12 differs from entry 9 in its password"
    );
}

#[test]
fn acts_return_the_row_that_they_change() {
    let user = UserId(12);
    assert_eq!(Act::PasswordSet { user }.subject(), Some(ACCOUNT));
    assert_eq!(Act::PasswordConfirmed { user }.subject(), None);
    let record = |record| Act::RecordRemoved { record, id: 4 };
    assert_eq!(record("Purpose").subject(), Some(PURPOSE));
    assert_eq!(record("Variable").subject(), None);
    let kinds = [Kind::PasswordSet, Kind::RecordRemoved];
    assert!(kinds.iter().all(|kind| Act::WITH_ROW_DIGESTS.contains(kind)));
}
