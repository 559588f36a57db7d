//! The program of the ministry: Aditus, with a mailer that posts to a queue and a worker that posts
//! approvals to a register.

use std::process::ExitCode;
use std::sync::Arc;

use aditus_ministry::{Approvals, Queue};

/// The table `[extension]` of the configuration.
#[derive(serde::Deserialize)]
struct Keys {
    /// Address to which mails are posted, such as `http://queue.ministry.example/mails`.
    queue: String,
    /// Address to which approvals are posted, such as `http://register.ministry.example/approvals`.
    register: String,
}

fn main() -> ExitCode {
    aditus::run(|application| {
        let Keys { queue, register } = application.extension()?;
        Ok(application
            .with_mailer(format!("the queue at {queue}"), move |_| {
                Ok(Arc::new(Queue::at(&queue)))
            })
            .with_worker(format!("the register at {register}"), move |context| {
                Ok(Arc::new(Approvals::posted_to(&register, context.data_dir())))
            }))
    })
}
