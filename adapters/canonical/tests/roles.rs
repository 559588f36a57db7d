//! Role acts and records as they are read from entries.
#![allow(clippy::unwrap_used, reason = "these are tests")]

use aditus_application::contract::encoding::entry;
use aditus_application::ports::ContentEncoding as _;
use aditus_application::testing::CountingEntropy;
use aditus_canonical::CanonicalJson;
use aditus_domain::audit::roles::{RecordedRole, RoleAct, RoleIdentity};
use aditus_domain::audit::{Act, Entry, Personal, RecordKind, RecordRef};
use aditus_domain::ids::{AssignedRoleId, OrganisationId, UserId};
use aditus_domain::roles::{Role, RoleStatus};

const USER: UserId = UserId(21);
const IDENTITY: RoleIdentity = RoleIdentity {
    id: AssignedRoleId(7),
    role: Role::DataCustodian,
    organisation: OrganisationId(3),
};

fn written(act: Act) -> String {
    let entry = Entry { act, ..entry() };
    let encoded = CanonicalJson.encode_entry(&entry, &CountingEntropy::default());
    encoded.unwrap().canonical
}

fn acts() -> [(Act, RoleAct); 2] {
    let (user, assigned_role) = (USER, IDENTITY.id);
    let (role, organisation) = (IDENTITY.role, IDENTITY.organisation);
    [
        (
            Act::RoleAsked {
                user,
                assigned_role,
                role,
                organisation,
            },
            RoleAct::Applied,
        ),
        (
            Act::RoleDecided {
                user,
                assigned_role,
                role,
                organisation,
                status: RoleStatus::Revoked,
                reason: Some(Personal::new("No contract")),
            },
            RoleAct::Decided(RoleStatus::Revoked),
        ),
    ]
}

#[test]
fn role_acts_are_read_from_entries() {
    let acts = acts();
    assert!(
        RoleAct::KINDS
            .iter()
            .all(|kind| acts.iter().any(|(act, _)| act.kind() == *kind))
    );
    for (act, done) in acts {
        let recorded = RecordedRole {
            user: USER,
            identity: IDENTITY,
            act: done,
        };
        let canonical = written(act);
        assert_eq!(CanonicalJson.recorded_role(&canonical).unwrap(), Some(recorded));
        for (from, to) in [
            ("\"status\"", "\"stage\""),
            ("\"organisation\":3", "\"organisation\":\"3\""),
            ("Data Custodian", "Custodian"),
            ("\"assigned_role\"", "\"role_id\""),
        ] {
            let other = canonical.replace(from, to);
            assert_eq!(
                CanonicalJson.recorded_role(&other).is_err(),
                other != canonical,
                "{other}"
            );
        }
    }
}

#[test]
fn entries_of_other_kinds_have_no_role_act() {
    assert_eq!(CanonicalJson.recorded_role(&written(entry().act)).unwrap(), None);
    let added = Act::AccountRegistered {
        user: USER,
        organisation: IDENTITY.organisation,
    };
    assert_eq!(CanonicalJson.recorded_role(&written(added)).unwrap(), None);
    assert!(CanonicalJson.recorded_role("{}").is_err());
}

#[test]
fn records_are_read_from_entries() {
    let refs = |act| CanonicalJson.record_refs(&written(act)).unwrap();
    let changed = |record| Act::RecordChanged { record, id: 6 };
    assert_eq!(
        refs(changed("Data source")),
        [RecordRef {
            kind: RecordKind::Source,
            id: 6,
        }]
    );
    assert_eq!(refs(changed("Version variable")), []);
    let (asked, _) = acts().into_iter().next().unwrap();
    assert_eq!(
        refs(asked),
        [RecordRef {
            kind: RecordKind::Organisation,
            id: 3,
        }]
    );
    assert_eq!(refs(entry().act), []);
    assert!(CanonicalJson.record_refs("{}").is_err());
}
