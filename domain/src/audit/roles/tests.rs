//! Tests of the check of roles: valid histories pass, and every alteration is reported.

use chrono::{DateTime, TimeDelta, Utc};

use super::*;
use crate::ids::{AssignedRoleId, AuditEntryId, OrganisationId, UserId};
use crate::roles::RoleStatus::{Activated, Deactivated, Pending, Rejected, Revoked};
use crate::roles::{Role, RoleChangeError, RoleStatus};

const HOLDER: UserId = UserId(12);
const ADMIN: UserId = UserId(2);
const OFFICER: RoleIdentity = RoleIdentity {
    id: AssignedRoleId(7),
    role: Role::DataOfficer,
    organisation: OrganisationId(3),
};
const REQUESTER: RoleIdentity = RoleIdentity {
    id: AssignedRoleId(8),
    role: Role::DataRequester,
    organisation: OrganisationId(6),
};
/// The identity of the officer's role, altered to another role and organisation.
const SUPER_USER: RoleIdentity = RoleIdentity {
    role: Role::SuperUser,
    organisation: OrganisationId(1),
    ..OFFICER
};

fn hour(hours: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000, 0).unwrap() + TimeDelta::hours(hours)
}

/// Returns entries one hour apart, starting with id 1. Applications are made by the holder,
/// decisions by the Admin.
fn recorded(acts: &[(RoleIdentity, RoleAct)]) -> Vec<RoleEntry> {
    let entries = (1..).zip(acts).map(|(number, (identity, act))| RoleEntry {
        id: AuditEntryId(number),
        at: hour(number),
        by: match act {
            RoleAct::Applied => Some(HOLDER),
            RoleAct::Decided(_) => Some(ADMIN),
        },
        recorded: RecordedRole {
            user: HOLDER,
            identity: *identity,
            act: *act,
        },
    });
    entries.collect()
}

fn of_officer(acts: &[RoleAct]) -> Vec<RoleEntry> {
    let acts: Vec<_> = acts.iter().map(|act| (OFFICER, *act)).collect();
    recorded(&acts)
}

fn role(identity: RoleIdentity, status: RoleStatus) -> StoredRole {
    StoredRole { identity, status }
}

fn faults(stored: &[StoredRole], entries: &[RoleEntry]) -> Vec<Fault> {
    check(HOLDER, stored, entries)
}

fn messages(stored: &[StoredRole], entries: &[RoleEntry]) -> Vec<String> {
    let faults = faults(stored, entries);
    faults.iter().map(ToString::to_string).collect()
}

#[test]
fn valid_histories_lead_to_the_stored_status() {
    use RoleAct::{Applied, Decided};
    let lives: [&[RoleAct]; 5] = [
        &[Decided(Activated)],
        &[Applied],
        &[Applied, Decided(Rejected), Applied, Decided(Activated)],
        &[Decided(Activated), Decided(Deactivated), Decided(Activated)],
        &[Decided(Activated), Decided(Revoked), Applied, Decided(Activated)],
    ];
    for acts in lives {
        let status = acts.last().unwrap().status();
        assert_eq!(
            faults(&[role(OFFICER, status)], &of_officer(acts)),
            [],
            "{acts:?}"
        );
    }
    assert_eq!(faults(&[], &[]), []);
    let both = recorded(&[
        (OFFICER, Applied),
        (REQUESTER, Decided(Activated)),
        (OFFICER, Decided(Activated)),
        (REQUESTER, Decided(Revoked)),
    ]);
    let stored = [role(OFFICER, Activated), role(REQUESTER, Revoked)];
    assert_eq!(faults(&stored, &both), []);
}

/// For example, by the command that creates a Super User.
#[test]
fn only_the_first_assignment_may_lack_a_user() {
    let mut entries = of_officer(&[RoleAct::Decided(Activated)]);
    entries[0].by = None;
    assert_eq!(faults(&[role(OFFICER, Activated)], &entries), []);
    let mut entries = of_officer(&[RoleAct::Applied, RoleAct::Decided(Activated)]);
    entries[1].by = None;
    assert_eq!(
        messages(&[role(OFFICER, Activated)], &entries),
        ["entry 2 does not say who did it"]
    );
}

#[test]
fn added_altered_and_removed_roles_are_reported() {
    let given = recorded(&[
        (OFFICER, RoleAct::Decided(Activated)),
        (REQUESTER, RoleAct::Applied),
        (REQUESTER, RoleAct::Decided(Rejected)),
    ]);
    let requester = role(REQUESTER, Rejected);
    let added = role(
        RoleIdentity {
            id: AssignedRoleId(9),
            ..SUPER_USER
        },
        Activated,
    );
    let cases: [(&[StoredRole], &[&str]); 6] = [
        (&[role(OFFICER, Activated), requester], &[]),
        (
            &[role(OFFICER, Activated), requester, added],
            &["role 9 (Super User of organisation 1) is Activated, and no entry gave it"],
        ),
        (
            &[role(SUPER_USER, Activated), requester],
            &["role 7 is Super User of organisation 1, and by entry 1 it is Data Officer of organisation 3"],
        ),
        (
            &[role(OFFICER, Activated), role(REQUESTER, Activated)],
            &["role 8 (Data Requester of organisation 6) is Activated, and by entry 3 it is Rejected"],
        ),
        (
            &[requester],
            &[
                "role 7 (Data Officer of organisation 3) is Activated by entry 1, and the person does not have it",
            ],
        ),
        (
            &[],
            &[
                "role 7 (Data Officer of organisation 3) is Activated by entry 1, and the person does not have it",
                "role 8 (Data Requester of organisation 6) is Rejected by entry 3, and the person does not have it",
            ],
        ),
    ];
    for (stored, expected) in cases {
        assert_eq!(messages(stored, &given), expected);
    }
}

#[test]
fn forbidden_changes_are_reported() {
    let stored = [role(OFFICER, Activated)];
    let refused = |entry, why| {
        let entry = AuditEntryId(entry);
        vec![Fault::Refused { entry, why }]
    };
    let not_allowed = RoleChangeError::NotAllowed {
        from: Revoked,
        to: Activated,
    };
    let acts = [RoleAct::Decided(Revoked), RoleAct::Decided(Activated)];
    assert_eq!(faults(&stored, &of_officer(&acts)), refused(2, not_allowed));

    let mut own = of_officer(&[RoleAct::Applied, RoleAct::Decided(Activated)]);
    own[1].by = Some(HOLDER);
    assert_eq!(faults(&stored, &own), refused(2, RoleChangeError::OwnRole));
    let mut own = of_officer(&[RoleAct::Decided(Activated)]);
    own[0].by = Some(HOLDER);
    assert_eq!(faults(&stored, &own), refused(1, RoleChangeError::OwnRole));
    let mut asked = of_officer(&[RoleAct::Applied]);
    asked[0].by = Some(ADMIN);
    let waiting = [role(OFFICER, Pending)];
    assert_eq!(
        faults(&waiting, &asked),
        refused(1, RoleChangeError::NotTheHolder)
    );
}

#[test]
fn contradicting_entries_are_reported() {
    let another = recorded(&[
        (OFFICER, RoleAct::Decided(Activated)),
        (SUPER_USER, RoleAct::Decided(Activated)),
    ]);
    assert_eq!(
        messages(&[role(SUPER_USER, Activated)], &another),
        [
            "entry 2 says that role 7 is Super User of organisation 1, and by entry 1 it is Data Officer of organisation 3"
        ]
    );
}
