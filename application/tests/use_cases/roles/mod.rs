//! Roles, their requests and their administration (1 §4, §5.6, §6; 3 §2.3; decisions A1, A12).

mod accounts;
mod administering;
mod attending;
mod offering;
mod protected;
mod reading;
mod refusals;
mod requesting;
mod scene;
mod super_users;
mod what_waits;
