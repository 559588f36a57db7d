//! Submitting, lists, files and exports of requests.

mod datasets;
mod documents;
mod drafts;
mod editing;
mod letters;
mod lists;
mod submitting;
mod submitting_badly;
mod versions;
