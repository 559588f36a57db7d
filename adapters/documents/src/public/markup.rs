//! Parses the texts of the public documents (format: see `texts/README.md`).

use super::block::{Block, Kind, Sheet};
use crate::typeset::TICK_BOX;

/// Default row height of forms, in millimetres.
const ROW: f32 = 8.0;

/// Parses a text into blocks and replaces the placeholder of the product name. An error names the
/// line and the reason.
pub(super) fn read(source: &str, product: &str) -> Result<Vec<Block>, String> {
    let mut reader = Reader {
        product,
        blocks: Vec::new(),
        open: false,
    };
    for (index, line) in source.lines().enumerate() {
        let fault = |why: String| format!("line {}: {why}", index + 1);
        reader.line(line).map_err(fault)?;
    }
    Ok(reader.blocks)
}

struct Reader<'a> {
    product: &'a str,
    blocks: Vec<Block>,
    /// True if the next line may continue the last block.
    open: bool,
}

impl Reader<'_> {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let was_open = std::mem::replace(&mut self.open, true);
        if line.trim().is_empty() {
            self.open = false;
        } else if let Some(more) = line.strip_prefix("  ") {
            self.continue_block(more)?;
        } else if let Some(heading) = line.strip_prefix("### ") {
            self.blocks.push(Block::Subheading(self.printed_text(heading)));
        } else if let Some(heading) = line.strip_prefix("## ") {
            self.blocks.push(Block::Heading(self.printed_text(heading)));
        } else if let Some(summary) = line.strip_prefix("> ") {
            self.blocks.push(Block::Summary(self.printed_text(summary)));
        } else if let Some(order) = line.strip_prefix('@') {
            self.blocks.push(parse_directive(order)?);
        } else if let Some(row) = line.strip_prefix('|') {
            self.row(row)?;
        } else if let Some((marker, text)) = split_marker(line) {
            let text = self.printed_text(text);
            self.blocks.push(Block::Item { marker, text });
        } else if was_open && matches!(self.blocks.last(), Some(Block::Paragraph(_) | Block::Summary(_))) {
            self.continue_block(line)?;
        } else {
            self.blocks.push(Block::Paragraph(self.printed_text(line)));
        }
        Ok(())
    }

    /// Appends a line to the current paragraph or item.
    fn continue_block(&mut self, line: &str) -> Result<(), String> {
        let more = self.printed_text(line);
        let Some(Block::Paragraph(text) | Block::Summary(text) | Block::Item { text, .. }) =
            self.blocks.last_mut()
        else {
            return Err("nothing is there to go on with".to_owned());
        };
        text.push(' ');
        text.push_str(&more);
        Ok(())
    }

    fn row(&mut self, row: &str) -> Result<(), String> {
        let row = row.trim_end().strip_suffix('|').ok_or("a row ends with |")?;
        let cell = |cell: &str| cell.split("//").map(|line| self.printed_text(line)).collect();
        let cells: Vec<Vec<String>> = row.split('|').map(cell).collect();
        let Some(Block::Sheet(sheet)) = self.blocks.last_mut() else {
            return Err("a row needs a sheet to stand in".to_owned());
        };
        if cells.len() != sheet.weights.len() {
            return Err(format!(
                "{} cells stand in {} columns",
                cells.len(),
                sheet.weights.len()
            ));
        }
        sheet.rows.push(cells);
        Ok(())
    }

    /// Returns the text as printed. The product name is inserted last, so that markup in it has no
    /// effect.
    fn printed_text(&self, text: &str) -> String {
        text.trim()
            .replace("[ ] ", &TICK_BOX.to_string())
            .replace("[ ]", &TICK_BOX.to_string())
            .replace('~', "\u{a0}")
            .replace("{product}", self.product)
    }
}

/// Splits a line into its marker (bullet, clause number or letter in brackets) and the text behind
/// it.
fn split_marker(line: &str) -> Option<(String, &str)> {
    let (marker, text) = line.split_once(' ')?;
    if marker == "-" {
        return Some(("•".to_owned(), text));
    }
    let is_number = marker.contains('.')
        && marker.starts_with(|c: char| c.is_ascii_digit())
        && marker.chars().all(|c| c.is_ascii_digit() || c == '.');
    let is_letter = marker.len() == 3 && marker.starts_with('(') && marker.ends_with(')');
    (is_number || is_letter).then(|| (marker.to_owned(), text))
}

fn parse_directive(order: &str) -> Result<Block, String> {
    let mut words = order.split_whitespace();
    let kind = match words.next().unwrap_or_default() {
        "room" => {
            let needed = words.next().and_then(|word| word.parse().ok());
            return needed
                .map(Block::PageSpace)
                .ok_or("@room says how many millimetres".to_owned());
        }
        "table" => Kind::Table,
        "terms" => Kind::Terms,
        "form" => Kind::Form,
        "sheet" => Kind::Sheet,
        other => return Err(format!("@{other} is unknown")),
    };
    let mut sheet = Sheet {
        kind,
        weights: Vec::new(),
        row: ROW,
        rows: Vec::new(),
    };
    for word in words {
        if let Some(row) = word.strip_prefix("row=") {
            sheet.row = row.parse().map_err(|_| "row= says how many millimetres")?;
        } else {
            let weight = word.parse().ok().filter(|weight| *weight > 0);
            sheet
                .weights
                .push(weight.ok_or_else(|| format!("{word} is no width"))?);
        }
    }
    if sheet.weights.is_empty() {
        return Err("a sheet says how wide its columns are".to_owned());
    }
    Ok(Block::Sheet(sheet))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(marker: &str, text: &str) -> Block {
        Block::Item {
            marker: marker.to_owned(),
            text: text.to_owned(),
        }
    }

    #[test]
    fn each_markup_line_becomes_its_block() {
        let source = "> For {product},\nand more.\n\n## One\n### Two\nA text\nthat goes on.\n\n\
             Another.\n- a\n  b\n1. c\n1.2 d\n(a) e\n@room 40\n";
        assert_eq!(
            read(source, "Porta").unwrap(),
            [
                Block::Summary("For Porta, and more.".to_owned()),
                Block::Heading("One".to_owned()),
                Block::Subheading("Two".to_owned()),
                Block::Paragraph("A text that goes on.".to_owned()),
                Block::Paragraph("Another.".to_owned()),
                item("•", "a b"),
                item("1.", "c"),
                item("1.2", "d"),
                item("(a)", "e"),
                Block::PageSpace(40.0),
            ]
        );
    }

    #[test]
    fn rows_belong_to_the_preceding_sheet() {
        let blocks = read(
            "@form 30 70 row=12\n| Name // in full | |\n| Kind | [ ] One [ ] Another~one |\n",
            "",
        );
        let cell = |text: &str| vec![text.to_owned()];
        assert_eq!(
            blocks.unwrap(),
            [Block::Sheet(Sheet {
                kind: Kind::Form,
                weights: vec![30, 70],
                row: 12.0,
                rows: vec![
                    vec![vec!["Name".to_owned(), "in full".to_owned()], cell("")],
                    vec![cell("Kind"), cell("\u{2610}One \u{2610}Another\u{a0}one")],
                ],
            })]
        );
    }

    #[test]
    fn markup_in_the_product_name_is_ignored() {
        let source = "@terms 1 1\n| {product} | x |\n\n{product} is a name.\n";
        let blocks = read(source, "A | B // @room ~").unwrap();
        let Block::Sheet(sheet) = &blocks[0] else {
            panic!("{blocks:?}")
        };
        assert_eq!(sheet.rows, [[["A | B // @room ~"], ["x"]]]);
        assert_eq!(
            blocks[1],
            Block::Paragraph("A | B // @room ~ is a name.".to_owned())
        );
    }

    #[test]
    fn parse_errors_name_the_line() {
        for (source, fault) in [
            ("@chart 1", "line 1: @chart is unknown"),
            ("\n@table", "line 2: a sheet says how wide its columns are"),
            ("@table 0", "line 1: 0 is no width"),
            ("@form 1 row=x", "line 1: row= says how many millimetres"),
            ("@room", "line 1: @room says how many millimetres"),
            ("| a |", "line 1: a row needs a sheet to stand in"),
            ("@table 1 1\n| a |", "line 2: 1 cells stand in 2 columns"),
            ("@table 1\n| a", "line 2: a row ends with |"),
            ("## One\n  two", "line 2: nothing is there to go on with"),
        ] {
            assert_eq!(read(source, "").unwrap_err(), fault, "{source}");
        }
    }
}
