//! Imports a small dictionary again and again. Each import changes all variables, so the stored
//! variables must all come from the same import.

use std::fmt::Write as _;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{Round, Sent, Tally, Worker, first_text, send};
use crate::Outcome;
use crate::database::Link;
use crate::imports::form;
use crate::long_request::Person;

const PATH: &str = "/api/v1/data_dictionary/import/";
const SOURCE: &str = "Imported while killed";
const TABLES: usize = 3;
const VARIABLES: usize = 60;
const POLL_INTERVAL: Duration = Duration::from_millis(10);
/// Maximum duration of an import that another process took over.
const TIMEOUT: Duration = Duration::from_mins(1);

pub(super) struct Importer {
    super_user: Person,
    sent: u64,
    /// The last import that was reported as done.
    done: u64,
    in_doubt: bool,
    tally: Tally,
}

impl Importer {
    pub(super) fn new(super_user: &Person) -> Self {
        Self {
            super_user: super_user.clone(),
            sent: 0,
            done: 0,
            in_doubt: false,
            tally: Tally::default(),
        }
    }
}

fn files(number: u64) -> (Vec<u8>, Vec<u8>) {
    let mut tables = "tbl_name,table_type,tbl_description\n".to_owned();
    for table in 0..TABLES {
        let _ = writeln!(
            tables,
            "register_{table},Event,Register {table} as import {number} says"
        );
    }
    let mut variables = "tbl_name,ids_column_name,var_name,data_type,meaning\n".to_owned();
    for variable in 0..VARIABLES {
        let _ = writeln!(
            variables,
            "register_{},column_{variable},Variable {variable},Text,As import {number} says",
            variable % TABLES
        );
    }
    (tables.into_bytes(), variables.into_bytes())
}

impl Worker for Importer {
    fn name(&self) -> &'static str {
        "imports"
    }

    fn work(&mut self, round: &Round<'_>) -> Outcome<()> {
        let Ok(mut browser) = self.super_user.browser_at(round.host) else {
            return Ok(());
        };
        while !round.is_over() {
            self.sent += 1;
            let (tables, variables) = files(self.sent);
            let call = form(&browser, SOURCE, false, &tables, &variables);
            self.in_doubt = true;
            let Sent::Acknowledged(answer) = send(&mut browser, &call)? else {
                return Ok(());
            };
            let taken: Value = serde_json::from_slice(&answer.body)?;
            let path = format!("{PATH}{}/", taken["data"]["import_id"]);
            loop {
                let call = browser.prepare("GET", &path, "");
                let Sent::Acknowledged(answer) = send(&mut browser, &call)? else {
                    return Ok(());
                };
                match answer.json()?["data"]["state"].as_str() {
                    Some("done") => break,
                    Some("comparing" | "storing") => thread::sleep(POLL_INTERVAL),
                    // It was comparing when the database crashed. `verify` checks that it changed nothing.
                    Some("failed") if round.loses_database => return Ok(()),
                    other => return Err(format!("import {} ended as {other:?}", self.sent).into()),
                }
            }
            self.done = self.sent;
            self.in_doubt = false;
            self.tally.acknowledged += 1;
        }
        Ok(())
    }

    /// Waits until no import is open. An import that was comparing when its process died is
    /// abandoned and has changed nothing. An import that was storing is completed.
    fn verify(&mut self, _: &str, link: &mut Link) -> Outcome<()> {
        let begun = Instant::now();
        let open = "SELECT state FROM dictionary_imports WHERE state IN ('comparing', 'storing')";
        while first_text(link, open)?.is_some() {
            if begun.elapsed() > TIMEOUT {
                return Err("an import was not brought to its end".into());
            }
            thread::sleep(POLL_INTERVAL);
        }
        let said = link.texts(&format!(
            "SELECT v.meaning, CAST(COUNT(*) AS TEXT) FROM variables v JOIN data_sources d ON d.id = v.data_source_id \
             WHERE d.source = '{SOURCE}' GROUP BY v.meaning"
        ))?;
        let whole = |number: u64| vec![vec![format!("As import {number} says"), VARIABLES.to_string()]];
        let before = if self.done == 0 {
            Vec::new()
        } else {
            whole(self.done)
        };
        if std::mem::take(&mut self.in_doubt) {
            let is_there = said == whole(self.sent);
            self.tally.settle(is_there);
            if is_there {
                self.done = self.sent;
                return Ok(());
            }
        }
        if said == before {
            return Ok(());
        }
        Err(format!("import {} had ended, and there is {said:?}", self.done).into())
    }

    fn tally(&self) -> Tally {
        self.tally
    }
}
