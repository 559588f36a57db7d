//! Cosignatures of witnesses (C2SP tlog-cosignature, Ed25519).

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use ed25519_dalek::{Signature, Verifier as _, VerifyingKey};
use signed_note::{Note, Verifier, VerifierList};
use thiserror::Error;

/// Key type of witnesses in tlog-cosignature.
const COSIGNATURE: u8 = 4;

/// Length in bytes of the time, which precedes the signature.
const TIME: usize = 8;

/// The text is not the key of a witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "must be the key of a witness, in the form of C2SP tlog-cosignature for Ed25519: witness.example/name+<8 digits>+<base64>"
)]
pub struct WitnessKeyError;

/// Public key with which the cosignatures of a witness are verified.
#[derive(Debug, Clone)]
pub struct WitnessKey {
    name: String,
    id: u32,
    key: VerifyingKey,
}

impl WitnessKey {
    /// Parses a key in the form in which witnesses publish it.
    pub fn parse(text: &str) -> Result<Self, WitnessKeyError> {
        parse(text).ok_or(WitnessKeyError)
    }

    /// Returns the signature lines, each with its newline, with which this witness signed the
    /// checkpoint. Returns `None` if it did not sign, or if the lines are malformed. Skips the
    /// signatures of others.
    pub(crate) fn cosignatures(&self, checkpoint: &str, lines: &str) -> Option<String> {
        let note = Note::from_bytes(format!("{checkpoint}{lines}").as_bytes()).ok()?;
        let known = VerifierList::new(vec![Box::new(self.clone()) as Box<dyn Verifier>]);
        let (signed, _) = note.verify(&known).ok()?;
        let lines: Vec<u8> = signed.iter().flat_map(signed_note::Signature::to_bytes).collect();
        String::from_utf8(lines).ok()
    }
}

fn parse(text: &str) -> Option<WitnessKey> {
    let (name, rest) = text.split_once('+')?;
    let (id, key) = rest.split_once('+')?;
    let typed = BASE64_STANDARD.decode(key).ok()?;
    let (kind, key) = typed.split_first()?;
    let is_in_form = *kind == COSIGNATURE && signed_note::is_key_name_valid(name) && id.len() == 8;
    let id = u32::from_str_radix(id, 16).ok()?;
    let key = VerifyingKey::from_bytes(key.try_into().ok()?).ok()?;
    (is_in_form && id == signed_note::key_id(name, &typed)).then(|| WitnessKey {
        name: name.to_owned(),
        id,
        key,
    })
}

impl Verifier for WitnessKey {
    fn name(&self) -> &str {
        &self.name
    }

    fn key_id(&self) -> u32 {
        self.id
    }

    fn verify(&self, note: &[u8], signature: &[u8]) -> bool {
        let Some((time, signature)) = signature.split_at_checked(TIME) else {
            return false;
        };
        let (Ok(time), Ok(signature)) = (time.try_into(), Signature::from_slice(signature)) else {
            return false;
        };
        let time = u64::from_be_bytes(time);
        let message = [format!("cosignature/v1\ntime {time}\n").as_bytes(), note].concat();
        time > 0 && self.key.verify(&message, &signature).is_ok()
    }
}
