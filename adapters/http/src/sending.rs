//! Sends responses: streams stored files, limits the memory of large responses, and enforces a
//! minimum speed. The middleware wraps all calls; handlers do not know it.

mod answer_memory;
mod large_answers;
mod pace;
mod pieces;
mod stored_file;

pub(crate) use answer_memory::AnswerMemory;
pub(crate) use large_answers::reserve_memory;
pub(crate) use pace::{Connection, Connections, close_stalled};
pub(crate) use pieces::in_pieces;
pub(crate) use stored_file::{base64_between, stored_file};

/// Maximum size of the pieces in which a response is passed to its connection.
const PIECE: usize = 64 * 1024;

/// A connection requests the next piece when it has less than this left to write. It is small,
/// because the end of a response must be written within the keep-alive timeout of an idle
/// connection.
pub(crate) const WRITE_BUFFER: usize = 8 * 1024;
