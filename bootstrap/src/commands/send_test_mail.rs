//! `aditus send-test-mail`: tests that the mail server accepts mails from this installation, before
//! the first code depends on it.

use std::process::ExitCode;

use aditus_application::notifications::mail_template::{MailBody, render};
use aditus_application::ports::MailMessage;
use aditus_domain::accounts::EmailAddress;

use crate::clean_failure::{CleanFailure, chain};
use crate::console;
use crate::setup::Setup;
use crate::wiring::{MissingKey, Wiring};

/// Sends one mail at once, bypassing the outbox.
pub(crate) fn run(setup: &Setup, address: &str) -> Result<ExitCode, CleanFailure> {
    let address = EmailAddress::parse(address)
        .map_err(|error| CleanFailure::because(&format!("the address {address}"), &error))?;
    let wiring = Wiring::without_migrating(setup, MissingKey::UseTemporary)?;
    let mail = mail(&wiring, &address);
    let reference = wiring.ports.entropy.hex::<16>();
    let smtp = setup.configuration.smtp_url.as_ref();
    wiring.mailer.send(&mail, &reference).map_err(|error| {
        let why = chain(&error);
        let why = smtp.map_or_else(|| why.clone(), |url| format!("{url}: {}", url.redacted(&why)));
        CleanFailure::new(format!("the mail was not sent: {why}"))
    })?;
    console::print(&match (&setup.own.mailer, smtp) {
        (Some(own), _) => format!("{} accepted a mail to {}.", own.name, address.as_str()),
        (None, Some(url)) => format!(
            "{url} accepted a mail to {} from {}. Check that it arrives, and not in the spam folder.",
            address.as_str(),
            setup.configuration.mail_from
        ),
        (None, None) => format!(
            "No mail server is configured (ADITUS_SMTP_URL): the mail is a file in {}/mail.",
            setup.configuration.data_dir.display()
        ),
    });
    Ok(ExitCode::SUCCESS)
}

fn mail(wiring: &Wiring, to: &EmailAddress) -> MailMessage {
    let settings = &wiring.ports.settings;
    let product = &settings.product_name;
    let title = "This is a test";
    let message = format!(
        "An operator of {product} sent this email to test whether emails arrive. You don't need to do anything."
    );
    let open = format!("Open {product}");
    let body = render(&MailBody {
        product,
        title,
        greeting: "there",
        paragraphs: &[&message],
        code: None,
        after_code: None,
        sections: &[],
        button: Some((&open, &settings.public_url)),
        footer: "You received this email because your address was given for a test.",
    });
    MailMessage {
        to: to.deliverable(),
        subject: format!("{product}: {title}"),
        text: body.text,
        html: body.html,
        ..MailMessage::default()
    }
}
