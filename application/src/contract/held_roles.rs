//! The contract of reading held roles together with their audit entries.

use aditus_domain::audit::Kind;
use aditus_domain::audit::roles::{RoleIdentity, StoredRole};
use aditus_domain::ids::{AuditEntryId, UserId};
use aditus_domain::roles::{OfferChange, Role, RoleStatus};

use super::seed::{at, commit, org_role, organisation, user};
use crate::audit::NewEntry;
use crate::integrity::ScannedPerson;
use crate::ports::{Database, EncodedEntry};

fn add(database: &dyn Database, kind: Kind, about: Option<UserId>, seconds: i64, canonical: &str) {
    commit(database, |transaction| {
        let entry = NewEntry {
            at: at(seconds),
            kind,
            user: None,
            concerns: about,
            request: None,
            encoded: EncodedEntry {
                canonical: canonical.to_owned(),
                values: Vec::new(),
            },
            mac: [7; 32],
        };
        transaction.audit().add(&entry).unwrap();
    });
}

/// Returns the texts of the entries, in their order.
fn texts(person: &ScannedPerson) -> Vec<&str> {
    let ids: Vec<AuditEntryId> = person.entries.iter().map(|entry| entry.id).collect();
    assert!(ids.is_sorted());
    person
        .entries
        .iter()
        .map(|entry| entry.canonical.as_str())
        .collect()
}

/// Each person has their own roles and entries, in every status, also for roles that are not
/// offered.
pub fn people_are_read_with_their_roles_and_entries(database: &dyn Database) {
    let [holder, other, nobody] = [1, 2, 3].map(|number| user(database, number));
    let here = organisation(database, "Here");
    let offers = [Role::DataOfficer, Role::DataAnalyst].map(|role| org_role(database, here, role));
    let give = |user, offer: usize, status| {
        let id = commit(database, |transaction| {
            transaction
                .roles()
                .assign(user, offers[offer], status, None, None, at(0))
                .unwrap()
        });
        let role = [Role::DataOfficer, Role::DataAnalyst][offer];
        let identity = RoleIdentity {
            id,
            role,
            organisation: here,
        };
        StoredRole { identity, status }
    };
    let analyst = give(holder, 1, RoleStatus::Revoked);
    let of_other = give(other, 0, RoleStatus::Pending);
    let officer = give(holder, 0, RoleStatus::Activated);
    commit(database, |transaction| {
        let reason = "No contract".to_owned();
        let change = OfferChange::to(false, (offers[0], true), None, reason, at(1));
        transaction.organisations().change_role(&change.unwrap()).unwrap();
    });
    // Entries are in insertion order, not in the order of their times.
    for (kind, about, seconds, text) in [
        (Kind::RoleDecided, holder, 3, "decided"),
        (Kind::RoleAsked, holder, 1, "asked"),
        (Kind::SignedIn, holder, 2, "signed in"),
        (Kind::RoleAsked, other, 0, "asked by another"),
        (Kind::RoleDecided, holder, 0, "decided again"),
    ] {
        add(database, kind, Some(about), seconds, text);
    }
    let Some(mut scan) = database.begin_integrity_scan().unwrap() else {
        return;
    };
    let all = scan.people(UserId(i64::MIN), 10).unwrap();
    let people: Vec<UserId> = all.iter().map(|person| person.user).collect();
    assert_eq!(people, [holder, other, nobody]);
    let roles: Vec<_> = all.iter().map(|person| person.roles.clone().unwrap()).collect();
    assert_eq!(roles, [vec![analyst, officer], vec![of_other], vec![]]);
    assert_eq!(texts(&all[0]), ["decided", "asked", "decided again"]);
    assert_eq!(texts(&all[1]), ["asked by another"]);
    assert!(all[2].entries.is_empty());
    assert_eq!(scan.people(holder, 1).unwrap(), all[1..2]);
    assert_eq!(scan.people(nobody, 1).unwrap(), []);
}

/// Each of these people is returned once.
pub fn people_who_exist_only_in_the_audit_log_are_listed(database: &dyn Database) {
    let there = user(database, 1);
    let [lost, another, signed_in] = [987_654, 987_655, 987_656].map(UserId);
    for (kind, about) in [
        (Kind::RoleDecided, there),
        (Kind::RoleDecided, another),
        (Kind::RoleAsked, lost),
        (Kind::RoleDecided, lost),
        (Kind::SignedIn, signed_in),
    ] {
        add(database, kind, Some(about), 0, "entry");
    }
    let Some(mut scan) = database.begin_integrity_scan().unwrap() else {
        return;
    };
    assert_eq!(scan.lost_people(10).unwrap(), [lost, another]);
    assert_eq!(scan.lost_people(1).unwrap(), [lost]);
}
