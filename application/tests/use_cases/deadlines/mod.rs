//! The calendar of the installation, the due dates of stages, the terms of requests, reminders, and
//! calendar feeds.

mod calendar;
mod due_dates;
mod feed;
mod feed_safety;
mod integrity;
mod preview_holidays;
mod reminders;
mod terms;

use aditus_domain::deadlines::Target;
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
