//! Sends mails by SMTP, or stores them as files in a spool folder (the default).

mod compose;
mod smtp;
mod spool;

pub use compose::{Sender, SenderError};
pub use smtp::{SmtpMailer, SmtpSettings, SmtpUrlError};
pub use spool::SpoolMailer;
