//! One-time codes (decisions A3): an inner service of the use cases that need one.
//!
//! A code is issued within the transaction of the use case that sends it. [`redeem`] takes the
//! transaction by value and returns it only if the digits were right, so that a use case cannot
//! continue after a wrong entry. The wrong entry is counted and committed in a transaction of its
//! own, so that it counts even though the caller's transaction is rolled back.

use aditus_domain::accounts::{CodePurpose, Issue, IssueRule, OneTimeCode, OtpCode, RedeemError, TooMany};
use aditus_domain::audit::{Act, Actor};
use aditus_domain::ids::{RequestId, UserId};
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::StoredCode;
pub use super::sent::Sent;
use crate::audit;
use crate::failure::{Reason, failure};
use crate::limits::LimitError;
use crate::notifications::Destination;
use crate::ports::{KeyPurpose, Ports, StoreError, Transaction};

/// A request for a new code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodeRequest<'a> {
    /// The purpose of the code.
    pub purpose: CodePurpose,
    /// The subject of the code, such as a folded address, or one person's decision at one stage
    /// with one outcome.
    pub subject: &'a str,
    /// The account that receives the code, if there is one.
    pub account: Option<UserId>,
    /// The state to which the code is bound: for decisions the round and a digest of the request
    /// (decisions C7), for changes of contact the new address or number. Empty otherwise.
    pub context: &'a str,
}

/// A code that was just issued. The digits are sent and never stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssuedCode {
    /// The digits.
    pub code: OtpCode,
    /// The account that receives the code, if there is one.
    pub account: Option<UserId>,
    /// The time of issue: the "OTP timestamp" of the calls.
    pub issued_at: DateTime<Utc>,
    /// The time at which the code expires.
    pub expires_at: DateTime<Utc>,
    /// The earliest time at which another code may be requested.
    pub resend_at: DateTime<Utc>,
}

impl IssuedCode {
    pub(crate) fn destination(&self) -> Destination {
        self.account.map_or(Destination::AsWritten, Destination::Code)
    }

    /// Returns the times of the code, without the digits.
    pub const fn sent(&self) -> Sent {
        Sent {
            issued_at: self.issued_at,
            expires_at: self.expires_at,
            resend_at: self.resend_at,
        }
    }
}

/// Errors of issuing a code.
#[derive(Debug, Error)]
pub enum IssueError {
    /// A code was requested too soon or too often.
    #[error("{0}")]
    TooMany(TooMany),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

impl From<LimitError> for IssueError {
    fn from(error: LimitError) -> Self {
        match error {
            LimitError::TooMany(limit) => Self::TooMany(limit),
            LimitError::Store(cause) => Self::Store(cause),
        }
    }
}

failure! {
    IssueError {
        forwards Store;
        TooMany(limit) => TooMany(limit.retry_after), reason: TooManyRequests;
    }
}

/// Digits that a person entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodeEntry<'a> {
    /// The purpose for which the digits are entered.
    pub purpose: CodePurpose,
    /// The subject of the code.
    pub subject: &'a str,
    /// The context for which the code must have been issued. If the live code has another context,
    /// the entry is refused without comparing digits.
    pub context: &'a str,
    /// The digits.
    pub code: &'a OtpCode,
    /// The person who entered the digits.
    pub by: Actor,
    /// The account that the digits are for, if there is one.
    pub account: Option<UserId>,
    /// The request that the digits decide on.
    pub request: Option<RequestId>,
}

/// Errors of entering a code. The caller's transaction has been rolled back.
#[derive(Debug, Error)]
pub enum EntryError {
    /// There is no live code, it expired, or the digits are wrong. A wrong entry has been counted
    /// and committed.
    #[error("{0}")]
    Refused(RedeemError),
    /// The live code was issued for another context: an older state of the request, or another new
    /// address or number. The digits were not compared and nothing was counted.
    #[error("This OTP does not exist please try again")]
    OtherContext {
        /// The context of the live code.
        issued_for: String,
    },
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    EntryError {
        forwards Store;
        Refused(RedeemError::Unknown) | OtherContext { .. } => Invalid, reason: CodeUnknown, code: Some(605);
        Refused(RedeemError::Expired) => Invalid, reason: CodeExpired;
        Refused(refused @ RedeemError::Wrong { left, .. }) => Invalid,
            reason: (if *left == 0 { Reason::CodeVoid } else { Reason::CodeWrong }),
            params: { attempts_left: *left },
            fields: refused.left().map(|text| ("otp".to_owned(), text)).into_iter().collect(),
            code: refused.is_unknown_code().then_some(605);
    }
}

/// Issues a code within the transaction and voids the previous one.
///
/// Refuses within 30 seconds of the last code and after five codes within an hour. Codes that were
/// redeemed do not count.
pub fn issue(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    code_request: &CodeRequest<'_>,
) -> Result<IssuedCode, IssueError> {
    let now = ports.clock.now();
    let codes = transaction.codes();
    codes.lock_exclusive(code_request.purpose, code_request.subject)?;
    let mut counted = codes.unused_since(
        code_request.purpose,
        code_request.subject,
        now - IssueRule::WINDOW,
    )?;
    IssueRule::check(&counted, now).map_err(IssueError::TooMany)?;
    if let Some(mut older) = codes.newest(code_request.purpose, code_request.subject)?
        && older.code.spent.is_none()
    {
        older.code.void(now);
        codes.save(&older)?;
    }
    let code = OtpCode::from_number(ports.entropy.below(OtpCode::COUNT));
    let issued = OneTimeCode::issue(
        Issue {
            purpose: code_request.purpose,
            subject: code_request.subject.to_owned(),
            account: code_request.account,
            code_hash: hash(ports, code_request.purpose, code_request.subject, &code),
            context: code_request.context.to_owned(),
        },
        now,
    );
    codes.add(&issued)?;
    counted.push(now);
    Ok(IssuedCode {
        code,
        account: issued.account,
        issued_at: issued.issued_at,
        expires_at: issued.expires_at,
        resend_at: IssueRule::next(&counted),
    })
}

/// Returns the times of the live code for exactly this request, if there is one. No other call can
/// issue a code for this purpose and subject until the transaction ends.
pub fn find_live(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    code_request: &CodeRequest<'_>,
) -> Result<Option<Sent>, StoreError> {
    let now = ports.clock.now();
    let codes = transaction.codes();
    codes.lock_exclusive(code_request.purpose, code_request.subject)?;
    let newest = codes.newest(code_request.purpose, code_request.subject)?;
    let Some(StoredCode { code, .. }) =
        newest.filter(|stored| stored.code.is_live(now) && stored.code.context == code_request.context)
    else {
        return Ok(None);
    };
    let counted = codes.unused_since(
        code_request.purpose,
        code_request.subject,
        now - IssueRule::WINDOW,
    )?;
    Ok(Some(Sent {
        issued_at: code.issued_at,
        expires_at: code.expires_at,
        resend_at: IssueRule::next(&counted),
    }))
}

/// Voids all live codes of an account, drops the queued messages that contain one, and ends its
/// pending sign-ins.
///
/// MUST be called in the transaction of each change of the address, number or password, and of each
/// loss of the account or of a role, so that no code that was sent before the change works after
/// it.
pub(crate) fn void_all_of(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    user: UserId,
) -> Result<(), StoreError> {
    let now = ports.clock.now();
    transaction.codes().void_of(user, now)?;
    transaction.pending_sign_ins().end_all(user)?;
    transaction.outbox().drop_codes_of(user, now)
}

/// Redeems a code within the caller's transaction, and returns the transaction. The code is used up
/// when that transaction is committed, and stays valid if it is rolled back.
pub fn redeem<'a>(
    ports: &'a Ports,
    mut transaction: Box<dyn Transaction + 'a>,
    entry: &CodeEntry<'_>,
) -> Result<Box<dyn Transaction + 'a>, EntryError> {
    let (mut stored, matches) = find(ports, transaction.as_mut(), entry)?;
    match stored.code.redeem(matches, ports.clock.now()) {
        Ok(()) => {
            transaction.codes().save(&stored)?;
            Ok(transaction)
        }
        Err(RedeemError::Wrong { .. }) => {
            // Only one write transaction at a time: the caller's must end before the count opens
            // its own.
            drop(transaction);
            Err(count_wrong_entry(ports, entry))
        }
        Err(refused) => Err(EntryError::Refused(refused)),
    }
}

/// Checks a code without using it up, for the `otp/verify/` calls. A wrong entry counts as in
/// [`redeem`]. Returns the time at which the code expires.
pub fn check(ports: &Ports, entry: &CodeEntry<'_>) -> Result<DateTime<Utc>, EntryError> {
    let mut transaction = ports.database.begin()?;
    let (stored, matches) = find(ports, transaction.as_mut(), entry)?;
    drop(transaction);
    match stored.code.clone().redeem(matches, ports.clock.now()) {
        Ok(()) => Ok(stored.code.expires_at),
        Err(RedeemError::Wrong { .. }) => Err(count_wrong_entry(ports, entry)),
        Err(refused) => Err(EntryError::Refused(refused)),
    }
}

/// Returns the newest code for the entry, and whether its digits match. Refuses a live code of
/// another context.
fn find(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    entry: &CodeEntry<'_>,
) -> Result<(StoredCode, bool), EntryError> {
    let newest = transaction.codes().newest(entry.purpose, entry.subject)?;
    let stored = newest.ok_or(EntryError::Refused(RedeemError::Unknown))?;
    if stored.code.is_live(ports.clock.now()) && stored.code.context != entry.context {
        return Err(EntryError::OtherContext {
            issued_for: stored.code.context,
        });
    }
    let entered = hashed(entry.purpose, entry.subject, entry.code);
    let matches = ports.keys.is_hash(
        &stored.code.code_hash,
        KeyPurpose::OneTimeCode,
        entered.as_bytes(),
    );
    Ok((stored, matches))
}

/// The number of attempts to count a wrong entry while others enter digits for the same code.
const COUNT_ATTEMPTS: u32 = 10;

/// Counts a wrong entry in a transaction of its own and adds an audit entry. The code is read again
/// in that transaction, so that concurrent entries count one by one. The error of that second
/// reading is the answer.
fn count_wrong_entry(ports: &Ports, entry: &CodeEntry<'_>) -> EntryError {
    let mut error = EntryError::Refused(RedeemError::Unknown);
    for _ in 0..COUNT_ATTEMPTS {
        error = match try_to_count(ports, entry) {
            Ok(refused) => return EntryError::Refused(refused),
            Err(error) => error,
        };
        if !matches!(error, EntryError::Store(StoreError::Conflict)) {
            break;
        }
    }
    error
}

fn try_to_count(ports: &Ports, entry: &CodeEntry<'_>) -> Result<RedeemError, EntryError> {
    let mut transaction = ports.database.begin_separate()?;
    let (mut stored, matches) = find(ports, transaction.as_mut(), entry)?;
    if matches {
        // A newer code with the same digits was issued in between. The entry was meant for the
        // older code, which is void.
        return Ok(RedeemError::Unknown);
    }
    match stored.code.redeem(false, ports.clock.now()) {
        Err(refused @ RedeemError::Wrong { .. }) => {
            transaction.codes().save(&stored)?;
            let act = Act::CodeRefused {
                user: entry.account,
                purpose: entry.purpose,
                request: entry.request,
            };
            let recorded = audit::record(ports, transaction.as_mut(), entry.by, act)?;
            transaction.commit(recorded)?;
            Ok(refused)
        }
        Err(refused) => Ok(refused),
        Ok(()) => Ok(RedeemError::Unknown),
    }
}

/// Returns the keyed hash of the digits, bound to their purpose and subject.
fn hash(ports: &Ports, purpose: CodePurpose, subject: &str, code: &OtpCode) -> [u8; 32] {
    let data = hashed(purpose, subject, code);
    ports.keys.hash(KeyPurpose::OneTimeCode, data.as_bytes())
}

/// Returns the text that is hashed for a code. The parts cannot be confused: purposes are our own
/// names, and the digits have a fixed length.
fn hashed(purpose: CodePurpose, subject: &str, code: &OtpCode) -> String {
    format!("{}\n{subject}\n{}", purpose.name(), code.expose())
}
