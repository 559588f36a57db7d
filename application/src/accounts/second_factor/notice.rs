//! Mails to the owner of an account about its second factor. They are sent independent of
//! notification preferences (decisions C15).

use aditus_domain::accounts::second_factor::PendingSignIn;
use aditus_domain::limits::Limit;
use chrono::{DateTime, Utc};

use crate::accounts::Account;
use crate::accounts::ended_feed;
use crate::accounts::safety_mail::{IF_NOT_YOU, queue_security_notice as mail, when};
use crate::accounts::sign_in_limits::NotifyError;
use crate::limits::{self, LimitError};
use crate::notifications::envelope::PostError;
use crate::ports::{Ports, Transaction};

/// The originator of a reset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ResetBy {
    SuperUser,
    Operator,
}

/// A reset of the second factor.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reset {
    pub by: ResetBy,
    /// True if the account had a calendar feed that ended.
    pub feed_ended: bool,
}

pub(super) fn queue_added(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    replaced: bool,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let product = &ports.settings.product_name;
    let (title, paragraph) = if replaced {
        (
            "Your authenticator app was replaced",
            format!(
                "The authenticator app of your {product} account was replaced on {}. The earlier app no longer works.",
                when(at)
            ),
        )
    } else {
        (
            "An authenticator app was added",
            format!(
                "An authenticator app was added to your {product} account on {}. From now on, signing in needs a code of this app.",
                when(at)
            ),
        )
    };
    mail(
        ports,
        transaction,
        account,
        (title, &[&paragraph, IF_NOT_YOU]),
        at,
    )
}

pub(super) fn queue_removed(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    passkeys: usize,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let product = &ports.settings.product_name;
    let then = if passkeys == 0 {
        "Signing in needs only the password now."
    } else {
        "Signing in needs a passkey or a recovery code from now on."
    };
    let paragraph = format!(
        "The authenticator app of your {product} account was removed on {}. {then}",
        when(at)
    );
    let title = "Your authenticator app was removed";
    mail(
        ports,
        transaction,
        account,
        (title, &[&paragraph, IF_NOT_YOU]),
        at,
    )
}

pub(super) fn queue_new_recovery_codes(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let product = &ports.settings.product_name;
    let paragraph = format!(
        "New recovery codes were made for your {product} account on {}. The earlier ones no longer work.",
        when(at)
    );
    let title = "You have new recovery codes";
    mail(
        ports,
        transaction,
        account,
        (title, &[&paragraph, IF_NOT_YOU]),
        at,
    )
}

pub(super) fn queue_recovery_code_used(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    left: usize,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let product = &ports.settings.product_name;
    let paragraph = format!(
        "A recovery code of your {product} account was used on {}.",
        when(at)
    );
    let left = match left {
        0 => "It was the last one. Make new ones on your profile.".to_owned(),
        1 => "You have 1 recovery code left. Make new ones on your profile.".to_owned(),
        _ => format!("You have {left} recovery codes left."),
    };
    let title = "A recovery code was used";
    mail(
        ports,
        transaction,
        account,
        (title, &[&paragraph, &left, IF_NOT_YOU]),
        at,
    )
}

pub(super) fn queue_reset(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    reset: Reset,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let product = &ports.settings.product_name;
    let by = match reset.by {
        ResetBy::SuperUser => "a Super User",
        ResetBy::Operator => "an operator of the server",
    };
    let paragraph = format!(
        "The second factor of your {product} account was reset by {by} on {}. Your authenticator app, \
         passkeys and recovery codes no longer work, and every session was signed out.",
        when(at)
    );
    let advice = "If you didn't ask for this, reset your password now and tell the administrator of your organisation.";
    let title = "Your second factor was reset";
    let paragraphs = ended_feed::paragraphs(&[&paragraph, advice], reset.feed_ended);
    mail(ports, transaction, account, (title, &paragraphs), at)
}

/// Queues the mail that warns the owner of wrong codes or passkeys, at most once a day. They were
/// entered by a person who knows the password.
pub(super) fn warn_of_wrong_codes(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    at: DateTime<Utc>,
) -> Result<(), NotifyError> {
    let owner = limits::person_subject(account.id);
    let sent = limits::counter(ports.keys.as_ref(), Limit::AttackMail, &[&owner, "second factor"]);
    match limits::check(ports, transaction.limited_events(), &sent, at) {
        Ok(()) => {}
        Err(LimitError::TooMany(_)) => return Ok(()),
        Err(error) => return Err(error.into()),
    }
    limits::note(ports, transaction.limited_events(), &sent, "", at)?;
    let product = &ports.settings.product_name;
    let paragraph = format!(
        "Someone entered the password of your {product} account and then {} wrong codes or passkeys on {}. They were not signed in.",
        PendingSignIn::MAX_WRONG_ENTRIES,
        when(at)
    );
    let advice = "If this wasn't you, someone knows your password. Reset it now, and tell the administrator of your organisation.";
    let title = "Wrong codes or passkeys were entered for your account";
    Ok(mail(
        ports,
        transaction,
        account,
        (title, &[&paragraph, advice]),
        at,
    )?)
}
