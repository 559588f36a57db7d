//! The two steps of setting up an authenticator app: the secret is shown, and a code of the app
//! confirms it. An inner service of the use cases that set one up.

use aditus_domain::accounts::EmailAddress;
use aditus_domain::accounts::second_factor::{
    AppSetUp, RecoveryCode, RecoveryCodes, RecoveryKey, SecondFactor, TotpCode, TotpError, TotpSecret,
};
use aditus_domain::ids::UserId;
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::StoredSecondFactor;
use super::redeem::open_secret;
use crate::accounts::Account;
use crate::failure::failure;
use crate::ports::{Ports, SealError, SealedPlace, StoreError, Transaction};

/// A new secret, which is shown once. There is no `Debug`: it must not reach a log.
#[derive(Clone, PartialEq, Eq)]
pub struct AppSecret {
    /// The secret as text that a person types into the app.
    pub text: String,
    /// The `otpauth` address for a QR code.
    pub address: String,
    /// The time by which the app has to be confirmed.
    pub expires_on: DateTime<Utc>,
}

/// The reason an app cannot be confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SetUpError {
    /// No secret was shown, or that was too long ago.
    #[error("This setup has expired. Begin again, and scan the new QR code.")]
    NotBegun,
}

failure! {
    SetUpError {
        NotBegun => Conflict, reason: SetUpExpired;
    }
}

/// Errors of storing a new secret.
#[derive(Debug, Error)]
pub(super) enum BeginError {
    #[error(transparent)]
    Seal(#[from] SealError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Errors of confirming an app.
#[derive(Debug, Error)]
pub(super) enum ConfirmError {
    #[error(transparent)]
    NotBegun(#[from] SetUpError),
    #[error(transparent)]
    Code(#[from] TotpError),
    #[error(transparent)]
    Seal(#[from] SealError),
}

/// A confirmed app.
pub(super) struct Confirmed {
    /// True if it took the place of another app.
    pub replaced: bool,
    /// The recovery codes, if new ones were made.
    pub recovery_codes: Vec<String>,
}

/// Draws and stores a new secret. It replaces an earlier one that was not confirmed.
pub(super) fn begin(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
) -> Result<AppSecret, BeginError> {
    let now = ports.clock.now();
    let secret = TotpSecret::new(random(ports));
    let place = SealedPlace::AppSetUp(account.id);
    let set_up = AppSetUp {
        sealed_secret: ports.keys.seal(&place, secret.expose())?,
        begun_on: now,
    };
    let mut stored = transaction.second_factors().of_user(account.id)?;
    stored.factor.set_up = Some(set_up);
    transaction.second_factors().save(&stored)?;
    let email = account.org_email.as_ref().map(EmailAddress::as_str);
    let name = email.unwrap_or_else(|| account.phone.as_str());
    Ok(AppSecret {
        text: secret.text(),
        address: secret.address(&ports.settings.product_name, name),
        expires_on: now + AppSetUp::LIFETIME,
    })
}

/// Confirms the app that is being set up, in `stored`, which the caller MUST save. It takes the
/// place of an earlier app. Makes recovery codes unless there are some left.
pub(super) fn confirm(
    ports: &Ports,
    stored: &mut StoredSecondFactor,
    code: TotpCode,
    now: DateTime<Utc>,
) -> Result<Confirmed, ConfirmError> {
    let user = stored.user;
    let set_up = stored.factor.set_up.take().filter(|set_up| set_up.is_live(now));
    let set_up = set_up.ok_or(SetUpError::NotBegun)?;
    let secret = open_secret(ports, &SealedPlace::AppSetUp(user), &set_up.sealed_secret)?;
    let sealed = ports.keys.seal(&SealedPlace::AppSecret(user), secret.expose())?;
    let app = set_up.confirm(sealed, &secret, code, now)?;
    let replaced = stored.factor.app.replace(app).is_some();
    let recovery_codes = if stored.factor.recovery_codes_left() == 0 {
        make_recovery_codes(ports, user, &mut stored.factor, now)?
    } else {
        Vec::new()
    };
    Ok(Confirmed {
        replaced,
        recovery_codes,
    })
}

/// Makes new recovery codes in `factor`, which the caller MUST save. The earlier ones are void.
pub(in crate::accounts) fn make_recovery_codes(
    ports: &Ports,
    user: UserId,
    factor: &mut SecondFactor,
    now: DateTime<Utc>,
) -> Result<Vec<String>, SealError> {
    let key = RecoveryKey::new(random(ports));
    let codes: Vec<RecoveryCode> = (0..RecoveryCode::COUNT)
        .map(|_| RecoveryCode::from_bytes(random(ports)))
        .collect();
    factor.recovery = Some(RecoveryCodes {
        sealed_key: ports.keys.seal(&SealedPlace::RecoveryKey(user), key.expose())?,
        unused: codes.iter().map(|code| code.hash(&key)).collect(),
        made_on: now,
    });
    Ok(codes.iter().map(RecoveryCode::shown).collect())
}

fn random<const BYTES: usize>(ports: &Ports) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    ports.entropy.fill(&mut bytes);
    bytes
}
