//! Makes the letters of requests that an earlier version of the product has approved. It runs before anybody is served, in small
//! transactions, so that a start that breaks off goes on where it ended.

use aditus_domain::audit::{Act, By};

use super::issue;
use crate::audit;
use crate::ports::{Ports, StoreError};

/// As many letters are made in one transaction.
const AT_ONCE: u32 = 50;

/// Makes what is missing, of the templates of this day, because there was none on the day of the approval; each letter says that day.
/// Answers how many were made. Of several nodes that start at once each makes a part, and none makes a letter twice.
pub fn execute(ports: &Ports) -> Result<u64, StoreError> {
    let mut made = 0;
    loop {
        let mut transaction = ports.database.begin()?;
        let requests = transaction.letters().without_letter(AT_ONCE)?;
        if requests.is_empty() {
            return Ok(made);
        }
        let mut issued = Vec::new();
        for id in requests {
            // Whoever has the turn of the request has made its letter, or nobody has.
            if transaction.request_versions().take_turn(id)?.is_none() || transaction.letters().has(id)? {
                continue;
            }
            let Some(request) = transaction.requests().get(id)? else {
                continue;
            };
            let approved_on = request.chain.last_response().unwrap_or(request.date_created);
            issue(ports, transaction.as_mut(), &request, approved_on)?;
            issued.push(Act::LetterIssued { request: id });
            made += 1;
        }
        let recorded = audit::record_all(ports, transaction.as_mut(), By::Product, issued)?;
        transaction.commit(recorded)?;
        ports.database.let_others_write();
    }
}
