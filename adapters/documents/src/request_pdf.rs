//! A request as a PDF, with the sections of the detail page (2 §2).

use aditus_application::ports::{DocumentError, PrintedProof};
use aditus_application::requests::versions::rounds::RoundChanges;
use aditus_application::requests::views::RequestDetail;
use aditus_domain::requests::TrackingId;

use crate::paper::{Layout, make as make_pdf};
use crate::proof::Proof;
use crate::typeset::Fonts;
use crate::{appendix, sections};

const MARGIN: f32 = 17.0;

pub(crate) fn make(
    fonts: &Fonts,
    request: &RequestDetail,
    changes: &[RoundChanges],
    proof: Option<&PrintedProof>,
    product: &str,
) -> Result<Vec<u8>, DocumentError> {
    let reference = format!("Data Request {}", TrackingId(request.request_id));
    let submitted = request.submitted_on.date_naive();
    let layout = Layout {
        title: &reference,
        foot: format!("{product} · {reference} · {}", sections::day(submitted)),
        day: submitted,
        margin: MARGIN,
    };
    let proof = proof.map(Proof::new).transpose()?;
    make_pdf(fonts, &layout, |paper| {
        sections::cover(paper, request, product, &reference);
        sections::people(paper, request);
        sections::data(paper, request);
        sections::conditions(paper, request);
        sections::handling(paper, request);
        sections::chain(paper, request);
        if let Some(proof) = proof {
            proof.print(paper, product, "What was done on this Data Request");
        }
        appendix::rounds(paper, request.round, changes);
    })
}
