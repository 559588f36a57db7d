//! The appendix of a request's PDF: the decisions of earlier rounds, and the changes made in each
//! round.

use aditus_application::requests::versions::rounds::RoundChanges;
use aditus_application::review::views::HistoryView;
use aditus_domain::requests::content::{Change, DisplayValue, DocumentContent, WordChange};

use crate::grid::{Cell, Grid};
use crate::mask::masked;
use crate::palette::{INK, MUTED, state_color, text};
use crate::paper::Paper;
use crate::prose::Gap;
use crate::sections::{day, day_of, remarks, size, yes_or_no};
use aditus_domain::review::StageState;

/// Column widths: field name, value before, value after.
const FIELDS: [usize; 3] = [26, 37, 37];

/// Adds the changes and decisions of each round. Adds nothing for a request in its first round that
/// was never changed.
pub(crate) fn rounds(paper: &mut Paper, current_round: u32, rounds: &[RoundChanges]) {
    for round in rounds {
        if !round.sections.is_empty() || !round.versions.is_empty() {
            changes(paper, current_round, round);
        }
        if !round.decisions.is_empty() {
            paper.section(format!("Appendix: Decisions in Round {}", round.round));
            let mut table = Grid::new(&[30, 18, 52]).with_head(&["Stage", "Decision", "Response"]);
            for line in &round.decisions {
                table.push([
                    Cell::new(line.role.name()).and_note(line.stage_activity.as_str()),
                    Cell::default()
                        .and(line.state.name(), text(9, state_color(line.state)).bold())
                        .and_note(format!("on version {}", line.version)),
                    decision(line),
                ]);
            }
            paper.push(table);
        }
    }
}

/// Returns the cell with the person who decided, the date and the remarks.
fn decision(line: &HistoryView) -> Cell {
    let by = Cell::default();
    let by = match &line.by {
        Some(person) => by
            .and(format!("{} {}", person.fname, person.sname), text(9, INK).bold())
            .and_note(person.org_name.as_str()),
        None => by,
    };
    remarks(
        by.and(day_of(line.at), text(9, INK)),
        line.state,
        line.reason.as_deref(),
        line.recommendation.as_deref(),
    )
}

fn changes(paper: &mut Paper, current_round: u32, round: &RoundChanges) {
    paper.section(if round.round > current_round {
        format!("Appendix: Changes after Round {current_round}, Not Submitted Yet")
    } else {
        format!("Appendix: Changes in Round {}", round.round)
    });
    let mut made = Grid::new(&[14, 26, 40, 20]).with_head(&["Version", "By", "Section", "On"]);
    for version in &round.versions {
        made.push([
            Cell::new(version.number.to_string()),
            Cell::new(format!("{} {}", version.author_fname, version.author_sname))
                .and_note(version.author_role.name()),
            Cell::new(
                version
                    .section
                    .map_or("The request as a whole", |section| section.name()),
            ),
            Cell::new(day_of(version.at)),
        ]);
    }
    paper.push(made);
    paper.push(Gap(3.5));
    let (before, after) = (format!("Version {}", round.from), format!("Version {}", round.to));
    let mut table = Grid::new(&FIELDS).with_head(&["What changed", &before, &after]);
    for section in &round.sections {
        let title = Cell::default().and(section.title(), text(9, INK).bold());
        table.push([title, Cell::default(), Cell::default()]);
        for change in &section.changes {
            change_rows(&mut table, change);
        }
    }
    paper.push(table);
}

fn change_rows(table: &mut Grid, change: &Change) {
    match change {
        Change::Words { field, runs } => {
            let only = |other: WordChange| {
                let kept = runs
                    .iter()
                    .filter(|run| run.words == WordChange::Kept || run.words == other);
                kept.map(|run| run.text.as_str()).collect::<String>()
            };
            table.push([
                Cell::label(*field),
                Cell::new(only(WordChange::Removed)),
                Cell::new(only(WordChange::Added)),
            ]);
        }
        Change::Value { field, before, after } => {
            table.push([
                Cell::label(*field),
                Cell::new(value_text(before)),
                Cell::new(value_text(after)),
            ]);
        }
        Change::Set {
            field,
            added,
            removed,
        } => {
            let list = |title: &str, texts: &[String]| {
                let title = Cell::default().and(title, text(8, MUTED).bold());
                texts
                    .iter()
                    .fold(title, |cell, item| cell.and(item.as_str(), text(9, INK)))
            };
            table.push([
                Cell::label(*field),
                list("Removed", removed),
                list("Added", added),
            ]);
        }
        Change::Document { kind, before, after } => table.push([
            Cell::label(kind.title()),
            document(before.as_ref()),
            document(after.as_ref()),
        ]),
        Change::Item {
            kind,
            name,
            became,
            changes,
        } => {
            let title = Cell::default()
                .and(became.name(), text(8, state_color(StageState::Unattended)).bold())
                .and(format!("{kind} {name}"), text(9, INK).bold());
            table.push([title, Cell::default(), Cell::default()]);
            for change in changes {
                change_rows(table, change);
            }
        }
    }
}

fn value_text(value: &DisplayValue) -> String {
    match value {
        DisplayValue::Nothing => "–".to_owned(),
        DisplayValue::Text(text) => text.clone(),
        DisplayValue::Date(date) => day(*date),
        DisplayValue::Flag(flag) => yes_or_no(*flag).to_owned(),
        DisplayValue::Erased => "Erased".to_owned(),
        DisplayValue::IdentificationNumber(number) => masked(number),
    }
}

fn document(document: Option<&DocumentContent>) -> Cell {
    match document {
        None => Cell::new("–"),
        Some(document) => Cell::new(document.name()).and_note(format!(
            "{}, {}",
            size(document.size),
            day_of(document.uploaded_on)
        )),
    }
}
