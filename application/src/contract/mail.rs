//! The rules that every [`Mailer`] MUST follow.
//!
//! A mail goes to a next server that takes either the fields of a mail, as a queue or the API of a
//! provider does, or its bytes, as SMTP or a spool folder does. A mailer of the first kind
//! implements a [`TestMailbox`] and runs each function of [`CONTRACT`] on a new one. A mailer of
//! the second kind also implements a [`RawTestMailbox`] and runs each function of
//! [`RAW_CONTRACT`] as well.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "these are tests"
)]
#![allow(clippy::missing_panics_doc, reason = "a panic is how a test fails")]

use crate::ports::{MailError, MailMessage, Mailer};

/// A mail that arrived at the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedMail {
    /// The recipient.
    pub to: String,
    /// The subject line.
    pub subject: String,
    /// The plain part, with `\n` as line break and without trailing line breaks.
    pub text: String,
    /// The HTML part, likewise.
    pub html: String,
    /// The address for replies, if the mail has one.
    pub reply_to: Option<String>,
    /// The id by which the server, or the reader of the mail, detects a mail that was sent twice:
    /// the key of a message, or the `Message-ID`. It is derived from the reference in any way.
    pub id: String,
}

/// The mailer under test and the server behind it.
pub trait TestMailbox {
    /// Returns the mailer.
    fn mailer(&self) -> &dyn Mailer;

    /// Returns the mails in the order of their arrival. A server that deduplicates mails by id may
    /// return a repeated one once.
    fn received(&self) -> Vec<ReceivedMail>;

    /// An address that the server refuses permanently. `None` if it accepts all.
    fn refused_address(&self) -> Option<&str> {
        None
    }

    /// An address that the server defers. `None` if it never does.
    fn deferred_address(&self) -> Option<&str> {
        None
    }
}

/// A server that takes the bytes of a mail, which the mailer has to write.
pub trait RawTestMailbox: TestMailbox {
    /// Returns the mails as a mail program reads them, in the order of their arrival.
    fn bytes(&self) -> Vec<String>;
}

/// One clause of the contract.
pub type Clause = fn(&dyn TestMailbox);

/// One clause of the contract of mailers that write the bytes of mails.
pub type RawClause = fn(&dyn RawTestMailbox);

/// The clauses that hold for every mailer, by name.
pub const CONTRACT: [(&str, Clause); 9] = [
    (
        "a_mail_has_arrived_when_sending_returns",
        a_mail_has_arrived_when_sending_returns,
    ),
    ("replies_go_to_the_reply_address", replies_go_to_the_reply_address),
    ("any_script_and_any_line_arrives", any_script_and_any_line_arrives),
    ("a_repeated_mail_has_the_same_id", a_repeated_mail_has_the_same_id),
    (
        "different_references_stay_different",
        different_references_stay_different,
    ),
    (
        "a_mail_goes_to_its_one_recipient",
        a_mail_goes_to_its_one_recipient,
    ),
    (
        "an_invalid_address_is_a_permanent_error",
        an_invalid_address_is_a_permanent_error,
    ),
    (
        "a_refused_address_is_permanent_and_a_deferred_one_temporary",
        a_refused_address_is_permanent_and_a_deferred_one_temporary,
    ),
    ("the_check_sends_nothing", the_check_sends_nothing),
];

/// The additional clauses for mailers that write the bytes of mails, by name.
pub const RAW_CONTRACT: [(&str, RawClause); 5] = [
    (
        "a_mail_has_both_parts_and_its_headers",
        a_mail_has_both_parts_and_its_headers,
    ),
    ("lines_are_limited", lines_are_limited),
    (
        "the_message_id_holds_the_reference",
        the_message_id_holds_the_reference,
    ),
    (
        "mails_of_one_thread_refer_to_one_message",
        mails_of_one_thread_refer_to_one_message,
    ),
    (
        "nothing_in_a_mail_becomes_a_header",
        nothing_in_a_mail_becomes_a_header,
    ),
];

fn mail() -> MailMessage {
    MailMessage {
        to: "nora.field@aditus.example".to_owned(),
        subject: "Your code".to_owned(),
        text: "Your code is 482913.".to_owned(),
        html: "<p>Your code is <b>482913</b>.</p>".to_owned(),
        ..MailMessage::default()
    }
}

/// Returns the headers of a mail, with folded lines joined.
fn headers(mail: &str) -> Vec<String> {
    let normal = mail.replace("\r\n", "\n");
    let head = normal.split("\n\n").next().unwrap();
    head.replace("\n ", " ")
        .replace("\n\t", " ")
        .lines()
        .map(str::to_owned)
        .collect()
}

fn headers_named(mail: &str, name: &str) -> Vec<String> {
    let prefix = format!("{}:", name.to_ascii_lowercase());
    headers(mail)
        .into_iter()
        .filter(|line| line.to_ascii_lowercase().starts_with(&prefix))
        .map(|line| line[prefix.len()..].trim().to_owned())
        .collect()
}

fn header(mail: &str, name: &str) -> String {
    let found = headers_named(mail, name);
    assert_eq!(found.len(), 1, "{name}: {found:?}");
    found.into_iter().next().unwrap()
}

/// `Ok` means that the next server has the mail, once.
pub fn a_mail_has_arrived_when_sending_returns(mailbox: &dyn TestMailbox) {
    for count in 1..=3 {
        mailbox.mailer().send(&mail(), &format!("mail-{count}")).unwrap();
        assert_eq!(mailbox.received().len(), count);
    }
    let MailMessage {
        to,
        subject,
        text,
        html,
        ..
    } = mail();
    let received = mailbox.received().remove(0);
    assert_eq!(
        (received.to, received.subject, received.text, received.html),
        (to, subject, text, html)
    );
}

/// A mail without a reply address has none at the server either.
pub fn replies_go_to_the_reply_address(mailbox: &dyn TestMailbox) {
    let asked = MailMessage {
        reply_to: Some("requests@aditus.example".to_owned()),
        ..mail()
    };
    mailbox.mailer().send(&mail(), "mail-1").unwrap();
    mailbox.mailer().send(&asked, "mail-2").unwrap();
    let answered: Vec<_> = mailbox.received().into_iter().map(|mail| mail.reply_to).collect();
    assert_eq!(answered, [None, asked.reply_to]);
}

/// Holds for every script, long lines, and a line of a single dot.
pub fn any_script_and_any_line_arrives(mailbox: &dyn TestMailbox) {
    let sent = mail_of_any_script();
    mailbox.mailer().send(&sent, "mail-1").unwrap();
    let received = mailbox.received().remove(0);
    assert_eq!(
        (received.subject, received.text, received.html),
        (sent.subject, sent.text, sent.html)
    );
}

fn mail_of_any_script() -> MailMessage {
    let text = format!(
        "Grüße, Αθήνα, Київ, መልእክት\n.\n..\nFrom here\n{}\nthe end 1",
        "long ".repeat(2_000)
    );
    let html = format!(
        "<p>Grüße</p>\n.\n<!-- {} -->\n<p>the end 2</p>",
        "x".repeat(5_000)
    );
    MailMessage {
        subject: "Zażółć ✓".to_owned(),
        text,
        html,
        ..mail()
    }
}

/// The id is the same at each attempt. The mail arrives twice under one id, or once.
pub fn a_repeated_mail_has_the_same_id(mailbox: &dyn TestMailbox) {
    mailbox.mailer().send(&mail(), "mail-4711").unwrap();
    let first = mailbox.received().remove(0).id;
    assert!(!first.is_empty());
    mailbox.mailer().send(&mail(), "mail-4711").unwrap();
    assert!(mailbox.received().iter().all(|received| received.id == first));
}

/// Holds even for references that differ only in characters that a `Message-ID`, a key or a file
/// name excludes.
pub fn different_references_stay_different(mailbox: &dyn TestMailbox) {
    let references = ["a/b", "a b", "a@b", "a\r\nb", "../a", "ä"];
    for reference in references {
        mailbox.mailer().send(&mail(), reference).unwrap();
    }
    let mut ids: Vec<String> = mailbox
        .received()
        .into_iter()
        .map(|received| received.id)
        .collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), references.len(), "{ids:?}");
}

const LINE_BREAK: &str = "\r\nBcc: eve@elsewhere.example\r\nX-Evil: yes";

/// Mails that try to add a header or a second recipient.
fn evil_mails() -> [MailMessage; 5] {
    [
        MailMessage {
            subject: format!("Your code{LINE_BREAK}"),
            ..mail()
        },
        MailMessage {
            to: format!("nora.field@aditus.example{LINE_BREAK}"),
            ..mail()
        },
        MailMessage {
            to: "nora.field@aditus.example, eve@elsewhere.example".to_owned(),
            ..mail()
        },
        MailMessage {
            reply_to: Some(format!("requests@aditus.example{LINE_BREAK}")),
            ..mail()
        },
        MailMessage {
            thread: Some(format!("request-15{LINE_BREAK}")),
            ..mail()
        },
    ]
}

fn send_evil_mails(mailbox: &dyn TestMailbox) {
    for mail in evil_mails() {
        match mailbox.mailer().send(&mail, "mail-1") {
            Ok(()) | Err(MailError::Permanent(_)) => {}
            Err(error) => panic!("{error:?}"),
        }
    }
}

/// A list of addresses or an address with line breaks is invalid, and a subject is one line.
pub fn a_mail_goes_to_its_one_recipient(mailbox: &dyn TestMailbox) {
    send_evil_mails(mailbox);
    for received in mailbox.received() {
        assert_eq!(received.to, mail().to);
        assert!(!received.subject.contains(['\r', '\n']), "{:?}", received.subject);
    }
}

/// The mail has sender, recipient, subject, date, and the two parts as alternatives.
pub fn a_mail_has_both_parts_and_its_headers(mailbox: &dyn RawTestMailbox) {
    mailbox.mailer().send(&mail(), "mail-1").unwrap();
    let received = mailbox.bytes().remove(0);
    assert!(header(&received, "To").contains("nora.field@aditus.example"));
    assert!(header(&received, "From").contains('@'));
    assert_eq!(header(&received, "Subject"), "Your code");
    assert!(!header(&received, "Date").is_empty());
    assert!(header(&received, "Content-Type").starts_with("multipart/alternative"));
    let (plain, html) = (
        received.find("text/plain").unwrap(),
        received.find("text/html").unwrap(),
    );
    assert!(plain < html, "the part that a mail program prefers stands last");
    assert!(received.contains("Your code is 482913."));
    assert!(received.contains("<p>Your code is <b>482913</b>.</p>"));
}

/// Holds for any parts, up to the last boundary. Headers are ASCII.
pub fn lines_are_limited(mailbox: &dyn RawTestMailbox) {
    mailbox.mailer().send(&mail_of_any_script(), "mail-1").unwrap();
    let received = mailbox.bytes().remove(0);
    assert!(
        received.lines().all(|line| line.len() <= 998),
        "lines of mails are limited"
    );
    assert!(headers(&received).iter().all(|line| line.is_ascii()));
    assert!(
        received.trim_end().ends_with("--"),
        "the mail is there to its last boundary"
    );
}

/// The reference is in the first part of the id, so that it can be searched for.
pub fn the_message_id_holds_the_reference(mailbox: &dyn RawTestMailbox) {
    mailbox.mailer().send(&mail(), "mail-4711").unwrap();
    let id = header(&mailbox.bytes()[0], "Message-ID");
    assert!(id.starts_with("<mail-4711@") && id.ends_with('>'), "{id}");
}

/// Mail programs group them by it, and mails of another thread separately.
pub fn mails_of_one_thread_refer_to_one_message(mailbox: &dyn RawTestMailbox) {
    let threads = [None, Some("request-15"), Some("request-15"), Some("request-16")];
    for (number, thread) in threads.into_iter().enumerate() {
        let mail = MailMessage {
            thread: thread.map(ToOwned::to_owned),
            ..mail()
        };
        mailbox.mailer().send(&mail, &format!("mail-{number}")).unwrap();
    }
    let mut referred: Vec<_> = mailbox
        .bytes()
        .iter()
        .map(|mail| headers_named(mail, "References"))
        .collect();
    referred.sort();
    assert!(
        referred[0].is_empty(),
        "a mail on its own refers to none: {referred:?}"
    );
    assert!(referred[1][0].starts_with("<request-15@"), "{referred:?}");
    assert_eq!(referred[1], referred[2]);
    assert!(referred[3][0].starts_with("<request-16@"), "{referred:?}");
}

/// Line breaks in subject and address add no header and no recipient.
pub fn nothing_in_a_mail_becomes_a_header(mailbox: &dyn RawTestMailbox) {
    send_evil_mails(mailbox);
    for received in mailbox.bytes() {
        for line in headers(&received) {
            let line = line.to_ascii_lowercase();
            assert!(
                !line.starts_with("bcc:") && !line.starts_with("x-evil:"),
                "{line}"
            );
            assert!(!line.starts_with("to:") || !line.contains("eve@"), "{line}");
        }
    }
}

/// A retry would be useless.
pub fn an_invalid_address_is_a_permanent_error(mailbox: &dyn TestMailbox) {
    for to in [
        "",
        "nobody",
        "@aditus.example",
        "nora@",
        "nora field@aditus.example",
    ] {
        let sent = mailbox.mailer().send(
            &MailMessage {
                to: to.to_owned(),
                ..mail()
            },
            "mail-1",
        );
        assert!(matches!(sent, Err(MailError::Permanent(_))), "{to:?}: {sent:?}");
    }
    assert!(mailbox.received().is_empty());
}

/// Permanent and temporary refusals are different errors, and neither affects the next mail.
pub fn a_refused_address_is_permanent_and_a_deferred_one_temporary(mailbox: &dyn TestMailbox) {
    let send = |to: &str| {
        mailbox.mailer().send(
            &MailMessage {
                to: to.to_owned(),
                ..mail()
            },
            "mail-1",
        )
    };
    if let Some(refused) = mailbox.refused_address() {
        assert!(matches!(send(refused), Err(MailError::Permanent(_))));
    }
    if let Some(deferred) = mailbox.deferred_address() {
        assert!(matches!(send(deferred), Err(MailError::Temporary(_))));
    }
    assert!(mailbox.received().is_empty());
    send("nora.field@aditus.example").unwrap();
    assert_eq!(mailbox.received().len(), 1);
}

/// The check succeeds while the server is available.
pub fn the_check_sends_nothing(mailbox: &dyn TestMailbox) {
    mailbox.mailer().check().unwrap();
    assert!(mailbox.received().is_empty());
}
