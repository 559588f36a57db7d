//! Makes the letters of requests that an earlier version of the product has approved. It runs before anybody is served, in small
//! transactions, so that a start that breaks off goes on where it ended.

use aditus_domain::audit::By;
use aditus_domain::ids::RequestId;

use super::issue;
use crate::audit;
use crate::ports::{Ports, StoreError};

/// As many letters are made in one transaction.
const AT_ONCE: u32 = 50;

/// As many requests are looked for at once: to find them takes longer than to read their ids.
const FOUND_AT_ONCE: u32 = 1_000;

/// Makes what is missing, of the templates of this day, because there was none on the day of the approval; each letter says that day.
/// Answers how many were made. Of several nodes that start at once each makes a part, and none makes a letter twice.
pub fn execute(ports: &Ports) -> Result<u64, StoreError> {
    let mut made = 0;
    loop {
        let found = ports.database.begin()?.letters().without_letter(FOUND_AT_ONCE)?;
        if found.is_empty() {
            return Ok(made);
        }
        for requests in found.chunks(AT_ONCE as usize) {
            made += make(ports, requests)?;
            ports.database.let_others_write();
        }
    }
}

fn make(ports: &Ports, requests: &[RequestId]) -> Result<u64, StoreError> {
    let mut transaction = ports.database.begin()?;
    let mut issued = Vec::new();
    for id in requests.iter().copied() {
        // Whoever has the turn of the request has made its letter, or nobody has.
        if transaction.request_versions().take_turn(id)?.is_none() || transaction.letters().has(id)? {
            continue;
        }
        let Some(request) = transaction.requests().get(id)? else {
            continue;
        };
        let approved_on = request.chain.last_response().unwrap_or(request.date_created);
        let letter = issue(ports, transaction.as_mut(), &request, approved_on)?;
        issued.push(letter.issued());
    }
    let made = issued.len() as u64;
    let recorded = audit::record_all(ports, transaction.as_mut(), By::Product, issued)?;
    transaction.commit(recorded)?;
    Ok(made)
}
