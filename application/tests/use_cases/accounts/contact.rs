//! Another address or number (1 §5.5; decisions A4, A5).

use aditus_application::access::Caller;
use aditus_application::accounts::send_contact_code::{self, Command};
use aditus_application::accounts::{change_email, change_phone, check_phone, prove_email};
use aditus_application::notifications::{Channel, deliver_text};
use aditus_application::ports::{TextMessageError, Transaction};
use aditus_application::settings::Settings;
use aditus_application::testing::{ListedTextMessages, settings};
use aditus_application::{Failure, Kind};
use aditus_domain::accounts::{EmailAddress, PhoneClaimStatus};
use chrono::TimeDelta;

use crate::world::World;
use crate::world::people::{address_of, phone_of};

const NEW: &str = "ada.new@people.example";
const NUMBER: &str = "+256772000111";

fn ada(world: &World) -> Caller {
    world.person("Ada");
    world.caller("Ada")
}

/// Returns the caller as if the password had been entered just now.
fn with_password(world: &World, caller: &Caller) -> Caller {
    Caller {
        password_given_on: Some(world.now()),
        ..caller.clone()
    }
}

fn prove(world: &World, caller: &Caller, address: &str, otp: &str) -> Result<(), prove_email::Error> {
    let command = prove_email::Command {
        username: address.to_owned(),
        otp: otp.to_owned(),
    };
    prove_email::execute(&world.ports, caller, &command)
}

fn change(world: &World, caller: &Caller, address: &str) -> Result<(), change_email::Error> {
    let command = change_email::Command {
        org_email: address.to_owned(),
    };
    change_email::execute(&world.ports, caller, &command)
}

fn proven(world: &World, caller: &Caller, address: &str) {
    send_contact_code::execute(&world.ports, caller, &Command::Email(address.to_owned())).unwrap();
    let otp = world.code_mailed_to(address);
    prove(world, caller, address, &otp).unwrap();
}

#[test]
fn a_proof_holds_for_ten_minutes() {
    let world = World::new();
    let ada = ada(&world);
    proven(&world, &ada, NEW);
    world.wait(TimeDelta::minutes(10));
    let ada = with_password(&world, &ada);
    change(&world, &ada, NEW).unwrap();
    assert_eq!(world.account(ada.user).org_email.unwrap().as_str(), NEW);
    let other = "ada.other@people.example";
    proven(&world, &ada, other);
    world.wait(TimeDelta::minutes(10) + TimeDelta::microseconds(1));
    let ada = with_password(&world, &ada);
    assert_eq!(change(&world, &ada, other).unwrap_err().kind(), Kind::Invalid);
}

#[test]
fn a_newer_code_replaces_a_proof() {
    let world = World::new();
    let ada = ada(&world);
    proven(&world, &ada, NEW);
    world.wait(TimeDelta::seconds(30));
    send_contact_code::execute(&world.ports, &ada, &Command::Email("other@people.example".into())).unwrap();
    assert!(
        change(&world, &ada, NEW).is_err(),
        "the last address that was asked for counts"
    );
}

#[test]
fn an_address_registered_in_the_meantime_keeps_its_owner() {
    let world = World::new();
    let ada = ada(&world);
    let address = address_of("Eve");
    proven(&world, &ada, &address);
    world.person("Eve");
    let error = change(&world, &ada, &address).unwrap_err();
    assert_eq!(
        (error.to_string().as_str(), error.kind()),
        ("This email is already registered by another user", Kind::Conflict)
    );
}

#[test]
fn old_and_new_address_each_get_one_mail() {
    let world = World::new();
    let ada = ada(&world);
    world.change_account(ada.user, |account| account.email_is_verified = false);
    let own = address_of("Ada");
    proven(&world, &ada, &own);
    change(&world, &ada, &own).unwrap();
    assert!(
        world.account(ada.user).email_is_verified,
        "one may prove the address that one has"
    );
    let notice_count = |address: &str| {
        let mails = world.mails_to(address);
        mails
            .iter()
            .filter(|mail| mail.subject.contains("was changed"))
            .count()
    };
    assert_eq!(notice_count(&own), 1);
    world.wait(TimeDelta::seconds(30));
    proven(&world, &ada, NEW);
    change(&world, &ada, NEW).unwrap();
    assert_eq!((notice_count(&own), notice_count(NEW)), (2, 1));
}

#[test]
fn a_number_needs_the_code_that_was_sent_for_it() {
    let world = World::new();
    let ada = ada(&world);
    let change = |phone: &str, otp: &str| {
        let command = change_phone::Command {
            phone: phone.to_owned(),
            otp: otp.to_owned(),
        };
        change_phone::execute(&world.ports, &ada, &command)
    };
    assert_eq!(change(NUMBER, "000000").unwrap_err().code(), Some(605));
    let sent = send_contact_code::execute(&world.ports, &ada, &Command::Phone(NUMBER.to_owned())).unwrap();
    assert!(sent.message.ends_with("a***@people.example"), "{}", sent.message);
    let otp = world.code_mailed_to(&address_of("Ada"));
    assert_eq!(change("+256772000112", &otp).unwrap_err().code(), Some(605));
    change(NUMBER, &otp).unwrap();
    assert_eq!(world.account(ada.user).phone.as_str(), NUMBER);
    let same = change(NUMBER, &otp).unwrap_err();
    assert_eq!(
        same.to_string(),
        "This is your current phone number. Please enter a new one."
    );
}

#[test]
fn a_number_registered_in_the_meantime_is_refused() {
    let world = World::new();
    let ada = ada(&world);
    let number = phone_of("Eve");
    send_contact_code::execute(&world.ports, &ada, &Command::Phone(number.clone())).unwrap();
    let otp = world.code_mailed_to(&address_of("Ada"));
    world.person("Eve");
    let change = |otp: &str| {
        let command = change_phone::Command {
            phone: number.clone(),
            otp: otp.to_owned(),
        };
        change_phone::execute(&world.ports, &ada, &command).unwrap_err()
    };
    assert_eq!(change("").kind(), Kind::Conflict);
    assert_eq!(change(&otp).kind(), Kind::Unauthenticated);
    let again = send_contact_code::execute(&world.ports, &ada, &Command::Phone(number.clone()));
    assert_eq!(
        again.unwrap_err().to_string(),
        "The Phone is already register on Aditus"
    );
}

/// A world whose installation has a gateway for text messages.
fn with_gateway() -> World {
    World::configured(Settings {
        text_messages: true,
        ..settings()
    })
}

fn ask_for_number(world: &World, caller: &Caller) -> Result<String, send_contact_code::Error> {
    let command = Command::Phone(NUMBER.to_owned());
    send_contact_code::execute(&world.ports, caller, &command).map(|answer| answer.message)
}

#[test]
fn with_a_gateway_number_codes_are_only_sent_as_text_messages() {
    let world = with_gateway();
    let ada = ada(&world);
    world.change_account(ada.user, |account| account.org_email = None);
    let message = ask_for_number(&world, &ada).unwrap();
    assert_eq!(
        message,
        format!("OTP sent successfully. It was sent as a text message to {NUMBER}")
    );
    let gateway = ListedTextMessages::default();
    assert_eq!(deliver_text::execute(&world.ports, &gateway).unwrap().sent, 1);
    let text = gateway.to(NUMBER).remove(0);
    let (otp, rest) = text.split_at(6);
    assert_eq!(
        rest,
        " is your Aditus code for this phone number. It expires in 5 minutes. Never share it."
    );
    world.deliver();
    assert!(world.mailer.sent().is_empty());
    let command = change_phone::Command {
        phone: NUMBER.to_owned(),
        otp: otp.to_owned(),
    };
    change_phone::execute(&world.ports, &ada, &command).unwrap();
    assert_eq!(world.account(ada.user).phone.as_str(), NUMBER);
}

#[test]
fn with_a_gateway_address_codes_are_still_mailed() {
    let world = with_gateway();
    let ada = ada(&world);
    proven(&world, &ada, NEW);
    assert_eq!(
        world.read_in_transaction(|transaction| transaction.outbox().next_due(Channel::Text).unwrap()),
        None
    );
}

#[test]
fn a_number_code_needs_a_gateway_or_an_address() {
    let world = World::new();
    let ada = ada(&world);
    world.change_account(ada.user, |account| account.org_email = None);
    let error = ask_for_number(&world, &ada).unwrap_err();
    assert_eq!(
        (error.to_string().as_str(), error.kind()),
        (
            "Your account has no email address to send an OTP to. Add one to your account.",
            Kind::Conflict
        )
    );
}

#[test]
fn uncommitted_text_messages_are_not_sent_and_failed_ones_are_retried() {
    let world = with_gateway();
    let ada = ada(&world);
    ask_for_number(&world, &ada).unwrap();
    // The limit refuses the second one, and its transaction is rolled back.
    assert!(matches!(
        ask_for_number(&world, &ada).unwrap_err().kind(),
        Kind::TooMany(_)
    ));
    let gateway = ListedTextMessages::default();
    gateway.refuse_for_now();
    let failed = deliver_text::execute(&world.ports, &gateway).unwrap();
    assert_eq!((failed.sent, failed.postponed), (0, 1));
    world.wait(TimeDelta::seconds(15));
    assert_eq!(deliver_text::execute(&world.ports, &gateway).unwrap().sent, 1);
    assert_eq!(gateway.to(NUMBER).len(), 1);
}

#[test]
fn text_messages_are_dropped_on_expiry_and_on_permanent_refusal() {
    let world = with_gateway();
    let ada = ada(&world);
    let gateway = ListedTextMessages::default();
    ask_for_number(&world, &ada).unwrap();
    world.wait(TimeDelta::minutes(5));
    assert_eq!(deliver_text::execute(&world.ports, &gateway).unwrap().dropped, 1);
    ask_for_number(&world, &with_password(&world, &ada)).unwrap();
    gateway.refuse(TextMessageError::Permanent("400 no such number".into()));
    assert_eq!(deliver_text::execute(&world.ports, &gateway).unwrap().given_up, 1);
    assert!(gateway.sent().is_empty());
}

#[test]
fn a_queued_text_message_cannot_be_read_in_the_database() {
    let world = with_gateway();
    let ada = ada(&world);
    ask_for_number(&world, &ada).unwrap();
    let later = world.now() + TimeDelta::minutes(1);
    let claim = |transaction: &mut dyn Transaction| {
        let claimed = transaction.outbox().claim(Channel::Text, world.now(), later, 10);
        claimed.unwrap().remove(0)
    };
    let claimed = world.read_in_transaction(claim);
    assert_eq!(claimed.useless_after, Some(world.now() + TimeDelta::minutes(5)));
    let holds = |needle: &[u8]| {
        claimed
            .sealed
            .windows(needle.len())
            .any(|window| window == needle)
    };
    assert!(!holds(NUMBER.as_bytes()) && !holds(b"Aditus code"));
}

/// A phone number that was typed at registration and never proved blocks its owner for a week, and
/// no longer.
#[test]
fn an_unproved_number_is_released_after_a_week() {
    let world = World::new();
    let (ada, eve) = (world.person("Ada"), world.person("Eve"));
    let number = phone_of("Ada");
    let asked = |first_name: &str| {
        let command = Command::Phone(number.clone());
        send_contact_code::execute(&world.ports, &world.caller(first_name), &command)
            .map_err(|error| error.to_string())
    };
    let is_registered = || {
        let query = check_phone::Query {
            phone: number.clone(),
            address: "192.0.2.1".to_owned(),
        };
        check_phone::is_registered(&world.ports, &query).unwrap().state
    };
    world.wait(TimeDelta::days(7) - TimeDelta::minutes(1));
    assert!(asked("Eve").is_err() && is_registered());
    world.wait(TimeDelta::minutes(1));
    assert!(!is_registered());
    asked("Eve").unwrap();
    assert_eq!(
        world.account(ada).phone_claim.status,
        PhoneClaimStatus::Unproven,
        "asking alone takes nothing"
    );
    let command = change_phone::Command {
        phone: number.clone(),
        otp: world.code_mailed_to(&address_of("Eve")),
    };
    change_phone::execute(&world.ports, &world.caller("Eve"), &command).unwrap();
    let of_number =
        world.read_in_transaction(|transaction| transaction.accounts().by_username(&number).unwrap());
    assert_eq!(of_number.map(|account| account.id), Some(eve));
    assert_eq!(world.account(ada).phone_claim.status, PhoneClaimStatus::Released);
    let mail = world.mails_to(&address_of("Ada")).pop().unwrap();
    assert!(
        mail.subject
            .ends_with("Your phone number is used by another account"),
        "{}",
        mail.subject
    );
    assert!(is_registered(), "the week begins anew");
}

#[test]
fn a_number_is_kept_if_proved_or_the_only_login() {
    let world = with_gateway();
    let (ada, _) = (world.person("Ada"), world.person("Eve"));
    let year = TimeDelta::days(365);
    world.wait(year);
    world.change_account(ada, |account| {
        account.phone_claim.status = PhoneClaimStatus::Proven;
    });
    let ask = || {
        let command = Command::Phone(phone_of("Ada"));
        send_contact_code::execute(&world.ports, &world.caller("Eve"), &command)
    };
    assert!(ask().is_err());
    world.change_account(ada, |account| {
        account.phone_claim.status = PhoneClaimStatus::Unproven;
        account.org_email = None;
    });
    assert!(ask().is_err());
    world.change_account(ada, |account| {
        account.org_email = Some(EmailAddress::parse("a@people.example").unwrap());
    });
    assert!(ask().is_ok());
}
