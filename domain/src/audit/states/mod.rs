//! The states of a request against the entries that led to them (design P5). The recorded acts are played on the chain of the request, by
//! the rules by which they were done, and what follows is compared with what is stored.

mod check;
mod comparison;
mod contents;
mod documents;
mod entry;
mod fault;
#[cfg(test)]
mod properties;
mod stored;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use check::check;
pub use entry::{ContentNamed, GivenAnswer, LetterSaid, RequestAct, RequestEntry, TakenOver};
pub use fault::Fault;
pub use stored::{
    GoneDocument, KeptVersion, StoredAnswer, StoredLetter, StoredLine, StoredRequest, StoredStage,
};
