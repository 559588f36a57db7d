//! The mails that people receive.

use aditus_application::notifications::deliver_mail;
use aditus_application::ports::MailMessage;

use super::World;

impl World {
    /// Runs the mail worker until nothing is due.
    pub fn deliver(&self) -> deliver_mail::Answer {
        deliver_mail::execute(&self.ports, &self.mailer).unwrap()
    }

    /// Returns all mails to this address so far, oldest first.
    pub fn mails_to(&self, address: &str) -> Vec<MailMessage> {
        self.deliver();
        self.mailer
            .sent()
            .into_iter()
            .map(|sent| sent.mail)
            .filter(|mail| mail.to == address)
            .collect()
    }

    /// Returns the code in the latest mail to this address that contains one.
    pub fn code_mailed_to(&self, address: &str) -> String {
        let is_code = |line: &&str| line.len() == 6 && line.bytes().all(|byte| byte.is_ascii_digit());
        self.mails_to(address)
            .iter()
            .rev()
            .find_map(|mail| {
                mail.text
                    .lines()
                    .map(str::trim)
                    .find(is_code)
                    .map(ToOwned::to_owned)
            })
            .unwrap()
    }
}
