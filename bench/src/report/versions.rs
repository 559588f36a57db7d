//! The section about versions of a data source.

use std::fmt::{Result, Write as _};

use super::long_request::lines;
use crate::versions::Versions;

pub(super) fn write(out: &mut String, versions: &Versions) -> Result {
    writeln!(
        out,
        "\nVersions of a data source with {} variables, {} of which were changed between two:",
        versions.variables, versions.changed
    )?;
    lines(out, &versions.lines)
}
