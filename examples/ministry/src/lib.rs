//! The adapters of the ministry. The tests in `tests/` run the contracts of their ports.

mod approvals;
mod memory_files;
mod queue;

pub use approvals::Approvals;
pub use memory_files::MemoryFiles;
pub use queue::Queue;
