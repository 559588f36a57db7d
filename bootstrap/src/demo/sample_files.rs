//! Generates the documents of the demonstration's requests: small, valid files.

/// Returns a PDF of one page with a heading and some lines. Non-ASCII characters are left out,
/// because the standard fonts of PDF need an encoding for them.
pub(super) fn pdf(heading: &str, lines: &[&str]) -> Vec<u8> {
    let mut text = format!(
        "BT /F1 18 Tf 72 760 Td ({}) Tj /F1 11 Tf 0 -14 Td",
        escaped(heading)
    );
    for line in lines {
        text.push_str(&format_line(line));
    }
    text.push_str(" ET");
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>"
            .to_owned(),
        format!("<< /Length {} >>\nstream\n{text}\nendstream", text.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    let mut pdf = "%PDF-1.4\n".to_owned();
    let mut places = Vec::with_capacity(objects.len());
    for (number, object) in (1..).zip(&objects) {
        places.push(pdf.len());
        pdf.push_str(&[&u32::to_string(&number), " 0 obj\n", object, "\nendobj\n"].concat());
    }
    let table_at = pdf.len();
    pdf.push_str(&format_table(&places, table_at));
    pdf.into_bytes()
}

fn format_line(line: &str) -> String {
    format!(" 0 -18 Td ({}) Tj", escaped(line))
}

/// Returns the cross-reference table, in the lines of exactly twenty bytes that PDF requires.
fn format_table(places: &[usize], table_at: usize) -> String {
    let count = places.len() + 1;
    let lines = places
        .iter()
        .map(|place| format!("{place:010} 00000 n \n"))
        .collect::<Vec<_>>()
        .concat();
    format!(
        "xref\n0 {count}\n0000000000 65535 f \n{lines}trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{table_at}\n%%EOF\n"
    )
}

fn escaped(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_ascii() && !c.is_ascii_control())
        .flat_map(|c| {
            matches!(c, '(' | ')' | '\\')
                .then_some('\\')
                .into_iter()
                .chain([c])
        })
        .collect()
}

const WIDTH: u32 = 240;
const HEIGHT: u32 = 150;

/// Returns a PNG that resembles an identity card: a portrait, and bars instead of text. `seed`
/// moves the bars, so that the cards differ.
pub(super) fn identity_card(seed: u32) -> Vec<u8> {
    let mut rows = Vec::new();
    for y in 0..HEIGHT {
        rows.push(0); // No filter on this row.
        rows.extend((0..WIDTH).map(|x| shade(x, y, seed)));
    }
    let mut header = Vec::new();
    header.extend(WIDTH.to_be_bytes());
    header.extend(HEIGHT.to_be_bytes());
    header.extend([8, 0, 0, 0, 0]); // 8-bit greyscale.
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut png, *b"IHDR", &header);
    chunk(&mut png, *b"IDAT", &stored(&rows));
    chunk(&mut png, *b"IEND", &[]);
    png
}

fn shade(x: u32, y: u32, seed: u32) -> u8 {
    const PAPER: u8 = 236;
    const INK: u8 = 90;
    let on_edge = x < 3 || y < 3 || x >= WIDTH - 3 || y >= HEIGHT - 3;
    let in_portrait = (16..84).contains(&x) && (30..120).contains(&y);
    let head = x.abs_diff(50).pow(2) + y.abs_diff(62).pow(2) < 18 * 18;
    let shoulders = x.abs_diff(50).pow(2) + y.abs_diff(118).pow(2) < 30 * 30;
    let bar = (30..120).contains(&y) && y % 18 < 6 && (100..150 + (seed * 7 + y * 13) % 70).contains(&x);
    if on_edge || bar || (in_portrait && (head || shoulders)) {
        INK
    } else if in_portrait {
        200
    } else {
        PAPER
    }
}

/// Returns a zlib stream with uncompressed blocks.
fn stored(bytes: &[u8]) -> Vec<u8> {
    const MAX_BLOCK: usize = 65_535;
    let mut stream = vec![0x78, 0x01];
    let mut blocks = bytes.chunks(MAX_BLOCK).peekable();
    while let Some(block) = blocks.next() {
        let length = u16::try_from(block.len()).unwrap_or(u16::MAX);
        stream.push(u8::from(blocks.peek().is_none()));
        stream.extend(length.to_le_bytes());
        stream.extend((!length).to_le_bytes());
        stream.extend(block);
    }
    let (mut low, mut high) = (1_u32, 0_u32);
    for byte in bytes {
        low = (low + u32::from(*byte)) % 65_521;
        high = (high + low) % 65_521;
    }
    stream.extend((high << 16 | low).to_be_bytes());
    stream
}

fn chunk(png: &mut Vec<u8>, name: [u8; 4], content: &[u8]) {
    png.extend(u32::try_from(content.len()).unwrap_or(u32::MAX).to_be_bytes());
    let named = [&name, content].concat();
    png.extend(&named);
    png.extend(crc32(&named).to_be_bytes());
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            if sum & 1 == 1 {
                sum >> 1 ^ 0xEDB8_8320
            } else {
                sum >> 1
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use aditus_application::ports::FileInspector;
    use aditus_domain::requests::{FileContent, FileType};
    use aditus_files::ContentInspector;

    use super::*;

    #[test]
    fn the_pdf_is_valid() {
        let pdf = pdf("Letter (signed)", &["one", "two é"]);
        assert_eq!(
            ContentInspector.inspect(&pdf).unwrap(),
            FileContent::Sound(FileType::Pdf)
        );
        let text = String::from_utf8(pdf).unwrap();
        assert!(text.contains(r"(Letter \(signed\)) Tj") && text.contains("(two ) Tj"));
        let at: usize = text
            .rsplit("startxref\n")
            .next()
            .unwrap()
            .lines()
            .next()
            .unwrap()
            .parse()
            .unwrap();
        assert!(text[at..].starts_with("xref\n0 6\n"));
        for (number, line) in (1..).zip(text[at..].lines().skip(3).take(5)) {
            let place: usize = line[..10].parse().unwrap();
            assert!(text[place..].starts_with(&format!("{number} 0 obj")));
        }
    }

    #[test]
    fn the_identity_card_is_a_valid_png() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
        assert_eq!(stored(b"Wikipedia")[16..], 0x11E6_0398_u32.to_be_bytes());
        let card = identity_card(1);
        assert_eq!(
            ContentInspector.inspect(&card).unwrap(),
            FileContent::Sound(FileType::Png)
        );
        assert_ne!(card, identity_card(2));
    }
}
