//! Comments on the sections of a request: validation, resolution, replies, and the block of
//! decisions (2 §4 "Action-required comments"; decisions C9, "Requests").

mod block;
mod comment;
mod reply;
mod section;

pub use block::{BLOCK_HOURS, Block, OpenDemands, blocking_since, open_demands};
pub use comment::{Comment, CommentAuthor, CommentFault, NewComment, ReopenError, Resolution, ResolveError};
pub use reply::{NewReply, ReplierRelation, ReplyError, ReplyFault};
pub use section::{Section, UnknownSection};
