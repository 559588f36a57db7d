//! Verifies an evidence file with nothing but keys that the verifier trusts: `aditus audit check`
//! (decisions P4).

use aditus_domain::requests::content::Sha256;

use crate::ports::{
    ContentEncoding, EncodingError, EnrolmentEvidence, EntryFacts, Evidence, LeafProof, PasskeyConfirmation,
    PasskeyEvidence, SignedHead, TransparencyLog,
};

/// The size of the largest file that is read, in bytes.
pub const MAX_FILE_SIZE: usize = 20 * 1024 * 1024;

/// The checks of a decision that a passkey confirmed (decisions O7).
const SIGNED_DECISION: &str = "The passkey of the person signed this decision";
const ENROLLED_BEFORE: &str = "The passkey was added by the same person before";

/// The result of one check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The statement that was checked.
    pub what: &'static str,
    /// The reason why the statement does not hold, if so.
    pub fault: Option<String>,
}

/// The result of verifying evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The checks, in this order. Checks that cannot be made after an earlier failure are left out.
    pub checks: Vec<Check>,
    /// The facts of the entry, if it can be read.
    pub facts: Option<EntryFacts>,
    /// The entry, in canonical form.
    pub entry: Option<String>,
    /// The leaf index of the entry in the log.
    pub index: Option<u64>,
    /// The signed tree head.
    pub signed: Option<SignedHead>,
    /// The trusted keys that signed it. A key may have been retired since; only the log itself
    /// reveals this.
    pub signed_by: Vec<String>,
}

impl Answer {
    /// Returns true if all checks passed.
    pub fn is_proved(&self) -> bool {
        self.signed.is_some() && self.checks.iter().all(|check| check.fault.is_none())
    }

    /// Returns outcome, stage, request and account of the entry as a phrase, or `None` if the entry
    /// has none of them.
    pub fn summary(&self) -> Option<String> {
        let facts = self.facts.as_ref()?;
        let by = facts.indexed.user;
        let about = facts.indexed.concerns.filter(|user| Some(*user) != by);
        let words = [
            facts.outcome.map(|outcome| outcome.name().to_owned()),
            facts.stage.map(|stage| format!("at stage {stage}")),
            facts
                .indexed
                .request
                .map(|request| format!("of Data Request {request}")),
            about.map(|user| format!("about account {user}")),
            by.map(|user| format!("by account {user}")),
        ];
        let words: Vec<String> = words.into_iter().flatten().collect();
        (!words.is_empty()).then(|| words.join(" "))
    }

    fn add_check(&mut self, what: &'static str, fault: Option<String>) -> bool {
        let holds = fault.is_none();
        self.checks.push(Check { what, fault });
        holds
    }
}

/// Verifies a file against the keys that the verifier trusts.
pub fn execute(
    encoding: &dyn ContentEncoding,
    log: &dyn TransparencyLog,
    passkeys: &dyn PasskeyEvidence,
    bytes: &[u8],
    keys: &[&str],
) -> Answer {
    let mut answer = Answer {
        checks: Vec::new(),
        facts: None,
        entry: None,
        index: None,
        signed: None,
        signed_by: Vec::new(),
    };
    let evidence = match encoding.read_evidence(bytes) {
        Ok(evidence) => evidence,
        Err(error) => {
            answer.add_check(
                "The file is evidence in a form that is known here",
                Some(causes(&error)),
            );
            return answer;
        }
    };
    answer.add_check("The file is evidence in a form that is known here", None);
    let proof = check_proof(&mut answer, log, &evidence, keys);
    if check_entry(&mut answer, encoding, &evidence) {
        check_passkey(&mut answer, (encoding, log, passkeys), &evidence, proof.as_ref());
    }
    answer
}

/// Returns the proof if its checkpoint is signed by a trusted key.
fn check_proof(
    answer: &mut Answer,
    log: &dyn TransparencyLog,
    evidence: &Evidence,
    keys: &[&str],
) -> Option<LeafProof> {
    let proof = log.read_proof(&evidence.proof);
    let fault = proof.as_ref().err().map(ToString::to_string);
    answer.add_check("The proof is in the form of C2SP tlog-proof", fault);
    let proof = proof.ok()?;
    let signed = log.open(&proof.checkpoint, keys);
    let fault = signed.as_ref().err().map(ToString::to_string);
    answer.add_check("The checkpoint is signed by a key that you trust", fault);
    let signed = signed.ok()?;
    let leaf = log.leaf(evidence.entry.as_bytes());
    let is_in = log.has_leaf(signed.head, proof.index, leaf, &proof.path);
    answer.add_check(
        "The entry is in the log that was signed",
        (!is_in).then(|| "the path does not lead from this entry to the root".to_owned()),
    );
    answer.index = Some(proof.index);
    answer.signed = Some(signed);
    let has_signed = |key: &&&str| log.open(&proof.checkpoint, &[**key]).is_ok();
    answer.signed_by = keys
        .iter()
        .filter(has_signed)
        .map(|key| (*key).to_owned())
        .collect();
    Some(proof)
}

/// Returns true if the entry can be read.
fn check_entry(answer: &mut Answer, encoding: &dyn ContentEncoding, evidence: &Evidence) -> bool {
    let is_canonical = encoding.is_canonical(&evidence.entry);
    let fault = (!is_canonical).then(|| "it is not in the form of RFC 8785".to_owned());
    if !answer.add_check("The entry is canonical JSON", fault) {
        // Parsers may disagree on JSON that is not canonical.
        return false;
    }
    let facts = encoding.entry_facts(&evidence.entry);
    let fault = facts.as_ref().err().map(causes);
    answer.add_check("The entry can be read", fault);
    let Ok(facts) = facts else { return false };
    answer.entry = Some(evidence.entry.clone());
    check_content(answer, encoding, evidence, facts.content);
    let altered = evidence.values.iter().find(|value| {
        let stands_in = |text: &str| encoding.check_value(text, value).is_ok();
        !stands_in(&evidence.entry) && !evidence.content.as_deref().is_some_and(stands_in)
    });
    answer.add_check(
        "The texts are those that entry and version commit to",
        altered.map(|value| format!("nothing commits to {:?}", value.value)),
    );
    answer.facts = Some(facts);
    true
}

fn check_content(
    answer: &mut Answer,
    encoding: &dyn ContentEncoding,
    evidence: &Evidence,
    digest: Option<Sha256>,
) {
    let fault = match (&evidence.content, digest) {
        // Evidence created after the removal of a request contains no version of it, and no texts
        // to which only a version commits.
        (None, _) => return,
        (Some(_), None) => Some("the entry names none".to_owned()),
        (Some(content), Some(digest)) => {
            let is_it = encoding.sha256(content.as_bytes()) == digest;
            (!is_it).then(|| "its SHA-256 is not the one in the entry".to_owned())
        }
    };
    answer.add_check(
        "The version of the request is the one that the entry names",
        fault,
    );
}

/// Checks the signature of the passkey that confirmed the decision, and its enrolment. Makes no
/// checks for other entries.
fn check_passkey(
    answer: &mut Answer,
    (encoding, log, passkeys): (&dyn ContentEncoding, &dyn TransparencyLog, &dyn PasskeyEvidence),
    evidence: &Evidence,
    proof: Option<&LeafProof>,
) {
    let confirmation = match encoding.passkey_confirmation(&evidence.entry) {
        Ok(Some(confirmation)) => confirmation,
        Ok(None) => {
            if evidence.enrolment.is_some() {
                answer.add_check(ENROLLED_BEFORE, Some("the entry names no passkey".to_owned()));
            }
            return;
        }
        Err(_) => {
            answer.add_check(
                SIGNED_DECISION,
                Some("the entry lacks a part of what was signed".to_owned()),
            );
            return;
        }
    };
    let challenge = encoding.sha256(confirmation.decision.text().as_bytes());
    let fault = passkeys.check(&confirmation.signature, &challenge.0).err();
    answer.add_check(SIGNED_DECISION, fault.map(|fault| fault.to_string()));
    let (Some(proof), Some(signed)) = (proof, answer.signed.clone()) else {
        return;
    };
    let fault = match &evidence.enrolment {
        None => Some("the file does not contain the entry about it"),
        Some(enrolment) => enrolment_fault(encoding, &confirmation, enrolment)
            .or_else(|| enrolment_proof_fault(log, enrolment, proof, &signed)),
    };
    answer.add_check(ENROLLED_BEFORE, fault.map(str::to_owned));
}

/// Returns the reason why the entry is not about adding this passkey to the account of the decider.
fn enrolment_fault(
    encoding: &dyn ContentEncoding,
    confirmation: &PasskeyConfirmation,
    enrolment: &EnrolmentEvidence,
) -> Option<&'static str> {
    if !encoding.is_canonical(&enrolment.entry) {
        return Some("the entry about it is not in the form of RFC 8785");
    }
    let Ok(Some(added)) = encoding.passkey_enrolment(&enrolment.entry) else {
        return Some("the entry about it does not say that a passkey was added");
    };
    let PasskeyConfirmation { decision, signature } = confirmation;
    if added.passkey != signature.passkey {
        Some("another passkey was added")
    } else if added.user != decision.user {
        Some("another person added it")
    } else if added.public_key != signature.public_key || added.algorithm != signature.algorithm {
        Some("it was added with another key")
    } else {
        None
    }
}

/// Returns the reason why the enrolment is not in the log before the decision. Both proofs have the
/// same checkpoint, because the order of entries is that of one tree.
fn enrolment_proof_fault(
    log: &dyn TransparencyLog,
    enrolment: &EnrolmentEvidence,
    decision: &LeafProof,
    signed: &SignedHead,
) -> Option<&'static str> {
    let Ok(proof) = log.read_proof(&enrolment.proof) else {
        return Some("the proof of the entry about it is not in the form of C2SP tlog-proof");
    };
    let leaf = log.leaf(enrolment.entry.as_bytes());
    if proof.checkpoint != decision.checkpoint {
        Some("the proof of the entry about it has another checkpoint")
    } else if !log.has_leaf(signed.head, proof.index, leaf, &proof.path) {
        Some("the entry about it is not in the log that was signed")
    } else if proof.index >= decision.index {
        Some("it was added after the decision")
    } else {
        None
    }
}

fn causes(error: &EncodingError) -> String {
    crate::failure::causes(error)
}
