//! An authenticator with a browser around it, for tests. Its responses are real: keys, signatures
//! and data in the formats of Web Authentication.

#![allow(
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "these are tests; a panic is how they fail"
)]

use std::sync::{Mutex, MutexGuard, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use openssl::bn::{BigNum, BigNumContext};
use openssl::ec::{EcGroup, EcKey};
use openssl::hash::MessageDigest;
use openssl::nid::Nid;
use openssl::pkey::{PKey, Private};
use openssl::rsa::Rsa;
use openssl::sign::Signer;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// Flags of authenticator data.
const USER_PRESENT: u8 = 0b0000_0001;
const USER_VERIFIED: u8 = 0b0000_0100;
const HAS_PASSKEY: u8 = 0b0100_0000;

/// The kind of the key of a new passkey.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum KeyKind {
    /// ES256: ECDSA with P-256 and SHA-256.
    #[default]
    Es256,
    /// RS256: RSA with PKCS #1 1.5 and SHA-256.
    Rs256,
    /// `EdDSA` with Ed25519.
    Ed25519,
    /// ES256, against the standard with P-384.
    Es256WithP384,
}

/// Deviations from a correct response. The default has none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Deviation {
    /// Another origin of the page.
    pub origin: Option<String>,
    /// Another type of the client data.
    pub kind: Option<String>,
    /// Another text of the challenge.
    pub challenge: Option<String>,
    /// Another id of the relying party.
    pub relying_party: Option<String>,
    /// The page is inside a page of another website.
    pub is_embedded: bool,
    /// The person was not verified.
    pub is_unverified: bool,
    /// The person was not present.
    pub is_absent: bool,
    /// Another signature counter.
    pub counter: Option<u32>,
    /// Another user handle.
    pub handle: Option<Vec<u8>>,
}

/// A passkey of the authenticator.
struct Held {
    id: Vec<u8>,
    handle: Vec<u8>,
    key: PKey<Private>,
    kind: KeyKind,
    counter: u32,
}

/// An authenticator, and a browser that shows a page with this origin.
pub struct Authenticator {
    origin: String,
    held: Mutex<Vec<Held>>,
}

impl Authenticator {
    /// Returns an authenticator without passkeys.
    pub fn new(origin: &str) -> Self {
        Self {
            origin: origin.to_owned(),
            held: Mutex::default(),
        }
    }

    fn held(&self) -> MutexGuard<'_, Vec<Held>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the signature counters of all passkeys back, as in a copy of the authenticator.
    pub fn set_back(&self) {
        for held in self.held().iter_mut() {
            held.counter = 0;
        }
    }

    /// Makes a passkey with ES256. Returns the `RegistrationResponseJSON`, or `None` if the
    /// authenticator has an excluded passkey.
    pub fn make(&self, options: &str) -> Option<String> {
        self.make_with(options, KeyKind::Es256, &Deviation::default())
    }

    /// Makes a passkey with a key of this kind and a response with these deviations.
    pub fn make_with(&self, options: &str, kind: KeyKind, deviation: &Deviation) -> Option<String> {
        let options: Value = serde_json::from_str(options).unwrap();
        let excluded = ids(&options["excludeCredentials"]);
        let mut all = self.held();
        if all.iter().any(|held| excluded.contains(&held.id)) {
            return None;
        }
        let mut id = vec![0; 32];
        openssl::rand::rand_bytes(&mut id).unwrap();
        let held = Held {
            handle: decode(&options["user"]["id"]),
            key: new_key(kind),
            kind,
            counter: 0,
            id,
        };
        let relying_party = text(&options["rp"]["id"]);
        let mut data = authenticator_data(&held, relying_party, HAS_PASSKEY, deviation);
        data.extend([0; 16]);
        data.extend(u16::try_from(held.id.len()).unwrap().to_be_bytes());
        data.extend(&held.id);
        data.extend(cose_key(&held));
        let attestation = map(&[
            (cbor_text("fmt"), cbor_text("none")),
            (cbor_text("attStmt"), map(&[])),
            (cbor_text("authData"), cbor_bytes(&data)),
        ]);
        let client_data = self.client_data("webauthn.create", &options, deviation);
        let response = json!({
            "id": encode(&held.id),
            "rawId": encode(&held.id),
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": { "credProps": { "rk": true }, "unknown": [1] },
            "response": {
                "clientDataJSON": encode(&client_data),
                "attestationObject": encode(&attestation),
                "authenticatorData": encode(&data),
                "transports": ["internal", "hybrid", "later"],
                "publicKey": encode(&held.key.public_key_to_der().unwrap()),
                "publicKeyAlgorithm": algorithm(kind),
            },
        });
        all.push(held);
        Some(response.to_string())
    }

    /// Signs with the latest passkey that is allowed. Returns the `AuthenticationResponseJSON`, or
    /// `None` if the authenticator has none of the allowed passkeys.
    pub fn sign(&self, options: &str) -> Option<String> {
        self.sign_with(options, &Deviation::default())
    }

    /// Signs a response with these deviations.
    pub fn sign_with(&self, options: &str, deviation: &Deviation) -> Option<String> {
        let options: Value = serde_json::from_str(options).unwrap();
        let allowed = ids(&options["allowCredentials"]);
        let mut all = self.held();
        let held = all
            .iter_mut()
            .rev()
            .find(|held| allowed.is_empty() || allowed.contains(&held.id))?;
        held.counter += 1;
        let data = authenticator_data(held, text(&options["rpId"]), 0, deviation);
        let client_data = self.client_data("webauthn.get", &options, deviation);
        let signed = [&data[..], &Sha256::digest(&client_data)].concat();
        let handle = deviation.handle.as_ref().unwrap_or(&held.handle);
        let response = json!({
            "id": encode(&held.id),
            "rawId": encode(&held.id),
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": { "unknown": [1] },
            "response": {
                "clientDataJSON": encode(&client_data),
                "authenticatorData": encode(&data),
                "signature": encode(&signature(held, &signed)),
                "userHandle": encode(handle),
            },
        });
        Some(response.to_string())
    }

    fn client_data(&self, kind: &str, options: &Value, deviation: &Deviation) -> Vec<u8> {
        let challenge = deviation.challenge.as_deref();
        let client_data = json!({
            "type": deviation.kind.as_deref().unwrap_or(kind),
            "challenge": challenge.unwrap_or_else(|| text(&options["challenge"])),
            "origin": deviation.origin.as_ref().unwrap_or(&self.origin),
            "crossOrigin": deviation.is_embedded,
        });
        client_data.to_string().into_bytes()
    }
}

fn new_key(kind: KeyKind) -> PKey<Private> {
    let on_curve = |curve| {
        let group = EcGroup::from_curve_name(curve).unwrap();
        PKey::from_ec_key(EcKey::generate(&group).unwrap()).unwrap()
    };
    match kind {
        KeyKind::Es256 => on_curve(Nid::X9_62_PRIME256V1),
        KeyKind::Es256WithP384 => on_curve(Nid::SECP384R1),
        KeyKind::Rs256 => PKey::from_rsa(Rsa::generate(2048).unwrap()).unwrap(),
        KeyKind::Ed25519 => PKey::generate_ed25519().unwrap(),
    }
}

/// The algorithm in the registry of COSE.
const fn algorithm(kind: KeyKind) -> i64 {
    match kind {
        KeyKind::Es256 | KeyKind::Es256WithP384 => -7,
        KeyKind::Rs256 => -257,
        KeyKind::Ed25519 => -8,
    }
}

fn authenticator_data(held: &Held, relying_party: &str, flags: u8, deviation: &Deviation) -> Vec<u8> {
    let relying_party = deviation.relying_party.as_deref().unwrap_or(relying_party);
    let mut flags = flags | USER_PRESENT | USER_VERIFIED;
    if deviation.is_unverified {
        flags &= !USER_VERIFIED;
    }
    if deviation.is_absent {
        flags &= !USER_PRESENT;
    }
    let mut data = Sha256::digest(relying_party).to_vec();
    data.push(flags);
    data.extend(deviation.counter.unwrap_or(held.counter).to_be_bytes());
    data
}

fn signature(held: &Held, data: &[u8]) -> Vec<u8> {
    let mut signer = match held.kind {
        KeyKind::Ed25519 => Signer::new_without_digest(&held.key),
        KeyKind::Es256 | KeyKind::Es256WithP384 | KeyKind::Rs256 => {
            Signer::new(MessageDigest::sha256(), &held.key)
        }
    };
    signer.as_mut().unwrap().sign_oneshot_to_vec(data).unwrap()
}

/// Returns the public key in the form of COSE (RFC 9053, section 7; RFC 8230, section 4).
fn cose_key(held: &Held) -> Vec<u8> {
    let on_curve = |curve: i64, length: i32| {
        let key = held.key.ec_key().unwrap();
        let (mut x, mut y) = (BigNum::new().unwrap(), BigNum::new().unwrap());
        let mut numbers = BigNumContext::new().unwrap();
        key.public_key()
            .affine_coordinates(key.group(), &mut x, &mut y, &mut numbers)
            .unwrap();
        vec![
            (-1, integer(curve)),
            (-2, cbor_bytes(&x.to_vec_padded(length).unwrap())),
            (-3, cbor_bytes(&y.to_vec_padded(length).unwrap())),
        ]
    };
    let (key_type, parameters) = match held.kind {
        KeyKind::Es256 => (2, on_curve(1, 32)),
        KeyKind::Es256WithP384 => (2, on_curve(2, 48)),
        KeyKind::Rs256 => {
            let key = held.key.rsa().unwrap();
            let (modulus, exponent) = (cbor_bytes(&key.n().to_vec()), cbor_bytes(&key.e().to_vec()));
            (3, vec![(-1, modulus), (-2, exponent)])
        }
        KeyKind::Ed25519 => {
            let x = cbor_bytes(&held.key.raw_public_key().unwrap());
            (1, vec![(-1, integer(6)), (-2, x)])
        }
    };
    let mut fields = vec![
        (integer(1), integer(key_type)),
        (integer(3), integer(algorithm(held.kind))),
    ];
    fields.extend(parameters.into_iter().map(|(name, value)| (integer(name), value)));
    map(&fields)
}

/// Returns the head of a data item of CBOR (RFC 8949, section 3).
fn head(major_type: u8, argument: u64) -> Vec<u8> {
    let major_type = major_type << 5;
    match argument {
        0..24 => vec![major_type | u8::try_from(argument).unwrap()],
        24..256 => vec![major_type | 0x18, u8::try_from(argument).unwrap()],
        _ => {
            let argument = u16::try_from(argument).unwrap();
            [vec![major_type | 0x19], argument.to_be_bytes().to_vec()].concat()
        }
    }
}

fn integer(value: i64) -> Vec<u8> {
    if value < 0 {
        head(1, (-1 - value).unsigned_abs())
    } else {
        head(0, value.unsigned_abs())
    }
}

fn cbor_bytes(bytes: &[u8]) -> Vec<u8> {
    [head(2, bytes.len() as u64), bytes.to_vec()].concat()
}

fn cbor_text(text: &str) -> Vec<u8> {
    [head(3, text.len() as u64), text.as_bytes().to_vec()].concat()
}

fn map(fields: &[(Vec<u8>, Vec<u8>)]) -> Vec<u8> {
    let fields_of_map = fields.iter().flat_map(|(name, value)| [&name[..], &value[..]]);
    let mut encoded = head(5, fields.len() as u64);
    encoded.extend(fields_of_map.flatten());
    encoded
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn decode(value: &Value) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text(value)).unwrap()
}

fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Returns the ids in a list of passkeys, which may be missing.
fn ids(passkeys: &Value) -> Vec<Vec<u8>> {
    let passkeys = passkeys.as_array().map(Vec::as_slice).unwrap_or_default();
    passkeys.iter().map(|passkey| decode(&passkey["id"])).collect()
}
