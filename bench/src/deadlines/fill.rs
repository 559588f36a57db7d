//! Adds comments, targets and terms to open requests by SQL, and a calendar by which reminders are
//! sent now. The server then computes the dates.

use aditus_application::ports::Clock as _;
use aditus_domain::review::Section;
use aditus_system::SystemClock;
use chrono::Timelike as _;

use crate::Outcome;
use crate::database::Link;
use crate::fill::quoted;

/// Number of requests with an overdue stage. All others are on time.
const OVERDUE: i64 = 200;
/// The target of each stage in working days. With the calendar here, each day is one.
const TARGET: i64 = 120;
/// The age in days of the oldest clock that is on time, and of those that are overdue. A stage is due
/// soon in the last fifth of its target.
const OLDEST: i64 = 90;
const OVERDUE_FOR: i64 = 150;
/// The length of each term in months.
const TERM: i64 = 12;
/// One request in this many has a term, a comment that paused its clocks, and one that does so now.
const WITH_TERM: i64 = 2;
const WITH_PAST_PAUSE: i64 = 10;
const PAUSED: i64 = 50;

const PENDING: &str = "SELECT id FROM data_requests WHERE status_tab = 'Pending'";

/// Returns the time that was this long ago, as an expression of SQL.
fn ago(link: &Link, amount: &str, unit: &str) -> String {
    if link.is_postgres() {
        format!("now() - ({amount}) * INTERVAL '1 {unit}'")
    } else {
        format!("strftime('%Y-%m-%dT%H:%M:%S.000000Z', 'now', '-' || ({amount}) || ' {unit}s')")
    }
}

/// Adds comments that require action: resolved ones, and some that were written an hour ago, for
/// which no reminder is due.
pub(super) fn add_comments(link: &mut Link) -> Outcome<()> {
    let (two_days, one_day) = (ago(link, "2", "day"), ago(link, "1", "day"));
    let past = format!("{two_days}, {one_day}, a.user_id");
    add_to_one_in(
        link,
        WITH_PAST_PAUSE,
        "created_on, resolved_on, resolved_by",
        &past,
    )?;
    let hour = ago(link, "1", "hour");
    add_to_one_in(link, PAUSED, "created_on", &hour)
}

fn add_to_one_in(link: &mut Link, many: i64, columns: &str, values: &str) -> Outcome<()> {
    link.run(&format!(
        "INSERT INTO state_comments (request_id, state_id, author_id, author_role_id, section, comment, \
             action_required, {columns}) \
         SELECT s.request_id, s.id, a.user_id, a.id, {}, 'Which devices?', TRUE, {values} \
         FROM request_states s CROSS JOIN (SELECT id, user_id FROM assigned_roles ORDER BY id LIMIT 1) a \
         WHERE s.state = 'Unattended' AND s.request_id % {many} = 0 AND s.request_id IN ({PENDING})",
        quoted(Section::Devices.name())
    ))
}

/// Gives each open stage a target, and half of the requests a term. Their clocks have run for longer
/// the older the request is.
pub(super) fn add_clocks(link: &mut Link) -> Outcome<()> {
    let newest =
        link.number("SELECT CAST(MAX(id) AS TEXT) FROM data_requests WHERE status_tab = 'Pending'")?;
    let oldest =
        link.number("SELECT CAST(MIN(id) AS TEXT) FROM data_requests WHERE status_tab = 'Pending'")?;
    let last_overdue = overdue_requests(link)?.pop().unwrap_or_default();
    let span = (newest - oldest).max(1);
    let age = |id: &str| {
        format!(
            "CASE WHEN {id} <= {last_overdue} THEN {OVERDUE_FOR} ELSE ({newest} - {id}) * {OLDEST} / {span} END"
        )
    };
    let of_stage = ago(link, &age("request_id"), "day");
    let of_term = ago(link, &age("r.id"), "day");
    link.run(&format!(
        "BEGIN;
         UPDATE calendars SET working_days = '1,2,3,4,5,6,7', time_zone = {}, row_version = row_version + 1;
         UPDATE request_states SET target = {TARGET}, calendar_version = 0, unattended_since = {of_stage} \
             WHERE state = 'Unattended' AND request_id IN ({PENDING});
         INSERT INTO request_terms (request_id, round, term_unit, term_count, started_on, is_running, \
             calendar_version) \
             SELECT r.id, r.round, 'months', {TERM}, {of_term}, TRUE, 0 FROM data_requests r \
             WHERE r.status_tab = 'Pending' AND r.id % {WITH_TERM} = 0;
         COMMIT",
        quoted(&zone_at_noon())
    ))
}

/// Returns a time zone in which it is noon, because reminders are sent by day only.
fn zone_at_noon() -> String {
    let hour = SystemClock.now().hour();
    // The signs of these zones are those of POSIX: west is positive.
    if hour < 12 {
        format!("Etc/GMT-{}", 12 - hour)
    } else {
        format!("Etc/GMT+{}", hour - 12)
    }
}

/// Removes dead rows, and lets PostgreSQL know the new ones.
pub(super) fn analyze(link: &mut Link) -> Outcome<()> {
    link.run(if link.is_postgres() {
        "VACUUM (ANALYZE)"
    } else {
        "PRAGMA wal_checkpoint(TRUNCATE)"
    })
}

/// Returns the requests with an overdue stage, which are the oldest ones.
pub(super) fn overdue_requests(link: &mut Link) -> Outcome<Vec<i64>> {
    link.numbers(&format!(
        "SELECT CAST(r.id AS TEXT) FROM data_requests r WHERE r.status_tab = 'Pending' ORDER BY r.id LIMIT {OVERDUE}"
    ))
}

/// Returns open requests of all ages.
pub(super) fn some_requests(link: &mut Link) -> Outcome<Vec<i64>> {
    link.numbers(
        "SELECT CAST(r.id AS TEXT) FROM data_requests r WHERE r.status_tab = 'Pending' AND r.id % 97 = 0 ORDER BY r.id",
    )
}

/// Returns the number of requests with a clock.
pub(super) fn number_of_clocks(link: &mut Link) -> Outcome<i64> {
    link.number(
        "SELECT CAST(COUNT(DISTINCT request_id) AS TEXT) FROM request_states \
         WHERE state = 'Unattended' AND target IS NOT NULL",
    )
}
