//! Issues the letter of a request: an inner service of the decision that approves the request.

use aditus_domain::procedures::standard_template;
use chrono::{DateTime, Utc};

use super::repository::Letter;
use super::values;
use crate::ports::{Ports, StoreError, Transaction};
use crate::requests::Request;

/// Creates and stores the letter of a request that was just approved, from the current template of
/// its procedure. If no procedure is recorded for the request, the default one is used.
///
/// It must be the last change of the transaction except for the audit entries. The letter number is
/// locked until the commit, and concurrent approvals wait for it.
pub(crate) fn issue(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    request: &Request,
    at: DateTime<Utc>,
) -> Result<Letter, StoreError> {
    let noted = transaction.letters().procedure_of(request.id)?;
    let procedure = if noted.is_some() {
        noted
    } else {
        let default = transaction.procedures().default_procedure()?;
        default.and_then(|default| default.id)
    };
    let stored = match procedure {
        Some(id) => transaction.procedures().whole(id)?,
        None => None,
    };
    let (name, template) = match stored {
        Some(stored) => (stored.whole.text.name, stored.whole.letter),
        None => (String::new(), None),
    };
    let template = template.unwrap_or_else(standard_template);
    let number = transaction.letters().next_number()?;
    let values = values::of_request(ports, transaction, request, (number, &name), at)?;
    let letter = Letter {
        request: request.id,
        number,
        made_on: at,
        text: template.render(&values),
    };
    transaction.letters().add(&letter)?;
    Ok(letter)
}
