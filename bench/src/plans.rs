//! Checks the query plans of the statements. A full scan of a large table is a fault.

use aditus_domain::hex;

use crate::Outcome;
use crate::database::{Link, Statement, Value};

/// The tables that grow, each with its alias in the statements.
const LARGE: [(&str, &str); 3] = [
    ("data_requests", "r"),
    ("request_bindings", "b"),
    ("variables", "variables"),
];

pub(crate) struct Plan {
    pub(crate) statement: &'static str,
    pub(crate) lines: Vec<String>,
    pub(crate) faults: Vec<String>,
}

/// Returns the plan of a statement, with the settings of the server's connections.
pub(crate) fn explain(link: &mut Link, statement: &Statement) -> Outcome<Plan> {
    let lines: Vec<String> = if link.is_postgres() {
        let values: Vec<String> = statement.values.iter().map(literal).collect();
        link.run(&format!("PREPARE explained AS {}", statement.numbered()))?;
        let given = if values.is_empty() {
            String::new()
        } else {
            format!(" ({})", values.join(", "))
        };
        let rows = link.texts(&format!("EXPLAIN EXECUTE explained{given}"))?;
        link.run("DEALLOCATE explained")?;
        rows.into_iter().flatten().collect()
    } else {
        let explained = Statement {
            text: format!("EXPLAIN QUERY PLAN {}", statement.text),
            ..statement.clone()
        };
        link.last_columns(&explained)?
    };
    let scans = lines
        .iter()
        .filter(|line| is_scan(line) && !is_of_part(line, &lines));
    let mut faults: Vec<String> = scans
        .map(|line| format!("{}: {}", statement.name, line.trim()))
        .collect();
    if is_search(&statement.text) && !begins_with_words(&lines) {
        faults.push(format!(
            "{}: the full-text index does not come first",
            statement.name
        ));
    }
    Ok(Plan {
        statement: statement.name,
        lines,
        faults,
    })
}

/// Returns true if the `WHERE` clause searches for words. Words in the `SELECT` list only rank the
/// rows.
fn is_search(text: &str) -> bool {
    let condition = text.split_once(" WHERE ").map_or("", |(_, condition)| condition);
    ["LIKE", "MATCH"].iter().any(|words| condition.contains(words))
}

/// Returns true if the scanned name is a subquery of the statement that has the name of a table.
/// SQLite announces it with a line such as `CO-ROUTINE variables` and reports scans of the table
/// there.
fn is_of_part(line: &str, lines: &[String]) -> bool {
    let name = line.split_whitespace().nth(1).unwrap_or_default();
    lines
        .iter()
        .any(|other| other.trim() == format!("CO-ROUTINE {name}"))
}

/// Returns true if a line reports a full scan of a large table: `Seq Scan on variables` in
/// PostgreSQL, and `SCAN variables`, with or without an index, in SQLite. For a lookup, SQLite
/// reports `SEARCH` instead.
fn is_scan(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_large = |name: &str| {
        LARGE
            .iter()
            .any(|(table, alias)| name == *table || name == *alias)
    };
    words
        .windows(4)
        .any(|some| matches!(some, ["Seq", "Scan", "on", name] if is_large(name)))
        || matches!(words.as_slice(), ["SCAN", name, ..] if is_large(name))
}

/// Returns true if the full-text index finds the rows. Using it is not enough: SQLite can also walk
/// through another index and check each of its entries against the matches.
fn begins_with_words(lines: &[String]) -> bool {
    let walks = |line: &String| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let by_key = line.contains("INTEGER PRIMARY KEY") || line.contains("(request_id=?");
        matches!(words.as_slice(), ["SEARCH", table, ..] if LARGE.iter().any(|(name, alias)| name == table || alias == table))
            && !by_key
    };
    let by_words = |line: &String| line.contains("_by_search_text") || line.contains("_fts VIRTUAL TABLE");
    lines.iter().any(by_words) && !lines.iter().any(walks)
}

fn literal(value: &Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        Value::Text(text) => format!("'{}'", text.replace('\'', "''")),
        Value::Truth(truth) => truth.to_string().to_uppercase(),
        Value::Bytes(bytes) => {
            format!("'\\x{}'", hex::encode(bytes))
        }
        Value::Numbers(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            format!("'{{{}}}'", numbers.join(","))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_walks_another_index_is_a_fault() {
        let words = "SCAN variables_fts VIRTUAL TABLE INDEX 0:M1".to_owned();
        let by_key = "SEARCH variables USING INTEGER PRIMARY KEY (rowid=?)".to_owned();
        let walk = "SEARCH variables USING INDEX variables_in_order (published=?)".to_owned();
        assert!(begins_with_words(&[by_key, words.clone()]));
        assert!(!begins_with_words(&[walk, words]));
        assert!(!begins_with_words(&[
            "  ->  Index Scan using variables_in_order on variables".to_owned()
        ]));
        assert!(begins_with_words(&[
            "  ->  Bitmap Index Scan on variables_by_search_text".to_owned()
        ]));
    }

    #[test]
    fn full_scans_of_large_tables_are_detected() {
        assert!(is_scan(
            "  ->  Seq Scan on data_requests r  (cost=0.00..1.00 rows=1 width=8)"
        ));
        assert!(is_scan(
            "->  Parallel Seq Scan on variables  (cost=0.00..1.00 rows=1 width=8)"
        ));
        assert!(is_scan("SCAN variables USING INDEX variables_in_order"));
        assert!(is_scan("SCAN request_bindings"));
        let part = ["CO-ROUTINE variables", "SCAN variables"].map(str::to_owned);
        assert!(is_of_part(&part[1], &part) && !is_of_part(&part[1], &part[1..]));
        assert!(!is_scan("SEARCH variables USING INTEGER PRIMARY KEY (rowid=?)"));
        assert!(!is_scan("SCAN variables_fts VIRTUAL TABLE INDEX 0:M1"));
        assert!(!is_scan("SCAN p"));
        assert!(!is_scan(
            "  ->  Seq Scan on users u  (cost=0.00..1.00 rows=1 width=8)"
        ));
        assert!(!is_scan(
            "  ->  Bitmap Heap Scan on variables  (cost=0.00..1.00 rows=1 width=8)"
        ));
    }
}
