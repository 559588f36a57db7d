//! Sends one-time codes by mail (decisions A3, A4).

use aditus_domain::accounts::{EmailAddress, OneTimeCode};
use aditus_domain::ids::RequestId;
use aditus_domain::requests::StaffReference;

use super::envelope::{self, PostError};
use super::mail_template::{MailBody, render};
use super::mails::thread_of_request;
use crate::accounts::codes::IssuedCode;
use crate::ports::{MailMessage, Ports, Transaction};

/// A mail with a one-time code.
#[derive(Debug, Clone, Copy)]
pub struct CodeMail<'a> {
    /// Address of the recipient.
    pub to: &'a EmailAddress,
    /// First name of the person.
    pub greeting: &'a str,
    /// Purpose of the code, phrased to follow "Enter this code to": "approve Data Request DAC0017".
    pub purpose: &'a str,
    /// Request to decide on with the code, if any.
    pub request: Option<RequestId>,
    /// The code.
    pub code: &'a IssuedCode,
}

/// Queues the mail. It is sealed and is not sent after the code has expired. The subject does not
/// contain the code, because subjects are visible on locked screens. Returns an error while the
/// mail server is known to be unavailable, so that the person does not wait in vain.
pub fn queue(ports: &Ports, transaction: &mut dyn Transaction, mail: &CodeMail<'_>) -> Result<(), PostError> {
    if ports.mail_route.is_broken(mail.code.issued_at) {
        return Err(PostError::NoRoute);
    }
    let product = &ports.settings.product_name;
    let purpose = format!("Enter this code to {}.", mail.purpose);
    let lifetime = format!(
        "It expires in {} minutes. Never share it: {product} will never ask you for it.",
        OneTimeCode::LIFETIME.num_minutes(),
    );
    let body = render(&MailBody {
        product,
        title: "Your one-time code",
        greeting: mail.greeting,
        paragraphs: &[&purpose],
        code: Some(&mail.code.code),
        after_code: Some(&lifetime),
        sections: &[],
        button: None,
        footer: "If you didn't ask for a code, someone may have mistyped their address. You can ignore this email.",
    });
    let message = MailMessage {
        to: mail.to.deliverable(),
        subject: match mail.request {
            Some(request) => format!("{}: your one-time code", StaffReference(request)),
            None => format!("{product}: your one-time code"),
        },
        text: body.text,
        html: body.html,
        thread: mail.request.map(thread_of_request),
        reply_to: None,
    };
    envelope::post(
        ports,
        transaction,
        &message,
        mail.code.destination(),
        mail.code.issued_at,
        Some(mail.code.expires_at),
    )
}
