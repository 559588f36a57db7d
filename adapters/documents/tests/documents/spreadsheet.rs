//! Reads CSV.

/// Returns the cells by line, starting with the heading.
pub fn cells(bytes: &[u8]) -> Vec<Vec<String>> {
    let content = bytes
        .strip_prefix(b"\xef\xbb\xbf")
        .expect("it begins with a byte order mark");
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(content);
    reader
        .records()
        .map(|row| row.unwrap().iter().map(str::to_owned).collect())
        .collect()
}
