//! Sending answers: streams of stored files, the memory budget of large answers, and the least pace of a connection. The middleware stands
//! around all calls, and no handler knows of it.

mod large_answers;
mod pace;
mod pieces;
mod room;
mod stored_file;

pub(crate) use large_answers::make_room;
pub(crate) use pace::{Connection, Connections, watch};
pub(crate) use pieces::in_pieces;
pub(crate) use room::AnswerMemory;
pub(crate) use stored_file::{base64_between, stored_file};

/// An answer is handed to its connection in pieces of at most this size.
const PIECE: usize = 64 * 1024;

/// A connection asks for the next piece when less than this is left to write. The rest of an answer has to be written while the
/// connection is kept alive as an idle one, so that it is kept small.
pub(crate) const WRITE_BUFFER: usize = 8 * 1024;
