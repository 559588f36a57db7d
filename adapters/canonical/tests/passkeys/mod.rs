//! Evidence of decisions that a passkey confirmed.
//!
//! Keys and signatures are random, so `evidence.json` also holds them, and they are made anew only
//! when they are missing there, or when what is signed has changed.

use std::collections::BTreeMap;

use aditus_application::ports::{
    ContentEncoding as _, EnrolmentEvidence, Evidence, KnownPasskey, MadePasskey, NewLogKey, PasskeyOwner,
    Passkeys as _,
};
use aditus_application::testing::CountingEntropy;
use aditus_canonical::CanonicalJson;
use aditus_domain::audit::ConfirmedDecision;
use aditus_domain::audit::{Act, Actor, Bytes, Entry};
use aditus_domain::ids::{AssignedRoleId, PasskeyId, RequestId, SessionId, StateId, UserId};
use aditus_domain::requests::VersionNumber;
use aditus_domain::requests::content::Sha256;
use aditus_domain::review::{Outcome, OverallStatus, StageNumber};
use aditus_webauthn::testing::{Authenticator, Deviation, KeyKind};
use aditus_webauthn::{RelyingParty, WebauthnPasskeys};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::{Case, KEPT, ORIGIN, on, proof_of};

const HOST: &str = "aditus.example";
const PAGE: &str = "https://aditus.example";

const PERSON: UserId = UserId(21);
const PASSKEY: PasskeyId = PasskeyId(3);

/// The indexes of the entries in a log of seven.
const ENROLMENT: u64 = 2;
const DECISION: u64 = 4;
const SIZE: u64 = 7;

/// A key, and what it signed.
#[derive(Clone, PartialEq, Eq)]
pub struct Signed {
    public_key: Vec<u8>,
    algorithm: i64,
    authenticator_data: Vec<u8>,
    client_data: Vec<u8>,
    signature: Vec<u8>,
}

const BYTES: [&str; 4] = ["public_key", "authenticator_data", "client_data", "signature"];

impl Signed {
    fn json(&self) -> Value {
        let fields = [
            &self.public_key,
            &self.authenticator_data,
            &self.client_data,
            &self.signature,
        ];
        let mut json: Value = BYTES
            .into_iter()
            .zip(fields)
            .map(|(name, bytes)| (name, BASE64_URL_SAFE_NO_PAD.encode(bytes)))
            .collect();
        json["algorithm"] = self.algorithm.into();
        json
    }

    fn kept(json: &Value) -> Option<Self> {
        let bytes = |name: &str| BASE64_URL_SAFE_NO_PAD.decode(json[name].as_str()?).ok();
        let [public_key, authenticator_data, client_data, signature] = BYTES.map(bytes);
        Some(Self {
            public_key: public_key?,
            algorithm: json["algorithm"].as_i64()?,
            authenticator_data: authenticator_data?,
            client_data: client_data?,
            signature: signature?,
        })
    }

    /// Makes a passkey, and signs the decision with these deviations.
    fn new(kind: KeyKind, challenge: &[u8; 32], deviation: &Deviation) -> Self {
        let party = RelyingParty {
            id: HOST,
            origin: PAGE,
            name: "Aditus",
        };
        let passkeys = WebauthnPasskeys::new(&party).unwrap();
        let authenticator = Authenticator::new(PAGE);
        let owner = PasskeyOwner {
            handle: [3; 16],
            username: "ada@ministry.example".to_owned(),
            display_name: "Ada Lovelace".to_owned(),
        };
        let options = passkeys.creation_options(challenge, &owner, &[]).unwrap();
        let response = authenticator.make_with(&options, kind, &Deviation::default());
        let made: MadePasskey = passkeys.register(challenge, &response.unwrap()).unwrap();
        let known = KnownPasskey {
            credential_id: made.credential_id,
            record: made.record,
        };
        let options = passkeys.request_options(challenge, &[known]).unwrap();
        let response = authenticator.sign_with(&options, deviation).unwrap();
        let response: Value = serde_json::from_str(&response).unwrap();
        let bytes = |name: &str| {
            BASE64_URL_SAFE_NO_PAD
                .decode(response["response"][name].as_str().unwrap())
                .unwrap()
        };
        Self {
            public_key: made.public_key,
            algorithm: made.algorithm,
            authenticator_data: bytes("authenticatorData"),
            client_data: bytes("clientDataJSON"),
            signature: bytes("signature"),
        }
    }
}

const NONCE: [u8; 32] = [0x5c; 32];

const APPROVED: ConfirmedDecision = ConfirmedDecision {
    user: PERSON,
    request: RequestId(12),
    state: StateId(85),
    round: 1,
    outcome: Outcome::Approved,
    content: Sha256([0x1d; 32]),
    nonce: NONCE,
};

/// The name of each signature, its key, and its deviation from a correct one.
fn deviations() -> Vec<(&'static str, KeyKind, Deviation)> {
    let plain = Deviation::default;
    let at = |origin: &str| Deviation {
        origin: Some(origin.to_owned()),
        ..plain()
    };
    let other_party = Deviation {
        relying_party: Some("other.example".to_owned()),
        ..plain()
    };
    let other_type = Deviation {
        kind: Some("webauthn.create".to_owned()),
        ..plain()
    };
    let embedded = Deviation {
        is_embedded: true,
        ..plain()
    };
    let unverified = Deviation {
        is_unverified: true,
        ..plain()
    };
    let absent = Deviation {
        is_absent: true,
        ..plain()
    };
    vec![
        ("ES256", KeyKind::Es256, plain()),
        ("RS256", KeyKind::Rs256, plain()),
        ("other origin", KeyKind::Es256, at("https://other.example")),
        ("other port", KeyKind::Es256, at("https://aditus.example:8443")),
        ("unencrypted", KeyKind::Es256, at("http://aditus.example")),
        ("other party", KeyKind::Es256, other_party),
        ("other type", KeyKind::Es256, other_type),
        ("embedded", KeyKind::Es256, embedded),
        ("unverified", KeyKind::Es256, unverified),
        ("absent", KeyKind::Es256, absent),
    ]
}

type Signatures = BTreeMap<&'static str, Signed>;

/// Returns the signatures by name: as `evidence.json` holds them, or made anew.
fn signatures() -> Signatures {
    let deviations = deviations();
    let challenge = CanonicalJson.sha256(APPROVED.text().as_bytes()).0;
    let kept: Value = serde_json::from_str(KEPT).unwrap_or_default();
    let is_signed_anew = kept["signed"] != json!(APPROVED.text());
    deviations
        .into_iter()
        .map(|(name, kind, deviation)| {
            let found = Signed::kept(&kept["signatures"][name]).filter(|_| !is_signed_anew);
            let signed = found.unwrap_or_else(|| Signed::new(kind, &challenge, &deviation));
            (name, signed)
        })
        .collect()
}

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_772_719_200 + seconds, 0).unwrap()
}

fn encoded(seconds: i64, act: Act) -> String {
    let entry = Entry {
        at: at(seconds),
        by: Actor::Person {
            user: PERSON,
            role: Some(AssignedRoleId(7)),
            session: Some(SessionId(9)),
        },
        act,
        stored: Vec::new(),
    };
    let encoded = CanonicalJson.encode_entry(&entry, &CountingEntropy::default());
    encoded.unwrap().canonical
}

fn decided(outcome: Outcome, nonce: Option<[u8; 32]>, signed: &Signed) -> String {
    let bytes = |bytes: &[u8]| Some(Bytes(bytes.to_vec()));
    encoded(
        60,
        Act::RequestDecided {
            request: APPROVED.request,
            state: APPROVED.state,
            stage: StageNumber(2),
            round: APPROVED.round,
            outcome,
            version: VersionNumber(3),
            content: APPROVED.content,
            reason: None,
            recommendation: None,
            status: OverallStatus::Pending,
            passkey: Some(PASSKEY),
            public_key: bytes(&signed.public_key),
            algorithm: Some(signed.algorithm),
            nonce: nonce.map(|nonce| Bytes(nonce.to_vec())),
            authenticator_data: bytes(&signed.authenticator_data),
            client_data: bytes(&signed.client_data),
            signature: bytes(&signed.signature),
        },
    )
}

fn added(user: UserId, passkey: PasskeyId, signed: &Signed) -> String {
    encoded(
        0,
        Act::PasskeyAdded {
            user,
            passkey,
            public_key: Bytes(signed.public_key.clone()),
            algorithm: signed.algorithm,
        },
    )
}

/// Writes evidence of a decision and the enrolment of its passkey, in one log.
fn file(key: &NewLogKey, decision: &str, enrolment: &str) -> String {
    placed(key, (DECISION, decision), (ENROLMENT, enrolment))
}

fn placed(key: &NewLogKey, decision: (u64, &str), enrolment: (u64, &str)) -> String {
    let entries = [decision, enrolment];
    let evidence = EnrolmentEvidence {
        entry: enrolment.1.to_owned(),
        proof: proof_of(&entries, enrolment.0, SIZE, &[key]),
    };
    written(key, &entries, Some(evidence))
}

/// Writes evidence of the first of these entries.
fn written(key: &NewLogKey, entries: &[(u64, &str)], enrolment: Option<EnrolmentEvidence>) -> String {
    let (index, decision) = entries[0];
    let evidence = Evidence {
        entry: decision.to_owned(),
        content: None,
        values: Vec::new(),
        proof: proof_of(entries, index, SIZE, &[key]),
        verifier_key: key.verifier_key.clone(),
        enrolment,
    };
    String::from_utf8(CanonicalJson.write_evidence(&evidence).unwrap()).unwrap()
}

type Files = Vec<(&'static str, String)>;

/// Returns the files by name, and the signatures in them.
pub fn files(key: &NewLogKey) -> (Files, Value) {
    let signatures = signatures();
    let groups = [
        sound(key, &signatures),
        with_another_enrolment(key, &signatures),
        with_another_place(key, &signatures["ES256"]),
        with_another_decision(key, &signatures["ES256"]),
        with_altered_bytes(key, &signatures),
        with_a_deviation(key, &signatures),
    ];
    let kept: Value = signatures
        .iter()
        .map(|(name, signed)| (*name, signed.json()))
        .collect();
    let files = groups.into_iter().flatten().collect();
    (files, json!({ "signed": APPROVED.text(), "signatures": kept }))
}

fn approval(signed: &Signed) -> String {
    decided(Outcome::Approved, Some(NONCE), signed)
}

/// An approval with the enrolment of its passkey.
fn approved(key: &NewLogKey, signed: &Signed) -> String {
    file(key, &approval(signed), &added(PERSON, PASSKEY, signed))
}

fn sound(key: &NewLogKey, signatures: &Signatures) -> Files {
    vec![
        ("passkey", approved(key, &signatures["ES256"])),
        ("passkey with RSA", approved(key, &signatures["RS256"])),
        (
            "passkey at another port",
            approved(key, &signatures["other port"]),
        ),
    ]
}

fn with_another_enrolment(key: &NewLogKey, signatures: &Signatures) -> Files {
    let signed = &signatures["ES256"];
    let removed = Act::PasskeyRemoved {
        user: PERSON,
        passkey: PASSKEY,
    };
    let enrolments = [
        ("passkey of another person", added(UserId(22), PASSKEY, signed)),
        ("another passkey", added(PERSON, PasskeyId(4), signed)),
        (
            "passkey with another key",
            added(PERSON, PASSKEY, &signatures["RS256"]),
        ),
        ("passkey removed", encoded(0, removed)),
    ];
    enrolments
        .into_iter()
        .map(|(name, enrolment)| (name, file(key, &approval(signed), &enrolment)))
        .collect()
}

fn with_another_place(key: &NewLogKey, signed: &Signed) -> Files {
    let (approval, enrolment) = (approval(signed), added(PERSON, PASSKEY, signed));
    let entries = [(DECISION, approval.as_str()), (ENROLMENT, enrolment.as_str())];
    let proved = |entries: &[(u64, &str)], size| EnrolmentEvidence {
        entry: enrolment.clone(),
        proof: proof_of(entries, ENROLMENT, size, &[key]),
    };
    vec![
        ("passkey without enrolment", written(key, &entries, None)),
        (
            "passkey added later",
            placed(key, (DECISION, &approval), (DECISION + 1, &enrolment)),
        ),
        (
            "passkey in another tree",
            written(key, &entries, Some(proved(&entries, SIZE + 1))),
        ),
        (
            "passkey that is not in the log",
            written(key, &entries[..1], Some(proved(&entries[..1], SIZE))),
        ),
    ]
}

fn with_another_decision(key: &NewLogKey, signed: &Signed) -> Files {
    let decisions = [
        (
            "passkey for another outcome",
            decided(Outcome::Denied, Some(NONCE), signed),
        ),
        (
            "passkey for another nonce",
            decided(Outcome::Approved, Some([0x5d; 32]), signed),
        ),
        ("passkey without nonce", decided(Outcome::Approved, None, signed)),
    ];
    decisions
        .into_iter()
        .map(|(name, decision)| (name, file(key, &decision, &added(PERSON, PASSKEY, signed))))
        .collect()
}

/// The name of a file, and the alteration of its signature.
type Alteration<'a> = (&'static str, &'a dyn Fn(&mut Signed));

fn with_altered_bytes(key: &NewLogKey, signatures: &Signatures) -> Files {
    let another = &signatures["other port"].signature;
    let rsa = signatures["RS256"].algorithm;
    let alterations: [Alteration<'_>; 9] = [
        ("passkey of another algorithm", &|it| it.algorithm = -8),
        ("passkey with a key of another algorithm", &|it| {
            it.algorithm = rsa;
        }),
        ("passkey with half of a key", &|it| it.public_key.truncate(40)),
        ("passkey with short data", &|it| {
            it.authenticator_data.truncate(36);
        }),
        ("passkey with other data", &|it| it.authenticator_data[36] ^= 1),
        ("passkey with half of the client data", &|it| {
            it.client_data.truncate(20);
        }),
        ("passkey with an altered signature", &|it| {
            *it.signature.last_mut().unwrap() ^= 1;
        }),
        ("passkey with half of a signature", &|it| {
            it.signature.truncate(30);
        }),
        ("passkey with a signature of another key", &|it| {
            it.signature.clone_from(another);
        }),
    ];
    alterations
        .into_iter()
        .map(|(name, alter)| {
            let mut altered = signatures["ES256"].clone();
            alter(&mut altered);
            (name, approved(key, &altered))
        })
        .collect()
}

fn with_a_deviation(key: &NewLogKey, signatures: &Signatures) -> Files {
    let deviations = [
        ("other origin", "passkey at another origin"),
        ("unencrypted", "passkey without encryption"),
        ("other party", "passkey of another website"),
        ("other type", "passkey that was made"),
        ("embedded", "passkey in an embedded page"),
        ("unverified", "passkey without verification"),
        ("absent", "passkey without presence"),
    ];
    deviations
        .into_iter()
        .map(|(signed, name)| (name, approved(key, &signatures[signed])))
        .collect()
}

/// Each file, and the alterations that concern passkeys alone.
pub fn cases(files: &[(&'static str, String)]) -> Vec<Case> {
    assert_eq!(ORIGIN, "aditus.example/log");
    let with = |about, from: &str, to: &str| Case {
        about,
        file: "passkey",
        changes: vec![(from.to_owned(), to.to_owned())],
        keys: &["trusted"],
    };
    let each = files.iter().map(|(name, _)| on(name, &["trusted"], name));
    let mut cases: Vec<Case> = each.collect();
    cases.extend([
        on("passkey", &[], "a passkey, and no key"),
        with(
            "an enrolment that is a list",
            r#""enrolment": {"#,
            r#""enrolment": [{"#,
        ),
        with(
            "an unknown field of the enrolment",
            r#""enrolment": {"#,
            r#""enrolment": { "note": "","#,
        ),
        with(
            "an enrolment without an entry",
            "\"enrolment\": {\n    \"entry\"",
            "\"enrolment\": {\n    \"entries\"",
        ),
        with(
            "an enrolment that is nothing",
            r#""enrolment": {"#,
            r#""enrolment": null, "other": {"#,
        ),
        with(
            "an enrolment that is no JSON",
            "\"enrolment\": {\n    \"entry\": \"{",
            "\"enrolment\": {\n    \"entry\": \"",
        ),
        with(
            "an enrolment in another form",
            "\"enrolment\": {\n    \"entry\": \"{",
            "\"enrolment\": {\n    \"entry\": \"{ ",
        ),
        with(
            "a padded key in the decision",
            r#"\"public_key\":\""#,
            r#"\"public_key\":\"="#,
        ),
        with("a nonce in base64", r#"\"nonce\":\"XFxc"#, r#"\"nonce\":\"XFx+"#),
        Case {
            about: "an enrolment of an entry without a passkey",
            file: "alone",
            changes: vec![(
                "\"values\"".to_owned(),
                "\"enrolment\": { \"entry\": \"{}\", \"proof\": \"\" }, \"values\"".to_owned(),
            )],
            keys: &["trusted"],
        },
        Case {
            about: "an enrolment that is null",
            file: "alone",
            changes: vec![(
                "\"values\"".to_owned(),
                "\"enrolment\": null, \"values\"".to_owned(),
            )],
            keys: &["trusted"],
        },
    ]);
    cases
}
