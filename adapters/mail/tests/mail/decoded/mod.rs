//! Decodes the parts of a mail, as a mail program does.

use aditus_application::contract::mail::ReceivedMail;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Returns a mail in the form that the contract checks.
pub fn decoded_mail(mail: &str) -> ReceivedMail {
    let unfolded = mail.replace("\r\n ", " ");
    let header = |name: &str| {
        let line = unfolded.lines().find_map(|line| line.strip_prefix(name))?;
        Some(line.trim().to_owned())
    };
    let mut parts = decoded_parts(mail).into_iter();
    let mut part = || parts.next().unwrap().trim_end().to_owned();
    ReceivedMail {
        to: header("To:").unwrap(),
        subject: decoded_subject(mail),
        text: part(),
        html: part(),
        reply_to: header("Reply-To:"),
        id: header("Message-ID:").unwrap(),
    }
}

/// Returns the decoded bodies of the parts, with plain line breaks.
pub fn decoded_parts(mail: &str) -> Vec<String> {
    let mail = mail.replace("\r\n", "\n");
    let boundary = mail
        .split("boundary=\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    let delimiter = format!("\n--{boundary}");
    let mut pieces: Vec<&str> = mail.split(&delimiter).skip(1).collect();
    assert!(pieces.pop().unwrap().starts_with("--"));
    pieces.into_iter().map(decoded).collect()
}

fn decoded(part: &str) -> String {
    let (head, body) = part.split_once("\n\n").unwrap();
    let encoding = head
        .lines()
        .find_map(|line| line.strip_prefix("Content-Transfer-Encoding: "))
        .unwrap_or("7bit");
    match encoding {
        "7bit" | "8bit" => body.to_owned(),
        "base64" => String::from_utf8(STANDARD.decode(body.replace('\n', "")).unwrap())
            .unwrap()
            .replace("\r\n", "\n"),
        "quoted-printable" => quoted_printable(body),
        other => panic!("{other}"),
    }
}

fn quoted_printable(body: &str) -> String {
    let joined = body.replace("=\n", "");
    let mut bytes = Vec::new();
    let mut rest = joined.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        if *byte == b'=' {
            bytes.push(u8::from_str_radix(std::str::from_utf8(&after[..2]).unwrap(), 16).unwrap());
            rest = &after[2..];
        } else {
            bytes.push(*byte);
            rest = after;
        }
    }
    String::from_utf8(bytes).unwrap().replace("\r\n", "\n")
}

/// Returns the subject. Words that are not ASCII are encoded in base64 (RFC 2047).
pub fn decoded_subject(mail: &str) -> String {
    let mail = mail.replace("\r\n", "\n").replace("\n ", " ");
    let line = mail
        .lines()
        .find_map(|line| line.strip_prefix("Subject: "))
        .unwrap();
    let mut subject = String::new();
    let mut was_encoded = false;
    for word in line.split(' ') {
        let encoded = word
            .strip_prefix("=?utf-8?b?")
            .and_then(|word| word.strip_suffix("?="));
        // White space between two encoded words is not part of the subject.
        if !(subject.is_empty() || was_encoded && encoded.is_some()) {
            subject.push(' ');
        }
        was_encoded = encoded.is_some();
        match encoded {
            Some(encoded) => subject.push_str(&String::from_utf8(STANDARD.decode(encoded).unwrap()).unwrap()),
            None => subject.push_str(word),
        }
    }
    subject
}
