//! Mails leave by SMTP, or are kept as files in a spool folder (the default).

mod compose;
mod smtp;
mod spool;

pub use compose::{Sender, SenderError};
pub use smtp::{SmtpMailer, SmtpSettings, SmtpUrlError};
pub use spool::SpoolMailer;
