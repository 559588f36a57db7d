//! Browsing, importing and keeping the dictionary, its past, and the quality of its data.

mod browse;
mod import;
mod kept;
mod quality;
mod revisions;
