//! Decisions that a passkey confirms (decisions O7).

use std::sync::Arc;

use aditus_application::access::Caller;
use aditus_application::ports::ContentEncoding as _;
use aditus_application::review::{decide, send_code, verify_code};
use aditus_application::testing::{ListedPasskeys, settings};
use aditus_application::{Failure, Kind, Reason};
use aditus_canonical::CanonicalJson;
use aditus_domain::accounts::passkey::ConfirmBy;
use aditus_domain::audit::Kind as ActKind;
use aditus_domain::ids::{PasskeyId, RequestId, StateId};
use aditus_domain::limits::{Allowance, Limit};
use aditus_domain::review::{Event, StageState};
use aditus_domain::roles::Role;
use chrono::TimeDelta;

use crate::audit::entries;
use crate::both_databases::Database;
use crate::story::Story;

const REVIEWER: Role = Role::DataAccessReviewer;

/// A request at its first stage, whose reviewer has a passkey.
struct Desk {
    story: Story,
    browser: Arc<ListedPasskeys>,
    passkey: PasskeyId,
    request: RequestId,
    state: StateId,
}

impl Desk {
    fn new() -> Self {
        Self::of(Story::with_passkeys())
    }

    fn of((story, browser): (Story, Arc<ListedPasskeys>)) -> Self {
        let passkey = story.adds_passkey(&browser, story.staff(REVIEWER));
        let request = story.submitted();
        let state = story.state(request, REVIEWER).request_state_id;
        Self {
            story,
            browser,
            passkey,
            request,
            state,
        }
    }

    fn reviewer(&self) -> &Caller {
        self.story.staff(REVIEWER)
    }

    /// Returns the response of the reviewer's passkey for this outcome.
    fn signs(&self, approve: bool) -> String {
        let options = self
            .story
            .begins_passkey(self.reviewer(), self.state, approve)
            .unwrap();
        self.browser.sign(&options.options).unwrap()
    }

    fn decides(
        &self,
        caller: &Caller,
        approve: bool,
        response: &str,
    ) -> Result<decide::Answer, decide::Error> {
        let command = self
            .story
            .decision_with_passkey(caller, self.request, REVIEWER, approve, response);
        decide::execute(&self.story.world.ports, caller, &command)
    }

    /// Decides, and expects a refusal for this reason with nothing decided.
    #[track_caller]
    fn refused(&self, caller: &Caller, approve: bool, response: &str, reason: Reason) {
        let error = self.decides(caller, approve, response).unwrap_err();
        assert_eq!(error.reason(), reason, "{error}");
        let stage = self.story.state(self.request, REVIEWER);
        assert_eq!(stage.state, StageState::Unattended);
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
            let happened: Vec<_> = events.iter().filter_map(Event::history_entry).collect();
            transaction.requests().save(&request, &happened).unwrap();
        });
    }
}

on_both_databases!(a_passkey_confirms_a_decision);

fn a_passkey_confirms_a_decision(database: Database) {
    let desk = Desk::of(Story::confirmed_by("code, passkey", database()));
    let answer = desk.decides(desk.reviewer(), true, &desk.signs(true)).unwrap();
    assert_eq!(answer.message, "request state updated successfully");
    let stage = desk.story.state(desk.request, REVIEWER);
    assert_eq!(stage.state, StageState::Approved);
    let recorded = entries(&desk.story.world);
    let decided = recorded
        .iter()
        .rev()
        .find(|it| it.kind == ActKind::RequestDecided);
    let confirmation = CanonicalJson.passkey_confirmation(&decided.unwrap().canonical);
    let confirmation = confirmation.unwrap().unwrap();
    assert_eq!(
        (confirmation.signature.passkey, confirmation.decision.state),
        (desk.passkey, desk.state)
    );
    assert_eq!(
        (confirmation.decision.user, confirmation.decision.request),
        (desk.reviewer().user, desk.request)
    );
    // No code was mailed for it.
    let codes = recorded.iter().filter(|it| it.kind == ActKind::DecisionCodeSent);
    assert_eq!(codes.count(), 0);
    let used = desk
        .story
        .world
        .read(|views| views.accounts().passkeys(desk.reviewer().user).unwrap());
    assert_eq!(used[0].last_used_on, Some(desk.story.world.now()));
}

#[test]
fn a_passkey_confirms_a_denial() {
    let desk = Desk::new();
    desk.decides(desk.reviewer(), false, &desk.signs(false)).unwrap();
    let stage = desk.story.state(desk.request, REVIEWER);
    assert_eq!(stage.state, StageState::Denied);
}

#[test]
fn a_response_is_accepted_once() {
    let desk = Desk::new();
    let response = desk.signs(true);
    // The reason is missing, so nothing is decided, and the response was not used.
    let mut incomplete =
        desk.story
            .decision_with_passkey(desk.reviewer(), desk.request, REVIEWER, false, &response);
    incomplete.reason = None;
    let faults = decide::execute(&desk.story.world.ports, desk.reviewer(), &incomplete).unwrap_err();
    assert!(matches!(faults, decide::Error::Faults(_)));
    // The outcome is another, so the response is used up.
    desk.refused(desk.reviewer(), false, &response, Reason::RowChanged);
    desk.refused(desk.reviewer(), true, &response, Reason::PasskeyExpired);
    assert!(desk.decides(desk.reviewer(), true, &desk.signs(true)).is_ok());
}

#[test]
fn a_response_expires_after_ten_minutes() {
    let desk = Desk::new();
    let response = desk.signs(true);
    desk.story.world.wait(TimeDelta::minutes(10));
    desk.refused(desk.reviewer(), true, &response, Reason::PasskeyExpired);
}

#[test]
fn a_response_is_void_once_the_request_changed() {
    let desk = Desk::new();
    let response = desk.signs(true);
    desk.resubmit();
    let error = desk.decides(desk.reviewer(), true, &response).unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (
            Kind::Conflict,
            "This Data Request has changed since you opened it. Review it again."
        )
    );
    assert!(desk.decides(desk.reviewer(), true, &desk.signs(true)).is_ok());
}

#[test]
fn a_response_is_bound_to_the_request() {
    let desk = Desk::new();
    let other = desk.story.submitted();
    let response = desk.signs(true);
    let reviewer = desk.reviewer();
    let elsewhere = desk
        .story
        .decision_with_passkey(reviewer, other, REVIEWER, true, &response);
    let error = decide::execute(&desk.story.world.ports, reviewer, &elsewhere).unwrap_err();
    assert_eq!(error.reason(), Reason::RowChanged);
}

#[test]
fn a_response_of_another_person_is_refused() {
    let desk = Desk::new();
    let other = &desk.story.second_reviewer;
    desk.story.adds_passkey(&desk.browser, other);
    let of_reviewer = desk.signs(true);
    desk.refused(other, true, &of_reviewer, Reason::PasskeyExpired);
    // The other person's passkey answers the challenge of the reviewer.
    let options = desk
        .story
        .begins_passkey(desk.reviewer(), desk.state, true)
        .unwrap();
    let known = desk
        .story
        .world
        .read(|views| views.accounts().passkeys(other.user).unwrap());
    let response = desk
        .browser
        .sign_with(&options.options, &known[0].passkey.credential_id);
    desk.refused(desk.reviewer(), true, &response.unwrap(), Reason::PasskeyNotFound);
}

#[test]
fn a_copied_passkey_decides_nothing() {
    let desk = Desk::new();
    let first = desk.story.submitted();
    desk.story
        .decides_with_passkey(&desk.browser, REVIEWER, first, true)
        .unwrap();
    desk.browser.set_back();
    desk.refused(desk.reviewer(), true, &desk.signs(true), Reason::PasskeyCopied);
    let last = entries(&desk.story.world).pop().unwrap();
    assert_eq!(last.kind, ActKind::PasskeyRefused);
    assert!(last.canonical.contains(r#""copied":true"#));
    let subjects = desk.story.mailed(desk.reviewer());
    let copied = "A passkey of yours may have been copied";
    assert!(
        subjects.iter().any(|subject| subject.contains(copied)),
        "{subjects:?}"
    );
}

#[test]
fn an_altered_response_is_refused() {
    let desk = Desk::new();
    let response = desk.signs(true).replace(r#""counter":"1""#, r#""counter":"9""#);
    desk.refused(desk.reviewer(), true, &response, Reason::PasskeyInvalid);
    for malformed in ["", "{}", "null", "[1]"] {
        desk.refused(desk.reviewer(), true, malformed, Reason::PasskeyInvalid);
    }
}

#[test]
fn a_removed_passkey_decides_nothing() {
    let desk = Desk::new();
    let response = desk.signs(true);
    desk.story.world.write(|transaction| {
        let passkeys = transaction.passkeys();
        assert!(passkeys.remove(desk.reviewer().user, desk.passkey).unwrap());
    });
    desk.refused(desk.reviewer(), true, &response, Reason::PasskeyNotFound);
}

#[test]
fn callers_who_may_not_decide_are_asked_for_no_passkey() {
    let desk = Desk::new();
    let story = &desk.story;
    for (caller, kind) in [
        (&story.outsider, Kind::NotFound),
        (&story.other_requester, Kind::NotFound),
        (&story.requester, Kind::Forbidden),
        (&story.super_user, Kind::Forbidden),
        (story.staff(Role::DataOfficer), Kind::Forbidden),
    ] {
        let error = story.begins_passkey(caller, desk.state, true).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
    }
    let error = story
        .begins_passkey(desk.reviewer(), StateId(9_999), true)
        .unwrap_err();
    assert_eq!(error.kind(), Kind::NotFound);
}

#[test]
fn a_person_without_a_passkey_is_told_so() {
    let desk = Desk::new();
    let error = desk
        .story
        .begins_passkey(&desk.story.second_reviewer, desk.state, true)
        .unwrap_err();
    assert_eq!(
        (error.kind(), error.reason(), error.to_string().as_str()),
        (
            Kind::Conflict,
            Reason::PasskeyNotFound,
            "You have no passkey. Add one on your profile."
        )
    );
}

#[test]
fn asking_for_passkeys_too_often_is_limited() {
    let mut limited = settings();
    limited.confirm_by = ConfirmBy::parse("passkey").unwrap();
    limited.limits = limited
        .limits
        .with(Limit::PasskeySignIn, Allowance::parse("2 in 1 hour").unwrap());
    let mut story = Story::configured(limited);
    let browser = Arc::new(ListedPasskeys::default());
    story.world.ports.passkeys = Some(browser.clone());
    let desk = Desk::of((story, browser));
    for _ in 0..2 {
        desk.signs(true);
    }
    let often = desk
        .story
        .begins_passkey(desk.reviewer(), desk.state, true)
        .unwrap_err();
    assert!(matches!(often.kind(), Kind::TooMany(_)), "{often}");
}

#[test]
fn codes_are_refused_where_only_passkeys_confirm() {
    let desk = Desk::of(Story::confirmed_by(
        "passkey",
        aditus_storage::testing::TestDatabase::sqlite(),
    ));
    let ports = &desk.story.world.ports;
    let reviewer = desk.reviewer();
    let send = send_code::Command {
        state: desk.state,
        approve: true,
        unless_sent: false,
    };
    let verify = verify_code::Command {
        state: desk.state,
        approve: true,
        otp: "123456".to_owned(),
    };
    let with_code = desk
        .story
        .decision(reviewer, desk.request, REVIEWER, true, "123456");
    let refusals: [Box<dyn Failure>; 3] = [
        Box::new(send_code::execute(ports, reviewer, send).unwrap_err()),
        Box::new(verify_code::execute(ports, reviewer, &verify).unwrap_err()),
        Box::new(decide::execute(ports, reviewer, &with_code).unwrap_err()),
    ];
    for refused in refusals {
        assert_eq!(
            (refused.kind(), refused.reason()),
            (Kind::Conflict, Reason::CodeNotAllowed)
        );
    }
    assert!(desk.decides(reviewer, true, &desk.signs(true)).is_ok());
}

#[test]
fn passkeys_are_refused_where_only_codes_confirm() {
    let desk = Desk::of(Story::confirmed_by(
        "code",
        aditus_storage::testing::TestDatabase::sqlite(),
    ));
    let error = desk
        .story
        .begins_passkey(desk.reviewer(), desk.state, true)
        .unwrap_err();
    assert_eq!(error.reason(), Reason::PasskeyNotAllowed);
    desk.refused(desk.reviewer(), true, "{}", Reason::PasskeyNotAllowed);
    assert!(desk.story.decides(REVIEWER, desk.request, true).is_ok());
}

#[test]
fn without_passkeys_at_the_address_codes_alone_are_offered() {
    let ways = |story: &Story, request| {
        let query = aditus_application::requests::detail::Query {
            with_variables: false,
            request,
            org_role: None,
        };
        let (_, view) =
            aditus_application::requests::detail::execute(&story.world.ports, story.staff(REVIEWER), query)
                .unwrap();
        view.acting.confirm_by
    };
    let mut desk = Desk::new();
    let both = ConfirmBy {
        code: true,
        passkey: true,
    };
    assert_eq!(ways(&desk.story, desk.request), both);
    desk.story.world.ports.passkeys = None;
    assert_eq!(ways(&desk.story, desk.request), ConfirmBy::default());
    let error = desk
        .story
        .begins_passkey(desk.reviewer(), desk.state, true)
        .unwrap_err();
    assert_eq!(
        (error.kind(), error.reason()),
        (Kind::Conflict, Reason::PasskeysUnavailable)
    );
}
