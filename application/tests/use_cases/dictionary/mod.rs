//! Browsing and importing the dictionary, and the quality of its data.

mod browse;
mod import;
mod import_jobs;
mod quality;
