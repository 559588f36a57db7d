//! The template of mails: the product's name in its ink blue-green, a greeting, paragraphs, at most
//! one code, sections with links, at most one button, and a footer. HTML mail uses tables and inline
//! styles, because mail clients support little else.

use aditus_domain::accounts::OtpCode;

/// The contents of a mail. All texts are plain; the template escapes them.
#[derive(Debug, Clone, Copy)]
pub struct MailBody<'a> {
    /// Product name.
    pub product: &'a str,
    /// Heading.
    pub title: &'a str,
    /// First name of the recipient.
    pub greeting: &'a str,
    /// Paragraphs of the body.
    pub paragraphs: &'a [&'a str],
    /// A one-time code, shown large.
    pub code: Option<&'a OtpCode>,
    /// Text below the code.
    pub after_code: Option<&'a str>,
    /// Sections of a digest.
    pub sections: &'a [MailSection<'a>],
    /// Label and address of the button.
    pub button: Option<(&'a str, &'a str)>,
    /// Reason why the recipient gets this mail.
    pub footer: &'a str,
}

/// A section of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailSection<'a> {
    /// Heading, if any.
    pub heading: Option<String>,
    /// Blocks in their order.
    pub blocks: Vec<MailBlock<'a>>,
}

/// Paragraphs with their link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailBlock<'a> {
    /// Paragraphs above the link.
    pub paragraphs: Vec<&'a str>,
    /// Label and address of the link.
    pub link: (&'a str, String),
}

/// The two parts of a mail, with the same content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    /// The plain part.
    pub text: String,
    /// The HTML part.
    pub html: String,
}

/// Renders both parts of a mail.
pub fn render(mail: &MailBody<'_>) -> Parts {
    Parts {
        text: text(mail),
        html: html(mail),
    }
}

fn text(mail: &MailBody<'_>) -> String {
    let mut blocks = vec![mail.title.to_owned(), format!("Hello {},", mail.greeting)];
    blocks.extend(mail.paragraphs.iter().map(|paragraph| (*paragraph).to_owned()));
    blocks.extend(mail.code.map(|code| format!("    {}", code.expose())));
    blocks.extend(mail.after_code.map(ToOwned::to_owned));
    blocks.extend(mail.sections.iter().map(section_text));
    blocks.extend(mail.button.map(|(label, address)| format!("{label}: {address}")));
    blocks.push(format!("-- \n{}\n{}", mail.product, mail.footer));
    let mut text = blocks.join("\n\n");
    text.push('\n');
    text
}

/// Renders a section without empty lines, so that sections stand apart.
fn section_text(section: &MailSection<'_>) -> String {
    let mut lines: Vec<String> = section.heading.iter().cloned().collect();
    for MailBlock {
        paragraphs,
        link: (label, address),
    } in &section.blocks
    {
        lines.extend(paragraphs.iter().map(|paragraph| format!("- {paragraph}")));
        lines.push(format!("  {label}: {address}"));
    }
    lines.join("\n")
}

const FONT: &str = "font-family:Inter,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;";
const INK: &str = "#0B5563";

fn html(mail: &MailBody<'_>) -> String {
    let mut rows = String::new();
    let mut row = |content: &str| {
        rows.push_str("<tr><td style=\"padding:0 32px 16px;\">");
        rows.push_str(content);
        rows.push_str("</td></tr>\n");
    };
    row(&format!(
        "<h1 style=\"margin:0;{FONT}font-size:22px;line-height:30px;font-weight:600;color:#12262B;\">{}</h1>",
        escape(mail.title)
    ));
    row(&paragraph(&format!("Hello {},", mail.greeting)));
    for content in mail.paragraphs {
        row(&paragraph(content));
    }
    if let Some(code) = mail.code {
        row(&code_box(code));
    }
    if let Some(content) = mail.after_code {
        row(&paragraph(content));
    }
    for section in mail.sections {
        row(&section_html(section));
    }
    if let Some((label, address)) = mail.button {
        row(&button(label, address));
    }
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light\"><title>{title}</title></head>\n\
         <body style=\"margin:0;padding:0;background:#EEF3F4;\">\n\
         <table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" bgcolor=\"#EEF3F4\">\
         <tr><td align=\"center\" style=\"padding:24px 12px;\">\n\
         <table role=\"presentation\" width=\"560\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" bgcolor=\"#FFFFFF\" \
         style=\"width:100%;max-width:560px;background:#FFFFFF;border:1px solid #D5DFE1;border-radius:10px;\">\n\
         <tr><td bgcolor=\"{INK}\" style=\"padding:16px 32px;background:{INK};border-radius:10px 10px 0 0;{FONT}\
         font-size:18px;line-height:24px;font-weight:600;color:#FFFFFF;\">{product}</td></tr>\n\
         <tr><td style=\"height:24px;line-height:24px;font-size:0;\">&nbsp;</td></tr>\n\
         {rows}\
         <tr><td style=\"padding:16px 32px 24px;border-top:1px solid #D5DFE1;{FONT}font-size:13px;line-height:20px;\
         color:#4A5F65;\">{footer}</td></tr>\n\
         </table>\n</td></tr></table>\n</body></html>\n",
        title = escape(mail.title),
        product = escape(mail.product),
        footer = escape(mail.footer),
    )
}

/// Line breaks and spaces of user input, such as the reason of a denial, are preserved.
fn paragraph(text: &str) -> String {
    format!(
        "<p style=\"margin:0;{FONT}font-size:16px;line-height:24px;color:#12262B;white-space:pre-wrap;\
         overflow-wrap:anywhere;\">{}</p>",
        escape(text).replace('\n', "<br>")
    )
}

/// Renders the code in large type. The gaps between its digits are mail spacing, so that copying
/// yields the bare code.
fn code_box(code: &OtpCode) -> String {
    format!(
        "<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr>\
         <td align=\"center\" bgcolor=\"#E6F0F2\" style=\"padding:20px 8px;background:#E6F0F2;border-radius:10px;\
         font-family:'SFMono-Regular',Consolas,'Liberation Mono',Menlo,monospace;font-size:36px;line-height:44px;\
         font-weight:700;letter-spacing:10px;color:{INK};\">{}</td></tr></table>",
        code.expose()
    )
}

fn section_html(section: &MailSection<'_>) -> String {
    let heading = section.heading.iter().map(|heading| {
        format!(
            "<h2 style=\"margin:8px 0;{FONT}font-size:18px;line-height:26px;font-weight:600;color:#12262B;\">{}</h2>",
            escape(heading)
        )
    });
    heading.chain(section.blocks.iter().map(block_html)).collect()
}

fn block_html(block: &MailBlock<'_>) -> String {
    let paragraphs: String = block
        .paragraphs
        .iter()
        .map(|content| paragraph(content))
        .collect();
    let (label, address) = (escape(block.link.0), escape(&block.link.1));
    format!(
        "{paragraphs}<p style=\"margin:4px 0 12px;{FONT}font-size:16px;line-height:24px;\">\
         <a href=\"{address}\" style=\"color:{INK};font-weight:600;\">{label}</a></p>"
    )
}

/// Renders a button as table cells, which keep their shape in clients without inline blocks. The
/// bare address follows for clients that show no links.
fn button(label: &str, address: &str) -> String {
    let (label, address) = (escape(label), escape(address));
    format!(
        "<table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr>\
         <td bgcolor=\"{INK}\" style=\"background:{INK};border-radius:8px;\">\
         <a href=\"{address}\" style=\"display:inline-block;padding:12px 24px;{FONT}font-size:16px;line-height:20px;\
         font-weight:600;color:#FFFFFF;text-decoration:none;\">{label}</a></td></tr></table>\
         <p style=\"margin:12px 0 0;{FONT}font-size:13px;line-height:20px;color:#4A5F65;word-break:break-all;\">{address}</p>"
    )
}

/// Escapes a text for HTML, between tags and in quoted attributes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mail<'a>(paragraphs: &'a [&'a str], code: Option<&'a OtpCode>) -> MailBody<'a> {
        MailBody {
            product: "Aditus",
            title: "A Data Request awaits your decision",
            greeting: "Ada",
            paragraphs,
            code,
            after_code: None,
            sections: &[],
            button: Some((
                "Review the request",
                "https://aditus.example/datarequest?request_id=7&x=1",
            )),
            footer: "You have an account.",
        }
    }

    fn section<'a>(heading: Option<&str>, paragraphs: Vec<&'a str>, link: &'a str) -> MailSection<'a> {
        MailSection {
            heading: heading.map(ToOwned::to_owned),
            blocks: vec![MailBlock {
                paragraphs,
                link: (link, link.to_owned()),
            }],
        }
    }

    #[test]
    fn sections_have_a_heading_paragraphs_and_a_link() {
        let mut mail = mail(&["Since the last email:"], None);
        mail.button = None;
        let sections = [
            section(
                Some("Data Request DAC007"),
                vec!["Approved.", "Released."],
                "https://one.example",
            ),
            section(None, vec!["Your account was activated."], "https://two.example"),
        ];
        mail.sections = &sections;
        let parts = render(&mail);
        let expected = "\n\nData Request DAC007\n- Approved.\n- Released.\n  https://one.example: \
                        https://one.example\n\n- Your account was activated.\n";
        assert!(parts.text.contains(expected), "{}", parts.text);
        for part in [
            "Data Request DAC007</h2>",
            "Released.</p>",
            "<a href=\"https://two.example\"",
        ] {
            assert!(parts.html.contains(part), "html lacks {part}");
        }
        assert_eq!(parts.html.matches("<h2").count(), 1);
    }

    #[test]
    fn text_and_html_parts_have_the_same_content() {
        let parts = render(&mail(&["Data Request DAC007 awaits you."], None));
        for part in [
            "A Data Request awaits your decision",
            "Hello Ada,",
            "Data Request DAC007 awaits you.",
            "Review the request",
        ] {
            assert!(parts.text.contains(part), "text lacks {part}");
            assert!(parts.html.contains(part), "html lacks {part}");
        }
        assert!(
            parts
                .text
                .contains("https://aditus.example/datarequest?request_id=7&x=1")
        );
        assert!(
            parts
                .html
                .contains("href=\"https://aditus.example/datarequest?request_id=7&amp;x=1\"")
        );
        assert!(parts.html.contains("#0B5563"));
    }

    #[test]
    fn user_input_is_escaped_in_html() {
        let evil = "<script>alert('x')</script>\" onload=\"y";
        let mut mail = mail(&[], None);
        let paragraphs = [evil];
        mail.paragraphs = &paragraphs;
        mail.greeting = evil;
        mail.title = evil;
        mail.product = evil;
        mail.footer = evil;
        mail.button = Some((evil, evil));
        let sections = [section(Some(evil), vec![evil], evil)];
        mail.sections = &sections;
        let html = render(&mail).html;
        assert!(!html.contains("<script"));
        assert!(!html.contains("\" onload"));
    }

    #[test]
    fn line_breaks_and_spaces_of_a_reason_are_preserved() {
        let parts = render(&mail(&["Reason: one\n\n    two"], None));
        assert!(parts.text.contains("Reason: one\n\n    two\n"));
        assert!(parts.html.contains("white-space:pre-wrap"));
        assert!(parts.html.contains("Reason: one<br><br>    two</p>"));
    }

    #[test]
    fn a_code_is_rendered_large_and_without_separators() {
        let code = OtpCode::from_number(4_207);
        let parts = render(&mail(&[], Some(&code)));
        assert!(parts.text.contains("\n\n    004207\n\n"));
        assert!(
            parts
                .html
                .contains(";letter-spacing:10px;color:#0B5563;\">004207</td>")
        );
    }
}
