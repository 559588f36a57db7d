//! Lists that are short and read as a whole: choices, and the parts of one record. They take the
//! same queries and return the same form as long lists, which the database searches, sorts and
//! counts (decisions, "The calls"). Without a page or size, all rows are on one page.

use std::cmp::Ordering;

use actix_web::HttpResponse;
use aditus_application::paging::{Direction, Page};
use aditus_domain::dictionary::search::fold;
use aditus_domain::text::sort_key;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};
use validator::Validate;

use crate::answer::{Listing, PageBody};
use crate::problem::Problem;
use crate::sort::{Columns, Sort, parameters, sorted_or};

#[derive(Deserialize, Validate)]
#[serde(deny_unknown_fields, bound = "")]
pub(crate) struct ShortQuery<C: Columns> {
    /// A text that the visible fields contain.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// Defaults to the order of the rows.
    pub sort: Option<Sort<C>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

impl<C: Columns> IntoParams for ShortQuery<C> {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        parameters::<C>()
    }
}

/// A field by which a short list can be sorted.
pub(crate) trait Field: Columns {
    /// Returns the name of the field; empty for the original order of the rows.
    fn name(self) -> &'static str;
}

/// Declares the sort fields of a short list.
macro_rules! fields {
    ($name:ident: $($field:literal),+) => {
        #[derive(Debug, Clone, Copy, Default)]
        pub(crate) struct $name(&'static str);

        impl $crate::sort::Columns for $name {
            const COLUMNS: &'static [(&'static str, Self)] = &[$(($field, Self($field))),+];
        }

        impl $crate::short_list::Field for $name {
            fn name(self) -> &'static str {
                self.0
            }
        }
    };
}
pub(crate) use fields;

impl<C: Field> ShortQuery<C> {
    /// Returns 200 with the requested page of these rows.
    pub(crate) fn answer<T: Serialize>(
        self,
        rows: impl IntoIterator<Item = T>,
    ) -> Result<HttpResponse, Problem> {
        let (field, direction) = sorted_or(self.sort, (C::default(), Direction::Ascending))?;
        let mut rows = rows
            .into_iter()
            .map(serde_json::to_value)
            .collect::<Result<Vec<Value>, _>>()
            .map_err(Problem::internal)?;
        if let Some(search) = self.search.as_deref().map(fold).filter(|text| !text.is_empty()) {
            rows.retain(|row| holds(row, &search));
        }
        if !field.name().is_empty() {
            // A list of plain texts has no fields, so the texts themselves are compared.
            let key = |row: &Value| row.get(field.name()).unwrap_or(row).clone();
            rows.sort_by(|one, other| compare(&key(one), &key(other), direction));
        }
        let total = rows.len() as u64;
        let page = if self.page.is_none() && self.page_size.is_none() {
            PageBody::single(total)
        } else {
            let page = Page::new(self.page.unwrap_or(1), self.page_size.unwrap_or(Page::MAX_SIZE));
            let before = usize::try_from(page.offset()).unwrap_or(usize::MAX);
            rows = rows.into_iter().skip(before).take(page.size() as usize).collect();
            PageBody {
                number: page.number(),
                size: page.size(),
                total,
                more: false,
            }
        };
        Ok(HttpResponse::Ok().json(Listing {
            code: 200,
            message: "OK".to_owned(),
            data: rows,
            page,
        }))
    }
}

/// Returns true if a text of the row, at any depth, contains the search text.
fn holds(value: &Value, search: &str) -> bool {
    match value {
        Value::String(text) => fold(text).contains(search),
        Value::Array(values) => values.iter().any(|value| holds(value, search)),
        Value::Object(fields) => fields.values().any(|value| holds(value, search)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Compares numbers by value and texts as names. Null comes last in both directions.
fn compare(one: &Value, other: &Value, direction: Direction) -> Ordering {
    let order = match (one, other) {
        (Value::Null, Value::Null) => return Ordering::Equal,
        (Value::Null, _) => return Ordering::Greater,
        (_, Value::Null) => return Ordering::Less,
        (Value::Number(one), Value::Number(other)) => one
            .as_f64()
            .unwrap_or_default()
            .total_cmp(&other.as_f64().unwrap_or_default()),
        (Value::String(one), Value::String(other)) => sort_key(one).cmp(&sort_key(other)),
        (one, other) => one.to_string().cmp(&other.to_string()),
    };
    match direction {
        Direction::Ascending => order,
        Direction::Descending => order.reverse(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn search_finds_folded_texts_at_any_depth_and_null_sorts_last() {
        let row = json!({ "label": "North", "children": [{ "label": "Zürich" }] });
        assert!(holds(&row, "zurich") && holds(&row, "nor") && !holds(&row, "south"));
        let by = |one: Value, other: Value| compare(&one, &other, Direction::Ascending);
        assert_eq!(by(json!(9), json!(10)), Ordering::Less);
        assert_eq!(by(json!("b"), json!("Ä")), Ordering::Greater);
        assert_eq!(by(json!(null), json!("a")), Ordering::Greater);
        assert_eq!(
            compare(&json!(null), &json!("a"), Direction::Descending),
            Ordering::Greater
        );
        assert_eq!(
            compare(&json!("a"), &json!("b"), Direction::Descending),
            Ordering::Greater
        );
    }
}
