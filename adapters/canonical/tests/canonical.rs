//! Tests of versions and entries as canonical JSON.
#![allow(clippy::panic, clippy::unwrap_used, reason = "these are tests")]

mod properties;

use aditus_application::contract::encoding::{CONTRACT, content, entry};
use aditus_application::ports::{ContentEncoding, EncodingError, EnrolmentEvidence, Evidence};
use aditus_application::testing::CountingEntropy;
use aditus_canonical::CanonicalJson;
use aditus_domain::accounts::AccountState;
use aditus_domain::audit::states::{
    RecordedComment, RecordedExtension, RecordedLetter, RecordedReply, RecordedTexts, RecordedVersion,
    RequestAct,
};
use aditus_domain::audit::{self, Act, Entry};
use aditus_domain::ids::{
    AssignedRoleId, CommentId, DeviceId, DocumentId, ReplyId, RequestId, StateId, UserId,
};
use aditus_domain::procedures::LetterNumber;
use aditus_domain::requests::VersionNumber;
use aditus_domain::requests::content::{Personal, Sha256};
use aditus_domain::review::{Outcome, OverallStatus, Section, StageNumber};

#[test]
fn satisfies_the_contract() {
    for (_, clause) in CONTRACT {
        clause(&CanonicalJson);
    }
}

/// The text follows RFC 8785: sorted names, no white space, the shortest form of each value. Stored
/// versions are verified against exactly this text, so it must never change.
#[test]
fn the_text_of_a_version_is_canonical_and_unchanged() {
    let encoded = CanonicalJson
        .encode(&content(), None, &CountingEntropy::default())
        .unwrap();
    assert_eq!(encoded.canonical, include_str!("schema-1.json").trim_end());
}

#[test]
fn the_text_of_an_entry_is_canonical_and_unchanged() {
    let encoded = CanonicalJson
        .encode_entry(&entry(), &CountingEntropy::default())
        .unwrap();
    assert_eq!(encoded.canonical, include_str!("entry-1.json").trim_end());
}

#[test]
fn an_unknown_schema_is_refused() {
    let encoded = CanonicalJson
        .encode(&content(), None, &CountingEntropy::default())
        .unwrap();
    for (from, to) in [("\"schema\":1", "\"schema\":2"), ("\"title\":", "\"heading\":")] {
        let other = encoded.canonical.replace(from, to);
        assert!(matches!(
            CanonicalJson.decode(&other, &encoded.values),
            Err(EncodingError::Form(_))
        ));
    }
}

#[test]
fn a_number_beyond_the_exact_range_of_json_is_refused() {
    let mut content = content();
    content.devices[0].id = DeviceId(1 << 53);
    assert!(matches!(
        CanonicalJson.encode(&content, None, &CountingEntropy::default()),
        Err(EncodingError::Number)
    ));
}

#[test]
fn facts_are_read_from_entries_of_several_kinds() {
    let decided = CanonicalJson
        .entry_facts(include_str!("entry-1.json").trim_end())
        .unwrap();
    assert_eq!(decided.indexed.kind, "request.decided");
    assert_eq!(decided.indexed.user, Some(UserId(5)));
    assert_eq!(decided.indexed.request, Some(RequestId(7)));
    assert_eq!(
        (decided.version, decided.state),
        (Some(VersionNumber(3)), Some(StateId(70)))
    );
    assert_eq!(
        (decided.stage, decided.outcome),
        (Some(StageNumber(2)), Some(Outcome::Denied))
    );
    assert_eq!(decided.content, Some(Sha256([1; 32])));
    let acts = [
        Act::ServerStarted {
            version: "0.1.0",
            configuration: audit::Personal::new("port = 8080"),
        },
        Act::AccountStateChanged {
            user: UserId(8),
            state: AccountState::Disabled,
        },
    ];
    for act in acts {
        let entry = Entry {
            act: act.clone(),
            ..entry()
        };
        let encoded = CanonicalJson
            .encode_entry(&entry, &CountingEntropy::default())
            .unwrap();
        let facts = CanonicalJson.entry_facts(&encoded.canonical).unwrap();
        assert_eq!(
            (facts.indexed.at, facts.indexed.kind.as_str()),
            (entry.at, act.kind().name())
        );
        assert_eq!(
            (facts.indexed.concerns, facts.indexed.request),
            (act.concerns(), None)
        );
        assert_eq!((facts.version, facts.state, facts.content), (None, None, None));
        for value in &encoded.values {
            assert!(CanonicalJson.check_value(&encoded.canonical, value).is_ok());
            assert!(CanonicalJson.check_value("{}", value).is_err());
        }
    }
    assert!(CanonicalJson.entry_facts("{}").is_err());
}

#[test]
fn only_the_canonical_form_counts_as_canonical() {
    assert!(CanonicalJson.is_canonical(include_str!("entry-1.json").trim_end()));
    for text in ["{ }", "{\"b\":1,\"a\":2}", "1.0", "", "{\"a\":1,\"a\":2}"] {
        assert!(!CanonicalJson.is_canonical(text), "{text}");
    }
}

#[test]
fn evidence_round_trips() {
    let encoded = CanonicalJson
        .encode_entry(&entry(), &CountingEntropy::default())
        .unwrap();
    let evidence = Evidence {
        entry: encoded.canonical,
        content: Some("{}".to_owned()),
        values: encoded.values,
        proof: "a proof\n".to_owned(),
        verifier_key: "a key".to_owned(),
        enrolment: None,
    };
    let with_enrolment = Evidence {
        enrolment: Some(EnrolmentEvidence {
            entry: "{}".to_owned(),
            proof: "another proof\n".to_owned(),
        }),
        ..evidence.clone()
    };
    let bytes = CanonicalJson.write_evidence(&with_enrolment).unwrap();
    assert_eq!(CanonicalJson.read_evidence(&bytes).unwrap(), with_enrolment);
    let bytes = CanonicalJson.write_evidence(&evidence).unwrap();
    assert_eq!(CanonicalJson.read_evidence(&bytes).unwrap(), evidence);
    let text = String::from_utf8(bytes).unwrap();
    for (from, to) in [
        ("evidence/1", "evidence/2"),
        ("\"proof\"", "\"prove\""),
        ("\"salt\": \"", "\"salt\": \"0"),
        ("}\n", "} {}"),
    ] {
        let broken = text.replacen(from, to, 1);
        assert_ne!(broken, text);
        assert!(CanonicalJson.read_evidence(broken.as_bytes()).is_err(), "{from}");
    }
}

const REQUEST: RequestId = RequestId(7);
const VERSION: VersionNumber = VersionNumber(2);
const CONTENT: Sha256 = Sha256([1; 32]);
const NAMED: RecordedVersion = RecordedVersion {
    version: VERSION,
    digest: CONTENT,
};
const ROUND: u32 = 3;
const STAGE: StageNumber = StageNumber(2);
const STATUS: OverallStatus = OverallStatus::Denied;

/// An issued letter, and the act that is read from its entry.
fn letter() -> (Act, RequestAct) {
    let act = Act::LetterIssued {
        request: REQUEST,
        letter: LetterNumber(12),
        made_on: entry().at,
        heading: audit::Personal::new("Approval"),
        body: audit::Personal::new("To Imani Karrow."),
    };
    let recorded = RecordedLetter {
        number: LetterNumber(12),
        made_on: entry().at,
        heading: "Approval".into(),
        body: "To Imani Karrow.".into(),
    };
    (act, RequestAct::LetterIssued(recorded))
}

fn removed() -> (Act, RequestAct) {
    let documents = vec![DocumentId(4), DocumentId(9)];
    let act = Act::RetentionApplied {
        request: REQUEST,
        documents: documents.clone(),
    };
    (act, RequestAct::DocumentsRemoved { documents })
}

/// A removed request and a removed feedback, both after their retention period.
fn ended() -> [(Act, RequestAct); 2] {
    let ended = Act::RequestRemoved {
        request: REQUEST,
        status: STATUS,
        last_happened_on: entry().at,
        documents: vec![DocumentId(4)],
    };
    let feedback = Act::FeedbackRemoved { request: REQUEST };
    [
        (feedback, RequestAct::FeedbackRemoved),
        (ended, RequestAct::Removed),
    ]
}

/// Acts that move a request between stages or rounds.
fn steps() -> [(Act, RequestAct); 5] {
    let recalled = Act::RequestRecalled {
        request: REQUEST,
        round: ROUND,
        stages: vec![STAGE],
        status: STATUS,
        reason: None,
    };
    let lapsed = Act::RequestRecalled {
        request: REQUEST,
        round: ROUND,
        stages: vec![STAGE],
        status: STATUS,
        reason: Some("No answer in time"),
    };
    let recall = |reason: Option<&str>| RequestAct::Recalled {
        round: ROUND,
        stages: vec![STAGE],
        status: STATUS,
        texts: RecordedTexts {
            reason: reason.map(Into::into),
            recommendation: None,
        },
    };
    let resubmitted = Act::RequestResubmitted {
        request: REQUEST,
        round: ROUND,
        anew: true,
        needed_on: entry().at.date_naive(),
        note: Some(audit::Personal::new("It is signed now")),
        version: VERSION,
        content: CONTENT,
    };
    let given = Act::FeedbackGiven {
        request: REQUEST,
        stage: STAGE,
        round: ROUND,
    };
    let decided = RequestAct::Decided {
        state: StateId(70),
        stage: STAGE,
        round: 1,
        outcome: Outcome::Denied,
        content: RecordedVersion {
            version: VersionNumber(3),
            digest: CONTENT,
        },
        texts: RecordedTexts {
            reason: Some("Amara Nobody has left the study".into()),
            recommendation: Some("Amara Nobody has left the study".into()),
        },
        status: STATUS,
    };
    [
        (entry().act, decided),
        (recalled, recall(None)),
        (lapsed, recall(Some("No answer in time"))),
        (
            resubmitted,
            RequestAct::Resubmitted {
                round: ROUND,
                anew: true,
                content: NAMED,
                note: Some("It is signed now".into()),
            },
        ),
        (
            given,
            RequestAct::FeedbackGiven {
                stage: STAGE,
                round: ROUND,
            },
        ),
    ]
}

fn extension() -> (Act, RequestAct) {
    let extended = Act::TermExtended {
        request: REQUEST,
        round: ROUND,
        count: 2,
        unit: "months",
        reason: audit::Personal::new("The committee meets in June"),
    };
    let recorded = RecordedExtension {
        round: ROUND,
        count: 2,
        unit: "months".to_owned(),
        reason: "The committee meets in June".into(),
    };
    (extended, RequestAct::TermExtended(recorded))
}

fn comments() -> [(Act, RequestAct); 4] {
    let (comment, reply, section) = (CommentId(31), ReplyId(51), Section::ALL[1]);
    let added = Act::CommentAdded {
        request: REQUEST,
        state: StateId(70),
        comment,
        section,
        action_required: true,
        text: audit::Personal::new("Sign it"),
    };
    let commented = RecordedComment {
        comment,
        state: StateId(70),
        section,
        action_required: true,
        text: "Sign it".into(),
    };
    let answered = Act::ReplyAdded {
        request: REQUEST,
        comment,
        reply,
        text: audit::Personal::new("It is signed"),
    };
    let replied = RecordedReply {
        reply,
        comment,
        text: "It is signed".into(),
    };
    let resolved = Act::CommentResolved {
        request: REQUEST,
        comment,
    };
    let reopened = Act::CommentReopened {
        request: REQUEST,
        comment,
    };
    [
        (added, RequestAct::Commented(commented)),
        (answered, RequestAct::Replied(replied)),
        (resolved, RequestAct::CommentResolved { comment }),
        (reopened, RequestAct::CommentReopened { comment }),
    ]
}

/// Covers every kind that changes the states of a request or its visible content.
#[test]
fn request_acts_are_read_from_entries() {
    let submitted = Act::RequestSubmitted {
        request: REQUEST,
        version: VERSION,
        content: CONTENT,
    };
    let section = Some(Section::ALL[0]);
    let edited = Act::RequestEdited {
        request: REQUEST,
        section,
        version: VERSION,
        content: CONTENT,
        comment: Some(CommentId(31)),
        resolved: true,
    };
    let request = REQUEST;
    let mut acts = vec![
        (submitted, RequestAct::Submitted(NAMED)),
        (
            edited,
            RequestAct::Edited {
                content: NAMED,
                section,
                resolved: Some(CommentId(31)),
            },
        ),
        (Act::DataReleased { request }, RequestAct::Released),
        letter(),
        removed(),
    ];
    acts.extend(steps());
    acts.push(extension());
    acts.extend(comments());
    acts.extend(ended());
    let kinds: Vec<_> = acts.iter().map(|(act, _)| act.kind()).collect();
    assert!(RequestAct::KINDS.iter().all(|kind| kinds.contains(kind)));
    for (act, recorded) in acts {
        let encoded = CanonicalJson
            .encode_entry(&Entry { act, ..entry() }, &CountingEntropy::default())
            .unwrap();
        let facts = CanonicalJson.entry_facts(&encoded.canonical).unwrap();
        let read = CanonicalJson.request_act(&encoded.canonical, &encoded.values);
        assert_eq!(read.unwrap(), Some(recorded));
        assert_eq!(facts.role, Some(AssignedRoleId(12)));
        let unsaid = encoded.canonical.replace("\"round\"", "\"ground\"");
        assert_eq!(
            CanonicalJson.request_act(&unsaid, &[]).is_err(),
            unsaid != encoded.canonical
        );
    }
    let other = Act::RecordAdded {
        record: "Topic",
        id: 9,
    };
    let encoded = CanonicalJson
        .encode_entry(
            &Entry {
                act: other,
                ..entry()
            },
            &CountingEntropy::default(),
        )
        .unwrap();
    assert_eq!(CanonicalJson.request_act(&encoded.canonical, &[]).unwrap(), None);
}

#[test]
fn an_entry_without_a_required_field_is_refused() {
    let read = |kind: &str, act: &str| {
        let entry = format!(
            r#"{{"act":{act},"at":"2026-03-05T14:07:31.250000Z","by":{{"role":7,"user":21,"who":"person"}},"kind":"{kind}","nonce":"00","schema":1}}"#
        );
        CanonicalJson.request_act(&entry, &[])
    };
    assert!(read("request.letter_issued", r#"{"request":7}"#).is_err());
    assert!(read("request.letter_issued", r#"{"letter":1,"request":7}"#).is_err());
    let digest = "33".repeat(32);
    let resubmitted = |anew: &str| {
        let act = format!(r#"{{{anew}"content":"{digest}","request":7,"round":2,"version":3}}"#);
        read("request.resubmitted", &act)
    };
    assert!(resubmitted(r#""anew":true,"#).is_ok());
    assert!(resubmitted("").is_err());
    assert!(resubmitted(r#""anew":"yes","#).is_err());
    assert!(read("account.erased", r#"{"reason":"00","user":4}"#).is_err());
    let erased = read("account.erased", r#"{"documents":[4],"reason":"00","user":4}"#).unwrap();
    let documents = vec![DocumentId(4)];
    assert_eq!(erased, Some(RequestAct::OwnerErased { documents }));
}

/// Texts of a letter are read from the values stored beside its entry, and are erased once these
/// values are deleted.
#[test]
fn texts_of_a_letter_come_from_the_stored_values() {
    let (act, _) = letter();
    let encoded = CanonicalJson
        .encode_entry(&Entry { act, ..entry() }, &CountingEntropy::default())
        .unwrap();
    let mut values = encoded.values;
    let heading = values.remove(0);
    let read = CanonicalJson.request_act(&encoded.canonical, &values).unwrap();
    let Some(RequestAct::LetterIssued(recorded)) = read else {
        panic!("a letter")
    };
    assert_eq!(
        (recorded.heading, recorded.body),
        (
            Personal::Erased(heading.commitment),
            Personal::from("To Imani Karrow.")
        )
    );
    values[0].value.push('!');
    let refused = CanonicalJson.request_act(&encoded.canonical, &values);
    assert!(matches!(refused, Err(EncodingError::Altered)));
}
