//! The section about sign-ins and websockets.

use std::fmt::{Result, Write as _};
use std::time::Duration;

use super::judged;
use crate::sign_ins::SignIns;
use crate::sockets::Crowd;

const MIN_SHARE: f64 = 0.9;
const MAX_SLOWDOWN: f64 = 2.0;
const MAX_PUSH_TIME: Duration = Duration::from_secs(1);

pub(super) fn write(out: &mut String, sign_ins: &SignIns, crowds: &[Crowd]) -> Result {
    write_sign_ins(out, sign_ins)?;
    writeln!(
        out,
        "\n| Websockets | KiB for each | Decision ms | Half of the pushes ms | Last push ms | Aim: under 1 s |\n\
         | --- | ---: | ---: | ---: | ---: | --- |"
    )?;
    for crowd in crowds {
        let Some(times) = crowd.slowest() else { continue };
        writeln!(
            out,
            "| {}: {} people, {} tabs each | {:.1} | {} | {} | {} | {} |",
            crowd.sockets(),
            crowd.people,
            crowd.tabs,
            crowd.memory_of_one(),
            times.deciding.as_millis(),
            times.half.as_millis(),
            times.last.as_millis(),
            judged(times.last < MAX_PUSH_TIME)
        )?;
    }
    Ok(())
}

fn write_sign_ins(out: &mut String, sign_ins: &SignIns) -> Result {
    let (share, slowdown) = (sign_ins.share(), sign_ins.slowdown());
    writeln!(
        out,
        "\nSign-ins with {}, argon2 alone on {} threads:\n\n| | Calls/s | p50 ms | p99 ms | | Aim |\n\
         | --- | ---: | ---: | ---: | ---: | --- |",
        sign_ins.parameters, sign_ins.threads
    )?;
    let verdicts = [
        ("Argon2 alone", &sign_ins.alone, String::new(), String::new()),
        (
            "Sign-ins",
            &sign_ins.served,
            format!("{share:.2} of argon2"),
            format!("0.9 or more: {}", judged(share >= MIN_SHARE)),
        ),
        (
            "List, page of ten, quiet",
            &sign_ins.quiet,
            String::new(),
            String::new(),
        ),
        (
            "List, page of ten, in a storm of sign-ins",
            &sign_ins.stormy,
            format!("p99 {slowdown:.2} times the quiet one"),
            format!("2 or less: {}", judged(slowdown <= MAX_SLOWDOWN)),
        ),
        (
            "Sign-ins of that storm",
            &sign_ins.storm,
            String::new(),
            String::new(),
        ),
    ];
    for (name, measured, figure, verdict) in verdicts {
        writeln!(
            out,
            "| {name} | {:.0} | {:.1} | {:.1} | {figure} | {verdict} |",
            measured.per_second(),
            measured.percentile(50),
            measured.percentile(99),
        )?;
    }
    Ok(())
}
