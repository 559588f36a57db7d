//! Exports have their own queue: one account cannot fill it, and no other call waits for it.

use std::sync::{Arc, mpsc};
use std::time::Duration;

use aditus_application::Ports;
use aditus_application::audit::export::AuditLogLine;
use aditus_application::dictionary::quality::TableQuality;
use aditus_application::dictionary::revisions::compare_csv::ComparisonLine;
use aditus_application::ports::{DocumentError, Documents, LetterSheet, PrintedProof, PublicPdf};
use aditus_application::requests::versions::rounds::RoundChanges;
use aditus_application::requests::views::RequestDetail;
use aditus_application::testing::PlainDocuments;
use aditus_domain::information::PublicDocument;
use aditus_domain::roles::Role;
use aditus_http::load::{CONCURRENT_USE_CASES, QueueLimits};
use aditus_http::{Api, LoadLimits};

use crate::client::{Answer, Client};
use crate::gate::Gate;
use crate::main_job::staff;
use crate::on_both_databases;
use crate::people::Installation;
use crate::server::{Running, TestServer};
use crate::submission::submitted;

on_both_databases!(
    exports_above_the_limits_get_429_and_delay_no_other_calls,
    an_abandoned_export_keeps_its_slot_until_it_is_done,
    exports_use_no_slots_of_other_calls,
);

/// A documents adapter that blocks until the test opens its gate.
#[derive(Default)]
struct SlowDocuments {
    gate: Gate,
}

impl Documents for SlowDocuments {
    fn request_pdf(
        &self,
        request: &RequestDetail,
        changes: &[RoundChanges],
        proof: Option<&PrintedProof>,
        product: &str,
    ) -> Result<Vec<u8>, DocumentError> {
        self.gate.pass();
        PlainDocuments.request_pdf(request, changes, proof, product)
    }

    fn variables_csv(&self, request: &RequestDetail) -> Result<Vec<u8>, DocumentError> {
        self.gate.pass();
        PlainDocuments.variables_csv(request)
    }

    fn data_quality_csv(&self, source: &str, tables: &[TableQuality]) -> Result<Vec<u8>, DocumentError> {
        self.gate.pass();
        PlainDocuments.data_quality_csv(source, tables)
    }

    fn facilities_csv(&self, facilities: &[[String; 3]]) -> Result<Vec<u8>, DocumentError> {
        PlainDocuments.facilities_csv(facilities)
    }

    fn comparison_csv(&self, lines: &[ComparisonLine]) -> Result<Vec<u8>, DocumentError> {
        self.gate.pass();
        PlainDocuments.comparison_csv(lines)
    }

    fn audit_log_csv_heading(&self) -> Result<Vec<u8>, DocumentError> {
        PlainDocuments.audit_log_csv_heading()
    }

    fn audit_log_csv_lines(&self, lines: &[AuditLogLine]) -> Result<Vec<u8>, DocumentError> {
        self.gate.pass();
        PlainDocuments.audit_log_csv_lines(lines)
    }

    fn letter_pdf(&self, letter: &LetterSheet, product: &str) -> Result<Vec<u8>, DocumentError> {
        self.gate.pass();
        PlainDocuments.letter_pdf(letter, product)
    }

    fn public_document(&self, document: PublicDocument, product: &str) -> Result<PublicPdf, DocumentError> {
        PlainDocuments.public_document(document, product)
    }
}

/// One slot, two waiting places, and two places per account.
const FEW: QueueLimits = QueueLimits {
    slots: 1,
    queue: 2,
    per_account: 2,
};

const PATIENCE: Duration = Duration::from_secs(20);

/// Starts another server on the same database, with slow documents and few slots.
fn busy_server(server: &TestServer) -> (Arc<SlowDocuments>, Running) {
    slow_server(server, FEW)
}

/// Does the same with these limits of exports.
fn slow_server(server: &TestServer, heavy: QueueLimits) -> (Arc<SlowDocuments>, Running) {
    let documents = Arc::new(SlowDocuments::default());
    let ports = Ports {
        documents: documents.clone(),
        ..server.ports.clone()
    };
    let limits = LoadLimits {
        heavy,
        ..LoadLimits::default()
    };
    (documents, Running::start(Api::new(ports).with_limits(limits)))
}

/// Returns the same session on another server that shares the database.
fn at(running: &Running, client: &Client) -> Client {
    client.moved_to(&running.guest())
}

fn exports_above_the_limits_get_429_and_delay_no_other_calls(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let staff = staff(&installation);
    let id = submitted(&installation, &ada);
    let (documents, running) = busy_server(server);
    let ada = at(&running, &ada.client);
    let reviewer = at(&running, &staff[0].client);
    let others = at(&running, &staff[1].client);
    let pdf = format!("data_requests/download-request/{id}");
    let csv = format!("data_requests/export-variables/{id}");

    std::thread::scope(|scope| {
        let (sender, answers) = mpsc::channel::<Answer>();
        let send = |client: &Client, path: &str| {
            let (client, path, sender) = (client.clone(), path.to_owned(), sender.clone());
            scope.spawn(move || sender.send(client.get(&path)).unwrap());
        };
        let refused = |message: &str| {
            let answer = answers.recv_timeout(PATIENCE).unwrap();
            answer.refuses(429, message);
            assert_eq!(answer.header("retry-after"), Some("5"));
        };
        // One account may have two exports running or waiting, PDF or CSV.
        for path in [&pdf, &csv, &pdf, &csv, &pdf] {
            send(&ada, path);
        }
        for _ in 0..3 {
            refused("Your other documents are still being prepared. Please wait.");
        }
        // Three exports in all may run or wait.
        send(&reviewer, &pdf);
        send(&reviewer, &csv);
        refused("Many documents are being prepared right now. Please try again in a few seconds.");
        documents.gate.wait_for(1);
        // No other call waits.
        let (told, lists) = mpsc::channel();
        scope.spawn(move || {
            for _ in 0..20 {
                let _ = told.send(others.get("data_requests/").status);
            }
        });
        let statuses: Vec<_> = (0..20).map_while(|_| lists.recv_timeout(PATIENCE).ok()).collect();
        documents.gate.open();
        assert_eq!(statuses, [200; 20]);
        for _ in 0..3 {
            assert_eq!(answers.recv_timeout(PATIENCE).unwrap().status, 200);
        }
    });
    assert_eq!(documents.gate.max_inside(), FEW.slots);
    assert_eq!(ada.get(&csv).status, 200, "places are free again");
}

fn an_abandoned_export_keeps_its_slot_until_it_is_done(server: &TestServer) {
    use std::io::Write;
    use std::net::TcpStream;

    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    let id = submitted(&installation, &ada);
    let (documents, running) = busy_server(server);
    let call = format!(
        "GET /api/v1/data_requests/download-request/{id} HTTP/1.1\r\nhost: a.example\r\nauthorization: {}\r\n\r\n",
        ada.client.authorization()
    );
    let mut stream = TcpStream::connect(running.address()).unwrap();
    stream.write_all(call.as_bytes()).unwrap();
    documents.gate.wait_for(1);
    drop(stream);
    let client = at(&running, &ada.client);
    let path = format!("data_requests/download-request/{id}");
    std::thread::scope(|scope| {
        let (sender, answers) = mpsc::channel::<u16>();
        for _ in 0..2 {
            let (client, path, sender) = (client.clone(), path.clone(), sender.clone());
            scope.spawn(move || sender.send(client.get(&path).status).unwrap());
        }
        // An export whose client has gone still counts, so only one of these two is accepted.
        assert_eq!(answers.recv_timeout(PATIENCE).unwrap(), 429);
        documents.gate.open();
        assert_eq!(answers.recv_timeout(PATIENCE).unwrap(), 200);
    });
}

fn exports_use_no_slots_of_other_calls(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    let id = submitted(&installation, &ada);
    // As many as there are slots for other calls.
    let many = QueueLimits {
        slots: CONCURRENT_USE_CASES,
        queue: 0,
        per_account: CONCURRENT_USE_CASES,
    };
    let (documents, running) = slow_server(server, many);
    let client = at(&running, &ada.client);
    let path = format!("data_requests/download-request/{id}");
    std::thread::scope(|scope| {
        let (sender, answers) = mpsc::channel::<u16>();
        let send = |path: &str| {
            let (client, path, sender) = (client.clone(), path.to_owned(), sender.clone());
            scope.spawn(move || sender.send(client.get(&path).status).unwrap());
        };
        for _ in 0..many.slots {
            send(&path);
        }
        documents.gate.wait_for(many.slots);
        send("users/sessions");
        let meanwhile = answers.recv_timeout(PATIENCE);
        documents.gate.open();
        assert_eq!(meanwhile, Ok(200));
        for _ in 0..many.slots {
            assert_eq!(answers.recv_timeout(PATIENCE).unwrap(), 200);
        }
    });
}
