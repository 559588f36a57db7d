//! Keys of providers, made for each run.

use std::sync::OnceLock;

use aditus_application::ports::SignInSecrets;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use openidconnect::PrivateSigningKey as _;
use openidconnect::core::{CoreJwsSigningAlgorithm, CoreRsaPrivateSigningKey};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair as _};
use rsa::RsaPrivateKey;
use rsa::pkcs1::{EncodeRsaPrivateKey as _, LineEnding};
use serde_json::{Value, json};

pub const CLIENT_SECRET: &str = "client-s3cret-of-thirty-two-bytes";

/// A private key with its public part.
pub struct Key {
    pub id: String,
    pub public: Value,
    signer: Signer,
}

enum Signer {
    Rsa(CoreJwsSigningAlgorithm, Box<CoreRsaPrivateSigningKey>),
    P256(EcdsaKeyPair),
    Ed25519(Ed25519KeyPair),
    Hmac(ring::hmac::Key),
    None,
}

pub fn encode(bytes: impl AsRef<[u8]>) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// Generating an RSA key takes about a second.
fn rsa_pem() -> &'static str {
    static PEM: OnceLock<String> = OnceLock::new();
    PEM.get_or_init(|| {
        let key = RsaPrivateKey::new(&mut rsa::rand_core::OsRng, 2048).unwrap();
        key.to_pkcs1_pem(LineEnding::LF).unwrap().to_string()
    })
}

impl Key {
    fn rsa(id: &str, algorithm: CoreJwsSigningAlgorithm) -> Self {
        let id = openidconnect::JsonWebKeyId::new(id.to_owned());
        let key = CoreRsaPrivateSigningKey::from_pem(rsa_pem(), Some(id.clone())).unwrap();
        Self {
            public: serde_json::to_value(key.as_verification_key()).unwrap(),
            id: id.to_string(),
            signer: Signer::Rsa(algorithm, Box::new(key)),
        }
    }

    pub fn rs256(id: &str) -> Self {
        Self::rsa(id, CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256)
    }

    pub fn ps256(id: &str) -> Self {
        Self::rsa(id, CoreJwsSigningAlgorithm::RsaSsaPssSha256)
    }

    pub fn es256(id: &str) -> Self {
        let (algorithm, random) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
        let key = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(algorithm, key.as_ref(), &random).unwrap();
        // An uncompressed point: a byte 4 and both coordinates.
        let (x, y) = key.public_key().as_ref()[1..].split_at(32);
        let (x, y) = (encode(x), encode(y));
        Self {
            id: id.to_owned(),
            public: json!({ "kty": "EC", "crv": "P-256", "use": "sig", "kid": id, "x": x, "y": y }),
            signer: Signer::P256(key),
        }
    }

    pub fn eddsa(id: &str) -> Self {
        let key = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
        let key = Ed25519KeyPair::from_pkcs8(key.as_ref()).unwrap();
        let x = encode(key.public_key());
        Self {
            id: id.to_owned(),
            public: json!({ "kty": "OKP", "crv": "Ed25519", "use": "sig", "kid": id, "x": x }),
            signer: Signer::Ed25519(key),
        }
    }

    /// A forged key: the client secret, which is not secret to other clients of a public one.
    pub fn hs256(id: &str) -> Self {
        let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, CLIENT_SECRET.as_bytes());
        Self {
            id: id.to_owned(),
            public: Value::Null,
            signer: Signer::Hmac(key),
        }
    }

    /// A forged key that signs nothing.
    pub fn none(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            public: Value::Null,
            signer: Signer::None,
        }
    }

    fn algorithm(&self) -> &'static str {
        match &self.signer {
            Signer::Rsa(CoreJwsSigningAlgorithm::RsaSsaPssSha256, _) => "PS256",
            Signer::Rsa(..) => "RS256",
            Signer::P256(_) => "ES256",
            Signer::Ed25519(_) => "EdDSA",
            Signer::Hmac(_) => "HS256",
            Signer::None => "none",
        }
    }

    fn sign(&self, message: &[u8]) -> Vec<u8> {
        match &self.signer {
            Signer::Rsa(algorithm, key) => key.sign(algorithm, message).unwrap(),
            Signer::P256(key) => key.sign(&SystemRandom::new(), message).unwrap().as_ref().to_vec(),
            Signer::Ed25519(key) => key.sign(message).as_ref().to_vec(),
            Signer::Hmac(key) => ring::hmac::sign(key, message).as_ref().to_vec(),
            Signer::None => Vec::new(),
        }
    }

    /// Returns the header of tokens of this key.
    pub fn header(&self) -> Value {
        json!({ "alg": self.algorithm(), "kid": self.id, "typ": "JWT" })
    }

    pub fn token(&self, claims: &Value) -> String {
        self.token_with_header(&self.header(), claims)
    }

    pub fn token_with_header(&self, header: &Value, claims: &Value) -> String {
        let message = format!("{}.{}", encode(header.to_string()), encode(claims.to_string()));
        let signature = encode(self.sign(message.as_bytes()));
        format!("{message}.{signature}")
    }
}

pub fn secrets() -> SignInSecrets {
    SignInSecrets {
        state: "state-of-this-sign-in".to_owned(),
        nonce: "nonce-of-this-sign-in".to_owned(),
        pkce_verifier: "0123456789abcdef".repeat(4),
    }
}
