//! Review: codes, passkeys, decisions, recall, resubmission, comments, tracking (2 §4; decisions C3–C12).

pub mod acting;
pub mod add_comment;
pub mod add_reply;
pub mod begin_passkey;
pub(crate) mod confirm_by;
pub mod decide;
mod decision_code;
mod following;
pub mod list_comments;
pub mod list_replies;
pub(crate) mod notices;
pub mod recall;
pub mod reopen_comment;
mod replying;
pub mod repository;
pub mod resolve_comment;
pub mod resubmit;
pub mod sections;
pub mod send_code;
mod stage_context;
pub mod tracking;
pub(crate) mod vacancy;
pub mod verify_code;
pub mod views;

pub use confirm_by::WayNotAllowed;
pub(crate) use decision_code::CHANGED;
pub(crate) use following::{announce_comments, announce_request, settle_demands};
pub(crate) use notices::notify_of_events;
pub(crate) use recall::recalled_stages;
pub use repository::{Comments, NewComment, NewReply, StoredComment};
pub(crate) use resolve_comment::role_of_author;
pub use stage_context::StageError;
pub(crate) use stage_context::as_comment;
