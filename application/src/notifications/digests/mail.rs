//! The mail of a digest: the notifications by request, each with the link to its screen.

use aditus_domain::ids::RequestId;
use aditus_domain::notifications::reference;

use super::DigestEntry;
use crate::accounts::Account;
use crate::notifications::mail_template::{MailBlock, MailBody, MailSection, render};
use crate::ports::{MailMessage, Ports};

/// The screen on which people choose when mails come.
const EMAIL_SETTINGS: &str = "/profile?section=emails";

/// Makes the mail. `None` if nothing is left to send, or if the account has no address.
pub(super) fn digest(ports: &Ports, account: &Account, entries: &[DigestEntry]) -> Option<MailMessage> {
    let address = account.org_email.as_ref()?;
    if entries.is_empty() {
        return None;
    }
    let settings = &ports.settings;
    let product = &settings.product_name;
    let title = match entries.len() {
        1 => "1 notification".to_owned(),
        more => format!("{more} notifications"),
    };
    let footer = format!(
        "You received this email because you have an account with {product}. You can choose when you get \
         emails: {}{EMAIL_SETTINGS}",
        settings.public_url
    );
    let body = render(&MailBody {
        product,
        title: &title,
        greeting: account.fname.as_str(),
        paragraphs: &["You asked to get these notifications together."],
        code: None,
        after_code: None,
        sections: &sections(&settings.public_url, entries),
        button: None,
        footer: &footer,
    });
    Some(MailMessage {
        to: address.deliverable(),
        subject: format!("{product}: {title}"),
        text: body.text,
        html: body.html,
        ..MailMessage::default()
    })
}

/// Groups the entries by request, in the order of the first notification of each. Those about no
/// request come last.
fn sections<'a>(public_url: &str, entries: &'a [DigestEntry]) -> Vec<MailSection<'a>> {
    let mut requests: Vec<Option<RequestId>> = Vec::new();
    for entry in entries {
        if !requests.contains(&entry.request) {
            requests.push(entry.request);
        }
    }
    requests.sort_by_key(Option::is_none);
    let has_requests = requests.iter().any(Option::is_some);
    requests
        .into_iter()
        .map(|request| {
            let of_request: Vec<_> = entries.iter().filter(|entry| entry.request == request).collect();
            let reader = of_request.first().map(|entry| entry.role);
            MailSection {
                heading: match (request, reader) {
                    (Some(request), Some(reader)) => {
                        Some(format!("Data Request {}", reference(reader, request)))
                    }
                    _ => has_requests.then(|| "Other notifications".to_owned()),
                },
                blocks: blocks(public_url, &of_request),
            }
        })
        .collect()
}

/// Puts the notifications with the same screen above one link. A text that comes again, as that of a
/// reminder, is shown once.
fn blocks<'a>(public_url: &str, entries: &[&'a DigestEntry]) -> Vec<MailBlock<'a>> {
    let mut blocks: Vec<MailBlock<'a>> = Vec::new();
    for entry in entries {
        let address = format!("{public_url}{}", entry.link);
        match blocks.iter_mut().find(|block| block.link.1 == address) {
            Some(block) if block.paragraphs.contains(&entry.message.as_str()) => {}
            Some(block) => block.paragraphs.push(&entry.message),
            None => blocks.push(MailBlock {
                paragraphs: vec![&entry.message],
                link: (entry.action.as_str(), address),
            }),
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use aditus_domain::ids::UserId;
    use aditus_domain::notifications::Delivery;
    use aditus_domain::roles::Role;
    use chrono::DateTime;

    use super::*;

    const URL: &str = "https://aditus.example";

    fn entry(request: Option<i64>, message: &str, link: &str) -> DigestEntry {
        DigestEntry {
            user: UserId(1),
            role: Role::DataOfficer,
            kind: "turn_came".to_owned(),
            request: request.map(RequestId),
            message: message.to_owned(),
            action: "Open".to_owned(),
            link: link.to_owned(),
            delivery: Delivery::Daily,
            created_on: DateTime::UNIX_EPOCH,
        }
    }

    fn block<'a>(paragraphs: &[&'a str], link: &str) -> MailBlock<'a> {
        MailBlock {
            paragraphs: paragraphs.to_vec(),
            link: ("Open", format!("{URL}{link}")),
        }
    }

    #[test]
    fn notifications_are_grouped_by_request_and_by_screen() {
        let entries = [
            entry(None, "A role was granted to you.", "/"),
            entry(Some(7), "It awaits you.", "/datarequest?request_id=7"),
            entry(Some(5), "It was denied.", "/datarequest/preview?request_id=5"),
            entry(Some(7), "There is a reply.", "/datarequest?request_id=7"),
            entry(Some(7), "It was recalled.", "/datarequest/preview?request_id=7"),
        ];
        let expected = [
            MailSection {
                heading: Some("Data Request DAC007".to_owned()),
                blocks: vec![
                    block(
                        &["It awaits you.", "There is a reply."],
                        "/datarequest?request_id=7",
                    ),
                    block(&["It was recalled."], "/datarequest/preview?request_id=7"),
                ],
            },
            MailSection {
                heading: Some("Data Request DAC005".to_owned()),
                blocks: vec![block(&["It was denied."], "/datarequest/preview?request_id=5")],
            },
            MailSection {
                heading: Some("Other notifications".to_owned()),
                blocks: vec![block(&["A role was granted to you."], "/")],
            },
        ];
        assert_eq!(sections(URL, &entries), expected);
    }

    #[test]
    fn a_repeated_text_is_shown_once() {
        let overdue = || entry(Some(7), "It is overdue.", "/datarequest?request_id=7");
        let entries = [overdue(), overdue()];
        let sections = sections(URL, &entries);
        assert_eq!(
            sections[0].blocks,
            [block(&["It is overdue."], "/datarequest?request_id=7")]
        );
    }

    #[test]
    fn notifications_about_no_request_need_no_heading_of_their_own() {
        let entries = [entry(None, "A role was granted to you.", "/")];
        assert_eq!(sections(URL, &entries)[0].heading, None);
    }
}
