//! Tests of the witness client against the protocol of C2SP tlog-witness.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "these are tests")]

mod witness_server;

use std::error::Error as _;

use aditus_application::ports::{
    Authorities, NewLogKey, SignedHead, Submission, TransparencyLog as _, Witness as _, WitnessError,
    WitnessResponse,
};
use aditus_application::testing::CountingEntropy;
use aditus_domain::audit::log::{TreeHash, TreeHead};
use aditus_log::{C2spLog, HttpWitness, WitnessKey, WitnessSettings};

use witness_server::{WitnessServer, cosigned, verifier_key};

const ORIGIN: &str = "aditus.example/log";

/// A log whose trees have one to eight leaves, and the key that signs it.
struct Log {
    key: NewLogKey,
    leaves: Vec<TreeHash>,
}

impl Log {
    fn new() -> Self {
        Self {
            key: C2spLog.make_key(ORIGIN, &CountingEntropy::default()).unwrap(),
            leaves: (0..8_u8).map(|number| C2spLog.leaf(&[number])).collect(),
        }
    }

    fn read<T>(&self, work: impl FnOnce(aditus_application::ports::ReadHashes<'_>) -> T) -> T {
        let none = &mut |_: &[_]| Ok(Vec::new());
        let nodes = C2spLog.append(0, &self.leaves, none).unwrap().nodes;
        work(&mut |wanted| {
            let found = wanted
                .iter()
                .map(|node| nodes.iter().find(|(known, _)| known == node).unwrap().1);
            Ok(found.collect())
        })
    }

    fn head(&self, size: u64) -> TreeHead {
        self.read(|read| C2spLog.head(size, read)).unwrap()
    }

    fn signed(&self, head: TreeHead) -> String {
        let origin = ORIGIN.to_owned();
        C2spLog
            .sign(&SignedHead { origin, head }, &[&self.key.secret])
            .unwrap()
    }

    /// Submits the tree of this size with a proof from the earlier size.
    fn sends(&self, witness: &HttpWitness, earlier: u64, size: u64) -> Result<WitnessResponse, WitnessError> {
        let proof = self
            .read(|read| C2spLog.prove_consistency(earlier, size, read))
            .unwrap();
        witness.add_checkpoint(Submission {
            earlier,
            proof: &proof,
            checkpoint: &self.signed(self.head(size)),
        })
    }
}

fn witness(server: &WitnessServer) -> HttpWitness {
    let settings = WitnessSettings {
        url: WitnessSettings::parse_url(&server.url()).unwrap(),
        key: WitnessKey::parse(&verifier_key()).unwrap(),
        authorities: Authorities::default(),
    };
    HttpWitness::new(&settings).unwrap()
}

fn trusted() -> (Log, WitnessServer, HttpWitness) {
    let (log, server) = (Log::new(), WitnessServer::start());
    server
        .known
        .lock()
        .unwrap()
        .keys
        .push(log.key.verifier_key.clone());
    let witness = witness(&server);
    (log, server, witness)
}

#[test]
fn a_witness_signs_checkpoints_that_extend_the_last_one() {
    let (log, server, witness) = trusted();
    assert_eq!(witness.name(), server.url().trim_end_matches('/'));
    let WitnessResponse::Cosigned(lines) = log.sends(&witness, 0, 3).unwrap() else {
        panic!("it has not signed");
    };
    let note = log.signed(log.head(3));
    let text = note.split_once("\n\n").unwrap().0.to_owned() + "\n";
    assert_eq!(lines, cosigned(&text, 1_679_315_147));
    // The cosigned checkpoint still opens with the key of the log.
    let both = format!("{note}{lines}");
    assert_eq!(
        C2spLog.open(&both, &[&log.key.verifier_key]).unwrap().head,
        log.head(3)
    );

    assert_eq!(log.sends(&witness, 0, 7).unwrap(), WitnessResponse::OtherSize(3));
    assert!(matches!(
        log.sends(&witness, 3, 7).unwrap(),
        WitnessResponse::Cosigned(_)
    ));
    assert!(
        matches!(log.sends(&witness, 7, 7).unwrap(), WitnessResponse::Cosigned(_)),
        "the same once more"
    );
    let bodies = server.known.lock().unwrap().bodies.clone();
    assert!(
        bodies[0].starts_with("old 0\n\naditus.example/log\n3\n"),
        "{}",
        bodies[0]
    );
    let (head, _) = bodies[2].split_once("\n\n").unwrap();
    assert!(head.starts_with("old 3\n") && head.lines().count() > 2, "{head}");
}

#[test]
fn a_fork_and_an_unknown_log_are_distinguished() {
    let (log, server, witness) = trusted();
    log.sends(&witness, 0, 5).unwrap();
    let other = TreeHead {
        size: 5,
        root: TreeHash([9; 32]),
    };
    server.known.lock().unwrap().signed = Some(other);
    for size in [5, 8] {
        assert!(
            matches!(log.sends(&witness, 5, size), Err(WitnessError::Disagrees)),
            "{size}"
        );
    }
    server.known.lock().unwrap().keys.clear();
    let refused = log.sends(&witness, 5, 8).unwrap_err();
    assert!(
        matches!(&refused, WitnessError::Refuses(why) if why.contains("trusts none of the keys")),
        "{refused}"
    );
}

/// Answers outside of the protocol are errors, and only signatures of the configured key count.
#[test]
fn unexpected_answers_are_not_signatures() {
    let (log, server, witness) = trusted();
    let note = log.signed(log.head(3));
    let text = note.split_once("\n\n").unwrap().0.to_owned() + "\n";
    let answer = |status: &str, kind: &str, body: &str| {
        format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
    };
    let of_no_time = cosigned(&text, 0);
    let of_another = cosigned(&text.replace("\n3\n", "\n4\n"), 5);
    let by_a_stranger = cosigned(&text, 5).replace("witness.example/w1", "witness.example/w2");
    let endless = "x".repeat(100_000);
    let cases = [
        (
            answer("200 OK", "text/plain", ""),
            "without a signature of the configured key",
        ),
        (
            answer("200 OK", "text/html", "<p>Welcome</p>\n"),
            "without a signature of the configured key",
        ),
        (
            answer("200 OK", "text/plain", &of_no_time),
            "without a signature of the configured key",
        ),
        (
            answer("200 OK", "text/plain", &of_another),
            "without a signature of the configured key",
        ),
        (
            answer("200 OK", "text/plain", &by_a_stranger),
            "without a signature of the configured key",
        ),
        (answer("200 OK", "text/plain", &endless), "more than 65536 bytes"),
        (
            answer("409 Conflict", "text/plain", "3\n"),
            "without the size that it knows",
        ),
        (
            answer("409 Conflict", "text/x.tlog.size", "three\n"),
            "without the size that it knows",
        ),
        (
            answer("404 Not Found", "text/plain", ""),
            "does not know the origin",
        ),
        (
            answer("400 Bad Request", "text/plain", ""),
            "it answered 400 Bad Request",
        ),
        (
            answer("302 Found", "text/plain", ""),
            "redirects are not followed",
        ),
    ];
    for (instead, told) in cases {
        server.known.lock().unwrap().instead = Some(instead);
        let refused = log.sends(&witness, 0, 3).unwrap_err();
        assert!(
            matches!(&refused, WitnessError::Refuses(why) if why.contains(told)),
            "{told}: {refused}"
        );
    }
    for status in [
        "500 Internal Server Error",
        "503 Service Unavailable",
        "429 Too Many Requests",
    ] {
        server.known.lock().unwrap().instead = Some(answer(status, "text/plain", ""));
        let away = log.sends(&witness, 0, 3).unwrap_err();
        assert!(
            away.source().unwrap().to_string().contains(&status[..3]),
            "{away:?}"
        );
    }
    server.known.lock().unwrap().instead = Some("nothing of HTTP\r\n\r\n".to_owned());
    assert!(matches!(
        log.sends(&witness, 0, 3),
        Err(WitnessError::Unreachable(_))
    ));
    // Signatures of other keys are skipped.
    let beside = by_a_stranger + &cosigned(&text, 6);
    server.known.lock().unwrap().instead = Some(answer("200 OK", "text/plain", &beside));
    assert_eq!(
        log.sends(&witness, 0, 3).unwrap(),
        WitnessResponse::Cosigned(cosigned(&text, 6))
    );
}

#[test]
fn addresses_and_keys_of_witnesses_are_parsed() {
    for url in [
        "https://witness.example",
        "http://127.0.0.1:7380/",
        "https://witness.example/a/b",
    ] {
        assert!(WitnessSettings::parse_url(url).is_ok(), "{url}");
    }
    for url in [
        "",
        "witness.example",
        "ftp://witness.example",
        "https://ada@witness.example",
        "https://ada:s3cret@witness.example",
        "https://witness.example/?key=s3cret",
        "https://witness.example/#a",
    ] {
        assert!(WitnessSettings::parse_url(url).is_err(), "{url}");
    }
    let key = verifier_key();
    assert!(WitnessKey::parse(&key).is_ok());
    // The key of a log is not accepted as that of a witness.
    let of_log = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
    let (name, rest) = key.split_once('+').unwrap();
    for broken in [
        of_log.to_owned(),
        String::new(),
        name.to_owned(),
        format!("another{rest}"),
        format!("another+{rest}"),
        key.replace('+', " "),
        key[..key.len() - 4].to_owned(),
    ] {
        assert!(WitnessKey::parse(&broken).is_err(), "{broken}");
    }
}
