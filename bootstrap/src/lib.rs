//! Aditus as a library: the whole product, with adapters of one's own where one has some.
//!
//! [`run`] is the `main` of a program. It reads the command line and the configuration, lets the program say what it brings along, and
//! carries the command out. Every command that opens the installation works with what was replaced: `serve`, `serve --demo`, `migrate`,
//! `import-dictionary`, `create-super-user`, `set-password`, `backup`, `restore`, `retention`, `check`, `check --deep`, `audit verify`,
//! `audit export`, `audit keys` and `keys`.
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     aditus::run(|application| {
//!         let address: String = application.extension::<Keys>()?.queue;
//!         Ok(application.with_mailer(format!("the queue {address}"), move |_| Ok(queue(&address))))
//!     })
//! }
//! # #[derive(serde::Deserialize)]
//! # struct Keys { queue: String }
//! # fn queue(_: &str) -> std::sync::Arc<dyn aditus_application::ports::Mailer> { unreachable!() }
//! ```
//!
//! What is `Keys` here is a type of the program's own: what it needs of the table `[extension]` of the configuration. The ports and what
//! adapters of them must do are in [`aditus_application::ports`]; `docs/EXTENDING.md` lists them with their contract tests, and
//! `examples/ministry` is a whole program. Work beside the server, such as a message to another system, is a [`Worker`].
//!
//! The allocator of memory is the program's choice: the binary `aditus` takes `mimalloc`, and this library sets none.

mod adapters;
mod application;
mod clean_failure;
mod command_line;
mod commands;
mod configuration;
mod console;
mod data_folder;
mod demo;
mod first_start;
mod interrupted;
mod listening;
mod log_file;
mod logging;
mod push_gate;
mod setup;
mod terminal;
mod unwritable;
mod watching;
mod wiring;
mod workers;

pub use adapters::{Files, Making, Opening, Worker};
pub use aditus_files::Addresses;
pub use application::{Application, run};
pub use clean_failure::{BoxError, CleanFailure};
