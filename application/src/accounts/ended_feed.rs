//! The end of a calendar feed with all sessions of its owner (decisions N7). Its address works
//! without a session, so it has to end, too, if another person may know it.

use aditus_domain::audit::Act;
use aditus_domain::ids::UserId;

use crate::ports::{StoreError, Transaction};

/// The paragraph in the mail about the change.
const NOTICE: &str = "Your calendar feed was switched off, too. You can create a new one on your profile.";

/// Ends the feed. Returns the act for the audit log, or `None` if there was no feed.
///
/// MUST be called in each transaction that ends all sessions of an account, unless it is erased.
pub(super) fn end(transaction: &mut dyn Transaction, user: UserId) -> Result<Option<Act>, StoreError> {
    let had_feed = transaction.calendar_feeds().remove(user)?;
    Ok(had_feed.then_some(Act::CalendarFeedRemoved { user }))
}

/// Returns the paragraphs of the mail, with one about the feed if it ended.
pub(super) fn paragraphs<'a>(others: &[&'a str], feed_ended: bool) -> Vec<&'a str> {
    let notice = feed_ended.then_some(NOTICE);
    others.iter().copied().chain(notice).collect()
}
