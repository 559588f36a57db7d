//! The statements that the server runs for the measured calls. In the product, adapters/storage
//! builds them with Diesel. On PostgreSQL, [`crate::drift`] checks that they are still the same.

use aditus_domain::requests::FoundByReference;

use crate::Outcome;
use crate::database::{Link, Statement, Value};

/// Rows per page of the dictionary.
const DICTIONARY_PAGE: i64 = 20;

impl Statement {
    fn new(name: &'static str, text: String, values: Vec<Value>) -> Self {
        Self { name, text, values }
    }

    /// Returns the text with numbered placeholders, as PostgreSQL needs it.
    pub(crate) fn numbered(&self) -> String {
        let mut parts = self.text.split('?');
        let mut text = parts.next().unwrap_or_default().to_owned();
        for (place, part) in (1..).zip(parts) {
            text.extend(["$", &i32::to_string(&place), part]);
        }
        text
    }
}

/// Authenticates the caller (adapters/storage/src/accounts/views.rs). Every call of a signed-in
/// person starts with it.
pub(crate) fn session(token_hash: Vec<u8>) -> Vec<Statement> {
    let session = "SELECT \"sessions\".\"id\", \"sessions\".\"user_id\", \"sessions\".\"selected_role_id\", \
         \"sessions\".\"created_on\", \"sessions\".\"last_used_on\", \"sessions\".\"password_given_on\", \
         \"sessions\".\"identity_id\", \"users\".\"state\", \"assigned_roles\".\"id\", \"assigned_roles\".\"status_id\", \"organisation_roles\".\"id\", \
         \"organisation_roles\".\"role_id\", \"organisation_roles\".\"active\", \"organisations\".\"id\", \
         \"organisations\".\"name\", \"organisations\".\"active\" FROM ((((\"sessions\" INNER JOIN \"users\" ON \
         (\"sessions\".\"user_id\" = \"users\".\"id\")) LEFT OUTER JOIN \"assigned_roles\" ON ((\"assigned_roles\".\"user_id\" = \
         \"users\".\"id\") AND (\"assigned_roles\".\"status_id\" = ?))) LEFT OUTER JOIN \"organisation_roles\" ON \
         ((\"organisation_roles\".\"id\" = \"assigned_roles\".\"org_role_id\") AND (\"organisation_roles\".\"active\" = ?))) LEFT \
         OUTER JOIN \"organisations\" ON ((\"organisations\".\"id\" = \"organisation_roles\".\"organisation_id\") AND \
         (\"organisations\".\"active\" = ?))) WHERE (\"sessions\".\"token_hash\" = ?) ORDER BY \
         \"organisation_roles\".\"role_id\", \"assigned_roles\".\"id\"";
    vec![Statement::new(
        "session",
        session.to_owned(),
        vec![
            Value::Number(2),
            Value::Truth(true),
            Value::Truth(true),
            Value::Bytes(token_hash),
        ],
    )]
}

/// The first page of a reviewer's Pending tab, with the total number of rows
/// (adapters/storage/src/requests/list.rs).
pub(crate) fn list(link: &Link, org_role: i64) -> Vec<Statement> {
    let total = "SELECT \"request_counts\".\"tab\", \"request_counts\".\"number\" FROM \"request_counts\" WHERE \
         (((\"request_counts\".\"scope\" = ?) AND (\"request_counts\".\"scope_id\" = ?)) AND \
         (\"request_counts\".\"tab\" = ?))";
    let of = vec![
        Value::Text("OrgRole".to_owned()),
        Value::Number(org_role),
        Value::Text("Pending".to_owned()),
    ];
    let selection =
        "FROM \"request_bindings\" WHERE \"org_role_id\" = ? AND \"own_state\" = ? AND \"status_tab\" = ?";
    vec![
        page(
            link,
            "page of a list",
            selection,
            WHOLE,
            pending(org_role),
            org_role,
        ),
        Statement::new("number of its rows", total.to_owned(), of),
    ]
}

/// The same list, filtered by a reference that finds one request. The page is not full, so no count
/// is needed.
pub(crate) fn searched_list(link: &Link, org_role: i64, word: &str) -> Vec<Statement> {
    let ranges = match FoundByReference::from_term(word) {
        FoundByReference::Ids(ranges) => ranges,
        _ => Vec::new(),
    };
    let mut found = vec![Value::Text(term(link, word))];
    found.extend(
        ranges
            .iter()
            .flat_map(|range| [Value::Number(*range.start()), Value::Number(*range.end())]),
    );
    let rows = "\"request_bindings\" WHERE COALESCE(\"org_role_id\", \"org_role_id\") = ? AND \
         COALESCE(\"own_state\", \"own_state\") = ? AND COALESCE(\"status_tab\", \"status_tab\") = ? AND \"request_id\"";
    let (selection, values) = if link.is_postgres() {
        let by_text = "SELECT \"data_requests_fts\".\"request_id\" FROM \"data_requests_fts\" WHERE ";
        let by_id = " UNION SELECT \"data_requests\".\"id\" FROM \"data_requests\" WHERE \"data_requests\".\"id\" BETWEEN ? AND ?"
            .repeat(ranges.len());
        let selection = format!(
            "FROM ({by_text}\"data_requests_fts\".\"search_text\" LIKE ?{by_id}) f (\"found\") CROSS JOIN LATERAL \
             (SELECT \"date_created\" AS \"key\", \"request_id\" FROM {rows} = f.\"found\" OFFSET 0) s"
        );
        found.extend(pending(org_role));
        (selection, found)
    } else {
        let by_id = " OR \"data_requests\".\"id\" BETWEEN ? AND ?".repeat(ranges.len());
        let selection = format!(
            "FROM {rows} IN (SELECT \"id\" FROM \"data_requests\" WHERE (\"data_requests\".\"id\" IN (SELECT rowid FROM \
             \"data_requests_fts\" WHERE \"data_requests_fts\" MATCH ?){by_id}))"
        );
        (selection, pending(org_role).into_iter().chain(found).collect())
    };
    vec![page(
        link,
        "page of a searched list",
        &selection,
        SEARCHED,
        values,
        org_role,
    )]
}

/// The first page of a table in the administration, with the total number of rows
/// (`variable_repository/list.rs` of the dictionary).
pub(crate) fn variables_of_table(table: i64) -> Vec<Statement> {
    let columns = variable_columns(&["data_source_id", "value_count", "row_version"]);
    let from = "FROM (\"variables\" INNER JOIN \"dictionary_tables\" ON (\"variables\".\"table_id\" = \"dictionary_tables\".\"id\")) \
         WHERE (\"variables\".\"table_id\" = ?)";
    vec![
        Statement::new(
            "page of a table",
            format!(
                "SELECT {columns}, \"dictionary_tables\".\"tbl_name\" {from} ORDER BY \"variables\".\"table_id\" ASC, \
                 \"variables\".\"id\" ASC LIMIT ? OFFSET ?"
            ),
            vec![Value::Number(table), Value::Number(10), Value::Number(0)],
        ),
        Statement::new(
            "number of its variables",
            "SELECT sum(\"dictionary_tables\".\"variables_count\") FROM \"dictionary_tables\" WHERE \
             (\"dictionary_tables\".\"id\" = ?) LIMIT ?"
                .to_owned(),
            vec![Value::Number(table), Value::Number(1)],
        ),
    ]
}

fn pending(org_role: i64) -> Vec<Value> {
    vec![
        Value::Number(org_role),
        Value::Text("Unattended".to_owned()),
        Value::Text("Pending".to_owned()),
    ]
}

/// The role of the displayed binding, in an unfiltered and in a searched list.
const WHOLE: &str = "b.\"org_role_id\"";
const SEARCHED: &str = "COALESCE(b.\"org_role_id\", b.\"org_role_id\")";

fn page(
    link: &Link,
    name: &'static str,
    selection: &str,
    role: &str,
    mut values: Vec<Value>,
    org_role: i64,
) -> Statement {
    let order = "ORDER BY \"key\", ";
    // The search of PostgreSQL joins rows that have the key already.
    let key = if link.is_postgres() && role == SEARCHED {
        "\"key\""
    } else {
        "\"date_created\""
    };
    let (begin, first) = if link.is_postgres() {
        (
            "SELECT * FROM (",
            format!("\"request_id\" LIMIT 100) l {order}\"id\""),
        )
    } else {
        ("", "\"request_id\"".to_owned())
    };
    values.extend([Value::Number(10), Value::Number(0), Value::Number(org_role)]);
    let text = format!(
        "SELECT r.\"id\", r.\"title\", r.\"status\", u.\"fname\", u.\"sname\", o.\"name\", r.\"purpose_labels\", \
         r.\"source_labels\", r.\"date_created\", r.\"needed_on\", r.\"ethics_approval_letter\", \
         r.\"last_responded_on\", r.\"waiting_for\", r.\"waiting_since\", r.\"has_feedback\", \
         u.\"tentative_organization\", b.\"own_state_id\", b.\"own_state\" FROM ({begin}SELECT {key} AS \"key\", \"request_id\" AS \"id\" {selection} {order}{first} \
         LIMIT ? OFFSET ?) p JOIN \"data_requests\" r ON r.\"id\" = p.\"id\" JOIN \
         \"users\" u ON u.\"id\" = r.\"owner_id\" JOIN \"organisations\" o ON o.\"id\" = r.\"organisation_id\" JOIN \
         \"request_bindings\" b ON b.\"request_id\" = p.\"id\" AND {role} = ? ORDER BY p.\"key\", p.\"id\""
    );
    Statement::new(name, text, values)
}

/// Returns a word in the search syntax of the database.
fn term(link: &Link, word: &str) -> String {
    if link.is_postgres() {
        format!("%{word}%")
    } else {
        format!("\"{word}\"")
    }
}

/// The counters of the badges (adapters/storage/src/requests/counters.rs).
pub(crate) fn counts(org_role: i64) -> Vec<Statement> {
    let counts = "SELECT \"request_counts\".\"tab\", \"request_counts\".\"number\" FROM \"request_counts\" WHERE \
         ((\"request_counts\".\"scope\" = ?) AND (\"request_counts\".\"scope_id\" = ?))";
    let of = vec![Value::Text("OrgRole".to_owned()), Value::Number(org_role)];
    vec![Statement::new("counts for badges", counts.to_owned(), of)]
}

/// A search in the dictionary (`ranking.rs`, `browse_variables.rs` and `variable_views.rs` of
/// adapters/storage). Runs the search first, because further statements look up the variables of
/// the page by their ids.
pub(crate) fn search(link: &mut Link, word: &str) -> Outcome<Vec<Statement>> {
    let (mut statements, ids) = found(link, word)?;
    if ids.is_empty() {
        return Err(format!("no variable is found by {word}").into());
    }
    let listed: Vec<String> = ids.iter().map(ToString::to_string).collect();
    let mut tables = link.numbers(&format!(
        "SELECT DISTINCT CAST(table_id AS TEXT) FROM variables WHERE id IN ({})",
        listed.join(", ")
    ))?;
    tables.sort_unstable();
    let columns = variable_columns(&["data_source_id", "published"]);
    let any = if link.is_postgres() { "= ANY(?)" } else { "IN (?)" };
    let detail = |table: &str, columns: &str| {
        let columns: Vec<String> = columns
            .split(' ')
            .map(|name| format!("\"{table}\".\"{name}\""))
            .collect();
        format!(
            "SELECT {} FROM \"{table}\" WHERE (\"{table}\".\"variable_id\" {any}) ORDER BY \"{table}\".\"id\"",
            columns.join(", ")
        )
    };
    let of_page = || vec![Value::Numbers(ids.clone())];
    statements.push(Statement::new(
        "variables of the page",
        format!("SELECT {columns} FROM \"variables\" WHERE (\"variables\".\"id\" {any})"),
        of_page(),
    ));
    statements.extend([
        Statement::new(
            "synonyms",
            detail("synonyms", "id variable_id synonym"),
            of_page(),
        ),
        Statement::new(
            "input values",
            detail("input_values", "id variable_id value"),
            of_page(),
        ),
        Statement::new(
            "dependencies",
            detail("dependencies", "variable_id tbl_key column_key"),
            of_page(),
        ),
        Statement::new(
            "what they depend on",
            format!(
                "SELECT \"dependencies\".\"variable_id\", \"variables\".\"id\", \"variables\".\"var_name\", \
                 \"dictionary_tables\".\"tbl_name\" FROM ((\"dependencies\" INNER JOIN \"variables\" ON \
                 (\"dependencies\".\"depend_on\" = \"variables\".\"id\")) INNER JOIN \"dictionary_tables\" ON \
                 (\"dictionary_tables\".\"id\" = \"variables\".\"table_id\")) WHERE ((\"dependencies\".\"variable_id\" \
                 {any}) AND (COALESCE(\"variables\".\"published\", \"variables\".\"published\") = ?)) ORDER BY \
                 \"dependencies\".\"id\""
            ),
            vec![Value::Numbers(ids.clone()), Value::Truth(true)],
        ),
        Statement::new(
            "changes",
            detail("timeline_of_changes", "variable_id id change_date comment"),
            of_page(),
        ),
        Statement::new(
            "metadata",
            detail("variable_metadata", "variable_id id key val_type value"),
            of_page(),
        ),
        Statement::new(
            "names of tables",
            format!(
                "SELECT \"dictionary_tables\".\"id\", \"dictionary_tables\".\"tbl_name\", \"data_sources\".\"source\" \
                 FROM (\"dictionary_tables\" INNER JOIN \"data_sources\" ON (\"dictionary_tables\".\"data_source_id\" = \
                 \"data_sources\".\"id\")) WHERE (\"dictionary_tables\".\"id\" {any})"
            ),
            vec![Value::Numbers(tables)],
        ),
    ]);
    Ok(statements)
}

/// Maximum number of ranked variables (`MOST_COUNTED` of the application).
const MAX_RANKED: i64 = 1_000;
/// Maximum number of variables whose name begins with the word.
const MAX_NAMED: i64 = 100;
/// Number of ids per block as a power of two, the number of blocks that are searched first, and the
/// maximum number of blocks listed in one statement (`ranking.rs`).
const PLACE: u32 = 11;
const FIRST_PLACES: i64 = 4;
const MAX_PLACES: i64 = 1_024;

/// Returns the statements of a search, and the ids on its first page. On PostgreSQL, blocks of ids
/// are searched until there are enough hits.
fn found(link: &mut Link, word: &str) -> Outcome<(Vec<Statement>, Vec<i64>)> {
    let first = link.number("SELECT CAST(MIN(id) AS TEXT) FROM variables")?;
    let last = link.number("SELECT CAST(MAX(id) AS TEXT) FROM variables")?;
    let mut statements = Vec::new();
    let hits = if link.is_postgres() {
        let ends =
            "SELECT min(\"variables\".\"id\"), max(\"variables\".\"id\") FROM \"variables\"".to_owned();
        statements.push(Statement::new("ends of the ids", ends, Vec::new()));
        let (mut from, mut places, mut hits) = (first, FIRST_PLACES, 0);
        loop {
            let left = (last >> PLACE) - (from >> PLACE) + 1;
            if places >= left / 2 {
                places = left;
            }
            let named = (places < left && places <= MAX_PLACES).then_some(places);
            let limit = MAX_RANKED + 1 - hits;
            let statement = within(link, word, (from, last), named, limit);
            let more = i64::try_from(link.fetch(&statement)?)?;
            statements.push(statement);
            hits += more;
            if hits > MAX_RANKED || named.is_none() {
                break hits;
            }
            from = ((from >> PLACE) + places) << PLACE;
            places = match more {
                0 => left,
                _ => (places * (limit - more) / more).max(places) * 5 / 4 + 1,
            };
        }
    } else {
        for end in ["min", "max"] {
            let end = format!("SELECT {end}(\"variables\".\"id\") FROM \"variables\"");
            statements.push(Statement::new("an end of the ids", end, Vec::new()));
        }
        let statement = within(link, word, (first, last), None, MAX_RANKED + 1);
        let hits = link.fetch(&statement)?;
        statements.push(statement);
        i64::try_from(hits)?
    };
    if hits > MAX_RANKED {
        let names = format!(
            "{} FROM (SELECT \"id\", \"name_sort_key\", \"search_name\", \"search_text\", \"data_source_id\", \"table_id\", \
             \"table_sort_key\" FROM \"variables\" WHERE \"published\" = ? AND \"name_sort_key\" BETWEEN ? AND ? ORDER BY \
             \"name_sort_key\", \"id\" LIMIT ?) \"variables\" WHERE 1 = 1",
            ranked()
        );
        let mut values = ranks_of(word);
        values.extend([
            Value::Truth(true),
            Value::Text(word.to_owned()),
            Value::Text(format!("{word}\u{10ffff}")),
            Value::Number(MAX_NAMED),
        ]);
        statements.push(Statement::new("names that begin so", names, values));
    }
    // The choice of variables on the page hardly affects the cost.
    let term = term(link, word);
    let ids = link.numbers(&if link.is_postgres() {
        format!(
            "SELECT CAST(id AS TEXT) FROM (SELECT id FROM variables WHERE search_text LIKE '{term}' LIMIT {DICTIONARY_PAGE}) v"
        )
    } else {
        format!(
            "SELECT CAST(rowid AS TEXT) FROM variables_fts WHERE variables_fts MATCH '{term}' LIMIT {DICTIONARY_PAGE}"
        )
    })?;
    Ok((statements, ids))
}

/// Searches for a word between two ids, or in the given number of blocks from the first id on.
fn within(link: &Link, word: &str, (first, last): (i64, i64), places: Option<i64>, limit: i64) -> Statement {
    let mut values = ranks_of(word);
    values.push(Value::Text(term(link, word)));
    let published = "COALESCE(\"variables\".\"published\", \"variables\".\"published\") = ?";
    let text = if link.is_postgres() {
        let mut condition = "(\"variables\".\"search_text\" LIKE ? ESCAPE '\\')".to_owned();
        if let Some(places) = places {
            condition.push_str(
                " AND ARRAY[\"variables\".\"id\" >> 11] && CAST(string_to_array(?, ',') AS BIGINT[])",
            );
            let begin = first >> PLACE;
            let named: Vec<String> = (begin..begin + places).map(|place| place.to_string()).collect();
            values.push(Value::Text(named.join(",")));
        }
        let id = "COALESCE(\"variables\".\"id\", \"variables\".\"id\")";
        format!(
            "{} FROM \"variables\" WHERE {condition} AND {published} AND {id} >= ? AND {id} <= ? ORDER BY {id} LIMIT ? OFFSET ?",
            ranked()
        )
    } else {
        let id = "\"variables_fts\".\"rowid\"";
        format!(
            "{} FROM \"variables_fts\" CROSS JOIN \"variables\" ON \"variables\".\"id\" = {id} WHERE \"variables_fts\" MATCH ? \
             AND {published} AND {id} >= ? AND {id} <= ? ORDER BY {id} LIMIT ? OFFSET ?",
            ranked()
        )
    };
    values.extend([
        Value::Truth(true),
        Value::Number(first),
        Value::Number(last),
        Value::Number(limit),
        Value::Number(0),
    ]);
    Statement::new("variables found", text, values)
}

/// Returns the columns that rank the hits.
fn ranked() -> &'static str {
    "SELECT CASE WHEN \"variables\".\"name_sort_key\" = ? THEN 0 ELSE 1 + \
     CASE WHEN \"variables\".\"search_name\" LIKE ? ESCAPE '\\' THEN 0 \
     WHEN \"variables\".\"search_name\" LIKE ? ESCAPE '\\' THEN 1 \
     WHEN \"variables\".\"search_text\" LIKE ? ESCAPE '\\' THEN 2 ELSE 3 END END, \"variables\".\"name_sort_key\", \
     \"variables\".\"id\""
}

fn ranks_of(word: &str) -> Vec<Value> {
    let whole = format!("%  {word}  %");
    [word, &whole, &format!("%{word}%"), &whole]
        .map(|text| Value::Text(text.to_owned()))
        .to_vec()
}

/// Returns the columns of a listed variable, preceded by `more`.
fn variable_columns(more: &[&str]) -> String {
    let columns = more.iter().chain(&VARIABLE_COLUMNS);
    let columns: Vec<_> = columns
        .map(|column| format!("\"variables\".\"{column}\""))
        .collect();
    columns.join(", ")
}

const VARIABLE_COLUMNS: [&str; 17] = [
    "id",
    "table_id",
    "ids_column_name",
    "var_name",
    "data_type",
    "meaning",
    "date_introduced",
    "range",
    "old_var_name",
    "reference",
    "derived",
    "usage",
    "is_primary",
    "is_foreign",
    "is_identifiable",
    "is_analytical",
    "enumerated",
];
