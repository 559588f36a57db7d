//! Comments on the sections of a request: what can be said where, who resolves, and what blocks a decision
//! (2 §4 "Action-required comments"; decisions C9, "Requests").

mod block;
mod comment;
mod section;

pub use block::{BLOCK_HOURS, Block, block};
pub use comment::{Comment, CommentAuthor, CommentFault, NewComment, ResolveError};
pub use section::{Section, UnknownSection};
