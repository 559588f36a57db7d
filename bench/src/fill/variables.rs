//! Variables, a hundred per table, with synonyms, values and dependencies copied from the
//! demonstration.

use aditus_domain::dictionary::search;

use super::words::{common_words, rare_word};
use super::{Depth, SHARERS, advance_id_sequences, copy, highest, indexed, insert, quoted};
use crate::Outcome;
use crate::database::Link;

const IN_A_TABLE: u32 = 100;

pub(super) fn add(link: &mut Link, size: u32, depth: Depth) -> Outcome<()> {
    let model = link.number(
        "SELECT CAST(MIN(t.id) AS TEXT) FROM dictionary_tables t JOIN data_sources d ON d.id = t.data_source_id \
         WHERE t.publish AND d.publish",
    )?;
    let models = link.numbers(&format!(
        "SELECT CAST(id AS TEXT) FROM variables WHERE table_id = {model}"
    ))?;
    let first_table = highest(link, "dictionary_tables")? + 1;
    let first = highest(link, "variables")? + 1;
    let tables: Vec<String> = (0..size.div_ceil(IN_A_TABLE))
        .map(|table| {
            format!(
                "({}, {}, {})",
                i64::from(table) + first_table,
                quoted(&table_name(table)),
                IN_A_TABLE.min(size - table * IN_A_TABLE)
            )
        })
        .collect();
    link.run("CREATE TEMPORARY TABLE bench_tables (id BIGINT, name TEXT, variables INTEGER)")?;
    insert(link, "bench_tables", &tables)?;
    copy(
        link,
        "dictionary_tables",
        &[
            ("id", "n.id"),
            ("tbl_name", "n.name"),
            ("tbl_key", "n.name"),
            ("sort_key", "n.name"),
            ("name_order", "n.name"),
            ("variables_count", "n.variables"),
            ("search_text", "'  ' || n.name"),
        ],
        &format!("bench_tables n JOIN dictionary_tables s ON s.id = {model}"),
    )?;

    link.run(
        "CREATE TEMPORARY TABLE bench_variables (id BIGINT, table_id BIGINT, model BIGINT, table_name TEXT, \
         column_name TEXT, name TEXT, meaning TEXT, search_text TEXT, search_name TEXT, search_grams TEXT)",
    )?;
    let rows: Vec<String> = (0..size)
        .zip(models.iter().cycle())
        .map(|(number, model)| {
            let table = number / IN_A_TABLE;
            let (id, table_id) = (i64::from(number) + first, i64::from(table) + first_table);
            format!("({id}, {table_id}, {model}, {})", texts(number, table, size))
        })
        .collect();
    insert(link, "bench_variables", &rows)?;
    copy(
        link,
        "variables",
        &[
            ("id", "n.id"),
            ("table_id", "n.table_id"),
            ("ids_column_name", "n.column_name"),
            ("column_key", "n.column_name"),
            ("var_name", "n.name"),
            ("name_sort_key", "n.name"),
            ("name_order", "n.name"),
            ("meaning", "n.meaning"),
            ("meaning_sort_key", "n.meaning"),
            ("table_sort_key", "n.table_name"),
            ("table_order", "n.table_name"),
            ("search_text", "n.search_text"),
            ("search_name", "n.search_name"),
            ("search_grams", "n.search_grams"),
        ],
        "bench_variables n JOIN variables s ON s.id = n.model ORDER BY n.id",
    )?;
    for table in ["synonyms", "input_values", "dependencies"] {
        let from = format!("bench_variables n JOIN {table} s ON s.variable_id = n.model");
        copy(link, table, &[("id", ""), ("variable_id", "n.id")], &from)?;
    }
    advance_id_sequences(link, &["dictionary_tables", "variables"])?;
    if depth == Depth::Listed {
        return Ok(());
    }
    add_revisions(link, model, (first_table, first))
}

/// Adds a first revision for each table and variable, as a call would have. Its content is that of
/// the model.
fn add_revisions(link: &mut Link, model: i64, (first_table, first): (i64, i64)) -> Outcome<()> {
    copy(
        link,
        "dictionary_revisions",
        &[
            ("id", ""),
            ("record_id", "n.id"),
            ("table_id", "n.id"),
            ("name_key", "n.name"),
            ("search_text", "n.name"),
        ],
        &format!(
            "bench_tables n JOIN dictionary_revisions s ON s.record = 'table' AND s.record_id = {model} AND s.number = 1"
        ),
    )?;
    copy(
        link,
        "dictionary_revisions",
        &[
            ("id", ""),
            ("record_id", "n.id"),
            ("table_id", "n.table_id"),
            ("column_key", "n.column_name"),
            ("name_key", "n.name"),
            ("meaning_key", "n.meaning"),
        ],
        "bench_variables n JOIN dictionary_revisions s ON s.record = 'variable' AND s.record_id = n.model AND s.number = 1",
    )?;
    for (record, first) in [("table", first_table), ("variable", first)] {
        link.run(&format!(
            "INSERT INTO present_revisions (record, record_id, revision_id) SELECT record, record_id, id \
             FROM dictionary_revisions WHERE record = '{record}' AND record_id >= {first}"
        ))?;
    }
    Ok(())
}

fn table_name(table: u32) -> String {
    format!("generated_{table:05}")
}

/// Returns the table name, column name, name, meaning and search texts as SQL literals.
fn texts(number: u32, table: u32, size: u32) -> String {
    let (one, other) = common_words(number);
    let rare = rare_word(number % size.div_ceil(SHARERS));
    let table = table_name(table);
    let column = format!("{one}_{rare}_{number}");
    let name = format!("{one} {other} {rare}");
    let meaning = format!("the {other} of the {rare} at the {one}");
    let lines = [
        indexed(&table),
        indexed(&name),
        indexed("number"),
        indexed(&meaning),
    ];
    // Each line of a variable's search text also ends with two spaces.
    let text = lines.map(|line| line + "  ").join("\n");
    let (name_text, grams) = (indexed(&name) + "  ", grams(&text));
    [&table, &column, &name, &meaning, &text, &name_text, &grams]
        .map(|text| quoted(text))
        .join(", ")
}

/// Returns the index terms for searches of one and two characters. Drops terms with other
/// characters than letters and digits, such as the underscore of the table name, because the bench
/// does not search for them.
fn grams(text: &str) -> String {
    let mut grams = search::grams(text);
    grams.retain(|gram| gram.chars().all(|c| c.is_ascii_alphanumeric()));
    grams.into_iter().collect::<Vec<_>>().join(" ")
}
