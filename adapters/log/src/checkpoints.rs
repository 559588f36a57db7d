//! Keys and signed checkpoints.

use aditus_application::ports::{Entropy, LogError, NewLogKey, SignedHead};
use aditus_domain::audit::log::{TreeHash, TreeHead};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use signed_note::{Note, NoteError, Signer, StandardSigner, StandardVerifier, Verifier, VerifierList};
use tlog_tiles::Checkpoint;

use crate::hash;

/// Key type of Ed25519 in signed-note.
const ED25519: u8 = 1;

pub(super) fn make_key(origin: &str, entropy: &dyn Entropy) -> Result<NewLogKey, LogError> {
    if !signed_note::is_key_name_valid(origin) || origin.chars().any(char::is_control) {
        return Err(LogError::Form("the origin of the log"));
    }
    let mut seed = [0; 32];
    entropy.fill(&mut seed);
    let public = ed25519_dalek::SigningKey::from_bytes(&seed).verifying_key();
    let typed = [&[ED25519], public.as_bytes().as_slice()].concat();
    let id = signed_note::key_id(origin, &typed);
    let secret = BASE64_STANDARD.encode([&[ED25519], seed.as_slice()].concat());
    Ok(NewLogKey {
        verifier_key: signed_note::new_ed25519_verifier_key(origin, &public),
        secret: format!("PRIVATE+KEY+{origin}+{id:08x}+{secret}").into_bytes(),
    })
}

pub(super) fn sign(signed: &SignedHead, secrets: &[&[u8]]) -> Result<String, LogError> {
    let SignedHead { origin, head } = signed;
    let form = LogError::Form("the checkpoint");
    let Ok(checkpoint) = Checkpoint::new(origin, head.size, hash(head.root), "") else {
        return Err(form);
    };
    let signers = secrets
        .iter()
        .map(|secret| {
            let secret = std::str::from_utf8(secret).ok()?;
            StandardSigner::new(secret).ok()
        })
        .collect::<Option<Vec<_>>>()
        .ok_or(LogError::Form("the key of the log"))?;
    let signers: Vec<&dyn Signer> = signers.iter().map(|signer| signer as &dyn Signer).collect();
    let mut note = Note::new(&checkpoint.to_bytes(), &[]).map_err(|_| LogError::Form("the checkpoint"))?;
    note.add_sigs(&signers)
        .map_err(|_| LogError::Form("the key of the log"))?;
    String::from_utf8(note.to_bytes()).map_err(|_| form)
}

pub(super) fn open(checkpoint: &str, verifier_keys: &[&str]) -> Result<SignedHead, LogError> {
    let known = verifier_keys
        .iter()
        .map(|key| {
            let verifier = StandardVerifier::new(key).ok()?;
            Some(Box::new(verifier) as Box<dyn Verifier>)
        })
        .collect::<Option<Vec<_>>>()
        .ok_or(LogError::Form("the verifier key"))?;
    let note = Note::from_bytes(checkpoint.as_bytes()).map_err(|_| LogError::Form("the checkpoint"))?;
    note.verify(&VerifierList::new(known))
        .map_err(|error| match error {
            NoteError::MalformedNote => LogError::Form("the checkpoint"),
            _ => LogError::NotSigned,
        })?;
    let checkpoint = Checkpoint::from_bytes(note.text()).map_err(|_| LogError::Form("the checkpoint"))?;
    Ok(SignedHead {
        origin: checkpoint.origin().to_owned(),
        head: TreeHead {
            size: checkpoint.size(),
            root: TreeHash(checkpoint.hash().0),
        },
    })
}
