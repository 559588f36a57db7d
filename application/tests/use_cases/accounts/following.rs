//! Codes and mails follow the account: a change of the account voids codes sent before it, and a
//! queued mail goes to the address that is current when it is sent.

use aditus_application::Failure;
use aditus_application::access::Caller;
use aditus_application::accounts::forgot_password::{self, ResetOrigin};
use aditus_application::accounts::{
    activate, change_email, change_password, change_phone, prove_email, reset_password, send_contact_code,
    take_back,
};
use aditus_application::ports::MailError;
use aditus_application::records::change;
use aditus_application::review::{send_code, verify_code};
use aditus_application::roles::change_status;
use aditus_application::roles::update_status::{OfferStatuses, StatusForm};
use aditus_domain::ids::{RequestId, StateId};
use aditus_domain::roles::{Role, RoleStatus};
use chrono::TimeDelta;

use crate::story::Story;

const REVIEWER: Role = Role::DataAccessReviewer;
const NEW: &str = "abena.new@people.example";
const NEW_PASSWORD: &str = "Quiet-River-7!";

/// A request that is pending at its reviewer, Abena.
struct Desk {
    story: Story,
    request: RequestId,
    state: StateId,
}

impl Desk {
    fn new() -> Self {
        let story = Story::begin();
        let request = story.submitted();
        let state = story.state(request, REVIEWER).request_state_id;
        Self {
            story,
            request,
            state,
        }
    }

    /// Returns Abena as a caller who entered the password just now.
    fn abena(&self) -> Caller {
        Caller {
            password_given_on: Some(self.story.world.now()),
            ..self.story.staff(REVIEWER).clone()
        }
    }

    /// Returns true if the code is accepted for the decision.
    fn is_good(&self, otp: &str) -> bool {
        let command = verify_code::Command {
            state: self.state,
            approve: true,
            otp: otp.to_owned(),
        };
        match verify_code::execute(&self.story.world.ports, &self.abena(), &command) {
            Ok(_) => true,
            Err(error) => {
                assert_eq!(
                    (error.code(), error.to_string().as_str()),
                    (Some(605), "This OTP does not exist please try again")
                );
                false
            }
        }
    }

    fn set_state(&self, state: &str) {
        let command = activate::Command {
            user: self.abena().user,
            is_active: Some(state.to_owned()),
        };
        activate::execute(&self.story.world.ports, &self.story.super_user, &command).unwrap();
    }

    fn set_role(&self, status: RoleStatus) {
        let held = self.abena().role(REVIEWER).unwrap().id;
        let assignment = self
            .story
            .world
            .read_in_transaction(|transaction| transaction.roles().by_id(held));
        let command = change_status::Command {
            seen: assignment.unwrap().unwrap().latest,
            role_status: Some(status.id()),
            reason: String::new(),
        };
        change_status::execute(&self.story.world.ports, &self.story.super_user, &command).unwrap();
    }

    fn offer(&self, status: bool) {
        let form = StatusForm {
            status: Some(status),
            reason: "No contract".to_owned(),
        };
        let org_role = self.abena().role(REVIEWER).unwrap().org_role;
        let (ports, super_user) = (&self.story.world.ports, &self.story.super_user);
        change::<OfferStatuses>(ports, super_user, org_role, None, form).unwrap();
    }

    fn prove_new_address(&self) {
        let (ports, abena) = (&self.story.world.ports, self.abena());
        send_contact_code::execute(ports, &abena, &send_contact_code::Command::Email(NEW.to_owned()))
            .unwrap();
        let command = prove_email::Command {
            username: NEW.to_owned(),
            otp: self.story.world.code_mailed_to(NEW),
        };
        prove_email::execute(ports, &abena, &command).unwrap();
    }

    fn change_address(&self) {
        let command = change_email::Command {
            org_email: NEW.to_owned(),
        };
        change_email::execute(&self.story.world.ports, &self.abena(), &command).unwrap();
    }

    /// Reverts the change by the link in the notice to the old address.
    fn take_back(&self) {
        let mails = self.story.world.mails_to("abena@people.example");
        let links = mails
            .iter()
            .rev()
            .filter_map(|mail| mail.text.split_once("takeBack="));
        let (_, link) = links.clone().next().unwrap();
        let token = link.split_whitespace().next().unwrap().to_owned();
        take_back::execute(&self.story.world.ports, &take_back::Command { token }).unwrap();
    }

    fn change_phone(&self) {
        let phone = "+256772000111".to_owned();
        let (ports, abena) = (&self.story.world.ports, self.abena());
        send_contact_code::execute(ports, &abena, &send_contact_code::Command::Phone(phone.clone())).unwrap();
        let otp = self.story.world.code_mailed_to("abena@people.example");
        change_phone::execute(ports, &abena, &change_phone::Command { phone, otp }).unwrap();
    }

    fn change_password(&self) {
        let command = change_password::Command {
            password: NEW_PASSWORD.to_owned(),
        };
        change_password::execute(&self.story.world.ports, &self.abena(), &command).unwrap();
    }

    fn reset_password(&self) {
        let origin = ResetOrigin {
            address: "192.0.2.1".to_owned(),
            browser: String::new(),
        };
        let username = "abena@people.example".to_owned();
        let command = forgot_password::Command {
            username: username.clone(),
            origin: origin.clone(),
        };
        let ports = &self.story.world.ports;
        forgot_password::execute(ports, &command).unwrap();
        let command = reset_password::Command {
            otp: self.story.world.code_mailed_to(&username),
            username,
            password: NEW_PASSWORD.to_owned(),
            origin,
        };
        reset_password::execute(ports, &command).unwrap();
    }
}

type Change = fn(&Desk);

#[test]
fn a_code_is_void_once_the_account_or_role_that_it_was_sent_for_changed() {
    let changes: [(&str, Change); 7] = [
        ("the account was disabled and activated again", |desk| {
            desk.set_state("Disable");
            desk.set_state("Active");
        }),
        ("the role was deactivated and activated again", |desk| {
            desk.set_role(RoleStatus::Deactivated);
            desk.set_role(RoleStatus::Activated);
        }),
        ("the organisation role was switched off and on", |desk| {
            desk.offer(false);
            desk.offer(true);
        }),
        ("another address", Desk::change_address),
        ("another number", Desk::change_phone),
        ("another password", Desk::change_password),
        ("a reset of the password", Desk::reset_password),
    ];
    for (change, make) in changes {
        let desk = Desk::new();
        desk.prove_new_address();
        let otp = desk.story.code(&desk.abena(), desk.state, true);
        assert!(desk.is_good(&otp), "before: {change}");
        make(&desk);
        assert!(!desk.is_good(&otp), "after: {change}");
    }
}

#[test]
fn reverting_an_address_voids_codes_and_later_ones_are_sent_to_it() {
    let desk = Desk::new();
    desk.prove_new_address();
    desk.change_address();
    let otp = desk.story.code(&desk.abena(), desk.state, true);
    assert_eq!(desk.story.world.code_mailed_to(NEW), otp);
    desk.take_back();
    assert!(!desk.is_good(&otp));
    desk.story.world.wait(TimeDelta::seconds(30));
    let later = desk.story.code(&desk.abena(), desk.state, true);
    assert_eq!(desk.story.world.code_mailed_to("abena@people.example"), later);
    assert!(desk.is_good(&later));
}

/// Returns the mails that are delivered once the mail server is back: a request was submitted and
/// the change made while it was away.
fn delivered_after(change: Change) -> Vec<(String, String)> {
    let desk = Desk::new();
    desk.prove_new_address();
    let before = desk.story.world.mailer.sent().len();
    desk.story
        .world
        .mailer
        .begin_outage(|| MailError::Temporary("421 try again later".into()));
    let second = desk.story.submitted();
    assert_ne!(second, desk.request);
    desk.story.world.deliver();
    change(&desk);
    desk.story.world.mailer.end_outage();
    desk.story.world.wait(TimeDelta::hours(1));
    desk.story.world.deliver();
    let sent = desk.story.world.mailer.sent().split_off(before);
    let to_abena = sent.into_iter().filter(|sent| sent.mail.to.starts_with("abena"));
    to_abena.map(|sent| (sent.mail.to, sent.mail.subject)).collect()
}

const TURN: &str = "A Data Request awaits your decision";

fn has_mail(mails: &[(String, String)], to: &str, subject: &str) -> bool {
    mails
        .iter()
        .any(|(address, title)| address == to && title.ends_with(subject))
}

#[test]
fn a_queued_mail_goes_to_the_current_address() {
    let unchanged = delivered_after(|_| ());
    assert!(has_mail(&unchanged, "abena@people.example", TURN));
    let moved = delivered_after(Desk::change_address);
    assert!(has_mail(&moved, NEW, TURN));
    assert!(!has_mail(&moved, "abena@people.example", TURN));
    // The notice with the link that reverts the change goes to the old address.
    assert!(has_mail(
        &moved,
        "abena@people.example",
        "Your email address was changed"
    ));
}

#[test]
fn a_queued_mail_is_not_sent_to_a_person_without_access() {
    assert_eq!(delivered_after(|desk| desk.set_state("Disable")), []);
    let losses: [Change; 2] = [
        |desk| desk.set_role(RoleStatus::Revoked),
        |desk| desk.offer(false),
    ];
    for lost in losses {
        let mails = delivered_after(lost);
        assert!(!has_mail(&mails, "abena@people.example", TURN));
        assert!(has_mail(
            &mails,
            "abena@people.example",
            "One of your roles was withdrawn"
        ));
    }
}

#[test]
fn a_mail_with_a_code_that_is_void_is_not_sent() {
    let desk = Desk::new();
    let world = &desk.story.world;
    let count = || world.mails_to("abena@people.example").len();
    let before = count();
    let command = send_code::Command {
        state: desk.state,
        approve: true,
        unless_sent: false,
    };
    send_code::execute(&world.ports, &desk.abena(), command).unwrap();
    desk.change_password();
    let mails = world.mails_to("abena@people.example").split_off(before);
    let subjects: Vec<_> = mails.into_iter().map(|mail| mail.subject).collect();
    assert_eq!(subjects, ["Aditus: Your password was changed"]);
}
