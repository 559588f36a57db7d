//! Proofs that a leaf is in a tree, as text (C2SP tlog-proof).

use std::fmt::Write as _;

use aditus_application::ports::{LeafProof, LogError};
use aditus_domain::audit::log::TreeHash;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

const HEADING: &str = "c2sp.org/tlog-proof@v1";

/// Longest path: that of a tree with 2^63 leaves.
const MAX_LENGTH: usize = 63;

pub(super) fn write(proof: &LeafProof) -> String {
    let mut text = format!("{HEADING}\nindex {}\n", proof.index);
    for hash in &proof.path {
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "{}", BASE64_STANDARD.encode(hash.0));
    }
    text.push('\n');
    text.push_str(&proof.checkpoint);
    text
}

pub(super) fn read(text: &str) -> Result<LeafProof, LogError> {
    parse(text).ok_or(LogError::Form("the proof"))
}

fn parse(text: &str) -> Option<LeafProof> {
    let (path, checkpoint) = text.split_once("\n\n")?;
    let mut lines = path.split('\n');
    if lines.next()? != HEADING {
        return None;
    }
    let mut line = lines.next()?;
    if let Some(extra) = line.strip_prefix("extra ") {
        // The extra data is opaque and not authenticated, so it is not used.
        BASE64_STANDARD.decode(extra).ok()?;
        line = lines.next()?;
    }
    let digits = line.strip_prefix("index ")?;
    let index: u64 = digits.parse().ok()?;
    // Each number has one form, without a sign or leading zeros.
    if index.to_string() != digits {
        return None;
    }
    let path = lines
        .map(|line| Some(TreeHash(BASE64_STANDARD.decode(line).ok()?.try_into().ok()?)))
        .collect::<Option<Vec<_>>>()?;
    (path.len() <= MAX_LENGTH).then(|| LeafProof {
        index,
        path,
        checkpoint: checkpoint.to_owned(),
    })
}
