//! Measures due dates of open requests: what they cost a reviewer's list, in turns with a server
//! whose stages have no targets; a run of the reminders; and computing all dates after a change of
//! the calendar. Another connection writes meanwhile and notes how long it waits.

mod fill;
mod text;
mod worker;
mod writer;

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use crate::alternating::Rates;
use crate::load::Until;
use crate::site::{Aims, Call, Site};
use crate::{Arguments, Outcome, console, mailbox, report};

/// Number of turns of the two lists. Each measurement takes half of the usual time.
const TURNS: usize = 60;

/// For this time, another connection writes beside a server whose worker has nothing to do.
const QUIET: Duration = Duration::from_secs(4);

struct Measures {
    /// Number of requests with a clock.
    open: i64,
    lists: Rates,
    /// The longest wait of another writer beside a worker that has nothing to do.
    quiet: Duration,
    reminders: Vec<worker::Run>,
    /// Number of stages that a run reminded of.
    reminded: i64,
    calendars: Vec<worker::Run>,
}

/// Measures one database and writes the report. A missed aim is not a fault.
pub(crate) fn run(arguments: &Arguments) -> Outcome<Vec<String>> {
    if arguments.folder.exists() {
        fs::remove_dir_all(&arguments.folder)?;
    }
    // The sizes differ by one, because they name the databases.
    let with = Site::prepare(arguments, arguments.size)?;
    let without = Site::prepare(arguments, arguments.size + 1)?;
    let mut link = with.connect()?;
    fill::add_comments(&mut without.connect()?)?;
    fill::add_comments(&mut link)?;
    fill::add_clocks(&mut link)?;
    console::progress("waiting until the server has computed all due dates");
    worker::until_computed(&mut link)?;
    mailbox::until_all_have_left(&mut link)?;
    for site in [&with, &without] {
        fill::analyze(&mut site.connect()?)?;
    }

    let lists = lists(arguments, &with, &without)?;
    without.server.stop()?;
    let everywhere = fill::some_requests(&mut link)?;
    let overdue = fill::overdue_requests(&mut link)?;
    console::progress("measuring: another writer beside an idle worker");
    let begun = Instant::now();
    let ((), writes) = writer::beside(&with, &everywhere, || {
        thread::sleep(QUIET);
        Ok(())
    })?;
    let quiet = writer::longest(&writes, begun, Instant::now());
    let (reminders, reminded) = worker::reminders(arguments, &with, &overdue)?;
    let calendars = worker::calendars(arguments, &with, &everywhere)?;
    let text = text::write(
        arguments,
        &Measures {
            open: fill::number_of_clocks(&mut link)?,
            lists,
            quiet,
            reminders,
            reminded,
            calendars,
        },
    );
    console::print(&text);
    report::append(&arguments.report, &text)?;
    with.server.stop()?;
    fs::remove_dir_all(&arguments.folder)?;
    Ok(Vec::new())
}

/// Measures the first page of the reviewer's Pending tab on both servers.
fn lists(arguments: &Arguments, with: &Site, without: &Site) -> Outcome<Rates> {
    console::progress("measuring: a list with due dates, and one without");
    let (list_with, list_without) = (list(with, true)?, list(without, false)?);
    let rate = |list: &Call, site: &Site| -> Outcome<f64> {
        let until = Until::Passed(arguments.time() / 2);
        Ok(list.over_http(site, arguments.connections, until)?.per_second())
    };
    Rates::measure(TURNS, || rate(&list_with, with), || rate(&list_without, without))
}

fn list(site: &Site, has_dates: bool) -> Outcome<Call> {
    let path = format!(
        "/api/v1/data_requests/?org_role_id={}&status=%5B%22Unattended%22%5D",
        site.org_role
    );
    check_list(site, &path, has_dates)?;
    let variants = [(path, Vec::new())];
    Ok(Call::signed_in("list, page of ten", Aims::None, variants))
}

/// Checks that the rows of the list have due dates, or that none has one.
fn check_list(site: &Site, path: &str, has_dates: bool) -> Outcome<()> {
    let answer = site.browser()?.get(path)?;
    answer.json()?;
    let body = String::from_utf8_lossy(&answer.body);
    let (with, without) = (
        body.matches("\"due\":{").count(),
        body.matches("\"due\":null").count(),
    );
    let expected = if has_dates { (10, 0) } else { (0, 10) };
    if (with, without) == expected {
        return Ok(());
    }
    Err(format!("{with} rows of {path} have a due date, and {without} have none").into())
}
