//! Export and import of procedures as files, to move them between installations (decisions G2).
//!
//! The file contains nothing that is specific to an installation, such as ids of types and roles,
//! or the status of the procedure. Stages are numbered within the file; roles and types are
//! referenced by name.

use super::drawing::{Drawing, DrawingFaults, KnownType, RawDrawing, RawDrawnStage, RawLink};
use super::editing::RawStage;
use super::letter::LetterTemplate;
use super::text::{ProcedureText, RawProcedure};
use crate::dictionary::search::fold;
use crate::roles::Role;

/// The version of the file format that this code reads and writes.
pub const PROCEDURE_SCHEMA: i64 = 1;

/// The content of a procedure file.
#[derive(Debug, Clone, PartialEq, Default)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct PortableProcedure {
    /// The version of the file format.
    pub schema: Option<i64>,
    /// Name, description, term and completion window.
    pub text: RawProcedure,
    pub stages: Vec<PortableStage>,
    pub links: Vec<PortableLink>,
    /// The template of its letter; `None` for the standard template.
    pub letter: Option<PortableLetter>,
}

/// A stage in a file.
#[derive(Debug, Clone, PartialEq, Default)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct PortableStage {
    /// The number that the links of the file use for this stage, from 1.
    pub stage_id: Option<i64>,
    /// The name of the role.
    pub role: String,
    /// The name of the type.
    pub stage_type: String,
    pub stage_order: Option<i64>,
    pub stage_activity: String,
    pub branch_level: Option<i64>,
    pub pos_x: Option<f64>,
    pub pos_y: Option<f64>,
    pub icon: String,
    /// The number of working days; `None` for a stage without a target.
    pub target: Option<i64>,
}

/// A link in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct PortableLink {
    pub current_stage: Option<i64>,
    pub next: Option<i64>,
}

/// A template in a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the template")]
pub struct PortableLetter {
    pub heading: String,
    pub body: String,
}

impl PortableProcedure {
    /// Creates the file of a procedure.
    pub fn new(text: &ProcedureText, drawing: &Drawing, letter: Option<&LetterTemplate>) -> Self {
        let drawing = drawing.as_new();
        // `as_new` numbers the stages 0, -1, -2; the file numbers them 1, 2, 3.
        let number = |id: i64| Some(1 - id);
        Self {
            schema: Some(PROCEDURE_SCHEMA),
            text: RawProcedure::from(text),
            stages: drawing
                .stages
                .iter()
                .map(|stage| PortableStage {
                    stage_id: number(stage.id.0),
                    role: stage.role.name().to_owned(),
                    stage_type: stage.stage_type.name.clone(),
                    stage_order: Some(i64::from(stage.order)),
                    stage_activity: stage.activity.clone(),
                    branch_level: Some(i64::from(stage.branch_level)),
                    pos_x: Some(stage.position.x),
                    pos_y: Some(stage.position.y),
                    icon: stage.icon.clone(),
                    target: stage.target.map(|target| i64::from(target.working_days())),
                })
                .collect(),
            links: drawing
                .links
                .iter()
                .map(|link| PortableLink {
                    current_stage: number(link.from.0),
                    next: number(link.to.0),
                })
                .collect(),
            letter: letter.map(|template| PortableLetter {
                heading: template.heading().to_owned(),
                body: template.body().to_owned(),
            }),
        }
    }

    /// Parses the file, or returns all validation errors with their places. `types` are the stage
    /// types of this installation. The graph of the procedure is validated by
    /// [`DrawingFaults::from_drawing`].
    pub fn check(
        &self,
        types: &[KnownType],
    ) -> Result<(ProcedureText, Drawing, Option<LetterTemplate>), DrawingFaults> {
        let mut faults = DrawingFaults::default();
        if self.schema != Some(PROCEDURE_SCHEMA) {
            // The meaning of fields in another schema is unknown, so nothing else is checked.
            faults.note(
                "schema",
                format!("This file can't be read. Please choose an approval procedure with the schema {PROCEDURE_SCHEMA}."),
            );
            return Err(faults);
        }
        let checked = self.text.check();
        let text = checked.map_err(|wrong| faults.note_form("", &wrong)).ok();
        let drawing = self
            .drawing(types)
            .check(types, &Drawing::default())
            .map_err(|mut wrong| {
                for (index, stage) in self.stages.iter().enumerate() {
                    if !stage.role.trim().is_empty() && Role::parse(stage.role.trim()).is_err() {
                        wrong.reword(&format!("stages[{index}].role"), "There is no role with this name.");
                    }
                    if !stage.stage_type.trim().is_empty() && known(types, &stage.stage_type).is_none() {
                        wrong.reword(
                            &format!("stages[{index}].stage_type"),
                            "There is no stage type with this name. Please add it on the Stage Type tab first.",
                        );
                    }
                }
                faults.append(wrong);
            })
            .ok();
        let letter = self.letter.as_ref().map(|letter| {
            LetterTemplate::parse(&letter.heading, &letter.body)
                .map_err(|wrong| faults.note_form("letter", &wrong))
                .ok()
        });
        // The result is `None` only if a letter was sent and is invalid.
        let letter = match letter {
            Some(read) => read.map(Some),
            None => Some(None),
        };
        let value = (|| Some((text?, drawing?.as_new(), letter?)))();
        faults.finish(value)
    }

    fn drawing(&self, types: &[KnownType]) -> RawDrawing {
        RawDrawing {
            stages: self
                .stages
                .iter()
                .map(|stage| RawDrawnStage {
                    stage_id: stage.stage_id.filter(|id| *id > 0).map(|id| -id),
                    form: RawStage {
                        approval_procedure: None,
                        role: Role::parse(stage.role.trim()).ok().map(Role::id),
                        stage_type: known(types, &stage.stage_type).map(|known| known.id.0),
                        stage_order: stage.stage_order,
                        stage_activity: stage.stage_activity.clone(),
                        branch_level: stage.branch_level,
                        pos_x: stage.pos_x,
                        pos_y: stage.pos_y,
                        icon: stage.icon.clone(),
                        target: Some(stage.target),
                    },
                })
                .collect(),
            links: self
                .links
                .iter()
                .map(|link| {
                    // No stage of the file has a number below 1, so the link points to an id that
                    // is not drawn.
                    let end = |id: i64| if id > 0 { -id } else { i64::MAX };
                    RawLink {
                        current_stage: link.current_stage.map(end),
                        next: link.next.map(end),
                    }
                })
                .collect(),
        }
    }
}

fn known<'a>(types: &'a [KnownType], name: &str) -> Option<&'a KnownType> {
    let key = fold(name);
    types.iter().find(|known| fold(&known.name) == key)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::deadlines::{CompletionWindow, RawTerm, Target, Term, TermUnit};
    use crate::ids::StageId;
    use crate::procedures::drawing::tests::{drawn, redrawn, types};
    use crate::procedures::{default_procedure, standard_template};

    fn text() -> ProcedureText {
        ProcedureText::parse("Fast track", "For small\nrequests").unwrap()
    }

    fn exported() -> PortableProcedure {
        let standard = standard_template();
        PortableProcedure::new(&text(), &drawn(&default_procedure()), Some(&standard))
    }

    #[test]
    fn an_exported_procedure_is_imported_unchanged() {
        let mut drawing = drawn(&default_procedure());
        drawing.stages[3].stage_type = types()[3].clone();
        drawing.stages[3].target = Target::new(10).ok();
        drawing.stages[3].id = StageId(77);
        for link in &mut drawing.links {
            for end in [&mut link.from, &mut link.to] {
                if end.0 == 4 {
                    *end = StageId(77);
                }
            }
        }
        for letter in [None, Some(standard_template())] {
            let text = ProcedureText {
                term: letter.is_some().then(|| Term::new(TermUnit::Months, 3).unwrap()),
                completion_window: letter.is_some().then_some(CompletionWindow::USUAL),
                ..text()
            };
            let file = PortableProcedure::new(&text, &drawing, letter.as_ref());
            assert_eq!(file.check(&types()), Ok((text, drawing.as_new(), letter)));
        }
        let file = exported();
        let numbers: Vec<_> = file.stages.iter().filter_map(|stage| stage.stage_id).collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(
            (file.stages[2].role.as_str(), file.stages[2].stage_type.as_str()),
            ("Data Access Reviewer", "Junction")
        );
        let file = PortableProcedure::new(&text(), &drawing, None);
        assert_eq!((file.stages[2].target, file.stages[3].target), (None, Some(10)));
    }

    #[test]
    fn import_errors_are_reported_at_their_places() {
        let mut file = exported();
        file.text.name = String::new();
        file.text.term = Some(RawTerm {
            unit: TermUnit::Months,
            count: 61,
        });
        file.text.completion_window = Some(0);
        file.stages[1].role = "Wizard".to_owned();
        file.stages[2].stage_type = "Séance".to_owned();
        file.stages[3].stage_order = Some(9);
        file.stages[4].stage_id = Some(0);
        file.stages[5].target = Some(0);
        file.stages[8].target = Some(10);
        file.links[0].next = Some(-2);
        file.letter.as_mut().unwrap().body = "{{salary}}".to_owned();
        let faults = file.check(&types()).unwrap_err().by_field();
        let places: Vec<&str> = faults.iter().map(|(place, _)| place.as_str()).collect();
        assert_eq!(
            places,
            [
                "name",
                "term",
                "completion_window",
                "stages[1].role",
                "stages[2].stage_type",
                "stages[3].stage_order",
                "stages[4].stage_id",
                "stages[5].target",
                "stages[8].target",
                "links[0].next",
                "links[3].next",
                "links[4].current_stage",
                "letter.body",
            ]
        );
        assert_eq!(faults[3].1, "There is no role with this name.");
        assert_eq!(
            faults[4].1,
            "There is no stage type with this name. Please add it on the Stage Type tab first."
        );
        assert!(faults.iter().all(|(_, message)| !message.contains("Wizard")));
    }

    #[test]
    fn another_schema_is_the_only_reported_error() {
        for schema in [None, Some(0), Some(2)] {
            let file = PortableProcedure {
                schema,
                text: RawProcedure::default(),
                ..exported()
            };
            let faults = file.check(&types()).unwrap_err().by_field();
            assert_eq!(faults.len(), 1);
            assert_eq!(faults[0].0, "schema");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

        /// Exporting and importing returns the same procedure, valid or not.
        #[test]
        fn any_procedure_survives_export_and_import(drawing in redrawn(), has_letter: bool) {
            let letter = has_letter.then(standard_template);
            let file = PortableProcedure::new(&text(), &drawing, letter.as_ref());
            prop_assert_eq!(file.check(&types()), Ok((text(), drawing.as_new(), letter)));
        }

        /// Any numbers in a file lead to a drawing or to faults, never to a panic.
        #[test]
        fn any_numbers_are_parsed_or_rejected(
            ids in proptest::collection::vec(proptest::option::of(any::<i64>()), 0..6),
            ends in proptest::collection::vec((proptest::option::of(any::<i64>()), proptest::option::of(-2_i64..8)), 0..6),
        ) {
            let stage = exported().stages[2].clone();
            let file = PortableProcedure {
                stages: ids.iter().map(|id| PortableStage { stage_id: *id, ..stage.clone() }).collect(),
                links: ends.iter().map(|(from, to)| PortableLink { current_stage: *from, next: *to }).collect(),
                ..exported()
            };
            match file.check(&types()) {
                Err(faults) => prop_assert!(!faults.is_empty()),
                Ok((text, drawing, letter)) => {
                    prop_assert_eq!(drawing.stages.len(), ids.len());
                    let again = PortableProcedure::new(&text, &drawing, letter.as_ref());
                    prop_assert_eq!(again.check(&types()), Ok((text, drawing, letter)));
                }
            }
        }
    }
}
