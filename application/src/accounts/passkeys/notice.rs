//! Mails to the owner of an account about its passkeys. They are sent independent of notification
//! preferences.

use aditus_domain::accounts::passkey::PasskeyName;
use chrono::{DateTime, Utc};

use crate::accounts::Account;
use crate::accounts::safety_mail::{IF_NOT_YOU, queue_security_notice, when};
use crate::notifications::envelope::PostError;
use crate::ports::{Ports, Transaction};

pub(super) fn queue_added(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    name: &PasskeyName,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let product = &ports.settings.product_name;
    let paragraph = format!(
        "The passkey \"{}\" was added to your {product} account on {}. From now on, you can sign in with it.",
        name.as_str(),
        when(at)
    );
    let advice = "If this wasn't you, remove it on your profile, reset your password, and tell the administrator of your \
                  organisation.";
    let content: (&str, &[&str]) = ("A passkey was added", &[&paragraph, advice]);
    queue_security_notice(ports, transaction, account, content, at)
}

pub(super) fn queue_removed(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    name: &PasskeyName,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let product = &ports.settings.product_name;
    let paragraph = format!(
        "The passkey \"{}\" was removed from your {product} account on {}. It no longer signs you in.",
        name.as_str(),
        when(at)
    );
    let content: (&str, &[&str]) = ("A passkey was removed", &[&paragraph, IF_NOT_YOU]);
    queue_security_notice(ports, transaction, account, content, at)
}

pub(super) fn queue_copied(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    name: &PasskeyName,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let product = &ports.settings.product_name;
    let paragraph = format!(
        "The passkey \"{}\" of your {product} account was refused on {}, because its counter ran backwards. This happens if a copy \
         of the passkey is in use.",
        name.as_str(),
        when(at)
    );
    let advice = "Remove this passkey on your profile and add a new one. If you didn't try to use it, tell the administrator of your \
                  organisation.";
    let title = "A passkey of yours may have been copied";
    let content: (&str, &[&str]) = (title, &[&paragraph, advice]);
    queue_security_notice(ports, transaction, account, content, at)
}
