//! Mails to the owner of an account about linked identities. They are sent independent of
//! notification preferences.

use chrono::{DateTime, Utc};

use crate::accounts::Account;
use crate::accounts::safety_mail::{IF_NOT_YOU, queue_security_notice, when};
use crate::notifications::envelope::PostError;
use crate::ports::{Ports, Transaction};

pub(super) fn queue_linked(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    label: &str,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let product = &ports.settings.product_name;
    let paragraph = format!(
        "Sign-in with {label} was linked to your {product} account on {}. From now on, you can sign in with it.",
        when(at)
    );
    let advice = "If this wasn't you, unlink it on your profile, reset your password, and tell the administrator of your \
                  organisation.";
    let title = "A new way to sign in was linked";
    queue_security_notice(ports, transaction, account, (title, &[&paragraph, advice]), at)
}

pub(super) fn queue_unlinked(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    label: &str,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let product = &ports.settings.product_name;
    let paragraph = format!(
        "Sign-in with {label} was unlinked from your {product} account on {}. You can no longer sign in with it.",
        when(at)
    );
    let title = "A way to sign in was unlinked";
    queue_security_notice(
        ports,
        transaction,
        account,
        (title, &[&paragraph, IF_NOT_YOU]),
        at,
    )
}
