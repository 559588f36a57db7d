//! Tables of data sources, published or not (3 §2.9).

pub mod list;
