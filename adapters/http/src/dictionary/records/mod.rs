//! The records of the dictionary that a Super User keeps (3 §2.8 to §2.12, §7).

mod custodians;
mod sources;
mod table_topics;
mod table_types;
mod tables;
mod topics;
mod variables;
mod version_variables;
mod versions;

use crate::routes::Routes;
pub(super) use versions::VersionRecordBody;

/// The rows of a page of sources and what belongs to them (3 §9).
const PAGE_SIZE: u32 = 10;

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes
        .configure(sources::configure)
        .configure(tables::configure)
        .configure(table_types::configure)
        .configure(variables::configure)
        .configure(custodians::configure)
        .configure(versions::configure)
        .configure(version_variables::configure)
        .configure(topics::configure)
        .configure(table_topics::configure);
}
