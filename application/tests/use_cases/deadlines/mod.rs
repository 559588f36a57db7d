//! The calendar of the installation, the due dates of stages, the terms of requests, completion windows,
//! reminders, and calendar feeds.

mod answer_reminders;
mod answers;
mod calendar;
mod due_dates;
mod feed;
mod feed_safety;
mod integrity;
mod lapse;
mod preview_holidays;
mod recorded_extensions;
mod reminders;
mod terms;

use aditus_application::access::Caller;
use aditus_application::review::{add_reply, resolve_comment};
use aditus_domain::deadlines::{CompletionWindow, Target, Term, TermUnit};
use aditus_domain::ids::CommentId;
use aditus_domain::procedures::default_procedure;
use aditus_domain::roles::Role;

use crate::both_databases::Database;
use crate::story::Story;

const REVIEWER: Role = Role::DataAccessReviewer;
const APPROVER: Role = Role::DataAccessApprover;

/// A story on Monday, 1 March 2027, in which the reviewers have ten working days, until 15 March,
/// which is soon from 12 March on, and the approver has three.
fn story(database: Database) -> Story {
    let story = Story::on(database());
    story.world.clock.set("2027-03-01T09:00:00Z".parse().unwrap());
    let mut procedure = default_procedure();
    "With targets".clone_into(&mut procedure.name);
    for stage in &mut procedure.stages {
        stage.target = match stage.role {
            REVIEWER => Target::new(10).ok(),
            APPROVER => Target::new(3).ok(),
            _ => None,
        };
    }
    story.use_procedure(&procedure);
    story
}

/// A story on Monday, 1 March 2027, in which requesters answer within this number of weeks.
fn story_with_window(database: Database, weeks: i64) -> Story {
    let story = Story::on(database());
    story.world.clock.set("2027-03-01T09:00:00Z".parse().unwrap());
    let mut procedure = default_procedure();
    "With a window".clone_into(&mut procedure.name);
    procedure.completion_window = CompletionWindow::new(weeks).ok();
    story.use_procedure(&procedure);
    story
}

/// A story on Monday, 1 March 2027. The reviewers have ten working days, a request has a term of three
/// months, and requesters have four weeks to answer.
fn story_with_all_clocks(database: Database) -> Story {
    let story = Story::on(database());
    story.world.clock.set("2027-03-01T09:00:00Z".parse().unwrap());
    let mut procedure = default_procedure();
    "With targets and a term".clone_into(&mut procedure.name);
    for stage in &mut procedure.stages {
        if stage.role == REVIEWER {
            stage.target = Target::new(10).ok();
        }
    }
    procedure.term = Term::new(TermUnit::Months, 3).ok();
    procedure.completion_window = CompletionWindow::new(4).ok();
    story.use_procedure(&procedure);
    story
}

/// Resolves the comment as the requester.
fn resolve(story: &Story, comment: CommentId) {
    let command = resolve_comment::Command { comment };
    resolve_comment::execute(&story.world.ports, &story.requester, command).unwrap();
}

/// Replies to the comment as this person.
fn reply(story: &Story, caller: &Caller, comment: CommentId) {
    let command = add_reply::Command {
        comment,
        author: caller.roles[0].id,
        reply: "The page is on its way.".to_owned(),
    };
    add_reply::execute(&story.world.ports, caller, &command).unwrap();
}
