//! Browsing, importing and keeping the dictionary, its past, and the quality of its data.

mod browse;
mod import;
mod import_jobs;
mod import_revisions;
mod kept;
mod quality;
mod revisions;
