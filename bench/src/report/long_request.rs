//! The section about a request of maximum size.

use std::fmt::{Result, Write as _};

use super::{judged, mebibytes};
use crate::long_request::{COMMENTS, DATASETS, DEVICES, Line, LongRequest, STAFF, VERSIONS};

/// The aims of the product: milliseconds, and memory as a multiple of the submission's size.
const MAX_PAGE_TIME: f64 = 1_500.0;
const MAX_MEMORY: f64 = 1.5;
/// The aims for a submission with 10 MiB of documents: MiB and milliseconds.
const MAX_TYPICAL_MEMORY: f64 = 40.0;
const MAX_TYPICAL_TIME: f64 = 250.0;

/// Writes a table of calls with their durations and aims.
pub(super) fn lines(out: &mut String, lines: &[Line]) -> Result {
    writeln!(
        out,
        "\n| Call | Connections | KiB | Calls/s | p50 ms | p95 ms | Aim |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | --- |"
    )?;
    for line in lines {
        let p95 = line.measured.percentile(95);
        let aim = line.aim.map_or_else(String::new, |most| {
            format!("{most:.0} ms or less: {}", judged(p95 <= most))
        });
        writeln!(
            out,
            "| {} | {} | {} | {:.0} | {:.1} | {p95:.1} | {aim} |",
            line.name,
            line.connections,
            line.size / 1024,
            line.measured.per_second(),
            line.measured.percentile(50),
        )?;
    }
    Ok(())
}

pub(super) fn write(out: &mut String, long: &LongRequest) -> Result {
    writeln!(
        out,
        "\nA request with {} variables in {DATASETS} datasets, {DEVICES} devices, {STAFF} people, {COMMENTS} comments and \
         {VERSIONS} versions:",
        long.variables
    )?;
    lines(out, &long.lines)?;
    let ratio = long.payload.ratio();
    writeln!(
        out,
        "\nA submission of {:.1} MiB took {:.1} MiB of memory beyond the {:.1} MiB in use before: {ratio:.2} of its size (aim: \
         {MAX_MEMORY} or less: {}).",
        mebibytes(long.payload.size),
        mebibytes(long.payload.peak.saturating_sub(long.payload.before)),
        mebibytes(long.payload.before),
        judged(ratio <= MAX_MEMORY)
    )?;
    let (usual, took) = (&long.usual, &long.usual_took);
    let memory = mebibytes(usual.peak.saturating_sub(usual.before));
    let median = took
        .get(took.len() / 2)
        .map_or(0.0, |took| took.as_secs_f64() * 1000.0);
    let slowest = took.last().map_or(0.0, |took| took.as_secs_f64() * 1000.0);
    writeln!(
        out,
        "\nOne of {:.1} MiB, with 10 MiB of documents, took {memory:.1} MiB (aim: {MAX_TYPICAL_MEMORY} or less: {}) and {median:.0} ms, \
         the slowest of {} {slowest:.0} ms (aim: {MAX_TYPICAL_TIME} ms or less: {}).",
        mebibytes(usual.size),
        judged(memory <= MAX_TYPICAL_MEMORY),
        took.len(),
        judged(median <= MAX_TYPICAL_TIME)
    )?;
    let Some(pages) = &long.pages else {
        return writeln!(out, "\nThe page was not measured: there is no browser.");
    };
    writeln!(
        out,
        "\n| The page in Chromium, four times slower | By link ms | By link again ms | From the list ms | Its variables ms | Aim: \
         1,500 ms |\n| --- | ---: | ---: | ---: | ---: | --- |"
    )?;
    for page in pages {
        writeln!(
            out,
            "| for {} | {:.0} | {:.0} | {:.0} | {:.0} | {} |",
            page.reader,
            page.by_link,
            page.again,
            page.from_list,
            page.variables,
            judged(page.by_link <= MAX_PAGE_TIME)
        )?;
    }
    Ok(())
}
