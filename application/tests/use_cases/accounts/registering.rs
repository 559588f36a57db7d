//! Signing up and verifying (1 §4, §5.2; decisions A1, A3, A8).

use aditus_application::accounts::{authenticate, check_email, check_phone, register, resend_code, sign_up};
use aditus_application::organisations::find;
use aditus_application::organisations::views::OrganisationSort;
use aditus_application::paging::{Direction, Page};
use aditus_application::{Failure, Kind};
use aditus_domain::accounts::{AccountState, PhoneClaimStatus, RawRegistration};
use aditus_domain::organisations::{DATA_REQUESTER_ORGANISATION, OrganisationDetails};
use aditus_domain::roles::{Role, RoleStatus};
use chrono::TimeDelta;

use crate::world::World;
use crate::world::people::{address_of, phone_of};

fn ask(world: &World, address: &str) -> Result<sign_up::Answer, sign_up::Error> {
    let command = sign_up::Command {
        username: address.to_owned(),
        address: "192.0.2.1".to_owned(),
    };
    sign_up::execute(&world.ports, &command)
}

fn form(first_name: &str, otp: &str) -> RawRegistration {
    RawRegistration {
        username: address_of(first_name),
        fname: first_name.to_owned(),
        middle_name: String::new(),
        sname: "Namara".to_owned(),
        phone: phone_of(first_name),
        org_email: address_of(first_name),
        org: None,
        tentative_organization: "Lakeside Clinic".to_owned(),
        designation: "Researcher".to_owned(),
        department: "Epidemiology".to_owned(),
        password: "Quiet-River-7!".to_owned(),
        otp: otp.to_owned(),
    }
}

fn verify(
    world: &World,
    form: RawRegistration,
) -> Result<aditus_application::accounts::sign_in::Answer, register::Error> {
    let command = register::Command {
        form,
        identity_token: String::new(),
        user_agent: "Browser/1.0\u{7}".to_owned(),
        address: "192.0.2.1".to_owned(),
        browser: String::new(),
    };
    register::execute(&world.ports, &command)
}

fn refusal(world: &World, form: RawRegistration) -> register::Error {
    verify(world, form).map(|_| ()).unwrap_err()
}

fn code_for(world: &World, first_name: &str) -> String {
    ask(world, &address_of(first_name)).unwrap();
    world.code_mailed_to(&address_of(first_name))
}

#[test]
fn a_code_is_sent_unless_one_is_still_valid() {
    let world = World::new();
    let first = ask(&world, "nia@people.example").unwrap();
    assert_eq!(first.issued_at, world.now());
    let again = ask(&world, "NIA@people.example").unwrap_err();
    assert_eq!((again.kind(), again.code()), (Kind::Conflict, Some(601)));
    assert_eq!(again.code_sent(), Some(first));
    world.wait(TimeDelta::minutes(5));
    assert!(ask(&world, "nia@people.example").is_ok());
}

#[test]
fn resending_needs_an_address_and_keeps_the_limits() {
    let world = World::new();
    let resend = |username: &str| {
        let command = resend_code::Command {
            username: username.to_owned(),
            address: "192.0.2.1".to_owned(),
        };
        resend_code::execute(&world.ports, &command)
    };
    assert_eq!(resend(" ").unwrap_err().to_string(), "Failed to resend OTP");
    resend("nia@people.example").unwrap();
    assert!(matches!(
        resend("nia@people.example").unwrap_err().kind(),
        Kind::TooMany(_)
    ));
    world.person("Ada");
    assert_eq!(resend(&address_of("Ada")).unwrap_err().kind(), Kind::Conflict);
}

#[test]
fn a_verified_person_gets_a_pending_account_and_a_session() {
    let world = World::new();
    let otp = code_for(&world, "Nia");
    let answer = verify(&world, form("Nia", &otp)).unwrap();
    let caller = authenticate::execute(&world.ports, &answer.token).unwrap();
    assert_eq!(
        (caller.user, caller.state),
        (answer.user.user_id, AccountState::Pending)
    );
    assert!(caller.roles.is_empty());
    let account = world.account(caller.user);
    assert!(account.email_is_verified);
    assert_eq!(account.organisation, DATA_REQUESTER_ORGANISATION);
    assert_eq!(account.tentative_organization.as_deref(), Some("Lakeside Clinic"));
    assert_eq!(
        world
            .ports
            .passwords
            .verify("Quiet-River-7!", &account.password_hash),
        Ok(true)
    );
    let again = refusal(&world, form("Nia", &otp));
    assert_eq!((again.kind(), again.code()), (Kind::Unauthenticated, None));
}

#[test]
fn an_invalid_form_does_not_use_the_code() {
    let world = World::new();
    let otp = code_for(&world, "Nia");
    world.phones.invalidate("+256112345678");
    let unreal = RawRegistration {
        phone: "+256112345678".to_owned(),
        ..form("Nia", &otp)
    };
    for _ in 0..6 {
        let error = refusal(&world, unreal.clone());
        assert_eq!(
            error.fields(),
            [("phone".to_owned(), "The Phone does not exist".to_owned())]
        );
    }
    assert!(verify(&world, form("Nia", &otp)).is_ok());
}

#[test]
fn wrong_entries_count_and_void() {
    let world = World::new();
    let otp = code_for(&world, "Nia");
    let wrong = format!("{:06}", (otp.parse::<u32>().unwrap() + 1) % 1_000_000);
    for left in (1..5).rev() {
        let error = refusal(&world, form("Nia", &wrong));
        assert_eq!(
            (error.code(), error.to_string().as_str()),
            (None, "Failed to verify OTP")
        );
        let (field, words) = &error.fields()[0];
        assert_eq!(field, "otp");
        let expected = if left == 1 {
            "You can try once more.".to_owned()
        } else {
            format!("You can try {left} more times.")
        };
        assert_eq!(*words, expected);
    }
    assert_eq!(refusal(&world, form("Nia", &wrong)).code(), Some(605));
    assert_eq!(refusal(&world, form("Nia", &otp)).code(), Some(605));
}

#[test]
fn the_domain_is_checked_where_the_organisation_has_one() {
    let world = World::new();
    let (with, without) = world.write(|transaction| {
        let organisation = |name: &str, domain: Option<&str>| OrganisationDetails {
            name: name.to_owned(),
            domain: domain.map(ToOwned::to_owned),
            description: "Invented".to_owned(),
            active: true,
            country: "UG".to_owned(),
            abbreviation: None,
        };
        let organisations = transaction.organisations();
        let with = organisation("Health Institute", Some("https://health.example/"));
        (
            organisations.add(&with).unwrap(),
            organisations.add(&organisation("Bare Institute", None)).unwrap(),
        )
    });
    let otp = code_for(&world, "Nia");
    let at = |org: i64| RawRegistration {
        org: Some(org),
        tentative_organization: String::new(),
        ..form("Nia", &otp)
    };
    assert_eq!(refusal(&world, at(with.0)).to_string(), find::UNKNOWN_DOMAIN);
    let answer = verify(&world, at(without.0)).unwrap();
    assert_eq!(
        (answer.user.org_id, answer.user.tentative_organization),
        (without, None)
    );
}

#[test]
fn administrators_of_the_organisation_or_super_users_are_notified() {
    let world = World::new();
    let provider = world.provider();
    let _ = world.caller_with("Sara", provider, Role::SuperUser);
    let otp = code_for(&world, "Nia");
    verify(&world, form("Nia", &otp)).unwrap();
    assert_eq!(world.mails_to(&address_of("Sara")).len(), 1);

    let admin = world.person("Abel");
    world.grant(admin, DATA_REQUESTER_ORGANISATION, Role::Admin);
    let suspended = world.person("Bela");
    world.assign(
        suspended,
        DATA_REQUESTER_ORGANISATION,
        Role::Admin,
        RoleStatus::Deactivated,
    );
    let otp = code_for(&world, "Otto");
    verify(&world, form("Otto", &otp)).unwrap();
    let mails = world.mails_to(&address_of("Abel"));
    assert_eq!(mails.len(), 1);
    assert!(
        mails[0]
            .text
            .contains("Otto Namara registered at Lakeside Clinic (not registered)")
    );
    assert_eq!(
        world.mails_to(&address_of("Sara")).len(),
        1,
        "she need not stand in any more"
    );
    assert_eq!(world.mails_to(&address_of("Bela")).len(), 0);
}

#[test]
fn registration_succeeds_without_anyone_to_notify() {
    let world = World::new();
    let otp = code_for(&world, "Nia");
    assert!(verify(&world, form("Nia", &otp)).is_ok());
}

#[test]
fn numbers_addresses_and_organisations_are_looked_up() {
    let world = World::new();
    world.person("Ada");
    let phone = |phone: &str| check_phone::Query {
        phone: phone.to_owned(),
        address: "192.0.2.1".to_owned(),
    };
    assert!(
        check_phone::is_registered(&world.ports, &phone(&phone_of("Ada")))
            .unwrap()
            .state
    );
    assert!(
        !check_phone::is_registered(&world.ports, &phone("nonsense"))
            .unwrap()
            .state
    );
    assert!(
        !check_phone::exists(&world.ports, &phone("nonsense"))
            .unwrap()
            .state
    );
    assert_eq!(
        check_phone::exists(&world.ports, &phone("")).unwrap_err().kind(),
        Kind::Invalid
    );
    let email = check_email::Query {
        org_email: "ADA@people.example".to_owned(),
        address: "192.0.2.1".to_owned(),
    };
    assert!(check_email::execute(&world.ports, &email).unwrap().state);
    let query = find::Query {
        search: Some(" institute  OF public".to_owned()),
        domain: None,
        sort: OrganisationSort::Name,
        direction: Direction::Ascending,
        page: Page::new(1, 10),
    };
    assert_eq!(find::execute(&world.ports, &query).unwrap().total, 1);
}

#[test]
fn an_unproved_number_is_free_for_registration_after_a_week() {
    let world = World::new();
    let otp = code_for(&world, "Nia");
    let squatter = RawRegistration {
        phone: phone_of("Ada"),
        ..form("Nia", &otp)
    };
    let squatter = verify(&world, squatter).unwrap().user.user_id;
    world.wait(TimeDelta::days(7) - TimeDelta::seconds(1));
    let otp = code_for(&world, "Ada");
    assert_eq!(refusal(&world, form("Ada", &otp)).kind(), Kind::Unauthenticated);
    world.wait(TimeDelta::seconds(1));
    let owner = verify(&world, form("Ada", &otp)).unwrap().user.user_id;
    let found = world
        .read_in_transaction(|transaction| transaction.accounts().by_username(&phone_of("Ada")).unwrap());
    assert_eq!(found.map(|account| account.id), Some(owner));
    assert_eq!(
        world.account(squatter).phone_claim.status,
        PhoneClaimStatus::Released
    );
}
