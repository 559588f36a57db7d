//! A request is taken over.

use aditus_domain::audit::Act;
use aditus_domain::audit::states::{GivenAnswer, TakenOver};
use aditus_domain::ids::RequestId;

use super::Error;
use crate::ports::{Ports, Transaction};
use crate::requests::versions;

/// The request as it is at this moment. One without a version of its content gets it, as it would before it is edited.
pub(super) fn taken_over(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    id: RequestId,
) -> Result<Option<Act>, Error> {
    versions::begin(ports, transaction, id)?;
    let Some(request) = transaction.requests().get(id)? else {
        return Ok(None);
    };
    let version = transaction.request_versions().latest(id)?;
    let mut released_on: Vec<_> = request
        .datasets
        .iter()
        .filter_map(|dataset| dataset.release_date)
        .collect();
    released_on.sort_unstable();
    released_on.dedup();
    let states = ports.encoding.digest(&TakenOver::states_of(id, &request.chain))?;
    Ok(Some(Act::RequestTakenOver {
        request: id,
        status: request.chain.status(),
        round: request.chain.round(),
        version: version.as_ref().map(|version| version.number),
        content: version.map(|version| version.encoded.digest),
        answers: GivenAnswer::of(&request.chain),
        states,
        released_on,
        letter: transaction.letters().has(id)?,
        feedback: transaction.feedback().of_request(id)?.is_some(),
        history: transaction.taking_over().lines_of(id)?,
    }))
}
