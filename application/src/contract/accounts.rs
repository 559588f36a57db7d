//! The contract of accounts.

use aditus_domain::accounts::{
    AccountState, Click, EmailAddress, NameField, PersonName, PhoneClaim, PhoneClaimStatus,
};
use aditus_domain::ids::UserId;
use aditus_domain::organisations::DATA_REQUESTER_ORGANISATION;
use aditus_domain::roles::{Role, RoleStatus};

use super::seed::{at, commit, org_role, organisation, person, user};
use crate::ports::{Database, StoreError};

/// All fields of an account are stored unchanged.
pub fn an_account_is_read_as_it_was_added(database: &dyn Database) {
    let mut new = person(1);
    new.middle_name = Some(PersonName::parse("Ngô", NameField::Middle).unwrap());
    new.tentative_organization = Some("Clinic \"Łódź\" 健康".to_owned());
    new.state = AccountState::Pending;
    new.email_is_verified = false;
    let mut transaction = database.begin().unwrap();
    let id = transaction.accounts().add(&new).unwrap();
    let account = transaction.accounts().by_id(id).unwrap().unwrap();
    assert_eq!(account.id, id);
    assert_eq!(
        (account.fname, account.middle_name, account.sname),
        (new.fname, new.middle_name, new.sname)
    );
    assert_eq!((account.phone, account.org_email), (new.phone, new.org_email));
    assert_eq!(
        (account.designation, account.department),
        (new.designation, new.department)
    );
    assert_eq!(account.organisation, DATA_REQUESTER_ORGANISATION);
    assert_eq!(account.tentative_organization, new.tentative_organization);
    assert_eq!(account.password_hash, new.password_hash);
    assert_eq!(
        (account.state, account.email_is_verified),
        (AccountState::Pending, false)
    );
    assert_eq!(transaction.accounts().by_id(UserId(id.0 + 1)).unwrap(), None);
}

/// Accounts are found by address or phone, in a transaction and in the views.
pub fn a_username_is_an_address_in_any_case_or_a_phone(database: &dyn Database) {
    let id = user(database, 1);
    let mut views = database.read().unwrap();
    assert_eq!(views.account_lookup().by_id(id).unwrap().map(|a| a.id), Some(id));
    let mut transaction = database.begin().unwrap();
    let mut found = |username: &str| {
        let found = transaction.accounts().by_username(username).unwrap();
        assert_eq!(views.account_lookup().by_username(username).unwrap(), found);
        found.map(|a| a.id)
    };
    assert_eq!(found("person.1@health.example"), Some(id));
    assert_eq!(found(person(1).phone.as_str()), Some(id));
    assert_eq!(found("person.2@health.example"), None);
    assert_eq!(found("person%@health.example"), None);
    assert_eq!(found("a\0b"), None);
}

/// A second account with the same phone or address is refused.
pub fn phone_and_address_belong_to_one_account(database: &dyn Database) {
    user(database, 1);
    let mut same_phone = person(2);
    same_phone.phone = person(1).phone;
    let mut same_address = person(2);
    same_address.org_email = Some(EmailAddress::parse("PERSON.1@health.example").unwrap());
    for account in [same_phone, same_address] {
        let refused = database.begin().unwrap().accounts().add(&account);
        assert!(matches!(refused, Err(StoreError::Duplicate(_))), "{refused:?}");
    }
    let mut without = person(3);
    without.org_email = None;
    let mut without_too = person(4);
    without_too.org_email = None;
    commit(database, |transaction| {
        transaction.accounts().add(&without).unwrap();
        transaction.accounts().add(&without_too).unwrap();
    });
}

/// The former account still shows a released number, and gets it back when no other account has it.
pub fn a_released_number_is_free(database: &dyn Database) {
    let first = user(database, 1);
    let number = person(1).phone;
    let claim = |status| {
        commit(database, |transaction| {
            let mut account = transaction.accounts().by_id(first).unwrap().unwrap();
            account.phone_claim.status = status;
            transaction.accounts().save(&account)
        })
    };
    let read = || {
        database
            .begin()
            .unwrap()
            .accounts()
            .by_id(first)
            .unwrap()
            .unwrap()
    };
    let since = person(1).created_on;
    let unproven = PhoneClaim {
        status: PhoneClaimStatus::Unproven,
        since,
    };
    assert_eq!(read().phone_claim, unproven);
    claim(PhoneClaimStatus::Proven).unwrap();
    assert_eq!(read().phone_claim.status, PhoneClaimStatus::Proven);
    claim(PhoneClaimStatus::Released).unwrap();
    assert_eq!(
        (
            read().phone,
            read().phone_claim.status,
            read().phone_claim.since
        ),
        (number.clone(), PhoneClaimStatus::Released, since)
    );
    let find = || {
        database
            .begin()
            .unwrap()
            .accounts()
            .by_username(number.as_str())
            .unwrap()
    };
    assert_eq!(find(), None);

    let mut other = person(2);
    other.phone = number.clone();
    let second = commit(database, |transaction| {
        transaction.accounts().add(&other).unwrap()
    });
    assert_eq!(find().map(|account| account.id), Some(second));
    let mut transaction = database.begin().unwrap();
    let mut account = transaction.accounts().by_id(first).unwrap().unwrap();
    account.phone_claim.status = PhoneClaimStatus::Unproven;
    let refused = transaction.accounts().save(&account);
    assert!(matches!(refused, Err(StoreError::Duplicate(_))), "{refused:?}");
}

/// The version of the account detects stale saves.
pub fn a_save_stores_all_fields_and_a_stale_one_conflicts(database: &dyn Database) {
    let id = user(database, 1);
    let read = || database.begin().unwrap().accounts().by_id(id).unwrap().unwrap();
    let stale = read();
    let mut changed = read();
    changed.org_email = None;
    changed.designation = "Nurse".to_owned();
    changed.state = AccountState::Disabled;
    changed.password_hash = "$argon2id$other".to_owned();
    commit(database, |transaction| {
        transaction.accounts().save(&changed).unwrap();
    });
    let stored = read();
    assert!(stored.version > changed.version);
    changed.version = stored.version;
    assert_eq!(stored, changed);
    let refused = database.begin().unwrap().accounts().save(&stale);
    assert!(matches!(refused, Err(StoreError::Conflict)), "{refused:?}");
    assert_eq!(read(), stored);
}

/// Requested and held roles are both shown, by rank.
pub fn a_user_is_shown_with_every_role(database: &dyn Database) {
    let id = user(database, 1);
    let provider = organisation(database, "Health Data Institute");
    let reviewer = org_role(database, provider, Role::DataAccessReviewer);
    let admin = org_role(database, provider, Role::Admin);
    commit(database, |transaction| {
        transaction
            .roles()
            .assign(id, reviewer, RoleStatus::Activated, None, None, at(0))
            .unwrap();
        transaction
            .roles()
            .assign(id, admin, RoleStatus::Pending, None, None, at(1))
            .unwrap();
    });
    let detail = database.read().unwrap().accounts().user(id).unwrap().unwrap();
    assert_eq!((detail.user_id, detail.org_name.as_str()), (id, "Data Requester"));
    assert_eq!(detail.org_email.as_deref(), Some("Person.1@health.example"));
    let roles: Vec<_> = detail
        .assigned_roles
        .iter()
        .map(|held| (held.role, held.status))
        .collect();
    assert_eq!(
        roles,
        [
            (Role::Admin, RoleStatus::Pending),
            (Role::DataAccessReviewer, RoleStatus::Activated)
        ]
    );
    let first = &detail.assigned_roles[0];
    assert_eq!((first.org_role_id, first.organisation_id), (admin, provider));
    assert_eq!(
        (first.organisation.as_str(), first.org_role_active),
        ("Health Data Institute", true)
    );
    assert!(
        database
            .read()
            .unwrap()
            .accounts()
            .user(UserId(id.0 + 1))
            .unwrap()
            .is_none()
    );
}

/// Like [`a_username_is_an_address_in_any_case_or_a_phone`], for the check that a username exists.
pub fn has_username_finds_addresses_and_phones(database: &dyn Database) {
    user(database, 1);
    let phone = person(1).phone;
    let mut views = database.read().unwrap();
    let mut known = |username: &str| views.accounts().has_username(username).unwrap();
    assert!(known("person.1@health.example") && known(phone.as_str()));
    assert!(!known("person.2@health.example") && !known("") && !known("a\0b"));
}

/// Clicks are deleted by the time of their arrival, not by the time that they claim.
pub fn old_clicks_are_deleted(database: &dyn Database) {
    let click = |object: &str| Click {
        cookie_id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff".to_owned(),
        done_at: at(-1_000_000),
        action: "click".to_owned(),
        page: "/datasource".to_owned(),
        object: object.to_owned(),
    };
    commit(database, |transaction| {
        let clicks = transaction.clicks();
        clicks.add(&[click("a"), click("b")], "192.0.2.0", at(0)).unwrap();
        clicks.add(&[click("Œ")], "", at(10)).unwrap();
        clicks.add(&[], "", at(10)).unwrap();
        assert_eq!(clicks.delete_expired(at(10)).unwrap(), 2);
        assert_eq!(clicks.delete_expired(at(10)).unwrap(), 0);
        assert_eq!(clicks.delete_expired(at(11)).unwrap(), 1);
    });
}
