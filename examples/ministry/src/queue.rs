//! Sends mails to the ministry's message queue, which accepts JSON over HTTP and drops duplicate
//! keys.

use std::time::Duration;

use aditus_application::ports::{MailError, MailMessage, Mailer};
use aditus_domain::accounts::EmailAddress;

/// Posts mails to a queue.
pub struct Queue {
    agent: ureq::Agent,
    address: String,
}

impl Queue {
    /// Returns the client of the queue at this address.
    pub fn at(address: &str) -> Self {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(20)))
            .build();
        Self {
            agent: config.into(),
            address: address.to_owned(),
        }
    }
}

impl Mailer for Queue {
    fn send(&self, mail: &MailMessage, reference: &str) -> Result<(), MailError> {
        let to = EmailAddress::parse(&mail.to).map_err(|error| MailError::Permanent(error.into()))?;
        let one_line = |c: char| if c.is_control() { ' ' } else { c };
        let message = serde_json::json!({
            "key": reference,
            "to": to.as_str(),
            "subject": mail.subject.chars().map(one_line).collect::<String>(),
            "text": mail.text,
            "html": mail.html,
            "thread": mail.thread,
            "reply_to": mail.reply_to,
        });
        let posted = self.agent.post(&self.address).send_json(message);
        match posted.map_err(unreachable)?.status().as_u16() {
            200..=299 => Ok(()),
            status @ (400 | 413 | 422) => Err(MailError::Permanent(refused(status))),
            status => Err(MailError::Temporary(refused(status))),
        }
    }

    fn check(&self) -> Result<(), MailError> {
        match self
            .agent
            .get(&self.address)
            .call()
            .map_err(unreachable)?
            .status()
            .as_u16()
        {
            status @ 500.. => Err(MailError::Temporary(refused(status))),
            _ => Ok(()),
        }
    }
}

fn refused(status: u16) -> Box<dyn std::error::Error + Send + Sync> {
    format!("the queue answered {status}").into()
}

fn unreachable(error: ureq::Error) -> MailError {
    MailError::Unreachable(Box::new(error))
}
