//! The main benchmark. Things that are compared are measured in turns, so that other activity of
//! the machine affects all of them alike.

use std::fs;

use crate::load::{Measured, Until};
use crate::report::{Report, Row, Side};
use crate::site::Site;
use crate::{
    Arguments, Outcome, console, decisions, drift, fill, long_request, mailbox, plans, report, sign_ins,
    sockets, versions,
};

/// Measures one database and writes the report. Returns the faults of the query plans.
pub(crate) fn run(arguments: &Arguments) -> Outcome<Vec<String>> {
    if arguments.folder.exists() {
        fs::remove_dir_all(&arguments.folder)?;
    }
    let small = Site::prepare(arguments, arguments.small)?;
    let mut large = Site::prepare(arguments, arguments.size)?;
    let rows = calls(arguments, &small, &large)?;
    let decided = decisions::measure(arguments, &large)?;
    let memory_after = large.server.resident_memory()?;

    let mut link = large.connect()?;
    let calls = large.calls()?;
    fill::people::add(&mut link, usize::from(arguments.people))?;
    mailbox::until_all_have_left(&mut link)?;
    let list = calls.first().ok_or("there is no list")?;
    let sign_ins = sign_ins::measure(arguments, &large, list)?;
    let memory_after_storm = large.server.resident_memory()?;
    let crowds = sockets::measure(arguments, &mut large)?;
    let long = long_request::measure(arguments, &mut large)?;
    let versions = versions::measure(arguments, &large)?;

    let mut plans = Vec::new();
    for statement in calls.iter().filter_map(|call| call.statements.first()).flatten() {
        plans.push(plans::explain(&mut link, statement)?);
    }
    let faults: Vec<String> = plans.iter().flat_map(|plan| plan.faults.clone()).collect();
    let text = report::text(&Report {
        arguments,
        rows: &rows,
        decided: &decided,
        sign_ins: &sign_ins,
        crowds: &crowds,
        long: &long,
        versions: &versions,
        ready_after: large.ready_after,
        idle_memory: large.idle_memory,
        memory_after,
        memory_after_storm,
        plans: &plans,
    });
    console::print(&text);
    report::append(&arguments.report, &text)?;
    small.server.stop()?;
    large.server.stop()?;
    fs::remove_dir_all(&arguments.folder)?;
    Ok(faults)
}

fn calls(arguments: &Arguments, small: &Site, large: &Site) -> Outcome<Vec<Row>> {
    let (of_small, of_large) = (small.calls()?, large.calls()?);
    let mut rows = Vec::new();
    for (of_small, of_large) in of_small.iter().zip(&of_large) {
        console::progress(&format!("measuring: {}", of_large.name));
        drift::check(large, of_large)?;
        let mut row = Row {
            name: of_large.name,
            aims: of_large.aims,
            small: Side::default(),
            large: Side::default(),
        };
        for _ in 0..arguments.rounds {
            for (site, call, side) in [
                (small, of_small, &mut row.small),
                (large, of_large, &mut row.large),
            ] {
                let (connections, until) = (arguments.connections, Until::Passed(arguments.time()));
                let add = |to: &mut Measured, from: Outcome<Measured>| from.map(|from| to.add(from));
                let before = site.server.processor_time()?;
                add(&mut side.served, call.over_http(site, connections, until))?;
                side.processor += site.server.processor_time()?.saturating_sub(before);
                add(&mut side.alone, call.directly(site, false, connections, until))?;
                add(
                    &mut side.with_session,
                    call.directly(site, true, connections, until),
                )?;
            }
        }
        rows.push(row);
    }
    Ok(rows)
}
