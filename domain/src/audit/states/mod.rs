//! The states of a request against the entries that led to them (design P5). The recorded acts are played on the chain of the request, by
//! the rules by which they were done, and what follows is compared with what is stored.

mod check;
mod comments;
mod comparison;
mod contents;
mod documents;
mod entry;
mod fault;
#[cfg(test)]
mod properties;
mod rounds;
mod stored;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod words;

pub use check::check;
pub use entry::{CommentSaid, ContentNamed, LetterSaid, ReplySaid, RequestAct, RequestEntry, WordsSaid};
pub use fault::{Fault, Part, Word};
pub use stored::{
    GoneDocument, KeptVersion, StoredAnswer, StoredComment, StoredLetter, StoredLine, StoredReply,
    StoredRequest, StoredRound, StoredStage, StoredWords,
};
