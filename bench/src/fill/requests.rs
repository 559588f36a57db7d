//! Requests in all states and stages, copied in equal parts from those of the demonstration.

use aditus_domain::dictionary::search::fold;
use aditus_domain::text::sort_key;

use super::{Depth, advance_id_sequences, copy, highest, indexed, insert, quoted};
use crate::Outcome;
use crate::database::Link;

/// Number of stages of the default procedure (decisions C2).
const STATES: i64 = 9;

/// A request of the demonstration that is copied.
struct Model {
    id: i64,
    title: String,
    search_text: String,
}

pub(super) fn add(link: &mut Link, size: u32, depth: Depth) -> Outcome<()> {
    let models = models(link, depth)?;
    let first = highest(link, "data_requests")? + 1;
    let first_dataset = highest(link, "requested_datasets")? + 1;
    let first_state = highest(link, "request_states")? + 1;
    link.run(
        "CREATE TEMPORARY TABLE bench_requests \
         (number BIGINT, model BIGINT, id BIGINT, dataset BIGINT, state BIGINT, title TEXT, search_text TEXT, \
         title_sort_key TEXT)",
    )?;
    let rows: Vec<String> = (0..i64::from(size))
        .zip(models.iter().cycle())
        .map(|(number, model)| {
            let id = number + first;
            let title = format!("{}, part {number}", model.title);
            format!(
                "({number}, {}, {id}, {}, {}, {}, {}, {})",
                model.id,
                number + first_dataset,
                number * STATES + first_state,
                quoted(&title),
                quoted(&search_text(model, &title)),
                quoted(&sort_key(&title)),
            )
        })
        .collect();
    insert(link, "bench_requests", &rows)?;
    copy_listed(link, size)?;
    if depth != Depth::Listed {
        copy_stages(link)?;
    }
    advance_id_sequences(link, &["data_requests", "requested_datasets", "request_states"])
}

fn models(link: &mut Link, depth: Depth) -> Outcome<Vec<Model>> {
    let condition = match depth {
        Depth::Whole | Depth::Listed => "",
        Depth::Open => " AND status_tab = 'Pending'",
    };
    let rows = link.texts(&format!(
        "SELECT CAST(id AS TEXT), title, search_text FROM data_requests r \
         WHERE (SELECT COUNT(*) FROM request_states s WHERE s.request_id = r.id) = {STATES}{condition} ORDER BY id"
    ))?;
    let model = |row: Vec<String>| match <[String; 3]>::try_from(row) {
        Ok([id, title, search_text]) => Ok(Model {
            id: id.parse()?,
            title,
            search_text,
        }),
        Err(_) => Err("a request without a title".into()),
    };
    let models: Vec<Model> = rows.into_iter().map(model).collect::<Outcome<_>>()?;
    if models.is_empty() {
        Err("there is no request to copy".into())
    } else {
        Ok(models)
    }
}

/// Returns the search text of the model with the title of the copy.
fn search_text(model: &Model, title: &str) -> String {
    let old_title = indexed(&fold(&model.title));
    let line = |line: &str| {
        if line == old_title {
            indexed(&fold(title))
        } else {
            line.to_owned()
        }
    };
    model.search_text.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn of_model(table: &str) -> String {
    format!("bench_requests n JOIN {table} s ON s.request_id = n.model")
}

/// Copies the rows that lists read, the answers, which each request has, and the approval letters.
/// Without letters, the server would create them at its next start.
fn copy_listed(link: &mut Link, size: u32) -> Outcome<()> {
    // Requests are ten minutes apart, and all are older than the demonstration.
    let at = if link.is_postgres() {
        format!("(SELECT MIN(date_created) FROM data_requests) - ({size} - n.number) * INTERVAL '10 minutes'")
    } else {
        format!(
            "strftime('%Y-%m-%dT%H:%M:%S.000000Z', (SELECT MIN(date_created) FROM data_requests), \
             '-' || (({size} - n.number) * 10) || ' minutes')"
        )
    };
    link.run(&format!(
        "CREATE TEMPORARY TABLE bench_dates AS SELECT n.id, {at} AS at FROM bench_requests n"
    ))?;
    copy(
        link,
        "data_requests",
        &[
            ("id", "n.id"),
            ("title", "n.title"),
            ("search_text", "n.search_text"),
            ("title_sort_key", "n.title_sort_key"),
            ("date_created", "d.at"),
            ("submitted_on", "d.at"),
        ],
        "bench_requests n JOIN bench_dates d ON d.id = n.id JOIN data_requests s ON s.id = n.model ORDER BY n.id",
    )?;
    // `session_replication_role = replica` also disables the trigger that fills the full-text
    // index.
    if link.is_postgres() {
        link.run("INSERT INTO data_requests_fts SELECT id, search_text FROM bench_requests ORDER BY id")?;
    }
    copy(
        link,
        "request_answers",
        &[("request_id", "n.id")],
        &of_model("request_answers"),
    )?;
    copy(
        link,
        "request_bindings",
        &[
            ("request_id", "n.id"),
            ("own_state_id", "n.state + a.number"),
            ("date_created", "d.at"),
        ],
        &format!(
            "{} JOIN bench_dates d ON d.id = n.id JOIN request_states a ON a.id = s.own_state_id",
            of_model("request_bindings")
        ),
    )?;
    // Use the request id as the letter number. It is higher than any number given so far.
    copy(
        link,
        "approval_letters",
        &[("request_id", "n.id"), ("number", "n.id")],
        &of_model("approval_letters"),
    )?;
    link.run(
        "UPDATE approval_letter_numbers SET last = (SELECT COALESCE(MAX(number), 0) FROM approval_letters)",
    )
}

fn copy_stages(link: &mut Link) -> Outcome<()> {
    copy(
        link,
        "request_states",
        &[("id", "n.state + s.number"), ("request_id", "n.id")],
        &format!("{} ORDER BY n.id, s.number", of_model("request_states")),
    )?;
    copy(
        link,
        "request_edges",
        &[
            ("request_id", "n.id"),
            ("current_state", "n.state + a.number"),
            ("next_state", "n.state + b.number"),
        ],
        &format!(
            "{} JOIN request_states a ON a.id = s.current_state JOIN request_states b ON b.id = s.next_state",
            of_model("request_edges")
        ),
    )?;
    copy(
        link,
        "request_history",
        &[
            ("id", ""),
            ("request_id", "n.id"),
            ("state_id", "n.state + a.number"),
        ],
        &format!(
            "{} JOIN request_states a ON a.id = s.state_id ORDER BY s.id, n.id",
            of_model("request_history")
        ),
    )?;
    for table in ["request_versions", "request_version_values"] {
        copy(link, table, &[("request_id", "n.id")], &of_model(table))?;
    }
    copy_content(link)
}

/// Copies the content that requesters fill in. One variable per dataset is enough, because lists
/// and decisions do not read them.
fn copy_content(link: &mut Link) -> Outcome<()> {
    copy(
        link,
        "requested_datasets",
        &[("id", "n.dataset"), ("request_id", "n.id")],
        &of_model("requested_datasets"),
    )?;
    copy(
        link,
        "dataset_variables",
        &[("id", ""), ("dataset_id", "n.dataset")],
        "bench_requests n JOIN requested_datasets m ON m.request_id = n.model JOIN dataset_variables s \
         ON s.dataset_id = m.id \
         AND s.variable_id = (SELECT MIN(variable_id) FROM dataset_variables WHERE dataset_id = m.id)",
    )?;
    for table in ["request_purposes", "data_request_feedback"] {
        copy(link, table, &[("request_id", "n.id")], &of_model(table))?;
    }
    for table in ["data_handling_devices", "staff_shared"] {
        copy(
            link,
            table,
            &[("id", ""), ("request_id", "n.id")],
            &of_model(table),
        )?;
    }
    Ok(())
}
