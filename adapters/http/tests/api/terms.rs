//! Terms of requests: the expected day in lists and on the page, and its extension.

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::due_dates::{on, page, shown};
use crate::main_job::{decide, staff};
use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;
use crate::submission::{submitted, submitted_as};

on_both_databases!(
    a_decision_is_expected_by_the_end_of_the_term,
    a_person_with_a_decision_extends_the_term,
    an_extension_is_refused,
);

/// The people who take part in requests with a term of three months.
struct Case<'a> {
    server: &'a TestServer,
    installation: Installation<'a>,
    super_user: Person,
    requester: Person,
    staff: Vec<Person>,
}

impl<'a> Case<'a> {
    /// Begins on Monday, 1 March 2027.
    fn begin(server: &'a TestServer) -> Self {
        on(server, "2027-03-01");
        let installation = Installation::new(server);
        let super_user = installation.person("Sara", Role::SuperUser);
        let path = "data_requests/approval_procedures/1/";
        let procedure = super_user.client.get(path).data(200);
        let body = json!({
            "name": procedure["name"], "description": procedure["description"],
            "term": { "unit": "months", "count": 3 },
        });
        assert_eq!(super_user.client.put(path, &body).status, 200);
        let requester = installation.person("Ada", Role::DataRequester);
        let staff = staff(&installation);
        Self {
            server,
            installation,
            super_user,
            requester,
            staff,
        }
    }

    /// Moves the clock to this day, and signs everyone in again.
    fn on(&mut self, day: &str) {
        on(self.server, day);
        let people = [&mut self.super_user, &mut self.requester];
        for person in people.into_iter().chain(&mut self.staff) {
            person.client = self.installation.sign_in(&person.email);
        }
    }

    /// Returns the expected day, which is the same for all readers of the page.
    fn expected(&self, request: i64) -> Value {
        let readers = [&self.requester, &self.super_user, &self.staff[0], &self.staff[5]];
        let found = readers.map(|person| shown(person, request, "expected"));
        assert!(found.iter().all(|expected| *expected == found[0]));
        found[0].clone()
    }
}

fn extension(request: i64) -> String {
    format!("data_requests/{request}/extension/")
}

fn a_decision_is_expected_by_the_end_of_the_term(server: &TestServer) {
    let mut case = Case::begin(server);
    let path = "data_requests/approval_procedures/1/trial/";
    let tried = case.super_user.client.post(path, &json!({ "moves": [] }));
    assert_eq!(tried.data(200)["expected_on"], "2027-06-01");
    let request = submitted(&case.installation, &case.requester);
    let expected = |state: &str| {
        json!({
            "term": { "unit": "months", "count": 3 }, "on": "2027-06-01", "state": state,
            "extended": null, "paused": false,
        })
    };
    assert_eq!(case.expected(request), expected("On time"));
    case.on("2027-05-15");
    assert_eq!(case.expected(request), expected("Due soon"));
    decide(server, &case.staff[0], request, false);
    assert_eq!(case.expected(request), Value::Null);
}

fn a_person_with_a_decision_extends_the_term(server: &TestServer) {
    let case = Case::begin(server);
    let request = submitted(&case.installation, &case.requester);
    // It is the turn of the reviewer.
    let officer = &case.staff[5];
    let may = |person: &Person| page(person, request)["acting"]["extend"].clone();
    assert_eq!(may(officer), json!({ "allowed": true, "why_not": null }));
    assert_eq!(
        may(&case.super_user),
        json!({
            "allowed": false,
            "why_not": "Only people who decide on this Data Request can extend its term.",
        })
    );
    let reason = "The ethics committee meets in June.";
    let body = json!({ "count": 1, "reason": reason });
    let answer = officer.client.post(&extension(request), &body);
    assert_eq!(answer.data(200), json!({ "on": "2027-07-01" }));
    assert_eq!(
        answer.json()["message"],
        "You have successfully extended the term of this Data Request."
    );
    let mut expected = case.expected(request);
    let on = expected["extended"]["on"].take();
    assert!(on.as_str().unwrap().starts_with("2027-03-01T"), "{on}");
    assert_eq!(
        expected,
        json!({
            "term": { "unit": "months", "count": 3 }, "on": "2027-07-01", "state": "On time", "paused": false,
            "extended": { "count": 1, "unit": "months", "reason": reason, "on": null },
        })
    );
    let rounds = page(&case.requester, request)["rounds"].clone();
    assert_eq!(rounds[0]["extension"]["reason"], reason);
    assert_eq!(
        may(officer),
        json!({
            "allowed": false,
            "why_not": "The term was extended before. A term can be extended once.",
        })
    );
    let told = case
        .requester
        .client
        .get("notifications/all-user-notifications/")
        .data(200)
        .to_string();
    assert!(
        told.contains(
            "was extended by 1 month, to 01 July 2027. Reason: The ethics committee meets in June."
        ),
        "{told}"
    );
}

fn an_extension_is_refused(server: &TestServer) {
    let mut case = Case::begin(server);
    let request = submitted(&case.installation, &case.requester);
    let path = extension(request);
    let reviewer = &case.staff[0].client;
    let body = |count: Value, reason: &str| json!({ "count": count, "reason": reason });
    reviewer.post(&path, &body(json!(4), "No quorum")).refuses_field(
        400,
        "count",
        "Enter 1 to 3 months: a term is extended by its own length at most.",
    );
    let empty = reviewer.post(&path, &json!({}));
    let errors = empty.json()["errors"].clone();
    assert_eq!(
        errors,
        json!({
            "count": ["Enter by how much to extend the term."],
            "reason": ["Enter a reason. The requester sees it."],
        })
    );
    let whole = body(json!(3), "No quorum");
    for person in [&case.requester, &case.super_user] {
        let refused = person.client.post(&path, &whole);
        assert_eq!(refused.status, 403);
        refused.because("extension_not_allowed");
    }
    let other = case.installation.person("Eve", Role::DataRequester);
    assert_eq!(other.client.post(&path, &whole).status, 404);
    assert_eq!(reviewer.post(&path, &whole).status, 200);
    let again = reviewer.post(&path, &whole);
    assert_eq!(again.status, 409);
    again.because("term_extended");
    let late = submitted_as(&case.installation, &case.requester, "Measles");
    case.on("2027-06-02");
    let over = case.staff[0].client.post(&extension(late), &whole);
    assert_eq!(over.status, 409);
    over.because("term_over");
}
