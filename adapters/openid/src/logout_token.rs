use aditus_application::ports::ProviderLogout;
use aditus_domain::accounts::identity::Identity;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use openidconnect::core::{CoreJsonWebKey, CoreJwsSigningAlgorithm};
use openidconnect::{ClientId, IssuerUrl, JsonWebKey};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Map, Value};

use crate::discovered::Keys;
use crate::errors::TokenError;
use crate::id_token::ALGORITHMS;
use crate::numeric_date::{SKEW, time_of};

/// The event of a back-channel logout.
const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";

/// The age at which a token without an expiry is refused.
const MAX_AGE: TimeDelta = TimeDelta::minutes(10);

/// The maximum length of a session identifier in characters.
const MAX_SID: usize = 255;

#[derive(Deserialize)]
struct Header {
    alg: CoreJwsSigningAlgorithm,
    kid: Option<String>,
    typ: Option<String>,
    crit: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Claims {
    iss: String,
    aud: Audience,
    iat: f64,
    exp: Option<f64>,
    nbf: Option<f64>,
    events: Option<Map<String, Value>>,
    sub: Option<String>,
    sid: Option<String>,
    nonce: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

impl Audience {
    fn contains(&self, client_id: &ClientId) -> bool {
        match self {
            Self::One(audience) => audience == client_id.as_str(),
            Self::Several(audiences) => audiences.iter().any(|audience| audience == client_id.as_str()),
        }
    }
}

/// Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6).
///
/// Its `jti` is not stored: sessions that began after the token was issued stay, so a token that is
/// sent again ends nothing new.
pub(crate) fn verify(
    token: &str,
    keys: &Keys,
    (issuer, client_id): (&IssuerUrl, &ClientId),
    now: DateTime<Utc>,
) -> Result<ProviderLogout, TokenError> {
    let parts: Vec<&str> = token.split('.').collect();
    let [header_part, claims_part, signature] = parts[..] else {
        return Err(TokenError::Malformed);
    };
    let header: Header = parse(header_part)?;
    let claims: Claims = parse(claims_part)?;
    require_header(&header)?;
    if claims.iss != issuer.as_str() {
        return Err(TokenError::Issuer);
    }
    if !claims.aud.contains(client_id) {
        return Err(TokenError::Audience);
    }
    let message = &token[..header_part.len() + 1 + claims_part.len()];
    require_signature(&header, keys, message, &decode(signature)?)?;
    let issued_on = require_time(&claims, now)?;
    require_event(&claims)?;
    let (subject, sid) = target(&claims)?;
    Ok(ProviderLogout {
        issuer: claims.iss,
        subject,
        sid,
        issued_until: issued_on + SKEW,
    })
}

fn decode(part: &str) -> Result<Vec<u8>, TokenError> {
    BASE64_URL_SAFE_NO_PAD
        .decode(part)
        .map_err(|_| TokenError::Malformed)
}

fn parse<T: DeserializeOwned>(part: &str) -> Result<T, TokenError> {
    serde_json::from_slice(&decode(part)?).map_err(|_| TokenError::Malformed)
}

/// Providers send the types `logout+jwt`, `JWT` or none.
fn require_header(header: &Header) -> Result<(), TokenError> {
    let is_type = header.typ.as_deref().is_none_or(|typ| {
        let typ = typ.to_ascii_lowercase();
        let typ = typ.strip_prefix("application/").unwrap_or(&typ);
        matches!(typ, "logout+jwt" | "jwt")
    });
    if !is_type || header.crit.is_some() {
        Err(TokenError::Header)
    } else if !ALGORITHMS.contains(&header.alg) {
        Err(TokenError::Algorithm)
    } else {
        Ok(())
    }
}

/// Accepts the signature of any key with the identifier of the token, or of any key if the token
/// names none. A key verifies only the algorithms that its type and its `alg` allow.
fn require_signature(
    header: &Header,
    keys: &Keys,
    message: &str,
    signature: &[u8],
) -> Result<(), TokenError> {
    let is_named = |key: &&CoreJsonWebKey| {
        let id = key.key_id().map(|id| id.as_str());
        header.kid.is_none() || header.kid.as_deref() == id
    };
    let mut named = keys.keys().iter().filter(is_named).peekable();
    if named.peek().is_none() {
        return Err(TokenError::UnknownKey);
    }
    let is_valid = named.any(|key| {
        key.verify_signature(&header.alg, message.as_bytes(), signature)
            .is_ok()
    });
    is_valid.then_some(()).ok_or(TokenError::Signature)
}

/// Returns the time at which the token was issued.
fn require_time(claims: &Claims, now: DateTime<Utc>) -> Result<DateTime<Utc>, TokenError> {
    let time = |seconds| time_of(seconds).ok_or(TokenError::Malformed);
    let issued_on = time(claims.iat)?;
    let valid_from = claims.nbf.map_or(Ok(issued_on), time)?;
    let at_most = || issued_on.checked_add_signed(MAX_AGE).ok_or(TokenError::Malformed);
    let expires_on = claims.exp.map_or_else(at_most, time)?;
    if issued_on.max(valid_from) > now + SKEW {
        Err(TokenError::NotYetValid)
    } else if expires_on <= now - SKEW {
        Err(TokenError::Expired)
    } else {
        Ok(issued_on)
    }
}

/// The event keeps ID tokens and other tokens of the provider from ending sessions, and a nonce
/// keeps logout tokens from being used as ID tokens.
fn require_event(claims: &Claims) -> Result<(), TokenError> {
    let event = claims.events.as_ref().and_then(|events| events.get(EVENT));
    if event.is_some_and(Value::is_object) && claims.nonce.is_none() {
        Ok(())
    } else {
        Err(TokenError::NoLogout)
    }
}

fn target(claims: &Claims) -> Result<(Option<String>, Option<String>), TokenError> {
    let subject = claims.sub.as_deref().map(|subject| {
        let identity = Identity::new(&claims.iss, subject).map_err(|_| TokenError::Subject)?;
        Ok(identity.subject().to_owned())
    });
    let subject = subject.transpose()?;
    let sid = claims
        .sid
        .as_deref()
        .map(|sid| usable_sid(sid).ok_or(TokenError::Subject));
    let sid = sid.transpose()?;
    if subject.is_none() && sid.is_none() {
        return Err(TokenError::Subject);
    }
    Ok((subject, sid))
}

/// Returns a session identifier that can be stored. `None` for one that is empty, too long or has
/// control characters.
pub(crate) fn usable_sid(sid: &str) -> Option<String> {
    let is_usable = !sid.is_empty() && sid.chars().count() <= MAX_SID && !sid.chars().any(char::is_control);
    is_usable.then(|| sid.to_owned())
}
