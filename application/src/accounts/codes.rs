//! One-time codes (decisions A3): an inner service of the use cases that need one.
//!
//! Issuing happens within the transaction of whatever asks for the code. Redeeming takes that transaction away and
//! gives it back only when the digits were right, so that nobody can go on after wrong ones; the wrong entry is then
//! counted and committed in a transaction of its own, whatever becomes of the rest.

use aditus_domain::accounts::{CodePurpose, Issue, IssueRule, OneTimeCode, OtpCode, RedeemError, TooMany};
use aditus_domain::audit::{Act, By};
use aditus_domain::ids::{RequestId, UserId};
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::StoredCode;
pub use super::sent::Sent;
use crate::audit;
use crate::failure::failure;
use crate::limits::LimitError;
use crate::notifications::Destination;
use crate::ports::{KeyPurpose, Ports, StoreError, Transaction};

/// What a code is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Order<'a> {
    /// What it is good for.
    pub purpose: CodePurpose,
    /// Whom or what it concerns: a folded address, or one person's decision on one stage.
    pub subject: &'a str,
    /// The account that it is for, if there is one.
    pub account: Option<UserId>,
    /// What a decision is bound to besides: the outcome and a digest of the request (decisions C7); else empty.
    pub context: &'a str,
}

/// A code that was issued. The digits are to be mailed and forgotten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssuedCode {
    /// The digits.
    pub code: OtpCode,
    /// The account that it is for, if there is one.
    pub account: Option<UserId>,
    /// When it was issued: the "OTP timestamp" of the calls.
    pub issued_at: DateTime<Utc>,
    /// From when on it is no longer taken.
    pub expires_at: DateTime<Utc>,
    /// From when on another one may be asked for.
    pub resend_at: DateTime<Utc>,
}

impl IssuedCode {
    /// Where the message with it goes.
    pub(crate) fn destination(&self) -> Destination {
        self.account.map_or(Destination::AsWritten, Destination::Code)
    }

    /// Its times, without the digits.
    pub const fn sent(&self) -> Sent {
        Sent {
            issued_at: self.issued_at,
            expires_at: self.expires_at,
            resend_at: self.resend_at,
        }
    }
}

/// Why no code was issued.
#[derive(Debug, Error)]
pub enum IssueError {
    /// It was asked for too soon or too often.
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
        TooMany(limit) => TooMany(limit.retry_after);
    }
}

/// Digits that somebody entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry<'a> {
    /// What they claim to be good for.
    pub purpose: CodePurpose,
    /// Whom or what they concern.
    pub subject: &'a str,
    /// What the code must have been issued for; a code issued for anything else is refused unseen.
    pub context: &'a str,
    /// The digits.
    pub code: &'a OtpCode,
    /// Who entered them.
    pub by: By,
    /// Whose account they are for, where there is one.
    pub account: Option<UserId>,
    /// The request that they decide on.
    pub request: Option<RequestId>,
}

/// Why the digits were not taken. The transaction that was handed in has been rolled back.
#[derive(Debug, Error)]
pub enum EntryError {
    /// No live code, an expired one, or wrong digits. A wrong entry has been counted and committed.
    #[error("{0}")]
    Refused(RedeemError),
    /// The live code was issued for something else: another outcome, or the request as it was before it changed. The digits
    /// were not looked at and nothing was counted.
    #[error("This OTP does not exist please try again")]
    OtherContext {
        /// What the code was issued for.
        issued_for: String,
    },
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    EntryError {
        forwards Store;
        Refused(refused) => Invalid,
            fields: refused.left().map(|said| ("otp".to_owned(), said)).into_iter().collect(),
            code: refused.is_unknown_code().then_some(605);
        OtherContext { .. } => Invalid, code: Some(605);
    }
}

/// Issues a code within the transaction and voids the one before it. Refuses within 30 seconds of the last one and after
/// five within an hour, counting those that nobody has used up.
pub fn issue(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    order: &Order<'_>,
) -> Result<IssuedCode, IssueError> {
    let now = ports.clock.now();
    let codes = transaction.codes();
    codes.take_turns(order.purpose, order.subject)?;
    let mut counted = codes.unused_since(order.purpose, order.subject, now - IssueRule::WINDOW)?;
    IssueRule::check(&counted, now).map_err(IssueError::TooMany)?;
    if let Some(mut older) = codes.newest(order.purpose, order.subject)?
        && older.code.spent.is_none()
    {
        older.code.void(now);
        codes.save(&older)?;
    }
    let code = OtpCode::from_number(ports.entropy.below(OtpCode::COUNT));
    let issued = OneTimeCode::issue(
        Issue {
            purpose: order.purpose,
            subject: order.subject.to_owned(),
            account: order.account,
            code_hash: hash(ports, order.purpose, order.subject, &code),
            context: order.context.to_owned(),
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

/// The code that is out for this very order and would be taken now, if there is one. Nobody else issues one until the transaction
/// ends.
pub fn out(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    order: &Order<'_>,
) -> Result<Option<Sent>, StoreError> {
    let now = ports.clock.now();
    let codes = transaction.codes();
    codes.take_turns(order.purpose, order.subject)?;
    let newest = codes.newest(order.purpose, order.subject)?;
    let Some(StoredCode { code, .. }) =
        newest.filter(|stored| stored.code.is_live(now) && stored.code.context == order.context)
    else {
        return Ok(None);
    };
    let counted = codes.unused_since(order.purpose, order.subject, now - IssueRule::WINDOW)?;
    Ok(Some(Sent {
        issued_at: code.issued_at,
        expires_at: code.expires_at,
        resend_at: IssueRule::next(&counted),
    }))
}

/// Voids all live codes of an account, and drops the queued messages that hold one.
///
/// MUST be called in the transaction of each change of the address, number or password, and of each loss of the account or of a
/// role, so that no code that was sent before the change works after it.
pub(crate) fn void_all_of(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    user: UserId,
) -> Result<(), StoreError> {
    let now = ports.clock.now();
    transaction.codes().void_of(user, now)?;
    transaction.outbox().drop_codes_of(user, now)
}

/// Redeems a code within the transaction of what it allows, and gives the transaction back. The code is used up when that
/// transaction is committed, and stays good when it is not.
pub fn redeem<'a>(
    ports: &'a Ports,
    mut transaction: Box<dyn Transaction + 'a>,
    entry: &Entry<'_>,
) -> Result<Box<dyn Transaction + 'a>, EntryError> {
    let (mut stored, matches) = find(ports, transaction.as_mut(), entry)?;
    match stored.code.redeem(matches, ports.clock.now()) {
        Ok(()) => {
            transaction.codes().save(&stored)?;
            Ok(transaction)
        }
        Err(RedeemError::Wrong { .. }) => {
            // One write transaction at a time: the caller's must end before the count gets its own.
            drop(transaction);
            Err(count_wrong_entry(ports, entry))
        }
        Err(refused) => Err(EntryError::Refused(refused)),
    }
}

/// Says whether a code would be taken, without using it up: the `otp/verify/` calls. A wrong entry counts as it does in
/// [`redeem`]. Answers when the code expires.
pub fn check(ports: &Ports, entry: &Entry<'_>) -> Result<DateTime<Utc>, EntryError> {
    let mut transaction = ports.database.begin()?;
    let (stored, matches) = find(ports, transaction.as_mut(), entry)?;
    drop(transaction);
    match stored.code.clone().redeem(matches, ports.clock.now()) {
        Ok(()) => Ok(stored.code.expires_at),
        Err(RedeemError::Wrong { .. }) => Err(count_wrong_entry(ports, entry)),
        Err(refused) => Err(EntryError::Refused(refused)),
    }
}

/// The newest code that the entry may be for, and whether its digits are right.
fn find(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    entry: &Entry<'_>,
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

/// How often the count is tried again when others enter digits for the same code at the same time.
const COUNT_ATTEMPTS: u32 = 10;

/// Counts a wrong entry in a transaction of its own, and records it. The code is read again in it, so that entries made at the same time
/// count one by one; whatever it refuses with then is the answer.
fn count_wrong_entry(ports: &Ports, entry: &Entry<'_>) -> EntryError {
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

fn try_to_count(ports: &Ports, entry: &Entry<'_>) -> Result<RedeemError, EntryError> {
    let mut transaction = ports.database.begin_aside()?;
    let (mut stored, matches) = find(ports, transaction.as_mut(), entry)?;
    if matches {
        // A newer code with these very digits was issued in between. The entry was for the older one, which is void.
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

/// The keyed hash of the digits, bound to what they are good for.
fn hash(ports: &Ports, purpose: CodePurpose, subject: &str, code: &OtpCode) -> [u8; 32] {
    let data = hashed(purpose, subject, code);
    ports.keys.hash(KeyPurpose::OneTimeCode, data.as_bytes())
}

/// The text that is hashed of a code. The separators cannot be confused with the parts: the purpose is a name of ours, and the digits have a
/// fixed length.
fn hashed(purpose: CodePurpose, subject: &str, code: &OtpCode) -> String {
    format!("{}\n{subject}\n{}", purpose.name(), code.expose())
}
