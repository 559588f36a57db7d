//! Evidence is given to the people who may read the entry, and it is verified without this product.

use aditus_application::access::Caller;
use aditus_application::audit::check::{self, Answer};
use aditus_application::audit::evidence::{Error, entry_evidence, state_evidence};
use aditus_application::audit::log::kept::InMemoryCheckpoint;
use aditus_application::audit::log::{rotate, state};
use aditus_application::ports::{ContentEncoding as _, Evidence};
use aditus_application::requests::export_pdf;
use aditus_application::requests::letters::read;
use aditus_application::testing::ListedPasskeys;
use aditus_canonical::CanonicalJson;
use aditus_domain::audit::Kind;
use aditus_domain::ids::{AuditEntryId, RequestId, StateId};
use aditus_domain::roles::Role;
use aditus_log::C2spLog;

use super::entries;
use super::log::continued;
use crate::story::Story;

const REVIEWER: Role = Role::DataAccessReviewer;

/// The labels of the checks in the answer.
const LEAF: &str = "The entry is in the log that was signed";
const SIGNED: &str = "The checkpoint is signed by a key that you trust";
const VERSION: &str = "The version of the request is the one that the entry names";
const TEXTS: &str = "The texts are those that entry and version commit to";

/// Returns a request that the reviewer has approved, and the state of that stage.
fn decided(story: &Story) -> (RequestId, StateId) {
    let request = story.submitted();
    let state = story.state(request, REVIEWER).request_state_id;
    story.decides(REVIEWER, request, true).unwrap();
    (request, state)
}

fn logged(story: &Story) {
    continued(&story.world, &InMemoryCheckpoint::default());
}

/// Returns the newest entry of this kind.
fn entry(story: &Story, kind: Kind) -> AuditEntryId {
    let found = entries(&story.world)
        .into_iter()
        .rev()
        .find(|entry| entry.kind == kind);
    found.unwrap().id
}

fn checked(story: &Story, bytes: &[u8]) -> Answer {
    let key = state::execute(&story.world.ports).unwrap().keys[0]
        .verifier_key
        .clone();
    check::execute(
        &CanonicalJson,
        &C2spLog,
        &ListedPasskeys::default(),
        bytes,
        &[&key],
    )
}

fn faults(answer: &Answer) -> Vec<&'static str> {
    let wrong = answer.checks.iter().filter(|check| check.fault.is_some());
    wrong.map(|check| check.what).collect()
}

#[test]
fn a_decision_is_verified_with_the_key() {
    let story = Story::begin();
    let (request, state) = decided(&story);
    logged(&story);
    let ports = &story.world.ports;
    for caller in [
        &story.requester,
        &story.super_user,
        story.staff(Role::DataOfficer),
    ] {
        let file = state_evidence(ports, caller, request, state).unwrap();
        let answer = checked(&story, &file.bytes);
        assert_eq!(faults(&answer), Vec::<&str>::new());
        assert!(answer.is_proved());
        let words = answer.summary().unwrap();
        let decider = story.staff(REVIEWER).user;
        assert!(
            words.starts_with("Approved at stage ")
                && words.ends_with(&format!(" of Data Request {request} by account {decider}")),
            "{words}"
        );
        let facts = answer.facts.unwrap();
        assert_eq!(
            (facts.indexed.kind.as_str(), facts.state),
            ("request.decided", Some(state))
        );
        assert_eq!(facts.indexed.request, Some(request));
        let evidence = CanonicalJson.read_evidence(&file.bytes).unwrap();
        // The version that was decided on is in it, with its texts.
        assert!(evidence.content.is_some());
        assert!(
            evidence
                .values
                .iter()
                .any(|value| value.value == "dembe@aditus.example")
        );
    }
    let id = entry(&story, Kind::RequestDecided);
    let by_entry = entry_evidence(ports, &story.requester, id).unwrap();
    assert_eq!(by_entry.file_name, format!("entry-{id}.evidence.json"));
}

/// Covers the evidence other than of decisions that the pages of a request offer.
#[test]
fn a_submission_and_a_release_are_verified_with_the_key() {
    let story = Story::begin();
    let request = story.submitted();
    story.all_approve(request);
    logged(&story);
    for (kind, name, has_version) in [
        (Kind::RequestSubmitted, "request.submitted", true),
        (Kind::DataReleased, "request.released", false),
    ] {
        let file = entry_evidence(&story.world.ports, &story.requester, entry(&story, kind)).unwrap();
        let answer = checked(&story, &file.bytes);
        assert!(answer.is_proved(), "{:?}", answer.checks);
        let indexed = answer.facts.unwrap().indexed;
        assert_eq!((indexed.kind.as_str(), indexed.request), (name, Some(request)));
        let evidence = CanonicalJson.read_evidence(&file.bytes).unwrap();
        assert_eq!(evidence.content.is_some(), has_version, "{kind:?}");
        let mut forged = evidence.clone();
        forged.entry = forged.entry.replace(name, "request.recalled");
        let bytes = CanonicalJson.write_evidence(&forged).unwrap();
        assert_eq!(faults(&checked(&story, &bytes)), [LEAF]);
    }
}

/// The command and the page name the key, so that the reader can see if it was retired.
#[test]
fn evidence_names_the_key_that_signed() {
    let story = Story::begin();
    decided(&story);
    logged(&story);
    let decision = entry(&story, Kind::RequestDecided);
    let former = entry_evidence(&story.world.ports, &story.requester, decision).unwrap();
    rotate::execute(&story.world.ports).unwrap();
    logged(&story);
    let anew = entry_evidence(&story.world.ports, &story.requester, decision).unwrap();
    let keys = state::execute(&story.world.ports).unwrap().keys;
    let all: Vec<&str> = keys.iter().map(|key| key.verifier_key.as_str()).collect();
    let checked =
        |bytes: &[u8]| check::execute(&CanonicalJson, &C2spLog, &ListedPasskeys::default(), bytes, &all);
    for (file, key) in [(&anew, &keys[0]), (&former, &keys[1])] {
        let answer = checked(&file.bytes);
        assert!(answer.is_proved(), "{:?}", answer.checks);
        assert_eq!(answer.signed_by, [key.verifier_key.as_str()]);
        let is_in_time = |size| answer.signed.as_ref().unwrap().head.size <= size;
        assert!(key.retired.is_none_or(|retired| is_in_time(retired.size)));
    }
}

/// The file contains the heading and the text of the letter, and any alteration is detected.
#[test]
fn the_words_of_a_letter_are_proved_by_its_entry() {
    let story = Story::begin();
    let request = story.submitted();
    story.all_approve(request);
    logged(&story);
    let ports = &story.world.ports;
    let letter = read::execute(ports, &story.requester, request).unwrap();
    let issued = entry(&story, Kind::LetterIssued);
    let file = entry_evidence(ports, &story.requester, issued).unwrap();
    let answer = checked(&story, &file.bytes);
    assert!(answer.is_proved(), "{:?}", answer.checks);
    let evidence = CanonicalJson.read_evidence(&file.bytes).unwrap();
    let mut texts: Vec<&str> = evidence.values.iter().map(|value| value.value.as_str()).collect();
    texts.sort_unstable();
    let mut words = [letter.text.heading.as_str(), letter.text.body.as_str()];
    words.sort_unstable();
    assert_eq!(texts, words);
    let mut altered = evidence;
    altered.values[1].value.push('.');
    let bytes = CanonicalJson.write_evidence(&altered).unwrap();
    assert_eq!(faults(&checked(&story, &bytes)), [TEXTS]);
}

#[test]
fn exports_of_evidence_are_recorded() {
    let story = Story::begin();
    let (request, state) = decided(&story);
    logged(&story);
    state_evidence(&story.world.ports, &story.requester, request, state).unwrap();
    let last = entries(&story.world).pop().unwrap();
    assert_eq!((last.kind, last.request), (Kind::RequestExported, Some(request)));
    assert!(last.canonical.contains(r#""what":"evidence""#));
    let of_key = entry(&story, Kind::LogKeyMade);
    entry_evidence(&story.world.ports, &story.super_user, of_key).unwrap();
    assert_eq!(entries(&story.world).pop().unwrap().kind, Kind::RecordExported);
}

#[test]
fn evidence_of_unreadable_entries_is_refused() {
    let story = Story::begin();
    let (request, state) = decided(&story);
    let query = export_pdf::Query { request };
    export_pdf::execute(&story.world.ports, story.staff(REVIEWER), query).unwrap();
    logged(&story);
    let ports = &story.world.ports;
    let refused = |caller: &Caller, entry| {
        let before = entries(&story.world).len();
        let refused = entry_evidence(ports, caller, entry).unwrap_err();
        assert_eq!(entries(&story.world).len(), before);
        matches!(refused, Error::NoEntry)
    };
    let decision = entry(&story, Kind::RequestDecided);
    for stranger in [&story.other_requester, &story.org_user, &story.outsider] {
        assert!(refused(stranger, decision));
        let refused = state_evidence(ports, stranger, request, state);
        assert!(matches!(refused, Err(Error::NoDecision)));
    }
    // Only Super Users get evidence of reads of a request, and of entries that concern no request.
    let exported = entry(&story, Kind::RequestExported);
    let code = entry(&story, Kind::DecisionCodeSent);
    let of_key = entry(&story, Kind::LogKeyMade);
    for entry in [exported, code, of_key, AuditEntryId(987_654)] {
        assert!(refused(&story.requester, entry));
        assert!(refused(story.staff(REVIEWER), entry));
    }
    assert!(entry_evidence(ports, &story.super_user, exported).is_ok());
    assert!(refused(&story.super_user, AuditEntryId(987_654)));
}

#[test]
fn pending_entries_have_no_evidence() {
    let story = Story::begin();
    let (request, state) = decided(&story);
    let refused = state_evidence(&story.world.ports, &story.requester, request, state).unwrap_err();
    assert!(matches!(refused, Error::Waiting));
    let undecided = story.state(request, Role::DataOfficer).request_state_id;
    let refused = state_evidence(&story.world.ports, &story.requester, request, undecided).unwrap_err();
    assert!(matches!(refused, Error::NoDecision));
}

/// Every alteration fails one of the checks.
#[test]
fn altered_evidence_proves_nothing() {
    let story = Story::begin();
    let (request, state) = decided(&story);
    logged(&story);
    let file = state_evidence(&story.world.ports, &story.requester, request, state).unwrap();
    let evidence = CanonicalJson.read_evidence(&file.bytes).unwrap();
    let after = |alter: &dyn Fn(&mut Evidence)| {
        let mut altered = evidence.clone();
        alter(&mut altered);
        let bytes = CanonicalJson.write_evidence(&altered).unwrap();
        let answer = checked(&story, &bytes);
        assert!(!answer.is_proved());
        faults(&answer)
    };
    assert_eq!(
        after(&|it| it.entry = it.entry.replace("Approved", "Denied")),
        [LEAF]
    );
    assert_eq!(
        after(&|it| it.entry.push(' ')),
        [LEAF, "The entry is canonical JSON"]
    );
    assert_eq!(
        after(&|it| it.content = it.content.take().map(|content| content.replace("Lake", "Hill"))),
        [VERSION]
    );
    assert_eq!(after(&|it| it.content = None), [TEXTS]);
    assert_eq!(after(&|it| it.values[0].value.push('!')), [TEXTS]);
    assert_eq!(after(&|it| it.values[0].salt[0] ^= 1), [TEXTS]);
    assert_eq!(after(&|it| it.values[0].commitment.0[0] ^= 1), [TEXTS]);
    assert_eq!(
        after(&|it| it.proof = it.proof.replace("index ", "index 1")),
        [LEAF]
    );
    let size = state::execute(&story.world.ports)
        .unwrap()
        .checkpoint
        .unwrap()
        .head
        .size;
    assert_eq!(
        after(&|it| it.proof = it
            .proof
            .replace(&format!("\n{size}\n"), &format!("\n{}\n", size + 1))),
        [SIGNED]
    );
    assert_eq!(
        after(&|it| it.proof.clear()),
        ["The proof is in the form of C2SP tlog-proof"]
    );
    // A missing text is no alteration: erased texts are absent.
    let mut fewer = evidence.clone();
    fewer.values.clear();
    assert!(checked(&story, &CanonicalJson.write_evidence(&fewer).unwrap()).is_proved());

    let other = Story::begin();
    decided(&other);
    logged(&other);
    assert!(checked(&story, &file.bytes).is_proved());
    for bytes in [
        &b""[..],
        b"{}",
        b"[]",
        b"\xff",
        &file.bytes[..file.bytes.len() / 2],
    ] {
        assert!(!checked(&story, bytes).is_proved());
    }
    let no_key = check::execute(
        &CanonicalJson,
        &C2spLog,
        &ListedPasskeys::default(),
        &file.bytes,
        &[],
    );
    assert_eq!(faults(&no_key), [SIGNED]);
}

const PASSKEY: &str = "The passkey of the person signed this decision";
const ENROLMENT: &str = "The passkey was added by the same person before";

/// The evidence of a decision that a passkey confirmed contains the enrolment of the passkey.
#[test]
fn a_decision_by_passkey_is_verified_with_the_key() {
    let (story, browser) = Story::with_passkeys();
    let reviewer = story.staff(REVIEWER);
    let passkey = story.adds_passkey(&browser, reviewer);
    story.adds_passkey(&browser, story.staff(Role::DataOfficer));
    let request = story.submitted();
    let state = story.state(request, REVIEWER).request_state_id;
    story
        .decides_with_passkey(&browser, REVIEWER, request, true)
        .unwrap();
    logged(&story);
    // The proofs of both entries have one checkpoint, even if the log has grown since.
    story.adds_passkey(&browser, &story.second_reviewer);
    logged(&story);
    let file = state_evidence(&story.world.ports, &story.requester, request, state).unwrap();
    let answer = checked(&story, &file.bytes);
    assert!(answer.is_proved(), "{:?}", answer.checks);
    let checks: Vec<_> = answer.checks.iter().map(|check| check.what).collect();
    assert!(checks.ends_with(&[PASSKEY, ENROLMENT]), "{checks:?}");
    let evidence = CanonicalJson.read_evidence(&file.bytes).unwrap();
    let enrolment = evidence.enrolment.clone().unwrap();
    let added = CanonicalJson
        .passkey_enrolment(&enrolment.entry)
        .unwrap()
        .unwrap();
    assert_eq!((added.user, added.passkey), (reviewer.user, passkey));

    let after = |alter: &dyn Fn(&mut Evidence)| {
        let mut altered = evidence.clone();
        alter(&mut altered);
        let answer = checked(&story, &CanonicalJson.write_evidence(&altered).unwrap());
        assert!(!answer.is_proved());
        faults(&answer)
    };
    assert_eq!(after(&|it| it.enrolment = None), [ENROLMENT]);
    let entry_of = |it: &mut Evidence, from: &str, to: &str| {
        let enrolment = it.enrolment.as_mut().unwrap();
        assert!(enrolment.entry.contains(from));
        enrolment.entry = enrolment.entry.replace(from, to);
    };
    let person = format!(r#""user":{}"#, reviewer.user);
    assert_eq!(after(&|it| entry_of(it, &person, r#""user":9999"#)), [ENROLMENT]);
    let proof = |it: &mut Evidence| it.enrolment.as_mut().unwrap().proof = evidence.proof.clone();
    assert_eq!(after(&proof), [ENROLMENT]);
    assert_eq!(
        after(&|it| it.entry = it.entry.replace("Approved", "Denied")),
        [LEAF, PASSKEY]
    );
}

/// Decisions with a code have evidence as before.
#[test]
fn a_decision_by_code_has_no_checks_of_passkeys() {
    let (story, _) = Story::with_passkeys();
    let (request, state) = decided(&story);
    logged(&story);
    let file = state_evidence(&story.world.ports, &story.requester, request, state).unwrap();
    assert!(
        !String::from_utf8(file.bytes.clone())
            .unwrap()
            .contains("enrolment")
    );
    let answer = checked(&story, &file.bytes);
    assert!(answer.is_proved());
    let of_passkeys = answer
        .checks
        .iter()
        .filter(|check| check.what.contains("passkey"));
    assert_eq!(of_passkeys.count(), 0);
}
