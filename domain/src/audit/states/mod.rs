//! Checks the states of a request against its audit entries (decisions P5). The recorded acts are
//! replayed on the request's chain by the rules of [`review`](crate::review), and the result is
//! compared with the stored rows.

mod check;
mod comments;
mod comparison;
mod contents;
mod documents;
mod entry;
mod extensions;
mod fault;
#[cfg(test)]
mod properties;
mod rounds;
mod stored;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod texts;

pub use check::check;
pub use entry::{
    RecordedComment, RecordedExtension, RecordedLetter, RecordedReply, RecordedTexts, RecordedVersion,
    RequestAct, RequestEntry,
};
pub use fault::{DecisionText, Fault, Part};
pub use stored::{
    RemovedDocument, StoredAnswer, StoredComment, StoredExtension, StoredLetter, StoredLine, StoredReply,
    StoredRequest, StoredRound, StoredStage, StoredTexts, StoredVersion,
};
