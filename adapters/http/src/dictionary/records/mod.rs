//! The records of the dictionary that Super Users maintain (3 §2.8 to §2.12, §7).

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

/// Default page size of sources and their records (3 §9).
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
