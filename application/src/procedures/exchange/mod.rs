//! Procedures as files, for transfer to another installation or as a backup (decisions G2).
//!
//! A file is JSON: `{schema: 1, name, description, term, completion_window, stages, links,
//! letter}`. Its `term` is `{unit, count}` with the unit `weeks` or `months`, and its `completion_window` a
//! number of weeks; both are left out if there is none. Its `stages` are
//! `{stage_id, role, stage_type, stage_order, stage_activity, branch_level, pos_x, pos_y, icon,
//! target}`, with numbers of the file's own from 1, and the names of role and type. A stage without
//! a target has no such field, so earlier versions can read a file without targets. Its `links` are
//! `{current_stage, next}`. Its `letter` is `{heading, body}`, or null for the standard template.
//! Unknown fields are refused.

pub mod export;
pub mod import;
