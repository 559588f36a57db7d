//! One request with everything that belongs to it (2 §2, §7).

use aditus_domain::ids::RequestId;
use aditus_domain::review::{OverallStatus, wording};
use aditus_domain::roles::Role;
use thiserror::Error;

use super::views::RequestDetail;
use crate::access::Caller;
use crate::failure::{Failure, Kind};
use crate::ports::{Ports, StoreError};

/// Which request is wanted.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Its id.
    pub request: RequestId,
}

/// Why the request cannot be shown.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no such request, or the caller may not know of it.
    #[error("This Data Request does not exist.")]
    NotFound,
    /// The database refused.
    #[error("Error retrieving data request")]
    Store(#[from] StoreError),
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::NotFound => Kind::NotFound,
            Self::Store(error) => error.kind(),
        }
    }
}

/// How the caller stands to the request, and what the screen says of its state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// Whether the caller submitted it.
    pub is_own: bool,
    /// Whether the caller may recall it now (decisions C10).
    pub may_recall: bool,
    /// "Approved on the 3rd day", "Submitted 2 days ago" (2 §4).
    pub status_text: String,
}

/// The request, and how the caller stands to it.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<(RequestDetail, Standing), Error> {
    let request = ports
        .database
        .read()?
        .requests()
        .detail(&caller.scope(), query.request)?
        .ok_or(Error::NotFound)?;
    let is_own = request.requester.user_id == caller.user;
    let standing = Standing {
        is_own,
        may_recall: request.status == OverallStatus::Pending && (is_own || caller.holds(Role::SuperUser)),
        status_text: wording::status_text(
            request.status,
            request.submitted_on,
            request.last_responded_on,
            ports.clock.now(),
        ),
    };
    Ok((request, standing))
}
