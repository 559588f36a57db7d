//! The mails that the server writes to its data folder.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::inotify::{self, CreateFlags, Reader, WatchFlags};

use crate::Outcome;
use crate::database::Link;
use crate::decisions::PendingStage;
use crate::site::Site;

/// Maximum time to wait for mails.
const TIMEOUT: Duration = Duration::from_mins(4);

/// Polling interval of the outbox.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The mailed codes by request.
pub(crate) type Codes = BTreeMap<i64, String>;

/// A mail folder, watched with inotify.
pub(crate) struct Mailbox {
    folder: PathBuf,
    changes: OwnedFd,
}

impl Mailbox {
    /// Opens the folder and deletes older mails.
    pub(crate) fn open(site: &Site) -> Outcome<Self> {
        let folder = site.installation.data.join("mail");
        let changes = inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK)?;
        // Mails are written under another name and renamed when complete.
        inotify::add_watch(&changes, &folder, WatchFlags::MOVED_TO)?;
        let mut mailbox = Self { folder, changes };
        mailbox.take()?;
        Ok(mailbox)
    }

    /// Waits for the mails with the codes of these requests.
    pub(crate) fn codes(&mut self, stages: &[PendingStage]) -> Outcome<Codes> {
        let mut codes = Codes::new();
        self.read_until(|mails| {
            codes.extend(mails.iter().filter_map(|mail| code_of(mail)));
            stages.iter().all(|stage| codes.contains_key(&stage.request))
        })?;
        Ok(codes)
    }

    /// Waits until `expected` mails have arrived.
    pub(crate) fn count_to(&mut self, expected: usize) -> Outcome<()> {
        let mut come = 0;
        self.read_until(|mails| {
            come += mails.len();
            come >= expected
        })
    }

    fn read_until(&mut self, mut enough: impl FnMut(&[String]) -> bool) -> Outcome<()> {
        let deadline = Instant::now() + TIMEOUT;
        while !enough(&self.take()?) {
            let left = deadline.saturating_duration_since(Instant::now());
            let left = Timespec::try_from(left)?;
            let mut awaited = [PollFd::new(&self.changes, PollFlags::IN)];
            if poll(&mut awaited, Some(&left))? == 0 {
                return Err("not all mails came in time".into());
            }
        }
        Ok(())
    }

    fn take(&mut self) -> Outcome<Vec<String>> {
        // Drain the events before reading the folder. A mail that arrives in between is either read
        // now or causes another event.
        let mut buffer = [MaybeUninit::uninit(); 4096];
        let mut news = Reader::new(&self.changes, &mut buffer);
        while news.next().is_ok() {}
        let mut mails = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if path.extension() == Some(OsStr::new("eml")) {
                mails.push(fs::read_to_string(&path)?);
                fs::remove_file(&path)?;
            }
        }
        Ok(mails)
    }
}

/// Waits until all mails of the outbox are sent. Sending a mail takes a commit, which on SQLite
/// blocks all other writers.
pub(crate) fn until_all_have_left(link: &mut Link) -> Outcome<()> {
    let deadline = Instant::now() + TIMEOUT;
    while Instant::now() < deadline {
        let left = link.texts(
            "SELECT CAST(id AS TEXT) FROM outbox_messages WHERE channel = 'mail' AND finished_on IS NULL LIMIT 1",
        )?;
        if left.is_empty() {
            return Ok(());
        }
        thread::sleep(POLL_INTERVAL);
    }
    Err("the mails do not leave".into())
}

/// Returns the request and the code in a mail.
pub(crate) fn code_of(mail: &str) -> Option<(i64, String)> {
    let text = mail.replace("=\r\n", "");
    let (_, behind) = text.split_once("Data Request DAC00")?;
    let digits: String = behind.chars().take_while(char::is_ascii_digit).collect();
    let is_code = |line: &&str| line.len() == 6 && line.bytes().all(|byte| byte.is_ascii_digit());
    let code = behind.lines().map(str::trim).find(is_code)?;
    Some((digits.parse().ok()?, code.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_and_request_of_a_mail_are_parsed() {
        let mail = "Hello Tobias,\r\n\r\nEnter this code to approve Data Request DAC0=\r\n0117.\r\n\r\n    048151\r\n";
        assert_eq!(code_of(mail), Some((117, "048151".to_owned())));
        assert_eq!(code_of("Hello Tobias,\r\n\r\n    048151\r\n"), None);
    }
}
