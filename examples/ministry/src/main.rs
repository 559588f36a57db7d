//! The program of the ministry: Aditus, with mails to a queue and each approval posted to a register.

use std::process::ExitCode;
use std::sync::Arc;

use aditus_ministry::{Approvals, Queue};

/// The table `[extension]` of the configuration.
#[derive(serde::Deserialize)]
struct Keys {
    /// The address that mails are posted to, such as `http://queue.ministry.example/mails`.
    queue: String,
    /// The address that approvals are posted to, such as `http://register.ministry.example/approvals`.
    register: String,
}

fn main() -> ExitCode {
    aditus::run(|application| {
        let Keys { queue, register } = application.extension()?;
        Ok(application
            .with_mailer(format!("the queue at {queue}"), move |_| {
                Ok(Arc::new(Queue::at(&queue)))
            })
            .with_worker(format!("the register at {register}"), move |making| {
                Ok(Arc::new(Approvals::posted_to(&register, making.data_dir())))
            }))
    })
}
