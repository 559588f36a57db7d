//! Procedures as files, for another installation or for safe keeping (design G2).
//!
//! A file is JSON: `{schema: 1, name, description, stages, links, letter}`, where `stages` are `{stage_id, role, stage_type, stage_order,
//! stage_activity, branch_level, pos_x, pos_y, icon}` with numbers of the file's own from 1, and the names of role and type; `links`
//! are `{current_stage, next}`; and `letter` is `{heading, body}` or null where the procedure has the standard template. Unknown fields
//! are refused.

pub mod export;
pub mod import;
