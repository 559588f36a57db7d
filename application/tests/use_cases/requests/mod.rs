//! Submitting, lists, files and exports of requests.

mod documents;
mod editing;
mod lists;
mod submitting;
mod submitting_badly;
mod versions;
