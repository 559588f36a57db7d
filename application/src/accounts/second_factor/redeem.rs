//! Checks a code against the second factor of an account, and uses it up.

use aditus_domain::accounts::second_factor::{
    CodeCheck, FactorCode, RecoveryKey, SecondFactor, TotpError, TotpSecret,
};
use aditus_domain::ids::UserId;
use chrono::{DateTime, Utc};

use crate::ports::{Ports, SealError, SealedPlace};

/// Checks a code. A right one is used up in `factor`, which the caller MUST save.
pub(super) fn redeem(
    ports: &Ports,
    user: UserId,
    factor: &mut SecondFactor,
    code: &FactorCode,
    now: DateTime<Utc>,
) -> Result<CodeCheck, SealError> {
    let is_right = match code {
        FactorCode::Totp(code) => {
            let Some(app) = &mut factor.app else {
                return Ok(CodeCheck::Wrong);
            };
            let secret = open_secret(ports, &SealedPlace::AppSecret(user), &app.sealed_secret)?;
            match app.redeem(&secret, *code, now) {
                Ok(()) => true,
                Err(TotpError::Wrong) => false,
                Err(TotpError::Used) => return Ok(CodeCheck::Used),
            }
        }
        FactorCode::Recovery(code) => match &mut factor.recovery {
            Some(codes) => {
                let key = open(ports, &SealedPlace::RecoveryKey(user), &codes.sealed_key)?;
                codes.redeem(code, &RecoveryKey::new(key))
            }
            None => false,
        },
    };
    Ok(if is_right {
        CodeCheck::Right
    } else {
        CodeCheck::Wrong
    })
}

/// Opens the sealed secret of an app.
pub(super) fn open_secret(
    ports: &Ports,
    place: &SealedPlace,
    sealed: &[u8],
) -> Result<TotpSecret, SealError> {
    open(ports, place, sealed).map(TotpSecret::new)
}

fn open<const BYTES: usize>(
    ports: &Ports,
    place: &SealedPlace,
    sealed: &[u8],
) -> Result<[u8; BYTES], SealError> {
    let plain = ports.keys.open(place, sealed)?;
    plain.try_into().map_err(|_| SealError)
}
