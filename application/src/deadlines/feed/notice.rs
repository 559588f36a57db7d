//! Mails to the owner of an account about the address of its calendar feed. They are sent
//! independent of notification preferences.

use chrono::{DateTime, Utc};

use crate::accounts::Account;
use crate::accounts::safety_mail::{queue_account_notice, when};
use crate::notifications::envelope::PostError;
use crate::ports::{Ports, Transaction};

/// Section of the account page with the calendar feed.
const SECTION: &str = "/profile?section=calendar";

/// Queues the mail about a new address.
pub(super) fn queue_made(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    renewed: bool,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let product = &ports.settings.product_name;
    let (title, paragraph) = if renewed {
        (
            "The address of your calendar feed was renewed",
            format!(
                "The address of the calendar feed of your {product} account was renewed on {}. The earlier address no longer works. \
                 Anyone who has the new one can read your due dates.",
                when(at)
            ),
        )
    } else {
        (
            "A calendar feed was created",
            format!(
                "A calendar feed was created for your {product} account on {}. Anyone who has its address can read your due dates.",
                when(at)
            ),
        )
    };
    let advice = "If this wasn't you, switch the feed off on your profile, reset your password, and tell the administrator of your \
                  organisation.";
    let content: (&str, &[&str]) = (title, &[&paragraph, advice]);
    queue_account_notice(ports, transaction, account, content, SECTION, at)
}
