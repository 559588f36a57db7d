//! Browsing, importing and maintaining the dictionary, its revisions, and data quality.

mod browse;
mod import;
mod import_jobs;
mod import_revisions;
mod kept;
mod quality;
mod revisions;
