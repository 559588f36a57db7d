//! A request as a PDF (2 §7, `download-request`).

use aditus_domain::requests::content::Sha256;
use aditus_domain::requests::{StaffReference, TrackingId};

pub use super::export::{Answer, Error, Query};
use super::export::{readable, record};
use super::versions::rounds::by_round;
use crate::access::Caller;
use crate::audit::printed;
use crate::ports::Ports;

/// Creates the document.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Answer, Error> {
    let request = readable(ports, caller, query)?;
    let changes = by_round(
        ports,
        ports.database.read()?.as_mut(),
        &caller.scope(),
        query.request,
    )?;
    let file_name = if request.requester.user_id == caller.user {
        format!("{}.pdf", TrackingId(request.request_id))
    } else {
        format!("{}.pdf", StaffReference(request.request_id))
    };
    let version = (request.content_version, Sha256(request.content_digest));
    let proof = printed::request_proof(ports, &caller.scope(), query.request, version)?;
    let product = &ports.settings.product_name;
    let bytes = ports
        .documents
        .request_pdf(&request, &changes, proof.as_ref(), product)?;
    record(ports, caller, query.request, "pdf")?;
    Ok(Answer { file_name, bytes })
}
