//! The history of a procedure: describes each change in words.

use super::drawing::{Drawing, DrawnStage};
use super::letter::LetterTemplate;
use super::stage::Link;
use super::status::ProcedureStatus;
use super::text::ProcedureText;
use crate::deadlines::{CompletionWindow, Target, Term, TermUnit};
use crate::ids::StageId;

/// All parts of a procedure that a Super User can change.
#[derive(Debug, Clone, PartialEq)]
pub struct WholeProcedure {
    /// Name, description, term and completion window.
    pub text: ProcedureText,
    /// Its status: active, default.
    pub status: ProcedureStatus,
    /// Its stages and links.
    pub drawing: Drawing,
    /// The template of its letter; `None` for the standard template.
    pub letter: Option<LetterTemplate>,
}

/// The origin of a new procedure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// Created with the form.
    Form,
    /// Copied from the procedure of this name.
    Copy(String),
    /// Imported from a file.
    File,
}

impl WholeProcedure {
    /// Returns the history line of a new procedure.
    pub fn describe_creation(&self, origin: &Origin) -> String {
        let from = match origin {
            Origin::Form => "Added".to_owned(),
            Origin::Copy(name) => format!("Copied from \"{name}\""),
            Origin::File => "Imported from a file".to_owned(),
        };
        match (self.drawing.stages.len(), self.drawing.links.len()) {
            (0, 0) => format!("{from}."),
            (stages, links) => format!(
                "{from} with {} and {}.",
                count_text(stages, "stage"),
                count_text(links, "link")
            ),
        }
    }

    /// Returns lines that describe the differences to `before`, or none. All changed fields of one
    /// stage share a line, and so do all moved stages.
    pub fn describe_changes(&self, before: &Self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.text.name != before.text.name {
            lines.push(format!(
                "Renamed from \"{}\" to \"{}\".",
                before.text.name, self.text.name
            ));
        }
        if self.text.description != before.text.description {
            lines.push("Description changed.".to_owned());
        }
        if self.text.term != before.text.term {
            let (before, term) = (term_text(before.text.term), term_text(self.text.term));
            lines.push(format!("Term {before} became {term}."));
        }
        if self.text.completion_window != before.text.completion_window {
            let before = window_text(before.text.completion_window);
            let window = window_text(self.text.completion_window);
            lines.push(format!("Completion window {before} became {window}."));
        }
        if self.status.is_active != before.status.is_active {
            let line = if self.status.is_active {
                "Activated."
            } else {
                "Deactivated."
            };
            lines.push(line.to_owned());
        }
        if self.status.is_default != before.status.is_default {
            let line = if self.status.is_default {
                "Made the default."
            } else {
                "No longer the default."
            };
            lines.push(line.to_owned());
        }
        lines.extend(stage_lines(&before.drawing, &self.drawing));
        lines.extend(link_lines(&before.drawing, &self.drawing));
        if self.letter != before.letter {
            let line = if self.letter.is_some() {
                "Approval template changed."
            } else {
                "Approval template set back to the standard one."
            };
            lines.push(line.to_owned());
        }
        lines
    }
}

fn count_text(number: usize, thing: &str) -> String {
    match number {
        1 => format!("1 {thing}"),
        number => format!("{number} {thing}s"),
    }
}

fn target_text(target: Option<Target>) -> String {
    target.map_or_else(
        || "none".to_owned(),
        |target| count_text(usize::from(target.working_days()), "working day"),
    )
}

fn term_text(term: Option<Term>) -> String {
    term.map_or_else(|| "none".to_owned(), |term| term.unit().length(term.count()))
}

fn window_text(window: Option<CompletionWindow>) -> String {
    window.map_or_else(
        || "none".to_owned(),
        |window| TermUnit::Weeks.length(window.weeks()),
    )
}

fn stage_lines(before: &Drawing, after: &Drawing) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut changed, mut moved) = (Vec::new(), Vec::new());
    for stage in &after.stages {
        let Some(old) = before.stage(stage.id) else {
            let mut fields = format!("{}, {}, order {}", stage.stage_type.name, stage.role, stage.order);
            if stage.target.is_some() {
                fields.push_str(", target ");
                fields.push_str(&target_text(stage.target));
            }
            lines.push(format!("Stage \"{}\" added: {fields}.", stage.activity));
            continue;
        };
        let fields = field_changes(old, stage);
        if !fields.is_empty() {
            changed.push(format!("Stage \"{}\": {}.", old.activity, fields.join("; ")));
        }
        if stage.position != old.position {
            moved.push(format!("\"{}\"", stage.activity));
        }
    }
    let removed = before.stages.iter().filter(|old| after.stage(old.id).is_none());
    lines.extend(removed.map(|old| format!("Stage \"{}\" removed.", old.activity)));
    lines.append(&mut changed);
    if !moved.is_empty() {
        lines.push(format!("Moved in the drawing: {}.", moved.join(", ")));
    }
    lines
}

fn field_changes(old: &DrawnStage, new: &DrawnStage) -> Vec<String> {
    let mut fields = Vec::new();
    let mut compare = |name: &str, old: String, new: String| {
        if old != new {
            fields.push(format!("{name} {old} became {new}"));
        }
    };
    let quoted = |text: &str| format!("\"{text}\"");
    compare("activity", quoted(&old.activity), quoted(&new.activity));
    compare("role", old.role.to_string(), new.role.to_string());
    compare("type", old.stage_type.name.clone(), new.stage_type.name.clone());
    compare("order", old.order.to_string(), new.order.to_string());
    compare(
        "branch level",
        old.branch_level.to_string(),
        new.branch_level.to_string(),
    );
    compare("icon", old.icon.clone(), new.icon.clone());
    compare("target", target_text(old.target), target_text(new.target));
    fields
}

fn link_lines(before: &Drawing, after: &Drawing) -> Vec<String> {
    let named = |drawing: &Drawing, id: StageId| {
        let stage = drawing.stage(id);
        stage.map_or_else(|| id.to_string(), |stage| stage.activity.clone())
    };
    let line = |drawing: &Drawing, link: &Link, what: &str| {
        let (from, to) = (named(drawing, link.from), named(drawing, link.to));
        format!("Link from \"{from}\" to \"{to}\" {what}.")
    };
    let gone = missing(&before.links, &after.links);
    let new = missing(&after.links, &before.links);
    let gone = gone.iter().map(|link| line(before, link, "removed"));
    let new = new.iter().map(|link| line(after, link, "added"));
    new.chain(gone).collect()
}

// Multiset difference: the links of the first list that the second lacks, counting duplicates.
fn missing(links: &[Link], others: &[Link]) -> Vec<Link> {
    let mut left = others.to_vec();
    let mut missing = Vec::new();
    for link in links {
        match left.iter().position(|other| other == link) {
            Some(place) => {
                left.swap_remove(place);
            }
            None => missing.push(*link),
        }
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::procedures::drawing::tests::{drawn, types};
    use crate::procedures::{Position, default_procedure, standard_template};
    use crate::roles::Role;

    fn whole() -> WholeProcedure {
        WholeProcedure {
            text: ProcedureText::parse("Fast track", "For small requests").unwrap(),
            status: ProcedureStatus::default(),
            drawing: drawn(&default_procedure()),
            letter: None,
        }
    }

    #[test]
    fn the_first_history_line_names_the_origin() {
        assert_eq!(
            whole().describe_creation(&Origin::Copy("Slow track".to_owned())),
            "Copied from \"Slow track\" with 9 stages and 8 links."
        );
        assert_eq!(
            whole().describe_creation(&Origin::File),
            "Imported from a file with 9 stages and 8 links."
        );
        let mut bare = whole();
        bare.drawing = Drawing::default();
        assert_eq!(bare.describe_creation(&Origin::Form), "Added.");
    }

    #[test]
    fn every_kind_of_change_is_in_the_history_lines() {
        let before = whole();
        assert_eq!(before.describe_changes(&before), [""; 0]);
        let mut after = before.clone();
        after.text = ProcedureText::parse("Faster track", "For smaller requests").unwrap();
        after.status = ProcedureStatus {
            is_active: true,
            is_default: true,
        };
        after.letter = Some(standard_template());
        let link = after.drawing.links[3];
        let added = DrawnStage {
            id: StageId(0),
            activity: "Legal review".to_owned(),
            stage_type: types()[3].clone(),
            ..after.drawing.stages[7].clone()
        };
        after.drawing = after.drawing.with_stage_in(link, added).unwrap();
        let changed = &mut after.drawing.stages[2];
        changed.role = Role::DataOfficer;
        changed.order = 4;
        changed.activity = "First review".to_owned();
        changed.position = Position { x: 0.4, y: 0.4 };
        after.drawing.stages.retain(|stage| stage.id != StageId(9));
        after.drawing.links.retain(|link| link.to != StageId(9));
        assert_eq!(
            after.describe_changes(&before),
            [
                "Renamed from \"Fast track\" to \"Faster track\".",
                "Description changed.",
                "Activated.",
                "Made the default.",
                "Stage \"Legal review\" added: Appeal, Data Officer, order 8.",
                "Stage \"Feedback\" removed.",
                "Stage \"Access review\": activity \"Access review\" became \"First review\"; role Data Access Reviewer became Data Officer; order 3 became 4.",
                "Moved in the drawing: \"First review\".",
                "Link from \"Access approval\" to \"Legal review\" added.",
                "Link from \"Legal review\" to \"Security review\" added.",
                "Link from \"Access approval\" to \"Security review\" removed.",
                "Link from \"Data release\" to \"Feedback\" removed.",
                "Approval template changed.",
            ]
        );
        let back = before.describe_changes(&after);
        assert!(back.contains(&"Approval template set back to the standard one.".to_owned()));
        assert!(back.contains(&"No longer the default.".to_owned()));
        assert!(back.contains(&"Deactivated.".to_owned()));
    }

    #[test]
    fn a_changed_term_has_a_history_line() {
        let before = whole();
        let mut after = whole();
        after.text.term = Term::new(TermUnit::Months, 3).ok();
        let mut later = whole();
        later.text.term = Term::new(TermUnit::Weeks, 1).ok();
        assert_eq!(after.describe_changes(&before), ["Term none became 3 months."]);
        assert_eq!(later.describe_changes(&after), ["Term 3 months became 1 week."]);
        assert_eq!(before.describe_changes(&later), ["Term 1 week became none."]);
    }

    #[test]
    fn a_changed_completion_window_has_a_history_line() {
        let before = whole();
        let mut after = whole();
        after.text.completion_window = Some(CompletionWindow::USUAL);
        let mut later = whole();
        later.text.completion_window = CompletionWindow::new(1).ok();
        let line = |line: &str| vec![line.to_owned()];
        assert_eq!(
            after.describe_changes(&before),
            line("Completion window none became 4 weeks.")
        );
        assert_eq!(
            later.describe_changes(&after),
            line("Completion window 4 weeks became 1 week.")
        );
        assert_eq!(
            before.describe_changes(&later),
            line("Completion window 1 week became none.")
        );
    }

    #[test]
    fn targets_are_in_the_history_lines() {
        let before = whole();
        let mut after = whole();
        let change =
            |after: &WholeProcedure, before: &WholeProcedure| after.describe_changes(before).join(" ");
        after.drawing.stages[2].target = Target::new(10).ok();
        assert_eq!(
            change(&after, &before),
            "Stage \"Access review\": target none became 10 working days."
        );
        assert_eq!(
            change(&before, &after),
            "Stage \"Access review\": target 10 working days became none."
        );
        let added = DrawnStage {
            id: StageId(0),
            activity: "Legal review".to_owned(),
            target: Target::new(1).ok(),
            ..before.drawing.stages[2].clone()
        };
        let mut after = whole();
        after.drawing.stages.push(added);
        assert_eq!(
            change(&after, &before),
            "Stage \"Legal review\" added: Junction, Data Access Reviewer, order 3, target 1 working day."
        );
    }

    #[test]
    fn an_added_duplicate_link_has_a_history_line() {
        let before = whole();
        let mut after = whole();
        after.drawing.links.push(after.drawing.links[0]);
        assert_eq!(
            after.describe_changes(&before),
            ["Link from \"Request created\" to \"Submitted\" added."]
        );
    }
}
