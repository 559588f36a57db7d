//! The program of the ministry: Aditus, whose mails go to a queue, and whose database keeps a journal.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use aditus_ministry::{Journal, Journalled, Queue};

/// What stands in `[extension]` of the configuration.
#[derive(serde::Deserialize)]
struct Keys {
    /// Where mails are posted to, such as `http://queue.ministry.example/mails`.
    queue: String,
    /// The file in which each commit gets a line.
    journal: PathBuf,
}

fn main() -> ExitCode {
    aditus::run(|application| {
        let Keys { queue, journal } = application.extension()?;
        Ok(application
            .with_mailer(format!("the queue at {queue}"), move |_| {
                Ok(Arc::new(Queue::at(&queue)))
            })
            .with_database("the database with a journal", move |opening| {
                let journal = Journal::open(&journal, opening.clock())?;
                Ok(Arc::new(Journalled::around(opening.usual()?, journal)))
            }))
    })
}
