//! Aditus as a library: the whole product, with replaceable adapters.
//!
//! [`run`] is the `main` of a program. It reads the command line and the configuration, lets the
//! program install its own adapters, and runs the command. Every command that opens the
//! installation works with these adapters: `serve`, `serve --demo`, `migrate`, `import-dictionary`,
//! `create-super-user`, `set-password`, `reset-second-factor`, `send-test-mail`, `backup`,
//! `restore`, `retention`, `check`, `check --deep`, `audit verify`, `audit export`, `audit keys`
//! and `keys`.
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
//! `Keys` is the program's own type for the table `[extension]` of the configuration. The ports and
//! their contracts are in [`aditus_application::ports`]; `docs/EXTENDING.md` lists them with their
//! contract tests, and `examples/ministry` is a complete program. Work beside the server, such as a
//! message to another system, is a [`Worker`].
//!
//! The program chooses its memory allocator: the binary `aditus` uses `mimalloc`, and this library
//! sets none.

mod adapters;
mod application;
mod checkpoint_file;
mod clean_failure;
mod command_line;
mod commands;
mod configuration;
mod console;
mod data_folder;
mod demo;
mod first_start;
mod listening;
mod logging;
mod push_backend;
mod setup;
mod terminal;
mod termination;
mod unwritable;
mod watching;
mod wiring;
mod workers;

pub use adapters::{AdapterContext, DatabaseContext, Files, Worker};
pub use aditus_files::Addresses;
pub use application::{Application, run};
pub use clean_failure::{BoxError, CleanFailure};
