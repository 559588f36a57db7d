//! Calls with files have their own queue: one account cannot fill it, and no other call waits for
//! it.

use std::sync::{Arc, mpsc};
use std::time::Duration;

use aditus_application::Ports;
use aditus_application::ports::{ExaminationError, FileInspector};
use aditus_domain::requests::FileContent;
use aditus_domain::roles::Role;
use aditus_files::ContentInspector;
use aditus_http::load::{CONCURRENT_USE_CASES, QueueLimits};
use aditus_http::{Api, LoadLimits};
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::edits::{Board, ETHICS, STAFF, member, with};
use crate::gate::Gate;
use crate::on_both_databases;
use crate::people::{Installation, PASSWORD};
use crate::server::{Running, TestServer};
use crate::submission::{PDF, complete, drafted, file, form, upload};

on_both_databases!(
    other_calls_are_answered_while_files_wait,
    inspections_above_the_limit_of_all_or_of_an_account_get_429,
    every_call_with_a_file_takes_a_slot,
    an_abandoned_upload_keeps_its_slot_until_it_is_inspected,
);

/// An inspector that blocks until the test opens its gate.
#[derive(Default)]
struct SlowInspector {
    gate: Gate,
}

impl FileInspector for SlowInspector {
    fn inspect(&self, bytes: &[u8]) -> Result<FileContent, ExaminationError> {
        self.gate.pass();
        ContentInspector.inspect(bytes)
    }
}

const PATIENCE: Duration = Duration::from_secs(20);
const OF_YOURS: &str = "Your other files are still being checked. Please wait.";
const OF_MANY: &str = "Many files are being checked right now. Please try again in a few seconds.";

/// Starts another server on the same database, with a slow inspector and these slots.
fn slow_server(server: &TestServer, inspections: QueueLimits) -> (Arc<SlowInspector>, Running) {
    let inspector = Arc::new(SlowInspector::default());
    let ports = Ports {
        inspector: inspector.clone(),
        ..server.ports.clone()
    };
    let limits = LoadLimits {
        inspections,
        ..LoadLimits::default()
    };
    (inspector, Running::start(Api::new(ports).with_limits(limits)))
}

fn refused(answer: &Answer, message: &str) {
    answer.refuses(429, message);
    assert_eq!(answer.header("retry-after"), Some("5"));
}

fn other_calls_are_answered_while_files_wait(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let bea = installation.person("Bea", Role::DataRequester);
    let draft = drafted(&ada, &json!({ "title": "Malaria" }));
    // More uploads than there are slots of use cases: if those held one, nothing else would get
    // through.
    let uploads = CONCURRENT_USE_CASES + 4;
    let (inspector, running) = slow_server(
        server,
        QueueLimits {
            slots: 1,
            queue: uploads,
            per_account: uploads,
        },
    );
    let client = ada.client.moved_to(&running.guest());
    std::thread::scope(|scope| {
        let (sender, answers) = mpsc::channel::<u16>();
        for _ in 0..uploads {
            let (client, sender) = (client.clone(), sender.clone());
            scope.spawn(move || {
                let answer = upload(&client, draft, "file_path", PDF);
                sender.send(answer.status).unwrap();
            });
        }
        inspector.gate.wait_for(1);
        let (told, meanwhile) = mpsc::channel();
        let (client, guest) = (client.clone(), running.guest());
        let sign_in = json!({ "username": bea.email, "password": PASSWORD });
        scope.spawn(move || {
            for number in 0..10 {
                let title = json!({ "title": format!("Draft {number}") });
                for status in [
                    guest.post("users/signin/", &sign_in).status,
                    client.get("data_requests/").status,
                    client.post("data_requests/", &title).status,
                ] {
                    let _ = told.send(status);
                }
            }
        });
        let statuses: Vec<_> = (0..30)
            .map_while(|_| meanwhile.recv_timeout(PATIENCE).ok())
            .collect();
        inspector.gate.open();
        assert_eq!(statuses, [200, 200, 201].repeat(10));
        for _ in 0..uploads {
            assert_eq!(answers.recv_timeout(PATIENCE).unwrap(), 201);
        }
    });
    assert_eq!(inspector.gate.max_inside(), 1);
}

fn inspections_above_the_limit_of_all_or_of_an_account_get_429(server: &TestServer) {
    let installation = Installation::new(server);
    let people = ["Ada", "Bea"].map(|name| installation.person(name, Role::DataRequester));
    let drafts = people
        .each_ref()
        .map(|person| drafted(person, &json!({ "title": "Malaria" })));
    // One slot, two waiting places, and two places per account.
    let (inspector, running) = slow_server(
        server,
        QueueLimits {
            slots: 1,
            queue: 2,
            per_account: 2,
        },
    );
    let clients = people
        .each_ref()
        .map(|person| person.client.moved_to(&running.guest()));
    std::thread::scope(|scope| {
        let (sender, answers) = mpsc::channel::<Answer>();
        let send = |person: usize| {
            let (client, draft, sender) = (clients[person].clone(), drafts[person], sender.clone());
            scope.spawn(move || sender.send(upload(&client, draft, "file_path", PDF)).unwrap());
        };
        let next = || answers.recv_timeout(PATIENCE).unwrap();
        (0..4).for_each(|_| send(0));
        (0..2).for_each(|_| refused(&next(), OF_YOURS));
        (0..2).for_each(|_| send(1));
        refused(&next(), OF_MANY);
        inspector.gate.wait_for(1);
        inspector.gate.open();
        for _ in 0..3 {
            assert_eq!(next().status, 201);
        }
    });
    assert_eq!(inspector.gate.max_inside(), 1);
    upload(&clients[0], drafts[0], "file_path", PDF).data(201);
}

/// The method, the path and the body of a call.
type Call = (&'static str, String, Value);

fn every_call_with_a_file_takes_a_slot(server: &TestServer) {
    let board = Board::new(server);
    let ada = &board.ada;
    let draft = drafted(ada, &json!({ "title": "Malaria" }));
    let of_documents = board.asks_for(ETHICS);
    let of_staff = board.asks_for(STAFF);
    let member_id = board.detail()["list_of_staff"][0]["staff_shared_id"].clone();
    let paper = || file("application/pdf", PDF);
    let whole = complete(&board.installation, ada);
    let document = json!({
        "ethics_committee": 2, "protocol_ref_num": "IRB/2026/018", "ethics_doc_path1": paper(),
        "additional_ethics_committee_name": "None", "comment_id": of_documents,
    });
    let with_identification = |terms: Value| {
        let identified = with(member(), json!({ "identification_file_path": paper() }));
        with(identified, terms)
    };
    let terms = json!({ "request": board.request, "comment_id": of_staff });
    let another = json!({
        "first_name": "Omar", "email": "omar@people.example", "phone": "+256772000444",
        "identification_number": "N-78",
    });
    let calls: Vec<Call> = vec![
        (
            "POST",
            "data_requests/".to_owned(),
            json!({ "title": "With a file", "file_path": paper() }),
        ),
        ("POST", "data_requests/submit/".to_owned(), whole.clone()),
        ("POST", "data_requests/guest/".to_owned(), whole),
        (
            "PATCH",
            format!("data_requests/patch/data_request_docs/{}/", board.request),
            document,
        ),
        (
            "POST",
            "data_requests/staff-shared/".to_owned(),
            with_identification(terms.clone()),
        ),
        (
            "PATCH",
            format!("data_requests/patch/staff_shared/{member_id}/"),
            with(with_identification(terms), another),
        ),
    ];
    let (inspector, running) = slow_server(
        server,
        QueueLimits {
            slots: 2,
            queue: 8,
            per_account: 1,
        },
    );
    let client = ada.client.moved_to(&running.guest());
    std::thread::scope(|scope| {
        let first = {
            let client = client.clone();
            scope.spawn(move || upload(&client, draft, "file_path", PDF).status)
        };
        inspector.gate.wait_for(1);
        // Refused before the inspector: a call that reached it would block at the gate.
        let answers = answered(scope, &client, &calls);
        let without_file = client.post("data_requests/", &json!({ "title": "Without a file" }));
        let again = upload(&client, draft, "file_path", PDF);
        inspector.gate.open();
        for (answer, (method, path, _)) in answers.iter().zip(&calls) {
            let Some(answer) = answer else {
                panic!("{method} {path} got as far as the inspector")
            };
            assert_eq!(answer.status, 429, "{method} {path}");
            refused(answer, OF_YOURS);
        }
        refused(&again, OF_YOURS);
        assert_eq!(without_file.status, 201);
        assert_eq!(first.join().unwrap(), 201);
    });
    // Each call succeeds when nothing else of the account is being inspected.
    for (method, path, body) in &calls {
        let answer = client.call(method, path, body);
        assert!([200, 201].contains(&answer.status), "{path}: {}", answer.json());
    }
}

/// Sends these calls one after the other and returns their answers; `None` for one that takes too
/// long.
fn answered<'scope>(
    scope: &'scope std::thread::Scope<'scope, '_>,
    client: &Client,
    calls: &[Call],
) -> Vec<Option<Answer>> {
    let (sender, answers) = mpsc::channel();
    let (client, sent) = (client.clone(), calls.to_vec());
    scope.spawn(move || {
        for (method, path, body) in &sent {
            let _ = sender.send(client.call(method, path, body));
        }
    });
    calls
        .iter()
        .map(|_| answers.recv_timeout(PATIENCE).ok())
        .collect()
}

fn an_abandoned_upload_keeps_its_slot_until_it_is_inspected(server: &TestServer) {
    use std::io::Write;
    use std::net::TcpStream;

    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let draft = drafted(&ada, &json!({ "title": "Malaria" }));
    let (inspector, running) = slow_server(
        server,
        QueueLimits {
            slots: 1,
            queue: 2,
            per_account: 1,
        },
    );
    let (media, body) = form("file_path", "paper.pdf", PDF);
    let head = format!(
        "POST /api/v1/data_requests/drafts/{draft}/files HTTP/1.1\r\nhost: a.example\r\ncontent-type: {media}\r\n\
         authorization: {}\r\ncontent-length: {}\r\n\r\n",
        ada.client.authorization(),
        body.len()
    );
    let mut stream = TcpStream::connect(running.address()).unwrap();
    stream.write_all(&[head.as_bytes(), &body].concat()).unwrap();
    inspector.gate.wait_for(1);
    drop(stream);
    let client = ada.client.moved_to(&running.guest());
    let again = upload(&client, draft, "file_path", PDF);
    inspector.gate.open();
    refused(&again, OF_YOURS);
}
