//! The report.

use std::fmt::Write as _;
use std::time::Duration;

use super::Measures;
use super::following::A_SECOND;
use crate::Arguments;
use crate::report::{judged, mebibytes};

/// The aims of the product. Percentiles are in milliseconds, memory in MiB and the size of an entry
/// in bytes.
const MAX_LAG: Duration = Duration::from_secs(1);
const MAX_ENTRY_BYTES: i64 = 1024;
const MAX_VERIFY_TIME: Duration = Duration::from_mins(1);
const MAX_MEMORY: f64 = 200.0;
const MAX_PROOF_TIME: f64 = 20.0;
const MAX_FILTER_TIME: f64 = 50.0;

/// Adds a line to the text. Writing to a `String` cannot fail.
macro_rules! row {
    ($text:expr, $($part:tt)*) => {
        let _ = writeln!($text, $($part)*);
    };
}

pub(super) fn report(arguments: &Arguments, measures: &Measures) -> String {
    let Measures {
        following,
        weight,
        verified,
        ..
    } = measures;
    let mut text = format!(
        "\n### The audit log, {} entries, {:?}\n\n| | | Aim |\n| --- | ---: | --- |\n",
        measures.entries, arguments.database
    );
    let out = &mut text;
    row!(
        out,
        "| The log is behind, with {A_SECOND} entries a second | {} ms | at most 1 s: {} |",
        following.behind.as_millis(),
        judged(following.behind <= MAX_LAG)
    );
    row!(
        out,
        "| Checkpoints signed meanwhile | {} in {:.0} s, of {} entries | |",
        following.checkpoints,
        following.lasted.as_secs_f64(),
        following.entries
    );
    row!(
        out,
        "| All entries into the log at once | {:.0} s | |",
        measures.sequenced_in.as_secs_f64()
    );
    row!(
        out,
        "| An entry takes of the disk, with its share of the tree | {} bytes | at most 1 KiB: {} |",
        weight.of_entry_with_tree(),
        judged(weight.of_entry_with_tree() <= MAX_ENTRY_BYTES)
    );
    row!(
        out,
        "| … in all, with what finds it and texts beside it | {} bytes | |",
        weight.of_entry_in_all()
    );
    for (name, bytes) in &weight.parts {
        row!(out, "| … {name} | {} bytes | |", weight.of_entry(*bytes));
    }
    row!(
        out,
        "| A checkpoint | {} bytes, of {} | |",
        weight.of_checkpoint(),
        weight.checkpoints
    );
    row!(
        out,
        "| `aditus audit verify` | {:.1} s | at most 60 s: {} |",
        verified.took.as_secs_f64(),
        judged(verified.took <= MAX_VERIFY_TIME)
    );
    let memory = mebibytes(verified.memory);
    row!(
        out,
        "| … its memory | {memory:.0} MiB | at most 200 MiB: {} |",
        judged(memory <= MAX_MEMORY)
    );
    let proof = measures.proof.measured.percentile(95);
    row!(
        out,
        "| Evidence of an entry, p95 | {proof:.1} ms | at most 20 ms: {} |",
        judged(proof <= MAX_PROOF_TIME)
    );
    for line in &measures.filters {
        let p95 = line.measured.percentile(95);
        row!(
            out,
            "| The record, {}, p95 | {p95:.1} ms | at most 50 ms: {} |",
            line.name,
            judged(p95 <= MAX_FILTER_TIME)
        );
    }
    row!(out, "\n```\n{}\n```", verified.printed.trim_end());
    text
}
