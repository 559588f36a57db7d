//! The contract of the rows whose digests audit entries contain.

use aditus_domain::audit::Kind;
use aditus_domain::audit::stored::{Part, Subject, SubjectKind};
use aditus_domain::deadlines::{CompletionWindow, Target, Term, TermUnit};
use aditus_domain::ids::AuditEntryId;
use aditus_domain::procedures::{LetterTemplate, ProcedureText, default_procedure};
use aditus_domain::roles::Role;

use super::fixtures::{provider, requester};
use super::seed::{at, commit, organisation, reference_data, user};
use crate::audit::NewEntry;
use crate::audit::stored::RowState;
use crate::integrity::IntegrityScan;
use crate::ports::{Database, EncodedEntry, Transaction};

fn scan(database: &dyn Database) -> Box<dyn IntegrityScan + '_> {
    database.begin_integrity_scan().unwrap().unwrap()
}

fn state(database: &dyn Database, kind: SubjectKind, id: i64) -> Option<RowState> {
    commit(database, |transaction| {
        transaction.stored_rows().state(Subject { kind, id }).unwrap()
    })
}

/// A row is the same when read by id and among all rows.
pub fn rows_are_read_alone_and_among_all(database: &dyn Database) {
    provider(database);
    requester(database);
    reference_data(database);
    commit(database, |transaction| {
        transaction
            .procedures()
            .add(&default_procedure(), true, true)
            .unwrap();
    });
    for kind in SubjectKind::ALL {
        let all = scan(database).row_states(kind, i64::MIN, 1000).unwrap();
        assert!(!all.is_empty(), "{kind:?}");
        assert!(all.is_sorted_by_key(|row| row.id), "{kind:?}");
        let ids = commit(database, |transaction| {
            transaction.stored_rows().ids(kind).unwrap()
        });
        assert!(ids.iter().eq(all.iter().map(|row| &row.id)), "{kind:?}");
        for row in &all {
            assert_eq!(state(database, kind, row.id).as_ref(), Some(row), "{kind:?}");
        }
        let first = scan(database).row_states(kind, i64::MIN, 1).unwrap();
        assert_eq!(first, all[..1], "{kind:?}");
        let others = scan(database).row_states(kind, first[0].id, 1000).unwrap();
        assert_eq!(others, all[1..], "{kind:?}");
        assert_eq!(state(database, kind, 987_654), None, "{kind:?}");
    }
}

/// Returns the parts that differ after a change.
fn changed(
    database: &dyn Database,
    kind: SubjectKind,
    id: i64,
    change: impl FnOnce(&mut dyn Transaction),
) -> Vec<Part> {
    let before = state(database, kind, id).unwrap();
    commit(database, change);
    let after = state(database, kind, id).unwrap();
    let names = |row: &RowState| row.parts.iter().map(|(part, _)| *part).collect::<Vec<_>>();
    assert_eq!(names(&before), names(&after));
    let parts = after
        .parts
        .into_iter()
        .filter(|part| !before.parts.contains(part));
    parts.map(|(part, _)| part).collect()
}

/// Another password changes all parts of an account, because its hash salts the other digests.
pub fn a_change_alters_the_digest_of_its_part(database: &dyn Database) {
    let ada = user(database, 1);
    let of_account = |change: fn(&mut crate::accounts::Account)| {
        changed(database, SubjectKind::Account, ada.0, |transaction| {
            let mut account = transaction.accounts().by_id(ada).unwrap().unwrap();
            change(&mut account);
            transaction.accounts().save(&account).unwrap();
        })
    };
    let is_verified = of_account(|account| account.email_is_verified = !account.email_is_verified);
    assert_eq!(is_verified, [Part::Address]);
    let password = of_account(|account| "another hash".clone_into(&mut account.password_hash));
    assert_eq!(
        password,
        [Part::Details, Part::Address, Part::Number, Part::Password]
    );

    let here = organisation(database, "Here");
    let offered = changed(database, SubjectKind::Organisation, here.0, |transaction| {
        let organisations = transaction.organisations();
        organisations.offer_role(here, Role::DataCustodian).unwrap();
    });
    assert_eq!(offered, [Part::Roles]);
    let source = super::seed::source(database, "Births", true);
    let custody = changed(database, SubjectKind::Source, source.0, |transaction| {
        let role = transaction
            .organisations()
            .active_role(here, Role::DataCustodian)
            .unwrap();
        transaction
            .dictionary()
            .add_custodian(source, role.unwrap(), false)
            .unwrap();
    });
    assert_eq!(custody, [Part::Custodians]);
    let procedure = commit(database, |transaction| {
        let added = transaction.procedures().add(&default_procedure(), true, true);
        added.unwrap()
    });
    let letter = changed(database, SubjectKind::Procedure, procedure.0, |transaction| {
        let template = LetterTemplate::parse("Approval", "Dear {{requester_name}}").unwrap();
        transaction
            .procedures()
            .save_letter(procedure, Some(&template))
            .unwrap();
    });
    assert_eq!(letter, [Part::Letter]);
    let stages = changed(database, SubjectKind::Procedure, procedure.0, |transaction| {
        let stored = transaction.procedures().by_id(procedure).unwrap().unwrap();
        let first = stored.procedure.stages.first().unwrap().id;
        let mut stage = transaction.procedures().stage(first).unwrap().unwrap();
        stage.role = Role::DataOfficer;
        transaction.procedures().save_stage(first, &stage).unwrap();
    });
    assert_eq!(stages, [Part::Stages]);
    let targets = changed(database, SubjectKind::Procedure, procedure.0, |transaction| {
        let stored = transaction.procedures().by_id(procedure).unwrap().unwrap();
        let first = stored.procedure.stages.first().unwrap().id;
        let mut stage = transaction.procedures().stage(first).unwrap().unwrap();
        stage.target = Target::new(10).ok();
        transaction.procedures().save_stage(first, &stage).unwrap();
    });
    assert_eq!(targets, [Part::Targets]);
    let term = changed(database, SubjectKind::Procedure, procedure.0, |transaction| {
        let stored = transaction.procedures().by_id(procedure).unwrap().unwrap();
        let text = ProcedureText {
            name: stored.procedure.name,
            description: stored.procedure.description,
            term: Term::new(TermUnit::Months, 3).ok(),
            completion_window: None,
        };
        transaction
            .procedures()
            .save(procedure, &text, stored.status)
            .unwrap();
    });
    assert_eq!(term, [Part::Term]);
    let window = changed(database, SubjectKind::Procedure, procedure.0, |transaction| {
        let stored = transaction.procedures().by_id(procedure).unwrap().unwrap();
        let text = ProcedureText {
            name: stored.procedure.name,
            description: stored.procedure.description,
            term: stored.procedure.term,
            completion_window: Some(CompletionWindow::USUAL),
        };
        transaction
            .procedures()
            .save(procedure, &text, stored.status)
            .unwrap();
    });
    assert_eq!(window, [Part::Window]);
}

/// Entries of other kinds are left out.
pub fn entries_with_digests_of_rows_are_read_in_order(database: &dyn Database) {
    for (kind, seconds, text) in [
        (Kind::RecordChanged, 3, "changed"),
        (Kind::SignedIn, 1, "signed in"),
        (Kind::PasswordSet, 0, "set"),
        (Kind::RecordAdded, 2, "added"),
    ] {
        commit(database, |transaction| {
            let entry = NewEntry {
                at: at(seconds),
                kind,
                user: None,
                concerns: None,
                request: None,
                encoded: EncodedEntry {
                    canonical: text.to_owned(),
                    values: Vec::new(),
                },
                mac: [7; 32],
            };
            transaction.audit().add(&entry).unwrap();
        });
    }
    let read = |after, most| scan(database).digest_entries(after, most).unwrap();
    let all = read(AuditEntryId(i64::MIN), 10);
    let texts: Vec<&str> = all.iter().map(|entry| entry.canonical.as_str()).collect();
    assert_eq!(texts, ["changed", "set", "added"]);
    assert_eq!(read(AuditEntryId(i64::MIN), 2), all[..2]);
    assert_eq!(read(all[1].id, 2), all[2..]);
}
