//! The sections of a request that can be commented on (2 §7, `all-sections/`; decisions, "Comments have nine sections").

use std::convert::Infallible;

use aditus_domain::review::Section;

use crate::access::Caller;
use crate::ports::Ports;

/// All sections are asked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct Query;

/// The sections in the order of the page, for everyone who is signed in. It cannot fail.
pub fn execute(_ports: &Ports, _caller: &Caller, _query: Query) -> Result<Vec<Section>, Infallible> {
    Ok(Section::ALL.to_vec())
}
