//! The contract of procedures that are edited as a drawing, of their letter templates and of their
//! history.

use aditus_domain::deadlines::{CompletionWindow, Target, Term, TermUnit};
use aditus_domain::ids::{ProcedureId, StageId};
use aditus_domain::procedures::{
    Drawing, DrawnStage, LetterTemplate, Link, Position, ProcedureStatus, ProcedureText, StageTypeName,
    default_procedure,
};

use super::procedure_edits::{empty, stage};
use super::seed::{at, commit, user};
use crate::paging::{Direction, ListQuery, Page};
use crate::ports::{Database, StoreError, Transaction};
use crate::procedures::views::{ChangeQuery, ChangeSort};
use crate::procedures::{ProcedureChange, StoredWhole};
use crate::row_versions::RowVersion;

fn whole(database: &dyn Database, id: ProcedureId) -> StoredWhole {
    let mut transaction = database.begin().unwrap();
    transaction.procedures().whole(id).unwrap().unwrap()
}

/// Saves the drawing of a procedure after `edit`.
fn redraw(database: &dyn Database, id: ProcedureId, edit: impl FnOnce(&Drawing) -> Drawing) -> Vec<StageId> {
    let before = whole(database, id).whole.drawing;
    let change = edit(&before).change_from(&before);
    commit(database, |transaction| {
        transaction.procedures().save_drawing(id, &change).unwrap()
    })
}

fn default(transaction: &mut dyn Transaction) -> ProcedureId {
    transaction
        .procedures()
        .add(&default_procedure(), true, true)
        .unwrap()
}

/// The chosen types are stored, and there is no template. Holds in a transaction and in the read
/// models.
pub fn a_whole_procedure_is_read_as_it_was_added(database: &dyn Database) {
    let (id, own) = commit(database, |transaction| {
        let id = default(transaction);
        let name = StageTypeName::parse("Appeal").unwrap();
        let own = transaction.stage_types().add(&name).unwrap();
        let mut details = stage(id, "Appeal to the board");
        details.stage_type = own;
        transaction.procedures().add_stage(&details).unwrap();
        (id, own)
    });
    let stored = whole(database, id);
    assert_eq!(
        database.read().unwrap().procedures().whole(id).unwrap(),
        Some(stored.clone())
    );
    let added = default_procedure();
    assert_eq!((stored.id, stored.whole.letter), (id, None));
    assert_eq!(
        (&stored.whole.text.name, &stored.whole.text.description),
        (&added.name, &added.description)
    );
    assert!(stored.whole.status.is_default && stored.whole.status.is_active);
    let versions = [stored.row_version, stored.drawing_version, stored.letter_version];
    assert_eq!(versions, [RowVersion(1); 3]);
    let appeal = stored
        .whole
        .drawing
        .stages
        .iter()
        .find(|stage| stage.type_id() == own)
        .unwrap();
    assert_eq!(appeal.stage_type.name, "Appeal");
    let stored = database.begin().unwrap().procedures().by_id(id).unwrap().unwrap();
    let drawn = whole(database, id).whole;
    assert_eq!(
        drawn.drawing.procedure(&drawn.text).stages,
        stored.procedure.stages,
        "by order, then id"
    );
    assert_eq!(drawn.drawing.links, stored.procedure.links);
    let nowhere = ProcedureId(999_999);
    let mut views = database.read().unwrap();
    assert_eq!(views.procedures().whole(nowhere).unwrap(), None);
    drop(views);
    let mut transaction = database.begin().unwrap();
    assert_eq!(transaction.procedures().whole(nowhere).unwrap(), None);
}

/// Stages and links are added, changed and removed in one save.
pub fn a_drawing_is_read_as_it_was_saved(database: &dyn Database) {
    let id = commit(database, |transaction| default(transaction));
    let before = whole(database, id).whole.drawing;
    let mut expected = Drawing::default();
    let added = redraw(database, id, |drawing| {
        let mut drawing = drawing.clone();
        let [first, second] = [drawing.links[2], drawing.links[4]];
        for (number, link) in [(0, first), (-1, second)] {
            let stage = DrawnStage {
                id: StageId(number),
                activity: format!("Added {}", 1 - number),
                position: drawing.middle_of(link).unwrap(),
                target: Target::new(3 - number).ok(),
                ..drawing.stages[2].clone()
            };
            drawing = drawing.with_stage_in(link, stage).unwrap();
        }
        let removed = drawing.stages.remove(3).id;
        drawing
            .links
            .retain(|link| link.from != removed && link.to != removed);
        drawing.stages[2].activity = "Changed".to_owned();
        drawing.stages[2].position = Position { x: 0.11, y: 0.22 };
        drawing.stages[2].target = Target::new(5).ok();
        expected = drawing.clone();
        drawing
    });
    assert_eq!(added.len(), 2);
    let stored = whole(database, id).whole.drawing;
    let now = |id: StageId| match id.0 {
        0 => added[0],
        -1 => added[1],
        _ => id,
    };
    for stage in &mut expected.stages {
        stage.id = now(stage.id);
    }
    for link in &mut expected.links {
        *link = Link {
            from: now(link.from),
            to: now(link.to),
        };
    }
    expected.stages.sort_by_key(|stage| (stage.order, stage.id));
    assert_eq!(stored.stages, expected.stages);
    let sorted = |mut links: Vec<Link>| {
        links.sort_unstable();
        links
    };
    assert_eq!(sorted(stored.links.clone()), sorted(expected.links));
    // A dialog that is open on the changed stage is stale now.
    let version = |stage: StageId| {
        let mut views = database.read().unwrap();
        views.procedures().stage(stage).unwrap().unwrap().row_version
    };
    let changed = stored
        .stages
        .iter()
        .find(|stage| stage.activity == "Changed")
        .unwrap();
    assert_eq!(version(changed.id), RowVersion(2));
    assert_eq!(version(before.stages[0].id), RowVersion(1), "nobody touched it");
    // And back again.
    redraw(database, id, |_| before.clone());
    let stages = whole(database, id).whole.drawing.stages;
    assert_eq!(stages.len(), 9);
    assert!(stages.iter().all(|stage| stage.target.is_none()));
}

/// The number of links between the same two stages is the drawn one.
pub fn doubled_links_are_kept_as_they_are_drawn(database: &dyn Database) {
    let id = commit(database, |transaction| default(transaction));
    for times in [3, 2, 1, 0] {
        redraw(database, id, |drawing| {
            let link = drawing.links.iter().copied().min().unwrap_or(Link {
                from: drawing.stages[0].id,
                to: drawing.stages[1].id,
            });
            let mut drawing = drawing.clone();
            drawing.links = vec![link; times];
            drawing
        });
        assert_eq!(whole(database, id).whole.drawing.links.len(), times);
    }
}

/// Other procedures are neither changed nor removed.
pub fn saving_a_drawing_does_not_change_other_procedures(database: &dyn Database) {
    let (first, other) = commit(database, |transaction| {
        (default(transaction), empty(transaction, "Fast track"))
    });
    let drawing = whole(database, first).whole.drawing;
    let mut moved = drawing.clone();
    moved.stages[0].position.x = 0.99;
    for change in [
        moved.change_from(&drawing),
        Drawing::default().change_from(&Drawing {
            stages: drawing.stages.clone(),
            links: Vec::new(),
        }),
    ] {
        let mut transaction = database.begin().unwrap();
        let refused = transaction.procedures().save_drawing(other, &change);
        assert!(matches!(refused, Err(StoreError::Conflict)), "{refused:?}");
    }
    assert_eq!(whole(database, first).whole.drawing, drawing);
}

/// Deleting a template restores the standard one.
pub fn a_template_is_read_as_it_was_saved_and_can_be_deleted(database: &dyn Database) {
    let id = commit(database, |transaction| empty(transaction, "Fast track"));
    let template = LetterTemplate::parse(
        "Approval {{letter_number}}",
        "Dear {{requester_name}},\n\n  Welcome.",
    )
    .unwrap();
    for letter in [Some(&template), None] {
        commit(database, |transaction| {
            transaction.procedures().save_letter(id, letter).unwrap();
        });
        assert_eq!(whole(database, id).whole.letter.as_ref(), letter);
    }
    let mut transaction = database.begin().unwrap();
    let nowhere = ProcedureId(999_999);
    let refused = transaction.procedures().save_letter(nowhere, Some(&template));
    assert!(matches!(refused, Err(StoreError::Conflict)), "{refused:?}");
}

/// The newest change is first. Deleted procedures are included.
pub fn the_history_of_procedures_is_read_as_it_was_noted(database: &dyn Database) {
    let author = user(database, 1);
    let (kept, gone) = commit(database, |transaction| {
        (empty(transaction, "Fast track"), empty(transaction, "Slow track"))
    });
    let lines = [
        (kept, "Fast track", vec!["Added."]),
        (gone, "Slow track", vec!["Added."]),
        (
            kept,
            "Faster track",
            vec!["Renamed from \"Fast track\" to \"Faster track\".", "Activated."],
        ),
        (gone, "Slow track", vec!["Deleted."]),
    ];
    for (seconds, (procedure, name, lines)) in (0..).zip(&lines) {
        commit(database, |transaction| {
            let change = ProcedureChange {
                procedure: *procedure,
                name: (*name).to_owned(),
                by: author,
                at: at(seconds),
                lines: lines.iter().map(|line| (*line).to_owned()).collect(),
            };
            transaction.procedures().add_change(&change).unwrap();
        });
    }
    commit(database, |transaction| {
        transaction.procedures().remove(gone).unwrap();
    });
    let query = |procedure, page| ChangeQuery {
        procedure,
        list: ListQuery {
            search: None,
            sort: ChangeSort::default(),
            direction: Direction::default(),
            page,
        },
    };
    let history = |query: &ChangeQuery| database.read().unwrap().procedures().history(query).unwrap();
    let read = |procedure, page| history(&query(procedure, page));
    let all = read(None, Page::new(1, 3));
    assert_eq!((all.items.len(), all.total), (3, 4));
    let newest = &all.items[0];
    assert_eq!(
        (newest.approval_procedure, &*newest.procedure, newest.at),
        (gone, "Slow track", at(3))
    );
    assert_eq!(
        (newest.user_id, &*newest.fname, &*newest.sname),
        (author, "Amina", "Okello 1")
    );
    assert_eq!(all.items[1].lines, lines[2].2);
    assert_eq!(read(None, Page::new(2, 3)).items[0].lines, ["Added."]);
    let of_one = read(Some(kept), Page::new(1, 10));
    let names: Vec<_> = of_one.items.iter().map(|row| &*row.procedure).collect();
    assert_eq!(names, ["Faster track", "Fast track"]);
    assert_eq!(read(Some(ProcedureId(999_999)), Page::new(1, 10)).total, 0);
    let mut oldest_first = query(None, Page::new(1, 10));
    oldest_first.list.sort = ChangeSort::ChangedOn;
    let times: Vec<_> = history(&oldest_first).items.iter().map(|row| row.at).collect();
    assert_eq!(times, [at(0), at(1), at(2), at(3)]);
    for (search, count) in [("slow", 2), ("activated", 1), ("okello", 4), ("%", 0)] {
        let mut found = query(None, Page::new(1, 10));
        found.list.search = Some(search.to_owned());
        assert_eq!(history(&found).total, count, "{search}");
    }
}

/// Changing the name, the term, the completion window and the status does not change stages, links
/// and template.
pub fn name_and_status_are_saved_separately(database: &dyn Database) {
    let id = commit(database, |transaction| default(transaction));
    let before = whole(database, id);
    let text = ProcedureText {
        term: Term::new(TermUnit::Weeks, 6).ok(),
        completion_window: Some(CompletionWindow::USUAL),
        ..ProcedureText::parse("Renamed", "For other requests").unwrap()
    };
    let status = ProcedureStatus {
        is_active: true,
        is_default: true,
    };
    commit(database, |transaction| {
        transaction.procedures().save(id, &text, status).unwrap();
    });
    let after = whole(database, id);
    assert_eq!(after.whole.text, text);
    assert_eq!(after.whole.drawing, before.whole.drawing);
    assert_eq!(after.drawing_version, before.drawing_version);
    let without = ProcedureText {
        term: None,
        completion_window: None,
        ..text
    };
    commit(database, |transaction| {
        transaction.procedures().save(id, &without, status).unwrap();
    });
    assert_eq!(whole(database, id).whole.text, without);
}
