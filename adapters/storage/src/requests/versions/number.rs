//! Conversion of stored version numbers.

use aditus_domain::requests::VersionNumber;

use crate::error::{DbResult, unreadable};

pub(crate) fn number(number: i32) -> DbResult<VersionNumber> {
    u32::try_from(number)
        .map(VersionNumber)
        .map_err(unreadable("number of a version"))
}
