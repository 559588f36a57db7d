//! The one-time code of a decision.

use std::time::Duration;

use aditus_application::access::Caller;
use aditus_application::review::{decide, send_code, verify_code};
use aditus_application::{Failure, Kind};
use aditus_domain::ids::{RequestId, StateId};
use aditus_domain::review::StageState;
use aditus_domain::roles::Role;
use chrono::TimeDelta;

use crate::story::Story;

const REVIEWER: Role = Role::DataAccessReviewer;

/// A request at its first stage, with its reviewer.
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

    fn send(&self, caller: &Caller, approve: bool) -> Result<send_code::Answer, send_code::Error> {
        send_code::execute(
            &self.story.world.ports,
            caller,
            send_code::Command {
                state: self.state,
                approve,
                unless_sent: false,
            },
        )
    }

    fn code(&self, approve: bool) -> String {
        self.story.code(self.story.staff(REVIEWER), self.state, approve)
    }

    fn enter(&self, caller: &Caller, approve: bool, otp: &str) -> Result<decide::Answer, decide::Error> {
        let command = self.story.decision(caller, self.request, REVIEWER, approve, otp);
        decide::execute(&self.story.world.ports, caller, &command)
    }

    /// Enters digits and expects them to be refused, with nothing decided.
    fn refused(&self, approve: bool, otp: &str) -> decide::Error {
        let error = self.enter(self.story.staff(REVIEWER), approve, otp).unwrap_err();
        assert_eq!(
            self.story.state(self.request, REVIEWER).state,
            StageState::Unattended
        );
        error
    }

    /// Recalls the request as its requester and starts another round.
    fn resubmit(&self) {
        self.story.world.write(|transaction| {
            let mut request = transaction.requests().get(self.request).unwrap().unwrap();
            let requester = *request.chain.requester();
            let now = self.story.world.now();
            let mut events = request
                .chain
                .recall(&requester, Role::DataRequester, now)
                .unwrap();
            events.extend(request.chain.new_round(&requester, now).unwrap());
            let happened: Vec<_> = events
                .iter()
                .filter_map(aditus_domain::review::Event::history_entry)
                .collect();
            transaction.requests().save(&request, &happened).unwrap();
        });
    }

    fn verify(&self, approve: bool, otp: &str) -> Result<verify_code::Answer, verify_code::Error> {
        let command = verify_code::Command {
            state: self.state,
            approve,
            otp: otp.to_owned(),
        };
        verify_code::execute(&self.story.world.ports, self.story.staff(REVIEWER), &command)
    }
}

/// Returns six digits that differ from this code.
fn other_than(code: &str) -> String {
    format!("{:06}", (code.parse::<u32>().unwrap() + 1) % 1_000_000)
}

#[track_caller]
fn is(error: &dyn Failure, kind: Kind, code: Option<u16>, message: &str) {
    assert_eq!(
        (error.kind(), error.code(), error.to_string().as_str()),
        (kind, code, message)
    );
}

const NONE: &str = "This OTP does not exist please try again";
const WRONG: &str = "Invalid OTP. Try again.";
const CHANGED: &str = "This Data Request has changed since you opened it. Review it again.";

/// The text for a person who has just approved the stage.
fn you_approved(story: &Story) -> String {
    let at = story.world.now().format("%B %-d, %Y %-I:%M %p UTC");
    format!("You already approved this stage on {at}.")
}

#[test]
fn a_decision_code_is_mailed_to_the_caller_alone() {
    let desk = Desk::new();
    let reviewer = desk.story.staff(REVIEWER);
    let answer = desk.send(reviewer, true).unwrap();
    assert_eq!(answer.message, "An OTP was sent to a***@people.example");
    let code = desk.story.world.code_mailed_to(&desk.story.address(reviewer));
    let others = desk.story.world.mailer.sent();
    let leaks = others
        .iter()
        .filter(|sent| sent.mail.to != desk.story.address(reviewer) && sent.mail.text.contains(&code));
    assert_eq!(leaks.count(), 0);
}

#[test]
fn a_code_expires_after_five_minutes_and_is_mailed_first() {
    let desk = Desk::new();
    let reviewer = desk.story.staff(REVIEWER);
    let answer = desk.send(reviewer, true).unwrap();
    assert_eq!(
        answer.sent.expires_at - answer.sent.issued_at,
        TimeDelta::minutes(5)
    );
    assert_eq!(answer.sent.issued_at, desk.story.world.now());
    assert_eq!(
        answer.sent.resend_at - answer.sent.issued_at,
        TimeDelta::seconds(30)
    );
    assert!(!answer.before);
    // Codes are sent before the queued notifications of the reviewer.
    let subjects = desk.story.mailed(reviewer);
    let code = format!("DAC00{}: your one-time code", desk.request);
    assert_eq!(subjects.first(), Some(&code));
    assert!(subjects.len() > 1);
}

#[test]
fn callers_who_may_not_decide_get_no_code() {
    let desk = Desk::new();
    let story = &desk.story;
    for outsider in [&story.outsider, &story.other_requester, &story.org_user] {
        is(
            &desk.send(outsider, true).unwrap_err(),
            Kind::NotFound,
            None,
            "This Data Request does not exist.",
        );
    }
    let not_own = "This stage belongs to another role.";
    is(
        &desk.send(&story.super_user, true).unwrap_err(),
        Kind::Forbidden,
        None,
        not_own,
    );
    is(
        &desk.send(story.staff(Role::DataOfficer), true).unwrap_err(),
        Kind::Forbidden,
        None,
        not_own,
    );
    let own = "You can't review your own Data Request.";
    is(
        &desk.send(&story.requester, true).unwrap_err(),
        Kind::Forbidden,
        None,
        own,
    );
    let officer = story.staff(Role::DataOfficer);
    let state = story.state(desk.request, Role::DataOfficer).request_state_id;
    let early = send_code::execute(
        &story.world.ports,
        officer,
        send_code::Command {
            state,
            approve: true,
            unless_sent: false,
        },
    );
    is(
        &early.unwrap_err(),
        Kind::Conflict,
        None,
        "This Data Request is Incoming",
    );
    let nowhere = send_code::Command {
        state: StateId(9_999),
        approve: true,
        unless_sent: false,
    };
    let error = send_code::execute(&story.world.ports, officer, nowhere).unwrap_err();
    assert_eq!(error.kind(), Kind::NotFound);
}

#[test]
fn requesting_codes_too_often_is_limited() {
    let desk = Desk::new();
    let reviewer = desk.story.staff(REVIEWER);
    for _ in 0..4 {
        desk.send(reviewer, true).unwrap();
        let soon = desk.send(reviewer, true).unwrap_err();
        assert_eq!(soon.kind(), Kind::TooMany(Duration::from_secs(30)));
        desk.story.world.wait(TimeDelta::seconds(30));
    }
    desk.send(reviewer, true).unwrap();
    desk.story.world.wait(TimeDelta::seconds(30));
    let often = desk.send(reviewer, true).unwrap_err();
    assert_eq!(often.kind(), Kind::TooMany(Duration::from_secs(3600 - 150)));
    assert!(
        desk.send(&desk.story.second_reviewer, true).is_ok(),
        "the limit is for one person's decision"
    );
}

#[test]
fn an_empty_code_is_a_missing_field() {
    let desk = Desk::new();
    is(&desk.refused(true, " "), Kind::Invalid, None, "OTP is required");
    is(&desk.refused(true, "12ab56"), Kind::Invalid, Some(605), WRONG);
    is(&desk.refused(true, "123456"), Kind::Invalid, Some(605), NONE);
}

#[test]
fn the_right_code_is_accepted_after_a_wrong_one() {
    let desk = Desk::new();
    let code = desk.code(true);
    is(
        &desk.refused(true, &other_than(&code)),
        Kind::Invalid,
        Some(605),
        WRONG,
    );
    assert!(desk.enter(desk.story.staff(REVIEWER), true, &code).is_ok());
}

#[test]
fn five_wrong_entries_void_the_code() {
    let desk = Desk::new();
    let code = desk.code(true);
    let wrong = other_than(&code);
    for _ in 0..4 {
        is(&desk.refused(true, &wrong), Kind::Invalid, Some(605), WRONG);
    }
    // The check counts as a wrong entry like a decision does, and the entry that voids the code
    // says so.
    let fifth = desk.verify(true, &wrong).unwrap_err();
    is(&fifth, Kind::Invalid, Some(605), NONE);
    let void = "This OTP is void after 5 wrong entries, send a new one below";
    assert_eq!(fifth.fields(), [("otp".to_owned(), void.to_owned())]);
    is(&desk.refused(true, &code), Kind::Invalid, Some(605), NONE);
    is(
        &desk.verify(true, &code).unwrap_err(),
        Kind::Invalid,
        Some(605),
        NONE,
    );
}

#[test]
fn checking_does_not_redeem_the_code() {
    let desk = Desk::new();
    let code = desk.code(true);
    for _ in 0..3 {
        let answer = desk.verify(true, &code).unwrap();
        assert_eq!(answer.expires_at, desk.story.world.now() + TimeDelta::minutes(5));
    }
    is(
        &desk.verify(true, "").unwrap_err(),
        Kind::Invalid,
        None,
        "OTP is required",
    );
    assert!(desk.enter(desk.story.staff(REVIEWER), true, &code).is_ok());
    is(
        &desk.verify(true, &code).unwrap_err(),
        Kind::Conflict,
        None,
        &you_approved(&desk.story),
    );
}

#[test]
fn a_code_expires_after_five_minutes() {
    let desk = Desk::new();
    let code = desk.code(true);
    desk.story.world.wait(TimeDelta::minutes(5));
    is(&desk.refused(true, &code), Kind::Invalid, None, "OTP Expired");
    is(
        &desk.verify(true, &code).unwrap_err(),
        Kind::Invalid,
        None,
        "OTP Expired",
    );
}

#[test]
fn a_newer_code_voids_the_older() {
    let desk = Desk::new();
    let older = desk.code(true);
    desk.story.world.wait(TimeDelta::seconds(31));
    let newer = desk.code(true);
    assert_ne!(older, newer);
    is(&desk.refused(true, &older), Kind::Invalid, Some(605), WRONG);
    assert!(desk.enter(desk.story.staff(REVIEWER), true, &newer).is_ok());
}

#[test]
fn a_code_is_bound_to_one_outcome() {
    let desk = Desk::new();
    let code = desk.code(true);
    is(&desk.refused(false, &code), Kind::Invalid, Some(605), NONE);
    is(
        &desk.verify(false, &code).unwrap_err(),
        Kind::Invalid,
        Some(605),
        NONE,
    );
    assert!(desk.enter(desk.story.staff(REVIEWER), true, &code).is_ok());
}

/// Opens the dialog for an outcome, as the screen does.
fn open(desk: &Desk, approve: bool) -> Result<send_code::Answer, send_code::Error> {
    let command = send_code::Command {
        state: desk.state,
        approve,
        unless_sent: true,
    };
    send_code::execute(&desk.story.world.ports, desk.story.staff(REVIEWER), command)
}

#[test]
fn reopening_the_dialog_sends_no_second_mail() {
    let desk = Desk::new();
    let reviewer = desk.story.staff(REVIEWER);
    let mails = || desk.story.mailed(reviewer).len();
    let before = mails();
    let first = open(&desk, true).unwrap();
    assert_eq!((first.before, mails() - before), (false, 1));
    let code = desk.story.world.code_mailed_to(&desk.story.address(reviewer));
    desk.story.world.wait(TimeDelta::minutes(4));
    let again = open(&desk, true).unwrap();
    assert_eq!(
        (again.before, again.sent, mails() - before),
        (true, first.sent, 1)
    );
    assert_eq!(
        again.message,
        "An OTP was already sent to a***@people.example. Verify using that OTP"
    );
    desk.story.world.wait(TimeDelta::minutes(1));
    let expired = open(&desk, true).unwrap();
    assert_eq!((expired.before, mails() - before), (false, 2));
    is(&desk.refused(true, &code), Kind::Invalid, Some(605), WRONG);
}

#[test]
fn a_code_for_the_other_outcome_is_sent_without_a_wait() {
    let desk = Desk::new();
    let reviewer = desk.story.staff(REVIEWER);
    open(&desk, true).unwrap();
    let approval = desk.story.world.code_mailed_to(&desk.story.address(reviewer));
    let denial = open(&desk, false).unwrap();
    assert!(!denial.before);
    let back = open(&desk, true).unwrap();
    assert!(back.before);
    is(&desk.refused(false, &approval), Kind::Invalid, Some(605), WRONG);
    assert!(desk.enter(reviewer, true, &approval).is_ok());
}

#[test]
fn opening_the_dialog_for_a_changed_request_sends_a_new_code() {
    let desk = Desk::new();
    open(&desk, true).unwrap();
    desk.resubmit();
    desk.story.world.wait(TimeDelta::seconds(31));
    let fresh = open(&desk, true).unwrap();
    assert!(!fresh.before);
}

#[test]
fn a_code_is_bound_to_request_and_person() {
    let desk = Desk::new();
    let story = &desk.story;
    let other = story.submitted();
    let code = desk.code(true);
    let reviewer = story.staff(REVIEWER);
    let elsewhere = story.decision(reviewer, other, REVIEWER, true, &code);
    let error = decide::execute(&story.world.ports, reviewer, &elsewhere).unwrap_err();
    is(&error, Kind::Invalid, Some(605), NONE);
    is(
        &desk.enter(&story.second_reviewer, true, &code).unwrap_err(),
        Kind::Invalid,
        Some(605),
        NONE,
    );
    assert!(desk.enter(reviewer, true, &code).is_ok());
    is(
        &desk.enter(reviewer, true, &code).unwrap_err(),
        Kind::Conflict,
        None,
        &you_approved(&desk.story),
    );
}

#[test]
fn a_code_is_void_once_the_request_changed() {
    let desk = Desk::new();
    let story = &desk.story;
    let code = desk.code(true);
    desk.resubmit();
    is(&desk.refused(true, &code), Kind::Conflict, None, CHANGED);
    is(
        &desk.verify(true, &code).unwrap_err(),
        Kind::Conflict,
        None,
        CHANGED,
    );
    story.world.wait(TimeDelta::seconds(31));
    let fresh = desk.code(true);
    assert!(desk.enter(story.staff(REVIEWER), true, &fresh).is_ok());
}

#[test]
fn reading_a_request_does_not_void_the_code() {
    let desk = Desk::new();
    let code = desk.code(true);
    for caller in [
        &desk.story.requester,
        &desk.story.super_user,
        desk.story.staff(REVIEWER),
    ] {
        let query = aditus_application::requests::detail::Query {
            with_variables: true,
            request: desk.request,
            org_role: None,
        };
        aditus_application::requests::detail::execute(&desk.story.world.ports, caller, query).unwrap();
    }
    let reviewer = &desk.story.second_reviewer;
    let held = reviewer.role(REVIEWER).unwrap();
    let comment = aditus_application::review::add_comment::Command {
        state: desk.state,
        request: desk.request,
        author: held.id,
        section: "Data format requested".to_owned(),
        comment: "Fine".to_owned(),
        action_required: false,
    };
    aditus_application::review::add_comment::execute(&desk.story.world.ports, reviewer, &comment).unwrap();
    assert!(desk.enter(desk.story.staff(REVIEWER), true, &code).is_ok());
}

#[test]
fn an_account_without_address_gets_an_explanation() {
    let desk = Desk::new();
    let reviewer = desk.story.staff(REVIEWER);
    desk.story
        .world
        .change_account(reviewer.user, |account| account.org_email = None);
    let error = desk.send(reviewer, true).unwrap_err();
    assert_eq!((error.kind(), error.code()), (Kind::Conflict, None));
}
