//! Passkeys without cryptography, with the authenticator that makes them.

use std::sync::Mutex;

use aditus_domain::accounts::passkey::PasskeySignature;
use aditus_domain::hex;

use super::lock;
use crate::ports::{
    KnownPasskey, MadePasskey, PasskeyError, PasskeyEvidence, PasskeyOwner, Passkeys, SignatureFault,
    UnverifiedResponse, VerifiedResponse,
};

/// Passkeys for tests, together with the authenticator and the browser of all people. Options and
/// responses are JSON objects of texts, whose bytes are in hexadecimal digits.
#[derive(Default)]
pub struct ListedPasskeys(Mutex<State>);

#[derive(Default)]
struct State {
    made: Vec<Made>,
    owners: Vec<PasskeyOwner>,
    /// True if people are not verified any more.
    skips_verification: bool,
    /// The user handle of the responses, in place of that of the passkey.
    handle: Option<Vec<u8>>,
}

/// A passkey in the authenticator.
struct Made {
    id: String,
    handle: String,
    counter: u32,
}

impl ListedPasskeys {
    /// The algorithm of all passkeys in the registry of COSE.
    pub const ALGORITHM: i64 = -7;

    /// Makes a passkey with these options. Returns the response of the browser, or `None` if the
    /// authenticator has one of the excluded passkeys.
    pub fn make(&self, options: &str) -> Option<String> {
        let options = Fields::parse(options)?;
        let mut state = lock(&self.0);
        if state.made.iter().any(|made| options.lists("excluded", &made.id)) {
            return None;
        }
        let id = format!("c0de{:04}", state.made.len());
        state.made.push(Made {
            id: id.clone(),
            handle: options.get("handle")?.to_owned(),
            counter: 0,
        });
        let (challenge, verified) = (options.get("challenge")?, state.verified());
        Some(format!(
            r#"{{"type":"create","id":"{id}","challenge":"{challenge}","verified":"{verified}"}}"#
        ))
    }

    /// Signs with the latest passkey that the options allow. Returns the response of the browser, or
    /// `None` if the authenticator has none of them.
    pub fn sign(&self, options: &str) -> Option<String> {
        let allowed = Fields::parse(options)?;
        let id = {
            let state = lock(&self.0);
            let is_allowed =
                |made: &&Made| allowed.get("allowed") == Some("") || allowed.lists("allowed", &made.id);
            state.made.iter().rev().find(is_allowed)?.id.clone()
        };
        self.sign_with(options, &decode(&id)?)
    }

    /// Signs with this passkey, even if the options do not allow it.
    pub fn sign_with(&self, options: &str, credential_id: &[u8]) -> Option<String> {
        let options = Fields::parse(options)?;
        let id = hex::encode(credential_id);
        let mut state = lock(&self.0);
        let (verified, claimed) = (state.verified(), state.handle.clone());
        let made = state.made.iter_mut().find(|made| made.id == id)?;
        made.counter += 1;
        let handle = claimed.map_or_else(|| made.handle.clone(), |handle| hex::encode(&handle));
        let (challenge, counter) = (options.get("challenge")?, made.counter);
        let client_data = format!("get.{challenge}");
        let authenticator_data = format!("{verified}.{counter}");
        let signature = hex::encode(&sign(
            &key(&id),
            authenticator_data.as_bytes(),
            client_data.as_bytes(),
        ));
        Some(format!(
            r#"{{"type":"get","id":"{id}","challenge":"{challenge}","verified":"{verified}","handle":"{handle}","counter":"{counter}","signature":"{signature}"}}"#
        ))
    }

    /// Does not verify people from now on.
    pub fn stop_verifying(&self) {
        lock(&self.0).skips_verification = true;
    }

    /// Sets the signature counters of all passkeys back, as in a copy of the authenticator.
    pub fn set_back(&self) {
        for made in &mut lock(&self.0).made {
            made.counter = 0;
        }
    }

    /// Sends this user handle in all responses from now on.
    pub fn claim_handle(&self, handle: &[u8]) {
        lock(&self.0).handle = Some(handle.to_owned());
    }

    /// Returns the accounts for which passkeys were to be made, in the order of the calls.
    pub fn owners(&self) -> Vec<PasskeyOwner> {
        lock(&self.0).owners.clone()
    }
}

impl State {
    const fn verified(&self) -> &'static str {
        if self.skips_verification { "no" } else { "yes" }
    }
}

/// The fields of a JSON object of simple texts.
struct Fields<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Fields<'a> {
    fn parse(json: &'a str) -> Option<Self> {
        let inner = json.trim().strip_prefix('{')?.strip_suffix('}')?;
        let field = |text: &'a str| {
            let (name, value) = text.split_once(':')?;
            Some((plain(name)?, plain(value)?))
        };
        inner.split(',').map(field).collect::<Option<_>>().map(Self)
    }

    fn get(&self, name: &str) -> Option<&'a str> {
        let found = self.0.iter().find(|(own, _)| *own == name);
        found.map(|(_, value)| *value)
    }

    fn bytes(&self, name: &str) -> Option<Vec<u8>> {
        decode(self.get(name)?)
    }

    fn lists(&self, name: &str, id: &str) -> bool {
        self.get(name)
            .is_some_and(|ids| ids.split('.').any(|own| own == id))
    }
}

fn plain(quoted: &str) -> Option<&str> {
    let text = quoted.trim().strip_prefix('"')?.strip_suffix('"')?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    text.chars().all(is_plain).then_some(text)
}

/// Reads hexadecimal digits.
fn decode(digits: &str) -> Option<Vec<u8>> {
    if digits.len() % 2 == 1 {
        return None;
    }
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    digits.as_bytes().chunks(2).map(byte).collect()
}

/// The public key of a passkey, which is its private key as well.
fn key(id: &str) -> Vec<u8> {
    format!("key of {id}").into_bytes()
}

/// A signature that any program can compute (FNV-1a).
fn sign(key: &[u8], authenticator_data: &[u8], client_data: &[u8]) -> [u8; 8] {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for part in [key, authenticator_data, client_data] {
        for byte in part.iter().chain([&0]) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash.to_be_bytes()
}

fn ids(passkeys: &[KnownPasskey]) -> String {
    let ids: Vec<String> = passkeys
        .iter()
        .map(|known| hex::encode(&known.credential_id))
        .collect();
    ids.join(".")
}

fn record(key: &[u8], counter: u32) -> String {
    format!("{}.{counter}", hex::encode(key))
}

fn invalid(why: &str) -> PasskeyError {
    PasskeyError::Invalid(why.into())
}

/// Returns the fields of a response of this type to this challenge.
fn accepted<'a>(response: &'a str, kind: &str, challenge: &[u8; 32]) -> Result<Fields<'a>, PasskeyError> {
    let fields = Fields::parse(response).ok_or_else(|| invalid("malformed"))?;
    if fields.get("type") != Some(kind) {
        return Err(invalid("wrong type"));
    }
    if fields.bytes("challenge").as_deref() != Some(challenge) {
        return Err(invalid("wrong challenge"));
    }
    if fields.get("verified") != Some("yes") {
        return Err(invalid("the person was not verified"));
    }
    Ok(fields)
}

impl Passkeys for ListedPasskeys {
    fn creation_options(
        &self,
        challenge: &[u8; 32],
        owner: &PasskeyOwner,
        existing: &[KnownPasskey],
    ) -> Result<String, PasskeyError> {
        lock(&self.0).owners.push(owner.clone());
        Ok(format!(
            r#"{{"challenge":"{}","handle":"{}","excluded":"{}"}}"#,
            hex::encode(challenge),
            hex::encode(&owner.handle),
            ids(existing)
        ))
    }

    fn register(&self, challenge: &[u8; 32], response: &str) -> Result<MadePasskey, PasskeyError> {
        let fields = accepted(response, "create", challenge)?;
        let id = fields.get("id").ok_or_else(|| invalid("malformed"))?;
        let public_key = key(id);
        Ok(MadePasskey {
            credential_id: decode(id).ok_or_else(|| invalid("malformed"))?,
            record: record(&public_key, 0),
            public_key,
            algorithm: Self::ALGORITHM,
        })
    }

    fn request_options(
        &self,
        challenge: &[u8; 32],
        allowed: &[KnownPasskey],
    ) -> Result<String, PasskeyError> {
        Ok(format!(
            r#"{{"challenge":"{}","allowed":"{}"}}"#,
            hex::encode(challenge),
            ids(allowed)
        ))
    }

    fn read(&self, response: &str) -> Result<UnverifiedResponse, PasskeyError> {
        let read = || {
            let fields = Fields::parse(response)?;
            Some(UnverifiedResponse {
                challenge: fields.bytes("challenge")?,
                credential_id: fields.bytes("id")?,
                handle: fields.bytes("handle"),
            })
        };
        read().ok_or_else(|| invalid("malformed"))
    }

    fn verify(
        &self,
        challenge: &[u8; 32],
        passkey: &KnownPasskey,
        response: &str,
    ) -> Result<VerifiedResponse, PasskeyError> {
        let fields = accepted(response, "get", challenge)?;
        let malformed = || invalid("malformed");
        if fields.bytes("id").as_ref() != Some(&passkey.credential_id) {
            return Err(invalid("wrong passkey"));
        }
        let counter: u32 = fields
            .get("counter")
            .and_then(|text| text.parse().ok())
            .ok_or_else(malformed)?;
        let signature = fields.bytes("signature").ok_or_else(malformed)?;
        let (key, last) = passkey.record.split_once('.').ok_or_else(malformed)?;
        let key = decode(key).ok_or_else(malformed)?;
        let last: u32 = last.parse().map_err(|_| malformed())?;
        let authenticator_data = format!("yes.{counter}").into_bytes();
        let client_data = format!("get.{}", hex::encode(challenge)).into_bytes();
        if signature != sign(&key, &authenticator_data, &client_data) {
            return Err(invalid("wrong signature"));
        }
        if counter <= last {
            return Err(PasskeyError::CounterWentBack);
        }
        Ok(VerifiedResponse {
            record: record(&key, counter),
            authenticator_data,
            client_data,
            signature,
        })
    }
}

impl PasskeyEvidence for ListedPasskeys {
    fn check(&self, signature: &PasskeySignature, challenge: &[u8; 32]) -> Result<(), SignatureFault> {
        let PasskeySignature {
            public_key,
            authenticator_data,
            client_data,
            ..
        } = signature;
        if *client_data != format!("get.{}", hex::encode(challenge)).into_bytes() {
            return Err(SignatureFault("wrong challenge".to_owned()));
        }
        if !authenticator_data.starts_with(b"yes.") {
            return Err(SignatureFault("the person was not verified".to_owned()));
        }
        if signature.signature != sign(public_key, authenticator_data, client_data) {
            return Err(SignatureFault("wrong signature".to_owned()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::passkey_port::{CONTRACT, TestAuthenticator};

    impl TestAuthenticator for ListedPasskeys {
        fn adapter(&self) -> &dyn Passkeys {
            self
        }

        fn make(&self, options: &str) -> Option<String> {
            self.make(options)
        }

        fn sign(&self, options: &str) -> Option<String> {
            self.sign(options)
        }

        fn stop_verifying(&self) {
            self.stop_verifying();
        }

        fn set_back(&self) {
            self.set_back();
        }
    }

    #[test]
    fn listed_passkeys_satisfy_the_contract() {
        for (_, clause) in CONTRACT {
            clause(&ListedPasskeys::default());
        }
    }
}
