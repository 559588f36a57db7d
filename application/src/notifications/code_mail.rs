//! The mail with a one-time code (decisions A3, A4).

use aditus_domain::accounts::{EmailAddress, OneTimeCode};
use aditus_domain::ids::RequestId;
use aditus_domain::requests::StaffReference;

use super::envelope::{self, PostError};
use super::mail_template::{Letter, render};
use super::tell::thread_of_request;
use crate::accounts::codes::IssuedCode;
use crate::ports::{MailMessage, Ports, Transaction};

/// Whom a code is sent to, and what it is for.
#[derive(Debug, Clone, Copy)]
pub struct CodeMail<'a> {
    /// Where it goes.
    pub to: &'a EmailAddress,
    /// The first name of the person.
    pub greeting: &'a str,
    /// What the code is for, so that it reads well behind "Enter this code to": "approve Data Request DAC0017".
    pub purpose: &'a str,
    /// The request that is decided on with it, if that is what it is for.
    pub request: Option<RequestId>,
    /// The code.
    pub code: &'a IssuedCode,
}

/// Queues the mail. It is sealed, its subject does not hold the code (subjects show on locked screens), and it is not
/// sent any more once the code has expired. While the mail server takes no mails it is refused: nobody is to wait for it.
pub fn queue(ports: &Ports, transaction: &mut dyn Transaction, mail: &CodeMail<'_>) -> Result<(), PostError> {
    if ports.mail_route.is_broken(mail.code.issued_at) {
        return Err(PostError::NoRoute);
    }
    let product = &ports.settings.product_name;
    let purpose = format!("Enter this code to {}.", mail.purpose);
    let lifetime = format!(
        "It is good for {} minutes and for nothing else. Never share it: nobody of {product} will ask you for it.",
        OneTimeCode::LIFETIME.num_minutes(),
    );
    let body = render(&Letter {
        product,
        title: "Your one-time code",
        greeting: mail.greeting,
        paragraphs: &[&purpose],
        code: Some(&mail.code.code),
        after_code: Some(&lifetime),
        button: None,
        footer: "If you did not ask for a code, someone may have mistyped their address. You can ignore this mail.",
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
