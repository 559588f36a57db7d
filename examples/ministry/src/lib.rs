//! The adapters of the ministry, which `tests/` holds to the contracts of their ports.

mod approvals;
mod memory_files;
mod queue;

pub use approvals::Approvals;
pub use memory_files::MemoryFiles;
pub use queue::Queue;
