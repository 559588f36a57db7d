//! One account opens the same document again and again. The audit log may only grow by one entry an
//! hour, and the limit of openings has to hold.

use std::fmt::Write as _;

use super::readers::stored_document;
use crate::site::Site;
use crate::{Outcome, console};

/// Number of attempts to open the document.
const OPENINGS: usize = 2_000;
/// Two instead of one, because an hour may end during the measurement.
const MAX_ENTRIES: i64 = 2;
/// Openings of one account that are allowed in an hour (`limits.opening`).
const MAX_OPENED: usize = 600;

/// Opens the document with this token. Adds the missed aims to the faults.
pub(super) fn measure(site: &Site, token: &str, text: &mut String, faults: &mut Vec<String>) -> Outcome<()> {
    console::progress("measuring: the same document opened again and again");
    let key = stored_document(site)?;
    let call = format!("/api/v1/data_requests/file_access/{key}");
    let mut browser = site.anonymous_browser()?.with_token(token);
    let before = entries(site)?;
    let (mut opened, mut refused) = (0, 0);
    for _ in 0..OPENINGS {
        match browser.get(&call)?.status {
            200 => opened += 1,
            429 => refused += 1,
            status => return Err(format!("an opening was answered {status}").into()),
        }
    }
    let added = entries(site)?.saturating_sub(before);
    writeln!(
        text,
        "A document asked for {OPENINGS} times by one account: opened {opened} times (aim: {MAX_OPENED}), refused {refused} times; {added} new \
         entries in the audit log (aim: {MAX_ENTRIES}).\n",
    )?;
    if added > MAX_ENTRIES {
        faults.push(format!(
            "{OPENINGS} openings left {added} entries in the audit log"
        ));
    }
    if opened > MAX_OPENED {
        faults.push(format!("one account opened a document {opened} times in an hour"));
    }
    Ok(())
}

fn entries(site: &Site) -> Outcome<i64> {
    site.connect()?
        .number("SELECT CAST(COUNT(*) AS TEXT) FROM audit_entries WHERE kind = 'request.document_opened'")
}
