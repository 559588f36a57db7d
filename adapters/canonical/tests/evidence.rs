//! Evidence that `aditus audit check` and the page `/log` check with the same results.
//!
//! `frontend/src/testing/evidence.json` holds files, alterations of them, and the results. This
//! test generates it, and the tests of the frontend read it (`frontend/src/features/audit/check/`).
#![allow(clippy::unwrap_used, clippy::panic, reason = "these are tests")]

mod passkeys;

use std::collections::HashMap;

use aditus_application::audit::check::{self, Answer};
use aditus_application::ports::{ContentEncoding as _, Evidence, LeafProof, SaltedValue, SignedHead};
use aditus_application::ports::{Entropy as _, NewLogKey, TransparencyLog as _};
use aditus_application::testing::CountingEntropy;
use aditus_canonical::{CanonicalJson, check_result_json};
use aditus_domain::audit::log::{Node, TreeHash};
use aditus_domain::requests::content::Commitment;
use aditus_log::C2spLog;
use aditus_webauthn::WebauthnEvidence;
use serde_json::{Value, json};

const KEPT: &str = include_str!("../../../frontend/src/testing/evidence.json");

const ORIGIN: &str = "aditus.example/log";

/// An alteration of a file: replaces the first occurrence of the first text by the second.
type Change = (String, String);

struct Case {
    about: &'static str,
    file: &'static str,
    changes: Vec<Change>,
    keys: &'static [&'static str],
}

struct Made {
    files: HashMap<&'static str, String>,
    keys: HashMap<&'static str, String>,
    /// The files of decisions that a passkey confirmed.
    by_passkey: Vec<(&'static str, String)>,
    /// The signatures in these files.
    signatures: Value,
    /// The two signature lines of the file that two keys signed.
    lines: Vec<String>,
}

fn salted(entropy: &CountingEntropy, value: &str) -> SaltedValue {
    let mut salt = [0; 16];
    entropy.fill(&mut salt);
    let committed = [&salt, value.as_bytes()].concat();
    SaltedValue {
        commitment: Commitment(CanonicalJson.sha256(&committed).0),
        salt,
        value: value.to_owned(),
    }
}

fn digits(value: &SaltedValue) -> String {
    hex::encode(value.commitment.0)
}

/// Proves that `entry` is the leaf `index` in a tree of `size` leaves.
fn proof(entry: &str, index: u64, size: u64, keys: &[&NewLogKey]) -> String {
    proof_of(&[(index, entry)], index, size, keys)
}

/// Proves the leaf `index` in a tree of `size` leaves, with these entries at their indexes.
fn proof_of(entries: &[(u64, &str)], index: u64, size: u64, keys: &[&NewLogKey]) -> String {
    let leaves: Vec<TreeHash> = (0..size)
        .map(|place| match entries.iter().find(|(at, _)| *at == place) {
            Some((_, entry)) => C2spLog.leaf(entry.as_bytes()),
            None => C2spLog.leaf(format!("entry {place}").as_bytes()),
        })
        .collect();
    let update = C2spLog.append(0, &leaves, &mut |_| Ok(Vec::new())).unwrap();
    let hashes: HashMap<Node, TreeHash> = update.nodes.into_iter().collect();
    let path = C2spLog
        .prove_leaf(size, index, &mut |nodes| {
            Ok(nodes.iter().map(|node| hashes[node]).collect())
        })
        .unwrap();
    let signed = SignedHead {
        origin: ORIGIN.to_owned(),
        head: update.head,
    };
    let secrets: Vec<&[u8]> = keys.iter().map(|key| key.secret.as_slice()).collect();
    C2spLog.write_proof(&LeafProof {
        index,
        path,
        checkpoint: C2spLog.sign(&signed, &secrets).unwrap(),
    })
}

fn made() -> Made {
    let entropy = CountingEntropy::default();
    let [key, former, stranger] =
        [ORIGIN, ORIGIN, "elsewhere.example/log"].map(|origin| C2spLog.make_key(origin, &entropy).unwrap());
    let [reason, name, surname] = [
        "The purpose is \"clear\".\nNothing is missing.",
        "Ámbar 🌊",
        "Lakeside",
    ]
    .map(|text| salted(&entropy, text));
    let content = format!(
        r#"{{"list_of_staff":[{{"first_name":"{}","surname":"{}"}}],"schema":1,"title":"Births by the lake – ßéñ 🌊"}}"#,
        digits(&name),
        digits(&surname)
    );
    let digest = hex::encode(CanonicalJson.sha256(content.as_bytes()).0);
    let decided = format!(
        r#"{{"act":{{"content":"{digest}","outcome":"Approved","reason":"{}","request":12,"round":1,"stage":2,"state":85,"status":"Pending","version":3}},"at":"2026-03-05T14:07:31.250000Z","by":{{"role":7,"session":9,"user":21,"who":"person"}},"kind":"request.decided","nonce":"000102030405060708090a0b0c0d0e0f","schema":1}}"#,
        digits(&reason)
    );
    let started = r#"{"act":{"version":"0.1.0"},"at":"2026-03-05T14:00:00.000000Z","by":{"who":"product"},"kind":"server.started","nonce":"ff0102030405060708090a0b0c0d0e0f","schema":1}"#;
    let file = |entry: &str, content: Option<&str>, values: Vec<SaltedValue>, proof: String| {
        let evidence = Evidence {
            entry: entry.to_owned(),
            content: content.map(str::to_owned),
            values,
            proof,
            verifier_key: key.verifier_key.clone(),
            enrolment: None,
        };
        String::from_utf8(CanonicalJson.write_evidence(&evidence).unwrap()).unwrap()
    };
    let twice = proof(started, 6, 7, &[&key, &former]);
    let lines = twice.lines().filter(|line| line.starts_with('—'));
    let lines = lines.map(str::to_owned).collect();
    let (by_passkey, signatures) = passkeys::files(&key);
    let mut files = HashMap::from([
        (
            "decision",
            file(
                &decided,
                Some(&content),
                vec![reason, name, surname],
                proof(&decided, 4, 7, &[&key]),
            ),
        ),
        (
            "alone",
            file(started, None, Vec::new(), proof(started, 0, 1, &[&key])),
        ),
        ("signed twice", file(started, None, Vec::new(), twice)),
    ]);
    files.extend(by_passkey.iter().cloned());
    let named = |from: &NewLogKey| from.verifier_key.clone();
    let (name, rest) = key.verifier_key.split_once('+').unwrap();
    let keys = HashMap::from([
        ("trusted", named(&key)),
        ("former", named(&former)),
        ("stranger's", named(&stranger)),
        ("no key", "no key".to_owned()),
        ("empty", String::new()),
        ("with another id", format!("{name}+00000000+{}", &rest[9..])),
        ("of another name", format!("other.example/log+{rest}")),
        (
            "in capitals",
            format!("{name}+{}+{}", rest[..8].to_uppercase(), &rest[9..]),
        ),
        ("cut", key.verifier_key[..key.verifier_key.len() - 4].to_owned()),
    ]);
    Made {
        files,
        keys,
        by_passkey,
        signatures,
        lines,
    }
}

fn on(file: &'static str, keys: &'static [&'static str], about: &'static str) -> Case {
    Case {
        about,
        file,
        changes: Vec::new(),
        keys,
    }
}

fn after(about: &'static str, from: &str, to: impl Into<String>) -> Case {
    Case {
        about,
        file: "decision",
        changes: vec![(from.to_owned(), to.into())],
        keys: &["trusted"],
    }
}

/// Replaces the nonce, a member of the entry's object, by lists nested `depth` levels deep.
fn nested(depth: usize) -> String {
    format!(r#"\"nonce\":{}{},"#, "[".repeat(depth), "]".repeat(depth))
}

const NONCE: &str = r#"\"nonce\":\"000102030405060708090a0b0c0d0e0f\","#;

fn keys_and_signatures(made: &Made) -> Vec<Case> {
    let [first, second] = &made.lines[..] else {
        panic!("two have signed")
    };
    let altered = |line: &str| {
        // A digit in the middle of the base64 of key id and signature.
        let at = line.len() - 40;
        let other = if &line[at..=at] == "A" { "B" } else { "A" };
        format!("{}{other}{}", &line[..at], &line[at + 1..])
    };
    let twice = |about, from: &str, to: String, keys| Case {
        about,
        file: "signed twice",
        changes: vec![(from.to_owned(), to)],
        keys,
    };
    vec![
        on("decision", &["trusted"], "nothing is altered"),
        on("alone", &["trusted"], "the only entry of a log"),
        on(
            "decision",
            &["former", "trusted"],
            "another key of this name is trusted as well",
        ),
        on("decision", &["in capitals"], "the id of the key in capitals"),
        on("decision", &[], "no key"),
        on("decision", &["former"], "another key of the same name"),
        on("decision", &["stranger's"], "the key of another log"),
        on("decision", &["of another name"], "the key under another name"),
        on("decision", &["trusted", "trusted"], "the same key twice"),
        on("decision", &["no key"], "what is no key"),
        on("decision", &["empty"], "an empty key"),
        on("decision", &["with another id"], "a key with the id of another"),
        on("decision", &["cut"], "half of a key"),
        on("decision", &["trusted", "no key"], "what is no key beside a key"),
        on(
            "signed twice",
            &["trusted"],
            "two have signed, and the one is trusted",
        ),
        on(
            "signed twice",
            &["former"],
            "two have signed, and the other one is trusted",
        ),
        on(
            "signed twice",
            &["trusted", "former"],
            "two have signed, and both are trusted",
        ),
        twice(
            "two have signed, and the signature of the one who is not trusted is altered",
            second,
            altered(second),
            &["trusted"],
        ),
        twice(
            "two have signed and are trusted, and one signature is altered",
            second,
            altered(second),
            &["trusted", "former"],
        ),
        twice(
            "the only signature that counts is altered",
            first,
            altered(first),
            &["trusted"],
        ),
        twice(
            "nobody has signed",
            &format!(r"{first}\n{second}\n"),
            String::new(),
            &["trusted"],
        ),
        twice(
            "a signature of no bytes",
            second,
            "— aditus.example/log AAAA".to_owned(),
            &["trusted"],
        ),
        twice(
            "a line that is no signature",
            second,
            "signed: nobody".to_owned(),
            &["trusted"],
        ),
    ]
}

fn form_of_the_file() -> Vec<Case> {
    vec![
        after("another format", "aditus.evidence/1", "aditus.evidence/2"),
        after(
            "an unknown field",
            r#"  "format""#,
            r#"  "note": "mine", "format""#,
        ),
        after("a field twice", r#"  "format""#, r#"  "proof": "", "format""#),
        after(
            "an unknown field of a text",
            r#"      "salt""#,
            r#"      "note": "", "salt""#,
        ),
        after("no format", r#""format": "aditus.evidence/1","#, ""),
        after("a field under another name", r#""entry""#, r#""entries""#),
        after("no proof", r#"  "proof": "#, r#"  "proofs": "#),
        after("a number for a text", r#""aditus.evidence/1""#, "1"),
        after("nothing for a text", r#""aditus.evidence/1""#, "null"),
        after("a list instead of the file", "{\n", "[{\n"),
        after(
            "texts that are no list",
            r#""values": ["#,
            r#""values": "", "values": ["#,
        ),
        after("something behind the file", "\n}\n", "\n}\n{}"),
        after("nothing behind the file", "\n}\n", "\n}"),
        after("half of a file", "\n}\n", ""),
        after("a comment", "{\n", "{ // mine\n"),
        after("a comma too many", "\n}\n", ",\n}\n"),
        after("a byte order mark", "{\n", "\u{feff}{\n"),
        after("half of a character", r#""Lakeside""#, r#""\ud800""#),
        after("a line end in a text", "Lakeside", "Lake\nside"),
        after(
            "a salt that is too short",
            r#""salt": ""#,
            r#""salt": "", "note": ""#,
        ),
        after("a salt that is no hexadecimal", r#""salt": ""#, r#""salt": "x"#),
        after(
            "a list for a text",
            r#"    {
      "commitment""#,
            r#"    ["00","00","x"], {
      "commitment""#,
        ),
        after("what is written otherwise", "Lakeside", r"\u004cakeside"),
    ]
}

fn entry_and_texts() -> Vec<Case> {
    vec![
        after(
            "another outcome",
            r#"\"outcome\":\"Approved\""#,
            r#"\"outcome\":\"Denied\""#,
        ),
        after("another person", r#"\"user\":21"#, r#"\"user\":22"#),
        after("another time", "14:07:31", "14:07:32"),
        after("a space in the entry", r#"{\"act\""#, r#"{ \"act\""#),
        after(
            "a field of the entry twice",
            r#"\"round\":1,"#,
            r#"\"round\":1,\"round\":1,"#,
        ),
        after(
            "fields in another order",
            r#"\"round\":1,\"stage\":2"#,
            r#"\"stage\":2,\"round\":1"#,
        ),
        after("a number in another form", r#"\"round\":1"#, r#"\"round\":1.0"#),
        after(
            "a number with an exponent",
            r#"\"schema\":1"#,
            r#"\"schema\":1E1"#,
        ),
        after(
            "a large number in its form",
            r#"\"schema\":1"#,
            r#"\"schema\":1e+21"#,
        ),
        after(
            "a number that is too exact",
            r#"\"schema\":1"#,
            r#"\"schema\":9007199254740993"#,
        ),
        after(
            "a number that is too large",
            r#"\"schema\":1"#,
            r#"\"schema\":1e400"#,
        ),
        after("zero with a sign", r#"\"schema\":1"#, r#"\"schema\":-0"#),
        after(
            "a small number in its form",
            r#"\"schema\":1"#,
            r#"\"schema\":1e-7"#,
        ),
        after(
            "a character in another form",
            "request.decided",
            r"request.\\u0064ecided",
        ),
        after(
            "half of a character in the entry",
            "request.decided",
            r"request.\\ud800",
        ),
        after("as deep as may be", NONCE, nested(126)),
        after("too deep", NONCE, nested(127)),
        after("an entry that is a list", r#""entry": "{"#, r#""entry": "[{"#),
        after("an entry without a time", r#"\"at\":"#, r#"\"it\":"#),
        after("an entry whose time is none", "2026-03-05T14", "2026-13-05T14"),
        after("an entry of nobody", r#"\"by\":"#, r#"\"bx\":"#),
        after("an entry by a list", r#"\"by\":{"#, r#"\"by\":[],\"bz\":{"#),
        after(
            "a request that is no number",
            r#"\"request\":12"#,
            r#"\"request\":\"12\""#,
        ),
        after("a digest in capitals", r#"\"content\":\""#, r#"\"content\":\"A"#),
        after("a version altered", "Births by", "Deaths by"),
        after("no version", r#""content": "#, r#""content": null, "contents": "#),
        Case {
            about: "a version that the entry does not name",
            file: "alone",
            changes: vec![(r#""content": null"#.to_owned(), r#""content": "{}""#.to_owned())],
            keys: &["trusted"],
        },
        after("a text altered", "Lakeside", "Hillside"),
        after("a text without its last letter", "Lakeside", "Lakesid"),
        after("no texts", r#""values": ["#, r#""values": [], "others": ["#),
        Case {
            about: "a list in another form",
            file: "alone",
            changes: vec![(r#""values": []"#.to_owned(), r#""values": [ ]"#.to_owned())],
            keys: &["trusted"],
        },
        Case {
            about: "a text that nothing commits to",
            file: "alone",
            changes: vec![(
                r#""values": []"#.to_owned(),
                format!(
                    r#""values": [{{"commitment": "{}", "salt": "{}", "value": "mine"}}]"#,
                    "00".repeat(32),
                    "00".repeat(16)
                ),
            )],
            keys: &["trusted"],
        },
    ]
}

fn proofs() -> Vec<Case> {
    const HEAD: &str = r"c2sp.org/tlog-proof@v1\nindex 4\n";
    let head = |to: &str| format!(r"c2sp.org/tlog-proof@v1\n{to}\n");
    let hash = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    vec![
        after("another version of the proof", "tlog-proof@v1", "tlog-proof@v2"),
        after("the index before", HEAD, head("index 3")),
        after("an index behind the end", HEAD, head("index 7")),
        after("the largest index", HEAD, head("index 18446744073709551615")),
        after(
            "an index that is too large",
            HEAD,
            head("index 18446744073709551616"),
        ),
        after("an index with a zero", HEAD, head("index 04")),
        after("an index with a sign", HEAD, head("index +4")),
        after("an index below zero", HEAD, head("index -4")),
        after("no index", HEAD, head("index ")),
        after("something opaque", HEAD, head(r"extra YWJj\nindex 4")),
        after(
            "something opaque that is no base64",
            HEAD,
            head(r"extra YWJ\nindex 4"),
        ),
        after(
            "something opaque at the wrong place",
            HEAD,
            head(r"index 4\nextra YWJj"),
        ),
        after("a hash too many", HEAD, format!(r"{HEAD}{hash}\n")),
        after("a hash that is too short", HEAD, format!(r"{HEAD}AAAA\n")),
        after(
            "a hash with bits that say nothing",
            HEAD,
            format!(r"{HEAD}{}B=\n", &hash[..42]),
        ),
        after(
            "as many hashes as may be",
            HEAD,
            format!("{HEAD}{}", format!(r"{hash}\n").repeat(60)),
        ),
        after(
            "more hashes than may be",
            HEAD,
            format!("{HEAD}{}", format!(r"{hash}\n").repeat(61)),
        ),
        after("no checkpoint", r"\n\naditus.example/log\n7\n", r"\n"),
        after(
            "another origin",
            r"\naditus.example/log\n7",
            r"\nother.example/log\n7",
        ),
        after("another size", r"log\n7\n", r"log\n8\n"),
        after("a size with a zero", r"log\n7\n", r"log\n07\n"),
        after(
            "a control character in the checkpoint",
            r"log\n7\n",
            r"log\n7\t\n",
        ),
        after("an empty line in the checkpoint", r"log\n7\n", r"log\n\n7\n"),
        after("nothing at all", HEAD, r"\n"),
    ]
}

/// Returns the result for a file without the entry, which is as long as the file. Also asserts that
/// each check holds exactly if it has no fault.
fn said(answer: &Answer) -> Value {
    let mut said = check_result_json(answer);
    said.as_object_mut().unwrap().remove("entry");
    for check in said["checks"].as_array_mut().unwrap() {
        let holds = check.as_object_mut().unwrap().remove("holds");
        assert_eq!(holds, Some(check["fault"].is_null().into()));
    }
    said
}

/// The content of `evidence.json`.
fn document() -> Value {
    let made = made();
    let groups = [
        keys_and_signatures(&made),
        form_of_the_file(),
        entry_and_texts(),
        proofs(),
        passkeys::cases(&made.by_passkey),
    ];
    let cases = groups.into_iter().flatten().map(|case| {
        let mut file = made.files[case.file].clone();
        for (from, to) in &case.changes {
            assert!(file.contains(from), "{}: there is no {from}", case.about);
            file = file.replacen(from, to, 1);
        }
        let keys: Vec<&str> = case.keys.iter().map(|name| made.keys[name].as_str()).collect();
        let answer = check::execute(
            &CanonicalJson,
            &C2spLog,
            &WebauthnEvidence,
            file.as_bytes(),
            &keys,
        );
        let says = said(&answer);
        json!({
            "about": case.about,
            "file": case.file,
            "changes": case.changes,
            "keys": case.keys,
            "says": says,
        })
    });
    json!({
        "cases": cases.collect::<Vec<_>>(),
        "files": made.files,
        "keys": made.keys,
        "signed": made.signatures["signed"],
        "signatures": made.signatures["signatures"],
    })
}

#[test]
fn evidence_json_matches_the_results_of_the_check() {
    let document = document();
    let kept: Value = serde_json::from_str(KEPT).unwrap_or_default();
    if document == kept {
        return;
    }
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tmp");
    std::fs::create_dir_all(&folder).unwrap();
    let written = folder.join("evidence.json");
    std::fs::write(&written, serde_json::to_vec_pretty(&document).unwrap()).unwrap();
    panic!(
        "frontend/src/testing/evidence.json differs from the results: review {}, and copy it there",
        written.display()
    );
}

/// Unaltered files are proved, and every alteration that matters is found.
#[test]
fn altered_evidence_is_not_proved() {
    let document = document();
    let cases = document["cases"].as_array().unwrap();
    let proved: Vec<&str> = cases
        .iter()
        .filter(|case| case["says"]["proved"] == true)
        .map(|case| case["about"].as_str().unwrap())
        .collect();
    assert_eq!(
        proved,
        [
            "nothing is altered",
            "the only entry of a log",
            "another key of this name is trusted as well",
            "the id of the key in capitals",
            "two have signed, and the one is trusted",
            "two have signed, and the other one is trusted",
            "two have signed, and both are trusted",
            "two have signed, and the signature of the one who is not trusted is altered",
            "nothing behind the file",
            "what is written otherwise",
            "a list in another form",
            "something opaque",
            "passkey",
            "passkey with RSA",
            "passkey at another port",
            "an enrolment that is null",
        ]
    );
    assert!(cases.len() > 90, "{}", cases.len());
}
