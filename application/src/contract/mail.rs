//! What every [`Mailer`] MUST do. An adapter writes a [`NextStation`] that shows what arrived where it hands mails to,
//! and runs each function of [`CONTRACT`] on a new one.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "these are tests"
)]
#![allow(clippy::missing_panics_doc, reason = "a panic is how a test fails")]

use crate::ports::{MailError, MailMessage, Mailer};

/// The mailer under test and what lies behind it.
pub trait NextStation {
    /// The mailer.
    fn mailer(&self) -> &dyn Mailer;

    /// The mails that arrived, each as the bytes that a mail program would read, in the order of their arrival.
    fn arrived(&self) -> Vec<String>;

    /// An address that the station refuses for good; none if it takes all.
    fn refused_address(&self) -> Option<&str> {
        None
    }

    /// An address for which the station asks to try again later; none if it never does.
    fn deferred_address(&self) -> Option<&str> {
        None
    }
}

/// One part of the contract.
pub type Clause = fn(&dyn NextStation);

/// Every part of the contract, by name.
pub const CONTRACT: [(&str, Clause); 9] = [
    (
        "a_mail_has_arrived_when_sending_returns",
        a_mail_has_arrived_when_sending_returns,
    ),
    (
        "a_mail_has_both_parts_and_its_headers",
        a_mail_has_both_parts_and_its_headers,
    ),
    ("any_script_and_any_line_arrives", any_script_and_any_line_arrives),
    (
        "the_message_id_holds_the_reference",
        the_message_id_holds_the_reference,
    ),
    (
        "references_that_differ_never_become_one",
        references_that_differ_never_become_one,
    ),
    (
        "nothing_in_a_mail_becomes_a_header",
        nothing_in_a_mail_becomes_a_header,
    ),
    (
        "an_address_that_is_none_is_permanent",
        an_address_that_is_none_is_permanent,
    ),
    (
        "a_refused_address_is_permanent_and_a_deferred_one_temporary",
        refusals_are_told_apart,
    ),
    ("the_check_sends_nothing", the_check_sends_nothing),
];

fn mail() -> MailMessage {
    MailMessage {
        to: "nora.field@aditus.example".to_owned(),
        subject: "Your code".to_owned(),
        text: "Your code is 482913.".to_owned(),
        html: "<p>Your code is <b>482913</b>.</p>".to_owned(),
    }
}

/// The headers of a mail, with folded lines joined.
fn headers(mail: &str) -> Vec<String> {
    let normal = mail.replace("\r\n", "\n");
    let head = normal.split("\n\n").next().unwrap();
    head.replace("\n ", " ")
        .replace("\n\t", " ")
        .lines()
        .map(str::to_owned)
        .collect()
}

fn header(mail: &str, name: &str) -> String {
    let prefix = format!("{}:", name.to_ascii_lowercase());
    let found: Vec<String> = headers(mail)
        .into_iter()
        .filter(|line| line.to_ascii_lowercase().starts_with(&prefix))
        .map(|line| line[prefix.len()..].trim().to_owned())
        .collect();
    assert_eq!(found.len(), 1, "{name}: {found:?}");
    found.into_iter().next().unwrap()
}

/// `Ok` means that the next station has it, and has it once.
pub fn a_mail_has_arrived_when_sending_returns(station: &dyn NextStation) {
    for count in 1..=3 {
        station.mailer().send(&mail(), &format!("mail-{count}")).unwrap();
        assert_eq!(station.arrived().len(), count);
    }
}

/// Sender, recipient, subject, date, and the two parts as alternatives.
pub fn a_mail_has_both_parts_and_its_headers(station: &dyn NextStation) {
    station.mailer().send(&mail(), "mail-1").unwrap();
    let arrived = station.arrived().remove(0);
    assert!(header(&arrived, "To").contains("nora.field@aditus.example"));
    assert!(header(&arrived, "From").contains('@'));
    assert_eq!(header(&arrived, "Subject"), "Your code");
    assert!(!header(&arrived, "Date").is_empty());
    assert!(header(&arrived, "Content-Type").starts_with("multipart/alternative"));
    let (plain, html) = (
        arrived.find("text/plain").unwrap(),
        arrived.find("text/html").unwrap(),
    );
    assert!(plain < html, "the part that a mail program prefers stands last");
    assert!(arrived.contains("Your code is 482913."));
    assert!(arrived.contains("<p>Your code is <b>482913</b>.</p>"));
}

/// No script, no long line and no line of a single dot is in the way.
pub fn any_script_and_any_line_arrives(station: &dyn NextStation) {
    let text = format!(
        "Grüße, Αθήνα, Київ, መልእክት\n.\n..\nFrom here\n{}\nthe end 1",
        "long ".repeat(2_000)
    );
    let html = format!(
        "<p>Grüße</p>\n.\n<!-- {} -->\n<p>the end 2</p>",
        "x".repeat(5_000)
    );
    station
        .mailer()
        .send(
            &MailMessage {
                text,
                html,
                subject: "Zażółć ✓".to_owned(),
                ..mail()
            },
            "mail-1",
        )
        .unwrap();
    station.mailer().send(&mail(), "mail-2").unwrap();
    let arrived = station.arrived();
    assert_eq!(arrived.len(), 2);
    assert!(
        arrived[0].lines().all(|line| line.len() <= 998),
        "lines of mails are limited"
    );
    assert!(headers(&arrived[0]).iter().all(|line| line.is_ascii()));
    assert!(
        arrived[0].trim_end().ends_with("--"),
        "the mail is there to its last boundary"
    );
}

/// The same at each attempt for one mail.
pub fn the_message_id_holds_the_reference(station: &dyn NextStation) {
    station.mailer().send(&mail(), "mail-4711").unwrap();
    let first = header(&station.arrived()[0], "Message-ID");
    assert!(
        first.starts_with("<mail-4711@") && first.ends_with('>'),
        "{first}"
    );
    station.mailer().send(&mail(), "mail-4711").unwrap();
    for arrived in station.arrived() {
        assert_eq!(header(&arrived, "Message-ID"), first);
    }
}

/// Even when they differ only in characters that a Message-ID or a name of a file does not take.
pub fn references_that_differ_never_become_one(station: &dyn NextStation) {
    let references = ["a/b", "a b", "a@b", "a\r\nb", "../a", "ä"];
    for reference in references {
        station.mailer().send(&mail(), reference).unwrap();
    }
    let mut ids: Vec<String> = station
        .arrived()
        .iter()
        .map(|mail| header(mail, "Message-ID"))
        .collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), references.len(), "{ids:?}");
}

/// Line breaks in subject and address add no header and no recipient.
pub fn nothing_in_a_mail_becomes_a_header(station: &dyn NextStation) {
    let evil = "\r\nBcc: eve@elsewhere.example\r\nX-Evil: yes";
    for mail in [
        MailMessage {
            subject: format!("Your code{evil}"),
            ..mail()
        },
        MailMessage {
            to: format!("nora.field@aditus.example{evil}"),
            ..mail()
        },
        MailMessage {
            to: "nora.field@aditus.example, eve@elsewhere.example".to_owned(),
            ..mail()
        },
    ] {
        match station.mailer().send(&mail, "mail-1") {
            Ok(()) | Err(MailError::Permanent(_)) => {}
            Err(error) => panic!("{error:?}"),
        }
    }
    for arrived in station.arrived() {
        for line in headers(&arrived) {
            let line = line.to_ascii_lowercase();
            assert!(
                !line.starts_with("bcc:") && !line.starts_with("x-evil:"),
                "{line}"
            );
            assert!(!line.starts_with("to:") || !line.contains("eve@"), "{line}");
        }
    }
}

/// Trying again is of no use.
pub fn an_address_that_is_none_is_permanent(station: &dyn NextStation) {
    for to in [
        "",
        "nobody",
        "@aditus.example",
        "nora@",
        "nora field@aditus.example",
    ] {
        let sent = station.mailer().send(
            &MailMessage {
                to: to.to_owned(),
                ..mail()
            },
            "mail-1",
        );
        assert!(matches!(sent, Err(MailError::Permanent(_))), "{to:?}: {sent:?}");
    }
    assert!(station.arrived().is_empty());
}

/// What will never go is told from what may be tried again, and neither spoils the mail after it.
pub fn refusals_are_told_apart(station: &dyn NextStation) {
    let send = |to: &str| {
        station.mailer().send(
            &MailMessage {
                to: to.to_owned(),
                ..mail()
            },
            "mail-1",
        )
    };
    if let Some(refused) = station.refused_address() {
        assert!(matches!(send(refused), Err(MailError::Permanent(_))));
    }
    if let Some(deferred) = station.deferred_address() {
        assert!(matches!(send(deferred), Err(MailError::Temporary(_))));
    }
    assert!(station.arrived().is_empty());
    send("nora.field@aditus.example").unwrap();
    assert_eq!(station.arrived().len(), 1);
}

/// And succeeds while the station is there.
pub fn the_check_sends_nothing(station: &dyn NextStation) {
    station.mailer().check().unwrap();
    assert!(station.arrived().is_empty());
}
