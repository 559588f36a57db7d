use aditus_application::ports::{KnownPasskey, MadePasskey, PasskeyError, PasskeyOwner, Passkeys};
use aditus_domain::accounts::passkey::PasskeySignature;
use aditus_domain::ids::PasskeyId;
use aditus_webauthn::testing::{Authenticator, Deviation, KeyKind};
use aditus_webauthn::{RelyingParty, WebauthnPasskeys};
use serde_json::Value;

pub const HOST: &str = "data.health.example";
pub const ORIGIN: &str = "https://data.health.example";
pub const CHALLENGE: [u8; 32] = [7; 32];

/// The adapter and an authenticator at the page of the same origin.
pub struct Setup {
    pub passkeys: WebauthnPasskeys,
    pub authenticator: Authenticator,
}

impl Setup {
    pub fn new() -> Self {
        Self {
            passkeys: passkeys_at(HOST, ORIGIN),
            authenticator: Authenticator::new(ORIGIN),
        }
    }

    pub fn creation_options(&self) -> String {
        self.passkeys.creation_options(&CHALLENGE, &owner(), &[]).unwrap()
    }

    /// Registers the response of an authenticator that makes a passkey with these deviations.
    pub fn register(&self, kind: KeyKind, deviation: &Deviation) -> Result<MadePasskey, PasskeyError> {
        let options = self.creation_options();
        let response = self.authenticator.make_with(&options, kind, deviation).unwrap();
        self.passkeys.register(&CHALLENGE, &response)
    }

    pub fn made(&self, kind: KeyKind) -> MadePasskey {
        self.register(kind, &Deviation::default()).unwrap()
    }

    /// Returns the response of an authenticator that signs with these deviations.
    pub fn sign(&self, allowed: &KnownPasskey, deviation: &Deviation) -> String {
        let options = self
            .passkeys
            .request_options(&CHALLENGE, std::slice::from_ref(allowed));
        self.authenticator
            .sign_with(&options.unwrap(), deviation)
            .unwrap()
    }

    /// Returns what this passkey signs, as in evidence.
    pub fn signature(&self, passkey: &MadePasskey, deviation: &Deviation) -> PasskeySignature {
        let response = json(&self.sign(&known(passkey), deviation));
        let bytes = |name: &str| decode(response["response"][name].as_str().unwrap());
        PasskeySignature {
            passkey: PasskeyId(1),
            public_key: passkey.public_key.clone(),
            algorithm: passkey.algorithm,
            nonce: [0; 32],
            authenticator_data: bytes("authenticatorData"),
            client_data: bytes("clientDataJSON"),
            signature: bytes("signature"),
        }
    }
}

pub fn passkeys_at(id: &str, origin: &str) -> WebauthnPasskeys {
    let name = "Health data";
    WebauthnPasskeys::new(&RelyingParty { id, origin, name }).unwrap()
}

pub fn owner() -> PasskeyOwner {
    PasskeyOwner {
        handle: [3; 16],
        username: "ada@ministry.example".to_owned(),
        display_name: "Ada Lovelace".to_owned(),
    }
}

pub fn known(made: &MadePasskey) -> KnownPasskey {
    KnownPasskey {
        credential_id: made.credential_id.clone(),
        record: made.record.clone(),
    }
}

pub fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

pub fn decode(text: &str) -> Vec<u8> {
    use base64::Engine as _;
    base64::engine::general_purpose::URL_SAFE_NO_PAD
        .decode(text)
        .unwrap()
}

pub fn encode(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bytes)
}

/// Deviations that make every response invalid.
pub fn deviations() -> Vec<Deviation> {
    let text = |text: &str| Some(text.to_owned());
    let origins = [
        "https://other.example",
        "http://data.health.example",
        "https://data.health.example:8443",
        "https://www.data.health.example",
        "https://health.example",
        "android:apk-key-hash:abc",
        "null",
    ];
    let mut deviations: Vec<_> = origins
        .map(|origin| Deviation {
            origin: text(origin),
            ..Deviation::default()
        })
        .into();
    deviations.extend([
        Deviation {
            kind: text("webauthn.other"),
            ..Deviation::default()
        },
        Deviation {
            challenge: Some(encode(&[8; 32])),
            ..Deviation::default()
        },
        Deviation {
            challenge: text(""),
            ..Deviation::default()
        },
        Deviation {
            relying_party: text("other.example"),
            ..Deviation::default()
        },
        Deviation {
            relying_party: text("health.example"),
            ..Deviation::default()
        },
        Deviation {
            is_embedded: true,
            ..Deviation::default()
        },
        Deviation {
            is_unverified: true,
            ..Deviation::default()
        },
        Deviation {
            is_absent: true,
            ..Deviation::default()
        },
    ]);
    deviations
}
